//! Sampled worlds.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;

use super::App;
use super::answer::{self, Room};
use super::caller::Asking;
use super::json::Body;
use super::lines;
use super::parameters::{Media, Name, NoParameters, PACKED, Parameters, negotiate};
use super::problem::{BodyProblems, Problem, ReadProblems};
use crate::service::{DrawRequest, PackedWorlds, WorldsAnswer, WorldsRequest};

/// Draws whole worlds from an observer's belief. The same seed, revision and model give the same worlds, and world `i`
/// depends on the seed and `i` alone. With `Accept: application/vnd.credence.worlds` they come as numbers, five times smaller and more, and several times faster to draw and to read: a line of
/// JSON with `weighted`, `bytes` and `columns` (a variable of the belief each, with its values; what a world has beside them is left out); then, where `weighted`, a little-endian double for each
/// world, its importance; then world after world the place of each column's value in its list, in `bytes` bytes (little-endian).
#[utoipa::path(post, path = "/v1/games/{game}/worlds", tag = "beliefs", params(("game" = String, Path)),
    request_body = WorldsRequest,
    responses((status = 200, content((WorldsAnswer = "application/json"), (String = "application/x-ndjson"), (Vec<u8> = "application/vnd.credence.worlds"))), ReadProblems, BodyProblems))]
pub async fn sample(
    State(app): State<App>,
    Asking(asking): Asking,
    Name(id): Name,
    headers: HeaderMap,
    _: Parameters<NoParameters>,
    Body(request): Body<WorldsRequest>,
) -> Result<Response, Problem> {
    let media = negotiate(&headers, &[Media::Json, Media::Lines, Media::Packed])?;
    let looked = asking.look_at(&id, request.observer, request.revision).await;
    let seen = looked.map_err(|error| Problem::of_body(error, "/observer"))?;
    let wanted = DrawRequest::from(&request);
    let room = Room::of_worlds(&app, wanted.count).await?;
    let mut response = match media {
        Media::Packed => {
            let worlds = asking.packed_worlds(&seen, request.revision, &wanted).await?;
            answer::write(&app, room, PACKED, move || packed(worlds)).await?
        }
        Media::Lines => {
            let answer = asking.worlds(&seen, request.revision, &wanted).await?;
            answer::write(&app, room, lines::MEDIA, move || lines::text(&answer.head, &answer.worlds)).await?
        }
        _ => answer::json(&app, room, asking.worlds(&seen, request.revision, &wanted).await?).await?,
    };
    response.headers_mut().append(header::VARY, HeaderValue::from_static("accept"));
    Ok(response)
}

/// What the numbers mean, on a line of its own, and the numbers.
fn packed(worlds: PackedWorlds) -> Vec<u8> {
    let mut bytes = lines::line(&worlds.head).to_vec();
    bytes.extend(worlds.importance);
    bytes.extend(worlds.rows);
    bytes
}
