//! The compressed form of a table: gzip over JSON.

use std::io::Read;

use flate2::read::GzDecoder;

/// Bytes that an unpacked table may have: whoever may ask `what-if` may send one. The embedded one has a third of a megabyte, and one of 32,000
/// sets, made of published options, a megabyte and a half.
pub(super) const TABLE: u64 = 4 << 20;

/// Bytes that another file may have unpacked: the facts of this release, and what the command line takes in. No client sends one.
pub(super) const FILE: u64 = 32 << 20;

/// Why bytes are no table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unusable {
    /// Cut short, or not gzip at all.
    #[error("it cannot be unpacked: {0}")]
    Packed(String),
    /// Larger than any table is.
    #[error("unpacked it is larger than {} megabytes", most >> 20)]
    Large {
        /// Bytes that it may have.
        most: u64,
    },
    /// JSON, but not what a table holds.
    #[error("it is not a table: {0}")]
    Form(String),
    /// Names a species, move, item, ability or type that this release does not know.
    #[error("{kind} {name:?} is not known to this release; take a newer release, or a table of its time")]
    Unknown {
        /// Kind of thing.
        kind: &'static str,
        /// Its name in the table.
        name: String,
    },
    /// More sets than a belief can be folded over in time.
    #[error("{whose} has {count} sets; at most {most} are taken")]
    Many {
        /// Of a species, of all that can disguise themselves, or of the table.
        whose: String,
        /// How many it has.
        count: usize,
        /// How many it may have.
        most: usize,
    },
}

/// Unpacks gzip to so many bytes at most; text that is not packed is taken as it is.
///
/// # Errors
/// Where the bytes are damaged, or would fill the memory.
pub(super) fn unpack(bytes: &[u8], most: u64) -> Result<Vec<u8>, Unusable> {
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return if bytes.len() as u64 > most { Err(Unusable::Large { most }) } else { Ok(bytes.to_vec()) };
    }
    let mut text = Vec::new();
    let read = GzDecoder::new(bytes).take(most + 1).read_to_end(&mut text);
    read.map_err(|error| Unusable::Packed(error.to_string()))?;
    if text.len() as u64 > most {
        return Err(Unusable::Large { most });
    }
    Ok(text)
}
