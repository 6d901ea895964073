//! The belief that would be: without some events, with others, under other parameters. Changes nothing.
//!
//! It is viewed, checked and folded for the observer who asks and for nobody else, so that no answer tells an observer what
//! only others know.

use std::sync::Arc;

use bytes::Bytes;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::answers::BeliefAnswer;
use super::budget::Budget;
use super::following::{Following, Taken, fold, take};
use super::game::{Body, FINISH, Game, NOTE, OPENING, Play, RETRACT, canonical};
use super::judge::locate;
use super::retract::refold;
use super::script::Script;
use super::{BeliefRequest, Error, EventRequest, Service};
use crate::rulesets::{AnyGame, Observer, Revision};

/// What should be otherwise.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WhatIfRequest {
    /// Whose belief: `public`, `seat:N` or `referee`; `public` if absent.
    #[serde(default)]
    #[schema(value_type = Option<String>, example = "seat:0")]
    pub observer: Option<Observer>,
    /// After which event; the last, where none is named.
    pub revision: Option<Revision>,
    /// Events that should not have been.
    #[serde(default)]
    pub without: Vec<Revision>,
    /// Events that should follow behind the last.
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
        super::beliefs::check_observer(game, belief.observer)?;
        let limit = self.limits.events_per_append as u64;
        let asked = (request.with.len() + request.without.len()) as u64;
        if asked > limit {
            return Err(Error::OverLimit { name: "events_per_append", limit, asked, what: "events" });
        }
        let head = game.head();
        let revision = belief.revision.unwrap_or(head);
        if revision > head {
            return Err(Error::NoRevision { asked: revision, head });
        }
        let opened = match request.parameters {
            None => Arc::clone(&game.opened),
            Some(parameters) => {
                game.opened.with_parameters(Value::Object(parameters)).map_err(|rejection| Error::rejected("", rejection))?
            }
        };
        for (index, without) in request.without.iter().enumerate() {
            check_without(game, *without, revision, &format!("/without/{index}"))?;
        }
        let (shared, observer) = (Arc::clone(game), belief.observer);
        self.work(false, move |budget| {
            let mut script = Script::without(&shared, revision, &request.without);
            // From the first change on, events may break rules that they kept; a missing retraction changes its target.
            let first =
                request.without.iter().copied().map(|without| match shared.event(without).map(|logged| logged.body.clone()) {
                    Some(Body::Retract(retraction)) => retraction.revision,
                    _ => without,
                });
            let (mut following, _) = match first.min() {
                Some(first) => refold(&opened, &mut script, observer, first, revision, budget)?,
                None => (fold(&opened, &script, Following::begin(&opened, observer), revision, None, budget)?, Vec::new()),
            };
            for (index, event) in request.with.iter().enumerate() {
                following = follow_hypothetical(&shared, &opened, &mut script, following, event, index, budget)?;
            }
            let answer = BeliefAnswer { revision, ..BeliefAnswer::new(&shared, &following) };
            Ok(Bytes::from(serde_json::to_vec(&answer).expect("an answer is plain data with text keys")))
        })
        .await
    }
}

fn check_without(game: &Game, without: Revision, revision: Revision, pointer: &str) -> Result<(), Error> {
    if without > revision {
        return Err(Error::malformed(pointer, format!("revision {without} is behind revision {revision}, where this begins")));
    }
    match game.event(without).map(|logged| matches!(logged.body, Body::Opening)) {
        Some(true) => Err(Error::malformed(pointer, "there is no belief without the opening")),
        _ => Ok(()),
    }
}

fn follow_hypothetical(
    game: &Game,
    opened: &Arc<dyn AnyGame>,
    script: &mut Script<'_>,
    following: Following,
    event: &EventRequest,
    index: usize,
    budget: &Budget,
) -> Result<Following, Error> {
    let place = format!("/with/{index}");
    let kind = event.r#type.as_str();
    if [OPENING, RETRACT, NOTE, FINISH].contains(&kind) {
        return Err(Error::malformed(format!("{place}/type"), "only an event of the ruleset can be supposed"));
    }
    let data = canonical(&Value::Object(event.data.clone()));
    let play = Arc::new(Play { kind: kind.to_owned(), schema: game.ruleset.schema(), data });
    let at = following.revision + 1;
    let step = following.fold.judge(play.event(), at).map_err(|rejection| locate(&place, rejection))?;
    let taken = take(opened, script, &following, &play, step, budget)?;
    script.push(Some(Arc::clone(&play)));
    Ok(match taken {
        Taken::Yes(next) => next,
        Taken::No(next, contradiction) => next.quarantining(&play, contradiction.detail),
    })
}
