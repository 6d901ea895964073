//! The group commit, over whatever database: look up what is neither known of the streams nor found by the appends, decide, and write and commit in one
//! request, which is refused where others have written to one of the streams since; then all is looked up and decided again, and at last the logs are held for
//! that. And what to do when a step fails.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::mem;
use std::time::Duration;

use tokio::time::Instant;

use super::group::{self, Standing};
use super::known::{Known, Streams, streams};
use super::plan::{Before, Decision, Plan};
use super::write_connection::{Database, Trouble, Unacknowledged, WriteConnection};
use super::{Append, AppendError, Appended, LogId, StoreError, StreamId, is_name};

/// Times that a group is tried which lost against another server or a connection that broke before its commit.
const TRIES: u32 = 6;

/// Of these, the first ones that are made without holding its logs.
const UNHELD: u32 = 2;

/// Longest time for making a connection.
const CONNECTING: Duration = Duration::from_secs(5);

/// Longest time for everything that comes before the commit of a group, and for the commit. What takes longer is not waited for: the
/// connection is dropped, and another one is made.
const STEP: Duration = Duration::from_secs(10);

/// A group that was tried for so long is not tried again.
const GROUP: Duration = Duration::from_secs(30);

/// Longest time for looking up a commit of unknown outcome, with pauses that double up to [`LONGEST_PAUSE`].
const LOOKING_UP: Duration = Duration::from_secs(30);

/// A write that goes on for longer is taken for one that hangs.
pub(super) const HUNG: Duration = Duration::from_secs(2);

const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// The writing side of a store: one connection, and what it knows.
#[derive(Debug)]
pub(super) struct Writing<C> {
    /// Taken out while it is in use: a write that is interrupted leaves none behind, and the next one makes a new one.
    connection: Option<C>,
    /// Taken out likewise, and put back only when a commit made it true.
    known: Known,
    /// Logs whose last commit found them damaged. Each is committed by itself until one goes through, which is the one commit more that a log costs that
    /// was put right.
    apart: BTreeSet<LogId>,
    /// Whether the last group could not be written.
    failed: bool,
}

impl<C: WriteConnection> Writing<C> {
    pub fn new(connection: C) -> Self {
        Self { connection: Some(connection), ..Self::idle() }
    }

    /// Without a connection, which the first group makes.
    pub fn idle() -> Self {
        Self { connection: None, known: Known::default(), apart: BTreeSet::new(), failed: false }
    }

    /// The connection, or a new one. It must be put back with [`give_back`](Self::give_back) where it is still good.
    pub async fn take<D: Database<Connection = C>>(&mut self, database: &D) -> Result<C, StoreError> {
        match self.connection.take() {
            Some(connection) => Ok(connection),
            None => within_reach(database).await,
        }
    }

    /// Whether a group would be written: asked of the database where the last one was not, and otherwise known from it.
    ///
    /// # Errors
    /// Why it would not.
    pub async fn probe<D: Database<Connection = C>>(&mut self, database: &D) -> Result<(), StoreError> {
        if !self.failed && self.is_connected() {
            return Ok(());
        }
        let mut connection = self.take(database).await?;
        within("asking for a sign of life", connection.probe()).await.map_err(Trouble::cause)?;
        self.give_back(connection);
        self.failed = false;
        Ok(())
    }

    /// Whether it has a connection.
    pub const fn is_connected(&self) -> bool {
        self.connection.is_some()
    }

    /// Whether the last group could not be written.
    pub const fn has_failed(&self) -> bool {
        self.failed
    }

    pub fn give_back(&mut self, connection: C) {
        self.connection = Some(connection);
    }

    /// Streams were closed past the groups: their ends are looked up again.
    pub fn forget_what_is_known(&mut self) {
        self.known = Known::default();
    }

    /// Takes the connection away for good.
    pub const fn retire(&mut self) -> Option<C> {
        self.connection.take()
    }

    /// Ends a transaction that failed, and keeps the connection, where that is not what broke.
    async fn take_back(&mut self, mut connection: C, trouble: &Trouble) {
        if !matches!(trouble, Trouble::Passing(_)) && in_time(connection.rollback()).await.is_ok() {
            self.give_back(connection);
        }
    }

