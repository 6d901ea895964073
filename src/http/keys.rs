//! Keys: making, listing and revoking them.

use axum::Json;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::ToSchema;

use super::caller::Asking;
use super::json::Body;
use super::lines;
use super::parameters::{Media, Name, NoParameters, Parameters, negotiate};
use super::players::Page;
use super::problem::{BodyProblems, NOT_FOUND, Problem, ReadProblems, WriteProblems};
use crate::service::{AccessList, Error, KeyList, KeyRequest, MadeKey, Time};

/// Makes a key for this tenant. It is shown in this answer alone: only a hash of it is kept.
#[utoipa::path(post, path = "/v1/keys", tag = "keys", request_body = KeyRequest,
    responses((status = 201, body = MadeKey), ReadProblems, WriteProblems, BodyProblems))]
pub async fn make(
    Asking(asking): Asking,
    headers: HeaderMap,
    _: Parameters<NoParameters>,
    Body(request): Body<KeyRequest>,
) -> Result<Response, Problem> {
    negotiate(&headers, &[Media::Json])?;
    made(asking.make_key(request).await.map_err(|error| Problem::of_body(error, "/seat"))?)
}

/// A key to make for a seat.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatKeyRequest {
    /// What people call it: up to 200 bytes.
    #[schema(max_length = 200)]
    name: Option<String>,
    /// From when on it is refused; never, if absent.
    #[schema(value_type = Option<String>, format = DateTime)]
    expires: Option<Time>,
}

/// Makes a key for one seat of one game: whoever holds it appends what that seat did, and reads what that seat sees.
#[utoipa::path(post, path = "/v1/games/{game}/seats/{seat}/keys", tag = "keys", request_body = SeatKeyRequest,
    params(("game" = String, Path, example = "g1"), ("seat" = u8, Path, description = "The seat, from 0", example = 0)),
    responses((status = 201, body = MadeKey), ReadProblems, WriteProblems, BodyProblems))]
pub async fn make_for_seat(
    Asking(asking): Asking,
    Name((game, seat)): Name<(String, String)>,
    headers: HeaderMap,
    _: Parameters<NoParameters>,
    Body(SeatKeyRequest { name, expires }): Body<SeatKeyRequest>,
) -> Result<Response, Problem> {
    negotiate(&headers, &[Media::Json])?;
    let no_seat = |_| Problem::new(&NOT_FOUND, format!("{seat:?} is no seat: seats count from 0"));
    let seat = seat.parse().map_err(no_seat)?;
    made(asking.make_seat_key(game, seat, name, expires).await.map_err(|error| match error {
        Error::NoSeat { .. } => Problem::new(&NOT_FOUND, error.to_string()),
        other => other.into(),
    })?)
}

fn made(key: MadeKey) -> Result<Response, Problem> {
    let location = format!("/v1/keys/{}", key.about.id);
    // Nothing on the way may keep it.
    let headers = [(header::LOCATION, location), (header::CACHE_CONTROL, "no-store".to_owned())];
    Ok((StatusCode::CREATED, headers, Json(key)).into_response())
}

/// The keys of this tenant, newest first, without their secrets. Revoked and expired ones are among them.
#[utoipa::path(get, path = "/v1/keys", tag = "keys", params(Page),
    responses((status = 200, body = KeyList, headers(("Link" = String, description = "The next page, where there is one"))), ReadProblems))]
pub async fn list(
    Asking(asking): Asking,
    uri: Uri,
    headers: HeaderMap,
    Parameters(page): Parameters<Page>,
) -> Result<Response, Problem> {
    negotiate(&headers, &[Media::Json])?;
    let list = asking.keys(&page.request()?).await?;
    let next = list.next.clone();
    Ok(lines::with_next(Json(list).into_response(), &uri, next.as_ref()))
}

/// Revokes a key: every server refuses it within its `key_seconds`. Streams that it opened end within a second more.
#[utoipa::path(delete, path = "/v1/keys/{key}", tag = "keys", params(("key" = String, Path, description = "The key's id", example = "0192f0c12d3e7f008a4b5c6d7e8f9a0b")),
    responses((status = 204, description = "The key is revoked"), ReadProblems, WriteProblems))]
pub async fn revoke(Asking(asking): Asking, Name(id): Name, _: Parameters<NoParameters>) -> Result<StatusCode, Problem> {
    asking.revoke_key(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What happened to the keys of this tenant, newest first: made, revoked, refused often.
#[utoipa::path(get, path = "/v1/access", tag = "keys", params(Page),
    responses((status = 200, body = AccessList, headers(("Link" = String, description = "The next page, where there is one"))), ReadProblems))]
pub async fn trail(
    Asking(asking): Asking,
    uri: Uri,
    headers: HeaderMap,
    Parameters(page): Parameters<Page>,
) -> Result<Response, Problem> {
    negotiate(&headers, &[Media::Json])?;
    let list = asking.access_trail(&page.request()?).await?;
    let next = list.next.clone();
    Ok(lines::with_next(Json(list).into_response(), &uri, next.as_ref()))
}
