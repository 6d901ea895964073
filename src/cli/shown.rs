//! Text on a terminal: what came from a log may hold what players called themselves, and what would steer the terminal.

use std::borrow::Cow;
use std::fmt::Write;

use crate::belief::steers;

/// A text as it is printed, of several lines too: what would steer the terminal is written as JSON writes it, so that JSON keeps its meaning.
pub(super) fn shown(text: &str) -> Cow<'_, str> {
    let steers = |character: char| steers(character) && !['\n', '\t'].contains(&character);
    if !text.contains(steers) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if steers(character) {
            let _ = write!(shown, "\\u{:04x}", u32::from(character));
        } else {
            shown.push(character);
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn what_steers_is_written_out_and_json_stays_what_it_says() {
        assert!(matches!(shown("two\nlines of\ttext, “so”"), Cow::Borrowed(_)));
        assert_eq!(shown("a\u{1b}[2J\rb\u{9b}c\u{202e}d"), r"a\u001b[2J\u000db\u009bc\u202ed");
        let value = json!({"a\u{7f}": "\u{1b}[2J\u{85}\u{202e}\u{2066} é\n"});
        let text = shown(&value.to_string()).into_owned();
        assert!(!text.contains(steers), "{text:?}");
        assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON"), value);
    }
}
