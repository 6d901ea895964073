//! What pieces of evidence are called.

use serde::Serialize;

/// A type of evidence. A law holds that each piece of a hosted game has a type that its ruleset declares, so a request for an unknown type can be
/// refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct EvidenceType {
    /// Its name, as pieces bear it in `type`.
    pub name: &'static str,
    /// What happened, and what follows from it.
    pub description: &'static str,
}

impl EvidenceType {
    /// What a belief was before and after it was begun again. The walk over a log records it, and no ruleset; those whose beliefs lose worlds list it.
    pub const BEGUN_AGAIN: Self = Self {
        name: "begun_again",
        description: "No tracked world allowed the event: the belief was folded again with more room, or began again.",
    };
}
