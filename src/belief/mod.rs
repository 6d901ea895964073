//! The probability kit: what every game's belief model is built from.
//!
//! It knows no game, no input or output, and no clock. Collections are ordered and every random draw comes from a
//! generator that is passed in, so the same input gives the same bits on every machine of a release.

mod assignment;
mod beta;
mod capacities;
mod distribution;
mod evidence;
mod leaning;
mod marginal;
mod plain;
mod ranks;
mod recorder;
mod rng;
mod sampled;
pub mod stint;
mod worlds;

pub use assignment::{Assignment, ByHolder};
pub use beta::Beta;
pub use capacities::{HOLDERS, Holders, Overfull, narrow};
pub use distribution::{deal, dealt_entropy_bits, every_hand, hands, hypergeometric, ln_choose, ln_factorial, ln_hand};
pub use evidence::{Contradiction, Distributions, Evidence, Parameter, Piece, Source, Strength};
pub use leaning::Leaning;
pub use marginal::{DOMAINS, Marginal, Marginals, Method, Outcome, Quality, confidence, entropy_bits};
pub use plain::{plain, steers};
pub use ranks::{Effort, RankDraw, RankPosterior, SeenCard, Slot, Stuck, SumFactor, Unseen};
pub use recorder::EvidenceRecorder;
pub use rng::{Draws, WorldRng, below, chance, one_of, seeded, shuffle, unit};
pub use sampled::{Sampled, WeightKind};
pub use worlds::{Key, Reweighed, Worlds, pick};
