//! What each kind of problem answer means, for whoever follows its `type`.

use axum::Json;
use serde::Serialize;
use utoipa::ToSchema;

use super::parameters::Name;
use super::problem::{KINDS, Kind, NOT_FOUND, Problem};

/// All kinds of problem answers.
#[derive(Serialize, ToSchema)]
pub struct ExplanationList {
    /// One entry a kind.
    items: Vec<Explanation>,
}

/// An explanation of a kind of problem.
#[derive(Serialize, ToSchema)]
pub struct Explanation {
    /// Its path.
    r#type: String,
    /// The kind of problem in a few words.
    title: &'static str,
    /// The status that goes with it.
    status: u16,
    /// What it means, and what to do.
    explanation: &'static str,
}

impl Kind {
    fn explain(&self) -> Explanation {
        Explanation { r#type: self.path(), title: self.title, status: self.status.as_u16(), explanation: self.explanation }
    }
}

/// All kinds of problem answers.
#[utoipa::path(get, path = "/problems", tag = "problems", responses((status = 200, body = ExplanationList)))]
pub async fn list() -> Json<ExplanationList> {
    Json(ExplanationList { items: KINDS.iter().map(Kind::explain).collect() })
}

/// What a kind of problem means, and what to do about it.
#[utoipa::path(get, path = "/problems/{kind}", tag = "problems", params(("kind" = String, Path)),
    responses((status = 200, body = Explanation), (status = 404, body = Problem, content_type = "application/problem+json")))]
pub async fn explain(Name(name): Name) -> Result<Json<Explanation>, Problem> {
    let kind = KINDS.iter().find(|kind| kind.name == name);
    kind.map(|kind| Json(kind.explain())).ok_or_else(|| Problem::new(&NOT_FOUND, format!("there is no kind of problem {name:?}")))
}
