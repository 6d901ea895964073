//! What a choice says of the hand that it came from, and of the way in which the seat plays.
//!
//! Cards stand independently in a hand here, each with the chance that the belief's odds and the sizes of the hands give it: the exact
//! posterior would cost more than the update may. So the weights of the ways are approximate; the posterior over deals is exact, given
//! them and what was read.

use super::belief::Belief;
use super::card::{Card, CardSet, DECK};
use super::event::Play;
use super::legal::{choices, shown};
use super::race::{Rival, first};
use super::scene::{Kind, Scene};
use super::setup::SEATS;
use super::table::Table;
use super::taste::{TASTES, Taste};
use super::ways::{ByWay, WAYS, Way};
use crate::rulesets::Seat;

/// Odds are never beyond this or its inverse.
const GREATEST: f64 = 1e12;

/// A leaning times a factor, within what a leaning may be.
fn times(leaning: f64, factor: f64) -> f64 {
    (leaning * factor).clamp(1e-100, 1e100)
}

/// The chance that a hand holds each of some cards, where it plays in one way.
struct Hand {
    chances: [f64; DECK],
    /// What the odds of the open cards had to be multiplied by, so that the hand has its size.
    scale: f64,
}

/// What is needed of the other hands to say how likely a seat holds a card: for each open card that it may hold, the odds at leaning 1.
struct Odds {
    sure: CardSet,
    open: CardSet,
    at_one: [f64; DECK],
    room: f64,
}

impl Odds {
    fn new(belief: &Belief, seat: Seat, left: [u8; SEATS]) -> Self {
        let sure = belief.holders.certain(seat);
        let room: [f64; SEATS] = std::array::from_fn(|at| f64::from(left[at]) - belief.holders.certain(at as Seat).len() as f64);
        let mut odds = Self { sure, open: CardSet::EMPTY, at_one: [0.0; DECK], room: room[usize::from(seat)] };
        for card in belief.holders.possible(seat).without(sure).iter() {
            let others = (0..SEATS as Seat).filter(|at| *at != seat && belief.holders.allows(*at, card));
            let sum: f64 = others.map(|at| room[usize::from(at)].max(0.0) * belief.leaning(card, at)).sum();
            odds.open.insert(card);
            odds.at_one[card.index()] = (room[usize::from(seat)].max(0.0) / sum.max(1e-200)).min(GREATEST);
        }
        odds
    }

    /// Where `lacking` are not in the hand.
    fn hand(&self, belief: &Belief, seat: Seat, way: usize, lacking: CardSet) -> Hand {
        let mut hand = Hand { chances: [0.0; DECK], scale: 1.0 };
        for card in self.sure.iter() {
            hand.chances[card.index()] = 1.0;
        }
        let open = self.open.without(lacking);
        let mut cards = [(0_usize, 0.0_f64); DECK];
        let count = open.len();
        for (card, slot) in open.iter().zip(&mut cards) {
            let leaning = belief.leanings[card.index()][usize::from(seat)][way];
            *slot = (card.index(), (self.at_one[card.index()] * leaning).clamp(1.0 / GREATEST, GREATEST));
        }
        let cards = &cards[..count];
        // Newton's steps on the logarithm of the scale; the sum of the chances grows with it.
        for _ in 0..3 {
            let (mut sum, mut slope) = (0.0, 1e-9);
            for (_, odds) in cards {
                let p = hand.scale * odds / (1.0 + hand.scale * odds);
                sum += p;
                slope += p * (1.0 - p);
            }
            let step = ((self.room - sum) / slope).clamp(-3.0, 3.0);
            hand.scale = (hand.scale * libm::exp(step)).clamp(1.0 / GREATEST, GREATEST);
            if step.abs() < 0.02 {
                break;
            }
        }
        for (at, odds) in cards {
            hand.chances[*at] = hand.scale * odds / (1.0 + hand.scale * odds);
        }
        hand
    }
}

/// What a choice says.
pub struct Reading {
    /// What everybody saw.
    scene: Scene,
    chosen: Card,
    /// How likely its facts were, by way: that the chosen card was held, and what the play shows that the hand lacks was not.
    facts: ByWay,
    /// How likely it was, by way, facts and choice together.
    chances: ByWay,
    /// What it says of each card of which it says something, by way.
    factors: Vec<(Card, ByWay)>,
}

impl Reading {
    /// What a play says, by the belief before it.
    pub fn of_play(belief: &Belief, table: &Table, play: &Play) -> Self {
        let (seat, chosen) = (play.seat, play.card);
        let follows = table.trick().first().is_none_or(|lead| lead.card.suit() == chosen.suit());
        let scene = Scene::of_play(&table.setup, &table.plays, follows);
        let lacking = shown(&table.setup, &table.plays, play).fold(CardSet::EMPTY, |all, shown| all.or(shown.lacking()));
        let choices = choices(scene.led, &table.setup, &table.plays, chosen);
        let odds = Odds::new(belief, seat, table.left());
        let cards: Vec<Card> = odds.open.or(odds.sure).and(choices).without(lacking).without(chosen.into()).iter().collect();
        let mut reading = Self {
            scene,
            chosen,
            facts: [0.0; WAYS],
            chances: [0.0; WAYS],
            factors: cards.iter().map(|card| (*card, [1.0; WAYS])).collect(),
        };
        let mut rivals = vec![Rival::default(); cards.len()];
        for way in Way::ALL {
            let at = way as usize;
            let exponent = belief.model.exponent(seat, way, scene.kind);
            let mut hand = odds.hand(belief, seat, at, CardSet::EMPTY);
            let mut chance = 1.0;
            let struck = lacking.and(odds.open);
            if !struck.is_empty() {
                chance *= struck.iter().map(|card| 1.0 - hand.chances[card.index()]).product::<f64>();
                hand = odds.hand(belief, seat, at, lacking);
            }
            let tastes = belief.model.tastes(seat, way);
            let liking = |card: Card| tastes.map_or(0.0, |tastes| scene.liking(tastes, card));
            let liked = liking(chosen);
            for (rival, card) in rivals.iter_mut().zip(&cards) {
                *rival = Rival { p: hand.chances[card.index()], ahead: liking(*card) - liked, factor: 1.0 };
            }
            reading.facts[at] = chance * hand.chances[chosen.index()];
            reading.chances[at] = reading.facts[at] * first(&mut rivals);
            for ((_, factors), rival) in reading.factors.iter_mut().zip(&rivals) {
                factors[at] = power(rival.factor, exponent);
            }
            if scene.kind == Kind::Lead
                && let Some(rates) = belief.model.leads_spades(seat, way)
            {
                reading.spades_led(&scene, chosen, &hand, rates, at, exponent);
            }
        }
        reading
    }

