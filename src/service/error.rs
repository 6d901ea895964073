//! What a use case may answer instead of its answer. No status is named here: HTTP is one way to say these things.

use serde_json::{Map, Value};

use crate::projection;
use crate::rulesets::{Rejection, Revision, Unreadable};
use crate::store::{AppendError, StoreError, StreamDamage};

/// Why a request was not fulfilled. Nothing was changed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Error {
    /// There is no such game.
    #[error("there is no game {0:?}")]
    NoGame(String),
    /// The game was erased.
    #[error("game {0:?} was erased; its id is not used again")]
    Erased(String),
    /// A key is needed, and none that is good was brought.
    #[error("{0}")]
    Unauthenticated(String),
    /// The caller's role does not allow it.
    #[error("{detail}")]
    Forbidden {
        /// What is not allowed, and to whom it would be.
        detail: String,
        /// Which part of the request; empty where it is the request as a whole.
        pointer: String,
    },
    /// This server only reads.
    #[error("this server only reads; {}", .primary.as_ref().map_or("ask the one that writes".to_owned(), |url| format!("write at {url}")))]
    ReadsOnly {
        /// URL of the server that writes, where it is known.
        primary: Option<String>,
    },
    /// What was named has not arrived at a server that only reads.
    #[error("it has not arrived at this server, which only reads: {0}")]
    NotArrived(Box<Error>),
    /// There is no such key that was not revoked before.
    #[error("there is no key {0:?} that was not revoked before")]
    NoKey(String),
    /// There is no such player.
    #[error("there is no player {0:?}; PUT makes one, and so does a seat in a game")]
    NoPlayer(String),
    /// The player was forgotten.
    #[error("player {player:?} was forgotten; PUT /v1/players/{player} starts a new person under this id")]
    Forgotten {
        /// The player's id.
        player: String,
        /// Which part of the request names it; empty where the path does.
        pointer: String,
    },
    /// A game stands, and a player whom its opening names was forgotten: the game does not tell any more who sat there.
    #[error(
        "player {player:?} was forgotten, and game {game:?} stands without that name: join it by its id, without naming its players, as \
         GET /v1/games/{game} does. PUT /v1/players/{player} starts a new person, who can sit in new games only"
    )]
    ForgottenInGame {
        /// The player's id.
        player: String,
        /// The game's id.
        game: String,
        /// Which part of the request names the player.
        pointer: String,
    },
    /// There is no such ruleset.
    #[error("there is no ruleset {0:?}; this server hosts {known}", known = known_rulesets())]
    NoRuleset(String),
    /// The game has not come that far.
    #[error("the game has no revision {asked}; its last is {head}")]
    NoRevision {
        /// What was asked for.
        asked: Revision,
        /// The last revision.
        head: Revision,
    },
    /// The player's stream has not come that far.
    #[error("the player's stream has no revision {asked}; {}", head.map_or("it is empty".to_owned(), |head| format!("its last is {head}")))]
    NoPlayerRevision {
        /// What was asked for.
        asked: Revision,
        /// The last revision, where there is one.
        head: Option<Revision>,
    },
    /// A game of that id was opened otherwise.
    #[error("game {game:?} exists, and was opened otherwise: {differs}")]
    GameExists {
        /// Its id.
        game: String,
        /// What is not as it stands there.
        differs: String,
    },
    /// An event id stands for other content already.
    #[error("event id {id:?} was used at revision {revision} for other content")]
    IdReused {
        /// The id.
        id: String,
        /// What it stands for.
        revision: Revision,
        /// Which event of the request.
        pointer: String,
    },
    /// Known events may stand at the front of a batch only, where a retry has grown.
    #[error("event id {id:?} is known, but stands after events that are not; known events may stand at the front only")]
    IdMisplaced {
        /// The id.
        id: String,
        /// Which event of the request.
        pointer: String,
    },
    /// Each event has an id of its own.
    #[error("event id {id:?} stands in this request twice: each event has an id of its own")]
    IdTwice {
        /// The id.
        id: String,
        /// The second event of the request that has it.
        pointer: String,
    },
    /// The game takes no more events.
    #[error("the game is finished: only retract and note may follow")]
    Finished,
    /// Someone else was faster than the expected revision.
    #[error("the game is at revision {head}; {}", named(.expected))]
    Moved {
        /// Where it is.
        head: Revision,
        /// Where it was expected: at one of these.
        expected: Vec<Revision>,
    },
    /// It breaks a rule of the game.
    #[error("{detail}")]
    Refused {
        /// Name of the rule.
        rule: String,
        /// What is wrong.
        detail: String,
        /// Which part of the request.
        pointer: String,
        /// Events of the log that stand against it, where some do.
        evidence: Vec<Revision>,
    },
    /// No world is left.
    #[error("{detail}")]
    Contradicted {
        /// What cannot be.
        detail: String,
        /// The conflicting evidence in the log, by revision.
        evidence: Vec<Revision>,
        /// The conflicting evidence that comes before it in the request, by place.
        evidence_in_request: Vec<String>,
        /// The revision that the game stays at.
        revision: Revision,
        /// Which part of the request.
        pointer: String,
    },
    /// It is not the shape that is read here.
    #[error("{detail}")]
    Malformed {
        /// Which part of the request.
        pointer: String,
        /// What was expected.
        detail: String,
    },
    /// The observer sits in a seat that is not at the table.
    #[error("seat:{seat} is not at this table; its seats are 0 to {last}")]
    NoSeat {
        /// The seat.
        seat: u8,
        /// The last seat at the table.
        last: usize,
    },
    /// A parameter is not what it should be.
    #[error("{detail}")]
    Parameter {
        /// Its name.
        name: &'static str,
        /// What it should be.
        detail: String,
    },
    /// It asks for more than a limit allows.
    #[error("{asked} {what} were asked for; the limit {name} is {limit}")]
    OverLimit {
        /// The limit's name in the configuration.
        name: &'static str,
        /// Its value.
        limit: u64,
        /// What was asked for.
        asked: u64,
        /// Of what.
        what: &'static str,
        /// JSON pointer into the request, where one part of it is too much.
        pointer: Option<String>,
    },
    /// The server has more to do than it takes on.
    #[error("the server has more to do than it takes on; try again in a moment")]
    Overloaded,
    /// The caller has more under way than its share.
    #[error("as much work of this caller is under way or waits as the server takes on; try again in a moment")]
    OverShare {
        /// The limit's name in the configuration.
        name: &'static str,
    },
    /// The work is too long for a thread that answers requests. Never leaves the service: it is done again elsewhere.
    #[error("the work needs a thread of its own")]
    NeedsRoom,
    /// The work needs events that are not in memory. Never leaves the service: it is done again with the whole log.
    #[error("the work needs the whole log")]
    NeedsLog,
    /// The work was given up because nobody waits for it any more.
    #[error("the request took too long and was given up")]
    Cancelled,
    /// The database cannot be used now.
    #[error("the database is unavailable")]
    Unavailable(#[source] StoreError),
    /// The log does not hold what was written.
    #[error("the log is damaged: {0}")]
    Damaged(StreamDamage),
    /// Memory holds what the database does not: it was dropped. Never leaves the service: it is done again with what is read anew.
    #[error("the game is not what it was in memory; try again")]
    Stale,
}

