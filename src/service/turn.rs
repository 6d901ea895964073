//! A move in one round trip: events go in, and what an observer believes after them, answers and worlds come out.

use std::pin::pin;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use tokio::time::Instant;

use super::{
    AppendRequest, AppendedEvent, BeliefAnswer, BeliefRequest, DrawRequest, Error, EventRequest, Game, Notice, Reporter, Service,
    WorldsAnswer,
};
use crate::rulesets::{Observer, Revision};
use crate::service::games::before;
use crate::service::reads::check_observer;
use crate::store::LogId;

/// A move, and what is asked after it.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TurnRequest {
    /// Who asks, and for whom a refusal is written: `public`, `seat:N` or `referee`; if absent, the seat of a seat's key, and `public` for all others.
    #[schema(value_type = Option<String>, example = "seat:0")]
    pub observer: Option<Observer>,
    /// Events to append, all or nothing, as `POST …/events` takes them. With none, what is asked is asked of the game as it stands.
    #[serde(default)]
    pub events: Vec<EventRequest>,
    /// The variables of the belief to answer with: ids, or prefixes that end in `*`; all if absent. An empty list leaves the belief out.
    pub variables: Option<Vec<String>>,
    /// Questions, each an object with a `type`.
    #[serde(default)]
    #[schema(value_type = Vec<Object>)]
    pub queries: Vec<Value>,
    /// Worlds to draw; none if absent.
    pub worlds: Option<DrawRequest>,
}

/// What became of a move, and what holds after it. Everything in it is of one revision.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct TurnAnswer {
    /// The game.
    pub game: String,
    /// Its ruleset, whose own answers and worlds are.
    pub ruleset: String,
    /// Revision of the last event of the request; of the game, where the request had none.
    pub revision: Revision,
    /// One entry an event, in order.
    pub appended: Vec<AppendedEvent>,
    /// The observer's belief, or the variables of it that were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<BeliefAnswer>)]
    pub belief: Option<Arc<RawValue>>,
    /// One a question, in order; null where the table had no answer, and then `refused` says why.
    #[schema(value_type = Vec<Object>)]
    pub answers: Vec<Option<Value>>,
    /// The worlds, where some were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<WorldsAnswer>)]
    pub worlds: Option<WorldsAnswer>,
    /// What was asked and could not be answered at this table. The events are recorded all the same.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<RefusedPart>,
    /// What is unusual about the events, although they were taken.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<Notice>,
}

/// The rule that stands in [`RefusedPart::rule`] where something failed that has to do with no rule.
const UNANSWERED: &str = "unanswered";

/// Something that was asked and could not be answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
pub struct RefusedPart {
    /// JSON pointer into the request.
    pub pointer: String,
    /// Name of the rule, for programs; `unanswered` where the server failed before it could answer: ask again.
    pub rule: String,
    /// Why.
    pub detail: String,
}

impl Service {
    /// Appends events, and answers what is asked at the revision of the last of them. Everything that could be wrong with the questions
    /// whatever the table is judged first, so that a request is not refused after its events were recorded.
    ///
    /// # Errors
    /// As [`Service::append`]; and where a question, a seed or a number of worlds is malformed. Nothing is changed then. Once events are recorded
    /// nothing is an error: what cannot be answered stands in `refused`.
    pub async fn turn(
        self: &Arc<Self>,
        log: LogId,
        id: &str,
        request: TurnRequest,
        if_match: Option<Vec<Revision>>,
        reporter: Reporter,
        answer_by: Instant,
    ) -> Result<TurnAnswer, Error> {
        let mut time_is_over = pin!(tokio::time::sleep_until(answer_by));
        let game = self.game(log, id).await?;
        let observer = request.observer.unwrap_or(Observer::Public);
        check_observer(&game, observer)?;
        self.check_queries(&game, &request.queries)?;
        self.check_patterns(request.variables.as_deref().unwrap_or_default())?;
        if let Some(wanted) = &request.worlds {
            self.check_draws(&game, wanted).map_err(|error| error.below("/worlds"))?;
        }
        let TurnRequest { events, variables, queries, worlds, .. } = request;
        let (game, revision, appended, notices) = if events.is_empty() {
            let head = game.head();
            if let Some(expected) = if_match.filter(|expected| !expected.contains(&head)) {
                return Err(Error::Moved { head, expected });
            }
            (game, head, Vec::new(), Vec::new())
        } else {
            let request = AppendRequest {
                events,
                place: Some("/events"),
                if_match,
                observer: Some(observer),
                with_belief: false,
                reporter,
            };
            let appended = self.append(log, id, request, answer_by).await?;
            // Asked again: memory may have been dropped for what the database holds.
            let game = match self.game(log, id).await {
                Ok(game) => game,
                Err(error) => {
                    tracing::warn!(?error, game = game.id(), "a game cannot be read after its events were recorded");
                    game
                }
            };
            (game, appended.revision, appended.appended, appended.notices)
        };
        let asked = BeliefRequest { observer, revision: Some(revision) };
        let (is_recorded, count) = (!appended.is_empty(), queries.len());
        let mut refused = Vec::new();
        let belief = before(time_is_over.as_mut(), self.turns_belief(&game, &asked, variables, &mut refused)).await;
        let belief = answered(belief, is_recorded, "/variables", &mut refused)?.flatten();
        let answers = before(time_is_over.as_mut(), self.turns_answers(&game, &asked, queries, &mut refused)).await;
        let answers = answered(answers, is_recorded, "/queries", &mut refused)?.unwrap_or_else(|| vec![None; count]);
        let worlds = match &worlds {
            Some(wanted) => {
                let worlds = before(time_is_over.as_mut(), self.worlds(&game, &asked, wanted)).await;
                answered(worlds, is_recorded, "/worlds", &mut refused)?
            }
            None => None,
        };
        let (name, ruleset) = (game.id().to_owned(), game.ruleset.key().to_owned());
        Ok(TurnAnswer { game: name, ruleset, revision, appended, belief, answers, worlds, refused, notices })
    }

