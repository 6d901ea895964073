//! Pages of lists.

use super::{Error, Service};

/// Entries on a page where the client names no number.
pub(super) const USUAL_PAGE: usize = 100;

/// Which page of a list.
#[derive(Clone, Debug, Default)]
pub struct PageRequest {
    /// Entries on the page; the default is 100.
    pub limit: Option<usize>,
    /// Where the page before this one ended.
    pub cursor: Option<String>,
}

impl PageRequest {
    /// The number of entries, checked against the server's limit.
    pub(super) fn limit(&self, service: &Service) -> Result<usize, Error> {
        let limit = service.limits.page;
        match self.limit {
            None => Ok(limit.min(USUAL_PAGE)),
            Some(0) => Err(Error::Parameter { name: "limit", detail: "a page holds at least one entry".to_owned() }),
            Some(asked) if asked > limit => Err(Error::OverLimit {
                name: "page",
                limit: limit as u64,
                asked: asked as u64,
                what: "entries on a page",
                pointer: None,
            }),
            Some(asked) => Ok(asked),
        }
    }

    /// The cursor as the number that it is.
    pub(super) fn cursor(&self) -> Result<Option<u64>, Error> {
        self.cursor.as_ref().map(|cursor| cursor.parse().map_err(|_| Self::unknown_cursor())).transpose()
    }

    /// How many rows to read for a page of so many entries: one more shows whether another page follows.
    pub(super) fn fetch(limit: usize) -> u32 {
        u32::try_from(limit + 1).unwrap_or(u32::MAX)
    }

    pub(super) fn unknown_cursor() -> Error {
        Error::Parameter { name: "cursor", detail: "this is no cursor that an answer's `next` gave".to_owned() }
    }
}

/// Rows that were read for a page, without the one that only shows that another page follows; and the cursor of that page.
pub(super) fn page_of<T>(mut rows: Vec<T>, limit: usize, cursor: impl FnOnce(&T) -> String) -> (Vec<T>, Option<String>) {
    let more = rows.len() > limit;
    rows.truncate(limit);
    let next = rows.last().filter(|_| more).map(cursor);
    (rows, next)
}
