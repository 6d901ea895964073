//! The table's rules and the model's parameters, and how gaps in them are filled.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::bundle::DevCard;
use crate::rulesets::{PopulationSource, Refusal, in_range};

/// Worlds that a widened belief may track: some hundred megabytes.
const WIDEST: usize = 2_000_000;

/// Most seats at a table.
pub const MOST_SEATS: usize = 6;

/// What one could read off the box and the house rules. Everything left out is that of the base game, or of its extension
/// for 5 and 6 seats.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Setup {
    /// Whether players can see how many cards the bank holds, or the bank has no end. `visible` by default.
    pub bank: Option<Bank>,
    /// Cards of each resource: 19, or 24 for 5 and 6 seats.
    pub bank_size: Option<u16>,
    /// Whether the cards that a player discards on a seven are seen by all. `public` by default.
    pub discards: Option<Visibility>,
    /// The largest hand that need not discard on a seven: 7.
    pub discard_limit: Option<u16>,
    /// Development cards by type: 25 of them, or 34 for 5 and 6 seats.
    pub dev_cards: Option<BTreeMap<DevCard, u16>>,
}

/// The bank of resource cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Bank {
    /// Finite, and its stock may be reported.
    Visible,
    /// Finite, and its stock is not seen.
    Hidden,
    /// Without end.
    Unlimited,
}

/// Who sees something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Everyone.
    Public,
    /// Only the seat whose it is.
    Hidden,
}

/// What a client chooses of the model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Parameters {
    /// `seed` takes the caps of an earlier tracker, kept for comparison: 1,000 worlds, threshold 0.0001.
    pub preset: Option<Preset>,
    /// Most worlds tracked, 1 to 1,000,000; the lightest go first. 200,000 by default. A belief that is folded again tracks ten times as many, 2,000,000 at most.
    pub max_worlds: Option<u32>,
    /// Worlds lighter than this are dropped after every event, 0 to 0.5. 0 by default: none.
    pub prune_threshold: Option<f64>,
    /// Exponent of the soft likelihoods, 0 to 4: 1 by default, 0 leaves them out.
    pub soft_weight: Option<f64>,
    /// Whose habits a stranger is believed to have: `learned` (default), those of this log's players, or `shipped`, those that the release ships alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub population: Option<PopulationSource>,
}

/// A named choice of parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Preset {
    /// 1,000 worlds, none lighter than 0.0001.
    Seed,
}

impl Setup {
    /// Cards of each resource that there are; `None` where the bank has no end.
    #[must_use]
    pub fn supply(&self) -> Option<i32> {
        (self.bank != Some(Bank::Unlimited)).then(|| i32::from(self.bank_size.unwrap_or(19)))
    }

    /// Whether discards are seen by all.
    #[must_use]
    pub fn discards_are_public(&self) -> bool {
        self.discards != Some(Visibility::Hidden)
    }

    /// The largest hand that need not discard.
    #[must_use]
    pub fn limit(&self) -> i32 {
        i32::from(self.discard_limit.unwrap_or(7))
    }

    /// Memory in bytes of a shared setup: two counters, the setup itself, and the one node of its map of cards.
    pub(super) fn weigh(&self) -> usize {
        let node = |deck: &BTreeMap<DevCard, u16>| if deck.is_empty() { 0 } else { 64 };
        size_of::<[usize; 2]>() + size_of::<Self>() + self.dev_cards.as_ref().map_or(0, node)
    }

    /// Development cards by type, in the order of [`DevCard::ALL`].
    #[must_use]
    pub fn deck(&self) -> [u32; 5] {
        DevCard::ALL.map(|card| self.dev_cards.as_ref().and_then(|deck| deck.get(&card)).map_or(0, |count| u32::from(*count)))
    }
}

impl Parameters {
    /// Most worlds tracked.
    #[must_use]
    pub fn cap(&self) -> usize {
        self.max_worlds.unwrap_or(200_000) as usize
    }

    /// The cap of a belief that is folded again with wider caps. Never more than [`WIDEST`], unless the table asked for more.
    pub(super) fn widened_cap(&self, widening: u32) -> usize {
        let cap = self.cap();
        cap.saturating_mul(widening.max(1) as usize).min(WIDEST.max(cap))
    }

    /// Threshold below which worlds are dropped, in a belief that is folded for the first time.
    #[must_use]
    pub fn threshold(&self) -> f64 {
        self.prune_threshold.unwrap_or(0.0)
    }

    /// Exponent of the soft likelihoods.
    #[must_use]
    pub fn softness(&self) -> f64 {
        self.soft_weight.unwrap_or(1.0)
    }
}

/// Fills the gaps, so that the opening holds every number by value.
///
/// # Errors
/// `seats`, `bank_size`, `dev_cards`, `max_worlds`, `prune_threshold`, `soft_weight`: out of range.
pub fn resolve(setup: Setup, parameters: Parameters, seats: usize) -> Result<(Setup, Parameters), Refusal> {
    in_range("seats", (2..=MOST_SEATS).contains(&seats), "2 to 6")?;
    let large = seats > 4;
    let deck = if large { [20, 5, 3, 3, 3] } else { [14, 5, 2, 2, 2] };
    let setup = Setup {
        bank: setup.bank.or(Some(Bank::Visible)),
        bank_size: setup.bank_size.or(Some(if large { 24 } else { 19 })),
        discards: setup.discards.or(Some(Visibility::Public)),
        discard_limit: setup.discard_limit.or(Some(7)),
        dev_cards: setup.dev_cards.or_else(|| Some(DevCard::ALL.into_iter().zip(deck).collect())),
    };
    in_range("bank_size", setup.bank_size.is_some_and(|size| (1..=200).contains(&size)), "1 to 200")?;
    in_range("dev_cards", setup.deck().iter().all(|count| *count <= 100), "at most 100 of a type")?;
    let (cap, threshold) = match parameters.preset {
        Some(Preset::Seed) => (1_000, 0.000_1),
        None => (200_000, 0.0),
    };
    let parameters = Parameters {
        preset: parameters.preset,
        max_worlds: parameters.max_worlds.or(Some(cap)),
        prune_threshold: parameters.prune_threshold.or(Some(threshold)),
        soft_weight: parameters.soft_weight.or(Some(1.0)),
        population: parameters.population.or(Some(PopulationSource::Learned)),
    };
    in_range("max_worlds", (1..=1_000_000).contains(&parameters.cap()), "1 to 1,000,000")?;
    in_range("prune_threshold", (0.0..=0.5).contains(&parameters.threshold()), "0 to 0.5")?;
    in_range("soft_weight", (0.0..=4.0).contains(&parameters.softness()), "0 to 4")?;
    Ok((setup, parameters))
}
