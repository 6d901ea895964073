//! Making snapshots in the background, beginning folds from them, and checking some of them against a fold of the whole log.

use std::sync::Arc;

use super::game::{Folded, Game, GameKey};
use crate::projection::{
    Budget, ChainHash, Log, Nobody, Position, Script, Ties, Walk, agree, freeze_observer, freeze_table, thaw_observer, thaw_table,
};
use crate::rulesets::{AnyGame, AnyRuleset, Observer, Revision};
use crate::service::{Error, Knowledge, Service};
use crate::store::{Snapshot, SnapshotRow, StoreError, StreamId, TABLE, Versions};

/// An observer that was carried over so many events since its last snapshot gets another.
const EVENTS: Revision = 1_000;

/// In a long game it waits until it was carried over this share of the game: a game that is posted in bulk is not held up by its snapshots.
const SHARE: Revision = 16;

/// One whose folding took so long since its last snapshot gets another too, in microseconds.
const MICROS: i64 = 250_000;

/// But not after fewer events than these.
const FEWEST_EVENTS: Revision = 64;

/// Snapshots of an observer that are kept in a game.
const KEPT: usize = 8;

/// A table or belief whose frozen form is larger than this is not written, in bytes.
const LARGEST: usize = 8 << 20;

/// One of so many positions that were thawed is compared with a fold of the whole log.
const SAMPLE: u64 = 64;

impl Service {
    /// The newest snapshot of an observer at or below a revision, with an empty log that begins after it. One that does not thaw is dropped.
    pub(super) async fn newest_snapshot(
        &self,
        key: &GameKey,
        ruleset: &'static dyn AnyRuleset,
        opened: &Arc<dyn AnyGame>,
        observer: Observer,
        mut at_most: Revision,
    ) -> Option<(Log, Position)> {
        let (log, stream, name) = (key.0, StreamId::game(&key.1), observer.to_string());
        let versions = Versions { schema: ruleset.schema(), model: ruleset.model() };
        loop {
            // A fold can always begin at the first event: a snapshot that cannot be read is none.
            let found = self.store.snapshot(log, &stream, &name, versions, at_most).await;
            let pair = found.inspect_err(|error| tracing::warn!(%error, "no snapshot can be read")).ok()??;
            let ties = ties(&stream, pair.revision, ruleset);
            let table = thaw_table(&**opened, &pair.table, &ties);
            match (table, thaw_observer(&**opened, observer, &pair.belief, &ties)) {
                (Ok(table), Ok(belief)) => {
                    metrics::counter!("credence_snapshots_total", "outcome" => "thawed").increment(1);
                    let events = Log::after(pair.revision, table.hash, &table.retractions, &table.ends);
                    return Some((events, Position { table: Arc::new(table.table), observer: Arc::new(belief) }));
                }
                (Err(error), _) | (_, Err(error)) => {
                    tracing::error!(%error, "a snapshot does not thaw");
                    self.drop_snapshot(key, ruleset, observer, pair.revision).await;
                    at_most = pair.revision.checked_sub(1)?;
                }
            }
        }
    }

    /// Drops a snapshot that is not what was written, or that the log does not continue.
    pub(super) async fn drop_snapshot(&self, key: &GameKey, ruleset: &dyn AnyRuleset, observer: Observer, revision: Revision) {
        metrics::counter!("credence_snapshots_total", "outcome" => "damaged").increment(1);
        let (stream, name) = (StreamId::game(&key.1), observer.to_string());
        if self.reads_only() {
            tracing::error!(game = key.1, observer = name, revision, "a snapshot is passed over");
            return;
        }
        tracing::error!(game = key.1, observer = name, revision, "a snapshot is dropped");
        let dropped = self.store.drop_snapshots(key.0, &stream, &name, ruleset.model(), &[revision]).await;
        if let Err(error) = dropped {
            tracing::warn!(%error, "the snapshot could not be dropped");
        }
    }

