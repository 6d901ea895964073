//! Which evidence about two open sets at once was read.
//!
//! Each of the two sets is weighed by what the other is expected to be; that they depend on each other from then on is not kept. Read again, the same
//! order of the same two members would be taken for news of both, turn after turn, although it says what is known, and a second hit with the same move
//! would mostly be. So it is read once, for as long as both are open.

use serde::{Deserialize, Serialize};

use super::NEGLIGIBLE;
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

/// Whether two depend on each other once something was seen that is as likely as `likelihood` says of what both may be, each with its probability. They do
/// not where one of them is certain, nor where every pair explains what was seen alike.
#[must_use]
pub fn couples<A: Copy, B: Copy>(of_one: &[(A, f64)], of_other: &[(B, f64)], likelihood: impl Fn(A, B) -> f64) -> bool {
    if is_certain(of_one) || is_certain(of_other) {
        return false;
    }
    let mut pairs = of_one.iter().flat_map(|(one, _)| of_other.iter().map(|(other, _)| likelihood(*one, *other)));
    let first = pairs.next();
    pairs.any(|other| Some(other) != first)
}

fn is_certain<T>(alternatives: &[(T, f64)]) -> bool {
    alternatives.iter().any(|(_, p)| *p > 1.0 - NEGLIGIBLE)
}
