//! Whether the populations that are kept are what the players' streams fold to.

use super::Damage;
use super::person_check::parts;
use crate::service::players::{Moment, PopulationFold, Remembered, moment_of};
use crate::store::{LogId, Scan, StoreError, StreamId};

/// Rows read at once.
const READ: u32 = 2_000;

/// What was found of a log's populations.
#[derive(Debug, Default)]
pub(super) struct PopulationsFound {
    /// Populations that were compared with a fold.
    pub populations: u64,
    /// What is wrong.
    pub damages: Vec<Damage>,
}

/// Compares what is kept, where it is of this release's fold and nobody was forgotten since. What a server keeps or drops meanwhile is not
/// judged.
///
/// # Errors
/// Where the database does not answer, or a row of a population cannot be read.
pub(super) async fn check(scan: &mut dyn Scan, log: LogId) -> Result<PopulationsFound, StoreError> {
    let (kept, forgotten) = (scan.populations(log).await?, scan.count_forgotten(log).await?);
    let mut found = PopulationsFound::default();
    let Some(newest) = kept.iter().max_by_key(|row| row.position) else { return Ok(found) };
    let (position, moment) = (newest.position, moment_of(newest));
    if moment.len() != usize::from(log.partitions()) {
        let what = format!("what is kept of the population of {} is not of a moment of this log", newest.ruleset);
        found.damages.push(Damage::of_log(log, Some(position), what));
        return Ok(found);
    }
    let fold = match fold(scan, log, moment).await {
        // Players or their streams cannot be read, which was named with them.
        Err(StoreError::Damaged { .. } | StoreError::DamagedStream { .. }) => return Ok(found),
        fold => fold?,
    };
    let now = scan.populations(log).await?;
    for row in kept.iter().filter(|row| row.position == position && row.forgotten == forgotten && now.contains(row)) {
        let Some(holds) = fold.holds(row) else { continue };
        found.populations += 1;
        if !holds {
            let what = format!("the population of {} is not what the players' streams give", row.ruleset);
            found.damages.push(Damage::of_log(log, Some(position), what));
        }
    }
    Ok(found)
}

async fn fold(scan: &mut dyn Scan, log: LogId, moment: Moment) -> Result<PopulationFold, StoreError> {
    let mut fold = PopulationFold::new(moment.clone());
    let mut after = String::new();
    loop {
        let players = scan.players(log, &after, READ).await?;
        let Some(last) = players.last() else { return Ok(fold) };
        after.clone_from(&last.player);
        for row in &players {
            fold.add(&remembered(scan, log, &row.person, &moment).await?);
        }
    }
}

async fn remembered(scan: &mut dyn Scan, log: LogId, person: &str, moment: &Moment) -> Result<Remembered, StoreError> {
    let stream = StreamId::player(person);
    let &[position] = moment.as_slice() else {
        // What does not decode was named with its stream.
        return Ok(Remembered::of_parts(&parts(scan, log, &stream).await?, moment).unwrap_or_default());
    };
    let (mut remembered, mut from) = (Remembered::default(), 0);
    loop {
        let events = scan.events(log, &stream, from, READ).await?;
        let Some(last) = events.last() else { return Ok(remembered) };
        from = last.revision + 1;
        for event in events.iter().take_while(|event| event.position <= position) {
            // What does not decode was named with its stream.
            drop(remembered.follow(event));
        }
        if last.position > position {
            return Ok(remembered);
        }
    }
}
