//! Which evidence about two open sets at once was read.
//!
//! Each of the two sets is weighed by what the other is expected to be; that they depend on each other from then on is not kept. Read again, the same
//! order of the same two members would be taken for news of both, turn after turn, although it says what is known, and a second hit with the same move
//! would mostly be. So it is read once, for as long as both are open.

use serde::{Deserialize, Serialize};

use crate::rulesets::pokemon_randbats::event::Side;
use crate::rulesets::pokemon_randbats::prior::MoveId;

/// A set of which something is more likely than this counts as known: what it does to another may be read each time.
const KNOWN: f64 = 0.99;

/// What decides, beside the set, how early a member moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Readiness {
    /// Priority of the move by itself.
    pub priority: i8,
    /// Stage of its speed.
    pub stage: i8,
    /// Whether a Tailwind blows on its side.
    pub tailwind: bool,
    /// Whether it is paralysed.
    pub paralysed: bool,
}

/// Evidence about two members at once. Members are named by the slots in which they are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Coupled {
    /// One moved before the other.
    Order {
        /// Whose member went first.
        first: Side,
        /// Its slot, and that of the other.
        slots: [usize; 2],
        /// How ready each was.
        ready: [Readiness; 2],
        /// Whether Trick Room turned the order round.
        trick_room: bool,
    },
    /// One hit the other.
    Hit {
        /// Whose member it was.
        striker: Side,
        /// Its slot, and that of the other.
        slots: [usize; 2],
        /// The move.
        made: MoveId,
    },
}

/// Whether it is not known what of some is the case, each with its probability.
#[must_use]
pub fn is_open<T>(alternatives: &[(T, f64)]) -> bool {
    alternatives.iter().all(|(_, p)| *p <= KNOWN)
}
