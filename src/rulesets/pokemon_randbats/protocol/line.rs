//! One line of a battle taken apart: its kind, its arguments, and the tags after them.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::rulesets::pokemon_randbats::event::Side;

/// A line between its bars. Arguments that are missing are empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// What kind of line, such as `-damage`.
    pub kind: &'a str,
    args: Vec<&'a str>,
    tags: Vec<(&'a str, &'a str)>,
}

impl<'a> Line<'a> {
    /// Takes a line apart. `None` where it does not begin with a bar.
    #[must_use]
    pub fn read(text: &'a str) -> Option<Self> {
        let mut parts = text.strip_prefix('|')?.split('|');
        let kind = parts.next().unwrap_or_default();
        let (mut args, mut tags) = (Vec::new(), Vec::new());
        for part in parts {
            let tag = part.strip_prefix('[').and_then(|rest| rest.split_once(']'));
            match tag {
                Some((name, value)) if !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase()) => {
                    tags.push((name, value.trim()));
                }
                _ => args.push(part),
            }
        }
        Some(Self { kind, args, tags })
    }

    /// An argument, from 0; empty where there is none.
    #[must_use]
    pub fn arg(&self, at: usize) -> &'a str {
        self.args.get(at).copied().unwrap_or_default()
    }

    /// The value of a tag such as `[from]`.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&'a str> {
        self.tags.iter().find(|(tag, _)| *tag == name).map(|(_, value)| *value)
    }

    /// What caused it, by its `[from]` tag.
    #[must_use]
    pub fn from(&self) -> Option<Effect<'a>> {
        self.tag("from").map(Effect::read)
    }

    /// Whom its cause belongs to, by its `[of]` tag.
    #[must_use]
    pub fn of(&self) -> Option<Ident<'a>> {
        self.tag("of").and_then(Ident::read)
    }
}

/// Who a line is about: `p2a: Weavile` on the field, `p2: Weavile` off it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ident<'a> {
    /// Its side.
    pub side: Side,
    /// Its nickname, which in random battles is the name of its species without its forme.
    pub name: &'a str,
}

impl<'a> Ident<'a> {
    /// Reads an ident; `None` where it is none.
    #[must_use]
    pub fn read(text: &'a str) -> Option<Self> {
        let (place, name) = text.split_once(':')?;
        let side = match place {
            "p1" | "p1a" => Side::P1,
            "p2" | "p2a" => Side::P2,
            _ => return None,
        };
        let name = name.trim();
        (!name.is_empty()).then_some(Self { side, name })
    }
}

/// What kind of thing an effect is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// `item: Leftovers`.
    Item,
    /// `ability: Frisk`.
    Ability,
    /// `move: Trick`.
    Move,
    /// Anything without a prefix: `psn`, `Stealth Rock`, `drain`.
    Other,
}

/// The cause that a tag or an argument names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect<'a> {
    /// What kind of thing.
    pub cause: Cause,
    /// Its name.
    pub name: &'a str,
}

impl<'a> Effect<'a> {
    /// Reads a cause.
    #[must_use]
    pub fn read(text: &'a str) -> Self {
        let (cause, name) = match text.split_once(':') {
            Some(("item", name)) => (Cause::Item, name),
            Some(("ability", name)) => (Cause::Ability, name),
            Some(("move", name)) => (Cause::Move, name),
            _ => (Cause::Other, text),
        };
        Self { cause, name: name.trim() }
    }

    /// Its name as an id.
    #[must_use]
    pub fn id(&self) -> String {
        id(self.name)
    }

    /// Its name, where it is an item.
    #[must_use]
    pub fn item(&self) -> Option<&'a str> {
        (self.cause == Cause::Item).then_some(self.name)
    }

    /// Its name, where it is an ability.
    #[must_use]
    pub fn ability(&self) -> Option<&'a str> {
        (self.cause == Cause::Ability).then_some(self.name)
    }
}

/// Species, level and gender as a line shows them: `Ninetales-Alola, L78, F, shiny, tera:Fire`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Details<'a> {
    /// Species with its forme.
    pub species: &'a str,
    /// Level, 1 to 100; 100 is not written.
    pub level: u8,
    /// `M`, `F` or none.
    pub gender: Option<char>,
    /// The type it has terastallized into.
    pub tera: Option<&'a str>,
}

