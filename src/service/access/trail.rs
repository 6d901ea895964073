//! What became of keys: made, revoked, refused often.

use serde::Serialize;

use super::secret::is_id;
use crate::service::games::timestamp;
use crate::service::page::page_of;
use crate::service::{Error, PageRequest, Service, Time};
use crate::store::{LogId, TrailRow};

/// What happened to a key that is good no more.
pub const REVOKED: &str = "revoked";

/// Something that happened to a key.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct AccessEntry {
    /// When.
    #[schema(value_type = String, format = DateTime)]
    pub time: Time,
    /// `made`, `revoked` or `refused_often`.
    pub what: String,
    /// Id of the key that it happened to.
    pub id: String,
    /// Id of the key that did it; absent where it was done without one: on the server's own machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// More, in words.
    pub detail: String,
}

/// A page of what happened to keys.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct AccessList {
    /// Newest first.
    pub items: Vec<AccessEntry>,
    /// Cursor of the next page; absent at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

impl Service {
    /// What happened to a log's keys, newest first.
    ///
    /// # Errors
    /// Where the page is asked for wrongly, or the database cannot be asked.
    pub async fn access_trail(&self, log: LogId, page: &PageRequest) -> Result<AccessList, Error> {
        let limit = page.limit(self)?;
        let before = page.cursor.as_deref();
        if before.is_some_and(|entry| !is_id(&entry.replace('-', ""))) {
            return Err(PageRequest::unknown_cursor());
        }
        let rows = self.store.list_access(log, before, PageRequest::fetch(limit)).await?;
        let (rows, next) = page_of(rows, limit, |row| row.entry.clone());
        let entry = |row: TrailRow| {
            let TrailRow { at_us, what, key, by, detail, .. } = row;
            Ok(AccessEntry { time: timestamp(at_us)?, what, id: key, by, detail })
        };
        Ok(AccessList { items: rows.into_iter().map(entry).collect::<Result<_, Error>>()?, next })
    }

    pub(super) fn trail_row(&self, what: &str, key: &str, by: Option<&str>, detail: String) -> TrailRow {
        let at_us = self.clock.now_us();
        TrailRow {
            entry: self.entropy.uuid(at_us),
            at_us,
            what: what.to_owned(),
            key: key.to_owned(),
            by: by.map(str::to_owned),
            detail,
        }
    }
}
