//! One observer's posterior over who holds which card.

use std::sync::{Arc, OnceLock};

use super::Hearts;
use super::card::{Card, CardSet, DECK, Suit};
use super::model::{Leaning, Model};
use super::setup::SEATS;
use super::table::Table;
use super::world::World;
use crate::belief::{Assignment, ByHolder, Draws, Holders, Quality, Sampled, WeightKind};
use crate::rulesets::{Opening, Seat};

/// Any seat may hold it.
pub const ANYBODY: Holders = 0b1111;

/// A belief: for each card the seats that may hold it and what soft evidence says against each; and the sizes of the hands. The
/// posterior over deals follows from these, whatever the order in which they were learned.
#[derive(Clone, Debug)]
pub struct Belief {
    /// What soft evidence weighs.
    pub(super) model: Arc<Model>,
    /// Whether cards are out.
    pub(super) dealt: bool,
    /// Seats that may hold a card, by all that is known; none for a card that is played or not dealt.
    pub(super) holders: [Holders; DECK],
    /// Seats that may hold a card, by what everybody saw.
    pub(super) allowed: [Holders; DECK],
    /// Cards in each hand.
    pub(super) left: [u8; SEATS],
    /// What soft evidence says against each seat's holding a card; at most 0.
    pub(super) leanings: [[Leaning; SEATS]; DECK],
    /// What each seat passed in this deal, as far as the observer saw it.
    pub(super) passed: [Option<CardSet>; SEATS],
    /// The posterior, worked out when it is first asked for.
    solved: OnceLock<Arc<Solved>>,
}

/// The posterior over assignments of the cards that are out.
#[derive(Debug)]
pub struct Solved {
    /// The cards, in order; items of the assignment.
    pub cards: Vec<Card>,
    /// Who has which.
    pub assignment: Assignment,
    /// The cards that are certain, by hand.
    certain: World,
    marginals: OnceLock<Vec<ByHolder>>,
}

impl Solved {
    /// P(seat holds card), in the order of `cards`.
    pub fn marginals(&self) -> &[ByHolder] {
        self.marginals.get_or_init(|| self.assignment.marginals())
    }
}

impl Belief {
    /// Before the first deal.
    pub fn prior(opening: &Opening<Hearts>) -> Self {
        Self {
            model: Arc::new(Model::new(opening)),
            dealt: false,
            holders: [0; DECK],
            allowed: [0; DECK],
            left: [0; SEATS],
            leanings: [[Leaning::default(); SEATS]; DECK],
            passed: [None; SEATS],
            solved: OnceLock::new(),
        }
    }

    /// Begins again from what the table says: the cards that are out lie anywhere. Beliefs of this game lose nothing, so
    /// nothing should ever ask for it.
    pub fn restart(&self, table: &Table) -> Self {
        let mut belief = self.clone();
        let played = table.played();
        belief.left = table.left();
        belief.dealt = belief.left != [0; SEATS];
        for card in Card::all() {
            let out = belief.dealt && !played.contains(card);
            belief.holders[card.index()] = if out { ANYBODY } else { 0 };
            belief.allowed[card.index()] = belief.holders[card.index()];
            belief.leanings[card.index()] = Default::default();
        }
        belief.passed = [None; SEATS];
        belief.changed();
        belief
    }

    /// Forgets what was worked out of it: something is about to change.
    pub(super) fn changed(&mut self) {
        self.solved = OnceLock::new();
    }

    /// The posterior. Worked out once.
    pub fn solved(&self) -> &Solved {
        self.solved.get_or_init(|| Arc::new(self.solve()))
    }

    fn solve(&self) -> Solved {
        let cards: Vec<Card> = Card::all().filter(|card| self.holders[card.index()] != 0).collect();
        let rows = cards.iter().map(|card| self.ln_weights(*card)).collect();
        // Whatever was learned has been checked to leave an assignment.
        let assignment = match Assignment::new(rows, self.left) {
            Ok(assignment) => assignment,
            Err(overfull) => unreachable!("a belief without a world: {overfull:?}"),
        };
        let mut certain = World::default();
        for (item, holder) in assignment.fixed() {
            certain.hands[*holder].insert(cards[*item]);
        }
        Solved { cards, assignment, certain, marginals: OnceLock::new() }
    }

