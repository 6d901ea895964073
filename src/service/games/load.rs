//! Bringing a game into memory, and following its log where other servers write to it.

use std::sync::{Arc, PoisonError, Weak};

use futures::stream::{self, StreamExt};
use tokio_util::sync::CancellationToken;

use super::checked::{READ, UNDECODABLE, checked, entry};
use super::game::{Game, GameKey, GameOpening};
use crate::projection::{Budget, ChainHash, Log, OPENING, Position};
use crate::rulesets::{Observer, Revision, find};
use crate::service::work::to_its_end;
use crate::service::{Error, Knowledge, Service};
use crate::store::chain::{GENESIS, verify};
use crate::store::{Followed, LogId, RecordedEvent, StreamDamage, StreamId};

/// Of the games that are watched here, so many are asked for at the same time.
const WATCHED_AT_ONCE: usize = 64;

impl Service {
    /// A game, as far as this server knows it; read from the log where it is not in memory. Where other servers write to
    /// the same log, the log is asked for the head first.
    ///
    /// # Errors
    /// Where there is none, or the log cannot be read.
    pub async fn game(&self, log: LogId, id: &str) -> Result<Arc<Game>, Error> {
        let key = (log.of_game(id), id.to_owned());
        match self.current(&key).await {
            // What was in memory is dropped: what is read now is what the database holds.
            Err(Error::Stale) => self.current(&key).await,
            found => found,
        }
    }

    /// A game to append to, and whether the log was asked for its head. Where other servers may write but nobody else did to this game lately, it is
    /// not asked: the commit is refused where memory is behind, and whoever means to refuse must ask first.
    ///
    /// # Errors
    /// Where there is none, or the log cannot be read.
    pub(super) async fn game_to_append_to(&self, log: LogId, id: &str) -> Result<(Arc<Game>, bool), Error> {
        if self.store.shared() {
            let known = self.games.get(&(log.of_game(id), id.to_owned()));
            if let Some(game) = known.filter(|game| !game.doubted() && !game.is_contested() && !game.is_retired()) {
                metrics::counter!("credence_game_hits_total").increment(1);
                return Ok((game, false));
            }
        }
        Ok((Box::pin(self.game(log, id)).await?, true))
    }

    async fn current(&self, key: &GameKey) -> Result<Arc<Game>, Error> {
        if let Some(game) = self.games.get(key).filter(|game| !game.is_retired()) {
            metrics::counter!("credence_game_hits_total").increment(1);
            if self.store.shared() || game.doubted() {
                Box::pin(self.catch_up_if_stale(&game)).await?;
            }
            return Ok(game);
        }
        let living = self.live.lock().unwrap_or_else(PoisonError::into_inner).get(key).and_then(Weak::upgrade);
        let game = match living.filter(|game| !game.is_retired()) {
            Some(game) => {
                Box::pin(self.catch_up_if_stale(&game)).await?;
                game
            }
            None => {
                let (service, wanted) = (self.me.upgrade().ok_or(Error::Cancelled)?, key.clone());
                // In a task of its own: of a game that takes longer than one request may, the next request waits for what the last one began.
                let gone = CancellationToken::new();
                let _who_asks = gone.clone().drop_guard();
                let load = async move {
                    let load = async {
                        // Whoever has gone takes no turn at what another one failed to load.
                        if gone.is_cancelled() { Err(Error::Cancelled) } else { service.load_and_remember(&wanted).await }
                    };
                    service.loading.once(wanted.clone(), load).await
                };
                return Box::pin(to_its_end(load)).await;
            }
        };
        Ok(self.remember(game))
    }

    /// Reads a game, and keeps it in memory; reads it again where it was taken out of memory meanwhile, because the database may hold something else now.
    async fn load_and_remember(&self, key: &GameKey) -> Result<Arc<Game>, Error> {
        loop {
            metrics::counter!("credence_game_loads_total").increment(1);
            let before = self.dropped.get(key);
            let game = self.remember(self.load(key).await?);
            let after = self.dropped.get(key);
            if before.as_ref().map(Arc::as_ptr) == after.as_ref().map(Arc::as_ptr) {
                return Ok(game);
            }
            self.take_out(key);
        }
    }