    /// The taste that tells most of the card of which the choice says most, in the likeliest of the ways that look at cards; by the
    /// belief before it.
    pub fn told(&self, belief: &Belief, seat: Seat) -> Option<(Way, Taste)> {
        let after = belief.ways[usize::from(seat)].after(self.chances).by_way();
        let looks = Way::ALL.into_iter().filter(|way| *way != Way::Careless);
        let way = looks.max_by(|a, b| after[*a as usize].total_cmp(&after[*b as usize]))?;
        let tastes = belief.model.tastes(seat, way)?;
        let least = self.factors.iter().min_by(|a, b| a.1[way as usize].total_cmp(&b.1[way as usize]))?;
        let mut apart = [0.0_f64; TASTES];
        self.scene.features(least.0, |taste, value| apart[taste as usize] += tastes[taste as usize] * value);
        self.scene.features(self.chosen, |taste, value| apart[taste as usize] -= tastes[taste as usize] * value);
        let most = Taste::ALL.into_iter().max_by(|a, b| apart[*a as usize].abs().total_cmp(&apart[*b as usize].abs()))?;
        (apart[most as usize] != 0.0).then_some((way, most))
    }

    /// P(the card was chosen | it was held, and what the play shows that the hand lacks was not), over the ways in which the seat may play.
    pub fn probability(&self, belief: &Belief, seat: Seat) -> f64 {
        let ways = &belief.ways[usize::from(seat)];
        let (both, facts) = (ways.mean(self.chances), ways.mean(self.facts));
        if both > 0.0 && facts > 0.0 { (both / facts).min(1.0) } else { 1.0 }
    }

    /// Whether the hand had no card but this one to play.
    pub fn is_forced(&self) -> bool {
        self.factors.is_empty()
    }

    /// What kind of choice it was.
    pub const fn kind(&self) -> Kind {
        self.scene.kind
    }

    /// Whoever has queen, king or ace of spades leads low ones at another rate.
    fn spades_led(&mut self, scene: &Scene, chosen: Card, hand: &Hand, rates: [f64; 2], way: usize, exponent: f64) {
        let (low, high) = scene.spades();
        if high.is_empty() || low.is_empty() {
            return;
        }
        let none = |cards: CardSet| cards.iter().map(|card| 1.0 - hand.chances[card.index()]).product::<f64>();
        let leads_low = low.contains(chosen);
        // To lead one, it must hold one.
        let [with, without] = if leads_low { rates } else { rates.map(|rate| 1.0 - rate * (1.0 - none(low))) };
        for (card, factors) in self.factors.iter_mut().filter(|(card, _)| high.contains(*card)) {
            let rest = none(high.without((*card).into()));
            factors[way] *= power(with / (rest * without + (1.0 - rest) * with), exponent);
        }
    }

    /// Puts it into the belief, in which the seat has so many cards left, the one that it played not among them.
    pub fn heed(&self, belief: &mut Belief, seat: Seat, left: [u8; SEATS]) {
        let at = usize::from(seat);
        for (card, factors) in &self.factors {
            let leanings = &mut belief.leanings[card.index()][at];
            for (leaning, factor) in leanings.iter_mut().zip(factors) {
                *leaning = times(*leaning, *factor);
            }
        }
        belief.ways[at] = belief.ways[at].after(self.chances.map(|chance| chance.max(1e-200)));
        level(belief, &[seat], left);
    }
}

/// Brings the leanings of each way to the level at which the hands have their sizes in it: a factor that all cards share says nothing, but
/// would tilt the mean over the ways. The hands of these seats are levelled beside one another, so that no number of a seat matters.
pub fn level(belief: &mut Belief, seats: &[Seat], left: [u8; SEATS]) {
    let scales = |seat: &Seat| {
        let odds = Odds::new(belief, *seat, left);
        let scales: ByWay = std::array::from_fn(|way| odds.hand(belief, *seat, way, CardSet::EMPTY).scale);
        (*seat, odds.open, scales)
    };
    let scales: Vec<(Seat, CardSet, ByWay)> = seats.iter().map(scales).collect();
    for (seat, open, scales) in scales {
        for card in open.iter() {
            let leanings = &mut belief.leanings[card.index()][usize::from(seat)];
            leanings.iter_mut().zip(scales).for_each(|(leaning, scale)| *leaning = times(*leaning, scale));
        }
    }
}

/// A power of a number above 0.
pub fn power(base: f64, exponent: f64) -> f64 {
    if exponent == 1.0 { base } else { libm::exp(exponent * libm::log(base)) }
}
