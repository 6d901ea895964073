//! Games: opening, recording, loading, listing, auditing.

mod anonymous;
mod append;
mod audit;
mod catalog;
mod checked;
mod damage;
mod duplicates;
mod erase;
mod events;
mod feed;
mod feed_cursor;
mod game;
mod load;
mod notices;
mod open;
mod record;
mod recorded;
mod retractions;
mod snapshots;

pub use append::{AppendAnswer, AppendRequest, AppendedEvent, EventRequest, Notice, Reporter};
pub use audit::{AuditAnswer, ChainAnswer, SnapshotAnswer};
pub use catalog::{GameAnswer, GameList, ListRequest, SeatAnswer, Status};
pub use events::{EventList, EventMark, EventView};
pub use feed::{FeedEntry, FeedList, FeedRequest};
pub use feed_cursor::FeedCursor;
pub use game::{Game, GameKey};
pub use open::{OpenRequest, OpenedAnswer, ProfileAnswer, SeatRequest};
pub use retractions::RetractionsRequest;

pub(super) use anonymous::is_anonymous;
pub(super) use catalog::timestamp;
pub(super) use damage::Found;
pub(super) use duplicates::check_event_id;
pub(super) use game::GameOpening;
pub(super) use open::check_id;
pub(super) use record::before;
pub(super) use recorded::Recorded;

use serde_json::Value;

/// JSON text with sorted keys and no spaces: equal content gives equal bytes.
pub(super) fn canonical(value: &Value) -> Vec<u8> {
    serde_json::to_vec(value).expect("JSON values are serialisable")
}
