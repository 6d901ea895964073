//! Rebuilding the projections: the proof that the log alone is the truth.

use std::slice;

use super::damage::damaged_player;
use super::population::learning_moment;
use super::profiles::{Remembered, Until};
use crate::rulesets::Revision;
use crate::service::{Error, Service};
use crate::store::{LogId, PlayerRow, StoredProfile};

/// Players listed at once.
const LISTED: u32 = 500;

/// What became of the kept profiles of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rebuilt {
    /// The player.
    pub player: String,
    /// Revision of the player's stream that the profiles hold for now; `None` where nothing stands there.
    pub revision: Option<Revision>,
    /// Rulesets whose rebuilt state is the one that stood, bit for bit.
    pub equal: Vec<String>,
    /// Rulesets whose state was another one.
    pub different: Vec<String>,
    /// Rulesets of which nothing was kept, or nothing that can be read, or by a release that folds otherwise.
    pub new: Vec<String>,
}

impl Service {
    /// Drops what is kept of every player, one after the other, folds it again from the log, and keeps that. `report` hears of each
    /// player; of one who is forgotten meanwhile it hears nothing.
    ///
    /// # Errors
    /// Where the log cannot be read: what was not kept again then is folded when someone asks. [`Error::Damaged`], after all others were folded, where a
    /// player's stream is damaged: the first of them is named.
    pub async fn rebuild(&self, log: LogId, mut report: impl FnMut(Rebuilt) + Send) -> Result<(), Error> {
        let mut after: Option<String> = None;
        let mut damaged = None;
        loop {
            let rows = self.store.list_players(log, after.as_deref(), LISTED).await?;
            let Some(last) = rows.last() else { break };
            after = Some(last.player.clone());
            for PlayerRow { player, person, .. } in rows {
                let rebuilt = match self.rebuild_one(log, player.clone(), &person).await {
                    Err(Error::Damaged(damage)) => {
                        damaged.get_or_insert(damaged_player(&player, damage));
                        continue;
                    }
                    rebuilt => rebuilt?,
                };
                if self.store.players(log, slice::from_ref(&person)).await?.contains_key(&person) {
                    report(rebuilt);
                }
            }
        }
        damaged.map_or(Ok(()), Err)
    }

    async fn rebuild_one(&self, log: LogId, player: String, person: &str) -> Result<Rebuilt, Error> {
        let mut kept = self.kept_profiles(log, &[person]).await?.concat();
        kept.retain(|row| !Remembered::is_foreign(row));
        self.store.drop_profiles(log, person).await?;
        let mut remembered = Remembered::default();
        // What stood is compared at the revision that it stood at, or the moment. A row of a revision is none of a merged stream.
        let is_of_this_log = |until: &Until| log.partitions() == 1 || matches!(until, Until::Moment(_));
        if let Some(until) = Remembered::kept(kept.clone()).end().filter(is_of_this_log) {
            remembered = self.carry_on(log, person, remembered, &until).await?;
        }
        let (equal, different) = kept.iter().partition::<Vec<_>, _>(|row| remembered.rows().contains(row));
        let now = Until::Moment(learning_moment(&self.moment(log).await?));
        remembered = self.carry_on(log, person, remembered, &now).await?;
        let rows = remembered.rows();
        self.store.keep_profiles(log, &[(person, rows.clone())]).await?;
        let names = |rows: Vec<&StoredProfile>| rows.into_iter().map(|row| row.ruleset.clone()).collect();
        let is_new = |row: &&StoredProfile| kept.iter().all(|kept| kept.ruleset != row.ruleset);
        Ok(Rebuilt {
            player,
            revision: remembered.revision,
            new: names(rows.iter().filter(is_new).collect()),
            equal: names(equal),
            different: names(different),
        })
    }
}
