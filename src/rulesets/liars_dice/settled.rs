//! What a revealed round settled of one behaviour.

use super::tendencies::Behaviour;
use crate::rulesets::{Conduct, Seat};

/// What a revealed round settled of one behaviour of one seat, in one context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SettledCount {
    /// Whose behaviour.
    pub seat: Seat,
    /// Which.
    pub behaviour: Behaviour,
    /// Index of its context.
    pub context: u8,
    /// How often it was done.
    pub successes: u32,
    /// How often it could have been done.
    pub opportunities: u32,
}

impl SettledCount {
    /// The name of its context.
    #[must_use]
    pub fn context(&self) -> &'static str {
        self.behaviour.contexts().get(usize::from(self.context)).copied().unwrap_or_default()
    }

    /// What is published of it.
    #[must_use]
    pub fn conduct(&self) -> Conduct {
        Conduct::Count {
            seat: self.seat,
            tendency: self.behaviour.tendency(),
            context: self.context().to_owned(),
            successes: self.successes,
            opportunities: self.opportunities,
        }
    }
}
