//! What an append asks, and what it is answered.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::projection::Proposal;
use crate::rulesets::{Observer, Revision, Seat};
use crate::service::Time;

/// An event as a client sends it.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EventRequest {
    /// Makes retrying safe: the same id with the same content is answered as it was the first time. Minted if absent.
    #[schema(min_length = 1, max_length = 128)]
    pub id: Option<String>,
    /// One of the ruleset's types, or `retract`, `note`, `finish`.
    #[schema(example = "steal")]
    pub r#type: String,
    /// When it happened; the time of recording if absent. Orders nothing.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub time: Option<Time>,
    /// Its content. Its schema is that of the ruleset.
    #[serde(default)]
    #[schema(value_type = Object)]
    pub data: Map<String, Value>,
}

/// Who reports events.
#[derive(Clone, Debug, Default)]
pub struct Reporter {
    /// Id of the key, which every event names; `None` where no key guards the server.
    pub key: Option<Arc<str>>,
    /// The seat that reports what it did itself: then its own belief judges it. `None` for who may report anything.
    pub seat: Option<Seat>,
}

/// Events to append, all or nothing.
#[derive(Clone, Debug)]
pub struct AppendRequest {
    /// In order; at least one.
    pub events: Vec<EventRequest>,
    /// Where their list stands in the request, as a JSON pointer; `None` where the request is one event.
    pub place: Option<&'static str>,
    /// The revisions that the game may be at; any, where none are named.
    pub if_match: Option<Vec<Revision>>,
    /// For whom a refusal is written. Where nobody is named it is whoever may append anything, who may read everything too.
    pub observer: Option<Observer>,
    /// Whether to answer with that observer's belief.
    pub with_belief: bool,
    /// Who reports them.
    pub reporter: Reporter,
}

/// What became of an append.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct AppendAnswer {
    /// The game.
    pub game: String,
    /// Revision of the last event of the request.
    pub revision: Revision,
    /// One entry an event, in order.
    pub appended: Vec<AppendedEvent>,
    /// The belief of the observer that was asked for, after the last event.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<crate::service::BeliefAnswer>)]
    pub belief: Option<Arc<RawValue>>,
    /// What is unusual about the events, although they were taken.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<Notice>,
}

/// Where an event stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct AppendedEvent {
    /// Its revision.
    pub revision: Revision,
    /// Its id, minted if the client gave none.
    pub id: String,
    /// Whether it was recorded by an earlier request.
    pub duplicate: bool,
}

/// Something about an event that was taken, and is most likely not what was meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct Notice {
    /// JSON pointer to the event, or to the part of it that is meant.
    pub pointer: String,
    /// What is unusual, and what to do about it.
    pub detail: String,
}

impl EventRequest {
    /// As it would be judged and stored; `pointer` is where it stands in the request.
    pub(in crate::service) fn proposal(&self, pointer: String) -> Proposal {
        let payload = serde_json::to_vec(&self.data).expect("JSON values are serialisable");
        Proposal { kind: self.r#type.clone(), payload, pointer }
    }
}

impl AppendRequest {
    /// Whose belief judges the events: that of the seat that reports what it did, and else the referee's. The referee's takes in what a seat
    /// reported when it is next asked for: what the referee knows is no part of what a seat waits for.
    pub(super) fn judge(&self) -> Observer {
        self.reporter.seat.map_or(Observer::Referee, Observer::Seat)
    }

    /// For whom a refusal is written: a seat that reports for itself reads what its own belief says, and whoever else may append anything
    /// may read everything.
    pub(super) fn reader(&self) -> Observer {
        self.reporter.seat.map(Observer::Seat).or(self.observer).unwrap_or(Observer::Referee)
    }

    /// Where an event stands in the request.
    pub(super) fn pointer(&self, index: usize) -> String {
        self.place.map_or(String::new(), |place| format!("{place}/{index}"))
    }
}
