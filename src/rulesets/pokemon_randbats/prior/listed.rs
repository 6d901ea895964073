//! Lists of a table as they are read: one that is longer than any table needs is refused at its first entry too many, before it fills the memory.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};

/// Most roles: a set names its own with one byte.
const ROLES: usize = 256;
/// Most names of items, of abilities or of moves. This release knows some thousand moves, and fewer of the others.
const NAMES: usize = 4_096;
/// Most species and formes with sets. The embedded table has 508.
const SPECIES: usize = 4_096;
/// Most names that the sets of one species carry. The embedded table has 18 of Vivillon.
const FORMES: usize = 256;
/// Most types.
const TYPES: usize = 64;
/// Most numbers where the generator's randomness began.
const SEEDS: usize = 64;

/// Reads a list of at most so many.
struct AtMost<T> {
    most: usize,
    what: &'static str,
    entries: PhantomData<T>,
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for AtMost<T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of at most {} {}", self.most, self.what)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = list.next_element()? {
            if entries.len() == self.most {
                return Err(A::Error::custom(format_args!("it lists more than {} {}", self.most, self.what)));
            }
            entries.push(entry);
        }
        Ok(entries)
    }
}

fn at_most<'de, D: Deserializer<'de>, T: Deserialize<'de>>(list: D, most: usize, what: &'static str) -> Result<Vec<T>, D::Error> {
    list.deserialize_seq(AtMost { most, what, entries: PhantomData })
}

/// Reads the names of roles.
///
/// # Errors
/// Where there are too many.
pub fn roles<'de, D: Deserializer<'de>, T: Deserialize<'de>>(list: D) -> Result<Vec<T>, D::Error> {
    at_most(list, ROLES, "roles")
}

/// Reads the names of items, of abilities or of moves.
///
/// # Errors
/// Where there are too many.
pub fn names<'de, D: Deserializer<'de>, T: Deserialize<'de>>(list: D) -> Result<Vec<T>, D::Error> {
    at_most(list, NAMES, "items, abilities or moves")
}

/// Reads the species, each with its sets.
///
/// # Errors
/// Where there are too many.
pub fn species<'de, D: Deserializer<'de>, T: Deserialize<'de>>(list: D) -> Result<Vec<T>, D::Error> {
    at_most(list, SPECIES, "species")
}

/// Reads the names that the sets of a species carry.
///
/// # Errors
/// Where there are too many.
pub fn formes<'de, D: Deserializer<'de>, T: Deserialize<'de>>(list: D) -> Result<Vec<T>, D::Error> {
    at_most(list, FORMES, "formes of a species")
}

/// Reads the types.
///
/// # Errors
/// Where there are too many.
pub fn types<'de, D: Deserializer<'de>, T: Deserialize<'de>>(list: D) -> Result<Vec<T>, D::Error> {
    at_most(list, TYPES, "types")
}

/// Reads where the generator's randomness began.
///
/// # Errors
/// Where there are too many.
pub fn seeds<'de, D: Deserializer<'de>, T: Deserialize<'de>>(list: D) -> Result<Vec<T>, D::Error> {
    at_most(list, SEEDS, "numbers in its seed")
}
