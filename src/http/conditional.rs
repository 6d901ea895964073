//! Entity tags and conditional requests (RFC 9110, section 13).

use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::etag::etag;
use super::problem::{PARAMETER, Problem};
use crate::rulesets::Revision;

/// What the tag of a compressed answer ends in: it is another sequence of bytes.
pub const COMPRESSED: &str = "-gzip";

/// Answers 304 where the client holds this version already, compressed or not.
///
/// The answer is built only where it is needed.
pub fn unless_known(headers: &HeaderMap, tag: &str) -> Result<HeaderValue, Box<Response>> {
    let known = tags(headers, header::IF_NONE_MATCH).into_iter().flatten().find_map(|known| match known {
        Tag::Any => Some(etag(tag)),
        // What is asked is whether the client may go on with what it has: weak tags do for that.
        Tag::Weak(known) | Tag::Strong(known) => (uncompressed(&known) == tag).then(|| etag(&known)),
    });
    match known {
        Some(tag) => {
            let vary = HeaderValue::from_static("accept, accept-encoding");
            Err(Box::new((StatusCode::NOT_MODIFIED, [(header::ETAG, tag), (header::VARY, vary)]).into_response()))
        }
        None => Ok(etag(tag)),
    }
}

/// The revisions of which `If-Match` expects one; `None` where there is no such header, or it is `*`. Weak tags, and those that no append
/// was ever answered with, match nothing: a list of nothing else is a list without a revision.
///
/// # Errors
/// Where it is no list of entity tags.
pub fn expected_revisions(headers: &HeaderMap) -> Result<Option<Vec<Revision>>, Problem> {
    if !headers.contains_key(header::IF_MATCH) {
        return Ok(None);
    }
    let wrong = || {
        let detail = "If-Match takes entity tags, such as \"43\": a revision in quotes";
        Problem::new(&PARAMETER, detail).of("If-Match")
    };
    let tags = tags(headers, header::IF_MATCH).ok_or_else(wrong)?;
    if tags.contains(&Tag::Any) {
        return if tags.len() == 1 { Ok(None) } else { Err(wrong()) };
    }
    let revision = |tag: Tag| match tag {
        Tag::Strong(tag) => uncompressed(&tag).parse().ok().filter(|revision: &Revision| revision.to_string() == uncompressed(&tag)),
        Tag::Weak(_) | Tag::Any => None,
    };
    Ok(Some(tags.into_iter().filter_map(revision).collect()))
}

fn uncompressed(tag: &str) -> &str {
    tag.strip_suffix(COMPRESSED).unwrap_or(tag)
}

/// What a client names versions by.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Tag {
    /// `*`: whatever there is.
    Any,
    /// The text of a tag, without its quotes.
    Strong(String),
    /// The same, of a tag that says no more than that two versions do as well.
    Weak(String),
}

/// The entity tags of a header, of all its lines together; `None` where it is no list of them.
fn tags(headers: &HeaderMap, name: HeaderName) -> Option<Vec<Tag>> {
    let mut tags = Vec::new();
    for value in headers.get_all(name) {
        let mut rest = value.to_str().ok()?.trim();
        while !rest.is_empty() {
            let after = if let Some(after) = rest.strip_prefix('*') {
                tags.push(Tag::Any);
                after
            } else {
                let weak = rest.strip_prefix("W/");
                let (tag, after) = weak.unwrap_or(rest).strip_prefix('"')?.split_once('"')?;
                tags.push(if weak.is_some() { Tag::Weak(tag.to_owned()) } else { Tag::Strong(tag.to_owned()) });
                after
            };
            // A list may hold empty entries; anything else between two tags is a mistake.
            let next = after.trim_start().trim_start_matches([',', ' ', '\t']);
            if next.len() == after.len() && !after.is_empty() {
                return None;
            }
            rest = next;
        }
    }
    (!tags.is_empty()).then_some(tags)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expected(values: &[&str]) -> Result<Option<Vec<Revision>>, u16> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(header::IF_MATCH, HeaderValue::from_str(value).expect("a header"));
        }
        expected_revisions(&headers).map_err(|problem| problem.status)
    }

    #[test]
    fn if_match_is_read_as_lists_of_tags() {
        assert_eq!(expected(&[]), Ok(None));
        assert_eq!(expected(&["*"]), Ok(None));
        assert_eq!(expected(&["\"43\""]), Ok(Some(vec![43])));
        assert_eq!(expected(&["\"43-gzip\""]), Ok(Some(vec![43])));
        assert_eq!(expected(&["\"1\", \"2\"", "\"3\""]), Ok(Some(vec![1, 2, 3])));
        assert_eq!(expected(&["W/\"43\""]), Ok(Some(Vec::new())), "a weak tag matches nothing");
        for never in ["\"+9\"", "\"09\"", "\"abc\"", "\"\""] {
            assert_eq!(expected(&[never]), Ok(Some(Vec::new())), "{never}");
        }
        for wrong in ["43", "\"43", "\"1\" \"2\"", "\"1\"x", "*, \"1\"", "", ","] {
            assert_eq!(expected(&[wrong]), Err(400), "{wrong:?}");
        }
    }

    #[test]
    fn what_the_client_holds_is_not_sent_again() {
        let asked = |text: &str| {
            let headers = HeaderMap::from_iter([(header::IF_NONE_MATCH, HeaderValue::from_str(text).expect("a header"))]);
            unless_known(&headers, "7.model-1").map_err(|known| known.headers()[header::ETAG].clone())
        };
        assert_eq!(asked("\"7.model-1\""), Err(etag("7.model-1")));
        assert_eq!(asked("W/\"6.model-1\", \"7.model-1-gzip\""), Err(etag("7.model-1-gzip")));
        assert_eq!(asked("*"), Err(etag("7.model-1")));
        assert_eq!(asked("\"7.model-2\""), Ok(etag("7.model-1")));
        assert_eq!(asked("7.model-1"), Ok(etag("7.model-1")), "it is no tag");
    }
}
