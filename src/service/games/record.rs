//! Recording events: the only write path.
//!
//! Known ids first, then the expected revision, then the rules, then the judging belief; one append to the log; and only
//! when that is durable does the new head show.

use std::collections::BTreeSet;
use std::pin::{Pin, pin};
use std::sync::Arc;

use tokio::time::{Instant, Sleep};

use super::append::{AppendAnswer, AppendRequest, AppendedEvent, EventRequest};
use super::checked::entry_of;
use super::duplicates::{Standing, check_ids};
use super::game::Game;
use super::notices::unanswered;
use crate::projection::{Budget, FINISH, Judged, Judging, Log, Proposal};
use crate::rulesets::Revision;
use crate::service::reads::{FEW_EVENTS, check_observer};
use crate::service::work::to_its_end;
use crate::service::{BeliefRequest, Error, Knowledge, Service, Time};
use crate::store::{Append, AppendError, CatalogChange, Expected, Head, LogId, NewEvent, Part};

/// How often an append is decided again because another server wrote first.
const ATTEMPTS: usize = 16;

/// What the log is asked to take, and what the judge knows afterwards.
struct Decided {
    conduct: Vec<Part>,
    judged: Judged,
    /// How long it took to judge, in microseconds.
    micros: i64,
}

/// A request that was read: its events as they would be judged and stored.
struct Prepared {
    request: AppendRequest,
    proposals: Vec<Proposal>,
}

