//! Reading request bodies strictly: what is not plain JSON is refused before it means anything.
//!
//! Most readers let pass what later means something else: the last of two equal keys, a 30-digit number rounded, a million
//! brackets. Here each is a named mistake.

use std::fmt;

use axum::body::to_bytes;
use axum::extract::{FromRequest, Request};
use axum::http::header;
use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use super::App;
use super::problem::{MALFORMED, MEDIA_TYPE, NOT_JSON, Problem};
use crate::rulesets::decode;

/// Greatest whole number that every JSON reader takes exactly: 2^53 - 1 (RFC 7493).
const GREATEST: u64 = (1 << 53) - 1;

/// Bodies longer than this are read beside the threads that answer. In bytes.
const LARGE: usize = 16 << 10;

/// A body of plain JSON, as what the request should be.
pub struct Body<T>(pub T);

/// What plain JSON may be read as.
pub trait FromPlain: Sized + Send + 'static {
    /// Reads it.
    ///
    /// # Errors
    /// Names the place and what was expected there.
    fn from_plain(value: Value) -> Result<Self, Problem>;
}

impl<T: DeserializeOwned + Send + 'static> FromPlain for T {
    fn from_plain(value: Value) -> Result<Self, Problem> {
        typed_at(value, "")
    }
}

impl<T: FromPlain> FromRequest<App> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        let headers = request.headers();
        let media = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let essence = media.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        if essence != "application/json" && !(essence.starts_with("application/") && essence.ends_with("+json")) {
            return Err(Problem::new(&MEDIA_TYPE, format!("the content type is {media:?}; send application/json")));
        }
        if let Some(encoding) = headers.get(header::CONTENT_ENCODING) {
            return Err(Problem::new(
                &MEDIA_TYPE,
                format!("the content encoding is {encoding:?}; send the body as it is, not compressed"),
            ));
        }
        let depth = app.service.limits().json_depth;
        // It is in memory whole: see `receive`.
        let bytes = to_bytes(request.into_body(), usize::MAX).await.unwrap_or_default();
        let is_large = bytes.len() > LARGE;
        let read = move || {
            let value = read_json(&bytes, depth).map_err(|detail| Problem::new(&NOT_JSON, detail))?;
            // It need not lie here twice.
            drop(bytes);
            T::from_plain(value).map(Self)
        };
        if is_large { app.service.beside(read).await? } else { read() }
    }
}

/// Turns plain JSON, or a part of it, into what a request should be.
///
/// # Errors
/// Names the place and what was expected there.
pub fn typed_at<T: DeserializeOwned>(value: Value, pointer: &str) -> Result<T, Problem> {
    if !value.is_object() {
        return Err(Problem::new(&MALFORMED, "expected an object").at(pointer));
    }
    decode(value).map_err(|error| Problem::new(&MALFORMED, error.detail).at(format!("{pointer}{}", error.pointer)))
}

/// What some editors and shells write at the beginning of a text.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Reads plain JSON.
///
/// # Errors
/// Names the mistake and, where the text itself is at fault, its line and column.
pub fn read_json(bytes: &[u8], depth: usize) -> Result<Value, String> {
    if bytes.starts_with(BYTE_ORDER_MARK) {
        return Err(
            "the text begins with a byte order mark, and JSON has none (RFC 8259, section 8.1); leave out its first three bytes"
                .to_owned(),
        );
    }
    if bytes.trim_ascii().is_empty() {
        return Err("JSON was expected, and there is none".to_owned());
    }
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    let value = Plain { depth, most: depth }.deserialize(&mut deserializer).map_err(|error| error.to_string())?;
    deserializer.end().map_err(|error| error.to_string())?;
    Ok(value)
}

#[derive(Clone, Copy)]
struct Plain {
    depth: usize,
    most: usize,
}

impl Plain {
    fn deeper<E: serde::de::Error>(self) -> Result<Self, E> {
        let depth = self.depth.checked_sub(1);
        depth
            .map(|depth| Self { depth, ..self })
            .ok_or_else(|| E::custom(format!("nested deeper than {} (the limit `json_depth`)", self.most)))
    }
}

impl<'de> DeserializeSeed<'de> for Plain {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Plain {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E: serde::de::Error>(self, value: i64) -> Result<Value, E> {
        if value.unsigned_abs() > GREATEST { Err(out_of_range(value)) } else { Ok(value.into()) }
    }

    fn visit_u64<E: serde::de::Error>(self, value: u64) -> Result<Value, E> {
        if value > GREATEST { Err(out_of_range(value)) } else { Ok(value.into()) }
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Value, E> {
        // A whole number too long for 64 bits arrives here already rounded.
        match Number::from_f64(value) {
            Some(number) if value.abs() <= GREATEST as f64 => Ok(Value::Number(number)),
            _ => Err(out_of_range(value)),
        }
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let below = self.deeper()?;
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(below)? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let below = self.deeper()?;
        let mut object = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            if object.contains_key(&key) {
                return Err(A::Error::custom(format!("duplicate key {key:?}")));
            }
            let value = entries.next_value_seed(below)?;
            object.insert(key, value);
        }
        Ok(Value::Object(object))
    }
}

fn out_of_range<E: serde::de::Error>(value: impl fmt::Display) -> E {
    E::custom(format!("number {value} is out of range: beyond 2^53 - 1 readers disagree"))
}

#[cfg(test)]
mod tests {
    use super::read_json;

    #[test]
    fn plain_json_is_read_and_sorted() {
        let value = read_json(br#" {"b":[1,-2,0.5,null,true],"a":"x"} "#, 64).expect("plain");
        assert_eq!(serde_json::to_string(&value).expect("text"), r#"{"a":"x","b":[1,-2,0.5,null,true]}"#);
    }

    #[test]
    fn every_other_thing_is_named() {
        let nested = |depth: usize| [vec![b'['; depth], vec![b']'; depth]].concat();
        read_json(&nested(64), 64).expect("deep enough");
        for (bad, why) in [
            (nested(65), "nested deeper than 64"),
            (nested(129), "nested deeper than 64"),
            (nested(100_000), "nested deeper than 64"),
            (br#"{"a":1,"a":2}"#.to_vec(), "duplicate key \"a\""),
            (b"NaN".to_vec(), "expected value"),
            (b"Infinity".to_vec(), "expected value"),
            (b"1e999".to_vec(), "number out of range"),
            (b"1e300".to_vec(), "out of range"),
            (b"123456789012345678901234567890".to_vec(), "out of range"),
            (b"9007199254740992".to_vec(), "out of range"),
            (b"-9007199254740992".to_vec(), "out of range"),
            (b"\xef\xbb\xbf{}".to_vec(), "byte order mark"),
            (b"\"\xff\"".to_vec(), "invalid unicode"),
            (br#""\ud800x""#.to_vec(), "at line 1"),
            (b"{} {}".to_vec(), "trailing characters"),
            (b" \n".to_vec(), "there is none"),
            (b"{".to_vec(), "EOF"),
        ] {
            let error = read_json(&bad, 64).expect_err("not plain JSON");
            assert!(error.contains(why), "{error:?} does not say {why:?}");
        }
    }
}
