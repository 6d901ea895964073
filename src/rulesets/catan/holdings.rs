//! All unplayed development cards at one moment, as one observer believes them to be.
//!
//! With hard facts alone the unseen cards lie in uniformly random order, and everything has a closed form. What turns say of a seat's cards is one
//! factor for each seat ([`Reading`]). An assignment weighs the product of those factors times the number of ways to deal so many of each type
//! from the unseen cards, `u (u - 1) ... (u - m + 1)` for `m` of `u`, each factor divided by the number of all unseen cards, so that no deck is too large for it. Only numbers in all hands together couple the seats, so that sums over
//! all assignments are sums over one seat after the other: exact, and small, since a hand of one size has few sets of cards.

use super::bundle::{Cards, DevCard};
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
    all: Weights,
    /// Sum of the weights of all assignments.
    sum: f64,
    /// What there is in deck and hands.
    unseen: Cards,
}

/// The unknown cards of one seat.
#[derive(Clone, Debug)]
struct Hand {
    seat: Seat,
    /// Its turns say something of them.
    is_read: bool,
    /// What it may hold, in order, with its own factor.
    reading: Weights,
    /// P(it holds exactly these).
    held: Weights,
    /// Sums of products over this seat and those that follow it, by the cards that they hold together.
    onwards: Weights,
}

/// Sets of equally many cards, in order, each with a weight.
type Weights = Vec<(Cards, f64)>;

/// No cards at all.
const NOTHING: [(Cards, f64); 1] = [([0; 5], 1.0)];

