//! Placeholder.
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
/// Placeholder.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub enum Query {
    /// Placeholder.
    None,
}
/// Placeholder.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub enum Answer {
    /// Placeholder.
    None,
}
