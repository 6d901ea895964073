//! The games.

pub mod catan;
mod ruleset;

pub use ruleset::{
    Conduct, Counts, Likelihood, Observer, Opening, Profile, Refusal, Revision, Ruleset, Seat, SeatOpening, Tendency, Transcript,
    UnknownObserver, UpcastError,
};
