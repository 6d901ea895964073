//! One observer's posterior over hands and development cards.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::Catan;
use super::again::begun_again;
use super::bundle::Amounts;
use super::counts::GREATEST_TOTAL;
use super::dealing::Dealt;
use super::dev_cards::PublicDevCards;
use super::frozen::FrozenHands;
use super::hands::Hands;
use super::holdings::Holdings;
use super::lanes::{LANES, Row, of_seat};
use super::players::Players;
use super::seen_cards::{DevCards, FrozenDevCards};
use super::setup::Setup;
use super::table::Table;
use super::terms::Terms;
use super::world::{World, put_counts};
use crate::belief::{Draws, Method, Quality, Sampled, WeightKind, pick};
use crate::rulesets::{Change, Columns, Observer, Opening, Posterior};

/// A belief. Worlds are shared with the belief before, unless the event changed them.
///
/// Sizes of hands and numbers of development cards stand on the table, and nowhere here.
#[derive(Clone, Debug)]
pub struct Belief {
    pub(super) terms: Arc<Terms>,
    pub(super) hands: Hands,
    pub(super) dev_cards: DevCards,
    /// Least and most cards of each resource in all hands together, over the worlds. Equal unless discards are hidden.
    pub(super) totals: (Amounts, Amounts),
    /// Probability lost to caps so far.
    pub(super) dropped: f64,
    /// Independent draws that the worlds are worth, where they were drawn.
    pub(super) draws: Option<f64>,
    pub(super) restarted: bool,
}

/// What a snapshot holds of a belief.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FrozenBelief {
    hands: FrozenHands,
    dev_cards: FrozenDevCards,
    totals: (Amounts, Amounts),
    dropped: f64,
    draws: Option<f64>,
    restarted: bool,
}

impl Posterior<Catan> for Belief {
    type Frozen = FrozenBelief;

    /// Empty hands, a full bank, a full deck.
    fn prior(opening: &Opening<Catan>, observer: Observer, widening: u32) -> Self {
        let seats = opening.seats.len() as u8;
        let most = opening.parameters.widened_cap(widening);
        let threshold = opening.parameters.threshold() / f64::from(widening.max(1));
        Self {
            hands: Hands::certain(seats, &[0; LANES]),
            dev_cards: DevCards::default(),
            totals: ([0; 5], [0; 5]),
            dropped: 0.0,
            draws: None,
            restarted: false,
            terms: Arc::new(Terms {
                setup: opening.setup.clone(),
                parameters: opening.parameters.clone(),
                players: Players::new(opening),
                observer,
                seats,
                most,
                threshold,
            }),
        }
    }

    /// Begins again from what everybody saw, where cards moved or were counted: what was believed of hands holds no more.
    fn left_out(&mut self, change: &Change<'_, Catan>) {
        if change.view.moves_cards() || change.before.counts != change.after.counts {
            *self = begun_again(self, change);
        }
    }

    fn restart(&self, change: &Change<'_, Catan>) -> Option<Self> {
        Some(begun_again(self, change))
    }

