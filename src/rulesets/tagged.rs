//! Reads an enum whose tag and content stand apart: an event's `type` and `data`, a question's `type` and fields.
//!
//! serde's own adjacent and internal tagging first copy the content into a buffer that forgets how map keys were written,
//! so seat-keyed maps no longer decode, and errors lose their path. Handing the tag to the enum from outside has neither
//! fault and copies nothing.

use serde::Deserialize;
use serde::de::value::StrDeserializer;
use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, VariantAccess, Visitor};

/// JSON that is not what it should be, with the place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{detail}")]
pub struct Malformed {
    /// Whether it is the tag that is wrong: there is no such type.
    pub unknown_tag: bool,
    /// JSON pointer below the value that was read; empty for the value itself.
    pub pointer: String,
    /// What was expected there.
    pub detail: String,
}

/// Decodes variant `tag` of an enum from the JSON text of its content.
///
/// # Errors
/// Names the place and what was expected there.
pub fn from_slice<T: DeserializeOwned>(tag: &str, content: &[u8]) -> Result<T, Malformed> {
    let mut text = serde_json::Deserializer::from_slice(content);
    let read = tagged::<T, _>(tag, &mut text);
    read.map_err(|error| spelled_out(error, || serde_json::from_slice(content).ok(), |content| tagged::<T, _>(tag, content)))
}

fn tagged<'de, T: DeserializeOwned, D: Deserializer<'de, Error = serde_json::Error>>(
    tag: &str,
    content: D,
) -> Result<T, Malformed> {
    let mut track = serde_path_to_error::Track::new();
    let content = serde_path_to_error::Deserializer::new(content, &mut track);
    T::deserialize(Tagged { tag, content }).map_err(|error| {
        let (pointer, detail) = (pointer(&track.path()), plain(&error));
        // Only the enum itself can miss a variant of this name at the root.
        let unknown_tag = pointer.is_empty() && detail.starts_with(&format!("unknown variant `{tag}`"));
        Malformed { unknown_tag, pointer, detail }
    })
}

/// Decodes a value that carries no tag: the one reading of JSON into types, so that every mistake is named alike.
///
/// # Errors
/// Names the place and what was expected there.
pub fn decode<T: DeserializeOwned>(value: serde_json::Value) -> Result<T, Malformed> {
    untagged::<T, _>(&value).map_err(|error| spelled_out(error, || Some(value.clone()), |value| untagged::<T, _>(value)))
}

fn untagged<'de, T: DeserializeOwned, D: Deserializer<'de, Error = serde_json::Error>>(value: D) -> Result<T, Malformed> {
    serde_path_to_error::deserialize(value).map_err(|error| Malformed {
        unknown_tag: false,
        pointer: pointer(error.path()),
        detail: plain(error.inner()),
    })
}

/// An error that names the words that may stand in a place: serde names them only to who wrote a wrong word, and not to who wrote a number. So the
/// value is read once more with an empty word in that place.
fn spelled_out<T>(
    error: Malformed,
    value: impl FnOnce() -> Option<serde_json::Value>,
    read: impl FnOnce(serde_json::Value) -> Result<T, Malformed>,
) -> Malformed {
    use serde_json::Value;
    if error.detail != "expected value" && !error.detail.ends_with(ONE_OF_ITS_WORDS) {
        return error;
    }
    let words = || {
        let mut value = value()?;
        let place = value.pointer_mut(&error.pointer)?;
        let found = match place {
            Value::Null => "null".to_owned(),
            Value::Bool(_) | Value::Number(_) => format!("`{place}`"),
            Value::Array(_) => "list".to_owned(),
            Value::Object(_) => "object".to_owned(),
            Value::String(_) => return None,
        };
        *place = Value::String(String::new());
        let Malformed { pointer, detail, .. } = read(value).err()?;
        let (_, words) = detail.split_once("unknown variant ``, expected ")?;
        (pointer == error.pointer).then(|| format!("invalid type: {found}, expected {words}"))
    };
    match words() {
        Some(detail) => Malformed { detail, ..error },
        None => error,
    }
}

/// What stands in an error for words that are not named.
const ONE_OF_ITS_WORDS: &str = "one of its words";

/// The message without serde_json's position, which means nothing to someone who did not send these bytes.
fn plain(error: &serde_json::Error) -> String {
    let text = error.to_string();
    in_words(text.rfind(" at line ").map_or(&*text, |end| &text[..end]))
}

/// The message with what was expected in words that mean something to who does not write Rust.
fn in_words(text: &str) -> String {
    let Some((found, expected)) = text.rsplit_once(", expected ") else { return text.to_owned() };
    let words = match expected {
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" => "a whole number from 0 to 4294967295",
        "u64" | "usize" => "a whole number of at least 0",
        "i8" => "a whole number from -128 to 127",
        "i16" => "a whole number from -32768 to 32767",
        "i32" => "a whole number from -2147483648 to 2147483647",
        "i64" => "a whole number",
        "f32" | "f64" => "a number",
        "a sequence" => "a list",
        "a map" => "an object",
        "a boolean" => "true or false",
        kind if kind.starts_with("struct ") => "an object",
        kind if kind.starts_with("enum ") || kind.starts_with("string or map") => ONE_OF_ITS_WORDS,
        other => other,
    };
    let found =
        found.replace("invalid type: map", "invalid type: object").replace("invalid type: sequence", "invalid type: list");
    format!("{found}, expected {words}")
}

