//! A ruleset's own questions.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::rulesets::{Malformed, Observer, Rejection, Revision};
use crate::service::{BeliefRequest, Error, Game, Service};

/// Questions that are answered on a thread that answers requests; one alone may take some ten thousand draws.
const FEW_QUESTIONS: usize = 10;

/// Questions about one belief.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct QueriesRequest {
    /// Whose belief: `public`, `seat:N` or `referee`; if absent, the seat of a seat's key, and `public` for all others.
    #[serde(default)]
    #[schema(value_type = Option<String>, example = "seat:0")]
    pub observer: Option<Observer>,
    /// After which event; the last, where none is named.
    pub revision: Option<Revision>,
    /// The questions, each an object with a `type`. Their schemas are those of the ruleset.
    #[schema(value_type = Vec<Object>)]
    pub queries: Vec<Value>,
}

/// The answers, in the order of the questions.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct QueriesAnswer {
    /// The ruleset, whose own the answers are.
    pub ruleset: String,
    /// After which event.
    pub revision: Revision,
    /// One a question, with its `type`.
    #[schema(value_type = Vec<Object>)]
    pub answers: Vec<Value>,
}

impl Service {
    /// Answers a ruleset's own questions.
    ///
    /// # Errors
    /// Where the seat or the revision does not exist, or a question is malformed or refused, named by its place.
    pub async fn queries(&self, game: &Arc<Game>, belief: &BeliefRequest, queries: Vec<Value>) -> Result<QueriesAnswer, Error> {
        self.check_queries(game, &queries)?;
        let knowledge = self.knowledge(game, belief).await?;
        let ruleset = game.ruleset.key();
        self.work(queries.len() <= FEW_QUESTIONS, move |budget| {
            let answer = |(index, query): (usize, &Value)| {
                knowledge.check(budget)?;
                knowledge.answer(query.clone()).map_err(|rejection| locate(index, rejection))
            };
            let answers = queries.iter().enumerate().map(answer).collect::<Result<_, _>>()?;
            Ok(QueriesAnswer { ruleset: ruleset.to_owned(), revision: knowledge.revision(), answers })
        })
        .await
    }

    /// Refuses questions that no table could answer, before anything is done.
    ///
    /// # Errors
    /// Where there are too many, or one is malformed, named by its place.
    pub(in crate::service) fn check_queries(&self, game: &Game, queries: &[Value]) -> Result<(), Error> {
        let (asked, limit) = (queries.len() as u64, self.limits.queries as u64);
        if asked > limit {
            return Err(Error::OverLimit { name: "queries", limit, asked, what: "questions", pointer: None });
        }
        let check =
            |(index, query): (usize, &Value)| game.opened.check_query(query).map_err(|malformed| locate(index, malformed.into()));
        queries.iter().enumerate().try_for_each(check)
    }
}

fn locate(index: usize, rejection: Rejection) -> Error {
    let place = format!("/queries/{index}");
    match rejection {
        Rejection::Malformed(Malformed { unknown_tag: true, detail, .. }) => {
            Error::malformed(format!("{place}/type"), detail.replacen("variant", "question", 1))
        }
        rejection => Error::rejected(&place, rejection),
    }
}
