//! Large answers: written beside the threads that answer, and counted for as long as their bytes lie here unread.

use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use serde::Serialize;
use tokio::sync::OwnedSemaphorePermit;

use super::App;
use super::problem::{Problem, RATE_LIMITED};
use super::shares::{Full, Share};
use crate::service::Payer;

/// Answers with no more entries than these are written where they are asked for, and not counted.
const FEW: u64 = 100;

/// What an entry is taken to come to before it is there, in bytes: what it takes until it is text included.
const ENTRY: u64 = 2 << 10;

/// The size in which room for answers is given out, in bytes.
pub const UNIT: usize = 1 << 10;

/// Room for one answer, until it was taken by whoever asked; none for a small one.
pub struct Room(Option<Taken>);

/// Room that is taken: of all that there is, and of what the key may hold.
struct Taken {
    of_all: OwnedSemaphorePermit,
    of_key: Option<Share>,
}

/// The room of an answer, on its way with it. Taken out by [`keep`].
#[derive(Clone)]
struct Carried(Arc<Mutex<Option<Room>>>);

/// Bytes, and the room that they take.
struct Held {
    bytes: Bytes,
    _room: Room,
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Room {
    /// Room for so many entries, before anything is done for them: waits until there is as much. An answer of more than there is at all
    /// takes all of it. One key holds half of the room at most, so that what it leaves unread keeps nobody else from theirs.
    ///
    /// # Errors
    /// Where the key holds as much as it may.
    pub async fn of(app: &App, entries: u64) -> Result<Self, Problem> {
        if entries <= FEW {
            return Ok(Self(None));
        }
        let most = app.service.limits().answer_bytes.div_ceil(UNIT) as u64;
        let units = entries.saturating_mul(ENTRY).div_ceil(UNIT as u64).min(most);
        let units = u32::try_from(units).unwrap_or(u32::MAX);
        let half = usize::try_from(most / 2).unwrap_or(usize::MAX);
        let of_key = app.answers_of_keys.take(Payer::current(), units as usize, half).map_err(|Full| Problem {
            limit: Some("answer_bytes"),
            retry_after: Some(1),
            ..Problem::new(&RATE_LIMITED, "this key's unread answers take half of the room for answers; read them first")
        })?;
        let of_all = Arc::clone(&app.answers).acquire_many_owned(units).await;
        // It is never closed.
        Ok(Self(of_all.ok().map(|of_all| Taken { of_all, of_key })))
    }

    /// Whether the answer is a large one, to be made beside the threads that answer.
    pub const fn is_taken(&self) -> bool {
        self.0.is_some()
    }

    /// Gives back what is not needed for so many bytes.
    fn shrink(&mut self, bytes: usize) {
        let Some(room) = &mut self.0 else { return };
        let units = bytes.div_ceil(UNIT);
        let spare = room.of_all.num_permits().saturating_sub(units);
        drop(room.of_all.split(spare));
        if let Some(share) = &mut room.of_key {
            share.shrink(units);
        }
    }
}

/// Writes an answer, a large one beside the threads that answer.
///
/// # Errors
/// Where the server ends.
pub async fn write(
    app: &App,
    mut room: Room,
    media: &'static str,
    write: impl FnOnce() -> Vec<u8> + Send + 'static,
) -> Result<Response, Problem> {
    let bytes = if room.is_taken() { app.service.beside(write).await? } else { write() };
    room.shrink(bytes.len());
    let mut response = ([(header::CONTENT_TYPE, HeaderValue::from_static(media))], bytes).into_response();
    response.extensions_mut().insert(Carried(Arc::new(Mutex::new(Some(room)))));
    Ok(response)
}

/// The same of JSON.
///
/// # Errors
/// As [`write`].
pub async fn json(app: &App, room: Room, answer: impl Serialize + Send + 'static) -> Result<Response, Problem> {
    let text = move || serde_json::to_vec(&answer).expect("an answer is plain data with text keys");
    write(app, room, "application/json", text).await
}

/// Takes out the room of an answer.
pub fn room_of(response: &mut Response) -> Room {
    let carried = response.extensions_mut().remove::<Carried>();
    let room = carried.and_then(|Carried(room)| room.lock().unwrap_or_else(PoisonError::into_inner).take());
    room.unwrap_or(Room(None))
}

/// A body that takes its room until it is sent.
pub fn keep(bytes: Bytes, mut room: Room) -> Body {
    if !room.is_taken() {
        return bytes.into();
    }
    room.shrink(bytes.len());
    Bytes::from_owner(Held { bytes, _room: room }).into()
}
