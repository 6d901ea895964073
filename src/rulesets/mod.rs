//! The games, and the list [`ALL`] of them.
//!
//! # Adding a game
//!
//! 1. Make a folder `src/rulesets/<key>/`, with the rooms that all games have (`tests/it/tidy.rs` lists them): copy those of a game that
//!    resembles it, or begin with the one file of the example at [`Ruleset`]. Fill `event.rs`, `table.rs` and `simulator.rs` first. The
//!    laws ask the questions of `examples.rs` and suppose its events.
//! 2. Add its `pub mod` line and its entry in [`ALL`] below. A variable of a kind that no game has (`domain`) adds its name to
//!    [`crate::belief::DOMAINS`]. Nothing else of the server changes.
//! 3. `cargo run -- simulate <key> --seed 1 > tests/transcripts/<key>.jsonl` records a game; `tests/it/transcripts.rs` prints what
//!    `<key>.expected.json` beside it must hold, which are the hashes of its beliefs.
//! 4. `tests/run` runs the laws on the new entry; they name what is missing. The exact method is held against enumeration in the game's own
//!    `tests/`: there is no law for that.
//! 5. Hard facts first; then soft likelihoods one kind at a time, with calibration. Simulated players must behave as the default
//!    parameters say: where they choose among equal cards by lot, that is a likelihood too.
//! 6. For its readers: a page `docs/games/<key>.md`, whose answers a test asks of the recorded game, a link to it in the README, and
//!    `picture.js` in the folder, which draws the game on the web page (without one it is a table). For its bots: the clients are made
//!    anew ([Python](../../clients/python/README.md), [TypeScript](../../clients/typescript/README.md), where no line is by hand).
//!
//! # Laws
//!
//! Each is a test over [`ALL`], in `tests/it/ruleset_laws/` where no other place is named.
//!
//! - Marginals are normalised, and folding again, from the middle, or with pauses gives the same bits (`beliefs.rs`).
//! - Where the method is exact, the truth keeps positive probability, its value of every variable ([`Ruleset::values`], by the ids of the
//!   marginals, derived ones too) is among those given, and the referee's worlds lie inside every seat's, which lie inside the spectator's.
//! - A frozen belief, thawed and carried on, gives the same bits as one that was never frozen.
//! - Sampled worlds depend on seed and index alone, and follow the marginals (`worlds.rs`).
//! - Every change of a belief stands in a piece of evidence, of a type that the ruleset declares ([`Ruleset::EVIDENCE`]); asking for evidence changes nothing
//!   (`evidence.rs`).
//! - Changing what is hidden from an observer changes no byte that it is served (`views.rs`, and `tests/it/http_privacy.rs` over HTTP).
//! - Of each type an example of an event and of a question decodes; what hides something in simulated games hides it in its example; of ten
//!   types of events nine find a simulated table that takes their example; no number is written with a sign and 0 (`examples.rs`).
//! - What is given probability p happens with frequency p over many simulated games (`calibration.rs`).
//!
//! Sums and samples pass through ordered collections, and logarithms and powers come from `libm`, so that all machines of a release give
//! the same bits.

pub mod catan;
mod columns;
mod conduct;
mod erased;
mod evidence_type;
mod foreign;
mod form;
pub mod hearts;
pub mod liars_dice;
mod likelihood;
mod observer;
mod places;
pub mod pokemon_randbats;
mod profile;
mod rates;
mod refusal;
mod ruleset;
#[cfg(test)]
mod simulated_persons;
mod tables;
mod tagged;
mod tally;
mod upcast;
pub mod vinto;
mod watch;

pub use columns::{Column, Columns};
pub use conduct::{Conduct, Context, Tendency};
pub use erased::{
    AnyBelief, AnyEvent, AnyGame, AnyRuleset, AnyTable, Description, Erased, EventRef, GameOfSeries, Happened, Rejection,
    SimulatedGame, Unreadable, split_type,
};
pub use evidence_type::EvidenceType;
pub use foreign::{NamedFile, PriorFile, PriorTables, Reader};
pub use form::WorldForm;
pub use likelihood::Likelihood;
pub use observer::{Observer, UnknownObserver};
pub use places::{Revision, Seat};
pub use profile::{Counts, DECAY, Memory, Observed, Profile, SettledAt, TRUST_RATE, TRUST_START, Trust};
pub use rates::{MOST_GAMES, Population, PopulationSource, SHIPPED_WORTH, Teaching};
pub use refusal::{Checked, Refusal, in_range, refuse, rule, seated};
pub use ruleset::{Change, Examples, Opening, Posterior, PublicTable, Ruleset, SeatOpening, Transcript, UpcastError};
pub use tables::usual_seats;
pub use tagged::{Malformed, decode};
pub use tally::Tally;
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
