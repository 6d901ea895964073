//! What an auditor asks first: is this the log that was written, which code read it, and does it believe today what it believed then?

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use super::game::Game;
use crate::projection::{Budget, Nobody, Position, Script, Walk};
use crate::rulesets::{Observer, Revision};
use crate::service::{BeliefRequest, Error, Service};
use crate::store::SnapshotRow;

/// The state of a game's log and of one observer's belief.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct AuditAnswer {
    /// The game.
    pub game: String,
    /// Its last revision.
    pub revision: Revision,
    /// Its hash chain, read again from the database and walked.
    pub chain: ChainAnswer,
    /// Version of the ruleset's events.
    pub schema: u32,
    /// Version of the ruleset's inference.
    pub model: u32,
    /// Whose belief.
    pub observer: String,
    /// Fingerprint of that belief now.
    pub belief_hash: String,
    /// Snapshots of that observer's belief, in the order of their revisions.
    pub snapshots: Vec<SnapshotAnswer>,
}

/// A belief as it was kept at some revision, and as this release works it out from the log.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct SnapshotAnswer {
    /// After which event.
    pub revision: Revision,
    /// Version of the ruleset's events then.
    pub schema: u32,
    /// Version of the ruleset's inference then. Where it is not that of now, the snapshot is kept for this comparison only.
    pub model: u32,
    /// Fingerprint of the belief as it was served then.
    pub belief_hash: String,
    /// Fingerprint of the belief as the log gives it now.
    pub belief_hash_now: String,
    /// Whether the two are equal.
    pub same: bool,
}

/// The hash chain of a game's stream.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct ChainAnswer {
    /// Always true: every event follows from the one before it and holds what it was committed to. Where one does not, the answer is the
    /// problem `damaged`, which names it.
    pub verified: bool,
    /// Hash of the last event, in hexadecimal; shown to the referee only, because it depends on everything that is hidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub head: Option<String>,
}

impl Service {
    /// Walks a game's chain, says which code its beliefs come from, and compares those that were kept with those of now.
    ///
    /// # Errors
    /// Where the seat does not exist or the log cannot be read.
    pub async fn audit(&self, game: &Arc<Game>, observer: Observer) -> Result<AuditAnswer, Error> {
        let knowledge = self.knowledge(game, &BeliefRequest::head(observer)).await?;
        let revision = knowledge.revision();
        let (service, key) = (self.me.upgrade().ok_or(Error::Cancelled)?, game.key.clone());
        let previous = self.paged_beside(async move || service.walk_chain(&key, revision).await).await?;
        self.catch_up_if_stale(game).await?;
        let head = (observer == Observer::Referee).then(|| hex(&previous));
        Ok(AuditAnswer {
            game: game.id().to_owned(),
            revision,
            chain: ChainAnswer { verified: true, head },
            schema: game.ruleset.schema(),
            model: game.ruleset.model(),
            observer: observer.to_string(),
            belief_hash: self.marginals(&knowledge).await?.hash(),
            snapshots: self.compare_snapshots(game, observer, revision).await?,
        })
    }

    async fn compare_snapshots(
        &self,
        game: &Arc<Game>,
        observer: Observer,
        head: Revision,
    ) -> Result<Vec<SnapshotAnswer>, Error> {
        let (name, rows) = (observer.to_string(), self.snapshots_of(game).await?);
        let rows: Vec<SnapshotRow> = rows.into_iter().filter(|row| row.observer == name && row.revision <= head).collect();
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let revisions: Vec<Revision> = rows.iter().map(|row| row.revision).collect();
        let (shared, log) = (Arc::clone(game), self.whole_log(game).await?);
        let now = self
            .work(false, move |budget: &Budget| {
                let begin = || Position::begin(&*shared.opened, observer);
                let (mut hashes, mut position) = (BTreeMap::new(), begin());
                for revision in revisions.iter().copied() {
                    // A retraction in between has changed what was folded before it.
                    if !log.agrees(position.revision(), revision) {
                        position = begin();
                    }
                    let script = Script::of(&log, revision);
                    let walk = Walk { game: &shared.opened, script: &script, line: None, budget };
                    position = walk.to(position, revision, &mut Nobody)?;
                    let marginals = shared.opened.marginals(&position.observer.belief, &position.table.table);
                    hashes.insert(revision, marginals.hash());
                }
                Ok(hashes)
            })
            .await?;
        let answer = |row: SnapshotRow| {
            let belief_hash_now = now.get(&row.revision).cloned().unwrap_or_default();
            SnapshotAnswer {
                revision: row.revision,
                schema: row.schema,
                model: row.model,
                same: row.belief_hash == belief_hash_now,
                belief_hash: row.belief_hash,
                belief_hash_now,
            }
        };
        Ok(rows.into_iter().map(answer).collect())
    }
}

/// Lower-case hexadecimal of a hash.
pub(super) fn hex(bytes: &[u8; 32]) -> String {
    blake3::Hash::from_bytes(*bytes).to_hex().to_string()
}
