//! The table's rules and the model's parameters, and how gaps in them are filled.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::hands::MOST_DICE;
use crate::rulesets::{PopulationSource, Refusal, Seat, in_range, rule};

/// Most seats at a table.
pub const MOST_SEATS: usize = 8;

/// What one could read off the box and the house rules. Everything left out is as most programs play Perudo; where printed rules of it
/// differ, `exact_by`, `maputa_face` and `open_wild` say so.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Setup {
    /// Dice that every seat begins with, 1 to 8: 5.
    pub dice: Option<u8>,
    /// Most dice that a seat may come to hold by winning some back, `dice` to 10: 8.
    pub most_dice: Option<u8>,
    /// Whether the wild face counts as every other face: true.
    pub ones_wild: Option<bool>,
    /// Which face is wild, where one is: `ones`.
    pub wild_face: Option<WildFace>,
    /// Whether a round whose starter has one die is a maputa round (no wild face, and the first bid's face is kept): true.
    pub maputa: Option<bool>,
    /// Which rounds with such a starter are maputa rounds, where the table has them: `one_die`, each of them.
    pub maputa_when: Option<MaputaWhen>,
    /// Which face may be bid in a maputa round after the first bid: `kept`.
    pub maputa_face: Option<MaputaFace>,
    /// Whether calls cost and win dice: true. With false every round is played with the same dice, exact calls win, take and cost none,
    /// and a whole game may be one round.
    pub dice_lost: Option<bool>,
    /// Whether it may be said that the standing bid is exactly right: true.
    pub exact_call: Option<bool>,
    /// Who may say so, where the table has it: `turn`.
    pub exact_by: Option<ExactBy>,
    /// Dice that a right exact call wins for its caller, 0 to 5: 1.
    pub exact_wins: Option<u8>,
    /// Dice that a right exact call takes from the bidder, 0 to 5: 1.
    pub exact_takes: Option<u8>,
    /// Dice that a wrong exact call costs its caller, 0 to 5: 1.
    pub exact_costs: Option<u8>,
    /// Which bids may follow which: `perudo`.
    pub bidding: Option<Bidding>,
    /// Whether a round may be opened with a bid of its wild face: true.
    pub open_wild: Option<bool>,
}

/// Which face may be bid in a maputa round after the first bid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MaputaFace {
    /// That of the first bid.
    Kept,
    /// That of the bid before; a seat with one die may go to another, as `bidding` lets it where no face is wild.
    OneDie,
}

/// Who may say that the standing bid is exactly right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ExactBy {
    /// The seat to act.
    Turn,
    /// Every seat with dice but the one to act and the bidder.
    Others,
    /// Every seat with dice but the bidder.
    Anyone,
}

/// Which of the rounds whose starter has one die are maputa rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MaputaWhen {
    /// All of them.
    OneDie,
    /// Those whose starter had more than one die in the round before, while more than two seats are in. The first round of a log has no
    /// round before it, and is none.
    JustDropped,
}

/// The face that counts as every other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WildFace {
    /// Ones.
    Ones,
    /// The highest face: sixes.
    Highest,
}

/// Which bids may follow which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Bidding {
    /// More dice of any face, or as many of a higher one. Going to the wild face takes at least half as many, rounded up; coming
    /// back from it at least twice as many and one.
    Perudo,
    /// More dice of any face, or as many of a higher one; the wild face is a face like others.
    ResetFace,
    /// Any number of a higher face, or more dice of the same one.
    ResetQuantity,
}

/// What a client chooses of the model. The switches govern what a belief uses, never what is recorded.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Parameters {
    /// `seed`: all switches off, and where `bayesian_sampling` is on, the dice are weighed by the formula of an earlier tracker.
    pub preset: Option<Preset>,
    /// Whether a player's own habits are used (which faces it bids, what it calls) in place of the population's: true.
    pub betting_history_enabled: Option<bool>,
    /// Whether a player's own honesty is used (bluffs, bids that its dice back) in place of the population's: true.
    pub player_trust_enabled: Option<bool>,
    /// How fast trust moves, 0 to 1: 0.1.
    pub trust_learning_rate: Option<f64>,
    /// Revealed rounds of this game, the latest ones, by which a belief judges what each player usually does, 0 to 100: 10. In which way
    /// each plays, and trust, follow from all of them. With 0 a game teaches it nothing of its players. The round that is being played is no
    /// memory: its bids always count.
    pub history_memory_rounds: Option<u32>,
    /// Whether dice are inferred from bids at all; if not, unseen dice are uniform: true.
    pub bayesian_sampling: Option<bool>,
    /// Whose habits a player is believed to have who is not known: `learned`, the shipped ones drawn to what the players of this log
    /// taught, or `shipped`, those alone: `learned`. An opening that was written before this could be chosen holds nothing that was taught.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub population: Option<PopulationSource>,
}

/// A named choice of parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Preset {
    /// The defaults and the dice formula of an earlier tracker, kept for comparison.
    Seed,
}

impl Setup {
    /// Dice at the beginning.
    #[must_use]
    pub fn dice(&self) -> u8 {
        self.dice.unwrap_or(5)
    }

    /// Most dice of a seat.
    #[must_use]
    pub fn most(&self) -> u8 {
        self.most_dice.unwrap_or(8)
    }

    /// Whether calls cost and win dice.
    #[must_use]
    pub fn loses_dice(&self) -> bool {
        self.dice_lost != Some(false)
    }

