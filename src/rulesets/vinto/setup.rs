//! The table's rules and the model's parameters, and how gaps in them are filled.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rulesets::{PopulationSource, Refusal, in_range};

/// Most seats at a table.
pub const MOST_SEATS: usize = 6;
/// Most cards in a row when it is dealt: six such rows leave a draw pile.
const MOST_ROW: u8 = 8;

/// House rules. Everything left out is as in the game that this ruleset was asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Setup {
    /// Cards dealt to each row, 1 to 8: 5.
    pub row: Option<u8>,
    /// Own cards that each seat may look at before the first turn, 0 to 8: 2.
    pub peeks: Option<u8>,
    /// Who sees a card that is drawn: `public`.
    pub draws: Option<Sight>,
    /// Who sees a card that is swapped out of a row: `public`. Private: the seat that gave it up.
    pub discards: Option<Sight>,
    /// Whether a card is turned up to begin the discard pile: false.
    pub initial_discard: Option<bool>,
    /// Whether a card that was declared or tossed in wrongly is shown to all: true. If not, it is only known what it is not.
    pub failures_shown: Option<bool>,
    /// Whether a wrong toss-in costs one card for each that does not match, and not one in all: true. One in all where wrong cards are not
    /// shown, because nobody can count them.
    pub penalty_per_card: Option<bool>,
    /// Whether a seat that tossed in wrongly may not toss in again in the same window: true.
    pub one_try: Option<bool>,
    /// Whether Jack and Queen may take both cards from one row: false.
    pub switch_within_row: Option<bool>,
    /// Whether an Ace may make its own player take the card: true. Openings that were written before this could be chosen lack it, and
    /// there it may not.
    pub ace_on_self: Option<bool>,
    /// Whether the seats that did not call the round may look at each other's cards once it is called, without playing a card: false.
    pub coalition_looks: Option<bool>,
    /// Whether the ranks of a King that was tossed in are added to those that could be tossed in before, and do not replace them: false.
    pub tossed_king_widens: Option<bool>,
    /// Whether a King that was taken from the discard pile goes back on top of the card that he named rightly, and not under it: false.
    pub king_on_top: Option<bool>,
}

/// Who sees a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Sight {
    /// Everyone.
    Public,
    /// The seat that handles it.
    Private,
}

/// What a client chooses of the model. The switches govern what a belief uses, never what is recorded.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Parameters {
    /// `seed`: the likelihoods, and what they are about, of an earlier tracker, kept for comparison.
    pub preset: Option<Preset>,
    /// Exponent of the soft likelihoods, 0 to 4: 1 by default, 0 leaves hard facts only. Of a call it is a factor on its rate.
    pub soft_weight: Option<f64>,
    /// Whether cards that the observer was shown in the row are used: true.
    pub direct_observation: Option<bool>,
    /// Whether swaps are read.
    pub swap_behavior: Option<bool>,
    /// Whether played and unplayed actions are read.
    pub action_usage: Option<bool>,
    /// Whether wrong declarations are used: true.
    pub king_declaration: Option<bool>,
    /// Whether wrong toss-ins are used: true.
    pub toss_in_failure: Option<bool>,
    /// Whether cards that were not tossed in are read.
    pub no_toss_in: Option<bool>,
    /// Whether the call of the round is read.
    pub vinto_call: Option<bool>,
    /// Distinct cards with evidence up to which the posterior is worked out exactly, 1 to 16: 13. Cards with equal evidence count for
    /// less: what is bounded is two to the power of this, in states.
    pub exact_cards: Option<u8>,
    /// Weighted samples that a posterior is worked out from that is not exact, 100 to 20,000: 2,000.
    pub samples: Option<u32>,
    /// Whose habits are the usual ones: `learned`.
    pub population: Option<PopulationSource>,
}

/// A named choice of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Preset {
    /// Literal numbers, each on the card at the position that the event names.
    Seed,
}

impl Setup {
    /// Cards dealt to each row.
    #[must_use]
    pub fn row(&self) -> u8 {
        self.row.unwrap_or(5)
    }

    /// Own cards that each seat may look at before the first turn.
    #[must_use]
    pub fn peeks(&self) -> u8 {
        self.peeks.unwrap_or(2)
    }

    /// Whether drawn cards are seen by all.
    #[must_use]
    pub fn shows_draws(&self) -> bool {
        self.draws != Some(Sight::Private)
    }

    /// Whether cards that leave a row by a swap are seen by all.
    #[must_use]
    pub fn shows_discards(&self) -> bool {
        self.discards != Some(Sight::Private)
    }

    /// Whether a card is turned up at the start.
    #[must_use]
    pub fn turns_up(&self) -> bool {
        self.initial_discard == Some(true)
    }