    /// Each pattern is held against each variable: as many are taken as questions.
    fn check_patterns(&self, patterns: &[String]) -> Result<(), Error> {
        let (asked, limit) = (patterns.len() as u64, self.limits.queries as u64);
        if asked > limit {
            return Err(Error::OverLimit { name: "queries", limit, asked, what: "patterns of variables", pointer: None });
        }
        Ok(())
    }

    /// The belief that a turn asks for: patterns that match nothing are refused one by one.
    async fn turns_belief(
        &self,
        game: &Arc<Game>,
        asked: &BeliefRequest,
        variables: Option<Vec<String>>,
        refused: &mut Vec<RefusedPart>,
    ) -> Result<Option<Arc<RawValue>>, Error> {
        let Some(patterns) = variables else { return self.whole_belief(game, asked).await.map(Some) };
        if patterns.is_empty() {
            return Ok(None);
        }
        let knowledge = self.knowledge(game, asked).await?;
        self.marginals(&knowledge).await?;
        let mut answer = BeliefAnswer::new(game, &knowledge);
        let mut known = Vec::with_capacity(patterns.len());
        for (index, pattern) in patterns.into_iter().enumerate() {
            if answer.has(&pattern) {
                known.push(pattern);
            } else {
                let (pointer, detail) = (format!("/variables/{index}"), format!("no variable matches {pattern:?}"));
                refused.push(RefusedPart { pointer, rule: "variables".to_owned(), detail });
            }
        }
        answer.select(&known)?;
        let body = serde_json::value::to_raw_value(&answer).expect("an answer is plain data with text keys");
        Ok(Some(body.into()))
    }

    /// The answers that a turn asks for: together where none is refused, and else one by one.
    async fn turns_answers(
        &self,
        game: &Arc<Game>,
        asked: &BeliefRequest,
        queries: Vec<Value>,
        refused: &mut Vec<RefusedPart>,
    ) -> Result<Vec<Option<Value>>, Error> {
        if queries.is_empty() {
            return Ok(Vec::new());
        }
        match self.queries(game, asked, queries.clone()).await {
            Ok(answered) => return Ok(answered.answers.into_iter().map(Some).collect()),
            Err(Error::Refused { .. }) => {}
            Err(error) => return Err(error),
        }
        let mut answers = Vec::with_capacity(queries.len());
        for (index, query) in queries.into_iter().enumerate() {
            match self.queries(game, asked, vec![query]).await {
                Ok(answered) => answers.extend(answered.answers.into_iter().map(Some)),
                Err(Error::Refused { rule, detail, .. }) => {
                    answers.push(None);
                    refused.push(RefusedPart { pointer: format!("/queries/{index}"), rule, detail });
                }
                Err(error) => return Err(error),
            }
        }
        Ok(answers)
    }
}

/// What was asked, where it could be answered. Where it could not, and events are recorded, that is no reason to say that they were not.
fn answered<T>(
    answer: Result<T, Error>,
    is_recorded: bool,
    pointer: &str,
    refused: &mut Vec<RefusedPart>,
) -> Result<Option<T>, Error> {
    match answer {
        Err(error) if is_recorded => {
            tracing::warn!(?error, pointer, "events are recorded, and what was asked with them cannot be answered");
            metrics::counter!("credence_unanswered_total").increment(1);
            let detail = format!("{error}; the events are recorded: ask again without them");
            refused.push(RefusedPart { pointer: pointer.to_owned(), rule: UNANSWERED.to_owned(), detail });
            Ok(None)
        }
        answer => answer.map(Some),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fails_after_events_are_recorded_hides_nothing() {
        let mut refused = Vec::new();
        let failed = || Err::<(), _>(Error::OverShare { name: "heavy_per_key" });
        assert_eq!(answered(failed(), false, "/worlds", &mut refused), failed().map(Some));
        assert!(refused.is_empty());
        assert_eq!(answered(failed(), true, "/worlds", &mut refused), Ok(None));
        assert_eq!((refused[0].pointer.as_str(), refused[0].rule.as_str()), ("/worlds", "unanswered"));
    }
}
