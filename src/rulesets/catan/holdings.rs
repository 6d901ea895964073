//! All unplayed development cards at one moment, as one observer believes them to be.
//!
//! With hard facts alone the unseen cards lie in uniformly random order, and everything has a closed form. What turns say of a seat's cards is one
//! factor for each seat ([`Reading`]). An assignment weighs the product of those factors times the number of ways to deal so many of each type
//! from the unseen cards, `u (u - 1) ... (u - m + 1)` for `m` of `u`. Only numbers in all hands together couple the seats, so that sums over
//! all assignments are sums over one seat after the other: exact, and small, since a hand of one size has few sets of cards.

use std::collections::BTreeMap;

use super::bundle::DevCard;
use super::dev_cards::Cards;
use super::kept::Reading;
use super::setup::MOST_SEATS;
use crate::belief::{Reweighed, deal, dealt_entropy_bits, hypergeometric, ln_hand, pick};
use crate::rulesets::Seat;

/// All unplayed cards, as one observer knows them: some by type, others by number alone.
#[derive(Clone, Debug)]
pub struct Holdings {
    /// Cards that the observer saw, by seat.
    known: [Cards; MOST_SEATS],
    /// Numbers of cards that it did not see, by seat.
    unknown: [u32; MOST_SEATS],
    /// Cards that it has not seen, in deck and hands.
    unseen: Cards,
    /// What turns say of the unknown cards, where they say something.
    read: Option<Joint>,
}

/// The unknown cards of all seats, by what turns say of them.
#[derive(Clone, Debug)]
struct Joint {
    seats: Vec<Hand>,
    /// All seats' unknown cards together: each set with its probability.
    all: Vec<(Cards, f64)>,
    /// Sum of the weights of all assignments.
    sum: f64,
}

/// The unknown cards of one seat.
#[derive(Clone, Debug)]
struct Hand {
    seat: Seat,
    /// Its turns say something of them.
    is_read: bool,
    /// What it may hold, with its own factor.
    reading: BTreeMap<Cards, f64>,
    /// P(it holds exactly these).
    held: Vec<(Cards, f64)>,
    /// Sums of products over this seat and those that follow it, by the cards that they hold together.
    onwards: BTreeMap<Cards, f64>,
}

impl Holdings {
    /// From what is known, and from what the seats' turns say of their unknown cards; of a seat without a reading any of the unseen cards may be there.
    pub fn new(
        known: [Cards; MOST_SEATS],
        unknown: [u32; MOST_SEATS],
        unseen: Cards,
        readings: [Option<Reading>; MOST_SEATS],
    ) -> Self {
        let is_read = readings.iter().any(Option::is_some);
        let read = is_read.then(|| Joint::new(&unknown, &unseen, readings)).flatten();
        Self { known, unknown, unseen, read }
    }

    /// The probability that one of a seat's unseen cards, whichever it turns up, is of this type; `None` where it cannot be.
    pub fn turns_up(&self, seat: Seat, card: DevCard) -> Option<f64> {
        let (unknown, unseen) = (self.unknown[usize::from(seat)], self.unseen[card as usize]);
        if unknown == 0 || unseen == 0 {
            return None;
        }
        let expected = |hand: &Hand| hand.held.iter().fold(0.0, |sum, (cards, p)| sum + f64::from(cards[card as usize]) * p);
        Some(match self.hand(seat) {
            Some(hand) => (expected(hand) / f64::from(unknown)).min(1.0),
            None => f64::from(unseen) / f64::from(self.unseen.iter().sum::<u32>()),
        })
    }

    /// The unknown cards of a seat, where turns say something of anybody's.
    fn hand(&self, seat: Seat) -> Option<&Hand> {
        self.read.as_ref()?.seats.iter().find(|hand| hand.seat == seat)
    }

    /// What a choice of the seat, to play a card or none, did to the belief, of which `after` is what is left. `None` where nothing is read from
    /// the seat's turns.
    pub fn reweighed(&self, after: &Self, seat: Seat) -> Option<Reweighed> {
        let (before, after) = (self.hand(seat).filter(|hand| hand.is_read)?, after.hand(seat)?);
        let likelihood = |cards: &Cards| after.reading.get(cards).copied().unwrap_or(0.0) / before.reading[cards];
        let expected = before.held.iter().fold(0.0, |sum, (cards, p)| sum + p * likelihood(cards));
        Some(Reweighed::by(expected, apart(&after.held, &before.held)))
    }

    /// P(the seat holds a card of this type). `None` where nothing is read from the seat's turns.
    pub fn holds(&self, seat: Seat, card: DevCard) -> Option<f64> {
        let hand = self.hand(seat).filter(|hand| hand.is_read)?;
        let holds = hand.held.iter().filter(|(cards, _)| cards[card as usize] > 0);
        Some(holds.fold(0.0, |sum, (_, p)| sum + p).min(1.0))
    }

