//! The stats of a Pokémon of this format.

use serde::Deserialize;

/// The six stats, in Showdown's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "the game's own abbreviations")]
pub enum Stat {
    Hp,
    Atk,
    Def,
    Spa,
    Spd,
    Spe,
}

/// How the effort and individual values of a set differ from the usual ones: 85 effort and 31 individual in each stat, and no nature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spread {
    /// Effort in hit points: 85, or less by fours so that Stealth Rock, Substitute or a berry works out.
    pub hp: u8,
    /// Neither effort nor individual value in attack, as sets without a physical move have it.
    pub no_attack: bool,
    /// Neither in speed, as sets with Gyro Ball or Trick Room have it.
    pub no_speed: bool,
}

impl Spread {
    /// The usual one.
    pub const USUAL: Self = Self { hp: 85, no_attack: false, no_speed: false };
}

/// One number a stat, in the order of [`Stat`]. Hit points are the maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stats(pub [u16; 6]);

impl Stats {
    /// The number of a stat.
    #[must_use]
    pub const fn of(self, stat: Stat) -> u16 {
        self.0[stat as usize]
    }
}

/// The stats of a species with these base stats at a level, before boosts, items and all that a battle does.
/// Formula of generation 3 and later, neutral nature: `(2 base + iv + ev / 4) level / 100 + 5`; hit points `(2 base + iv + ev / 4 + 100) level / 100 + 10`.
/// Each division rounds down. Shedinja, with base hit points of 1, always has 1.
#[must_use]
pub fn stats(base: Stats, level: u8, spread: Spread) -> Stats {
    let level = u32::from(level);
    let raw = |stat: Stat, effort: u8, individual: u32| 2 * u32::from(base.of(stat)) + individual + u32::from(effort / 4);
    let stat = |stat: Stat, none: bool| {
        let raw = if none { raw(stat, 0, 0) } else { raw(stat, 85, 31) };
        u16::try_from(raw * level / 100 + 5).unwrap_or(u16::MAX)
    };
    let hp = if base.of(Stat::Hp) == 1 {
        1
    } else {
        u16::try_from((raw(Stat::Hp, spread.hp, 31) + 100) * level / 100 + 10).unwrap_or(u16::MAX)
    };
    Stats([
        hp,
        stat(Stat::Atk, spread.no_attack),
        stat(Stat::Def, false),
        stat(Stat::Spa, false),
        stat(Stat::Spd, false),
        stat(Stat::Spe, spread.no_speed),
    ])
}
