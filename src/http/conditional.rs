//! Conditional requests (RFC 9110, section 13).

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::etag::{Tags, etag};
use super::problem::{PARAMETER, Problem};
use crate::rulesets::Revision;
use crate::service::{Guarded, Seen};

/// What the entity tag of a belief, and of all that is read from beliefs, names: the event, as it is known from one that a log which was restored or begun
/// anew has at the same revision; and the model, because after an upgrade the same events may give another belief.
pub async fn version(asking: &Guarded, seen: &Seen, revision: Revision) -> Result<String, Problem> {
    Ok(format!("{}.model-{}", asking.mark(seen, revision).await?, seen.game().ruleset.model()))
}

/// Answers 304 where the client holds this version already. What is no list of tags names no version.
///
/// The answer is built only where it is needed.
pub fn unless_known(headers: &HeaderMap, tag: &str) -> Result<HeaderValue, Box<Response>> {
    let known = match Tags::read(headers, &header::IF_NONE_MATCH) {
        Ok(Some(Tags::Any)) => true,
        Ok(Some(Tags::Listed(tags))) => tags.iter().any(|known| known.opaque == tag),
        Ok(None) | Err(_) => false,
    };
    let tag = etag(tag);
    if known { Err(Box::new((StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response())) } else { Ok(tag) }
}

/// The revisions that `If-Match` allows, `None` where it allows any. A tag that names no revision, or is weak, allows none: weak tags never
/// match here.
///
/// # Errors
/// Where it is neither `*` nor a list of entity tags.
pub fn expected_revisions(headers: &HeaderMap) -> Result<Option<Vec<Revision>>, Problem> {
    match Tags::read(headers, &header::IF_MATCH) {
        Ok(None | Some(Tags::Any)) => Ok(None),
        Ok(Some(Tags::Listed(tags))) => {
            let strong = tags.iter().filter(|tag| !tag.is_weak);
            Ok(Some(strong.filter_map(|tag| revision(&tag.opaque)).collect()))
        }
        Err(text) => {
            let detail = format!("If-Match is {text}; it takes revisions in quotes, such as \"43\", or *");
            Err(Problem::new(&PARAMETER, detail).of("If-Match"))
        }
    }
}

/// The revision that is written so, and no other way: `"09"` and `"+9"` are tags that no answer held.
fn revision(opaque: &str) -> Option<Revision> {
    opaque.parse().ok().filter(|revision: &Revision| revision.to_string() == opaque)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expected(lines: &[&'static str]) -> Result<Option<Vec<Revision>>, u16> {
        let lines = lines.iter().map(|line| (header::IF_MATCH, HeaderValue::from_static(line)));
        let mut headers = HeaderMap::new();
        for (name, line) in lines {
            headers.append(name, line);
        }
        expected_revisions(&headers).map_err(|problem| problem.status)
    }

    #[test]
    fn if_match_is_judged_as_its_standard_says() {
        assert_eq!(expected(&[]), Ok(None));
        assert_eq!(expected(&["*"]), Ok(None));
        assert_eq!(expected(&["\"43\""]), Ok(Some(vec![43])));
        assert_eq!(expected(&["\"43\", \"44\"", "\"45\""]), Ok(Some(vec![43, 44, 45])));
        assert_eq!(expected(&["W/\"43\", \"09\", \"+9\", \"43.lines\", \"\""]), Ok(Some(vec![])), "no revision is written so");
        assert_eq!(expected(&[""]), Ok(Some(vec![])), "a list without a tag");
        for wrong in [&["43"][..], &["\"43\"", "*"], &["\"43"]] {
            assert_eq!(expected(wrong), Err(400), "{wrong:?}");
        }
    }
}