    fn ln_weights(&self, card: Card) -> ByHolder {
        let holders = self.holders[card.index()];
        std::array::from_fn(
            |seat| {
                if holders & 1 << seat == 0 { f64::NEG_INFINITY } else { self.leaning(card, seat as Seat).nats() }
            },
        )
    }

    /// What soft evidence says against the seat's holding a card: at most 0, and not below the floor.
    pub(super) fn leaning(&self, card: Card, seat: Seat) -> Leaning {
        self.leanings[card.index()][usize::from(seat)].max(self.model.floor)
    }

    /// How many cards have more than one possible holder.
    #[must_use]
    pub fn hidden(&self) -> usize {
        self.holders.iter().filter(|holders| **holders != 0 && !holders.is_power_of_two()).count()
    }

    /// P(the seat holds the card), in [0, 1]; 0 for a card that is played.
    #[must_use]
    pub fn holds(&self, seat: Seat, card: Card) -> f64 {
        let solved = self.solved();
        let place = solved.cards.binary_search(&card).ok();
        place.map_or(0.0, |place| solved.marginals()[place][usize::from(seat)])
    }

    /// The cards that a seat may hold.
    pub fn possible(&self, seat: Seat) -> CardSet {
        Card::all().filter(|card| self.holders[card.index()] & 1 << seat != 0).collect()
    }

    /// The cards that a seat holds for certain.
    pub fn certain(&self, seat: Seat) -> CardSet {
        Card::all().filter(|card| self.holders[card.index()] == 1 << seat).collect()
    }

    /// The cards that are out.
    pub fn out(&self) -> CardSet {
        Card::all().filter(|card| self.holders[card.index()] != 0).collect()
    }

    /// Probability of each number of cards of a suit in a seat's hand, from 0.
    pub fn suit_length(&self, seat: Seat, suit: Suit) -> Vec<f64> {
        let solved = self.solved();
        let of_suit = |item: &usize| solved.cards[*item].suit() == suit;
        let group: Vec<usize> = (0..solved.cards.len()).filter(of_suit).collect();
        let [a, b, c, d] = solved.assignment.counts(&group);
        match seat {
            0 => a,
            1 => b,
            2 => c,
            _ => d,
        }
    }

    /// Method and losses: there are none.
    pub const fn quality(&self) -> Quality {
        Quality::EXACT
    }

    /// Draws whole deals, independently of each other.
    pub fn sample(&self, draws: Draws) -> Sampled<World> {
        let solved = self.solved();
        let draw = |mut rng| {
            let mut world = solved.certain;
            let ln = solved.assignment.draw(&mut rng, |item, holder| world.hands[holder].insert(solved.cards[item]));
            (ln, world)
        };
        Sampled {
            worlds: draws.rngs().map(draw).collect(),
            weight_kind: WeightKind::LogProbability,
            rejected: 0,
            quality: self.quality(),
        }
    }

    /// ln P(deal) in nats; -inf where it is ruled out.
    pub fn ln_probability(&self, world: &World) -> f64 {
        let solved = self.solved();
        let all = world.hands.iter().fold(CardSet::EMPTY, |all, hand| all.or(*hand));
        if all != self.out() {
            return f64::NEG_INFINITY;
        }
        let holder = |card: &Card| world.hands.iter().position(|hand| hand.contains(*card)).unwrap_or(SEATS);
        solved.assignment.ln_probability(&solved.cards.iter().map(holder).collect::<Vec<_>>())
    }

    /// Memory in bytes, the posterior included once it is worked out: a partial sum for each state of the assignment.
    pub fn weigh(&self) -> usize {
        let hidden = |seat: usize| usize::from(self.left[seat]) - self.certain(seat as Seat).len().min(self.left[seat].into());
        let mut room: [usize; SEATS] = std::array::from_fn(hidden);
        room.sort_unstable();
        let items: usize = room.iter().sum();
        size_of::<Self>() + (items + 1) * (room[0] + 1) * (room[1] + 1) * (room[2] + 3) * size_of::<f64>()
    }
}
