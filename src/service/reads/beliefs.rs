//! What an observer believes, now or at any revision.

use std::sync::Arc;

use bytes::Bytes;
use serde_json::value::RawValue;

use super::answers::BeliefAnswer;
use super::telemetry;
use crate::belief::Marginals;
use crate::projection::{Line, Log, Nobody, Position, Script, Walk};
use crate::rulesets::{Observer, Revision};
use crate::service::{Error, Game, GameKey, Knowledge, Service};

/// Folds over more events than this are not tried on a thread that answers requests.
pub(in crate::service) const FEW_EVENTS: Revision = 16;

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

/// A body that is served as it stands in memory.
struct Served(Arc<RawValue>);

impl AsRef<[u8]> for Served {
    fn as_ref(&self) -> &[u8] {
        self.0.get().as_bytes()
    }
}

impl Service {
    /// The belief of an observer as it is served. `variables` are ids, or prefixes that end in `*`.
    ///
    /// # Errors
    /// Where the seat or the revision does not exist, or no variable matches.
    pub async fn belief(&self, game: &Arc<Game>, request: &BeliefRequest, variables: Option<&[String]>) -> Result<Bytes, Error> {
        let Some(variables) = variables else {
            return Ok(Bytes::from_owner(Served(self.whole_belief(game, request).await?)));
        };
        let knowledge = self.knowledge(game, request).await?;
        self.marginals(&knowledge).await?;
        let mut answer = BeliefAnswer::new(game, &knowledge);
        answer.select(variables)?;
        Ok(Bytes::from(serde_json::to_vec(&answer).expect("an answer is plain data with text keys")))
    }

    /// The whole belief of an observer as JSON text.
    pub(in crate::service) async fn whole_belief(
        &self,
        game: &Arc<Game>,
        request: &BeliefRequest,
    ) -> Result<Arc<RawValue>, Error> {
        let knowledge = self.knowledge(game, request).await?;
        if let Some(body) = knowledge.body() {
            return Ok(body);
        }
        self.marginals(&knowledge).await?;
        if telemetry::is_on() {
            telemetry::report(game, &knowledge, None);
        }
        let body = knowledge.serialise(|| {
            let answer = BeliefAnswer::new(game, &knowledge);
            serde_json::value::to_raw_value(&answer).expect("an answer is plain data with text keys")
        });
        if game.newest(knowledge.observer()).is_some_and(|newest| Arc::ptr_eq(&newest, &knowledge)) {
            self.weigh_again(game);
        }
        Ok(body)
    }

    /// What an observer knows after an event. At the head it is carried on from where it was last; an earlier revision is
    /// folded from the nearest snapshot, and kept for a while.
    ///
    /// # Errors
    /// Where the seat or the revision does not exist.
    pub async fn knowledge(&self, game: &Arc<Game>, request: &BeliefRequest) -> Result<Arc<Knowledge>, Error> {
        let observer = request.observer;
        check_observer(game, observer)?;
        let log = game.log();
        let head = log.next() - 1;
        let revision = request.revision.unwrap_or(head);
        if revision > head {
            return Err(Error::NoRevision { asked: revision, head });
        }
        let newest = game.newest(observer);
        if let Some(newest) = newest.as_ref().filter(|newest| newest.revision() == revision) {
            return Ok(Arc::clone(newest));
        }
        // A retraction changes what was folded before it, so a fold is carried on only where none has come since.
        let carried = newest.filter(|newest| newest.revision() < revision && log.agrees(newest.revision(), revision));
        let past = (carried.is_none() && revision < head).then(|| (game.key.clone(), observer, revision));
        if let Some(past) = past.as_ref().and_then(|key| self.past.get(key)) {
            return Ok(past);
        }
        let short = carried.as_ref().is_some_and(|carried| revision - carried.revision() <= FEW_EVENTS);
        let fold = self.fold_to(game, log, observer, revision, carried, past);
        if short {
            return Box::pin(fold).await;
        }
        Box::pin(self.positions.once((Arc::as_ptr(game).addr(), observer, revision), fold)).await
    }

