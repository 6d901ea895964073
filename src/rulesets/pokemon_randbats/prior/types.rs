//! Types, and how hard one hits another.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A type of a move or a Pokémon, or a tera type. Named as Showdown writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[expect(missing_docs, reason = "the names of the game's types say it")]
pub enum Type {
    Bug,
    Dark,
    Dragon,
    Electric,
    Fairy,
    Fighting,
    Fire,
    Flying,
    Ghost,
    Grass,
    Ground,
    Ice,
    Normal,
    Poison,
    Psychic,
    Rock,
    Steel,
    Stellar,
    Water,
}

impl Type {
    /// Every type, in alphabetical order: the place in it is `self as usize`.
    pub const ALL: [Self; 19] = [
        Self::Bug,
        Self::Dark,
        Self::Dragon,
        Self::Electric,
        Self::Fairy,
        Self::Fighting,
        Self::Fire,
        Self::Flying,
        Self::Ghost,
        Self::Grass,
        Self::Ground,
        Self::Ice,
        Self::Normal,
        Self::Poison,
        Self::Psychic,
        Self::Rock,
        Self::Steel,
        Self::Stellar,
        Self::Water,
    ];

    /// The type that Showdown writes so, whatever the case; `None` where there is none (`???`, as of Struggle).
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name().eq_ignore_ascii_case(name))
    }

    /// As Showdown writes it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bug => "Bug",
            Self::Dark => "Dark",
            Self::Dragon => "Dragon",
            Self::Electric => "Electric",
            Self::Fairy => "Fairy",
            Self::Fighting => "Fighting",
            Self::Fire => "Fire",
            Self::Flying => "Flying",
            Self::Ghost => "Ghost",
            Self::Grass => "Grass",
            Self::Ground => "Ground",
            Self::Ice => "Ice",
            Self::Normal => "Normal",
            Self::Poison => "Poison",
            Self::Psychic => "Psychic",
            Self::Rock => "Rock",
            Self::Steel => "Steel",
            Self::Stellar => "Stellar",
            Self::Water => "Water",
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a type does to a Pokémon's types together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// One of them takes nothing from it.
    None,
    /// How often the damage doubles, less how often it halves: -2 to 2, and to 3 where a third type is added.
    Doublings(i8),
}
