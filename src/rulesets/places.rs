//! Where something stands: at a table, or in a stream.

/// A place at the table, from 0.
pub type Seat = u8;

/// The 0-based place of an event in its stream.
pub type Revision = u64;
