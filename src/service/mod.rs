//! The use cases: what a request does, in words that know neither axum nor SQL.
//!
//! A game's lock is held from judgement to commit by the one append under way; reads never take it and see the last
//! committed belief. What is folded is [`projection`](crate::projection)'s; here it is loaded, called, kept and answered.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock, Weak};
use std::time::Duration;

use moka::sync::Cache;
use tokio::sync::Semaphore;
use tokio_util::task::TaskTracker;

use crate::clock::{Clock, Entropy};
use crate::projection::Log;
use crate::rulesets::{Observer, Revision};
use crate::store::{LogId, LogWriter, Position, Store, StoreError, StreamDamage};

mod access;
mod arrival;
mod error;
mod flights;
mod games;
mod gauges;
mod lane;
mod limits;
mod names;
pub mod operations;
mod page;
mod payer;
mod players;
mod preference;
mod reads;
mod score;
mod servers;
mod time;
mod turn;
mod work;

pub use crate::projection::OnContradiction;
pub use access::{
    AccessEntry, AccessList, Caller, Guarded, KeyAnswer, KeyList, KeyRequest, MadeKey, Role, RoleName, SeatOf, Seen, Token,
};
pub use error::Error;
pub use games::{
    AppendAnswer, AppendRequest, AppendedEvent, AuditAnswer, ChainAnswer, EventList, EventMark, EventRequest, EventView,
    FeedCursor, FeedEntry, FeedList, FeedRequest, Game, GameAnswer, GameKey, GameList, ListRequest, Notice, OpenRequest,
    OpenedAnswer, ProfileAnswer, Reporter, RetractionsRequest, SeatAnswer, SeatRequest, SnapshotAnswer, Status,
};
pub use gauges::describe;
pub use limits::Limits;
pub use page::PageRequest;
pub use payer::Payer;
pub use players::{
    ContextAnswer, Foretold, HistoryAnswer, HistoryList, HistoryRequest, Learned, LearnedAnswer, LearnedRate, LinksAnswer,
    NameRequest, PlayerAnswer, PlayerEntry, PlayerList, PlayerRulesetAnswer, PriorAnswer, RateAnswer, Rebuilt, TendencyAnswer,
    TrustAnswer,
};
pub use reads::{
    BELIEF_SNAPSHOT, BeliefAnswer, BeliefRequest, CurveAnswer, CurvePoint, CurveRequest, DrawRequest, EvidenceAnswer,
    EvidenceList, EvidenceRequest, Knowledge, OutcomeAnswer, PackedWorlds, QuarantinedAnswer, QueriesAnswer, QueriesRequest,
    TruthAnswer, TruthChange, VariableAnswer, WhatIfRequest, WorldsAnswer, WorldsHead, WorldsRequest, check_truth_length,
};
pub use servers::{ServersAnswer, TenantShare};
pub use time::{NoTime, Time};
pub use turn::{RefusedPart, TurnAnswer, TurnRequest};

use access::{Known, Refusals};
use flights::Flights;
use games::{Found, Recorded};
use players::{Recent, Remembered, Spans};
use reads::{Window, WindowKey};
use servers::Servers;