    /// Whether a round with these dice, which this seat begins, is a maputa round; `before` are the dice of the round before it.
    #[must_use]
    pub fn is_maputa(&self, dice: &[u8; MOST_SEATS], starter: Seat, before: Option<&[u8; MOST_SEATS]>) -> bool {
        let held = |dice: &[u8; MOST_SEATS]| dice.get(usize::from(starter)).copied().unwrap_or(0);
        let begins = self.maputa.unwrap_or(true) && held(dice) == 1;
        let dropped = || before.is_some_and(|before| held(before) > 1) && dice.iter().filter(|dice| **dice > 0).count() > 2;
        begins && (self.maputa_when != Some(MaputaWhen::JustDropped) || dropped())
    }

    /// Whether exact calls are allowed.
    #[must_use]
    pub fn exact(&self) -> bool {
        self.exact_call.unwrap_or(true)
    }

    /// Who may make them.
    #[must_use]
    pub fn exact_by(&self) -> ExactBy {
        self.exact_by.unwrap_or(ExactBy::Turn)
    }

    /// What a right exact call wins, what it takes from the bidder, and what a wrong one costs.
    #[must_use]
    pub fn stakes(&self) -> (u8, u8, u8) {
        let stake = |stake: Option<u8>| stake.unwrap_or(u8::from(self.loses_dice()));
        (stake(self.exact_wins), stake(self.exact_takes), stake(self.exact_costs))
    }
}

impl Parameters {
    /// Whether habits and earlier rounds are used.
    #[must_use]
    pub fn history(&self) -> bool {
        self.betting_history_enabled.unwrap_or(true)
    }

    /// Whether each player's own reliability is used.
    #[must_use]
    pub fn trust(&self) -> bool {
        self.player_trust_enabled.unwrap_or(true)
    }

    /// How fast trust moves.
    #[must_use]
    pub fn rate(&self) -> f64 {
        self.trust_learning_rate.unwrap_or(0.1)
    }

    /// Rounds of this game that are used.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.history_memory_rounds.unwrap_or(10) as usize
    }

    /// How the dice are weighed.
    #[must_use]
    pub fn weighing(&self) -> Weighing {
        match (self.bayesian_sampling.unwrap_or(true), self.preset) {
            (false, _) => Weighing::Uniform,
            (true, Some(Preset::Seed)) => Weighing::Seed,
            (true, None) => Weighing::Bids,
        }
    }
}

/// How unseen dice are weighed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weighing {
    /// Not at all.
    Uniform,
    /// By the formula of the preset `seed`.
    Seed,
    /// By what each action of the round says about its player's hand.
    Bids,
}

/// Fills the gaps, so that the opening holds every number by value.
///
/// # Errors
/// `seats`, `dice`, `most_dice`, `exact_wins`, `exact_takes`, `exact_costs`, `trust_learning_rate`, `history_memory_rounds`: out of
/// range. `dice_lost`: a stake of exact calls where no dice are lost.
pub fn resolve(setup: Setup, parameters: Parameters, seats: usize) -> Result<(Setup, Parameters), Refusal> {
    in_range("seats", (2..=MOST_SEATS).contains(&seats), "2 to 8")?;
    let dice = setup.dice();
    let (wins, takes, costs) = setup.stakes();
    let setup = Setup {
        dice: Some(dice),
        most_dice: setup.most_dice.or(Some(8)),
        ones_wild: setup.ones_wild.or(Some(true)),
        wild_face: setup.wild_face.or(Some(WildFace::Ones)),
        maputa: setup.maputa.or(Some(true)),
        maputa_when: setup.maputa_when.or(Some(MaputaWhen::OneDie)),
        maputa_face: setup.maputa_face.or(Some(MaputaFace::Kept)),
        dice_lost: setup.dice_lost.or(Some(true)),
        exact_call: setup.exact_call.or(Some(true)),
        exact_by: setup.exact_by.or(Some(ExactBy::Turn)),
        exact_wins: Some(wins),
        exact_takes: Some(takes),
        exact_costs: Some(costs),
        bidding: setup.bidding.or(Some(Bidding::Perudo)),
        open_wild: setup.open_wild.or(Some(true)),
    };
    in_range("dice", (1..=8).contains(&dice), "1 to 8")?;
    in_range("most_dice", (dice..=MOST_DICE as u8).contains(&setup.most()), "`dice` to 10")?;
    for (name, stake) in [("exact_wins", wins), ("exact_takes", takes), ("exact_costs", costs)] {
        in_range(name, stake <= 5, "0 to 5")?;
        rule("dice_lost", setup.loses_dice() || stake == 0, || {
            format!("no dice are lost at this table (setup `dice_lost`): leave `{name}` out, or make it 0")
        })?;
    }
    let on = parameters.preset != Some(Preset::Seed);
    let parameters = Parameters {
        preset: parameters.preset,
        betting_history_enabled: parameters.betting_history_enabled.or(Some(on)),
        player_trust_enabled: parameters.player_trust_enabled.or(Some(on)),
        trust_learning_rate: parameters.trust_learning_rate.or(Some(0.1)),
        history_memory_rounds: parameters.history_memory_rounds.or(Some(10)),
        bayesian_sampling: parameters.bayesian_sampling.or(Some(on)),
        population: parameters.population.or(Some(PopulationSource::Learned)),
    };
    in_range("trust_learning_rate", (0.0..=1.0).contains(&parameters.rate()), "0 to 1")?;
    in_range("history_memory_rounds", parameters.memory() <= 100, "0 to 100")?;
    Ok((setup, parameters))
}