/// How many of a type a seat is expected to hold, of its unknown cards.
fn expected(hand: &Hand, card: DevCard) -> f64 {
    hand.held.iter().fold(0.0, |sum, (cards, p)| sum + f64::from(cards[card as usize]) * p)
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

    /// The probability, above 0 and at most 1, that one of a seat's unseen cards, whichever it turns up, is of this type; `None` where it cannot be.
    pub fn turns_up(&self, seat: Seat, card: DevCard) -> Option<f64> {
        let (unknown, unseen) = (self.unknown[usize::from(seat)], self.unseen[card as usize]);
        if unknown == 0 || unseen == 0 {
            return None;
        }
        Some(match self.hand(seat) {
            Some(hand) => (expected(hand, card) / f64::from(unknown)).min(1.0),
            None => f64::from(unseen) / f64::from(self.unseen.iter().sum::<u32>()),
        })
    }

    /// The probability that the next card of the stock is of this type, in [0, 1]: of the unseen ones that no seat holds.
    #[must_use]
    pub fn draws(&self, card: DevCard) -> f64 {
        let all = |cards: &[u32]| f64::from(cards.iter().sum::<u32>());
        let stock = all(&self.unseen) - all(&self.unknown);
        let Some(read) = &self.read else {
            return f64::from(self.unseen[card as usize]) / all(&self.unseen).max(1.0);
        };
        let held = read.seats.iter().fold(0.0, |sum, hand| sum + expected(hand, card));
        ((f64::from(self.unseen[card as usize]) - held) / stock.max(1.0)).clamp(0.0, 1.0)
    }

    /// The unknown cards of a seat, where turns say something of anybody's.
    fn hand(&self, seat: Seat) -> Option<&Hand> {
        self.read.as_ref()?.seats.iter().find(|hand| hand.seat == seat)
    }

    /// What a step of the seat (that it turned a card up, or chose to play one or none) did to the belief, of which `after` is what is left.
    /// `None` where nothing is read from the seat's turns.
    pub fn reweighed(&self, after: &Self, seat: Seat) -> Option<Reweighed> {
        let (before, after) = (self.hand(seat).filter(|hand| hand.is_read)?, after.hand(seat)?);
        let likelihood = |cards: &Cards| weight(&after.reading, cards) / weight(&before.reading, cards);
        let expected = before.held.iter().fold(0.0, |sum, (cards, p)| sum + p * likelihood(cards));
        Some(Reweighed::by(expected, apart(&after.held, &before.held)))
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
            Some(joint) => joint.entropy_bits(),
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
            Some(joint) => joint.ln_probability(&drawn),
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
        let space = Space::new(unseen, unknown.iter().sum());
        let mut seats: Vec<Hand> = Vec::new();
        for (seat, reading) in readings.into_iter().enumerate().filter(|(seat, _)| unknown[*seat] > 0) {
            let is_read = reading.is_some();
            let mut reading = reading.unwrap_or_else(|| any(unknown[seat], &space));
            if reading.iter().any(|(cards, _)| cards.iter().sum::<u32>() != unknown[seat]) {
                return None;
            }
            reading.retain(|(cards, _)| fits(cards, unseen));
            seats.push(Hand { seat: seat as Seat, is_read, reading, held: Vec::new(), onwards: Vec::new() });
        }
        for at in (0..seats.len()).rev() {
            let onwards = space.together(&seats[at].reading, following(&seats, at));
            seats[at].onwards = onwards;
        }
        let mut all = seats.first()?.onwards.clone();
        let mut weights = vec![0.0; space.size];
        for (cards, weight) in &mut all {
            let ways = ways(cards, unseen);
            weights[space.number(cards)] = ways;
            *weight *= ways;
        }
        let sum = normalise(&mut all)?;
        let mut before = NOTHING.to_vec();
        for at in 0..seats.len() {
            let others = space.together(&before, following(&seats, at));
            let others: Vec<(usize, f64)> = others.iter().map(|(cards, weight)| (space.number(cards), *weight)).collect();
            let weigh = |(cards, weight): &(Cards, f64)| {
                let from = space.number(cards);
                (*cards, weight * others.iter().fold(0.0, |sum, (other, weight)| sum + weight * weights[from + other]))
            };
            let mut held: Weights = seats[at].reading.iter().map(weigh).collect();
            normalise(&mut held)?;
            seats[at].held = held;
            if at + 1 < seats.len() {
                before = space.together(&before, &seats[at].reading);
            }
        }
        Some(Self { seats, all, sum, unseen: *unseen })
    }

    /// ln P of an assignment is a sum of terms that each depend on one seat's cards or on those of all seats together, and so is its mean.
    fn entropy_bits(&self) -> f64 {
        let of_hand = |hand: &Hand| hand.held.iter().fold(0.0, |sum, (cards, p)| sum + mean(*p, weight(&hand.reading, cards)));
        let of_seats = self.seats.iter().map(of_hand).fold(0.0, |sum, term| sum + term);
        let of_all = self.all.iter().fold(0.0, |sum, (cards, p)| sum + mean(*p, ways(cards, &self.unseen)));
        ((libm::log(self.sum) - of_seats - of_all) * std::f64::consts::LOG2_E).max(0.0)
    }

    /// First the cards of all seats together, then one seat after the other.
    fn sample(&self, rng: &mut impl rand::Rng) -> [Cards; MOST_SEATS] {
        let mut drawn = [[0; 5]; MOST_SEATS];
        let mut left = draw(&self.all, rng);
        for (at, hand) in self.seats.iter().enumerate() {
            let follow = |cards: &Cards| Some(weight(following(&self.seats, at), &checked_minus(&left, cards)?));
            let may: Weights =
                hand.reading.iter().filter_map(|(cards, weight)| Some((*cards, weight * follow(cards)?))).collect();
            let cards = draw(&may, rng);
            drawn[usize::from(hand.seat)] = cards;
            left = minus(&left, &cards);
        }
        drawn
    }

    fn ln_probability(&self, drawn: &[Cards; MOST_SEATS]) -> f64 {
        let all = drawn.iter().fold([0; 5], |sum, cards| plus(&sum, cards));
        let of_seat = |hand: &Hand| libm::log(weight(&hand.reading, &drawn[usize::from(hand.seat)]));
        self.seats.iter().map(of_seat).fold(libm::log(ways(&all, &self.unseen)) - libm::log(self.sum), |sum, term| sum + term)
    }
}

/// Sums over the seats after this one, by the cards that they hold together.
fn following(seats: &[Hand], at: usize) -> &[(Cards, f64)] {
    seats.get(at + 1).map_or(&NOTHING, |hand| &hand.onwards)
}

/// The weight of a set; 0 where it is not among them.
fn weight(weights: &[(Cards, f64)], cards: &Cards) -> f64 {
    weights.binary_search_by_key(cards, |(cards, _)| *cards).map_or(0.0, |at| weights[at].1)
}