    /// P(the seat holds n of a type) for n = 0, 1, 2, ...
    pub fn marginal(&self, seat: Seat, card: DevCard) -> Vec<f64> {
        let known = self.known[usize::from(seat)][card as usize] as usize;
        let mut p = match self.hand(seat) {
            Some(hand) => {
                let mut p = vec![0.0; self.unknown[usize::from(seat)] as usize + 1];
                hand.held.iter().for_each(|(cards, mass)| p[cards[card as usize] as usize] += mass);
                p
            }
            None => hypergeometric(self.unseen.iter().sum(), self.unseen[card as usize], self.unknown[usize::from(seat)]),
        };
        p.splice(..0, std::iter::repeat_n(0.0, known));
        p
    }

    /// Entropy of all seats' cards together, in bits.
    pub fn entropy_bits(&self) -> f64 {
        match &self.read {
            Some(joint) => joint.entropy_bits(&self.unseen),
            None => dealt_entropy_bits(&self.unseen, &self.unknown),
        }
    }

    /// Draws the cards of every seat.
    pub fn sample(&self, rng: &mut impl rand::Rng) -> [Cards; MOST_SEATS] {
        let drawn = match &self.read {
            Some(joint) => joint.sample(rng),
            None => {
                let mut unseen = self.unseen;
                self.unknown.map(|count| deal(&mut unseen, count, rng))
            }
        };
        std::array::from_fn(|seat| plus(&drawn[seat], &self.known[seat]))
    }

    /// ln P(every seat holds exactly these), in nats; -inf where that is ruled out.
    pub fn ln_probability(&self, held: &[Cards; MOST_SEATS]) -> f64 {
        let mut drawn = [[0; 5]; MOST_SEATS];
        let mut unseen = self.unseen;
        for (seat, cards) in held.iter().enumerate() {
            for card in 0..5 {
                let Some(unknown) = cards[card].checked_sub(self.known[seat][card]) else { return f64::NEG_INFINITY };
                let Some(left) = unseen[card].checked_sub(unknown) else { return f64::NEG_INFINITY };
                (drawn[seat][card], unseen[card]) = (unknown, left);
            }
            if drawn[seat].iter().sum::<u32>() != self.unknown[seat] {
                return f64::NEG_INFINITY;
            }
        }
        match &self.read {
            Some(joint) => joint.ln_probability(&drawn, &self.unseen),
            None => {
                let (mut unseen, mut ln) = (self.unseen, 0.0);
                for cards in &drawn {
                    ln += ln_hand(&unseen, cards);
                    unseen = minus(&unseen, cards);
                }
                ln
            }
        }
    }
}

impl Joint {
    /// `None` where readings and numbers do not agree.
    fn new(unknown: &[u32; MOST_SEATS], unseen: &Cards, readings: [Option<Reading>; MOST_SEATS]) -> Option<Self> {
        let mut seats = Vec::new();
        for (seat, reading) in readings.into_iter().enumerate().filter(|(seat, _)| unknown[*seat] > 0) {
            let is_read = reading.is_some();
            let reading = reading.map_or_else(|| any(unknown[seat], unseen), |reading| reading.into_iter().collect());
            let fits = |cards: &Cards| cards.iter().zip(unseen).all(|(held, unseen)| held <= unseen);
            let reading: BTreeMap<Cards, f64> = reading.into_iter().filter(|(cards, _)| fits(cards)).collect();
            if reading.keys().any(|cards| cards.iter().sum::<u32>() != unknown[seat]) {
                return None;
            }
            seats.push(Hand { seat: seat as Seat, is_read, reading, held: Vec::new(), onwards: BTreeMap::new() });
        }
        let nobody = BTreeMap::from([([0; 5], 1.0)]);
        for at in (0..seats.len()).rev() {
            let follow = seats.get(at + 1).map_or(&nobody, |hand| &hand.onwards);
            seats[at].onwards = together(&seats[at].reading, follow, unseen);
        }
        let first = seats.first().map_or(&nobody, |hand| &hand.onwards);
        let mut all: Vec<(Cards, f64)> = first.iter().map(|(cards, weight)| (*cards, weight * ways(cards, unseen))).collect();
        let sum = normalise(&mut all)?;
        let mut before = nobody.clone();
        for at in 0..seats.len() {
            let others = together(&before, seats.get(at + 1).map_or(&nobody, |hand| &hand.onwards), unseen);
            let weigh = |(cards, weight): (&Cards, &f64)| {
                let fits = others.iter().map(|(other, weight)| (plus(cards, other), weight));
                (*cards, weight * fits.fold(0.0, |sum, (all, weight)| sum + weight * ways(&all, unseen)))
            };
            seats[at].held = seats[at].reading.iter().map(weigh).collect();
            normalise(&mut seats[at].held)?;
            before = together(&before, &seats[at].reading, unseen);
        }
        Some(Self { seats, all, sum })
    }

    /// ln P of an assignment is a sum of terms that each depend on one seat's cards or on those of all seats together, and so is its mean.
    fn entropy_bits(&self, unseen: &Cards) -> f64 {
        let of_hand = |hand: &Hand| hand.held.iter().fold(0.0, |sum, (cards, p)| sum + mean(*p, hand.reading[cards]));
        let of_seats = self.seats.iter().map(of_hand).fold(0.0, |sum, term| sum + term);
        let of_all = self.all.iter().fold(0.0, |sum, (cards, p)| sum + mean(*p, ways(cards, unseen)));
        ((libm::log(self.sum) - of_seats - of_all) * std::f64::consts::LOG2_E).max(0.0)
    }

