//! Players: what games settled about them, what is remembered of it, and forgetting.

mod answers;
mod between;
mod carry_on;
mod conduct;
mod damage;
mod forget;
mod history;
mod kept;
mod learn;
mod merged;
mod parts;
mod population;
mod profiles;
mod rebuild;
mod recent;
mod spans;
mod whole;

pub use answers::{
    ContextAnswer, NameRequest, PlayerAnswer, PlayerEntry, PlayerList, PlayerRulesetAnswer, PriorAnswer, RateAnswer,
    TendencyAnswer, TrustAnswer,
};
pub use history::{HistoryAnswer, HistoryList, HistoryRequest, LinksAnswer};
pub use rebuild::Rebuilt;

pub(super) use damage::damaged_player;
pub(super) use forget::mark;
pub(super) use population::{PopulationFold, moment_of};
pub(super) use profiles::{Moment, Remembered, Until};
pub(super) use recent::Recent;
pub(super) use spans::Spans;
pub(super) use whole::fold_parts;

pub use learn::{Foretold, LearnedAnswer, LearnedRate};
pub use population::Learned;
