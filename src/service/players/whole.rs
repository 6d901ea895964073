//! Folding all of a person's stream at once, for whoever has read all of it: what servers fold step by step, and carry on.

use super::damage::check_parts;
use super::profiles::{Remembered, Until};
use super::recent::Recent;
use crate::service::Error;
use crate::store::{StreamId, Stretch};

/// What all of a person's stream, or its parts in a log of several partitions, comes to by an end.
///
/// # Errors
/// [`Error::Damaged`] where the stream is damaged, also after that end: a server takes nothing from it then.
pub(in crate::service) fn fold_parts(stream: &StreamId, parts: &[Stretch], until: &Until) -> Result<Remembered, Error> {
    let nothing = Remembered::default();
    if let [whole] = parts {
        return nothing.followed_by(stream, whole, u32::MAX, until);
    }
    check_parts(stream, &nothing, parts).map_err(Error::Damaged)?;
    // Parts are merged up to a moment: no revision of the merged stream stays what it was.
    let Until::Moment(moment) = until else { return Ok(nothing) };
    let mut recent = Recent::default();
    recent.merge(parts, moment)?;
    Ok(recent.now)
}