    /// Keeps a game in memory. If someone else brought it in meanwhile, theirs stays: one game has one lock. One that was taken out of memory is not kept.
    pub(super) fn remember(&self, game: Arc<Game>) -> Arc<Game> {
        let mut live = self.live.lock().unwrap_or_else(PoisonError::into_inner);
        let game = match live.get(&game.key).and_then(Weak::upgrade).filter(|theirs| !theirs.is_retired()) {
            Some(theirs) => theirs,
            None => {
                if live.len() > 2 * usize::try_from(self.games.entry_count()).unwrap_or(usize::MAX) + 1_024 {
                    live.retain(|_, game| game.strong_count() > 0);
                }
                live.insert(game.key.clone(), Arc::downgrade(&game));
                game
            }
        };
        drop(live);
        self.games.insert(game.key.clone(), Arc::clone(&game));
        // Taken out of memory before it was there: who has it in hand may use it, and it does not stay.
        if game.is_retired() {
            self.take_out(&game.key);
        }
        game
    }

    /// Takes in what other servers have appended to the games that someone watches, and has those who follow the whole log look at it.
    pub async fn refresh_watched(&self) {
        for log in self.recorded.followed() {
            match self.feed_end(log).await {
                Ok(end) => self.recorded.note_end(log, end),
                Err(error) => tracing::warn!(%error, "streams of the whole log are stale"),
            }
        }
        let watched: Vec<Arc<Game>> = {
            let live = self.live.lock().unwrap_or_else(PoisonError::into_inner);
            live.values().filter_map(Weak::upgrade).filter(|game| game.watched()).collect()
        };
        // The store gathers questions that are asked at once.
        let catching_up = stream::iter(watched).for_each_concurrent(WATCHED_AT_ONCE, async |game| {
            if let Err(error) = self.catch_up_if_stale(&game).await {
                tracing::warn!(%error, game = game.id(), "streams of this game are stale");
            }
        });
        catching_up.await;
    }

    /// Reads a game: its opening, then the judge's newest snapshot and what follows it, or all events where there is none. A snapshot that the
    /// log does not continue is none.
    async fn load(&self, key: &GameKey) -> Result<Arc<Game>, Error> {
        let stream = StreamId::game(&key.1);
        let whole = self.was_damaged(key)?;
        let first = self.rows(key, 0, 1).await?.into_iter().next();
        let first = match first {
            Some(first) => first,
            None => self.opening_row(key).await?,
        };
        if first.payload.is_none() && self.head_of(key).await?.is_some_and(|head| head.closed) {
            // What was damaged of it is gone.
            self.damaged.invalidate(key);
            return Err(Error::Erased(key.1.clone()));
        }
        verify(&GENESIS, &stream, 0, &first).map_err(|broken| self.note_damage(key, broken))?;
        let opening = read_opening(&first).map_err(|damage| self.note_damage(key, damage))?;
        let ruleset = find(&opening.ruleset).ok_or_else(|| Error::NoRuleset(opening.ruleset.clone()))?;
        let opened = ruleset.game(first.schema, serde_json::json!(opening))?;
        let opening = if first.schema == ruleset.schema() {
            opening
        } else {
            let (setup, parameters) = opened.rules();
            GameOpening { setup, parameters, ..opening }
        };
        let opened_us = first.time_us;
        let (mut thawed, mut refuted) = (None, None);
        if !whole
            && let Some((events, judge)) = self.newest_snapshot(key, ruleset, &opened, Observer::Referee, Revision::MAX).await
        {
            let hash = events.hash();
            match self.read_to_head(key, &*opened, events).await {
                Ok(events) => thawed = Some((events, judge, hash)),
                // The whole log shows which of the two is wrong.
                Err(Error::Damaged(_)) => refuted = Some(judge.revision()),
                Err(error) => return Err(error),
            }
        }
        let (events, judge, loaded_from) = match thawed {
            Some((events, judge, hash)) => {
                let loaded_from = Some((judge.revision(), hash));
                (events, Some(judge), loaded_from)
            }
            None => {
                let mut events = Log::default();
                events.push(entry(&*opened, first).map_err(|_| self.note_damage(key, StreamDamage::at(0, UNDECODABLE)))?);
                (self.read_to_head(key, &*opened, events).await?, None, None)
            }
        };
        self.damaged.invalidate(key);
        if let Some(revision) = refuted {
            self.drop_snapshot(key, ruleset, Observer::Referee, revision).await;
        }
        if events.first() == 0 && events.next() > Revision::from(READ) {
            self.logs.insert(key.clone(), events.clone());
        }
        // A retraction after the snapshot may have changed what was folded before it.
        let judge = judge.filter(|judge| events.agrees(judge.revision(), events.next()));
        let game = Arc::new(Game::new(key.clone(), ruleset, opened, opening, opened_us, events, loaded_from));
        self.check_past_later(&game);
        if let Some(judge) = judge {
            game.thawed(Observer::Referee, judge.revision());
            game.keep(&Arc::new(Knowledge::new(&game.opened, judge)));
        }
        Ok(game)
    }

