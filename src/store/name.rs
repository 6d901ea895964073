//! Names: what stands in a key of the database.

/// Bytes that a stream, an event id, a type, a game, a person or a player id may have. Postgres refuses index rows of more
/// than about 2,700 bytes, and the longest of them holds two names.
pub const NAME_BYTES: usize = 512;

/// Whether both databases take this text into their keys: 1 to [`NAME_BYTES`] bytes, and no NUL, which Postgres cannot hold.
/// Others are refused before they can fail a whole group.
#[must_use]
pub fn is_name(text: &str) -> bool {
    (1..=NAME_BYTES).contains(&text.len()) && !text.contains('\0')
}
