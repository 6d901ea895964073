//! The probability kit: what every game's belief model is built from.
//!
//! It knows no game, no input or output, and no clock. Collections are ordered and every random draw comes from a
//! generator that is passed in, so the same input gives the same bits on every machine of a release.

mod evidence;
mod marginal;
mod rng;
mod sampled;

pub use evidence::{Contradiction, Evidence, Parameter, Piece, Source, Strength, Table};
pub use marginal::{Marginal, Marginals, Method, Outcome, Quality, entropy_bits};
pub use rng::{Draws, WorldRng, seeded};
pub use sampled::{Sampled, WeightKind};
