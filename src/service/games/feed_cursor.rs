//! Where a reader of the feed has got to.

use std::fmt;
use std::str::FromStr;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

use crate::service::{Error, PageRequest};
use crate::store::{LogId, MOST_PARTITIONS, Position};

/// Bytes of an event's hash that a cursor holds.
const MARK: usize = 8;
/// Bytes of what a cursor holds of each partition.
const BYTES: usize = 8 + MARK;

/// Where a reader has got to in one partition: the position of the last event that was looked at, and by what that event is known from one that
/// a restored log has there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::service) struct FeedMark {
    pub position: Position,
    mark: [u8; MARK],
}

impl FeedMark {
    pub fn of(position: Position, hash: &[u8; 32]) -> Self {
        Self { position, mark: std::array::from_fn(|at| hash[at]) }
    }
}

/// Where a reader of the feed has got to in each partition of the log; empty at its start. Clients take it as a text that says nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FeedCursor(Vec<FeedMark>);

impl FeedCursor {
    pub(in crate::service) const fn of(marks: Vec<FeedMark>) -> Self {
        Self(marks)
    }

    /// Characters of a cursor of a log of so many partitions.
    pub(in crate::service) const fn length(partitions: usize) -> usize {
        (BYTES * partitions * 4).div_ceil(3)
    }

    /// The marks in the partitions of a log; `None` where the cursor is of a log with another number of them.
    pub(in crate::service) fn marks(&self, log: LogId) -> Option<Vec<FeedMark>> {
        let partitions = usize::from(log.partitions());
        match self.0.len() {
            0 => Some(vec![FeedMark::default(); partitions]),
            known => (known == partitions).then(|| self.0.clone()),
        }
    }

    /// Whether the log has come as far as another cursor of it, in every partition.
    pub(in crate::service) fn reaches(&self, other: &Self) -> bool {
        self.0.len() == other.0.len() && self.0.iter().zip(&other.0).all(|(this, that)| this.position >= that.position)
    }
}

impl fmt::Display for FeedCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of_mark = |mark: &FeedMark| [&mark.position.to_be_bytes()[..], &mark.mark].concat();
        let marks = if self.0.is_empty() { &[FeedMark::default()][..] } else { &self.0[..] };
        f.write_str(&URL_SAFE_NO_PAD.encode(marks.iter().flat_map(of_mark).collect::<Vec<u8>>()))
    }
}

impl FromStr for FeedCursor {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| PageRequest::unknown_cursor())?;
        let (marks, rest) = bytes.as_chunks::<BYTES>();
        if marks.is_empty() || !rest.is_empty() || marks.len() > usize::from(MOST_PARTITIONS) {
            return Err(PageRequest::unknown_cursor());
        }
        let part = |mark: &[u8; BYTES], from: usize| std::array::from_fn(|at| mark[from + at]);
        let read = |mark| FeedMark { position: Position::from_be_bytes(part(mark, 0)), mark: part(mark, 8) };
        // The start of a log, of however many partitions.
        let marks: Vec<FeedMark> = marks.iter().map(read).collect();
        Ok(Self(if marks == [FeedMark::default()] { Vec::new() } else { marks }))
    }
}