    /// The first event of a stream in which none was found a moment ago: there is no such game, or it has just been opened, or its opening is
    /// missing.
    async fn opening_row(&self, key: &GameKey) -> Result<RecordedEvent, Error> {
        if self.head_of(key).await?.is_none() {
            self.damaged.invalidate(key);
            return Err(Error::NoGame(key.1.clone()));
        }
        let first = self.rows(key, 0, 1).await?.into_iter().next();
        first.ok_or_else(|| self.note_damage(key, StreamDamage::at(0, "is missing: the stream has a head")))
    }

    /// Follows the log where memory may be behind it, or ahead of it.
    ///
    /// # Errors
    /// [`Error::Stale`] where the database does not hold what memory holds: a lagging copy took over, or a backup was restored. The game is
    /// dropped from memory then.
    pub(super) async fn catch_up_if_stale(&self, game: &Game) -> Result<(), Error> {
        let doubts = game.doubts();
        // Memory first: it can only fall behind the head that is read after it.
        let (mut revision, mut hash) = game.head_hash();
        loop {
            let found = self.store.follow(game.key.0, &game.stream(), revision + 1).await;
            let Some(Followed { head, events: rows }) = found.map_err(|error| self.noted(&game.key, error))? else {
                return Err(self.drop_stale(game));
            };
            // What this server has appended meanwhile is known to nobody else's memory, and is here already.
            game.note_contested(head.revision > game.head());
            let found = rows.len();
            (revision, hash) = self.take_in(game, revision, hash, rows)?;
            if (revision, hash) == (head.revision, head.hash) {
                break;
            }
            // The head is further on only where there are more events than are read at once.
            if revision >= head.revision || found == 0 {
                return Err(self.drop_stale(game));
            }
        }
        game.settle(doubts);
        Ok(())
    }

    /// Takes in events that stand in the log after one of a game in memory, and gives the last of them with its hash.
    fn take_in(
        &self,
        game: &Game,
        after: Revision,
        hash: ChainHash,
        rows: Vec<RecordedEvent>,
    ) -> Result<(Revision, ChainHash), Error> {
        let (stream, first, mut previous) = (game.stream(), after + 1, hash);
        let mut entries = Vec::with_capacity(rows.len());
        for (revision, row) in (first..).zip(rows) {
            // Whether it is memory or the log that is wrong shows where the game is read anew.
            let entry = checked(&*game.opened, &stream, previous, revision, row).map_err(|_| self.drop_stale(game))?;
            previous = entry.hash;
            entries.push(entry);
        }
        let last = after + entries.len() as Revision;
        game.take_in(first, entries);
        Ok((last, previous))
    }

    fn drop_stale(&self, game: &Game) -> Error {
        tracing::warn!(game = game.id(), "the database does not hold what memory holds of this game; it is read anew");
        metrics::counter!("credence_stale_games_total").increment(1);
        self.forget_game(&game.key);
        Error::Stale
    }

    /// A log that holds the events from one revision to another: of the game in memory, of whole logs in memory, or read.
    pub(in crate::service) async fn log_from(&self, game: &Game, from: Revision, to: Revision) -> Result<Log, Error> {
        let recent = game.log();
        if recent.first() <= from {
            return Ok(recent);
        }
        if self.logs.contains_key(&game.key) {
            return self.whole_log(game).await;
        }
        let log = match from.checked_sub(1) {
            Some(before) => self.log_after(game, &recent, before).await?,
            None => Log::default(),
        };
        let log = self.read_on(&game.key, &*game.opened, log, to).await?;
        self.complete(game, log, to)
    }

    /// A log to which what stands after a revision can be added.
    async fn log_after(&self, game: &Game, recent: &Log, before: Revision) -> Result<Log, Error> {
        let retractions: Vec<_> = recent.retractions(before).collect();
        let ends: Vec<_> = recent.ends().take_while(|end| *end <= before).collect();
        let stands = self.rows(&game.key, before, 1).await?.into_iter().next();
        let Some(stands) = stands.filter(|event| event.revision == before) else {
            return Err(self.note_damage(&game.key, StreamDamage::at(before, "is missing")));
        };
        Ok(Log::after(before, stands.hash, &retractions, &ends))
    }