fn pointer(path: &serde_path_to_error::Path) -> String {
    use serde_path_to_error::Segment;
    path.iter()
        .filter_map(|segment| match segment {
            Segment::Seq { index } => Some(format!("/{index}")),
            Segment::Map { key } => Some(format!("/{}", key.replace('~', "~0").replace('/', "~1"))),
            Segment::Enum { .. } | Segment::Unknown => None,
        })
        .collect()
}

struct Tagged<'a, D> {
    tag: &'a str,
    content: D,
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Tagged<'_, D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        visitor.visit_enum(self)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de, D: Deserializer<'de>> EnumAccess<'de> for Tagged<'_, D> {
    type Error = D::Error;
    type Variant = Content<D>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Content<D>), D::Error> {
        let tag: StrDeserializer<'_, D::Error> = self.tag.into_deserializer();
        Ok((seed.deserialize(tag)?, Content(self.content)))
    }
}

struct Content<D>(D);

impl<'de, D: Deserializer<'de>> VariantAccess<'de> for Content<D> {
    type Error = D::Error;

    fn unit_variant(self) -> Result<(), D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Nothing {}
        Nothing::deserialize(self.0).map(|_| ())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, D::Error> {
        seed.deserialize(self.0)
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_tuple(len, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_struct("", fields, visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "snake_case", deny_unknown_fields)]
    enum Event {
        Gain { gains: BTreeMap<u8, u32> },
        Stop {},
    }

    #[test]
    fn seat_keyed_maps_decode() {
        let event: Event = from_slice("gain", br#"{"gains":{"1":3}}"#).expect("a gain");
        assert_eq!(event, Event::Gain { gains: BTreeMap::from([(1, 3)]) });
        assert_eq!(from_slice::<Event>("stop", b"{}").expect("a stop"), Event::Stop {});
    }

    #[test]
    fn errors_speak_of_json() {
        let detail = |data: &str| from_slice::<Event>("gain", data.as_bytes()).expect_err("malformed").detail;
        assert_eq!(detail(r#"{"gains":{"1":-3}}"#), "invalid value: integer `-3`, expected a whole number from 0 to 4294967295");
        assert_eq!(detail(r#"{"gains":[]}"#), "invalid type: list, expected an object");
        assert_eq!(detail(r#"{"gains":{"300":1}}"#), "invalid value: integer `300`, expected a whole number from 0 to 255");
    }

    #[test]
    fn errors_name_the_words() {
        #[derive(Debug, Deserialize)]
        #[serde(rename_all = "snake_case")]
        enum Piece {
            Road,
            City,
        }
        #[derive(Debug, Deserialize)]
        #[serde(rename_all = "snake_case")]
        enum Built {
            Build { pieces: Vec<Piece> },
        }
        for (wrong, found) in [("1", "`1`"), ("null", "null"), ("[\"road\"]", "list"), ("true", "`true`")] {
            let error = from_slice::<Built>("build", format!(r#"{{"pieces":["road",{wrong}]}}"#).as_bytes()).expect_err(wrong);
            let detail = format!("invalid type: {found}, expected `road` or `city`");
            assert_eq!((error.pointer.as_str(), error.detail), ("/pieces/1", detail));
        }
        let decoded = decode::<Vec<Piece>>(serde_json::json!(["city", 2])).expect_err("a number");
        assert_eq!((decoded.pointer.as_str(), decoded.detail.as_str()), ("/1", "invalid type: `2`, expected `road` or `city`"));
        let word = from_slice::<Built>("build", br#"{"pieces":["rode"]}"#).expect_err("no piece").detail;
        assert_eq!(word, "unknown variant `rode`, expected `road` or `city`");
        assert!(
            matches!(from_slice::<Built>("build", br#"{"pieces":["road","city"]}"#), Ok(Built::Build { pieces }) if pieces.len() == 2)
        );
    }

    #[test]
    fn errors_name_the_place() {
        let error = from_slice::<Event>("gain", br#"{"gains":{"1":-3}}"#).expect_err("negative");
        assert_eq!(error.pointer, "/gains/1");
        let error = from_slice::<Event>("gain", br#"{"gains":{},"x":1}"#).expect_err("unknown field");
        assert_eq!(error.detail, "unknown field `x`, expected `gains`");
        let error = from_slice::<Event>("fly", b"{}").expect_err("unknown type");
        assert_eq!((error.detail.as_str(), error.unknown_tag), ("unknown variant `fly`, expected `gain` or `stop`", true));
        from_slice::<Event>("stop", br#"{"x":1}"#).expect_err("unknown field in an empty event");
        from_slice::<Event>("stop", b"null").expect_err("not an object");
    }
}
