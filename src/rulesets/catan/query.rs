//! Catan's own questions.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::belief::Belief;
use super::bundle::{Bundle, DevCard, RESOURCES, Resource, covers};
use super::check::two_seats;
use super::event::BuildPiece;
use super::lanes::of_seat;
use super::marginals;
use super::table::Table;
use crate::belief::{Marginal, confidence};
use crate::rulesets::{Refusal, Seat, seated};

/// A question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Query {
    /// Does the seat hold a piece's price, or a bundle? Name one of the two.
    CanAfford {
        /// Whose hand.
        seat: Seat,
        /// What it would build or buy.
        #[serde(default)]
        piece: Option<BuildPiece>,
        /// What it would pay.
        #[serde(default)]
        bundle: Option<Bundle>,
    },
    /// Does the seat hold at least so many of a resource?
    AtLeast {
        /// Whose hand.
        seat: Seat,
        /// Which resource.
        resource: Resource,
        /// How many.
        count: u16,
    },
    /// How many cards would a monopoly of the seat take?
    MonopolyHaul {
        /// Who would play it.
        seat: Seat,
        /// On which resource.
        resource: Resource,
    },
    /// Which card would a thief draw?
    StealOutcome {
        /// Who would steal.
        thief: Seat,
        /// From whom.
        victim: Seat,
    },
    /// Which unplayed development cards does the seat hold?
    DevCards {
        /// Whose cards.
        seat: Seat,
    },
    /// How much is known of the seat's hand?
    Confidence {
        /// Whose hand.
        seat: Seat,
    },
}

/// An answer, tagged with the name of its question.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// To [`Query::CanAfford`].
    CanAfford {
        /// Probability, in [0, 1].
        p: f64,
    },
    /// To [`Query::AtLeast`].
    AtLeast {
        /// Probability, in [0, 1].
        p: f64,
    },
    /// To [`Query::MonopolyHaul`].
    MonopolyHaul {
        /// Probability of each number of cards.
        distribution: Vec<CountChance>,
        /// Expected number of cards.
        expected: f64,
    },
    /// To [`Query::StealOutcome`].
    StealOutcome {
        /// Probability of each resource; those of probability 0 are left out.
        distribution: BTreeMap<Resource, f64>,
        /// Probability that the victim holds no card at all.
        nothing: f64,
    },
    /// To [`Query::DevCards`].
    DevCards {
        /// Unplayed cards of the seat.
        count: u32,
        /// By type.
        cards: BTreeMap<DevCard, CardChances>,
    },
    /// To [`Query::Confidence`].
    Confidence {
        /// 1 - entropy / log2 of the number of values that the public counts allow, over the seat's resources. In [0, 1].
        confidence: f64,
        /// Sum of the entropies of the seat's resources, in bits.
        entropy_bits: f64,
    },
}

/// The probability of a number of cards.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct CountChance {
    /// How many cards.
    pub count: u32,
    /// Probability, in (0, 1].
    pub p: f64,
}

/// What is believed about a seat's cards of one type.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct CardChances {
    /// P(at least one), in [0, 1].
    pub at_least_one: f64,
    /// Expected number.
    pub expected: f64,
    /// Probability of each number.
    pub distribution: Vec<CountChance>,
}

/// Answers a question.
///
/// # Errors
/// `unknown_seat`, `same_seat`; `piece_or_bundle` where not exactly one is named.
pub fn answer(belief: &Belief, table: &Table, query: &Query) -> Result<Answer, Refusal> {
    match query {
        Query::CanAfford { seat, piece, bundle } => {
            seated(*seat, table.seats)?;
            let needed = match (piece, bundle) {
                (Some(piece), None) => piece.cost(),
                (None, Some(bundle)) => bundle.counts(),
                _ => return Err(Refusal::new("piece_or_bundle", "name a piece or a bundle, one of the two")),
            };
            Ok(Answer::CanAfford { p: belief.probability(|row| covers(&of_seat(row, *seat), &needed)) })
        }
        Query::AtLeast { seat, resource, count } => {
            seated(*seat, table.seats)?;
            let p = belief.probability(|row| of_seat(row, *seat)[*resource as usize] >= i32::from(*count));
            Ok(Answer::AtLeast { p })
        }
        Query::MonopolyHaul { seat, resource } => {
            seated(*seat, table.seats)?;
            let mut p: BTreeMap<i32, f64> = BTreeMap::new();
            belief.hands.visit(|row, weight| {
                let others = (0..table.seats).filter(|other| other != seat);
                *p.entry(others.map(|other| of_seat(row, other)[*resource as usize]).sum()).or_default() += weight;
            });
            let expected = p.iter().map(|(count, p)| f64::from(*count) * p).fold(0.0, |sum, term| sum + term);
            Ok(Answer::MonopolyHaul { distribution: chances(p.into_iter().map(|(count, p)| (count as u32, p))), expected })
        }
        Query::StealOutcome { thief, victim } => {
            two_seats(table, *thief, *victim)?;
            Ok(steal_outcome(belief, *victim))
        }
        Query::DevCards { seat } => {
            seated(*seat, table.seats)?;
            let holdings = belief.holdings(&table.dev_cards);
            let of = |card: DevCard| {
                let p = holdings.marginal(*seat, card);
                CardChances {
                    at_least_one: (1.0 - p.first().copied().unwrap_or(1.0)).clamp(0.0, 1.0),
                    expected: p.iter().enumerate().map(|(count, p)| count as f64 * p).fold(0.0, |sum, term| sum + term),
                    distribution: chances(p.iter().enumerate().map(|(count, p)| (count as u32, *p))),
                }
            };
            let cards = DevCard::ALL.into_iter().map(|card| (card, of(card))).collect();
            Ok(Answer::DevCards { count: table.dev_cards.held[usize::from(*seat)], cards })
        }
        Query::Confidence { seat } => {
            seated(*seat, table.seats)?;
            let hands = marginals::of_hands(belief, &table.counts);
            let hand: Vec<Marginal> = hands.into_iter().filter(|m| m.seat == Some(*seat)).collect();
            let entropy_bits: f64 = hand.iter().map(Marginal::entropy_bits).sum();
            let greatest: f64 = hand.iter().map(|m| libm::log2(f64::from(m.allowed))).sum();
            Ok(Answer::Confidence { confidence: confidence(entropy_bits, greatest), entropy_bits })
        }
    }
}

fn steal_outcome(belief: &Belief, victim: Seat) -> Answer {
    let (mut p, mut nothing) = ([0.0; RESOURCES], 0.0);
    belief.hands.visit(|row, weight| {
        let hand = of_seat(row, victim);
        let size: i32 = hand.iter().sum();
        if size == 0 {
            nothing += weight;
        }
        for (p, count) in p.iter_mut().zip(hand) {
            *p += weight * f64::from(count) / f64::from(size.max(1));
        }
    });
    let distribution = Resource::ALL.into_iter().zip(p).filter(|(_, p)| *p > 0.0).collect();
    Answer::StealOutcome { distribution, nothing }
}

fn chances(list: impl Iterator<Item = (u32, f64)>) -> Vec<CountChance> {
    list.filter(|(_, p)| *p > 0.0).map(|(count, p)| CountChance { count, p }).collect()
}
