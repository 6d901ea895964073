//! What a seat chose, where it could have chosen otherwise: read by beliefs when it happens, and settled when the cards are turned up.

use serde::{Deserialize, Serialize};

use super::clue::{Clue, Feature, rather_played};
use super::event::{Event, From, Switch};
use super::instance::Instance;
use super::likelihood::{MEAN_VALUE, SWITCHES_BY_LOT};
use super::rank::Rank;
use super::table::Table;
use crate::rulesets::Seat;

/// Where a drawn card went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Went {
    /// Into the row, for this card.
    Swapped(Instance),
    /// Away.
    Discarded,
    /// It was played.
    Played,
}

/// A choice of a seat, with the cards of its row that it knew.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Choice {
    /// What to do with a drawn card.
    Draw {
        /// Who drew.
        seat: Seat,
        /// The card.
        drawn: Instance,
        /// Cards of its row that it had looked at.
        known: Vec<Instance>,
        /// How many others it had.
        unknown: u8,
        /// What it did.
        went: Went,
    },
    /// Whether to switch two cards.
    Switch {
        /// Who played Jack or Queen.
        seat: Seat,
        /// The own card, where it knew it.
        own: Option<Instance>,
        /// The other's card, where it knew that.
        other: Option<Instance>,
        /// Further cards of its row that it knew.
        known: Vec<Instance>,
        /// Whether they changed places.
        executed: bool,
    },
}

/// One clue of a choice: something that may hold of cards, and whether the choice was made that speaks of it.
#[derive(Clone, Debug)]
pub struct Opportunity {
    /// Which clue.
    pub clue: Clue,
    /// Of which cards: that of any of them it holds.
    pub cards: Vec<Instance>,
    /// What the cards are compared with.
    pub beside: Option<Instance>,
    /// What may hold.
    pub feature: Feature,
    /// Whether the choice was made.
    pub made: bool,
    /// Whether it is read where it was not made too. Elsewhere what was chosen in its place is read.
    pub is_whole: bool,
    /// P(made) of somebody who moves by lot.
    pub by_lot: f64,
    /// Cards that the choice was between, where it was one of several.
    pub among: usize,
}

impl Choice {
    /// The choice that an event is, at the table before it.
    #[must_use]
    pub fn of(table: &Table, event: &Event) -> Option<Self> {
        let (seat, went) = match event {
            Event::Swap(swap) => (swap.seat, Went::Swapped(table.at(swap.seat, swap.position)?)),
            Event::Discard(discard) => (discard.seat, Went::Discarded),
            Event::UseAction(used) if used.from == From::Drawn => (used.seat, Went::Played),
            Event::Switch(switch) => return Self::of_switch(table, switch),
            _ => return None,
        };
        let row = table.row(seat);
        let known = known(table, seat, None);
        let unknown = u8::try_from(row.len() - known.len()).unwrap_or(u8::MAX);
        Some(Self::Draw { seat, drawn: table.drawn?.instance, known, unknown, went })
    }

    fn of_switch(table: &Table, switch: &Switch) -> Option<Self> {
        let seat = switch.seat;
        // Of a switch between two others it is not clear whom it serves.
        let (own, other) = match (switch.a.seat == seat, switch.b.seat == seat) {
            (true, false) => (switch.a, switch.b),
            (false, true) => (switch.b, switch.a),
            _ => return None,
        };
        let [own, other] = [own, other].map(|at| table.at(at.seat, at.position).filter(|card| table.has_seen(seat, *card)));
        let known = known(table, seat, own);
        (own.is_some() || other.is_some()).then_some(Self::Switch { seat, own, other, known, executed: switch.executed })
    }

    /// Whose choice it was.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        match self {
            Self::Draw { seat, .. } | Self::Switch { seat, .. } => *seat,
        }
    }

    /// Memory on the heap, in bytes.
    pub fn heap(&self) -> usize {
        match self {
            Self::Draw { known, .. } | Self::Switch { known, .. } => known.capacity() * size_of::<Instance>(),
        }
    }

    /// What the choice could have spoken of. `rank_of` says what a card is, where that is known: whether a drawn card has an action may
    /// not be.
    #[must_use]
    pub fn opportunities(&self, rank_of: impl Fn(Instance) -> Option<Rank>) -> Vec<Opportunity> {
        match self {
            Self::Draw { drawn, known, unknown, went, .. } => {
                let rank = rank_of(*drawn);
                drew(*drawn, rank, known, usize::from(*unknown), *went)
            }
            Self::Switch { own, other, known, executed, .. } => switched(*own, *other, known, *executed),
        }
    }
}

impl Opportunity {
    /// Whether what was done is read by it.
    #[must_use]
    pub const fn is_read(&self) -> bool {
        self.made || self.is_whole
    }

    /// How far it holds, where the cards are known that this rests on.
    #[must_use]
    pub fn holds(&self, rank_of: impl Fn(Instance) -> Option<Rank>) -> Option<f64> {
        let beside = match self.beside {
            Some(card) => rank_of(card)?,
            None => Rank::Ace,
        };
        let mut not = 1.0;
        let mut all = true;
        for card in &self.cards {
            match rank_of(*card) {
                Some(rank) => not *= 1.0 - self.feature.holds(rank, beside),
                None => all = false,
            }
        }
        // One that holds is enough.
        (all || not <= 0.5).then_some(1.0 - not)
    }
}

