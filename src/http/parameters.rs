//! Query parameters, headers and paths, read strictly.

use axum::RequestPartsExt;
use axum::extract::{FromRequestParts, MatchedPath, Path};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::App;
use super::problem::{NOT_ACCEPTABLE, NOT_FOUND, PARAMETER, Problem};
use crate::rulesets::Observer;

/// Query parameters as a struct of texts. Unknown ones and repeated ones are refused.
pub struct Parameters<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<App> for Parameters<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, Problem> {
        let wrong = |name: &str, detail: String| Problem::new(&PARAMETER, detail).of(name);
        let mut fields = Map::new();
        for (name, value) in form_urlencoded::parse(parts.uri.query().unwrap_or_default().as_bytes()) {
            if fields.insert(name.to_string(), Value::String(value.into_owned())).is_some() {
                return Err(wrong(&name, format!("parameter {name:?} is given twice")));
            }
        }
        serde_path_to_error::deserialize(Value::Object(fields)).map(Self).map_err(|error| {
            let detail = error.inner().to_string().replacen("unknown field", "unknown parameter", 1);
            let detail = detail.replace("there are no fields", "this path takes no parameters");
            let path = parts.extensions.get::<MatchedPath>().map_or("", MatchedPath::as_str);
            let in_body = detail.contains("parameter `observer`") && IN_BODY.iter().any(|end| path.ends_with(end));
            let detail =
                if in_body { format!("{detail}; here the observer stands in the body: {{\"observer\": …}}") } else { detail };
            let name = match error.path().to_string() {
                path if path == "." => detail.split('`').nth(1).unwrap_or_default().to_owned(),
                path => path,
            };
            wrong(&name, detail)
        })
    }
}

/// Ends of paths that take the observer in their bodies.
const IN_BODY: [&str; 4] = ["/queries", "/turn", "/what-if", "/worlds"];

/// For paths that take no query parameters.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoParameters {}

/// The name in a path, or the names where it has several.
pub struct Name<T = String>(pub T);

impl<T: DeserializeOwned + Send + 'static> FromRequestParts<App> for Name<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, Problem> {
        let wrong = |detail: String| Problem::new(&NOT_FOUND, format!("the path names nothing: {detail}"));
        parts.extract::<Path<T>>().await.map(|Path(name)| Self(name)).map_err(|error| wrong(error.body_text()))
    }
}

/// The observer that a text names.
///
/// # Errors
/// Where the text is no observer.
pub fn observer(text: Option<&str>) -> Result<Option<Observer>, Problem> {
    let parse = |text: &str| text.parse::<Observer>().map_err(|error| Problem::new(&PARAMETER, error.to_string()).of("observer"));
    text.map(parse).transpose()
}

/// Greatest number that a parameter takes: what every JSON reader takes exactly.
const MOST: u64 = (1 << 53) - 1;

/// A number that a text names, of a type without a sign.
///
/// # Errors
/// Where it is none, or too large.
pub fn number<T: TryFrom<u64>>(name: &str, text: Option<&str>) -> Result<Option<T>, Problem> {
    let wrong = |text: &str| {
        let most = 1_u64.checked_shl(8 * size_of::<T>() as u32).map_or(MOST, |over| MOST.min(over - 1));
        let most = if most == MOST { "2^53 - 1".to_owned() } else { most.to_string() };
        Problem::new(&PARAMETER, format!("{name} is {text:?}; it takes a whole number from 0 to {most}")).of(name)
    };
    let read = |text: &str| text.parse().ok().filter(|number| *number <= MOST).and_then(|number| T::try_from(number).ok());
    text.map(|text| read(text).ok_or_else(|| wrong(text))).transpose()
}

/// Yes or no; no, where nothing is said.
///
/// # Errors
/// Where it is neither `true` nor `false`.
pub fn flag(name: &str, text: Option<&str>) -> Result<bool, Problem> {
    match text {
        None | Some("false") => Ok(false),
        Some("true") => Ok(true),
        Some(text) => Err(Problem::new(&PARAMETER, format!("{name} is {text:?}; it takes true or false")).of(name)),
    }
}

/// Media types that a path may answer with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Media {
    /// `application/json`
    Json,
    /// `application/x-ndjson`: one JSON text a line.
    Lines,
    /// `text/event-stream`
    Events,
    /// `application/vnd.credence.worlds`: a line of JSON that says what follows, and then numbers.
    Packed,
    /// `text/markdown`: a document as Markdown.
    Markdown,
    /// `text/html`: a document as a page.
    Html,
}

/// Media type of problems.
const PROBLEM: &str = "application/problem+json";

/// Media type of packed worlds.
pub const PACKED: &str = "application/vnd.credence.worlds";

