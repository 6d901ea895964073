//! Why a fold or a judgement did not come to its end.

use crate::rulesets::{Malformed, Rejection, Revision, Unreadable};

/// What comes of a fold instead of a position. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// Nobody waits for the work any more.
    #[error("the work was given up")]
    GivenUp,
    /// The work is too long for a thread that answers requests: do it again on one of its own.
    #[error("the work needs a thread of its own")]
    NeedsRoom,
    /// The work needs events that are not in memory: do it again with the whole log.
    #[error("the work needs events that are not in memory")]
    NeedsLog,
    /// Something that is stored does not decode.
    #[error("{0}")]
    Damaged(String),
    /// It is not the shape that is read here.
    #[error("{detail}")]
    Malformed {
        /// Which part of the request.
        pointer: String,
        /// What was expected.
        detail: String,
    },
    /// It breaks a rule of the game.
    #[error("{detail}")]
    Refused {
        /// Name of the rule.
        rule: String,
        /// What is wrong.
        detail: String,
        /// Which part of the request.
        pointer: String,
        /// Events of the log that stand against it, where some do.
        evidence: Vec<Revision>,
    },
    /// No world is left.
    #[error("{detail}")]
    Contradicted {
        /// What cannot be.
        detail: String,
        /// The conflicting evidence in the log, by revision.
        evidence: Vec<Revision>,
        /// The conflicting evidence that comes before it in the request, by place.
        evidence_in_request: Vec<String>,
        /// The revision that the game stays at.
        revision: Revision,
        /// Which part of the request.
        pointer: String,
    },
    /// It is not what the seat that reports it did.
    #[error("{detail}")]
    NotItsOwn {
        /// What that seat may report.
        detail: String,
        /// Which part of the request.
        pointer: String,
    },
    /// The game takes no more events.
    #[error("the game is finished")]
    Finished,
}

impl Error {
    /// A shape error at a place of the request.
    pub fn malformed(pointer: impl Into<String>, detail: impl Into<String>) -> Self {
        Self::Malformed { pointer: pointer.into(), detail: detail.into() }
    }

    /// The same further down in the request.
    #[must_use]
    pub fn below(self, above: &str) -> Self {
        match self {
            Self::Malformed { pointer, detail } => Self::Malformed { pointer: format!("{above}{pointer}"), detail },
            other => other,
        }
    }

    /// What a ruleset rejected, at a place of the request.
    #[must_use]
    pub fn rejected(pointer: &str, rejection: Rejection) -> Self {
        match rejection {
            Rejection::Malformed(Malformed { pointer: below, detail, .. }) => {
                Self::malformed(format!("{pointer}{below}"), detail)
            }
            Rejection::Refused(refusal) => Self::Refused {
                rule: refusal.rule.to_owned(),
                detail: refusal.detail,
                pointer: pointer.to_owned(),
                evidence: Vec::new(),
            },
        }
    }
}

impl From<Unreadable> for Error {
    fn from(error: Unreadable) -> Self {
        Self::Damaged(error.to_string())
    }
}