fn known_rulesets() -> String {
    crate::rulesets::ALL.iter().map(|ruleset| ruleset.key()).collect::<Vec<_>>().join(", ")
}

/// What an `If-Match` named, in words.
fn named(expected: &[Revision]) -> String {
    match expected {
        [] => "If-Match names no revision: it takes a number in quotes, such as \"43\", which answers to appends and to GET /v1/games/{game} give as ETag; \
               the tags of beliefs are others"
            .to_owned(),
        [one] => format!("If-Match names {one}"),
        several => format!("If-Match names {}", several.iter().map(Revision::to_string).collect::<Vec<_>>().join(", ")),
    }
}

impl Error {
    /// Whether it says something of one game alone: others of the same log can be served.
    pub(super) const fn is_of_one_game(&self) -> bool {
        matches!(self, Self::NoGame(_) | Self::Erased(_) | Self::Damaged(_) | Self::NoRuleset(_))
    }

    /// Damage whose revision is not known.
    pub fn damaged(what: impl Into<String>) -> Self {
        Self::Damaged(StreamDamage::somewhere(what.into()))
    }

    /// A shape error at a place of the request.
    pub fn malformed(pointer: impl Into<String>, detail: impl Into<String>) -> Self {
        Self::Malformed { pointer: pointer.into(), detail: detail.into() }
    }

