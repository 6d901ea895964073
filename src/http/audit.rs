//! What an auditor asks first.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};

use super::App;
use super::etag::etag;
use super::games::Whose;
use super::parameters::{InGame, Media, Parameters, negotiate, observer};
use super::problem::{Problem, ReadProblems};
use crate::service::AuditAnswer;

/// Walks the game's hash chain as it stands in the database, and says which code its beliefs come from.
#[utoipa::path(get, path = "/v1/games/{game}/audit", tag = "games", params(("game" = String, Path), Whose),
    responses((status = 200, body = AuditAnswer), ReadProblems))]
pub async fn audit(
    State(app): State<App>,
    InGame(game): InGame,
    headers: HeaderMap,
    Parameters(whose): Parameters<Whose>,
) -> Result<Response, Problem> {
    negotiate(&headers, &[Media::Json])?;
    // Asked again it is walked again: 304 would say nothing of what has become of the database since.
    let answer = app.service.audit(&game, observer(whose.observer.as_deref())?).await?;
    let tag = etag(&format!("{}.model-{}", answer.revision, answer.model));
    Ok(([(header::ETAG, tag)], Json(answer)).into_response())
}
