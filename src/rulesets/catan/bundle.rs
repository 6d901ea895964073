//! Resources, development cards, and bundles of resources.

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How many kinds of resource there are.
pub const RESOURCES: usize = 5;

/// An amount of each resource, below 0 where some are taken away, in the order of [`Resource::ALL`].
pub type Amounts = [i32; RESOURCES];

/// A resource card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Resource {
    Wood,
    Brick,
    Sheep,
    Wheat,
    Ore,
}

impl Resource {
    /// In the order of every list of resources.
    pub const ALL: [Self; RESOURCES] = [Self::Wood, Self::Brick, Self::Sheep, Self::Wheat, Self::Ore];

    /// Name in the API and in sentences.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["wood", "brick", "sheep", "wheat", "ore"][self as usize]
    }
}

/// A development card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum DevCard {
    Knight,
    VictoryPoint,
    RoadBuilding,
    YearOfPlenty,
    Monopoly,
}

impl DevCard {
    /// In the order of every list of development cards.
    pub const ALL: [Self; 5] = [Self::Knight, Self::VictoryPoint, Self::RoadBuilding, Self::YearOfPlenty, Self::Monopoly];

    /// Name in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["knight", "victory_point", "road_building", "year_of_plenty", "monopoly"][self as usize]
    }

    /// Name in sentences.
    #[must_use]
    pub const fn words(self) -> &'static str {
        ["knight", "victory point", "road building", "year of plenty", "monopoly"][self as usize]
    }
}

/// Development cards by type, in the order of [`DevCard::ALL`].
pub type Cards = [u32; 5];

/// Resource cards by kind: `{"wood": 2}`. Kinds left out are none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(from = "BTreeMap<Resource, u16>")]
#[expect(missing_docs, reason = "the names say it")]
pub struct Bundle {
    #[serde(skip_serializing_if = "is_none")]
    pub wood: u16,
    #[serde(skip_serializing_if = "is_none")]
    pub brick: u16,
    #[serde(skip_serializing_if = "is_none")]
    pub sheep: u16,
    #[serde(skip_serializing_if = "is_none")]
    pub wheat: u16,
    #[serde(skip_serializing_if = "is_none")]
    pub ore: u16,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
const fn is_none(count: &u16) -> bool {
    *count == 0
}

/// A bundle is read by names alone: five numbers in a row would be a guess.
impl From<BTreeMap<Resource, u16>> for Bundle {
    fn from(counts: BTreeMap<Resource, u16>) -> Self {
        let count = |resource| counts.get(&resource).copied().unwrap_or(0);
        Self {
            wood: count(Resource::Wood),
            brick: count(Resource::Brick),
            sheep: count(Resource::Sheep),
            wheat: count(Resource::Wheat),
            ore: count(Resource::Ore),
        }
    }
}

impl Bundle {
    /// From counts in the order of [`Resource::ALL`]; out of range they are brought to the nearest that fits.
    #[must_use]
    pub fn of(counts: Amounts) -> Self {
        let [wood, brick, sheep, wheat, ore] = counts.map(|count| u16::try_from(count.max(0)).unwrap_or(u16::MAX));
        Self { wood, brick, sheep, wheat, ore }
    }

    /// One card.
    #[must_use]
    pub fn one(resource: Resource) -> Self {
        let mut counts = [0; RESOURCES];
        counts[resource as usize] = 1;
        Self::of(counts)
    }

    /// Counts in the order of [`Resource::ALL`].
    #[must_use]
    pub fn counts(&self) -> Amounts {
        [self.wood, self.brick, self.sheep, self.wheat, self.ore].map(i32::from)
    }

    /// Number of cards.
    #[must_use]
    pub fn size(&self) -> i32 {
        self.counts().iter().sum()
    }
}

impl fmt::Display for Bundle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&in_words(&self.counts()))
    }
}

/// Whether a hand covers a bundle.
pub fn covers(hand: &Amounts, bundle: &Amounts) -> bool {
    hand.iter().zip(bundle).all(|(held, needed)| held >= needed)
}

/// The counts of a bundle with the opposite sign.
pub fn negative(bundle: &Bundle) -> Amounts {
    bundle.counts().map(|count| -count)
}

/// What a hand gets by an exchange, less what it gives.
pub fn swap(get: &Bundle, give: &Bundle) -> Amounts {
    let (get, give) = (get.counts(), give.counts());
    std::array::from_fn(|kind| get[kind] - give[kind])
}

/// Two counts together.
pub fn plus(one: Amounts, other: Amounts) -> Amounts {
    std::array::from_fn(|kind| one[kind].saturating_add(other[kind]))
}

/// `2 wheat and 3 ore`; `nothing` where no count is above 0.
#[must_use]
pub fn in_words(counts: &Amounts) -> String {
    let parts: Vec<String> = Resource::ALL
        .iter()
        .zip(counts)
        .filter(|(_, count)| **count > 0)
        .map(|(resource, count)| format!("{count} {}", resource.name()))
        .collect();
    match parts.split_last() {
        None => "nothing".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}