    /// The same further down in the request.
    #[must_use]
    pub fn below(self, above: &str) -> Self {
        match self {
            Self::Malformed { pointer, detail } => Self::Malformed { pointer: format!("{above}{pointer}"), detail },
            other => other,
        }
    }

    /// What a ruleset rejected, at a place of the request.
    #[must_use]
    pub fn rejected(pointer: &str, rejection: Rejection) -> Self {
        projection::Error::rejected(pointer, rejection).into()
    }

    /// The same where what a request calls by the name of the refused rule is in one of these objects, named by the place of each; or is its seats.
    #[must_use]
    pub fn rejected_in(objects: &[(&str, &Map<String, Value>)], rejection: Rejection) -> Self {
        let named = |rule: &str| {
            let found = objects.iter().find(|(_, object)| object.contains_key(rule)).map(|(at, _)| format!("{at}/{rule}"));
            found.or_else(|| (rule == "seats").then(|| "/seats".to_owned()))
        };
        let pointer = match &rejection {
            Rejection::Refused(refusal) => named(refusal.rule).unwrap_or_default(),
            Rejection::Malformed(_) => String::new(),
        };
        Self::rejected(&pointer, rejection)
    }
}

impl From<projection::Error> for Error {
    fn from(error: projection::Error) -> Self {
        use projection::Error as Folding;
        match error {
            Folding::GivenUp => Self::Cancelled,
            Folding::NeedsRoom => Self::NeedsRoom,
            Folding::NeedsLog => Self::NeedsLog,
            Folding::Damaged(what) => Self::damaged(what),
            Folding::Malformed { pointer, detail } => Self::Malformed { pointer, detail },
            Folding::Refused { rule, detail, pointer, evidence } => Self::Refused { rule, detail, pointer, evidence },
            Folding::Contradicted { detail, evidence, evidence_in_request, revision, pointer } => {
                Self::Contradicted { detail, evidence, evidence_in_request, revision, pointer }
            }
            Folding::Finished => Self::Finished,
            Folding::NotItsOwn { detail, pointer } => Self::Forbidden { detail, pointer },
        }
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Damaged { place, what } => Self::damaged(format!("{place}: {what}")),
            StoreError::DamagedStream { .. } => Self::damaged(error.to_string()),
            StoreError::Unavailable { .. }
            | StoreError::Full { .. }
            | StoreError::ReadOnly { .. }
            | StoreError::Replaced(_)
            | StoreError::NotSynced { .. }
            | StoreError::OutcomeUnknown { .. }
            | StoreError::Unusable(_) => Self::Unavailable(error),
        }
    }
}

impl From<Unreadable> for Error {
    fn from(error: Unreadable) -> Self {
        Self::damaged(error.to_string())
    }
}

/// For appends whose streams nobody else can write: a clash there is a broken promise of the store.
impl From<AppendError> for Error {
    fn from(error: AppendError) -> Self {
        match error {
            AppendError::Overloaded => Self::Overloaded,
            AppendError::Store(error) => error.into(),
            AppendError::Damaged { stream, what } => Self::damaged(format!("{stream}: {what}")),
            clash @ (AppendError::WrongRevision { .. }
            | AppendError::IdTaken { .. }
            | AppendError::Closed { .. }
            | AppendError::Malformed { .. }) => Self::damaged(clash.to_string()),
        }
    }
}
