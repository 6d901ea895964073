//! Whether the populations that are kept are what the players' streams fold to.

use super::Damage;
use super::damage::Compared;
use super::person_check;
use crate::service::players::{Moment, PopulationFold, Until, moment_of};
use crate::store::{LogId, Scan, StoreError, StreamId};

/// Rows read at once.
const READ: u32 = 2_000;

/// Compares what is kept, where it is of this release's fold and nobody was forgotten since. What a server keeps or drops meanwhile is not
/// judged, and nothing is while somebody is being forgotten, or where a stream is damaged.
///
/// # Errors
/// Where the database does not answer, or a row of a population cannot be read.
pub(super) async fn check(scan: &mut dyn Scan, log: LogId) -> Result<Compared, StoreError> {
    let (kept, forgotten) = (scan.populations(log).await?, scan.count_forgotten(log).await?);
    let mut found = Compared::default();
    let Some(newest) = kept.iter().max_by_key(|row| row.position) else { return Ok(found) };
    let (position, moment) = (newest.position, moment_of(newest));
    if moment.len() != usize::from(log.partitions()) {
        let what = format!("what is kept of the population of {} is not of a moment of this log", newest.ruleset);
        found.damages.push(Damage::of_log(log, Some(position), what));
        return Ok(found);
    }
    let fold = match fold(scan, log, moment).await {
        // The players cannot be read, or the stream of one cannot be, or one is being forgotten.
        Err(StoreError::Damaged { .. }) | Ok(None) => return Ok(found),
        Ok(Some(fold)) => fold,
        Err(error) => return Err(error),
    };
    let now = scan.populations(log).await?;
    for row in kept.iter().filter(|row| row.position == position && row.forgotten == forgotten && now.contains(row)) {
        let Some(holds) = fold.holds(row) else { continue };
        found.count += 1;
        if !holds {
            let what = format!("the population of {} is not what the players' streams give", row.ruleset);
            found.damages.push(Damage::of_log(log, Some(position), what));
        }
    }
    Ok(found)
}

/// Folds the players' streams as a server does. `None` where one is damaged, or somebody is being forgotten, or was meanwhile: nothing can be compared then.
async fn fold(scan: &mut dyn Scan, log: LogId, moment: Moment) -> Result<Option<PopulationFold>, StoreError> {
    let (mut fold, until) = (PopulationFold::new(moment.clone()), Until::Moment(moment));
    let mut after = String::new();
    loop {
        let players = scan.players(log, &after, READ).await?;
        let Some(last) = players.last() else { return Ok(Some(fold)) };
        after.clone_from(&last.player);
        for row in &players {
            // A server leaves a damaged stream out from when it finds the damage, which may be later than what is kept was folded.
            let Some(remembered) = person_check::fold(scan, log, &StreamId::player(&row.person), &until).await? else {
                return Ok(None);
            };
            fold.add(&remembered);
        }
    }
}
