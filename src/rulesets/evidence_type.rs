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

    /// What a belief was before and after an event that it left out, and that moved the table all the same: the sizes of hands count, whatever is believed. The
    /// walk over a log records it, and no ruleset; all list it.
    pub const LEFT_OUT: Self = Self {
        name: "left_out",
        description: "The event cannot be true by this belief, which left it out; what it moved at the table counts all the same.",
    };
}