impl<'a> Details<'a> {
    /// Reads details; `None` where there is no species.
    #[must_use]
    pub fn read(text: &'a str) -> Option<Self> {
        let mut parts = text.split(',').map(str::trim);
        let species = parts.next().filter(|species| !species.is_empty())?;
        let mut details = Self { species, level: 100, gender: None, tera: None };
        for part in parts {
            if let Some(tera) = part.strip_prefix("tera:") {
                details.tera = Some(tera.trim());
            } else if let Some(level) = part.strip_prefix('L').and_then(|level| level.parse().ok()) {
                details.level = u8::clamp(level, 1, 100);
            } else if part == "M" || part == "F" {
                details.gender = part.chars().next();
            }
        }
        Some(details)
    }
}

/// A lasting status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Status {
    /// Burned.
    Burn,
    /// Frozen.
    Freeze,
    /// Paralysed: half speed.
    Paralysis,
    /// Poisoned.
    Poison,
    /// Badly poisoned.
    Toxic,
    /// Asleep.
    Sleep,
}

impl Status {
    /// Reads a status such as `brn`.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        Some(match text {
            "brn" => Self::Burn,
            "frz" => Self::Freeze,
            "par" => Self::Paralysis,
            "psn" => Self::Poison,
            "tox" => Self::Toxic,
            "slp" => Self::Sleep,
            _ => return None,
        })
    }

    /// As lines write it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Burn => "brn",
            Self::Freeze => "frz",
            Self::Paralysis => "par",
            Self::Poison => "psn",
            Self::Toxic => "tox",
            Self::Sleep => "slp",
        }
    }
}

/// More hit points than this no line shows.
const MOST_POINTS: u32 = 100_000;

/// Hit points and status: `76/100 brn`, `0 fnt`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Condition {
    /// Hit points left, of `most`.
    pub hp: u32,
    /// Greatest hit points, or 100 where a share is shown. At least 1.
    pub most: u32,
    /// Lasting status.
    pub status: Option<Status>,
}

impl Condition {
    /// At full health.
    pub const FULL: Self = Self { hp: 100, most: 100, status: None };

    /// Reads a condition; `None` where it is none.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let (points, status) = text.split_once(' ').unwrap_or((text, ""));
        if status == "fnt" || text == "0" {
            return Some(Self { hp: 0, most: 100, status: None });
        }
        let digits = |text: &str| text.trim_end_matches(|c: char| !c.is_ascii_digit()).parse::<u32>().ok();
        let (hp, most) = points.split_once('/')?;
        let (hp, most) = (digits(hp)?, digits(most)?);
        (most > 0 && hp <= most && most <= MOST_POINTS).then(|| Self { hp, most, status: Status::read(status) })
    }

    /// As it may be used, whatever was stored.
    #[must_use]
    pub fn sound(self) -> Self {
        let most = self.most.clamp(1, MOST_POINTS);
        Self { hp: self.hp.min(most), most, ..self }
    }

    /// Whether less than half of the hit points are left, however a share was rounded.
    #[must_use]
    pub fn is_low(&self) -> bool {
        2 * u64::from(self.hp) < u64::from(self.most)
    }

    /// Share of hit points left, in [0, 1].
    #[must_use]
    pub fn share(&self) -> f64 {
        f64::from(self.hp) / f64::from(self.most)
    }

    /// The hit points, of a greatest of `most`, that are shown like this: one number, or those that a share in percent may stand for.
    #[must_use]
    pub fn points(self, most: u32) -> RangeInclusive<u32> {
        if self.most != 100 || self.hp == 0 {
            return self.hp..=self.hp;
        }
        let share = |hp: u32| if hp == most { 100 } else { ((hp * 100).div_ceil(most)).min(99) };
        let near = most * self.hp.saturating_sub(1) / 100;
        let fits: Vec<u32> =
            (near.saturating_sub(2)..=most.min(near + most / 100 + 3)).filter(|hp| *hp > 0 && share(*hp) == self.hp).collect();
        match (fits.first(), fits.last()) {
            (Some(first), Some(last)) => *first..=*last,
            _ => near.max(1)..=near.max(1),
        }
    }

    /// Whether hit points that are known exactly may be shown like this.
    #[must_use]
    pub fn shows(self, exact: Self) -> bool {
        (self.fainted() && exact.fainted())
            || (self.most == 100 || self.most == exact.most) && self.points(exact.most).contains(&exact.hp)
    }

    /// Whether nothing is missing.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.hp == self.most
    }

    /// Whether it has fainted.
    #[must_use]
    pub fn fainted(&self) -> bool {
        self.hp == 0
    }
}

/// A name as an id: small letters and digits only. `Nidoran-F` is `nidoranf`, `Farfetch’d` is `farfetchd`.
#[must_use]
pub fn id(name: &str) -> String {
    name.chars()
        .filter_map(|c| match c {
            'é' | 'É' => Some('e'),
            _ => c.is_ascii_alphanumeric().then(|| c.to_ascii_lowercase()),
        })
        .collect()
}
