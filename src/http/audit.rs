//! What an auditor asks first.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;

use super::App;
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
) -> Result<Json<AuditAnswer>, Problem> {
    negotiate(&headers, &[Media::Json])?;
    Ok(Json(app.service.audit(&game, observer(whose.observer.as_deref())?).await?))
}
