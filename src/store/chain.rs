//! The hash chain of a stream: what makes a change to a recorded event visible.
//!
//! Each event stores a random salt, a commitment to its payload, and a hash over the one before it and everything that
//! identifies it. The payload enters by its commitment only, so payload and salt can be erased while the chain still
//! verifies, and a commitment cannot be undone by guessing what a card was. Every field is length-prefixed.

use super::{Head, NewEvent, RecordedEvent, Revision, StreamDamage, StreamId};

/// The hash before revision 0.
pub const GENESIS: [u8; 32] = [0; 32];

/// `blake3(salt, exact payload bytes)`.
#[must_use]
pub fn commitment(salt: &[u8; 32], payload: &[u8]) -> [u8; 32] {
    *blake3::Hasher::new_derive_key("credence event commitment 1").update(salt).update(payload).finalize().as_bytes()
}

/// What the chain holds of an event beside its place and its commitment.
#[derive(Clone, Copy)]
pub struct Identity<'a> {
    /// Its id.
    pub id: &'a str,
    /// Its type.
    pub kind: &'a str,
    /// Version of its payload's shape.
    pub schema: u32,
    /// When it happened, in microseconds since 1970 UTC.
    pub time_us: i64,
    /// Id of the key that reported it.
    pub reporter: Option<&'a str>,
}

/// `blake3(previous hash, stream, revision, id, type, schema, time, commitment, reporter)`. Without a reporter nothing stands in its
/// place: so were all events hashed before there were keys.
#[must_use]
pub fn hash(
    previous: &[u8; 32],
    stream: &StreamId,
    revision: Revision,
    identity: &Identity<'_>,
    commitment: &[u8; 32],
) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new_derive_key("credence event chain 1");
    let Identity { id, kind, schema, time_us, reporter } = *identity;
    hasher.update(previous);
    for text in [stream.as_str(), id, kind] {
        hasher.update(&(text.len() as u64).to_le_bytes()).update(text.as_bytes());
    }
    hasher.update(&revision.to_le_bytes()).update(&schema.to_le_bytes()).update(&time_us.to_le_bytes()).update(commitment);
    if let Some(reporter) = reporter {
        hasher.update(&(reporter.len() as u64).to_le_bytes()).update(reporter.as_bytes());
    }
    *hasher.finalize().as_bytes()
}

/// Commitment and hash of an event that is about to follow `previous`.
#[must_use]
pub fn seal(previous: &[u8; 32], stream: &StreamId, revision: Revision, event: &NewEvent) -> ([u8; 32], [u8; 32]) {
    let commitment = commitment(&event.salt, &event.payload);
    let NewEvent { id, kind, schema, time_us, reporter, .. } = event;
    let identity = Identity { id, kind, schema: *schema, time_us: *time_us, reporter: reporter.as_deref() };
    (commitment, hash(previous, stream, revision, &identity, &commitment))
}

/// Verifies one event against the hash before it.
///
/// # Errors
/// Names what does not fit: the revision, the payload, or the hash.
pub fn verify(previous: &[u8; 32], stream: &StreamId, expected: Revision, event: &RecordedEvent) -> Result<(), StreamDamage> {
    let broken = |what: &'static str| Err(StreamDamage::at(expected, what));
    if event.revision != expected {
        return broken("is missing, or stands twice");
    }
    match (&event.salt, &event.payload) {
        (Some(salt), Some(payload)) if commitment(salt, payload) != event.commitment => {
            return broken("has a payload that was changed");
        }
        (Some(_), None) | (None, Some(_)) => return broken("has a payload that was erased by half"),
        _ => {}
    }
    let RecordedEvent { id, kind, schema, time_us, reporter, .. } = event;
    let identity = Identity { id, kind, schema: *schema, time_us: *time_us, reporter: reporter.as_deref() };
    if hash(previous, stream, event.revision, &identity, &event.commitment) != event.hash {
        return broken("has a hash that does not follow from the one before");
    }
    Ok(())
}

/// How far a chain was followed: what its next event must continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached {
    /// Revision of that event.
    pub next: Revision,
    /// Hash of the event before it.
    pub hash: [u8; 32],
}

impl Default for Reached {
    /// Nothing of it yet.
    fn default() -> Self {
        Self { next: 0, hash: GENESIS }
    }
}

impl Reached {
    /// As far as some events, the first of which comes next.
    ///
    /// # Errors
    /// Names the first event that does not follow from the one before it.
    pub fn through(mut self, stream: &StreamId, events: &[RecordedEvent]) -> Result<Self, StreamDamage> {
        for event in events {
            verify(&self.hash, stream, self.next, event)?;
            self = Self { next: event.revision.saturating_add(1), hash: event.hash };
        }
        Ok(self)
    }

    /// Whether the stream ends here, as its head names the end.
    ///
    /// # Errors
    /// Names what is missing, or does not fit.
    pub fn is_end(self, head: Option<Head>) -> Result<(), StreamDamage> {
        let broken = |revision, what: &'static str| Err(StreamDamage::at(revision, what));
        let Some(head) = head else {
            return if self.next == 0 { Ok(()) } else { broken(0, "stands in a stream without a head") };
        };
        match (head.revision.saturating_add(1), head.revision) {
            (end, _) if end > self.next => broken(self.next, "is missing: the head of the stream is further on"),
            (end, _) if end < self.next => broken(end, "stands after the head of the stream"),
            (_, last) if head.hash != self.hash => broken(last, "has another hash than the head of the stream names"),
            _ => Ok(()),
        }
    }
}
