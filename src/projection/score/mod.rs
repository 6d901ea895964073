//! How good were the beliefs? Each belief about what was hidden, against what turned out to be true.
//!
//! What is scored is the probability that a belief gave to the truth of a hidden item: of every variable that the hard facts leave open,
//! and that does not follow from others. The log loss is -log2 of it, in bits: 0 where the belief was sure and right, 20 and no more where
//! it ruled the truth out, and a proper score, so that no belief does better on average than an honest one (Good 1952). Beside it stand the same
//! items by hard facts alone, and with every value that public counts allow equally likely: what soft evidence gained, or lost.

mod foreign;
mod game;
mod interval;
mod played;
mod tally;
mod truth;

pub use foreign::Misspelt;
pub use game::{Finished, Scorer};
pub use interval::Interval;
pub use played::{Beliefs, Played, Unscored};
pub use tally::{Key, Scores, Tally, Tenth};
pub use truth::{Truth, in_the_end, surprisal};
