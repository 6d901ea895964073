//! Entity tags: what a client names a version by (RFC 9110, section 8.8.3).

use axum::http::header::HeaderName;
use axum::http::{HeaderMap, HeaderValue};

/// A strong entity tag. `tag` must hold visible ASCII only, and no quote.
#[must_use]
pub fn etag(tag: &str) -> HeaderValue {
    HeaderValue::from_str(&format!("\"{tag}\"")).unwrap_or_else(|_| HeaderValue::from_static("\"\""))
}

/// The tags that a header lists, over all its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tags {
    /// `*`: any version.
    Any,
    /// These.
    Listed(Vec<Tag>),
}

/// One entity tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Whether it is marked as weak: it names what means the same, and not the same bytes.
    pub is_weak: bool,
    /// What stands between the quotes.
    pub opaque: String,
}

impl Tags {
    /// Reads a header such as `If-Match`; `None` where there is none.
    ///
    /// # Errors
    /// Its text, where it is neither `*` nor a list of tags.
    pub fn read(headers: &HeaderMap, name: &HeaderName) -> Result<Option<Self>, String> {
        let lines: Vec<String> =
            headers.get_all(name).iter().map(|line| String::from_utf8_lossy(line.as_bytes()).into_owned()).collect();
        if lines.is_empty() {
            return Ok(None);
        }
        let text = lines.join(", ");
        parse(&text).map(Some).ok_or(text)
    }
}

fn parse(text: &str) -> Option<Tags> {
    let mut rest = text.trim();
    if rest == "*" {
        return Some(Tags::Any);
    }
    let mut tags = Vec::new();
    // Empty elements of a list say nothing, and a list may have no other (RFC 9110, section 5.6.1): then no tag matches.
    loop {
        rest = rest.trim_start_matches([' ', '\t', ',']);
        if rest.is_empty() {
            return Some(Tags::Listed(tags));
        }
        let (is_weak, quoted) = rest.strip_prefix("W/").map_or((false, rest), |quoted| (true, quoted));
        let (opaque, after) = quoted.strip_prefix('"')?.split_once('"')?;
        if opaque.chars().any(|c| c.is_whitespace() || c.is_control()) {
            return None;
        }
        tags.push(Tag { is_weak, opaque: opaque.to_owned() });
        rest = after.trim_start_matches([' ', '\t']);
        if !rest.is_empty() && !rest.starts_with(',') {
            return None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed(tags: &[(bool, &str)]) -> Option<Tags> {
        Some(Tags::Listed(tags.iter().map(|(is_weak, opaque)| Tag { is_weak: *is_weak, opaque: (*opaque).to_owned() }).collect()))
    }

    #[test]
    fn lists_of_tags_are_read() {
        assert_eq!(parse("*"), Some(Tags::Any));
        assert_eq!(parse("\"43\""), listed(&[(false, "43")]));
        assert_eq!(parse(" \"a,b\" ,, W/\"43\","), listed(&[(false, "a,b"), (true, "43")]));
        assert_eq!(parse("\"\""), listed(&[(false, "")]));
        assert_eq!((parse(""), parse(",")), (listed(&[]), listed(&[])));
        for text in ["43", "\"43", "43\"", "\"4 3\"", "\"1\" \"2\"", "w/\"43\"", "*, \"43\"", "\"43\", *"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
