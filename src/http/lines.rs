//! Answers as lines: newline-delimited JSON, for those who read while it arrives.

use axum::http::{HeaderValue, Uri, header};
use axum::response::Response;
use bytes::Bytes;
use serde::Serialize;
use serde_json::Value;

use super::App;
use super::answer::{self, Room};
use super::parameters::Media;
use super::problem::Problem;

/// The media type of lines.
pub const MEDIA: &str = "application/x-ndjson";

/// A page of a list in the form that was asked for: as JSON, or as lines, of which the first is `head`.
///
/// # Errors
/// Where the server ends.
pub async fn or_json<L: Serialize + Send + 'static, T: Serialize + 'static>(
    app: &App,
    room: Room,
    media: Media,
    head: Value,
    list: L,
    items: fn(&L) -> &[T],
) -> Result<Response, Problem> {
    let mut response = match media {
        Media::Lines => answer::write(app, room, MEDIA, move || text(&head, items(&list))).await?,
        _ => answer::json(app, room, list).await?,
    };
    response.headers_mut().append(header::VARY, HeaderValue::from_static("accept"));
    Ok(response)
}

/// First what is said once, then a line each.
pub fn text<T: Serialize>(head: &impl Serialize, items: &[T]) -> Vec<u8> {
    let mut text = line(head).to_vec();
    for item in items {
        text.extend_from_slice(&line(item));
    }
    text
}

/// One line.
pub fn line(value: &impl Serialize) -> Bytes {
    let mut text = json(value);
    text.push('\n');
    text.into()
}

/// Characters that end a line to some readers (JavaScript's `.` and Python's `splitlines` among them), and that JSON lets stand in a text as they
/// are. Other such characters it escapes.
const BREAKS: [char; 3] = ['\u{85}', '\u{2028}', '\u{2029}'];

/// JSON that every reader takes for one line. What was stored as JSON and is passed on unread is made so too: such a character can stand in a text
/// alone, where its escape means the same.
pub fn json(value: &impl Serialize) -> String {
    let text = serde_json::to_string(value).expect("an answer is plain data with text keys");
    if !text.contains(BREAKS) {
        return text;
    }
    BREAKS.iter().fold(text, |text, end| text.replace(*end, &format!("\\u{:04x}", u32::from(*end))))
}

/// Adds the link to the next page, where there is one: the same request with another cursor.
pub fn with_next(mut response: Response, uri: &Uri, next: Option<&String>) -> Response {
    let Some(cursor) = next else { return response };
    let asked = form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.extend_pairs(asked.filter(|(name, _)| name != "cursor")).append_pair("cursor", cursor);
    if let Ok(link) = HeaderValue::try_from(format!("<{}?{}>; rel=\"next\"", uri.path(), query.finish())) {
        response.headers_mut().insert(header::LINK, link);
    }
    response
}

#[cfg(test)]
mod tests {
    use serde_json::Value;
    use serde_json::value::RawValue;

    use super::line;

    #[test]
    fn a_line_is_one_line_to_every_reader() {
        let written = "{\"a\u{2028}\":\"\u{85}b\u{2029}\\n\"}";
        let parsed: Value = serde_json::from_str(written).expect("JSON");
        let stored: Box<RawValue> = serde_json::from_str(written).expect("JSON");
        for line in [line(&parsed), line(&stored)] {
            let text = std::str::from_utf8(&line).expect("text");
            assert_eq!(text, "{\"a\\u2028\":\"\\u0085b\\u2029\\n\"}\n");
            assert_eq!(serde_json::from_str::<Value>(text).expect("JSON"), parsed, "it means the same");
        }
    }
}