    /// All snapshots of a game. Where one of them does not decode, all are dropped: the log gives them again.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub(super) async fn snapshots_of(&self, game: &Game) -> Result<Vec<SnapshotRow>, Error> {
        let (log, stream) = (game.key.0, game.stream());
        match self.store.snapshots(log, &stream).await {
            Err(error @ StoreError::Damaged { .. }) => {
                metrics::counter!("credence_snapshots_total", "outcome" => "damaged").increment(1);
                tracing::error!(game = game.id(), %error, "the list of a game's snapshots cannot be read");
                if !self.reads_only()
                    && let Err(error) = self.store.drop_all_snapshots(log, &stream).await
                {
                    tracing::warn!(game = game.id(), %error, "the snapshots could not be dropped");
                }
                Ok(Vec::new())
            }
            rows => Ok(rows?),
        }
    }

    /// Whether the hash chain of the log stands at a hash after a revision.
    ///
    /// # Errors
    /// Where the log cannot be read, so that it is not known.
    pub(super) async fn stands_in_chain(&self, game: &Game, revision: Revision, hash: ChainHash) -> Result<bool, StoreError> {
        if let Some(entry) = game.log().entry(revision) {
            return Ok(entry.hash == hash);
        }
        if let Some(from) = game.loaded_from.filter(|(from, _)| *from == revision) {
            return Ok(from.1 == hash);
        }
        let event = self.store.read(game.key.0, &game.stream(), revision, 1).await?;
        Ok(event.first().is_some_and(|event| event.revision == revision && event.hash == hash))
    }

    /// An observer was carried on over so many events, which took so long: makes a snapshot in the background where one is due.
    pub(in crate::service) fn count_fold(&self, game: &Arc<Game>, knowledge: &Arc<Knowledge>, events: Revision, micros: i64) {
        metrics::histogram!("credence_fold_seconds").record(micros as f64 / 1e6);
        metrics::histogram!("credence_fold_events").record(events as f64);
        let revision = knowledge.revision();
        let due = |folded: &Folded| {
            let far = revision.saturating_sub(folded.since);
            let due = far >= EVENTS.max(revision / SHARE) || (folded.micros >= MICROS && far >= FEWEST_EVENTS);
            // A past revision is worth one where it was a long way there.
            let past = revision < folded.since && (events >= EVENTS || (micros >= MICROS && events >= FEWEST_EVENTS));
            (due || past).then_some(revision.max(folded.since))
        };
        if game.count_fold(knowledge.observer(), micros, due) {
            self.freeze(game, knowledge);
        }
    }

    fn freeze(&self, game: &Arc<Game>, knowledge: &Arc<Knowledge>) {
        let Some(service) = self.me.upgrade().filter(|service| !service.reads_only()) else { return };
        let (game, knowledge) = (Arc::clone(game), Arc::clone(knowledge));
        self.background.spawn(async move {
            let Ok(_permit) = service.freezing.acquire().await else { return };
            match service.write_snapshot(&game, knowledge).await {
                Ok(()) => metrics::counter!("credence_snapshots_total", "outcome" => "written").increment(1),
                Err(error) => tracing::warn!(%error, game = game.id(), "a snapshot was not written"),
            }
        });
    }

    async fn write_snapshot(&self, game: &Arc<Game>, knowledge: Arc<Knowledge>) -> Result<(), Error> {
        let (log, stream, versions) = (game.key.0, game.stream(), versions(game));
        let (observer, revision) = (knowledge.observer().to_string(), knowledge.revision());
        let hash = match game.log().entry(revision) {
            Some(entry) => entry.hash,
            None => match self.store.read(log, &stream, revision, 1).await?.first() {
                Some(event) if event.revision == revision => event.hash,
                _ => return Ok(()),
            },
        };
        let shared = Arc::clone(game);
        let frozen = tokio::task::spawn_blocking(move || {
            let stream = shared.stream();
            let (game, ties, position) = (&*shared.opened, ties(&stream, revision, shared.ruleset), &knowledge.position);
            let table = freeze_table(game, &position.table, &shared.log(), hash, &ties);
            (table, freeze_observer(game, &position.observer, &ties), knowledge.marginals().hash())
        });
        let (table, belief, belief_hash) = frozen.await.map_err(|_| Error::Cancelled)?;
        if table.len().max(belief.len()) > LARGEST {
            return Ok(());
        }
        let of = |observer: &str, belief_hash: String, state: Vec<u8>| Snapshot {
            observer: observer.to_owned(),
            revision,
            schema: versions.schema,
            model: versions.model,
            belief_hash,
            state,
        };
        let pair = [of(TABLE, String::new(), table), of(&observer, belief_hash, belief)];
        self.store.put_snapshots(log, &stream, &pair).await?;
        let stand = self.snapshots_of(game).await?;
        let of_observer = |row: &&SnapshotRow| row.observer == observer && row.model == versions.model;
        let revisions: Vec<Revision> = stand.iter().filter(of_observer).map(|row| row.revision).collect();
        let surplus = surplus(revisions);
        if !surplus.is_empty() {
            self.store.drop_snapshots(log, &stream, &observer, versions.model, &surplus).await?;
        }
        Ok(())
    }

    /// Compares a share of the positions that were thawed with a fold of the whole log, in the background. One that differs is dropped.
    pub(super) fn sample(&self, game: &Arc<Game>, thawed: &Position) {
        if !self.entropy.seed().is_multiple_of(SAMPLE) {
            return;
        }
        let Some(service) = self.me.upgrade() else { return };
        let (game, thawed) = (Arc::clone(game), thawed.clone());
        self.background.spawn(async move {
            if let Err(error) = service.compare(&game, &thawed).await {
                tracing::warn!(%error, game = game.id(), "a snapshot could not be compared with the log");
            }
        });
    }

    /// Whether a thawed position is what a fold of the whole log gives; drops its snapshot where it is not.
    ///
    /// # Errors
    /// Where the log cannot be read.
    pub(super) async fn compare(&self, game: &Arc<Game>, thawed: &Position) -> Result<bool, Error> {
        let (shared, log, compared) = (Arc::clone(game), self.whole_log(game).await?, thawed.clone());
        let same = self
            .work(false, move |budget: &Budget| {
                let (revision, observer) = (compared.revision(), compared.observer.observer);
                let script = Script::of(&log, revision);
                let walk = Walk { game: &shared.opened, script: &script, line: None, budget };
                let folded = walk.to(Position::begin(&*shared.opened, observer), revision, &mut Nobody)?;
                Ok(agree(&*shared.opened, &compared, &folded))
            })
            .await?;
        let outcome = if same { "compared" } else { "differs" };
        metrics::counter!("credence_snapshots_total", "outcome" => outcome).increment(1);
        if !same && !self.reads_only() {
            let (observer, revision) = (thawed.observer.observer.to_string(), thawed.revision());
            tracing::error!(game = game.id(), observer, revision, "a snapshot is not what the log gives, and is dropped");
            let (log, model) = (game.key.0, game.ruleset.model());
            self.store.drop_snapshots(log, &game.stream(), &observer, model, &[revision]).await?;
        }
        Ok(same)
    }
}