/// Everything that the use cases work on.
pub struct Service {
    /// Itself, for work that goes on after the request that began it.
    me: Weak<Self>,
    store: Arc<dyn Store>,
    writer: LogWriter,
    clock: Arc<dyn Clock>,
    entropy: Entropy,
    limits: Limits,
    games: Cache<GameKey, Arc<Game>>,
    live: Mutex<BTreeMap<GameKey, Weak<Game>>>,
    /// Whole logs of games that somebody folds from the start.
    logs: Cache<GameKey, Log>,
    past: Cache<(GameKey, Observer, Revision), Arc<Knowledge>>,
    /// Evidence, window by window.
    timelines: Cache<WindowKey, Arc<Window>>,
    /// States of players' streams at revisions just below multiples of a page, for those who read far back.
    remembered: Cache<(LogId, String, Revision), Arc<Remembered>>,
    /// What was remembered last of the persons who play now.
    recent: Cache<(LogId, String), Arc<Recent>>,
    /// Where the games of persons lie in merged streams that somebody reads.
    spans: Cache<(LogId, String), Arc<Spans>>,
    lanes: work::Lanes,
    /// Games that were taken out of memory lately, each with the mark of the last time: what was read of one before that is not kept.
    dropped: Cache<GameKey, Arc<()>>,
    /// Games that are being brought into memory.
    loading: Flights<GameKey, Arc<Game>>,
    /// Whole logs that are being read, by the game in memory.
    reading: Flights<usize, Log>,
    /// Positions that are being folded, by the game in memory.
    positions: Flights<(usize, Observer, Revision), Arc<Knowledge>>,
    /// Windows of evidence that are being made, by the game in memory, the script and the first event.
    windows: Flights<(usize, Observer, Revision, Revision), Arc<Window>>,
    /// Marginals that are being worked out, by what they are of.
    solving: Flights<usize, ()>,
    /// Populations that are being folded, by log, the position that they are folded to, and how many players are forgotten there.
    learning: Flights<(LogId, Position, u64), BTreeMap<String, Learned>>,
    /// The one question, whether the database is ready, that is under way.
    probing: Flights<(), Result<(), StoreError>>,
    /// Held by the one finished game that is being scored.
    scoring: Arc<Semaphore>,
    /// Held by the one snapshot that is being made.
    freezing: Semaphore,
    /// Held by the one walk over the events before a snapshot.
    walking: Semaphore,
    /// Says of each log that somebody follows when something was recorded in it.
    recorded: Recorded,
    /// Games whose stored events are not what was written.
    damaged: Cache<GameKey, Found>,
    /// Persons whose streams were found damaged a moment ago.
    damaged_players: Cache<(LogId, String), StreamDamage>,
    background: TaskTracker,
    /// Keys that were looked up a moment ago, by their ids; unknown ones among them.
    keys: Cache<String, Arc<Known>>,
    /// Ids of keys that there are.
    met: Cache<String, ()>,
    /// Held by whoever looks up an id that was not met before.
    strangers: Semaphore,
    /// How often keys were refused lately, by their ids.
    refusals: Cache<String, Arc<Refusals>>,
    /// Whether a key was ever found: from then on requests need one.
    guarded: AtomicBool,
    /// What was found wrong with the logs as a whole at the start.
    findings: Mutex<Vec<String>>,
    /// URL of the server that writes, where this one only reads and was told.
    primary: OnceLock<String>,
    /// Which servers are alive.
    servers: Servers,
    /// The log of the tenant `default`, once it was looked up.
    default_log: OnceLock<LogId>,
}

/// How long a state of a player's stream stays in memory after it was put there: no longer, because the player may be forgotten by another server.
const REMEMBERED_FOR: Duration = Duration::from_secs(300);

/// How long background work is waited for at the end.
const FINISHING: Duration = Duration::from_secs(10);

/// Games that were taken out of memory, which are remembered so long: longer than any game takes to be read.
const DROPPED_FOR: Duration = Duration::from_secs(600);

/// So many of them.
const DROPPED: u64 = 100_000;

/// The stream of a damaged person is read again after so long.
const DAMAGED_LATELY: Duration = Duration::from_secs(10);

/// Damaged games that are remembered; one more costs another walk of one of them.
const DAMAGED: u64 = 10_000;

/// Keys that are kept in memory; one more costs a look into the database.
const KEYS: u64 = 100_000;

/// How long the refusals of a key are remembered.
const REFUSED_LATELY: Duration = Duration::from_secs(600);

/// The tenant whose log every caller without a key works in.
const DEFAULT_TENANT: &str = "default";

/// The log of that tenant, unless its row names another.
pub const DEFAULT_LOG: LogId = LogId(1);

