//! What is published of a belief: every variable's distribution, whole worlds, and the details that only Catan has.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::belief::{Belief, dev_variable, variable};
use super::bundle::{Bundle, DevCard, Resource};
use super::dev_cards::Cards;
use super::lanes::{Row, first_lane, of_seat};
use super::setup::{Bank, MOST_SEATS};
use crate::belief::{Marginal, Marginals};

/// One full assignment of what is hidden.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct World {
    /// Every seat's hand.
    pub hands: BTreeMap<u8, Bundle>,
    /// Every seat's unplayed development cards by type; types left out are none.
    pub dev_cards: BTreeMap<u8, BTreeMap<DevCard, u16>>,
}

impl World {
    /// From the counts that beliefs work with.
    pub fn of(seats: u8, row: &Row, cards: &[Cards; MOST_SEATS]) -> Self {
        let held = |seat: u8| {
            let counts = DevCard::ALL.into_iter().map(|card| (card, cards[usize::from(seat)][card as usize] as u16));
            counts.filter(|(_, count)| *count > 0).collect()
        };
        Self {
            hands: (0..seats).map(|seat| (seat, Bundle::of(of_seat(row, seat)))).collect(),
            dev_cards: (0..seats).map(|seat| (seat, held(seat))).collect(),
        }
    }
}

impl World {
    /// The count that each variable has.
    #[must_use]
    pub fn values(&self) -> BTreeMap<String, String> {
        let hands = self.hands.iter().flat_map(|(seat, hand)| {
            let counts = Resource::ALL.into_iter().zip(hand.counts());
            counts.map(|(resource, count)| (variable(*seat, resource), count.to_string()))
        });
        let cards = self.dev_cards.iter().flat_map(|(seat, cards)| {
            let count = |card| cards.get(&card).copied().unwrap_or(0).to_string();
            DevCard::ALL.into_iter().map(move |card| (dev_variable(*seat, card), count(card)))
        });
        hands.chain(cards).collect()
    }
}

/// Distributions of the resource variables, by seat and resource.
pub fn of_hands(belief: &Belief) -> Vec<Marginal> {
    let counts = belief.hands.marginals();
    let mut list = Vec::with_capacity(counts.len());
    for seat in 0..belief.terms.seats {
        for resource in Resource::ALL {
            let allowed = belief.counts.bound(&belief.terms.setup, seat, resource as usize) as u32 + 1;
            let p = &counts[first_lane(seat) + resource as usize];
            list.push(Marginal::count(variable(seat, resource), seat, allowed, p));
        }
    }
    list
}

/// Distributions of the development card variables, by seat and type.
pub fn of_dev_cards(belief: &Belief) -> Vec<Marginal> {
    let mut list = Vec::new();
    for seat in 0..belief.terms.seats {
        for card in DevCard::ALL {
            let p = belief.dev_cards.marginal(seat, card);
            list.push(Marginal::count(dev_variable(seat, card), seat, belief.dev_cards.allowed(seat, card), &p));
        }
    }
    list
}

/// Distributions of all variables, in order.
pub fn frame(belief: &Belief) -> Vec<Marginal> {
    let mut frame = of_hands(belief);
    frame.extend(of_dev_cards(belief));
    frame
}

/// Everything that is published.
pub fn marginals(belief: &Belief) -> Marginals {
    let variables = frame(belief);
    let quality = belief.quality();
    let exact = quality.method == crate::belief::Method::Exact;
    Marginals {
        variables,
        joint_entropy_bits: exact.then(|| belief.hands.entropy_bits() + belief.dev_cards.entropy_bits()),
        quality,
        detail: detail(belief),
    }
}

/// `worlds`, `hand_sizes`, `dev_cards` (numbers unplayed) and, unless the bank has no end, `bank`: the range of its stock.
fn detail(belief: &Belief) -> serde_json::Value {
    let seats = 0..belief.terms.seats;
    let sizes: BTreeMap<String, serde_json::Value> = seats
        .clone()
        .map(|seat| (seat.to_string(), belief.counts.sizes[usize::from(seat)].exact().map_or(json!(null), |size| json!(size))))
        .collect();
    let held: BTreeMap<String, u32> = seats.map(|seat| (seat.to_string(), belief.dev_cards.held(seat))).collect();
    let bank = belief.terms.setup.supply().map(|supply| {
        let (least, most) = belief.totals;
        let range = |resource: Resource| {
            let at = resource as usize;
            json!({"min": supply - most[at], "max": supply - least[at]})
        };
        Resource::ALL.into_iter().map(|resource| (resource.name().to_owned(), range(resource))).collect::<BTreeMap<_, _>>()
    });
    json!({
        "worlds": belief.hands.len(),
        "hand_sizes": sizes,
        "dev_cards": held,
        "bank": bank,
        "bank_visible": belief.terms.setup.bank == Some(Bank::Visible),
    })
}
