//! Content codings: which one a client is answered in is settled before anything is done for it, and each form has a tag of its own.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::parameters::weighed;
use super::problem::{NOT_ACCEPTABLE, Problem};

/// What the tag of a compressed answer has beyond that of the answer as it is.
const GZIP: &str = "-gzip";

/// Wraps the layer that compresses. A request that accepts neither form is refused before its handler runs, so that nothing is recorded and
/// then not answered. Tags of compressed answers are taken for those of the same answer as it is: both stand for one version.
pub async fn settle(mut request: Request, next: Next) -> Response {
    let headers = request.headers_mut();
    match accepts_gzip(headers) {
        Some(true) => drop(headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("gzip"))),
        Some(false) => drop(headers.remove(header::ACCEPT_ENCODING)),
        None => {
            let detail = "this server answers with gzip, or without a content coding";
            return Problem::new(&NOT_ACCEPTABLE, detail).of("Accept-Encoding").into_response();
        }
    }
    let knows_gzip = strip(headers, &header::IF_NONE_MATCH);
    strip(headers, &header::IF_MATCH);
    let mut response = next.run(request).await;
    let is_unchanged = response.status() == StatusCode::NOT_MODIFIED;
    let headers = response.headers_mut();
    if headers.contains_key(header::CONTENT_ENCODING) || (is_unchanged && knows_gzip) {
        mark(headers);
    }
    if is_unchanged {
        headers.append(header::VARY, HeaderValue::from(header::ACCEPT_ENCODING));
    }
    response
}

/// Whether the client would rather have gzip than the answer as it is; `None` where it takes neither (RFC 9110, section 12.5.3).
fn accepts_gzip(headers: &HeaderMap) -> Option<bool> {
    let lines = || headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|line| line.to_str().ok());
    let listed: Vec<(&str, f32)> = lines().flat_map(|line| line.split(',')).filter_map(weighed).collect();
    let weight = |names: &[&str]| {
        listed.iter().find(|(name, _)| names.iter().any(|known| name.eq_ignore_ascii_case(known))).map(|(_, weight)| *weight)
    };
    let rest = weight(&["*"]);
    let gzip = weight(&["gzip", "x-gzip"]).or(rest).unwrap_or(0.0);
    // As it is, an answer is acceptable unless that is ruled out.
    let identity = weight(&["identity"]).or(rest.filter(|rest| *rest == 0.0));
    match identity {
        Some(0.0) if gzip == 0.0 => None,
        Some(identity) => Some(gzip > 0.0 && gzip >= identity),
        None => Some(gzip > 0.0),
    }
}

/// Takes the mark of compressed answers from the tags of a header; whether there was one.
fn strip(headers: &mut HeaderMap, name: &HeaderName) -> bool {
    let lines: Vec<HeaderValue> = headers.get_all(name).iter().cloned().collect();
    let marked = format!("{GZIP}\"");
    let is_marked = |line: &HeaderValue| line.to_str().is_ok_and(|line| line.contains(&marked));
    if !lines.iter().any(is_marked) {
        return false;
    }
    headers.remove(name);
    for line in lines {
        let plain = line.to_str().ok().and_then(|text| HeaderValue::from_str(&text.replace(&marked, "\"")).ok());
        headers.append(name, plain.unwrap_or(line));
    }
    true
}

fn mark(headers: &mut HeaderMap) {
    let tag = headers.get(header::ETAG).and_then(|tag| tag.to_str().ok()).and_then(|tag| tag.strip_suffix('"'));
    if let Some(marked) = tag.and_then(|tag| HeaderValue::from_str(&format!("{tag}{GZIP}\"")).ok()) {
        headers.insert(header::ETAG, marked);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_coding_follows_the_weights() {
        let chosen =
            |text: &'static str| accepts_gzip(&HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(text))]));
        assert_eq!(accepts_gzip(&HeaderMap::new()), Some(false));
        for text in ["", "identity", "br", "gzip;q=0", "*;q=0, identity", "gzip;q=0.5, identity", "gzip;q=nonsense"] {
            assert_eq!(chosen(text), Some(false), "{text}");
        }
        for text in
            ["gzip", "GZIP, br", "*", "gzip, identity;q=0", "identity;q=0, *", "gzip;q=0.5, identity;q=0.5", "x-gzip;q=0.1"]
        {
            assert_eq!(chosen(text), Some(true), "{text}");
        }
        for text in ["identity;q=0", "*;q=0", "br, identity;q=0", "gzip;q=0, *;q=0", "identity;q=0.0, gzip;q=0"] {
            assert_eq!(chosen(text), None, "{text}");
        }
    }
}
