//! One observer's posterior over hands and development cards.

use std::sync::Arc;

use super::Catan;
use super::bundle::{Bundle, Counts, DevCard, Resource};
use super::counts::PublicCounts;
use super::dev_cards::DevCards;
use super::hands::Hands;
use super::lanes::{LANES, Row, first_lane, of_seat};
use super::marginals::World;
use super::setup::{MOST_SEATS, Parameters, Setup};
use super::start;
use super::table::Table;
use crate::belief::{Draws, Method, Quality, Sampled, WeightKind, pick};
use crate::rulesets::{Observer, Opening, Revision};

/// What does not change during a game.
#[derive(Debug)]
pub struct Terms {
    /// The table's rules.
    pub setup: Setup,
    /// The model's parameters.
    pub parameters: Parameters,
    /// Whose belief it is.
    pub observer: Observer,
    /// How many seats there are.
    pub seats: u8,
    /// Most worlds tracked.
    pub most: usize,
}

/// A belief. Worlds are shared with the belief before, unless the event changed them.
#[derive(Clone, Debug)]
pub struct Belief {
    pub(super) terms: Arc<Terms>,
    pub(super) hands: Hands,
    pub(super) dev_cards: DevCards,
    pub(super) counts: PublicCounts,
    /// Least and most cards of each resource in all hands together, over the worlds. Equal unless discards are hidden.
    pub(super) totals: (Counts, Counts),
    /// Probability lost to caps so far.
    pub(super) dropped: f64,
    /// Independent draws that the worlds are worth, where they were drawn.
    pub(super) draws: Option<f64>,
    pub(super) restarted: bool,
}

impl Belief {
    /// Before the first event: empty hands, a full bank, a full deck.
    pub fn prior(opening: &Opening<Catan>, observer: Observer, widening: u32) -> Self {
        let seats = opening.seats.len() as u8;
        let most = opening.parameters.widened_cap(widening);
        Self {
            hands: Hands::certain(seats, &[0; LANES]),
            dev_cards: DevCards::new(opening.setup.deck()),
            counts: PublicCounts::default(),
            totals: ([0; 5], [0; 5]),
            dropped: 0.0,
            draws: None,
            restarted: false,
            terms: Arc::new(Terms {
                setup: opening.setup.clone(),
                parameters: opening.parameters.clone(),
                observer,
                seats,
                most,
            }),
        }
    }

    /// Begins again from what the table says: hands of the public sizes drawn from all cards that hands can hold. A hand
    /// that the observer knew for certain, and whose size agrees, is kept.
    pub fn restart(&self, table: &Table, at: Revision) -> Self {
        let mut belief = self.clone();
        belief.counts = table.counts.clone();
        let marginals = self.hands.marginals();
        let mut known = [None; MOST_SEATS];
        for seat in 0..self.terms.seats {
            let first = first_lane(seat);
            let certain = |lane: usize| marginals[lane].iter().position(|p| *p > 1.0 - 1e-12).map(|count| count as i32);
            let hand: Vec<i32> = (first..first + 5).filter_map(certain).collect();
            if let Ok(hand) = Counts::try_from(hand)
                && table.counts.sizes[usize::from(seat)].exact() == Some(hand.iter().sum())
                && self.terms.observer.is_among(&[seat])
            {
                known[usize::from(seat)] = Some(hand);
            }
        }
        start::deal_again(&mut belief, &known, at);
        belief.restarted = true;
        belief.dropped = 1.0;
        belief
    }

    /// Method and losses.
    pub fn quality(&self) -> Quality {
        let method = if self.restarted {
            Method::Restarted
        } else if self.draws.is_some() {
            Method::Sampled
        } else if self.dropped > 0.0 {
            Method::Capped
        } else {
            Method::Exact
        };
        Quality { method, dropped_mass: self.dropped, effective_sample_size: self.draws }
    }

