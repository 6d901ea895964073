//! The table's rules and the model's parameters.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rulesets::{PopulationSource, Refusal, Seat, in_range, refuse};

/// Seats at the table.
pub const SEATS: usize = 4;

/// House rules. Left out, they are those of most tables.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Setup {
    /// Where three cards go in each deal, again from the front after the last. Left, right, across, hold by default.
    pub pass: Option<Vec<Direction>>,
    /// Hearts and the queen of spades may not be thrown on the first trick, unless nothing else is held. True by default.
    pub no_points_on_first_trick: Option<bool>,
    /// Hearts may not be led before one was thrown, unless nothing else is held. True by default.
    pub hearts_must_be_broken: Option<bool>,
    /// The queen of spades breaks hearts too. True by default.
    pub queen_breaks_hearts: Option<bool>,
    /// The jack of diamonds is worth -10 points. False by default.
    pub jack_of_diamonds: Option<bool>,
    /// Whether the points of a deal that ends before its last card must add up. Checked by default.
    pub conceded_points: Option<ConcededPoints>,
}

/// What is asked of the points of a deal that ends before its last card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ConcededPoints {
    /// All penalty points are given out, 26 in all, and nobody has fewer than the seat's tricks hold; or one seat shot the moon.
    Checked,
    /// Nothing: the table scores such a deal as it likes.
    Unchecked,
}

/// Where three cards go before the play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// To the next seat.
    Left,
    /// To the seat before.
    Right,
    /// To the seat opposite.
    Across,
    /// Nowhere: no cards are passed.
    Hold,
}

impl Direction {
    /// Who receives a seat's cards; `None` in a hold deal.
    #[must_use]
    pub const fn to(self, seat: Seat) -> Option<Seat> {
        match self {
            Self::Left => Some((seat + 1) % SEATS as u8),
            Self::Right => Some((seat + 3) % SEATS as u8),
            Self::Across => Some((seat + 2) % SEATS as u8),
            Self::Hold => None,
        }
    }

    /// Whose cards a seat receives; `None` in a hold deal.
    #[must_use]
    pub const fn from(self, seat: Seat) -> Option<Seat> {
        match self {
            Self::Left => Self::Right.to(seat),
            Self::Right => Self::Left.to(seat),
            Self::Across | Self::Hold => self.to(seat),
        }
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
            Self::Across => "across",
            Self::Hold => "hold",
        }
    }
}

/// What a client chooses of the model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Parameters {
    /// `seed` replaces the soft likelihoods by the two of an earlier tracker, kept for comparison: 0.65 for the queen after a
    /// low spade, 1.15 for a suit of which a penalty card was thrown, nothing below 0.1.
    pub preset: Option<Preset>,
    /// Exponent of the soft likelihoods, 0 to 4: 1 by default, 0 leaves hard facts only.
    pub soft_weight: Option<f64>,
    /// Where the population's numbers come from: `learned` (default) from this server's games, `shipped` from the release alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub population: Option<PopulationSource>,
}

/// A named choice of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Preset {
    /// Two likelihoods without context.
    Seed,
}

impl Setup {
    /// Where the cards of a deal go.
    #[must_use]
    pub fn direction(&self, deal: u32) -> Direction {
        match self.pass.as_deref() {
            Some(cycle) if !cycle.is_empty() => cycle[deal as usize % cycle.len()],
            _ => Direction::Hold,
        }
    }

    /// Whether penalty cards are kept back on the first trick.
    #[must_use]
    pub fn first_trick_is_free(&self) -> bool {
        self.no_points_on_first_trick != Some(false)
    }

    /// Whether hearts must be broken before they are led.
    #[must_use]
    pub fn breaking_matters(&self) -> bool {
        self.hearts_must_be_broken != Some(false)
    }

    /// Whether the queen of spades breaks hearts.
    #[must_use]
    pub fn queen_breaks(&self) -> bool {
        self.queen_breaks_hearts != Some(false)
    }

    /// Whether the points of a conceded deal must add up. An opening that was written before this could be chosen asks nothing.
    #[must_use]
    pub fn checks_conceded(&self) -> bool {
        self.conceded_points == Some(ConcededPoints::Checked)
    }

    /// Points for taking the jack of diamonds.
    #[must_use]
    pub fn jack_points(&self) -> i32 {
        if self.jack_of_diamonds == Some(true) { -10 } else { 0 }
    }
}

impl Parameters {
    /// Exponent of the soft likelihoods.
    #[must_use]
    pub fn softness(&self) -> f64 {
        self.soft_weight.unwrap_or(1.0)
    }
}

/// Fills the gaps, so that the opening holds everything by value.
///
/// # Errors
/// `seats`, `pass`, `soft_weight`: out of range.
pub fn resolve(setup: Setup, parameters: Parameters, seats: usize) -> Result<(Setup, Parameters), Refusal> {
    if seats != SEATS {
        return refuse("seats", "hearts has 4 seats");
    }
    let pass = setup.pass.unwrap_or_else(|| vec![Direction::Left, Direction::Right, Direction::Across, Direction::Hold]);
    if pass.is_empty() || pass.len() > 16 {
        return refuse("pass", "pass must name 1 to 16 directions; [\"hold\"] is a game without passing");
    }
    let soft_weight = parameters.softness();
    in_range("soft_weight", (0.0..=4.0).contains(&soft_weight), "0 to 4")?;
    let setup = Setup {
        pass: Some(pass),
        no_points_on_first_trick: setup.no_points_on_first_trick.or(Some(true)),
        hearts_must_be_broken: setup.hearts_must_be_broken.or(Some(true)),
        queen_breaks_hearts: setup.queen_breaks_hearts.or(Some(true)),
        jack_of_diamonds: setup.jack_of_diamonds.or(Some(false)),
        conceded_points: setup.conceded_points.or(Some(ConcededPoints::Checked)),
    };
    let population = parameters.population.or(Some(PopulationSource::Learned));
    Ok((setup, Parameters { preset: parameters.preset, soft_weight: Some(soft_weight), population }))
}
