//! Entity tags and conditional requests (RFC 9110, section 13).

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::etag::etag;
use super::problem::{PARAMETER, Problem};
use crate::rulesets::Revision;

/// Answers 304 where the client holds this version already.
///
/// The answer is built only where it is needed.
pub fn unless_known(headers: &HeaderMap, tag: &str) -> Result<HeaderValue, Box<Response>> {
    let tag = etag(tag);
    let known = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok()).any(|list| {
        list.split(',')
            .map(|entry| entry.trim().trim_start_matches("W/"))
            .any(|entry| entry == "*" || entry.as_bytes() == tag.as_bytes())
    });
    if known { Err(Box::new((StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response())) } else { Ok(tag) }
}

/// The revision that `If-Match` expects, `None` where there is no such header, or it is `*`.
///
/// # Errors
/// Where it is not one entity tag that an append or a game was answered with.
pub fn expected_revision(headers: &HeaderMap) -> Result<Option<Revision>, Problem> {
    let mut values = headers.get_all(header::IF_MATCH).iter();
    let Some(value) = values.next() else { return Ok(None) };
    let text = value.to_str().unwrap_or_default().trim();
    if text == "*" && values.next().is_none() {
        return Ok(None);
    }
    let revision = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).and_then(|text| text.parse().ok());
    match (revision, values.next()) {
        (Some(revision), None) => Ok(Some(revision)),
        _ => {
            let detail = format!("If-Match is {text}; it takes one revision in quotes, such as \"43\"");
            Err(Problem::new(&PARAMETER, detail).of("If-Match"))
        }
    }
}