    /// Draws whole worlds. Hands and development cards are independent of each other.
    pub fn sample(&self, draws: Draws) -> Sampled<World> {
        let sums = self.hands.cumulative();
        let worlds = draws
            .rngs()
            .map(|mut rng| {
                let row = self.hands.row(pick(&sums, &mut rng));
                let cards = self.dev_cards.sample(&mut rng);
                let world = World::of(self.terms.seats, &row, &cards);
                (self.ln_probability(&world), world)
            })
            .collect();
        Sampled { worlds, weight_kind: WeightKind::LogProbability, rejected: 0, quality: self.quality() }
    }

    /// ln P(world) in nats; -inf where it is ruled out.
    pub fn ln_probability(&self, world: &World) -> f64 {
        let unknown_seat = |seat: &u8| *seat >= self.terms.seats;
        if world.hands.keys().any(unknown_seat) || world.dev_cards.keys().any(unknown_seat) {
            return f64::NEG_INFINITY;
        }
        let mut row: Row = [0; LANES];
        for (seat, hand) in &world.hands {
            row[first_lane(*seat)..first_lane(*seat) + 5].copy_from_slice(&hand.counts());
        }
        let mut cards = [[0; 5]; MOST_SEATS];
        for (seat, held) in &world.dev_cards {
            for card in DevCard::ALL {
                cards[usize::from(*seat)][card as usize] = u32::from(held.get(&card).copied().unwrap_or(0));
            }
        }
        libm::log(self.hands.probability(&row)) + self.dev_cards.ln_probability(&cards)
    }

    /// How many worlds of hands are tracked. At least 1.
    #[must_use]
    pub fn worlds(&self) -> usize {
        self.hands.len()
    }

    /// Approximate memory in bytes.
    pub fn weigh(&self) -> usize {
        size_of::<Self>() + self.hands.bytes()
    }

    /// Counts a loss of probability on top of what was lost before.
    pub(super) fn lose(&mut self, mass: f64) {
        self.dropped = (1.0 - (1.0 - self.dropped) * (1.0 - mass)).clamp(0.0, 1.0);
    }

    /// A fact of this probability was learned: of drawn worlds, so many survived.
    pub(super) fn survived(&mut self, mass: f64) {
        self.draws = self.draws.map(|draws| draws * mass);
    }

    /// P(a fact about all hands).
    pub(super) fn probability(&self, fact: impl Fn(&Row) -> bool) -> f64 {
        self.hands.rows().iter().filter(|(row, _)| fact(row)).map(|(_, p)| p).fold(0.0, |sum, p| sum + p).min(1.0)
    }

    /// Most cards of each resource that a seat holds in any world.
    pub(super) fn most_held(&self, seat: u8) -> Counts {
        let mut most = [0; 5];
        for (row, _) in self.hands.rows() {
            for (most, count) in most.iter_mut().zip(of_seat(&row, seat)) {
                *most = (*most).max(count);
            }
        }
        most
    }
}

/// Id of a resource variable.
pub fn variable(seat: u8, resource: Resource) -> String {
    format!("seat:{seat}/{}", resource.name())
}

/// Id of a development card variable.
pub fn dev_variable(seat: u8, card: DevCard) -> String {
    format!("seat:{seat}/dev_cards/{}", card.name())
}

/// Ids of a seat's variables for the resources that `counts` names.
pub fn variables(seat: u8, counts: &Counts) -> Vec<String> {
    Resource::ALL.into_iter().filter(|resource| counts[*resource as usize] > 0).map(|resource| variable(seat, resource)).collect()
}

/// All cards of a resource in hands.
pub fn total(row: &Row, resource: usize) -> i32 {
    (0..MOST_SEATS).map(|seat| row[seat * 5 + resource]).sum()
}

/// Cards in a seat's hand.
pub fn size(row: &Row, seat: u8) -> i32 {
    of_seat(row, seat).iter().sum()
}

/// Whether a hand covers a bundle.
pub fn covers(hand: &Counts, bundle: &Counts) -> bool {
    hand.iter().zip(bundle).all(|(held, needed)| held >= needed)
}

/// The counts of a bundle with the opposite sign.
pub fn negative(bundle: &Bundle) -> Counts {
    bundle.counts().map(|count| -count)
}
