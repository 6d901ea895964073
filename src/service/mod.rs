//! The use cases: what a request does, in words that know neither axum nor SQL.
//!
//! A game's lock is held from judgement to commit by the one append under way; reads never take it and see the last
//! committed belief. Beliefs of observers other than the judge are folded when someone asks for them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use moka::sync::Cache;
use tokio::sync::Semaphore;

use crate::clock::{Clock, Entropy};
use crate::rulesets::{Observer, Revision};
use crate::store::{LogId, LogWriter, Store};

mod answers;
mod audit;
mod beliefs;
mod budget;
mod catalog;
mod conduct;
mod error;
mod events;
mod evidence;
mod following;
mod forget;
mod game;
mod history;
mod judge;
mod limits;
mod open;
mod players;
mod profiles;
mod queries;
mod rebuild;
mod record;
mod rehydrate;
mod retract;
mod script;
mod telling;
mod what_if;
mod worlds;

pub use answers::{BeliefAnswer, OutcomeAnswer, VariableAnswer};
pub use audit::{AuditAnswer, ChainAnswer};
pub use beliefs::BeliefRequest;
pub use catalog::{GameAnswer, GameList, ListRequest, SeatAnswer, Status};
pub use error::Error;
pub use events::{EventList, EventView, PageRequest};
pub use evidence::{EvidenceAnswer, EvidenceList, EvidenceRequest};
pub use following::{Following, Quarantined};
pub use game::{Game, GameKey, OnContradiction, canonical};
pub use history::{HistoryAnswer, HistoryList, HistoryRequest, LinksAnswer};
pub use limits::Limits;
pub use open::{OpenRequest, OpenedAnswer, ProfileAnswer, SeatRequest};
pub use players::{
    ContextAnswer, NameRequest, PlayerAnswer, PlayerEntry, PlayerList, PlayerRulesetAnswer, PriorAnswer, TendencyAnswer,
    TrustAnswer,
};
pub use queries::{QueriesAnswer, QueriesRequest};
pub use rebuild::Rebuilt;
pub use record::{AppendAnswer, AppendRequest, AppendedEvent, EventRequest};
pub use telling::BELIEF_SNAPSHOT;
pub use what_if::WhatIfRequest;
pub use worlds::{WorldsAnswer, WorldsHead, WorldsRequest};

use following::Timed;
use profiles::Remembered;

/// Everything that the use cases work on.
pub struct Service {
    store: Arc<dyn Store>,
    writer: LogWriter,
    clock: Arc<dyn Clock>,
    entropy: Entropy,
    limits: Limits,
    games: Cache<GameKey, Arc<Game>>,
    live: Mutex<BTreeMap<GameKey, Weak<Game>>>,
    past: Cache<(GameKey, Observer, Revision), Arc<Following>>,
    timelines: Cache<(GameKey, Observer, Revision), Arc<Vec<Timed>>>,
    /// States of players' streams at revisions just below multiples of [`profiles::READ`], for those who read far back.
    remembered: Cache<(LogId, String, Revision), Arc<Remembered>>,
    folding: Arc<Semaphore>,
}

/// How long a state of a player's stream stays in memory: no longer, because the player may be forgotten by another server.
const REMEMBERED_FOR: Duration = Duration::from_secs(300);

/// The log that every caller without a key works in.
pub const DEFAULT_LOG: LogId = LogId(1);

impl Service {
    /// A service over a store that is open.
    #[must_use]
    pub fn new(store: Arc<dyn Store>, writer: LogWriter, clock: Arc<dyn Clock>, entropy: Entropy, limits: Limits) -> Arc<Self> {
        let bytes = limits.cache_bytes;
        let weighed = |weight: usize| u32::try_from(weight).unwrap_or(u32::MAX);
        Arc::new(Self {
            store,
            writer,
            clock,
            entropy,
            games: Cache::builder().max_capacity(bytes / 2).weigher(move |_, game: &Arc<Game>| weighed(game.weigh())).build(),
            live: Mutex::default(),
            past: Cache::builder().max_capacity(bytes / 4).weigher(move |_, past: &Arc<Following>| weighed(past.weigh())).build(),
            timelines: Cache::builder()
                .max_capacity(bytes / 4)
                .weigher(move |_, timeline: &Arc<Vec<Timed>>| weighed(evidence::weigh(timeline)))
                .build(),
            remembered: Cache::builder()
                .max_capacity(bytes / 8)
                .weigher(move |_, remembered: &Arc<Remembered>| weighed(remembered.weigh()))
                .time_to_live(REMEMBERED_FOR)
                .build(),
            folding: Arc::new(Semaphore::new(limits.folding_threads)),
            limits,
        })
    }

    /// The limits in force.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The log.
    #[must_use]
    pub fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    /// A seed for a request that brought none: below 2^53.
    #[must_use]
    pub fn fresh_seed(&self) -> u64 {
        self.entropy.seed()
    }
}
