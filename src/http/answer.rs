//! Large answers: written beside the threads that answer, and counted for as long as their bytes lie here unread.

use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use serde::Serialize;

use super::App;
use super::pool::Taken;
use super::problem::{Problem, RATE_LIMITED};
use super::shares::Full;

/// Answers with no more entries than these are written where they are asked for, and not counted.
const FEW: u64 = 100;

/// What an entry is taken to come to before it is there, in bytes: what it takes until it is text included.
const ENTRY: usize = 2 << 10;

/// Room for one answer, until it was taken by whoever asked; none for a small one.
pub struct Room(Option<Taken>);

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
    /// Room for so many entries, before anything is done for them: waits until there is as much.
    ///
    /// # Errors
    /// Where the key holds as much as it may.
    pub async fn of(app: &App, entries: u64) -> Result<Self, Problem> {
        if entries <= FEW {
            return Ok(Self(None));
        }
        let bytes = usize::try_from(entries).unwrap_or(usize::MAX).saturating_mul(ENTRY);
        let taken = app.answers.take(bytes).await.map_err(|Full| Problem {
            limit: Some("answer_bytes"),
            retry_after: Some(1),
            ..Problem::new(&RATE_LIMITED, "this key's unread answers take half of the room for answers; read them first")
        })?;
        Ok(Self(taken))
    }

    /// Room for a page of a list. More entries than a page may have are refused later, and take no room until then.
    ///
    /// # Errors
    /// As [`of`](Self::of).
    pub async fn of_page(app: &App, limit: Option<usize>) -> Result<Self, Problem> {
        Self::of(app, limit.unwrap_or_default().min(app.service.limits().page) as u64).await
    }

    /// Room for so many worlds. More than may be asked for are refused later, and take no room until then.
    ///
    /// # Errors
    /// As [`of`](Self::of).
    pub async fn of_worlds(app: &App, count: u64) -> Result<Self, Problem> {
        Self::of(app, count.min(app.service.limits().worlds as u64)).await
    }

    /// Whether the answer is a large one, to be made beside the threads that answer.
    pub const fn is_taken(&self) -> bool {
        self.0.is_some()
    }

    /// Gives back what is not needed for so many bytes.
    fn shrink(&mut self, bytes: usize) {
        if let Some(taken) = &mut self.0 {
            taken.shrink(bytes);
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
