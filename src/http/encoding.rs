//! Content codings: which one a client is answered in is settled before anything is done for it, and each form has a tag of its own.

use std::io::Write;

use axum::body::{HttpBody, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use tower_http::compression::Predicate;

use super::App;
use super::answer::{keep, room_of};
use super::parameters::weighed;
use super::problem::{INTERNAL, NOT_ACCEPTABLE, Problem};

/// What the tag of a compressed answer has beyond that of the answer as it is.
const GZIP: &str = "-gzip";

/// Answers that are larger are compressed beside the threads that answer. In bytes.
pub const LARGE: u64 = 16 << 10;

/// Which answers the layer that compresses leaves alone: a large one, which is compressed as a whole by [`settle`].
#[derive(Clone, Copy)]
pub struct NotLarge;

impl Predicate for NotLarge {
    fn should_compress<B: HttpBody>(&self, response: &axum::http::Response<B>) -> bool {
        response.body().size_hint().exact().is_none_or(|size| size <= LARGE)
    }
}

/// Wraps the layer that compresses. A request that accepts neither form is refused before its handler runs, so that nothing is recorded and
/// then not answered. Tags of compressed answers are taken for those of the same answer as it is: both stand for one version.
pub async fn settle(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let headers = request.headers_mut();
    let coding = accepts_gzip(headers);
    match coding {
        Some(true) => drop(headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("gzip"))),
        Some(false) => drop(headers.remove(header::ACCEPT_ENCODING)),
        None => {
            let detail = "this server answers with gzip, or without a content coding";
            return Problem::new(&NOT_ACCEPTABLE, detail).of("Accept-Encoding").into_response();
        }
    }
    let knows_gzip = strip(headers, &header::IF_NONE_MATCH);
    strip(headers, &header::IF_MATCH);
    let response = next.run(request).await;
    let mut response = finish(&app, response, coding == Some(true)).await;
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

/// Compresses a large answer where that is wanted, and has the room that it takes go with its bytes.
async fn finish(app: &App, mut response: Response, gzip: bool) -> Response {
    let room = room_of(&mut response);
    let is_large = response.body().size_hint().exact().is_some_and(|size| size > LARGE);
    let headers = response.headers();
    let is_plain = !headers.contains_key(header::CONTENT_ENCODING)
        && headers.get(header::CONTENT_TYPE).is_none_or(|media| media != "application/problem+json");
    if !is_large || !is_plain {
        return response;
    }
    let (mut head, body) = response.into_parts();
    head.headers.append(header::VARY, HeaderValue::from(header::ACCEPT_ENCODING));
    // It is in memory whole, because its size is known.
    let Ok(mut bytes) = to_bytes(body, usize::MAX).await else {
        return Problem::new(&INTERNAL, "the answer broke off").into_response();
    };
    if gzip {
        let compressed = match app.service.beside(move || compress(&bytes)).await {
            Ok(compressed) => compressed,
            Err(error) => return Problem::from(error).into_response(),
        };
        bytes = compressed.into();
        head.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        head.headers.remove(header::CONTENT_LENGTH);
    }
    Response::from_parts(head, keep(bytes, room))
}

fn compress(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 4), Compression::default());
    // Writing into memory does not fail.
    encoder.write_all(bytes).expect("memory takes all");
    encoder.finish().expect("memory takes all")
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

/// Marks the tag of a compressed answer. One that another server compressed has its mark already.
fn mark(headers: &mut HeaderMap) {
    let tag = headers.get(header::ETAG).and_then(|tag| tag.to_str().ok()).and_then(|tag| tag.strip_suffix('"'));
    let tag = tag.filter(|tag| !tag.ends_with(GZIP));
    if let Some(marked) = tag.and_then(|tag| HeaderValue::from_str(&format!("{tag}{GZIP}\"")).ok()) {
        headers.insert(header::ETAG, marked);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_marked_once() {
        let tag = |tag: &'static str| HeaderMap::from_iter([(header::ETAG, HeaderValue::from_static(tag))]);
        let mut headers = tag("\"43\"");
        for _ in 0..2 {
            mark(&mut headers);
            assert_eq!(headers, tag("\"43-gzip\""));
        }
    }

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
