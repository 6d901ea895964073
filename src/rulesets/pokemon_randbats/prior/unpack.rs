//! The compressed form of a table: gzip over JSON.

use std::io::Read;

use flate2::read::GzDecoder;

/// What an unpacked table may weigh. The embedded one weighs a third of a megabyte.
const LIMIT: u64 = 32 << 20;

/// Why bytes are no table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unusable {
    /// Cut short, or not gzip at all.
    #[error("it cannot be unpacked: {0}")]
    Packed(String),
    /// Larger than any table is.
    #[error("unpacked it is larger than {} megabytes", LIMIT >> 20)]
    Large,
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

/// Unpacks gzip; text that is not packed is taken as it is.
///
/// # Errors
/// Where the bytes are damaged, or would fill the memory.
pub(super) fn unpack(bytes: &[u8]) -> Result<Vec<u8>, Unusable> {
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return if bytes.len() as u64 > LIMIT { Err(Unusable::Large) } else { Ok(bytes.to_vec()) };
    }
    let mut text = Vec::new();
    let read = GzDecoder::new(bytes).take(LIMIT + 1).read_to_end(&mut text);
    read.map_err(|error| Unusable::Packed(error.to_string()))?;
    if text.len() as u64 > LIMIT {
        return Err(Unusable::Large);
    }
    Ok(text)
}