fn versions(game: &Game) -> Versions {
    Versions { schema: game.ruleset.schema(), model: game.ruleset.model() }
}

fn ties<'a>(stream: &'a StreamId, revision: Revision, ruleset: &'static dyn AnyRuleset) -> Ties<'a> {
    Ties { stream: stream.as_str(), revision, schema: ruleset.schema(), model: ruleset.model() }
}

/// Which snapshots of an observer are too many: one after another the one whose two neighbours lie closest together, and never the newest.
fn surplus(mut revisions: Vec<Revision>) -> Vec<Revision> {
    let mut surplus = Vec::new();
    while revisions.len() > KEPT {
        let gap = |place: usize| revisions[place + 1] - if place == 0 { 0 } else { revisions[place - 1] };
        let place = (0..revisions.len() - 1).min_by_key(|place| gap(*place)).unwrap_or(0);
        surplus.push(revisions.remove(place));
    }
    surplus
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn snapshots_that_stay_are_spread_over_the_game() {
        let mut stand: Vec<Revision> = Vec::new();
        for revision in (1_000..=100_000).step_by(1_000) {
            stand.push(revision);
            for gone in surplus(stand.clone()) {
                stand.retain(|revision| *revision != gone);
            }
        }
        assert_eq!(stand.len(), KEPT);
        assert_eq!(stand.last(), Some(&100_000));
        let mut gaps: Vec<Revision> = stand.windows(2).map(|pair| pair[1] - pair[0]).chain([stand[0]]).collect();
        gaps.sort_unstable();
        assert!(*gaps.last().expect("gaps") <= 26_000, "{stand:?}");
    }
}
