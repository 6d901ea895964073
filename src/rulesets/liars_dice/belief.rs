//! One observer's posterior: for each cup, a distribution over the hands of its dice. Given the actions, cups are independent.

use std::sync::Arc;

use super::LiarsDice;
use super::cup::{Cup, FrozenCup};
use super::hands::{FACES, Hands, MOST_DICE, counted};
use super::round::ARC;
use super::setup::{MOST_SEATS, Parameters};
use super::table::Table;
use super::world::{World, put_hands};
use crate::belief::{Draws, Quality, Sampled, WeightKind, pick};
use crate::rulesets::{Columns, Observer, Opening, Posterior, Seat, Trust};

/// What the opening says, which no event changes.
#[derive(Debug)]
pub struct Terms {
    /// The model's parameters.
    pub parameters: Parameters,
    /// Each seat's trust when the game opened.
    pub trust: Vec<Option<Trust>>,
}

/// A belief. Cups are shared with the belief before, unless the event said something of them.
#[derive(Clone, Debug)]
pub struct Belief {
    pub(super) terms: Arc<Terms>,
    pub(super) cups: Vec<Cup>,
}

/// That a seat which has bid in this round does not know its own dice.
#[must_use]
pub fn unknown_own(belief: &Belief, table: &Table, seat: Seat) -> Option<String> {
    let has_bid = table.round.as_ref()?.bids.iter().any(|(bidder, _)| *bidder == seat);
    let is_unknown = matches!(belief.cups.get(usize::from(seat))?, Cup::Unseen(_));
    (has_bid && is_unknown).then(|| {
        format!(
            "seat {seat} bids, and its own dice are unknown to it: post what it rolled as `roll`, which only seat {seat} sees"
        )
    })
}

impl Posterior<LiarsDice> for Belief {
    type Frozen = Vec<FrozenCup>;

    /// No dice were rolled yet.
    fn prior(opening: &Opening<LiarsDice>, _: Observer, _: u32) -> Self {
        let seats = &opening.seats[..opening.seats.len().min(MOST_SEATS)];
        Self {
            cups: vec![Cup::Known([0; FACES]); seats.len()],
            terms: Arc::new(Terms {
                parameters: opening.parameters.clone(),
                trust: seats.iter().map(|seat| seat.profile.trust.clone()).collect(),
            }),
        }
    }

    fn quality(&self, _: &Table) -> Quality {
        Quality::EXACT
    }

    /// Draws a hand from each cup, independently.
    fn sample(&self, _: &Table, draws: Draws) -> Sampled<World> {
        let sums: Vec<Vec<f64>> = self.cups.iter().map(Cup::cumulative).collect();
        Sampled::drawn(draws, WeightKind::LogProbability, Quality::EXACT, |mut rng| {
            let mut ln = 0.0;
            let hands = self.cups.iter().zip(&sums).map(|(cup, sums)| match cup {
                Cup::Known(hand) => *hand,
                Cup::Unseen(unseen) => {
                    let place = pick(sums, &mut rng);
                    ln += libm::log(unseen.weights[place]);
                    Hands::of(unseen.dice).list[place]
                }
            });
            let world = World::of(&hands.collect::<Vec<_>>());
            (ln, world)
        })
    }

    fn sample_columns(&self, _: &Opening<LiarsDice>, _: &Table, draws: Draws, columns: &mut Columns) -> Sampled<()> {
        let sums: Vec<Vec<f64>> = self.cups.iter().map(Cup::cumulative).collect();
        Sampled::drawn(draws, WeightKind::LogProbability, Quality::EXACT, |mut rng| {
            columns.begin();
            let hands = self.cups.iter().zip(&sums).map(|(cup, sums)| match cup {
                Cup::Known(hand) => *hand,
                Cup::Unseen(unseen) => Hands::of(unseen.dice).list[pick(sums, &mut rng)],
            });
            put_hands(columns, (0..).zip(hands));
            (0.0, ())
        })
    }

    /// Seats left out hold no dice.
    fn ln_probability(&self, _: &Table, world: &World) -> f64 {
        if world.dice.keys().any(|seat| usize::from(*seat) >= self.cups.len()) {
            return f64::NEG_INFINITY;
        }
        let empty = Vec::new();
        let of_seat = |(seat, cup): (usize, &Cup)| {
            let dice = world.dice.get(&(seat as u8)).unwrap_or(&empty);
            let hand = counted(dice).filter(|_| dice.len() <= MOST_DICE);
            hand.map_or(f64::NEG_INFINITY, |hand| libm::log(cup.p(&hand)))
        };
        self.cups.iter().enumerate().map(of_seat).sum()
    }

    fn freeze(&self) -> Vec<FrozenCup> {
        self.cups.iter().map(Cup::freeze).collect()
    }

    /// Cups of seats that are not there are left out, and those that are missing are empty.
    fn thaw(opening: &Opening<LiarsDice>, observer: Observer, widening: u32, frozen: Vec<FrozenCup>) -> Self {
        let mut belief = Self::prior(opening, observer, widening);
        for (cup, frozen) in belief.cups.iter_mut().zip(frozen) {
            *cup = frozen.thaw();
        }
        belief
    }

    fn weigh(&self, _: &Table) -> usize {
        let cups: usize = self.cups.iter().map(Cup::weigh).sum();
        let recent: usize = self.terms.trust.iter().flatten().map(|trust| trust.recent.capacity() * size_of::<f64>()).sum();
        let of_seat = size_of::<Cup>() + size_of::<Option<Trust>>();
        size_of::<Self>() + ARC + size_of::<Terms>() + self.cups.len() * of_seat + recent + cups
    }
}