impl Media {
    fn essence(self) -> &'static str {
        match self {
            Self::Json => "application/json",
            Self::Lines => "application/x-ndjson",
            Self::Events => "text/event-stream",
            Self::Packed => PACKED,
            Self::Markdown => "text/markdown",
            Self::Html => "text/html",
        }
    }
}

/// The media type to answer with: the accepted one of greatest weight, the first offered where several have it. That problems are read as
/// `application/problem+json` says nothing of answers: clients of openapi-generator in Python and Java ask for that alone.
///
/// # Errors
/// Where none that is offered is accepted.
pub fn negotiate(headers: &HeaderMap, offered: &[Media]) -> Result<Media, Problem> {
    let accept: Vec<&str> = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok()).collect();
    let ranges = accept.iter().flat_map(|list| list.split(',')).filter_map(weighed);
    let ranges: Vec<(&str, f32)> = ranges.filter(|(range, _)| !range.eq_ignore_ascii_case(PROBLEM)).collect();
    if ranges.is_empty() {
        return Ok(offered[0]);
    }
    let weight = |media: Media| {
        let essence = media.essence();
        let group = essence.split('/').next().unwrap_or_default();
        let fits = |range: &str| match range {
            "*/*" => Some(0),
            _ if range.strip_suffix("/*").is_some_and(|range| range.eq_ignore_ascii_case(group)) => Some(1),
            _ if range.eq_ignore_ascii_case(essence) => Some(2),
            _ => None,
        };
        let best = ranges.iter().filter_map(|(range, weight)| fits(range).map(|precision| (precision, *weight)));
        best.max_by_key(|(precision, _)| *precision).map_or(0.0, |(_, weight)| weight)
    };
    let mut chosen = (offered[0], 0.0);
    for media in offered {
        if weight(*media) > chosen.1 {
            chosen = (*media, weight(*media));
        }
    }
    if chosen.1 > 0.0 {
        return Ok(chosen.0);
    }
    let known: Vec<&str> = offered.iter().map(|media| media.essence()).collect();
    Err(Problem::new(&NOT_ACCEPTABLE, format!("this path answers with {}", known.join(" or "))).of("Accept"))
}

/// An entry of a list such as `Accept` with its weight; 0 where the weight is no number, `None` where the entry is empty.
pub fn weighed(entry: &str) -> Option<(&str, f32)> {
    let mut parts = entry.split(';').map(str::trim);
    let range = parts.next().filter(|range| !range.is_empty())?;
    let weight = parts
        .find_map(|part| part.strip_prefix(['q', 'Q']).and_then(|rest| rest.strip_prefix('=')))
        .map_or(Some(1.0), |weight| weight.parse().ok());
    Some((range, weight.unwrap_or(0.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepting(text: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(header::ACCEPT, axum::http::HeaderValue::from_static(text))])
    }

    #[test]
    fn the_heaviest_accepted_type_is_chosen() {
        let both = &[Media::Json, Media::Lines];
        assert_eq!(negotiate(&HeaderMap::new(), both).expect("anything"), Media::Json);
        assert_eq!(negotiate(&accepting("*/*"), both).expect("anything"), Media::Json);
        assert_eq!(negotiate(&accepting(""), both).expect("nothing is asked for"), Media::Json);
        assert_eq!(negotiate(&accepting("application/x-ndjson"), both).expect("lines"), Media::Lines);
        assert_eq!(negotiate(&accepting("application/json;q=0.5, application/x-ndjson"), both).expect("lines"), Media::Lines);
        assert_eq!(negotiate(&accepting("text/html, application/*;q=0.1"), both).expect("json"), Media::Json);
        assert_eq!(negotiate(&accepting("application/problem+json"), &[Media::Events]).expect("a stream"), Media::Events);
        assert_eq!(negotiate(&accepting("application/problem+json, application/x-ndjson"), both).expect("lines"), Media::Lines);
        assert_eq!(negotiate(&accepting("text/html"), both).expect_err("neither").status, 406);
        assert_eq!(negotiate(&accepting("*/*, application/json;q=0"), &[Media::Json]).expect_err("refused").status, 406);
    }

    #[test]
    fn a_refused_number_says_what_its_parameter_takes() {
        let detail = |problem: Problem| serde_json::to_value(problem).expect("a problem")["detail"].clone();
        assert_eq!(number::<u8>("seat", Some("255")).expect("a seat"), Some(255));
        let seat = number::<u8>("seat", Some("256")).expect_err("too large");
        assert_eq!(detail(seat), r#"seat is "256"; it takes a whole number from 0 to 255"#);
        assert_eq!(number::<u64>("from", Some("9007199254740991")).expect("a revision"), Some(MOST));
        let from = number::<u64>("from", Some("9007199254740992")).expect_err("too large");
        assert_eq!(detail(from), r#"from is "9007199254740992"; it takes a whole number from 0 to 2^53 - 1"#);
    }
}