/// Cards in a seat's row that it has seen, but one.
fn known(table: &Table, seat: Seat, but: Option<Instance>) -> Vec<Instance> {
    table.row(seat).iter().copied().filter(|card| Some(*card) != but && table.has_seen(seat, *card)).collect()
}

fn drew(drawn: Instance, rank: Option<Rank>, known: &[Instance], unknown: usize, went: Went) -> Vec<Opportunity> {
    let acts = match went {
        Went::Played => Some(true),
        _ => rank.map(|rank| rank.action().is_some()),
    };
    // Moves by lot: each place of the row, away, and to play it, where that can be.
    let moves = (known.len() + unknown) as f64 + 1.0 + acts.map_or(0.5, |acts| f64::from(u8::from(acts)));
    let given = match went {
        Went::Swapped(given) => Some((given, known.contains(&given))),
        _ => None,
    };
    let gives_known = given.is_some_and(|(_, knew)| knew);
    let gives_unknown = given.is_some_and(|(_, knew)| !knew);
    let [share_known, share_unknown] = [known.len(), unknown].map(|cards| cards as f64 / moves);
    let mut all = Vec::new();
    let mut add = |clue: Clue, cards: Vec<Instance>, beside: Option<Instance>, feature: Feature, made: bool, by_lot: f64| {
        // Who knows no card of its row says no more by a card that it throws away than that it did not keep it.
        let is_whole = clue == Clue::KeepsHigh && known.is_empty();
        all.push(Opportunity { clue, cards, beside, feature, made, is_whole, by_lot, among: 1 });
    };
    if !known.is_empty() {
        // What is given up is the worst that it knows, as far as it can be told: so that one alone speaks.
        let cards = if let Some((given, true)) = given { vec![given] } else { known.to_vec() };
        let clue = if unknown > 0 { Clue::GivesKnown } else { Clue::GivesFromKnownRow };
        add(clue, cards, Some(drawn), Feature::Worse, gives_known, share_known);
        let is_low = rank.is_some_and(|rank| f64::from(rank.value()) < MEAN_VALUE);
        let mut away = |clue: Clue, of: Went| add(clue, known.to_vec(), Some(drawn), Feature::Worse, went == of, 1.0 / moves);
        match (acts, is_low) {
            (Some(false), true) if unknown > 0 => away(Clue::DiscardsLow, Went::Discarded),
            (Some(false), _) => away(Clue::DiscardsBetter, Went::Discarded),
            (Some(true), true) => {
                away(Clue::DiscardsLowAction, Went::Discarded);
                away(Clue::PlaysLow, Went::Played);
            }
            (Some(true), false) => {
                away(Clue::DiscardsAction, Went::Discarded);
                away(Clue::PlaysBetter, Went::Played);
            }
            (None, _) => {}
        }
        if unknown > 0 {
            add(Clue::GivesUnknown, known.to_vec(), None, Feature::WorseThanMean, gives_unknown, share_unknown);
        }
    }
    if unknown > 0 {
        add(Clue::KeepsHigh, vec![drawn], None, Feature::WorseThanMean, gives_unknown, share_unknown);
    }
    let into = given.is_some();
    add(Clue::KeepsAction, vec![drawn], None, Feature::OneOf(rather_played()), into, share_known + share_unknown);
    if let Some((given, true)) = given
        && known.len() > 1
    {
        all.push(picked(Clue::HoldsWorse, given, known));
    }
    all
}

/// One of the cards that a seat knew was picked.
fn picked(clue: Clue, picked: Instance, known: &[Instance]) -> Opportunity {
    let cards: Vec<Instance> = known.iter().copied().filter(|card| *card != picked).collect();
    let among = cards.len() + 1;
    Opportunity {
        clue,
        cards,
        beside: Some(picked),
        feature: Feature::Worse,
        made: true,
        is_whole: false,
        by_lot: 1.0 / among as f64,
        among,
    }
}

fn switched(own: Option<Instance>, other: Option<Instance>, known: &[Instance], executed: bool) -> Vec<Opportunity> {
    let (cards, beside, feature) = match (own, other) {
        (Some(own), Some(other)) => (vec![own], Some(other), Feature::Worse),
        (Some(own), None) => (vec![own], None, Feature::WorseThanMean),
        (None, Some(other)) => (vec![other], None, Feature::BetterThanMean),
        (None, None) => return Vec::new(),
    };
    let clue = Clue::SwitchesWorse;
    let by_lot = SWITCHES_BY_LOT.value;
    let mut all = vec![Opportunity { clue, cards, beside, feature, made: executed, is_whole: true, by_lot, among: 1 }];
    if let Some(own) = own.filter(|_| !known.is_empty()) {
        let mut row = known.to_vec();
        row.push(own);
        all.push(picked(Clue::PointsBetter, own, &row));
    }
    all
}
