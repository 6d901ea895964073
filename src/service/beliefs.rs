//! What an observer believes, now or at any revision.

use std::sync::Arc;

use bytes::Bytes;
use serde_json::value::RawValue;

use super::answers::BeliefAnswer;
use super::following::{Following, fold};
use super::game::Game;
use super::script::Script;
use super::{Error, Service, telling};
use crate::belief::Marginals;
use crate::rulesets::{Observer, Revision};

/// Folds over more events than this are not tried on a thread that answers requests.
pub(super) const FEW_EVENTS: Revision = 16;

/// Whose belief, and when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BeliefRequest {
    /// Whose.
    pub observer: Observer,
    /// After which event; the last, where none is named.
    pub revision: Option<Revision>,
}

impl BeliefRequest {
    /// The belief after the last event.
    #[must_use]
    pub fn head(observer: Observer) -> Self {
        Self { observer, revision: None }
    }
}

impl Service {
    /// The belief of an observer as it is served. `variables` are ids, or prefixes that end in `*`.
    ///
    /// # Errors
    /// Where the seat or the revision does not exist, or no variable matches.
    pub async fn belief(&self, game: &Arc<Game>, request: &BeliefRequest, variables: Option<&[String]>) -> Result<Bytes, Error> {
        let following = self.following(game, request).await?;
        if let (None, Some(body)) = (variables, following.body.get()) {
            return Ok(body.clone());
        }
        let (shared, variables) = (Arc::clone(game), variables.map(<[String]>::to_vec));
        self.work(true, move |budget| {
            if !following.has_marginals() {
                budget.check(&*following.fold)?;
            }
            let Some(variables) = &variables else {
                if telling::is_on() {
                    telling::tell(&shared, &following, None);
                }
                return Ok(body(&shared, &following));
            };
            let mut answer = BeliefAnswer::new(&shared, &following);
            answer.select(variables)?;
            Ok(serialise(&answer))
        })
        .await
    }

    /// The whole belief as JSON text, to stand in another answer.
    pub(super) async fn belief_text(
        &self,
        game: &Arc<Game>,
        observer: Observer,
        revision: Revision,
    ) -> Result<Box<RawValue>, Error> {
        let body = self.belief(game, &BeliefRequest { observer, revision: Some(revision) }, None).await?;
        let text = String::from_utf8(body.to_vec()).expect("JSON is UTF-8");
        Ok(RawValue::from_string(text).expect("a serialised answer is JSON"))
    }

    /// What an observer knows after an event. At the head it is carried on from where it was last; an earlier revision is
    /// folded from the opening, and kept for a while.
    ///
    /// # Errors
    /// Where the seat or the revision does not exist.
    pub async fn following(&self, game: &Arc<Game>, request: &BeliefRequest) -> Result<Arc<Following>, Error> {
        let observer = check_observer(game, request.observer)?;
        let head = game.head();
        let revision = request.revision.unwrap_or(head);
        if revision > head {
            return Err(Error::NoRevision { asked: revision, head });
        }
        let newest = game.followed(observer);
        if let Some(newest) = newest.as_ref().filter(|newest| newest.revision == revision) {
            return Ok(Arc::clone(newest));
        }
        // A retraction changes what was folded before it, so a fold is carried on only where none has come since.
        let carried = newest.filter(|newest| {
            newest.revision < revision && game.count_retractions(revision) == game.count_retractions(newest.revision)
        });
        if carried.is_none() && revision < head {
            let key = (game.key.clone(), observer, revision);
            if let Some(past) = self.past.get(&key) {
                return Ok(past);
            }
            let past = self.fold_to(game, Following::begin(&game.opened, observer), revision).await?;
            self.past.insert(key, Arc::clone(&past));
            return Ok(past);
        }
        let from = carried.map_or_else(|| Following::begin(&game.opened, observer), |newest| newest.again());
        let following = self.fold_to(game, from, revision).await?;
        self.keep(game, &following);
        Ok(following)
    }

    /// The marginals of a belief, worked out where they hold up nobody.
    pub(super) async fn marginals(&self, following: &Arc<Following>) -> Result<Arc<Marginals>, Error> {
        if following.has_marginals() {
            return Ok(Arc::clone(following.marginals()));
        }
        let following = Arc::clone(following);
        self.work(true, move |budget| {
            budget.check(&*following.fold)?;
            Ok(Arc::clone(following.marginals()))
        })
        .await
    }

    async fn fold_to(&self, game: &Arc<Game>, from: Following, revision: Revision) -> Result<Arc<Following>, Error> {
        let (short, shared) = (revision - from.revision <= FEW_EVENTS, Arc::clone(game));
        self.work(short, move |budget| {
            let script = Script::of(&shared, revision);
            fold(&shared.opened, &script, from.again(), revision, None, budget).map(Arc::new)
        })
        .await
    }

    /// Keeps how far an observer was followed, and has the cache weigh the game again where it grew.
    pub(super) fn keep(&self, game: &Arc<Game>, following: &Arc<Following>) {
        game.keep(following);
        if game.has_grown() {
            self.games.insert(game.key.clone(), Arc::clone(game));
        }
    }
}

/// The whole belief as it is served; serialised once.
fn body(game: &Game, following: &Following) -> Bytes {
    following.body.get_or_init(|| serialise(&BeliefAnswer::new(game, following))).clone()
}

fn serialise(answer: &BeliefAnswer) -> Bytes {
    Bytes::from(serde_json::to_vec(answer).expect("an answer is plain data with text keys"))
}

/// Refuses a seat that is not at the table.
pub(super) fn check_observer(game: &Game, observer: Observer) -> Result<Observer, Error> {
    match observer {
        Observer::Seat(seat) if usize::from(seat) >= game.opened.seats() => {
            Err(Error::NoSeat { seat, last: game.opened.seats() - 1 })
        }
        known => Ok(known),
    }
}
