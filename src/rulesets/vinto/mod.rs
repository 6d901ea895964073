//! Vinto: hidden ranks in rows of cards.

mod check;
mod conduct;
mod event;
mod instance;
mod rank;
mod setup;
mod simulator;
mod table;
mod world;

pub use event::{
    Declare, Discard, Draw, Event, ForceDraw, From, Peek, Penalty, Place, Reshuffle, Reveal, Round, Swap, Switch, TakeDiscard,
    TossIn, TossWindow, UseAction, Vinto as Call,
};
pub use instance::{Card, Instance, Pool, SeatSet};
pub use rank::{Action, DECK, RANKS, Rank, RankCounts, RankSet};
pub use setup::{MOST_SEATS, Parameters, Preset, Setup, Sight};
pub use simulator::{Act, Game, Mind, Person, Spot, Style, play, play_with};
pub use table::{Discarded, Drawn, Pending, Queued, Step, Table, Turn, Window};
pub use world::{World, variable};
