//! What is known of games whose stored events are not what was written: they take no events and are not served; all others go on.

use std::hash::Hash;
use std::sync::{Arc, PoisonError};

use moka::sync::Cache;

use super::game::{Game, GameKey};
use crate::service::{Error, Service};
use crate::store::{Head, StoreError, StreamDamage, StreamId};

/// A damaged game is read again after so long, in microseconds: it may have been repaired.
const ASKED_AGAIN: i64 = 10_000_000;

/// A game that was found damaged.
#[derive(Clone)]
pub(in crate::service) struct Found {
    damage: StreamDamage,
    /// When it was found, in microseconds since 1970 UTC.
    at_us: i64,
}

impl Service {
    /// Takes a game that was found damaged out of memory, and gives what is answered for it.
    pub(super) fn note_damage(&self, key: &GameKey, damage: StreamDamage) -> Error {
        tracing::error!(log = key.0.0, game = key.1, %damage, "a game is damaged");
        metrics::counter!("credence_damaged_total").increment(1);
        let found = Found { damage: damage.clone(), at_us: self.clock.now_us() };
        // Where it was found before and not read since, nothing of it has been worked out since.
        if self.damaged.contains_key(key) {
            self.drop_game(key);
        } else {
            self.forget_game(key);
        }
        self.damaged.insert(key.clone(), found);
        Error::Damaged(damage)
    }

    /// The head of a game's stream, as the database has it.
    ///
    /// # Errors
    /// [`Error::Damaged`] where it is not the head of its events.
    pub(super) async fn head_of(&self, key: &GameKey) -> Result<Option<Head>, Error> {
        let head = self.store.head(key.0, &StreamId::game(&key.1)).await;
        head.map_err(|error| self.noted(key, error))
    }

    /// What an error of the store means for a game; damage of its stream is noted.
    pub(super) fn noted(&self, key: &GameKey, error: StoreError) -> Error {
        match error {
            StoreError::DamagedStream { what, .. } => self.note_damage(key, what),
            error => error.into(),
        }
    }

    /// Whether a game was found damaged some time ago: then it is read from its first event on.
    ///
    /// # Errors
    /// [`Error::Damaged`] where it was found in the last ten seconds: nothing else is answered then.
    pub(super) fn was_damaged(&self, key: &GameKey) -> Result<bool, Error> {
        match self.damaged.get(key) {
            None => Ok(false),
            // A clock that was set back says nothing of how long ago it was.
            Some(found) if (0..ASKED_AGAIN).contains(&self.clock.now_us().saturating_sub(found.at_us)) => {
                Err(Error::Damaged(found.damage))
            }
            Some(_) => Ok(true),
        }
    }

    /// Takes a game out of memory, and sees to it that what was read of it before does not come back.
    pub(super) fn drop_game(&self, key: &GameKey) {
        // First: whoever keeps what it read looks for the mark afterwards.
        self.dropped.insert(key.clone(), Arc::default());
        self.take_out(key);
    }

    /// Takes a game out of memory. Whoever follows it reads it anew.
    pub(super) fn take_out(&self, key: &GameKey) {
        let living = self.live.lock().unwrap_or_else(PoisonError::into_inner).remove(key);
        if let Some(game) = living.and_then(|game| game.upgrade()) {
            game.retire();
        }
        self.games.invalidate(key);
        self.logs.invalidate(key);
    }

    /// Takes a game out of memory, with all that was worked out of it: the database does not hold what memory holds.
    pub(super) fn forget_game(&self, key: &GameKey) {
        self.drop_game(key);
        // Keys of these hold more than the game; that a database loses what it held is rare enough to drop them all.
        self.past.invalidate_all();
        self.timelines.invalidate_all();
        self.remembered.invalidate_all();
        self.recent.invalidate_all();
    }

    /// Sees to it that the events before the snapshot that a game was loaded from are what was written: once, in the background, and before the
    /// first append.
    ///
    /// # Errors
    /// [`Error::Damaged`] where they are not.
    pub(super) async fn check_past(&self, game: &Game) -> Result<(), Error> {
        let Some((revision, hash)) = game.loaded_from else { return Ok(()) };
        let walk = async {
            let _permit = self.walking.acquire().await.map_err(|_| Error::Cancelled)?;
            if self.walk_chain(&game.key, revision).await? == hash {
                return Ok(());
            }
            Err(self.note_damage(&game.key, StreamDamage::at(revision, "has another hash than the snapshot that was made there")))
        };
        game.past_checked.get_or_try_init(|| Box::pin(walk)).await.copied()
    }

    /// Counts the events of the logs in the background: where positions are missing, games are damaged whose rows nobody may have read yet.
    pub fn check_positions(&self) {
        let Some(service) = self.me.upgrade() else { return };
        self.background.spawn(async move {
            match service.store.gaps().await {
                Ok(gaps) => {
                    gaps.iter().for_each(|gap| tracing::error!(gap, "positions of a log are missing"));
                    metrics::gauge!("credence_logs_with_gaps").set(gaps.len() as f64);
                    *service.findings.lock().unwrap_or_else(PoisonError::into_inner) = gaps;
                }
                Err(error) => tracing::warn!(%error, "the positions of the logs were not checked"),
            }
        });
    }

    /// What was found wrong: positions of the logs that are missing, and how many games were found damaged.
    #[must_use]
    pub fn findings(&self) -> Vec<String> {
        let mut findings = self.findings.lock().unwrap_or_else(PoisonError::into_inner).clone();
        match self.count_damaged() {
            0 => {}
            1 => findings.push("one game is damaged".to_owned()),
            games => findings.push(format!("{games} games are damaged")),
        }
        findings
    }

    /// How many games were found damaged.
    #[must_use]
    pub fn count_damaged(&self) -> u64 {
        self.damaged.run_pending_tasks();
        self.damaged.entry_count()
    }

    /// [`check_past`](Self::check_past) in the background.
    pub(super) fn check_past_later(&self, game: &Arc<Game>) {
        let Some(service) = self.me.upgrade().filter(|_| game.loaded_from.is_some()) else { return };
        let game = Arc::clone(game);
        self.background.spawn(async move {
            if let Err(error) = service.check_past(&game).await {
                tracing::warn!(%error, game = game.id(), "the events before a snapshot were not checked");
            }
        });
    }
}

impl Game {
    /// Keeps what was worked out of the game. Where it was taken out of memory meanwhile, the database may hold something else now, and nothing is kept.
    pub(in crate::service) fn keep_in<K, V>(&self, cache: &Cache<K, V>, key: K, value: V)
    where
        K: Clone + Eq + Hash + Send + Sync + 'static,
        V: Clone + Send + Sync + 'static,
    {
        cache.insert(key.clone(), value);
        if self.is_retired() {
            cache.invalidate(&key);
        }
    }
}