    /// Commits a group: [`Store::append`](super::Store::append).
    pub async fn commit<D: Database<Connection = C>>(
        &mut self,
        database: &D,
        appends: Vec<Append>,
    ) -> Result<Vec<Result<Appended, AppendError>>, StoreError> {
        let answers = self.commit_parts(database, appends).await;
        self.failed =
            answers.as_ref().map_or(true, |answers| answers.iter().any(|answer| matches!(answer, Err(AppendError::Store(_)))));
        answers
    }

    /// Commits the sound logs of a group together, and then each that was damaged lately by itself, so that the damage of one is not the others' trouble.
    /// Where damage is met that was not known, each log is committed by itself, which tells whose it is. What else fails is the trouble of all that come
    /// after it, of which nothing is tried.
    async fn commit_parts<D: Database<Connection = C>>(
        &mut self,
        database: &D,
        appends: Vec<Append>,
    ) -> Result<Vec<Result<Appended, AppendError>>, StoreError> {
        let order: Vec<LogId> = appends.iter().map(|append| append.log).collect();
        // What is sound comes first.
        let mut parts: BTreeMap<Option<LogId>, Vec<Append>> = BTreeMap::new();
        for append in appends {
            let apart = self.apart.contains(&append.log).then_some(append.log);
            parts.entry(apart).or_default().push(append);
        }
        let mut is_whole = parts.len() == 1;
        let mut answers: BTreeMap<LogId, VecDeque<Result<Appended, AppendError>>> = BTreeMap::new();
        let mut failed: Option<StoreError> = None;
        while let Some((apart, appends)) = parts.pop_first() {
            let logs: Vec<LogId> = appends.iter().map(|append| append.log).collect();
            let alone = logs.first().copied().filter(|first| logs.iter().all(|log| log == first));
            let done = match (&failed, apart) {
                (Some(error), _) => Err(error.clone()),
                (None, Some(log)) => self.try_apart(database, log, &appends).await,
                (None, None) => self.try_to_commit(database, &appends).await,
            };
            match done {
                Ok((decisions, before)) => {
                    if let Some(log) = alone.filter(|_| !before.is_empty()) {
                        self.apart.remove(&log);
                    }
                    for (log, answer) in logs.into_iter().zip(group::answers(appends, decisions, &before)) {
                        answers.entry(log).or_default().push_back(answer);
                    }
                }
                Err(StoreError::Damaged { .. }) if alone.is_none() => {
                    is_whole = false;
                    for append in appends {
                        parts.entry(Some(append.log)).or_default().push(append);
                    }
                }
                Err(error) => {
                    match &error {
                        StoreError::Damaged { .. } => self.apart.extend(alone),
                        other => failed = Some(other.clone()),
                    }
                    if is_whole {
                        return Err(error);
                    }
                    for log in logs {
                        answers.entry(log).or_default().push_back(Err(AppendError::Store(error.clone())));
                    }
                }
            }
        }
        Ok(order.iter().filter_map(|log| answers.get_mut(log)?.pop_front()).collect())
    }

    /// Commits what one log is to get by itself. Its damage is no reason to doubt what is known of the others.
    async fn try_apart<D: Database<Connection = C>>(
        &mut self,
        database: &D,
        log: LogId,
        appends: &[Append],
    ) -> Result<(Vec<Decision>, Before), StoreError> {
        let mut known = mem::take(&mut self.known);
        let done = self.try_to_commit(database, appends).await;
        if matches!(done, Ok(_) | Err(StoreError::Damaged { .. })) {
            known.forget(log);
            self.known = known;
        }
        done
    }

