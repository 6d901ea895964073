//! A table that is not embedded, by value: a game's opening holds it whole, so that its beliefs depend on nothing else.

use std::borrow::Cow;
use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};

use super::table::{Prior, embedded};
use super::unpack::Unusable;

/// A packed table in base64, and what it says.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Imported {
    text: Arc<str>,
    prior: Arc<Prior>,
}

impl Imported {
    /// A table as a file holds it, packed or not.
    ///
    /// # Errors
    /// Where it is none.
    pub fn new(file: &[u8]) -> Result<Self, Unusable> {
        Ok(Self { prior: Arc::new(Prior::read(file)?), text: STANDARD.encode(file).into() })
    }

    /// Approximate memory in bytes, of the text and of what was read from it.
    #[must_use]
    pub fn weigh(&self) -> usize {
        self.text.len() + self.prior.weigh()
    }

    /// The table.
    #[must_use]
    pub const fn prior(&self) -> &Arc<Prior> {
        &self.prior
    }
}

/// The table that a game's parameters ask for: the one that they hold, whose hash must be the one that they name; else the embedded.
///
/// # Errors
/// In words, where the one that they name is not there.
pub fn chosen(hash: Option<&str>, table: Option<&Imported>) -> Result<Arc<Prior>, String> {
    let found = match table {
        Some(table) => table.prior(),
        None => embedded(),
    };
    match hash {
        Some(hash) if hash != found.hash() && table.is_some() => {
            Err(format!("`table` has the hash {}, not {hash:?}; leave `priors` out, or name that", found.hash()))
        }
        Some(hash) if hash != found.hash() => Err(format!(
            "this release embeds the table {}; another one, such as {hash:?}, is given by value in `table`, as `credence priors show` prints it",
            found.hash()
        )),
        _ => Ok(Arc::clone(found)),
    }
}

impl PartialEq for Imported {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Imported {}

impl TryFrom<String> for Imported {
    type Error = Unusable;

    fn try_from(text: String) -> Result<Self, Unusable> {
        let file = STANDARD.decode(&text).map_err(|error| Unusable::Packed(format!("it is not base64: {error}")))?;
        Ok(Self { prior: Arc::new(Prior::read(&file)?), text: text.into() })
    }
}

impl From<Imported> for String {
    fn from(imported: Imported) -> Self {
        imported.text.to_string()
    }
}

impl JsonSchema for Imported {
    fn schema_name() -> Cow<'static, str> {
        "PackedTable".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        schemars::json_schema!({"type": "string", "contentEncoding": "base64", "description": "A prior table, packed with gzip."})
    }
}