/// KL(p || q) in nats, at least 0; nothing is possible by `p` that is not by `q`.
fn apart(p: &[(Cards, f64)], q: &[(Cards, f64)]) -> f64 {
    let of = |cards: &Cards, mass: f64| if mass > 0.0 { mean(mass, mass / weight(q, cards)) } else { 0.0 };
    p.iter().fold(0.0, |sum, (cards, mass)| sum + of(cards, *mass)).max(0.0)
}

/// p ln w, 0 where p is.
fn mean(p: f64, weight: f64) -> f64 {
    if p > 0.0 { p * libm::log(weight) } else { 0.0 }
}

/// The orders in which each set of so many cards can have been bought.
fn any(count: u32, space: &Space) -> Weights {
    let one: Weights = (0..5)
        .filter(|kind| space.unseen[*kind] > 0)
        .map(|kind| (std::array::from_fn(|at| u32::from(at == kind)), 1.0))
        .collect();
    (0..count).fold(NOTHING.to_vec(), |sets, _| space.together(&sets, &one))
}

fn fits(cards: &Cards, unseen: &Cards) -> bool {
    cards.iter().zip(unseen).all(|(held, unseen)| held <= unseen)
}

/// Numbers for the sets of cards that two parts can hold together, so that sums over pairs of sets are sums over numbers: the number of two sets
/// together is the sum of theirs. Of the type that there is most of, the number of all cards says how many are among them.
#[derive(Clone, Debug)]
struct Space {
    unseen: Cards,
    /// What one card of each type adds to the number.
    place: [usize; 5],
    /// The type that adds nothing.
    most: usize,
    size: usize,
}

impl Space {
    /// For so many unknown cards of those unseen.
    fn new(unseen: &Cards, unknown: u32) -> Self {
        let most = (0..5).max_by_key(|kind| unseen[*kind]).unwrap_or(0);
        let (mut place, mut size) = ([0; 5], 1);
        for kind in (0..5).filter(|kind| *kind != most) {
            place[kind] = size;
            // Twice as many as one part can hold, so that no sum of two runs into the next type.
            size *= 2 * unseen[kind].min(unknown) as usize + 1;
        }
        Self { unseen: *unseen, place, most, size }
    }

    fn number(&self, cards: &Cards) -> usize {
        cards.iter().zip(self.place).map(|(count, place)| *count as usize * place).sum()
    }

    /// The set of so many cards that has this number; `None` where there are not so many of a type.
    fn set(&self, number: usize, count: u32) -> Option<Cards> {
        let (mut cards, mut left, mut rest) = ([0; 5], number, count);
        for kind in (0..5).rev().filter(|kind| *kind != self.most) {
            cards[kind] = (left / self.place[kind]) as u32;
            left %= self.place[kind];
            rest = rest.checked_sub(cards[kind])?;
        }
        cards[self.most] = rest;
        fits(&cards, &self.unseen).then_some(cards)
    }

    /// Sums over two parts, by the cards of both together.
    fn together(&self, one: &[(Cards, f64)], other: &[(Cards, f64)]) -> Weights {
        let (Some((first, _)), Some((second, _))) = (one.first(), other.first()) else { return Vec::new() };
        let count = first.iter().sum::<u32>() + second.iter().sum::<u32>();
        let other: Vec<(usize, f64)> = other.iter().map(|(cards, weight)| (self.number(cards), *weight)).collect();
        let mut sums = vec![0.0; self.size];
        for (cards, weight) in one {
            let from = self.number(cards);
            other.iter().for_each(|(more, factor)| sums[from + more] += weight * factor);
        }
        let set = |(number, sum): (usize, f64)| Some((self.set(number, count)?, sum));
        let mut sets: Weights = sums.into_iter().enumerate().filter(|(_, sum)| *sum > 0.0).filter_map(set).collect();
        sets.sort_unstable_by_key(|(cards, _)| *cards);
        sets
    }
}

/// In how many ways some cards are dealt from those unseen, in order, each divided by the number of unseen cards: in [0, 1]; 0 where there are not so many.
fn ways(cards: &Cards, unseen: &Cards) -> f64 {
    let all = f64::from(unseen.iter().sum::<u32>().max(1));
    let of_type =
        |(held, unseen): (&u32, &u32)| (0..*held).fold(1.0, |ways, dealt| ways * f64::from(unseen.saturating_sub(dealt)) / all);
    cards.iter().zip(unseen).map(of_type).fold(1.0, |ways, factor| ways * factor)
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
    fits(b, a).then(|| minus(a, b))
}
