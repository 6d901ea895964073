//! Whether the positions of a log are gapless, and its counter stands at the last of them.

use super::Damage;
use super::damage::or_damage;
use crate::store::{AsideRow, Extent, LogId, MissingRow, Position, Scan, StoreError};

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
    for row in explained.iter().filter(|row| aside.iter().all(|aside| aside.stream != row.stream)) {
        let (last, stream) = (row.last, row.stream.as_str());
        let what = format!("events up to position {last} are said to be missing because of {stream}, which was never set aside");
        found.push(of_log(Some(row.first), what));
    }
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

/// Names what of a gap nothing explains.
fn name_gap(log: LogId, gap: (Position, Position), explained: &[MissingRow], found: &mut Vec<Damage>) {
    for (first, last) in unexplained(gap, explained) {
        let what = if first == last {
            "no event stands at this position".to_owned()
        } else {
            format!("no event stands at this position, nor at any up to {last}")
        };
        found.push(Damage::of_log(log, Some(first), what));
    }
}

/// The parts of a gap, from its first position to its last, that nothing explains.
pub(super) fn unexplained((mut first, last): (Position, Position), explained: &[MissingRow]) -> Vec<(Position, Position)> {
    let mut parts = Vec::new();
    while first <= last {
        if let Some(row) = explained.iter().find(|row| (row.first..=row.last).contains(&first)) {
            first = row.last.saturating_add(1);
            continue;
        }
        let next = explained.iter().map(|row| row.first).filter(|row| *row > first).min();
        let end = next.map_or(last, |next| last.min(next - 1));
        parts.push((first, end));
        first = end + 1;
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
            name_gap(LogId(1), gap, explained, &mut found);
            found.into_iter().map(|damage| damage.position.unwrap_or(0)).collect::<Vec<_>>()
        };
        assert_eq!(named((5, 4), &[]), [] as [u64; 0]);
        assert_eq!(named((5, 9), &[]), [5]);
        assert_eq!(named((5, 9), &[row(5, 9)]), [] as [u64; 0]);
        assert_eq!(named((5, 9), &[row(6, 7)]), [5, 8]);
        assert_eq!(named((5, 9), &[row(1, 5), row(9, 12)]), [6]);
    }
}