    /// Whether wrongly declared or tossed cards are shown.
    #[must_use]
    pub fn shows_failures(&self) -> bool {
        self.failures_shown != Some(false)
    }

    /// Cards that a wrong toss-in costs.
    #[must_use]
    pub fn penalties(&self, wrong: usize) -> u8 {
        if self.penalty_per_card == Some(false) { 1 } else { u8::try_from(wrong).unwrap_or(u8::MAX) }
    }

    /// Whether a seat may toss in again after a wrong toss-in.
    #[must_use]
    pub fn may_retry(&self) -> bool {
        self.one_try == Some(false)
    }

    /// Whether both switched cards may be of one row.
    #[must_use]
    pub fn switches_within_row(&self) -> bool {
        self.switch_within_row == Some(true)
    }

    /// Whether an Ace may be played on its own player.
    #[must_use]
    pub fn aces_reach_self(&self) -> bool {
        self.ace_on_self == Some(true)
    }

    /// Whether the others look at each other's cards once the round is called.
    #[must_use]
    pub fn coalition_may_look(&self) -> bool {
        self.coalition_looks == Some(true)
    }

    /// Whether a tossed-in King adds to what may be tossed in.
    #[must_use]
    pub fn tossed_king_adds(&self) -> bool {
        self.tossed_king_widens == Some(true)
    }

    /// Whether a King from the discard pile ends on top of the card that he named.
    #[must_use]
    pub fn king_stays_on_top(&self) -> bool {
        self.king_on_top == Some(true)
    }
}

impl Parameters {
    /// Exponent of the soft likelihoods.
    #[must_use]
    pub fn softness(&self) -> f64 {
        self.soft_weight.unwrap_or(1.0)
    }

    /// Distinct cards with evidence up to which the posterior is exact.
    #[must_use]
    pub fn exact_cards(&self) -> usize {
        usize::from(self.exact_cards.unwrap_or(13))
    }

    /// Weighted samples that a posterior is worked out from that is not exact.
    #[must_use]
    pub fn samples(&self) -> usize {
        self.samples.unwrap_or(2_000) as usize
    }
}

/// Fills the gaps, so that the opening holds everything by value.
///
/// # Errors
/// `seats`, `row`, `peeks`, `soft_weight`, `exact_cards`, `samples`: out of range.
pub fn resolve(setup: Setup, parameters: Parameters, seats: usize) -> Result<(Setup, Parameters), Refusal> {
    in_range("seats", (2..=MOST_SEATS).contains(&seats), "2 to 6")?;
    in_range("row", (1..=MOST_ROW).contains(&setup.row()), "1 to 8")?;
    in_range("peeks", setup.peeks() <= MOST_ROW, "0 to 8")?;
    in_range("soft_weight", (0.0..=4.0).contains(&parameters.softness()), "0 to 4")?;
    in_range("exact_cards", (1..=16).contains(&parameters.exact_cards()), "1 to 16")?;
    in_range("samples", (100..=20_000).contains(&parameters.samples()), "100 to 20000")?;
    let setup = Setup {
        row: Some(setup.row()),
        peeks: Some(setup.peeks()),
        draws: setup.draws.or(Some(Sight::Public)),
        discards: setup.discards.or(Some(Sight::Public)),
        initial_discard: setup.initial_discard.or(Some(false)),
        failures_shown: setup.failures_shown.or(Some(true)),
        penalty_per_card: setup.penalty_per_card.or(Some(true)),
        one_try: setup.one_try.or(Some(true)),
        switch_within_row: setup.switch_within_row.or(Some(false)),
        ace_on_self: setup.ace_on_self.or(Some(true)),
        coalition_looks: setup.coalition_looks.or(Some(false)),
        tossed_king_widens: setup.tossed_king_widens.or(Some(false)),
        king_on_top: setup.king_on_top.or(Some(false)),
    };
    let parameters = Parameters {
        preset: parameters.preset,
        soft_weight: Some(parameters.softness()),
        direct_observation: parameters.direct_observation.or(Some(true)),
        swap_behavior: parameters.swap_behavior.or(Some(true)),
        action_usage: parameters.action_usage.or(Some(true)),
        king_declaration: parameters.king_declaration.or(Some(true)),
        toss_in_failure: parameters.toss_in_failure.or(Some(true)),
        no_toss_in: parameters.no_toss_in.or(Some(true)),
        vinto_call: parameters.vinto_call.or(Some(true)),
        exact_cards: parameters.exact_cards.or(Some(13)),
        samples: parameters.samples.or(Some(2_000)),
        population: parameters.population.or(Some(PopulationSource::Learned)),
    };
    Ok((setup, parameters))
}
