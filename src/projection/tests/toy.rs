//! The toy game of the documentation.

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::belief::*;
use crate::rulesets::*;

include!("urn.rs");
