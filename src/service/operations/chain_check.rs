//! Whether the events of a stream are those that were written, up to the one that its head names.

use std::borrow::Cow;

use serde::Serialize;

use super::Damage;
use super::gather::Gathered;
use crate::store::{LogId, Revision, StreamId, chain};

/// The stream of a person who is being forgotten in steps, or of a game that is being erased so, or was until that was interrupted: no damage, and never
/// silent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BeingErased {
    /// Whose log.
    pub log: i64,
    /// The stream.
    pub stream: String,
    /// How many of its events are erased.
    pub events: u64,
}

/// Checks revisions, commitments, hashes, positions, the head, and what was erased.
pub(super) fn check(log: LogId, stream: &StreamId, gathered: &Gathered) -> Vec<Damage> {
    let mut found = Vec::new();
    follow(log, stream, gathered, &mut found);
    check_head(log, stream, gathered, &mut found);
    check_erased(log, stream, gathered, &mut found);
    found
}

fn follow(log: LogId, stream: &StreamId, gathered: &Gathered, found: &mut Vec<Damage>) {
    let (mut next, mut position): (Revision, u64) = (0, 0);
    // What the hash of the next event stands on; not known after one that is missing.
    let mut previous = Some(chain::GENESIS);
    for event in &gathered.events {
        if event.revision != next {
            let below = |end: Revision| gathered.unreadable.partition_point(|revision| *revision < end);
            let unreadable = below(event.revision).saturating_sub(below(next));
            if unreadable as Revision != event.revision.saturating_sub(next) {
                found.push(Damage::of_stream(log, stream, Some(next), missing(next, event.revision - 1)));
            }
            previous = None;
        }
        let damage = |what: Cow<'static, str>| Damage::of_stream(log, stream, Some(event.revision), what).at(event.position);
        let verified = match previous {
            Some(previous) => chain::verify(&previous, stream, event.revision, event).map_err(|broken| broken.what),
            // The hash cannot be worked out; what it was committed to can.
            None => match (&event.salt, &event.payload) {
                (Some(salt), Some(payload)) if chain::commitment(salt, payload) != event.commitment => {
                    Err("has a payload that was changed".into())
                }
                _ => Ok(()),
            },
        };
        if let Err(what) = verified {
            found.push(damage(what));
        }
        if event.position <= position {
            found.push(damage("its position does not come after that of the event before".into()));
        }
        (next, position, previous) = (event.revision + 1, event.position, Some(event.hash));
    }
}

fn missing(first: Revision, last: Revision) -> String {
    if first == last { "the event is missing".to_owned() } else { format!("the events up to revision {last} are missing") }
}

fn check_head(log: LogId, stream: &StreamId, gathered: &Gathered, found: &mut Vec<Damage>) {
    let last = gathered.events.last();
    let last_revision = last.map(|event| event.revision).max(gathered.unreadable.last().copied());
    let of_stream = |revision, what: String| Damage::of_stream(log, stream, revision, what);
    match (gathered.head, last_revision) {
        (None, None) => found.push(of_stream(None, "nothing of it can be read".to_owned())),
        // Where the head cannot be read, that is said already.
        (None, Some(_)) if gathered.damages.iter().any(|damage| damage.revision.is_none()) => {}
        (None, Some(revision)) => found.push(of_stream(Some(revision), "its events stand there without a head".to_owned())),
        (Some(head), None) => found.push(of_stream(Some(0), missing(0, head.revision))),
        (Some(head), Some(revision)) if head.revision > revision => {
            found.push(of_stream(Some(revision + 1), missing(revision + 1, head.revision)));
        }
        (Some(head), Some(revision)) if head.revision < revision => {
            let what = format!("events up to revision {revision} stand beyond the head, which names revision {}", head.revision);
            found.push(of_stream(Some(head.revision + 1), what));
        }
        (Some(head), Some(revision)) => {
            if last.is_some_and(|event| event.revision == revision && event.hash != head.hash) {
                found.push(of_stream(Some(revision), "the hash of the head is not that of the last event".to_owned()));
            }
        }
    }
}

/// A stream is erased as a whole, when a person is forgotten or a game is erased, and closed then; or it is being erased.
fn check_erased(log: LogId, stream: &StreamId, gathered: &Gathered, found: &mut Vec<Damage>) {
    let Some(head) = gathered.head.filter(|_| being_erased(log, stream, gathered).is_none()) else { return };
    for event in &gathered.events {
        let what = match (head.closed, &event.payload) {
            (true, Some(_)) => "the stream was erased, and this payload is left",
            (false, None) => "the payload is gone, although the stream was not erased",
            _ => continue,
        };
        found.push(Damage::of_stream(log, stream, Some(event.revision), what).at(event.position));
    }
}

/// The stream of a person who is being forgotten in steps, or of a game that is being erased so: payloads and salts are gone from its front. The last events are erased by the commit that closes
/// the stream. Where the steps were interrupted, it looks the same.
pub(super) fn being_erased(log: LogId, stream: &StreamId, gathered: &Gathered) -> Option<BeingErased> {
    let events = &gathered.events;
    let erased = events.iter().take_while(|event| event.payload.is_none() && event.salt.is_none()).count();
    let is_rest_whole = erased < events.len() && events[erased..].iter().all(|event| event.payload.is_some());
    let is_open = gathered.head.is_some_and(|head| !head.closed);
    let found = || BeingErased { log: log.0, stream: stream.as_str().to_owned(), events: erased as u64 };
    (is_open && erased > 0 && is_rest_whole).then(found)
}
