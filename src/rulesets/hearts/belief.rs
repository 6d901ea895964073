//! Placeholder.
/// Placeholder.
#[derive(Clone, Debug)]
pub struct Belief;