    /// Folds to a revision, from where the observer was carried to, or from the nearest snapshot; and keeps what comes of it: as a past
    /// revision, where `past` says so.
    async fn fold_to(
        &self,
        game: &Arc<Game>,
        log: Log,
        observer: Observer,
        revision: Revision,
        carried: Option<Arc<Knowledge>>,
        past: Option<(GameKey, Observer, Revision)>,
    ) -> Result<Arc<Knowledge>, Error> {
        let from = match carried {
            Some(carried) => carried.position.clone(),
            None => self.start(game, observer, revision).await,
        };
        let began = self.clock.now_us();
        let events = revision - from.revision();
        let position = self.fold(game, log, from, revision).await?;
        let knowledge = Arc::new(Knowledge::new(&game.opened, position));
        let micros = self.clock.now_us().saturating_sub(began).max(0);
        match past {
            Some(key) => {
                game.keep_in(&self.past, key, Arc::clone(&knowledge));
                self.count_fold(game, &knowledge, events, micros);
            }
            None => self.keep(game, &knowledge, events, micros),
        }
        Ok(knowledge)
    }

    /// The marginals of a belief, worked out where they hold up nobody.
    pub(in crate::service) async fn marginals(&self, knowledge: &Arc<Knowledge>) -> Result<Arc<Marginals>, Error> {
        if knowledge.has_marginals() {
            return Ok(Arc::clone(knowledge.marginals()));
        }
        let shared = Arc::clone(knowledge);
        let solve = self.work(true, move |budget| {
            shared.check(budget)?;
            shared.marginals();
            Ok(())
        });
        // Others wait here, and not on the threads for short work.
        self.solving.once(Arc::as_ptr(knowledge).addr(), solve).await?;
        Ok(Arc::clone(knowledge.marginals()))
    }

    async fn fold(&self, game: &Arc<Game>, recent: Log, from: Position, revision: Revision) -> Result<Position, Error> {
        let first = from.revision() + 1;
        let log = if recent.first() <= first { recent } else { self.log_from(game, first, revision).await? };
        let short = revision - from.revision() <= FEW_EVENTS;
        let line = game.line(revision);
        self.work_over(game, log, short, |log| walk(game, log, &from, revision, line.clone())).await
    }

    /// Keeps what an observer knows, has the cache weigh the game again where it grew, and makes a snapshot where one is due.
    pub(in crate::service) fn keep(&self, game: &Arc<Game>, knowledge: &Arc<Knowledge>, events: Revision, micros: i64) {
        game.keep(knowledge);
        self.weigh_again(game);
        self.count_fold(game, knowledge, events, micros);
    }

    fn weigh_again(&self, game: &Arc<Game>) {
        if game.has_grown() && !game.is_retired() {
            game.keep_in(&self.games, game.key.clone(), Arc::clone(game));
        }
    }
}

/// The work of carrying a position to a revision.
fn walk(
    game: &Arc<Game>,
    log: Log,
    from: &Position,
    revision: Revision,
    line: Option<Arc<Line>>,
) -> impl Fn(&crate::projection::Budget) -> Result<Position, Error> + Send + 'static {
    let (game, from) = (Arc::clone(game), from.clone());
    move |budget| {
        let script = Script::of(&log, revision);
        let walk = Walk { game: &game.opened, script: &script, line: line.as_deref(), budget };
        Ok(walk.to(from.clone(), revision, &mut Nobody)?)
    }
}

/// Refuses a seat that is not at the table.
pub(in crate::service) fn check_observer(game: &Game, observer: Observer) -> Result<(), Error> {
    match observer {
        Observer::Seat(seat) if usize::from(seat) >= game.opened.seats() => {
            Err(Error::NoSeat { seat, last: game.opened.seats() - 1 })
        }
        _ => Ok(()),
    }
}