    /// What was decided of each append, and where the logs stood before.
    async fn try_to_commit<D: Database<Connection = C>>(
        &mut self,
        database: &D,
        appends: &[Append],
    ) -> Result<(Vec<Decision>, Before), StoreError> {
        let end = Instant::now() + GROUP;
        let mut known = mem::take(&mut self.known);
        let mut ids_are_looked_up = false;
        let mut attempt = 0;
        loop {
            attempt += 1;
            let mut connection = self.take(database).await?;
            let trust = attempt <= UNHELD && known.is_trusted(appends, D::SHARED && !connection.places_at_commit());
            let finds = attempt == 1 && connection.places_at_commit();
            let trust = trust.then_some(if finds { Trust::Found } else { Trust::LookedUp });
            let planned = plan(&mut connection, D::SHARED, &mut known, appends, trust, ids_are_looked_up);
            let planned = within("appending", planned).await;
            let trouble = match planned {
                Ok((plan, begun)) if plan.writes_nothing() => {
                    if !begun || in_time(connection.rollback()).await.is_ok() {
                        self.give_back(connection);
                    }
                    self.known = known;
                    return Ok((plan.decisions, Before::new()));
                }
                Ok((plan, begun)) => match committed(&mut connection, &plan, begun).await {
                    Ok(before) => {
                        known.committed(&plan, &before);
                        self.give_back(connection);
                        self.known = known;
                        return Ok((plan.decisions, before));
                    }
                    Err(Unacknowledged::Refused(trouble)) => {
                        self.take_back(connection, &trouble).await;
                        trouble
                    }
                    Err(Unacknowledged::Unknown(cause)) => {
                        drop(connection);
                        tracing::warn!(%cause, "a commit was not confirmed; looking up whether it is in the log");
                        if let Some(before) = look_up(database, &plan, &cause).await? {
                            return Ok((plan.decisions, before));
                        }
                        match cause {
                            // Trying again makes no room.
                            StoreError::Full { .. } | StoreError::ReadOnly { .. } => Trouble::Lasting(cause),
                            cause => Trouble::Passing(cause),
                        }
                    }
                },
                Err(trouble) => {
                    self.take_back(connection, &trouble).await;
                    trouble
                }
            };
            // Another server has written since: now the database is asked what has changed.
            if trust.is_some() && D::SHARED && matches!(trouble, Trouble::KeyTaken(_)) {
                known.doubt(appends);
                ids_are_looked_up = attempt >= UNHELD;
                continue;
            }
            // Whatever else went wrong, what was known may be what was wrong.
            known = Known::default();
            match trouble {
                Trouble::KeyTaken(_) if !ids_are_looked_up => ids_are_looked_up = true,
                Trouble::KeyTaken(cause) => {
                    tracing::error!(%cause, "a row stands in the way of a group of appends");
                    let what = "rows stand where the counter of the log or the heads of its streams say that there are none; `credence verify` names them";
                    return Err(StoreError::Damaged { place: "the log".to_owned(), what: what.to_owned() });
                }
                Trouble::Passing(cause) if attempt < TRIES && Instant::now() < end => {
                    tracing::warn!(%cause, attempt, "a group of appends is tried again");
                    tokio::time::sleep(Duration::from_millis(10 * u64::from(attempt))).await;
                }
                trouble => return Err(trouble.cause()),
            }
        }
    }
}

/// Which heads a group that does not hold its logs rests on, beside those that are known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trust {
    /// What the appends have found, and of the others what is looked up.
    Found,
    /// What is looked up: something that was found or known was wrong.
    LookedUp,
}

/// Decides a group, and says whether a transaction has begun. Where what is known is trusted, none has: heads that are not known, or not likely to be as
/// they were, are looked up, and the keys, the counters and the comparison of heads refuse the commit if one was wrong. Where an append is refused by what is
/// known, all heads are looked up, and it is decided again. Else the logs are locked in key order, so that two servers cannot wait for each other in a ring, and
/// all heads that others may have changed are looked up.
async fn plan<'a, C: WriteConnection>(
    connection: &mut C,
    shared: bool,
    known: &mut Known,
    appends: &'a [Append],
    trust: Option<Trust>,
    ids_are_looked_up: bool,
) -> Result<(Plan<'a>, bool), Trouble> {
    if let Some(trust) = trust {
        let all = streams(appends);
        let mut missing = known.missing(appends);
        if trust == Trust::Found {
            known.take_found(appends, &mut missing);
        }
        look_up_heads(connection, known, &missing).await?;
        let plan = group::decide(appends, known, &Standing::new());
        // What is erased needs the lock.
        if !shared || !plan.refuses() && !plan.erases() {
            return Ok((plan, false));
        }
        // What another server wrote may be the reason of a refusal: it is answered by what the database says now.
        if connection.places_at_commit() && !plan.erases() {
            if missing == all {
                return Ok((plan, false));
            }
            look_up_heads(connection, known, &all).await?;
            let plan = group::decide(appends, known, &Standing::new());
            if !plan.erases() {
                return Ok((plan, false));
            }
        }
    }
    let logs = appends.iter().map(|append| append.log).filter(|log| shared || !known.holds(*log)).collect();
    known.found(connection.begin(&logs).await?);
    let asked = if shared { streams(appends) } else { known.missing(appends) };
    look_up_heads(connection, known, &asked).await?;
    let standing = if ids_are_looked_up {
        for (log, streams) in streams(appends) {
            known.looked_further(log, connection.ends(log, &streams).await?);
        }
        standing(connection, appends).await?
    } else {
        Standing::new()
    };
    Ok((group::decide(appends, known, &standing), true))
}

