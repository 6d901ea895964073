//! What several streams hold from a revision on, with where each of them ends: read in one statement, so that the end and the events are of one moment.

use sqlx::{FromRow, Row};

use super::sql::{EventRecord, failed};
use super::{Head, LogId, RecordedEvent, Revision, StoreError, StreamDamage, StreamId};

const DOING: &str = "reading events";

/// Events of a stream, and where it ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stretch {
    /// Where the stream ends; `None` where it has no head.
    pub head: Option<Head>,
    /// Its events from the revision that was asked for, in order; of many, the first.
    pub events: Vec<RecordedEvent>,
}

impl Stretch {
    /// Whether the events hold what was recorded, where the stream is not closed: only with its end, which closes it, are they erased.
    ///
    /// # Errors
    /// Names the first that was erased. Erasing many events begins before the stream is closed, and may have been interrupted.
    pub fn check_erased(&self) -> Result<(), StreamDamage> {
        let is_open = self.head.as_ref().is_some_and(|head| !head.closed);
        match self.events.iter().find(|event| is_open && event.payload.is_none()) {
            Some(event) => Err(StreamDamage::at(event.revision, "was erased, and its stream goes on")),
            None => Ok(()),
        }
    }
}

/// What every row says beside its event, which is absent where the stream has none to give.
#[derive(FromRow)]
pub(super) struct PlaceRecord {
    place: i64,
    head: Option<i64>,
    head_hash: Option<Vec<u8>>,
    closed: Option<bool>,
    revision: Option<i64>,
}

impl PlaceRecord {
    fn head(&self) -> Result<Option<Head>, StreamDamage> {
        let Some(revision) = self.head else { return Ok(None) };
        let no_revision = |_| StreamDamage::at(0, "stands in a stream whose head is no revision");
        let revision = u64::try_from(revision).map_err(no_revision)?;
        let hash = self.head_hash.as_deref().and_then(|hash| hash.try_into().ok());
        let other = StreamDamage::at(revision, "has another hash than the head of the stream names");
        Ok(Some(Head { revision, hash: hash.ok_or(other)?, closed: self.closed.unwrap_or_default() }))
    }
}

/// What each of some streams holds, or what is wrong with it, from rows in the order of the places and revisions.
///
/// # Errors
/// Where the rows are not those of the statement.
pub(super) fn stretches<R>(
    rows: &[R],
    from: &[(LogId, StreamId, Revision)],
) -> Result<Vec<Result<Stretch, StreamDamage>>, StoreError>
where
    R: Row,
    for<'r> PlaceRecord: FromRow<'r, R>,
    for<'r> EventRecord: FromRow<'r, R>,
{
    let mut stretches = vec![Ok(Stretch::default()); from.len()];
    for row in rows {
        let place = PlaceRecord::from_row(row).map_err(|error| failed(DOING, &error))?;
        let number = usize::try_from(place.place).unwrap_or(usize::MAX);
        if let (Some((_, stream, since)), Some(stretch)) = (from.get(number), stretches.get_mut(number))
            && let Ok(before) = stretch
            && let Err(damage) = take(before, row, &place, stream, *since)
        {
            *stretch = Err(damage);
        }
    }
    Ok(stretches)
}

/// Takes in the head that a row names, and the event in it.
fn take<R>(stretch: &mut Stretch, row: &R, place: &PlaceRecord, stream: &StreamId, since: Revision) -> Result<(), StreamDamage>
where
    R: Row,
    for<'r> EventRecord: FromRow<'r, R>,
{
    stretch.head = place.head()?;
    if place.revision.is_none() {
        return Ok(());
    }
    let next = stretch.events.last().map_or(since, |event| event.revision.saturating_add(1));
    let unreadable = StreamDamage::at(next, "holds what no event can hold");
    let event = EventRecord::from_row(row).map_err(|_| unreadable.clone())?;
    let event = event.decode(stream).map_err(|error| match error {
        StoreError::DamagedStream { what, .. } => what,
        _ => unreadable,
    })?;
    stretch.events.push(event);
    Ok(())
}
