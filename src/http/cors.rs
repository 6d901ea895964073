//! Which pages of other origins a browser lets read the answers: none, unless they are named.

use std::time::Duration;

use anyhow::Context;
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

/// For so long a browser need not ask again whether a page may send what it sends. Chromium keeps no answer longer.
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

/// The origin as a browser writes it: in small letters, and without the port that its scheme has anyhow.
fn read(origin: &str) -> anyhow::Result<HeaderValue> {
    let wrong = "is no origin: a scheme and a host, and perhaps a port, such as https://example.org";
    let written = origin.parse::<Uri>().ok().and_then(|uri| {
        let (scheme, usual) = match uri.scheme_str()? {
            "http" => ("http", 80),
            "https" => ("https", 443),
            _ => return None,
        };
        let is_origin = uri.query().is_none() && !origin.ends_with('/') && uri.path() == "/" && !origin.contains('@');
        let host = uri.host()?;
        // A port that is no number (`:*`, `:70000`) is refused: passed over, it would let in the origin without a port.
        let port = match uri.authority()?.as_str().strip_prefix(host)? {
            "" => String::new(),
            _ => uri.port_u16().map(|port| if port == usual { String::new() } else { format!(":{port}") })?,
        };
        let host = host.to_ascii_lowercase();
        is_origin.then(|| HeaderValue::from_str(&format!("{scheme}://{host}{port}")).ok())?
    });
    written.with_context(|| format!("{origin:?} {wrong}"))
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn an_origin_is_read_as_browsers_write_it() {
        for (given, written) in [
            ("https://Example.org", "https://example.org"),
            ("https://example.org:443", "https://example.org"),
            ("http://example.org:80", "http://example.org"),
            ("http://example.org:443", "http://example.org:443"),
            ("http://[::1]:7420", "http://[::1]:7420"),
        ] {
            assert_eq!(read(given).unwrap(), written, "{given}");
        }
        for wrong in [
            "example.org",
            "https://example.org/",
            "https://example.org/page",
            "ftp://example.org",
            "https://a@b.org",
            "http://localhost:*",
            "http://localhost:",
            "https://example.org:70000",
            "*",
            "null",
        ] {
            read(wrong).unwrap_err();
        }
    }
}