impl Service {
    /// Appends events to a game. Runs in a task of its own, so that a client who goes away cancels nothing. What is not judged by the time at which the
    /// client is answered at the latest is given up: who was told so should not find it recorded afterwards. What is recorded by then is answered with what
    /// is worked out.
    ///
    /// # Errors
    /// Where an event is malformed, refused or contradicted, the expected revision has passed, an id stands for other
    /// content, or the game is finished. Nothing is changed then.
    pub async fn append(
        self: &Arc<Self>,
        log: LogId,
        id: &str,
        request: AppendRequest,
        answer_by: Instant,
    ) -> Result<AppendAnswer, Error> {
        let (service, id) = (Arc::clone(self), id.to_owned());
        to_its_end(async move {
            let finishes = request.events.iter().any(|event| event.r#type == FINISH);
            let appended = service.append_to_end(log, &id, request, answer_by).await?;
            if finishes && appended.appended.iter().any(|event| !event.duplicate) {
                service.note_score(log, id);
            }
            Ok(appended)
        })
        .await
    }

    async fn append_to_end(
        &self,
        log: LogId,
        id: &str,
        request: AppendRequest,
        answer_by: Instant,
    ) -> Result<AppendAnswer, Error> {
        let mut answer_by = pin!(tokio::time::sleep_until(answer_by));
        self.check_size(&request)?;
        check_ids(&request)?;
        let prepared = Arc::new(Prepared { proposals: proposals(&request), request });
        self.check_bytes(&prepared)?;
        match self.append_to_game(log, id, &prepared, answer_by.as_mut()).await {
            // Memory was ahead of the database. What it held is dropped: now the request meets what the database holds.
            Err(Error::Stale) => Box::pin(self.append_to_game(log, id, &prepared, answer_by)).await,
            appended => appended,
        }
    }

    async fn append_to_game(
        &self,
        log: LogId,
        id: &str,
        prepared: &Arc<Prepared>,
        mut answer_by: Pin<&mut Sleep>,
    ) -> Result<AppendAnswer, Error> {
        let (game, asked) = before(answer_by.as_mut(), self.game_to_append_to(log, id)).await?;
        let observer = prepared.request.observer;
        if let Some(observer) = observer {
            check_observer(&game, observer)?;
        }
        let left_out_before = async { Ok(self.left_out_before(&game, &prepared.request).await) };
        let left_out_before = before(answer_by.as_mut(), left_out_before).await?;
        // What others reported since is taken in before others are kept waiting: how long that takes may say what this judge knows and they do not. Where it fails,
        // it fails again below, with the answer.
        let judged = BeliefRequest { observer: prepared.request.judge(), revision: None };
        let _ = before(answer_by.as_mut(), async { self.knowledge(&game, &judged).await.map(drop) }).await;
        let appended = {
            let _writing = before(answer_by.as_mut(), async { Ok(game.writing.lock().await) }).await?;
            // A damaged game takes no events.
            before(answer_by.as_mut(), self.check_past(&game)).await?;
            self.append_locked(&game, prepared, asked, answer_by.as_mut()).await?
        };
        let revision = appended.last().map_or(0, |event| event.revision);
        let belief = match observer.filter(|_| prepared.request.with_belief) {
            Some(observer) => {
                let asked = BeliefRequest { observer, revision: Some(revision) };
                Some(before(answer_by.as_mut(), Box::pin(self.whole_belief(&game, &asked))).await)
            }
            None => None,
        };
        // The events are recorded: whatever fails from here on, the answer says so. Warnings are left out where there is no time for them.
        let noticing =
            async { Ok(self.notices(&game, &prepared.request, &prepared.proposals, &appended, &left_out_before).await) };
        let mut notices = before(answer_by, noticing).await.unwrap_or_default();
        let belief = belief.and_then(|belief| belief.map_err(|error| notices.push(unanswered(&error))).ok());
        Ok(AppendAnswer { game: game.id().to_owned(), revision, appended, belief, notices })
    }

    /// Decides and commits. Ids of events that are not in memory are looked up only where it matters: before anything is refused, and
    /// where the database says that one of them stands.
    async fn append_locked(
        &self,
        game: &Arc<Game>,
        prepared: &Arc<Prepared>,
        mut asked: bool,
        mut answer_by: Pin<&mut Sleep>,
    ) -> Result<Vec<AppendedEvent>, Error> {
        let mut standing = self.standing_in_memory(game, &prepared.request);
        loop {
            match self.append_standing(game, prepared, &standing, asked, answer_by.as_mut()).await {
                Err(Attempt::Unasked) => {
                    asked = true;
                    Box::pin(self.catch_up_if_stale(game)).await?;
                }
                Err(Attempt::Failed(error)) if standing.complete => return Err(error),
                Err(Attempt::Failed(error)) => {
                    standing = Box::pin(self.standing_in_store(game, &prepared.request)).await?;
                    if standing.is_empty() {
                        return Err(error);
                    }
                }
                Err(Attempt::IdStands) => standing = Box::pin(self.standing_in_store(game, &prepared.request)).await?,
                Ok(appended) => return Ok(appended),
            }
        }
    }

    async fn append_standing(
        &self,
        game: &Arc<Game>,
        prepared: &Arc<Prepared>,
        standing: &Standing,
        asked: bool,
        mut answer_by: Pin<&mut Sleep>,
    ) -> Result<Vec<AppendedEvent>, Attempt> {
        let request = &prepared.request;
        let mut appended = Vec::new();
        if !standing.is_empty() {
            if !asked {
                return Err(Attempt::Unasked);
            }
            let known = Box::pin(self.known_front(game, request, &prepared.proposals, standing));
            appended = before(answer_by.as_mut(), known).await?;
        }
        let known = appended.len();
        if known == request.events.len() {
            return Ok(appended);
        }
        // Conduct whose id stands in a player's stream already: a log that was restored lost the game's events, and not all of it.
        // Each turn of the loop learns of one more, so that it ends.
        let mut settled_before = BTreeSet::new();
        let mut moved = 0;
        loop {
            // Readers may take in what other servers wrote at any time: everything below is decided for this one revision, and for the
            // ids that stand up to it.
            let log = game.log();
            if standing.is_outdated(&log, request) {
                return Err(Attempt::IdStands);
            }
            let head = log.next().saturating_sub(1);
            let end = Head { revision: head, hash: log.hash(), closed: false };
            let decided = match check_expected(head, request, &appended) {
                Ok(()) => before(answer_by.as_mut(), self.decide(game, log, prepared, known)).await,
                Err(moved) => Err(moved),
            };
            let mut decided = match decided {
                // Another server may have written what makes it acceptable, or refusable in other words.
                Err(error) if !asked && !matches!(error, Error::Cancelled) => return Err(Attempt::Unasked),
                decided => decided?,
            };
            decided.conduct.retain_mut(|part| {
                part.events.retain(|event| !settled_before.contains(&(part.stream.clone(), event.id.clone())));
                !part.events.is_empty() && !game.has_closed(&part.stream)
            });
            let expected = if asked { Expected::Found(end) } else { Expected::At(head) };
            let append = self.seal(game, expected, prepared, known, &decided);
            match self.writer.append(append).await {
                Ok(taken) => {
                    let rows = taken.parts.into_iter().next().unwrap_or_default();
                    if rows.is_empty() {
                        return Err(Error::damaged("the store answered an append without its events").into());
                    }
                    let entries = rows.into_iter().zip(std::mem::take(&mut decided.judged.meanings)).map(|(row, meaning)| {
                        appended.push(AppendedEvent { revision: row.revision, id: row.id.clone(), duplicate: false });
                        entry_of(row, meaning)
                    });
                    let entries = entries.collect::<Vec<_>>();
                    let events = entries.len() as Revision;
                    game.note_written(head + 1, head + events, self.clock.now_us());
                    game.extend(head + 1, entries);
                    self.recorded.note(game.key.0);
                    self.keep_judge(game, decided.judged, events, decided.micros);
                    return Ok(appended);
                }
                Err(AppendError::Closed { stream }) if stream != game.stream() => game.close(stream),
                Err(AppendError::IdTaken { stream, id, revision }) if stream != game.stream() => {
                    if let Some(part) = decided.conduct.iter().find(|part| part.stream == stream) {
                        Box::pin(self.note_standing(game, part, &id, revision)).await?;
                    }
                    settled_before.insert((stream, id));
                }
                Err(AppendError::IdTaken { revision, .. }) if revision <= game.head() => return Err(Attempt::IdStands),
                Err(AppendError::WrongRevision { .. } | AppendError::IdTaken { .. }) if moved == ATTEMPTS => {
                    return Err(Error::Overloaded.into());
                }
                Err(AppendError::WrongRevision { .. } | AppendError::IdTaken { .. }) => {
                    moved += 1;
                    Box::pin(self.catch_up_if_stale(game)).await?;
                }
                Err(AppendError::Closed { .. }) => {
                    self.drop_game(&game.key);
                    return Err(Error::Erased(game.id().to_owned()).into());
                }
                Err(AppendError::Damaged { stream, what }) if stream == game.stream() => {
                    return Err(self.note_damage(&game.key, what).into());
                }
                Err(AppendError::Damaged { stream, what }) => self.leave_out(game, stream, &what),
                Err(error) => {
                    if matches!(error, AppendError::Store(_)) {
                        game.doubt();
                    }
                    return Err(Error::from(error).into());
                }
            }
        }
    }

    fn check_size(&self, request: &AppendRequest) -> Result<(), Error> {
        if request.events.is_empty() {
            return Err(Error::malformed(request.place.unwrap_or_default(), "at least one event is needed"));
        }
        let limit = self.limits.events_per_append;
        if request.events.len() > limit {
            let (limit, asked) = (limit as u64, request.events.len() as u64);
            return Err(Error::OverLimit { name: "events_per_append", limit, asked, what: "events", pointer: None });
        }
        Ok(())
    }

    fn check_bytes(&self, prepared: &Prepared) -> Result<(), Error> {
        let limit = self.limits.event_bytes;
        let mut lengths = prepared.proposals.iter().map(|proposal| proposal.payload.len()).enumerate();
        let Some((index, asked)) = lengths.find(|(_, length)| *length > limit) else { return Ok(()) };
        Err(Error::OverLimit {
            name: "event_bytes",
            limit: limit as u64,
            asked: asked as u64,
            what: "bytes in the data of one event",
            pointer: Some(format!("{}/data", prepared.request.pointer(index))),
        })
    }

    async fn decide(&self, game: &Arc<Game>, log: Log, prepared: &Arc<Prepared>, known: usize) -> Result<Decided, Error> {
        let head = log.next().saturating_sub(1);
        let asked = BeliefRequest { observer: prepared.request.judge(), revision: Some(head) };
        let judge = self.knowledge(game, &asked).await?;
        let short = (prepared.proposals.len() - known) as Revision <= FEW_EVENTS;
        let judge_with = |log: Log| {
            let (game, prepared, judge) = (Arc::clone(game), Arc::clone(prepared), Arc::clone(&judge));
            move |budget: &Budget| {
                let judging = Judging {
                    game: &game.opened,
                    on_contradiction: game.opening.on_contradiction,
                    log: &log,
                    head,
                    proposals: &prepared.proposals[known..],
                    reader: prepared.request.reader(),
                    budget,
                };
                Ok(judging.judge(judge.position.clone())?)
            }
        };
        let begun = self.clock.now_us();
        let judged = self.work_over(game, log, short, judge_with).await?;
        let micros = (self.clock.now_us() - begun).max(0);
        Ok(Decided { conduct: self.conduct_parts(game, &judged.settled), judged, micros })
    }

    /// One append for the game's events and what they settled. The game's part comes first: where its revision has passed, that
    /// is what is answered.
    fn seal(&self, game: &Game, expected: Expected, prepared: &Prepared, known: usize, decided: &Decided) -> Append {
        let now = self.clock.now_us();
        let asked = prepared.request.events.iter().zip(&prepared.proposals).skip(known);
        let events = asked.map(|(event, proposal)| NewEvent {
            id: event.id.clone().unwrap_or_else(|| self.entropy.uuid(now)),
            kind: proposal.kind.clone(),
            schema: game.ruleset.schema(),
            time_us: event.time.map_or(now, Time::micros),
            payload: proposal.payload.clone(),
            salt: self.entropy.bytes(),
            reporter: prepared.request.reporter.key.as_deref().map(str::to_owned),
        });
        let events = Part { stream: game.stream(), expected, events: events.collect() };
        let finished = |finished| CatalogChange::Finished { game: game.id().to_owned(), finished };
        Append {
            log: game.key.0,
            parts: std::iter::once(events).chain(decided.conduct.iter().cloned()).collect(),
            catalog: decided.judged.finished.map(finished).into_iter().collect(),
        }
    }

    /// The judge is at the head, so many events further, and its tables are those of the script now.
    fn keep_judge(&self, game: &Arc<Game>, judged: Judged, events: Revision, micros: i64) {
        let Judged { position, tables, .. } = judged;
        if game.is_read()
            && let Some(line) = game.line(position.revision())
        {
            tables.into_iter().for_each(|table| drop(line.keep(table)));
        }
        self.keep(game, &Arc::new(Knowledge::new(&game.opened, position)), events, micros);
    }
}

/// Why an attempt to append came to nothing.
enum Attempt {
    /// It is refused, as far as is known.
    Failed(Error),
    /// An id of the request stands in the log, before the events in memory.
    IdStands,
    /// It would be refused, or answered as a repetition, and the log was not asked whether another server wrote since.
    Unasked,
}

impl From<Error> for Attempt {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

/// The events of a request as they would be judged and stored.
fn proposals(request: &AppendRequest) -> Vec<Proposal> {
    let proposal = |(index, event): (usize, &EventRequest)| event.proposal(request.pointer(index));
    request.events.iter().enumerate().map(proposal).collect()
}

/// Does work before a deadline. Only for work that can be given up: before the commit, when nothing has been written, or after it.
pub(in crate::service) async fn before<T>(
    deadline: Pin<&mut Sleep>,
    work: impl Future<Output = Result<T, Error>>,
) -> Result<T, Error> {
    tokio::select! {
        biased;
        () = deadline => Err(Error::Cancelled),
        done = work => done,
    }
}

/// One of the expected revisions is the head; or, where a retry has grown, the revision that its known front followed, with nothing
/// after that front.
fn check_expected(head: Revision, request: &AppendRequest, known: &[AppendedEvent]) -> Result<(), Error> {
    let Some(expected) = &request.if_match else { return Ok(()) };
    let meets = |expected: &Revision| {
        let grown = expected.checked_add(known.len() as Revision);
        let front_follows = known.first().is_none_or(|first| first.revision.checked_sub(1) == Some(*expected));
        *expected == head || (grown == Some(head) && front_follows)
    };
    if expected.iter().any(meets) { Ok(()) } else { Err(Error::Moved { head, expected: expected.clone() }) }
}
