//! Bringing a game into memory, and following its log where other servers write to it.

use std::sync::{Arc, PoisonError};

use super::game::{Game, GameKey, GameOpening, OPENING};
use super::{Error, Service};
use crate::rulesets::find;
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
                self.catch_up_if_behind(&game).await?;
            }
            return Ok(game);
        }
        let living = self.live.lock().unwrap_or_else(PoisonError::into_inner).get(&key).and_then(std::sync::Weak::upgrade);
        let game = match living {
            Some(game) => {
                self.catch_up_if_behind(&game).await?;
                game
            }
            None => self.load(&key).await?,
        };
        Ok(self.remember(game))
    }

    /// Keeps a game in memory. If someone else brought it in meanwhile, theirs stays: one game has one lock.
    pub(super) fn remember(&self, game: Arc<Game>) -> Arc<Game> {
        let mut live = self.live.lock().unwrap_or_else(PoisonError::into_inner);
        let game = match live.get(&game.key).and_then(std::sync::Weak::upgrade) {
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
            live.values().filter_map(std::sync::Weak::upgrade).filter(|game| game.watched()).collect()
        };
        for game in watched {
            if let Err(error) = self.catch_up_if_behind(&game).await {
                tracing::warn!(%error, game = game.id(), "streams of this game are behind");
            }
        }
    }

    async fn load(&self, key: &GameKey) -> Result<Arc<Game>, Error> {
        let (log, id) = (key.0, key.1.as_str());
        let mut events = self.store.read(log, &StreamId::game(id), 0, READ).await?.into_iter();
        let first = events.next().ok_or_else(|| Error::NoGame(id.to_owned()))?;
        let rest: Vec<RecordedEvent> = events.collect();
        let complete = rest.len() + 1 < READ as usize;
        let opening = read_opening(&first)?;
        let ruleset = find(&opening.ruleset).ok_or_else(|| Error::NoRuleset(opening.ruleset.clone()))?;
        let opened = ruleset.game(first.schema, serde_json::json!(opening))?;
        let game = Arc::new(Game::new(key.clone(), ruleset, opened, opening, first));
        game.extend(rest)?;
        if !complete {
            self.catch_up(&game).await?;
        }
        Ok(game)
    }

    async fn catch_up_if_behind(&self, game: &Game) -> Result<(), Error> {
        let doubts = game.doubts();
        let head = self.store.head(game.key.0, &game.stream()).await?;
        if head.is_some_and(|head| head.revision > game.head()) {
            self.catch_up(game).await?;
        }
        game.settle(doubts);
        Ok(())
    }

    /// Reads what stands in the log behind the head of a game.
    pub(super) async fn catch_up(&self, game: &Game) -> Result<(), Error> {
        loop {
            let events = self.store.read(game.key.0, &game.stream(), game.head() + 1, READ).await?;
            let complete = events.len() < READ as usize;
            game.extend(events)?;
            if complete {
                return Ok(());
            }
        }
    }
}

fn read_opening(first: &RecordedEvent) -> Result<GameOpening, Error> {
    let damaged = |what: &str| Error::Damaged(format!("revision 0: {what}"));
    if first.kind != OPENING {
        return Err(damaged("the stream does not begin with an opening"));
    }
    let payload = first.payload.as_ref().ok_or_else(|| damaged("the opening was erased"))?;
    serde_json::from_slice(payload).map_err(|error| damaged(&error.to_string()))
}