    fn quality(&self, _: &Table) -> Quality {
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

    /// Hands and development cards are independent of each other.
    fn sample(&self, table: &Table, draws: Draws) -> Sampled<World> {
        let (sums, holdings) = (self.hands.cumulative(), self.holdings(&table.dev_cards));
        Sampled::drawn(draws, WeightKind::LogProbability, self.quality(table), |mut rng| {
            let row = self.hands.row(pick(&sums, &mut rng));
            let cards = holdings.sample(&mut rng);
            let ln = libm::log(self.hands.probability(&row)) + holdings.ln_probability(&cards);
            (ln, World::of(self.terms.seats, &row, &cards))
        })
    }

    fn sample_columns(&self, _: &Opening<Catan>, table: &Table, draws: Draws, columns: &mut Columns) -> Sampled<()> {
        let (sums, holdings) = (self.hands.cumulative(), self.holdings(&table.dev_cards));
        Sampled::drawn(draws, WeightKind::LogProbability, self.quality(table), |mut rng| {
            let row = self.hands.row(pick(&sums, &mut rng));
            columns.begin();
            put_counts(columns, self.terms.seats, &row, &holdings.sample(&mut rng));
            (0.0, ())
        })
    }

    fn ln_probability(&self, table: &Table, world: &World) -> f64 {
        let Some((row, cards)) = world.counts(self.terms.seats) else { return f64::NEG_INFINITY };
        libm::log(self.hands.probability(&row)) + self.holdings(&table.dev_cards).ln_probability(&cards)
    }

    fn freeze(&self) -> FrozenBelief {
        FrozenBelief {
            hands: self.hands.freeze(),
            dev_cards: self.dev_cards.freeze(),
            totals: self.totals,
            dropped: self.dropped,
            draws: self.draws,
            restarted: self.restarted,
        }
    }

    /// Hands that cannot have been frozen become empty ones, with all mass dropped: the first event that needs cards makes the
    /// belief begin again. Other numbers are brought within their range.
    fn thaw(opening: &Opening<Catan>, observer: Observer, widening: u32, frozen: FrozenBelief) -> Self {
        let prior = Self::prior(opening, observer, widening);
        let within = |counts: Amounts| counts.map(|count| count.clamp(0, GREATEST_TOTAL));
        let belief = Self {
            dev_cards: DevCards::thaw(frozen.dev_cards),
            totals: (within(frozen.totals.0), within(frozen.totals.1)),
            dropped: if frozen.dropped.is_nan() { 1.0 } else { frozen.dropped.clamp(0.0, 1.0) },
            draws: frozen.draws.map(|draws| if draws.is_finite() { draws.max(0.0) } else { 0.0 }),
            restarted: frozen.restarted,
            ..prior
        };
        match Hands::thaw(belief.terms.seats, frozen.hands) {
            Some(hands) => Self { hands, ..belief },
            None => Self { dropped: 1.0, restarted: true, ..belief },
        }
    }

    fn weigh(&self, _: &Table) -> usize {
        let terms = self.terms.setup.weigh() + size_of::<Terms>() - size_of::<Setup>() + Players::GREATEST;
        size_of::<Self>() + terms + self.hands.bytes()
    }
}

impl Belief {
    /// How many worlds of hands are tracked. At least 1.
    #[must_use]
    pub fn worlds(&self) -> usize {
        self.hands.len()
    }

    /// All unplayed development cards, by what the table says of them.
    pub(super) fn holdings(&self, public: &PublicDevCards) -> Holdings {
        self.dev_cards.holdings(public, self.terms.parameters.softness(), &self.terms.players)
    }

    /// The hands are those that were dealt.
    pub(super) fn hold(&mut self, dealt: Dealt) {
        self.draws = dealt.draws;
        self.hands = dealt.hands;
        self.lose(dealt.lost);
        self.totals = dealt.totals;
    }

    /// Counts a loss of probability on top of what was lost before.
    pub(super) fn lose(&mut self, mass: f64) {
        self.dropped = (1.0 - (1.0 - self.dropped) * (1.0 - mass)).clamp(0.0, 1.0);
    }

    /// Something was seen, which has the likelihood L in a world. `probability` is E\[L\] before it, and `likelihood` the mean of L after it, E\[L^2\] / E\[L\], which is 1 for a fact.
    /// What drawn worlds are worth (Kish 1965) is multiplied by E\[L\]^2 / E\[L^2\] = `probability` / `likelihood`.
    pub(super) fn survived(&mut self, probability: f64, likelihood: f64) {
        self.draws = self.draws.map(|draws| draws * (probability / likelihood).min(1.0));
    }

    /// P(a fact about all hands).
    pub(super) fn probability(&self, fact: impl Fn(&Row) -> bool) -> f64 {
        let mut sum: f64 = 0.0;
        self.hands.visit(|row, p| {
            if fact(row) {
                sum += p;
            }
        });
        sum.min(1.0)
    }

    /// Most cards of each resource that a seat holds in any world.
    pub(super) fn most_held(&self, seat: u8) -> Amounts {
        let mut most = [0; 5];
        self.hands.visit(|row, _| {
            for (most, count) in most.iter_mut().zip(of_seat(row, seat)) {
                *most = (*most).max(count);
            }
        });
        most
    }
}
