//! Which pages of other origins a browser lets read the answers: none, unless they are named.

use std::time::Duration;

use anyhow::bail;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, ETAG, IF_MATCH, IF_NONE_MATCH, LINK, LOCATION, RETRY_AFTER};
use axum::http::{HeaderName, HeaderValue, Method, Uri};
use tower_http::cors::{AllowOrigin, CorsLayer};

use super::life;

/// Headers of answers that pages may read, beside those that they always may.
const READABLE: [HeaderName; 8] = [
    ETAG,
    LINK,
    LOCATION,
    RETRY_AFTER,
    life::SERVER,
    HeaderName::from_static("ratelimit"),
    HeaderName::from_static("ratelimit-policy"),
    HeaderName::from_static("x-request-id"),
];

/// A browser asks again after so long whether a page may send what it sends; browsers keep no answer for longer.
const ASKED_AGAIN: Duration = Duration::from_secs(2 * 3_600);

/// Lets pages of these origins in, without cookies: a key is sent as a header, by the page itself.
///
/// # Errors
/// Where one is no origin: a scheme and a host, and perhaps a port.
pub fn layer(origins: &[String]) -> anyhow::Result<CorsLayer> {
    let origins = origins.iter().map(|origin| read(origin)).collect::<anyhow::Result<Vec<_>>>()?;
    Ok(CorsLayer::new()
        .allow_origin(AllowOrigin::list(origins))
        .allow_methods([Method::GET, Method::POST, Method::PUT, Method::DELETE])
        .allow_headers([
            AUTHORIZATION,
            CONTENT_TYPE,
            IF_MATCH,
            IF_NONE_MATCH,
            HeaderName::from_static("last-event-id"),
            HeaderName::from_static("x-request-id"),
        ])
        .expose_headers(READABLE)
        .max_age(ASKED_AGAIN))
}

fn read(origin: &str) -> anyhow::Result<HeaderValue> {
    let uri: Option<Uri> = origin.parse().ok();
    let is_origin = uri.is_some_and(|uri| {
        let has_scheme = matches!(uri.scheme_str(), Some("http" | "https"));
        has_scheme && uri.authority().is_some() && uri.query().is_none() && !origin.ends_with('/') && uri.path() == "/"
    });
    match HeaderValue::from_str(origin) {
        Ok(value) if is_origin => Ok(value),
        _ => bail!("--cors-origin {origin:?} is no origin: a scheme and a host, and perhaps a port, such as https://example.org"),
    }
}
