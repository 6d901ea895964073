//! What is known of a move.

use serde::Deserialize;

use super::stats::Stat;
use super::types::Type;

/// Which stats a move's damage works with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[expect(missing_docs, reason = "the names of the game")]
pub enum Category {
    Physical,
    Special,
    Status,
}

/// A move.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Move {
    /// Lower case, without spaces and signs.
    pub id: String,
    /// As Showdown writes it.
    pub name: String,
    /// Its type before anything changes it.
    #[serde(rename = "type")]
    pub kind: Type,
    /// Physical, special or status.
    pub category: Category,
    /// Base power; 0 of status moves and where it is worked out.
    #[serde(default)]
    pub power: u16,
    /// In percent; `None` where it does not miss.
    pub accuracy: Option<u8>,
    /// Power points before the usual increase by three fifths.
    pub pp: u8,
    /// Higher goes first.
    #[serde(default)]
    pub priority: i8,
    /// Whom it aims at, as Showdown names it.
    pub target: String,
    /// Showdown's flags: `contact`, `sound`, `punch`, `bite`, `slicing`, `bullet`, `pulse`, `heal`, `powder`, `protect`...
    #[serde(default)]
    pub flags: Vec<String>,
    /// Least and most hits, where there may be more than one.
    pub multihit: Option<[u8; 2]>,
    /// Each of several hits may miss by itself.
    #[serde(default)]
    pub multiaccuracy: bool,
    /// Stage of critical hits; 1 is usual, 0 never.
    #[serde(default = "one")]
    pub crit_ratio: u8,
    /// Always a critical hit.
    #[serde(default)]
    pub will_crit: bool,
    /// The share of the damage that heals the user: numerator and denominator.
    pub drain: Option<[u16; 2]>,
    /// The share that hurts the user.
    pub recoil: Option<[u16; 2]>,
    /// Hurts the user where it misses.
    #[serde(default)]
    pub crash: bool,
    /// The user faints.
    #[serde(default)]
    pub self_destruct: bool,
    /// Costs the user half of its hit points.
    #[serde(default)]
    pub mind_blown: bool,
    /// Faints the target whatever it has.
    #[serde(default)]
    pub ohko: bool,
    /// Damage without the formula: `level`, a number, or `callback` for rules of its own.
    pub fixed_damage: Option<String>,
    /// Power is worked out from the battle.
    #[serde(default)]
    pub variable_power: bool,
    /// Power is multiplied under a condition of its own, as Knock Off's.
    #[serde(default)]
    pub modified_power: bool,
    /// Its type depends on the user or the battle.
    #[serde(default)]
    pub variable_type: bool,
    /// Its effectiveness is not the type chart's.
    #[serde(default)]
    pub variable_effectiveness: bool,
    /// Something else of it depends on the battle.
    #[serde(default)]
    pub variable: bool,
    /// The stat that attacks, where it is not the category's.
    pub offensive_stat: Option<Stat>,
    /// `target` where the target's stat attacks.
    pub offensive_from: Option<String>,
    /// The stat that defends, where it is not the category's.
    pub defensive_stat: Option<Stat>,
    /// The target's defensive boosts do not count.
    #[serde(default)]
    pub ignore_defensive: bool,
    /// The target's ability does not count.
    #[serde(default)]
    pub ignore_ability: bool,
    /// Types that take nothing from it take it.
    #[serde(default)]
    pub ignore_immunity: bool,
    /// It has an effect besides its damage, which Sheer Force trades for power.
    #[serde(default)]
    pub sheer_force: bool,
    /// The user leaves after it.
    #[serde(default)]
    pub self_switch: bool,
    /// The target is made to leave.
    #[serde(default)]
    pub force_switch: bool,
    /// It uses another move.
    #[serde(default)]
    pub calls_move: bool,
    /// It can be used asleep.
    #[serde(default)]
    pub sleep_usable: bool,
    /// It fails the likelier, the more often one like it was used in a row.
    #[serde(default)]
    pub stalling: bool,
    /// It hits through Protect.
    #[serde(default)]
    pub breaks_protect: bool,
    /// It thaws its target.
    #[serde(default)]
    pub thaws_target: bool,
    /// The weather that it brings, by Showdown's id.
    pub weather: Option<String>,
    /// The terrain that it brings.
    pub terrain: Option<String>,
    /// The field effect that it brings, such as `trickroom`.
    pub pseudo_weather: Option<String>,
    /// What it lays on a side, such as `tailwind` or `stealthrock`.
    pub side_condition: Option<String>,
    /// What it lays on its target.
    pub volatile: Option<String>,
    /// The status that it gives.
    pub status: Option<String>,
    /// The share of hit points that it heals.
    pub heal: Option<[u16; 2]>,
    /// Boosts of its target, a status move's: the six stats (of hit points nothing), accuracy, evasion.
    pub boosts: Option<[i8; 8]>,
    /// Boosts that it always gives the user.
    pub self_boosts: Option<[i8; 8]>,
}

const fn one() -> u8 {
    1
}

impl Move {
    /// Whether Showdown marks the move so.
    #[must_use]
    pub fn has_flag(&self, flag: &str) -> bool {
        self.flags.iter().any(|own| own == flag)
    }
}