    /// First the cards of all seats together, then one seat after the other.
    fn sample(&self, rng: &mut impl rand::Rng) -> [Cards; MOST_SEATS] {
        let mut drawn = [[0; 5]; MOST_SEATS];
        let mut left = draw(&self.all, rng);
        for (at, hand) in self.seats.iter().enumerate() {
            let follow = |cards: &Cards| {
                let rest = checked_minus(&left, cards)?;
                match self.seats.get(at + 1) {
                    Some(next) => next.onwards.get(&rest).copied(),
                    None => (rest == [0; 5]).then_some(1.0),
                }
            };
            let may: Vec<(Cards, f64)> =
                hand.reading.iter().filter_map(|(cards, weight)| Some((*cards, weight * follow(cards)?))).collect();
            let cards = draw(&may, rng);
            drawn[usize::from(hand.seat)] = cards;
            left = minus(&left, &cards);
        }
        drawn
    }

    fn ln_probability(&self, drawn: &[Cards; MOST_SEATS], unseen: &Cards) -> f64 {
        let all = drawn.iter().fold([0; 5], |sum, cards| plus(&sum, cards));
        let of_seat = |hand: &Hand| libm::log(hand.reading.get(&drawn[usize::from(hand.seat)]).copied().unwrap_or(0.0));
        self.seats.iter().map(of_seat).fold(libm::log(ways(&all, unseen)) - libm::log(self.sum), |sum, term| sum + term)
    }
}

/// KL(p || q) in nats, at least 0.
fn apart(p: &[(Cards, f64)], q: &[(Cards, f64)]) -> f64 {
    let q: BTreeMap<&Cards, f64> = q.iter().map(|(cards, mass)| (cards, *mass)).collect();
    p.iter().fold(0.0, |sum, (cards, mass)| sum + mean(*mass, mass / q.get(cards).copied().unwrap_or(*mass))).max(0.0)
}

/// p ln w, 0 where p is.
fn mean(p: f64, weight: f64) -> f64 {
    if p > 0.0 { p * libm::log(weight) } else { 0.0 }
}

/// The orders in which each set of so many cards can have been bought.
fn any(count: u32, unseen: &Cards) -> BTreeMap<Cards, f64> {
    let mut sets = BTreeMap::from([([0; 5], 1.0)]);
    for _ in 0..count {
        let one: BTreeMap<Cards, f64> = (0..5).map(|kind| (std::array::from_fn(|at| u32::from(at == kind)), 1.0)).collect();
        sets = together(&sets, &one, unseen);
    }
    sets
}

/// Sums over two parts, by the cards of both together.
fn together(one: &BTreeMap<Cards, f64>, other: &BTreeMap<Cards, f64>, unseen: &Cards) -> BTreeMap<Cards, f64> {
    let mut sums = BTreeMap::new();
    for (cards, weight) in one {
        for (more, factor) in other {
            let all = plus(cards, more);
            if all.iter().zip(unseen).all(|(held, unseen)| held <= unseen) {
                *sums.entry(all).or_insert(0.0) += weight * factor;
            }
        }
    }
    sums
}

/// In how many ways so many cards of each type are dealt from those unseen, in order; 0 where there are not so many.
fn ways(cards: &Cards, unseen: &Cards) -> f64 {
    let of_type =
        |(held, unseen): (&u32, &u32)| (0..*held).fold(1.0, |ways, dealt| ways * (f64::from(*unseen) - f64::from(dealt)));
    cards.iter().zip(unseen).map(of_type).fold(1.0, |ways, factor| ways * f64::max(factor, 0.0))
}

/// Makes weights sum to 1, and gives their sum; `None` where that is 0 or no number.
fn normalise(list: &mut [(Cards, f64)]) -> Option<f64> {
    let sum = list.iter().fold(0.0, |sum, (_, weight)| sum + weight);
    if !(sum > 0.0 && sum.is_finite()) {
        return None;
    }
    list.iter_mut().for_each(|(_, weight)| *weight /= sum);
    Some(sum)
}

fn draw(list: &[(Cards, f64)], rng: &mut impl rand::Rng) -> Cards {
    let sums: Vec<f64> = list
        .iter()
        .scan(0.0, |sum, (_, weight)| {
            *sum += weight;
            Some(*sum)
        })
        .collect();
    list.get(pick(&sums, rng)).map_or([0; 5], |(cards, _)| *cards)
}

fn plus(a: &Cards, b: &Cards) -> Cards {
    std::array::from_fn(|kind| a[kind] + b[kind])
}

fn minus(a: &Cards, b: &Cards) -> Cards {
    std::array::from_fn(|kind| a[kind].saturating_sub(b[kind]))
}

fn checked_minus(a: &Cards, b: &Cards) -> Option<Cards> {
    let fits = a.iter().zip(b).all(|(a, b)| a >= b);
    fits.then(|| minus(a, b))
}