async fn look_up_heads<C: WriteConnection>(connection: &mut C, known: &mut Known, asked: &Streams<'_>) -> Result<(), Trouble> {
    if !asked.is_empty() {
        known.looked_up(asked, connection.heads(asked).await?);
    }
    Ok(())
}

/// A connection, or no answer.
pub(super) async fn within_reach<D: Database>(database: &D) -> Result<D::Connection, StoreError> {
    let connected = tokio::time::timeout(CONNECTING, database.connect()).await;
    connected.unwrap_or_else(|_| Err(silent("connecting to the database", CONNECTING)))
}

async fn within<T>(doing: &'static str, step: impl Future<Output = Result<T, Trouble>>) -> Result<T, Trouble> {
    tokio::time::timeout(STEP, step).await.unwrap_or_else(|_| Err(Trouble::Passing(silent(doing, STEP))))
}

async fn committed<C: WriteConnection>(connection: &mut C, plan: &Plan<'_>, begun: bool) -> Result<Before, Unacknowledged> {
    let silent = |_| Err(Unacknowledged::Unknown(silent("committing", STEP)));
    tokio::time::timeout(STEP, connection.commit(plan, begun)).await.unwrap_or_else(silent)
}

async fn in_time<T>(step: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
    tokio::time::timeout(STEP, step).await.unwrap_or_else(|_| Err(silent("taking back a commit", STEP)))
}

fn silent(doing: &'static str, time: Duration) -> StoreError {
    StoreError::Unavailable { doing, cause: format!("no answer within {} s", time.as_secs()) }
}

async fn standing<C: WriteConnection>(connection: &mut C, appends: &[Append]) -> Result<Standing, Trouble> {
    let mut asked: BTreeMap<LogId, Vec<(&StreamId, &str)>> = BTreeMap::new();
    for append in appends {
        for part in &append.parts {
            let ids = part.events.iter().map(|event| (&part.stream, event.id.as_str()));
            let names = ids.filter(|(stream, id)| is_name(stream.as_str()) && is_name(id));
            asked.entry(append.log).or_default().extend(names);
        }
    }
    let mut standing = Standing::new();
    for (log, ids) in asked {
        for (stream, id, revision) in connection.standing(log, &ids).await? {
            standing.entry(log).or_default().entry(stream).or_default().insert(id, revision);
        }
    }
    Ok(standing)
}

/// Where the logs of a plan stood before it, if it is in the log; its commit was not confirmed. Locking its logs waits for the old transaction to end, so
/// the answer cannot change any more.
async fn look_up<D: Database>(database: &D, plan: &Plan<'_>, cause: &StoreError) -> Result<Option<Before>, StoreError> {
    // A sync that failed says nothing of what is on disk, and neither does a look into the file.
    if matches!(cause, StoreError::NotSynced { .. }) {
        return Err(cause.clone());
    }
    let looking = async {
        let mut pause = Duration::from_millis(50);
        loop {
            match within("looking up a commit", stands(database, plan)).await {
                Ok(stands) => return stands,
                Err(trouble) => tracing::warn!(cause = %trouble.cause(), "the database does not answer yet"),
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    };
    let unknown = |_| StoreError::OutcomeUnknown { cause: cause.to_string() };
    tokio::time::timeout(LOOKING_UP, looking).await.map_err(unknown)
}

async fn stands<D: Database>(database: &D, plan: &Plan<'_>) -> Result<Option<Before>, Trouble> {
    let mut connection = within_reach(database).await.map_err(Trouble::Passing)?;
    connection.begin(&plan.logs.keys().copied().collect()).await?;
    let mut before = Before::new();
    for row in plan.events.iter().filter(|row| row.place.nth == 1) {
        // It is in the log as a whole or not at all.
        let Some(position) = connection.stands(row).await? else { return Ok(None) };
        before.insert(row.log, position.saturating_sub(1));
    }
    Ok(Some(before))
}
