//! Pokémon random battles: the opponent's sets.

pub mod prior;
