//! The games, and the list [`ALL`] of them.
//!
//! # Adding a game
//!
//! 1. Copy the folder of a game that resembles it to `src/rulesets/<key>/`; fill `event.rs`, `table.rs` and `simulator.rs`
//!    first. The laws ask the questions of `examples.rs` and suppose its events.
//! 2. Add its `pub mod` line and its entry in [`ALL`] below. No other file outside the folder changes.
//! 3. `cargo run -- simulate <key> --seed 1 > tests/transcripts/<key>.jsonl` records a game.
//! 4. `tests/run` runs the laws on the new entry; they name what is missing.
//! 5. Hard facts first, until the laws pass; then soft likelihoods one kind at a time, with calibration.

pub mod catan;
mod erased;
mod foreign;
pub mod hearts;
pub mod liars_dice;
pub mod pokemon_randbats;
#[cfg(test)]
mod population;
mod profile;
mod ruleset;
mod tagged;
pub mod vinto;
mod watch;

pub use erased::{
    AnyBelief, AnyEvent, AnyGame, AnyRuleset, AnyTable, Description, Erased, EventRef, Happened, Rejection, SimulatedGame,
    Unreadable, split_type,
};
pub use foreign::{NamedFile, PriorFile, PriorTables, Reader};
pub use profile::{Counts, DECAY, Memory, Observed, Place, Profile, TRUST_RATE, TRUST_START, Trust};
pub use ruleset::{
    Change, Conduct, Context, Examples, Likelihood, Observer, Opening, Posterior, PublicTable, Refusal, Revision, Ruleset, Seat,
    SeatOpening, Tendency, Transcript, UnknownObserver, UpcastError,
};
pub use tagged::{Malformed, decode};
pub use watch::{AnyWatch, Watch};

/// Every game that is hosted.
pub static ALL: &[&dyn AnyRuleset] = &[
    &Erased::<catan::Catan>::NEW,
    &Erased::<hearts::Hearts>::NEW,
    &Erased::<liars_dice::LiarsDice>::NEW,
    &Erased::<pokemon_randbats::PokemonRandbats>::NEW,
    &Erased::<vinto::Vinto>::NEW,
];

/// The game with a key.
#[must_use]
pub fn find(key: &str) -> Option<&'static dyn AnyRuleset> {
    ALL.iter().copied().find(|ruleset| ruleset.key() == key)
}
