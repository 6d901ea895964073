//! Names as a list gives them: as bytes, because one that was damaged may be no text any more, and hides no other.

use super::Damage;
use crate::store::{Listing, LogId};

/// A name as text.
///
/// # Errors
/// Where it is none.
pub(super) fn text(log: LogId, listing: Listing, name: &[u8]) -> Result<&str, Damage> {
    let what = || format!("the list of {listing:?} holds \"{}\", a name that is no text", name.escape_ascii());
    std::str::from_utf8(name).map_err(|_| Damage::of_log(log, None, what()))
}
