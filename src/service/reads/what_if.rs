//! The belief that would be: without some events, with others, under other parameters. Changes nothing.
//!
//! It is viewed, checked and folded for the observer who asks and for nobody else, so that no answer tells an observer what
//! only others know.

use std::sync::Arc;

use bytes::Bytes;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::answers::BeliefAnswer;
use super::beliefs::check_observer;
use crate::projection::{Proposal, Supposition};
use crate::rulesets::{Observer, Revision};
use crate::service::games::check_event_id;
use crate::service::{BeliefRequest, Error, EventRequest, Game, Knowledge, Service};

/// What should be otherwise.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WhatIfRequest {
    /// Whose belief: `public`, `seat:N` or `referee`; if absent, the seat of a seat's key, and `public` for all others.
    #[serde(default)]
    #[schema(value_type = Option<String>, example = "seat:0")]
    pub observer: Option<Observer>,
    /// After which event; the last, where none is named.
    pub revision: Option<Revision>,
    /// Events that should not have been.
    #[serde(default)]
    pub without: Vec<Revision>,
    /// Events that should follow the last.
    #[serde(default)]
    pub with: Vec<EventRequest>,
    /// Parameters of the model instead of the game's.
    #[schema(value_type = Option<Object>)]
    pub parameters: Option<Map<String, Value>>,
}

impl Service {
    /// The belief that would be, in the shape of a belief. Events that no longer fit are listed as quarantined.
    ///
    /// # Errors
    /// Where the seat or a revision does not exist, an event that should follow breaks a rule, or the parameters do.
    pub async fn what_if(&self, game: &Arc<Game>, belief: &BeliefRequest, request: WhatIfRequest) -> Result<Bytes, Error> {
        check_observer(game, belief.observer)?;
        let limit = self.limits.events_per_append as u64;
        let asked = (request.with.len() + request.without.len()) as u64;
        if asked > limit {
            return Err(Error::OverLimit { name: "events_per_append", limit, asked, what: "events", pointer: None });
        }
        let head = game.head();
        let revision = belief.revision.unwrap_or(head);
        if revision > head {
            return Err(Error::NoRevision { asked: revision, head });
        }
        // What cannot be recorded is not supposed either, so that a bot that tries an event here learns what is wrong with it.
        for (index, event) in request.with.iter().enumerate() {
            event.id.iter().try_for_each(|id| check_event_id(id, &format!("/with/{index}/id")))?;
        }
        let proposal = |(index, event): (usize, &EventRequest)| event.proposal(format!("/with/{index}"));
        let with: Vec<Proposal> = request.with.iter().enumerate().map(proposal).collect();
        let (shared, log, observer) = (Arc::clone(game), self.whole_log(game).await?, belief.observer);
        self.work(false, move |budget| {
            // Parameters may hold a table of megabytes: it is read when its turn comes, and is not held by whoever waits.
            let opened = match &request.parameters {
                None => Arc::clone(&shared.opened),
                Some(parameters) => {
                    let opened = shared.opened.with_parameters(Value::Object(parameters.clone()));
                    opened.map_err(|rejection| Error::rejected_in(&[("/parameters", parameters)], rejection))?
                }
            };
            let supposed = Supposition { game: &opened, log: &log, revision, without: &request.without, with: &with, budget };
            let knowledge = Knowledge::new(&opened, supposed.position(observer)?);
            let answer = BeliefAnswer { revision, ..BeliefAnswer::new(&shared, &knowledge) };
            Ok(Bytes::from(serde_json::to_vec(&answer).expect("an answer is plain data with text keys")))
        })
        .await
    }
}