    /// A log that was read up to a revision holds it.
    fn complete(&self, game: &Game, log: Log, until: Revision) -> Result<Log, Error> {
        if log.next() > until.min(game.head()) {
            return Ok(log);
        }
        Err(self.note_damage(&game.key, StreamDamage::at(log.next(), "is missing")))
    }

    /// All events of a game up to its head.
    pub(in crate::service) async fn whole_log(&self, game: &Game) -> Result<Log, Error> {
        let recent = game.log();
        if recent.first() == 0 {
            return Ok(recent);
        }
        if let Some(whole) =
            self.logs.get(&game.key).filter(|whole| whole.next() == recent.next() && whole.hash() == recent.hash())
        {
            return Ok(whole);
        }
        let of = std::ptr::from_ref(game).addr();
        let whole = self.reading.once(of, self.read_whole(game, recent.clone())).await?;
        // Whoever was waited for may have begun before an event that is known here.
        if whole.next() >= recent.next() { Ok(whole) } else { self.read_whole(game, recent).await }
    }

    /// Does work over what is at hand of a game's log, and again over the whole of it where it proves to need what stands before: an event that is left
    /// out, or a belief that begins again, has the game folded from its start.
    ///
    /// # Errors
    /// Those of the work, and where the log cannot be read.
    pub(in crate::service) async fn work_over<T, W>(
        &self,
        game: &Game,
        log: Log,
        short: bool,
        work: impl Fn(Log) -> W + Send,
    ) -> Result<T, Error>
    where
        T: Send + 'static,
        W: Fn(&Budget) -> Result<T, Error> + Send + 'static,
    {
        match self.work(short, work(log)).await {
            Err(Error::NeedsLog) => self.work(false, work(Box::pin(self.whole_log(game)).await?)).await,
            done => done,
        }
    }

    async fn read_whole(&self, game: &Game, recent: Log) -> Result<Log, Error> {
        let mut whole = self.logs.get(&game.key).filter(|whole| is_of_one_chain(whole, &recent)).unwrap_or_default();
        if whole.next() < recent.first() {
            let until = recent.first() - 1;
            whole = self.read_on(&game.key, &*game.opened, whole, until).await?;
            whole = self.complete(game, whole, until)?;
        }
        if whole.next() == recent.first() && whole.hash() != recent.before() {
            let damage = StreamDamage::at(recent.first(), "does not continue the chain of the events before it");
            return Err(self.note_damage(&game.key, damage));
        }
        let known = whole.next();
        recent.entries().filter(|(revision, _)| *revision >= known).for_each(|(_, entry)| whole.push(entry.clone()));
        game.keep_in(&self.logs, game.key.clone(), whole.clone());
        Ok(whole)
    }

    /// A position to fold an observer from, at or below a revision: its newest snapshot that the script of that revision agrees with, or the
    /// beginning.
    pub(in crate::service) async fn start(&self, game: &Arc<Game>, observer: Observer, revision: Revision) -> Position {
        let log = game.log();
        let mut at_most = revision;
        while at_most > 0 {
            let thawed = self.newest_snapshot(&game.key, game.ruleset, &game.opened, observer, at_most).await;
            let Some((after, position)) = thawed else { break };
            let start = position.revision();
            match self.stands_in_chain(game, start, after.hash()).await {
                Ok(true) => {}
                Ok(false) => {
                    self.drop_snapshot(&game.key, game.ruleset, observer, start).await;
                    at_most = start - 1;
                    continue;
                }
                Err(error) => {
                    tracing::warn!(game = game.id(), %observer, start, %error, "a snapshot cannot be held against the log, and is passed over");
                    break;
                }
            }
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

/// Whether two logs of a game hold the same event where both hold one: the last that they share says so of all before it. Two that share none say nothing.
fn is_of_one_chain(whole: &Log, recent: &Log) -> bool {
    let Some(last) = whole.next().min(recent.next()).checked_sub(1) else { return true };
    match (whole.entry(last), recent.entry(last)) {
        (Some(whole), Some(recent)) => whole.hash == recent.hash,
        _ => true,
    }
}

fn read_opening(first: &RecordedEvent) -> Result<GameOpening, StreamDamage> {
    if first.kind != OPENING {
        return Err(StreamDamage::at(0, "is no opening"));
    }
    let payload = first.payload.as_ref().ok_or_else(|| StreamDamage::at(0, "was erased"))?;
    serde_json::from_slice(payload).map_err(|_| StreamDamage::at(0, UNDECODABLE))
}
