//! A key as its owner holds it: `crd_`, 32 hexadecimal digits that name it, `_`, and 64 that are its secret.
//!
//! The secret is 256 random bits, which nobody guesses at any speed. So its hash needs neither a salt nor the slowness of a password's hash, and
//! one BLAKE3 a request is all that a key costs. The prefix lets scanners of repositories and logs find keys that were leaked.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

/// What every key begins with.
const PREFIX: &str = "crd_";

/// Hexadecimal digits of a key's id: those of a UUID.
const ID_DIGITS: usize = 32;

/// What the hash of a secret is bound to.
const CONTEXT: &str = "credence key secret 1";

/// A key as its owner holds it. Neither shown nor logged but by [`Token::reveal`].
#[derive(Clone, PartialEq, Eq)]
pub struct Token {
    id: String,
    secret: [u8; 32],
}

/// The text is no key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoToken;

impl Token {
    /// A key of this id, a UUID.
    #[must_use]
    pub fn new(uuid: &str, secret: [u8; 32]) -> Self {
        Self { id: uuid.replace('-', ""), secret }
    }

    /// What is no secret of it.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The hash that is kept of its secret.
    #[must_use]
    pub fn hash(&self) -> [u8; 32] {
        blake3::derive_key(CONTEXT, &self.secret)
    }

    /// Whether the kept hash is of its secret. Takes as long wherever the two differ.
    #[must_use]
    pub fn fits(&self, hash: &[u8; 32]) -> bool {
        blake3::Hash::from_bytes(self.hash()) == blake3::Hash::from_bytes(*hash)
    }

    /// The whole key, secret included: for its owner, once.
    #[must_use]
    pub fn reveal(&self) -> String {
        format!("{PREFIX}{}_{}", self.id, blake3::Hash::from_bytes(self.secret).to_hex())
    }
}

/// Whether a text could be the id of a key.
#[must_use]
pub fn is_id(text: &str) -> bool {
    text.len() == ID_DIGITS && is_hex(text)
}

fn is_hex(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

impl FromStr for Token {
    type Err = NoToken;

    fn from_str(text: &str) -> Result<Self, NoToken> {
        let (id, secret) = text.strip_prefix(PREFIX).and_then(|rest| rest.split_once('_')).ok_or(NoToken)?;
        if !is_id(id) || !is_hex(secret) {
            return Err(NoToken);
        }
        let secret = blake3::Hash::from_hex(secret).map_err(|_| NoToken)?;
        Ok(Self { id: id.to_owned(), secret: *secret.as_bytes() })
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Token({})", self.id)
    }
}

/// In answers that show a key once.
impl Serialize for Token {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.reveal())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_read_back_and_nothing_else_is() {
        let token = Token::new("0192f0c1-2d3e-7f00-8a4b-5c6d7e8f9a0b", [7; 32]);
        let text = token.reveal();
        assert_eq!(text.len(), 4 + 32 + 1 + 64);
        assert_eq!(text.parse(), Ok(token.clone()));
        assert!(token.fits(&token.hash()) && !Token::new("0", [8; 32]).fits(&token.hash()));
        assert_ne!(token.hash(), [7; 32], "the secret itself is not kept");
        assert!(!format!("{token:?}").contains("0707"), "a key is not logged by accident");
        for wrong in ["", "crd_", &text[4..], &text[..100], &text.to_uppercase(), &format!("{text}0"), &text.replace("07", "0g")]
        {
            assert_eq!(wrong.parse::<Token>(), Err(NoToken), "{wrong}");
        }
    }
}
