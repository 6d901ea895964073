//! Players: what games settled about them, what is remembered of it, and forgetting.

mod answers;
mod conduct;
mod forget;
mod history;
mod learn;
mod merged;
mod population;
mod profiles;
mod rebuild;

pub use answers::{
    ContextAnswer, NameRequest, PlayerAnswer, PlayerEntry, PlayerList, PlayerRulesetAnswer, PriorAnswer, TendencyAnswer,
    TrustAnswer,
};
pub use history::{HistoryAnswer, HistoryList, HistoryRequest, LinksAnswer};
pub use rebuild::Rebuilt;

pub(super) use forget::mark;
pub(super) use population::{PopulationFold, moment_of};
pub(super) use profiles::{Moment, Remembered, Until};

pub use learn::{Foretold, LearnedAnswer, LearnedRate};
pub use population::Learned;
