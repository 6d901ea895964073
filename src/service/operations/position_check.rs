//! Whether the positions of a log are gapless, and its counter stands at the last of them.

use std::collections::{BTreeMap, BTreeSet};

use super::Damage;
use super::damage::or_damage;
use crate::store::{AsideRow, Extent, LogId, MissingRow, Position, Scan, StoreError, StreamId};

/// Positions read at once.
const READ: u32 = 10_000;

/// Checks the positions of a log up to where it goes now. Gaps that were explained when a stream was set aside are none, and an explanation by a stream that
/// never was is damage itself: whoever can delete events can write one.
///
/// # Errors
/// Where the database does not answer.
pub(super) async fn check(
    scan: &mut dyn Scan,
    log: LogId,
    extent: Extent,
    (aside, explained): (&[AsideRow], &[MissingRow]),
    found: &mut Vec<Damage>,
) -> Result<(), StoreError> {
    let of_log = |position, what: String| Damage::of_log(log, position, what);
    for (stream, (first, last, count)) in never_set_aside(aside, explained) {
        let what = format!(
            "{count} of the events up to position {last} are said to be missing because of {stream}, which was never set aside",
            stream = stream.as_str()
        );
        found.push(of_log(Some(first), what));
    }
    let explained = &explained_spans(explained);
    match extent.counter {
        None if extent.last > 0 => {
            found.push(of_log(None, "there is no row of the counter that positions are taken from".to_owned()))
        }
        Some(counter) if counter < extent.last => {
            let what = format!("the counter stands at {counter}, and the events go on to {}", extent.last);
            found.push(of_log(Some(counter + 1), what));
        }
        _ => {}
    }
    let last = extent.last.max(extent.counter.unwrap_or(0));
    let mut next: Position = 1;
    while next <= last {
        let unread = |cause| of_log(Some(next), format!("positions from here on cannot be read ({cause})"));
        let Some(positions) = or_damage(scan.positions(log, next - 1, READ).await, unread, found)? else { return Ok(()) };
        // Whatever came after the log was asked how far it goes is the next check's.
        let complete = positions.len() < READ as usize;
        for position in positions.into_iter().take_while(|position| *position <= last) {
            name_gap(log, (next, position - 1), explained, found);
            next = position + 1;
        }
        if complete {
            name_gap(log, (next, last), explained, found);
            return Ok(());
        }
    }
    Ok(())
}

/// Positions that rows explain by streams which were never set aside: by each stream the first, the last, and how many.
fn never_set_aside<'a>(aside: &[AsideRow], explained: &'a [MissingRow]) -> BTreeMap<&'a StreamId, (Position, Position, u64)> {
    let aside: BTreeSet<&StreamId> = aside.iter().map(|row| &row.stream).collect();
    let mut streams = BTreeMap::new();
    for row in explained.iter().filter(|row| !aside.contains(&row.stream)) {
        let (first, last, count) = streams.entry(&row.stream).or_insert((row.first, row.last, 0_u64));
        (*first, *last) = (row.first.min(*first), row.last.max(*last));
        *count = count.saturating_add(row.last.saturating_sub(row.first).saturating_add(1));
    }
    streams
}

/// The positions that rows explain, as spans in order that do not overlap.
pub(super) fn explained_spans(explained: &[MissingRow]) -> Vec<(Position, Position)> {
    let mut rows: Vec<(Position, Position)> =
        explained.iter().map(|row| (row.first, row.last)).filter(|(first, last)| first <= last).collect();
    rows.sort_unstable();
    let mut spans: Vec<(Position, Position)> = Vec::new();
    for (first, last) in rows {
        match spans.last_mut() {
            Some(before) if first <= before.1 => before.1 = before.1.max(last),
            _ => spans.push((first, last)),
        }
    }
    spans
}

/// Names what of a gap nothing explains.
fn name_gap(log: LogId, gap: (Position, Position), explained: &[(Position, Position)], found: &mut Vec<Damage>) {
    for (first, last) in unexplained(gap, explained) {
        let what = if first == last {
            "no event stands at this position".to_owned()
        } else {
            format!("no event stands at this position, nor at any up to {last}")
        };
        found.push(Damage::of_log(log, Some(first), what));
    }
}

/// The parts of a gap, from its first position to its last, that none of the [`explained_spans`] explains.
pub(super) fn unexplained((mut first, last): (Position, Position), spans: &[(Position, Position)]) -> Vec<(Position, Position)> {
    let mut parts = Vec::new();
    for (begins, ends) in &spans[spans.partition_point(|(_, ends)| *ends < first)..] {
        if *begins > last {
            break;
        }
        if first < *begins {
            parts.push((first, begins - 1));
        }
        first = ends.saturating_add(1);
    }
    if first <= last {
        parts.push((first, last));
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::stream_named;

    #[test]
    fn a_gap_is_named_as_far_as_nothing_explains_it() {
        let row = |first, last| MissingRow { first, last, stream: stream_named("aside/game/g") };
        let named = |gap, explained: &[MissingRow]| {
            let mut found = Vec::new();
            name_gap(LogId(1), gap, &explained_spans(explained), &mut found);
            found.into_iter().map(|damage| damage.position.unwrap_or(0)).collect::<Vec<_>>()
        };
        assert_eq!(named((5, 4), &[]), [] as [u64; 0]);
        assert_eq!(named((5, 9), &[]), [5]);
        assert_eq!(named((5, 9), &[row(5, 9)]), [] as [u64; 0]);
        assert_eq!(named((5, 9), &[row(6, 7)]), [5, 8]);
        assert_eq!(named((5, 9), &[row(1, 5), row(9, 12)]), [6]);
        assert_eq!(named((5, 9), &[row(7, 8), row(1, 9), row(6, 6), row(9, 2)]), [] as [u64; 0]);
        assert_eq!(named((5, 9), &[row(7, 7), row(9, 9), row(5, 5)]), [6, 8]);
        assert_eq!(named((5, 9), &[row(1, 4), row(10, 11)]), [5]);
    }
}
