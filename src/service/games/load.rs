//! Bringing a game into memory, and following its log where other servers write to it.

use std::sync::{Arc, PoisonError, Weak};

use super::game::{Game, GameKey, GameOpening};
use crate::projection::{Entry, Log, Meaning, OPENING, Position, Recorded};
use crate::rulesets::{AnyGame, Observer, Revision, find};
use crate::service::{Error, Knowledge, Service};
use crate::store::{LogId, RecordedEvent, StreamId};

/// Events read from the store at once.
const READ: u32 = 2_000;

impl Service {
    /// A game, as far as this server knows it; read from the log where it is not in memory. Where other servers write to
    /// the same log, the log is asked for the head first.
    ///
    /// # Errors
    /// Where there is none, or the log cannot be read.
    pub async fn game(&self, log: LogId, id: &str) -> Result<Arc<Game>, Error> {
        let key = (log, id.to_owned());
        if let Some(game) = self.games.get(&key) {
            if self.store.shared() || game.doubted() {
                self.catch_up_if_stale(&game).await?;
            }
            return Ok(game);
        }
        let living = self.live.lock().unwrap_or_else(PoisonError::into_inner).get(&key).and_then(Weak::upgrade);
        let game = match living {
            Some(game) => {
                self.catch_up_if_stale(&game).await?;
                game
            }
            None => self.load(&key).await?,
        };
        Ok(self.remember(game))
    }

    /// Keeps a game in memory. If someone else brought it in meanwhile, theirs stays: one game has one lock.
    pub(super) fn remember(&self, game: Arc<Game>) -> Arc<Game> {
        let mut live = self.live.lock().unwrap_or_else(PoisonError::into_inner);
        let game = match live.get(&game.key).and_then(Weak::upgrade) {
            Some(theirs) => theirs,
            None => {
                if live.len() > 2 * usize::try_from(self.games.entry_count()).unwrap_or(usize::MAX) + 1_024 {
                    live.retain(|_, game| game.strong_count() > 0);
                }
                live.insert(game.key.clone(), Arc::downgrade(&game));
                game
            }
        };
        self.games.insert(game.key.clone(), Arc::clone(&game));
        game
    }

    /// Takes in what other servers have appended to the games that someone watches.
    pub async fn refresh_watched(&self) {
        let watched: Vec<Arc<Game>> = {
            let live = self.live.lock().unwrap_or_else(PoisonError::into_inner);
            live.values().filter_map(Weak::upgrade).filter(|game| game.watched()).collect()
        };
        for game in watched {
            if let Err(error) = self.catch_up_if_stale(&game).await {
                tracing::warn!(%error, game = game.id(), "streams of this game are stale");
            }
        }
    }

    /// Reads a game: its opening, then the judge's newest snapshot and what follows it, or all events where there is none.
    async fn load(&self, key: &GameKey) -> Result<Arc<Game>, Error> {
        let (log, stream) = (key.0, StreamId::game(&key.1));
        let first = self.store.read(log, &stream, 0, 1).await?.into_iter().next();
        let first = first.ok_or_else(|| Error::NoGame(key.1.clone()))?;
        let opening = read_opening(&first)?;
        let ruleset = find(&opening.ruleset).ok_or_else(|| Error::NoRuleset(opening.ruleset.clone()))?;
        let opened = ruleset.game(first.schema, serde_json::json!(opening))?;
        let (opened_us, opening_hash) = (first.time_us, first.hash);
        let thawed = self.newest_snapshot(key, ruleset, &opened, Observer::Referee, Revision::MAX).await;
        let (events, judge, hash) = match thawed {
            Some((events, judge)) => (events, Some(judge), None),
            None => {
                let mut events = Log::default();
                events.push(entry(&*opened, first)?);
                (events, None, Some(opening_hash))
            }
        };
        let (events, last) = self.read_on(log, &stream, &opened, events, Revision::MAX).await?;
        let hash = match last.or(hash) {
            Some(hash) => hash,
            // Nothing follows the snapshot: its event is the last.
            None => self.store.head(log, &stream).await?.map_or(opening_hash, |head| head.hash),
        };
        if events.first() == 0 && events.next() > Revision::from(READ) {
            self.logs.insert(key.clone(), events.clone());
        }
        // A retraction after the snapshot may have changed what was folded before it.
        let judge = judge.filter(|judge| events.agrees(judge.revision(), events.next()));
        let game = Arc::new(Game::new(key.clone(), ruleset, opened, opening, opened_us, events, hash));
        if let Some(judge) = judge {
            game.thawed(Observer::Referee, judge.revision());
            game.keep(&Arc::new(Knowledge::new(&game.opened, judge)));
        }
        Ok(game)
    }