impl Service {
    /// A service over a store that is open.
    #[must_use]
    pub fn new(store: Arc<dyn Store>, writer: LogWriter, clock: Arc<dyn Clock>, entropy: Entropy, limits: Limits) -> Arc<Self> {
        let bytes = limits.cache_bytes;
        let weighed = |weight: usize| u32::try_from(weight).unwrap_or(u32::MAX);
        Arc::new_cyclic(|me| Self {
            me: Weak::clone(me),
            store,
            writer,
            clock,
            entropy,
            games: Cache::builder().max_capacity(bytes / 2).weigher(move |_, game: &Arc<Game>| weighed(game.weigh())).build(),
            live: Mutex::default(),
            logs: Cache::builder().max_capacity(bytes / 8).weigher(move |_, log: &Log| weighed(log.weigh())).build(),
            past: Cache::builder()
                .max_capacity(bytes / 8)
                .weigher(move |_, past: &Arc<Knowledge>| weighed(past.weigh_alone()))
                .build(),
            timelines: Cache::builder()
                .max_capacity(bytes / 8)
                .weigher(move |_, window: &Arc<Window>| weighed(window.weigh()))
                .build(),
            remembered: Cache::builder()
                .max_capacity(bytes / 32)
                .weigher(move |_, remembered: &Arc<Remembered>| weighed(remembered.weigh()))
                .time_to_live(REMEMBERED_FOR)
                .build(),
            recent: Cache::builder()
                .max_capacity(bytes / 16)
                .weigher(move |_, recent: &Arc<Recent>| weighed(recent.weigh()))
                .time_to_live(REMEMBERED_FOR)
                .build(),
            spans: Cache::builder()
                .max_capacity(bytes / 32)
                .weigher(move |_, spans: &Arc<Spans>| weighed(spans.weigh()))
                .time_to_live(REMEMBERED_FOR)
                .build(),
            dropped: Cache::builder().max_capacity(DROPPED).time_to_live(DROPPED_FOR).build(),
            loading: Flights::default(),
            reading: Flights::default(),
            positions: Flights::default(),
            windows: Flights::default(),
            solving: Flights::default(),
            lanes: work::Lanes::new(limits.folding_threads, limits.heavy_per_key),
            learning: Flights::default(),
            probing: Flights::default(),
            scoring: Arc::new(Semaphore::new(1)),
            freezing: Semaphore::new(1),
            walking: Semaphore::new(1),
            recorded: Recorded::default(),
            damaged: Cache::new(DAMAGED),
            damaged_players: Cache::builder().max_capacity(DAMAGED).time_to_live(DAMAGED_LATELY).build(),
            background: TaskTracker::new(),
            keys: Cache::builder().max_capacity(KEYS).time_to_live(Duration::from_secs(limits.key_seconds)).build(),
            met: Cache::builder().max_capacity(KEYS).build(),
            strangers: Semaphore::new(2),
            refusals: Cache::builder().max_capacity(KEYS).time_to_idle(REFUSED_LATELY).build(),
            guarded: AtomicBool::new(false),
            findings: Mutex::default(),
            primary: OnceLock::new(),
            servers: Servers::default(),
            default_log: OnceLock::new(),
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

    /// Whether an append would be written. Whoever asks at the same time shares the answer, because it costs the database reads and the writer a probe.
    ///
    /// # Errors
    /// Why not.
    pub async fn probe(&self) -> Result<(), Error> {
        let probe = async { Ok(self.store.ping().await) };
        Ok(self.probing.once((), probe).await??)
    }

    /// A seed for a request that brought none: below 2^53.
    #[must_use]
    pub fn fresh_seed(&self) -> u64 {
        self.entropy.seed()
    }

    /// Waits for work that went on after the requests that began it, ten seconds at most: nothing that was acknowledged depends on it. To be called when no more
    /// requests come.
    pub async fn finish(&self) {
        self.background.close();
        if tokio::time::timeout(FINISHING, self.background.wait()).await.is_err() {
            tracing::warn!("checks, snapshots and scores that were under way in the background are given up");
        }
    }
}
