//! The toy game of the documentation.

#![expect(missing_docs, reason = "a toy")]

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::belief::*;
use crate::rulesets::*;

include!("urn.rs");