    /// Adds to a log what the store holds after it, up to a revision; and gives the hash of the last event that was added.
    async fn read_on(
        &self,
        log: LogId,
        stream: &StreamId,
        opened: &Arc<dyn AnyGame>,
        mut events: Log,
        until: Revision,
    ) -> Result<(Log, Option<[u8; 32]>), Error> {
        let mut last = None;
        while events.next() <= until {
            let wanted = (until - events.next()).saturating_add(1).min(READ.into());
            let limit = u32::try_from(wanted).unwrap_or(READ);
            let rows = self.store.read(log, stream, events.next(), limit).await?;
            let complete = rows.len() < limit as usize;
            last = rows.last().map(|row| row.hash).or(last);
            for row in rows {
                events.push(entry(&**opened, row)?);
            }
            if complete {
                break;
            }
        }
        Ok((events, last))
    }

    async fn catch_up_if_stale(&self, game: &Game) -> Result<(), Error> {
        let doubts = game.doubts();
        let head = self.store.head(game.key.0, &game.stream()).await?;
        if head.is_some_and(|head| head.revision > game.head()) {
            self.catch_up(game).await?;
        }
        game.settle(doubts);
        Ok(())
    }

    /// Reads what stands in the log after the head of a game.
    pub(super) async fn catch_up(&self, game: &Game) -> Result<(), Error> {
        loop {
            let first = game.head() + 1;
            let rows = self.store.read(game.key.0, &game.stream(), first, READ).await?;
            let complete = rows.len() < READ as usize;
            if let Some(hash) = rows.last().map(|row| row.hash) {
                let entries = rows.into_iter().map(|row| entry(&*game.opened, row)).collect::<Result<Vec<_>, Error>>()?;
                game.extend(first, entries, hash);
            }
            if complete {
                return Ok(());
            }
        }
    }

    /// A log that holds the events from one revision to another: of the game in memory, of whole logs in memory, or read.
    pub(in crate::service) async fn log_from(&self, game: &Game, from: Revision, to: Revision) -> Result<Log, Error> {
        let recent = game.log();
        if recent.first() <= from {
            return Ok(recent);
        }
        if from == 0 || self.logs.contains_key(&game.key) {
            return self.whole_log(game).await;
        }
        let before = from - 1;
        let retractions: Vec<_> = recent.retractions(before).collect();
        let ends: Vec<_> = recent.ends().take_while(|end| *end <= before).collect();
        let log = Log::after(before, &retractions, &ends);
        Ok(self.read_on(game.key.0, &game.stream(), &game.opened, log, to).await?.0)
    }

    /// All events of a game up to its head.
    pub(in crate::service) async fn whole_log(&self, game: &Game) -> Result<Log, Error> {
        let recent = game.log();
        if recent.first() == 0 {
            return Ok(recent);
        }
        let mut whole = self.logs.get(&game.key).unwrap_or_default();
        if whole.next() < recent.first() {
            let until = recent.first() - 1;
            whole = self.read_on(game.key.0, &game.stream(), &game.opened, whole, until).await?.0;
        }
        let known = whole.next();
        recent.entries().filter(|(revision, _)| *revision >= known).for_each(|(_, entry)| whole.push(entry.clone()));
        self.logs.insert(game.key.clone(), whole.clone());
        Ok(whole)
    }

    /// A position to fold an observer from, at or below a revision: its newest snapshot that the script of that revision agrees with, or the
    /// beginning.
    pub(in crate::service) async fn start(&self, game: &Arc<Game>, observer: Observer, revision: Revision) -> Position {
        let log = game.log();
        let mut at_most = revision;
        while at_most > 0 {
            let thawed = self.newest_snapshot(&game.key, game.ruleset, &game.opened, observer, at_most).await;
            let Some((_, position)) = thawed else { break };
            let start = position.revision();
            if log.agrees(start, revision) {
                game.thawed(observer, start);
                self.sample(game, &position);
                return position;
            }
            at_most = start - 1;
        }
        Position::begin(&*game.opened, observer)
    }
}

/// An event of the store as it stands in memory.
pub(super) fn entry(game: &dyn AnyGame, row: RecordedEvent) -> Result<Entry, Error> {
    let data = row.payload.as_deref();
    let recorded = Recorded { revision: row.revision, kind: &row.kind, schema: row.schema, data };
    let meaning = Meaning::of(game, recorded)?;
    let size = data.map_or(0, <[u8]>::len);
    Ok(Entry { id: row.id.into(), kind: row.kind.into(), time_us: row.time_us, meaning, size })
}

fn read_opening(first: &RecordedEvent) -> Result<GameOpening, Error> {
    let damaged = |what: &str| Error::Damaged(format!("revision 0: {what}"));
    if first.kind != OPENING {
        return Err(damaged("the stream does not begin with an opening"));
    }
    let payload = first.payload.as_ref().ok_or_else(|| damaged("the opening was erased"))?;
    serde_json::from_slice(payload).map_err(|error| damaged(&error.to_string()))
}
