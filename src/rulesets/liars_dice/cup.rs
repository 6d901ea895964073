//! What is known of the dice under one cup.

use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use super::hands::{FACES, Hand, Hands, MOST_DICE, fits, ways};
use super::round::ARC;
use crate::belief::{Reweighed, entropy_bits};

/// How far frozen weights may sum to something else than 1: far more than rounding, and far less than damage.
const FROZEN_SUM: f64 = 1e-6;

/// What is known of the dice under one cup.
#[derive(Clone, Debug)]
pub enum Cup {
    /// Seen, or empty.
    Known(Hand),
    /// Rolled and not seen.
    Unseen(Arc<Unseen>),
}

/// Dice that were not seen. Beliefs share them, and with them what was read off them, until an event says something of the cup.
#[derive(Debug)]
pub struct Unseen {
    /// How many, at most [`MOST_DICE`].
    pub dice: u8,
    /// A weight for each hand of so many dice, in the order of [`Hands`]. Sums to 1.
    pub weights: Vec<f64>,
    read: OnceLock<Read>,
}

/// What every reader of a belief asks of a cup.
#[derive(Debug)]
struct Read {
    faces: [Vec<f64>; FACES],
    bits: f64,
}

impl Unseen {
    /// So many dice, and a weight for each hand.
    pub fn new(dice: u8, weights: Vec<f64>) -> Arc<Self> {
        Arc::new(Self { dice, weights, read: OnceLock::new() })
    }

    /// Approximate memory in bytes, with what will be worked out when it is read.
    pub fn weigh(&self) -> usize {
        let read = FACES * (usize::from(self.dice) + 1) * size_of::<f64>();
        ARC + size_of::<Self>() + self.weights.capacity() * size_of::<f64>() + read
    }

    fn hands(&self) -> impl Iterator<Item = (&Hand, f64)> {
        Hands::of(self.dice).list.iter().zip(self.weights.iter().copied())
    }

    fn read(&self) -> &Read {
        self.read.get_or_init(|| {
            let mut faces: [Vec<f64>; FACES] = std::array::from_fn(|_| vec![0.0; usize::from(self.dice) + 1]);
            for (hand, weight) in self.hands() {
                for (face, count) in faces.iter_mut().zip(hand) {
                    face[usize::from(*count)] += weight;
                }
            }
            Read { faces, bits: entropy_bits(self.weights.iter().copied()) }
        })
    }
}

impl Cup {
    /// Dice that were rolled and not seen.
    pub fn rolled(dice: u8) -> Self {
        let dice = dice.min(MOST_DICE as u8);
        if dice == 0 { Self::Known([0; FACES]) } else { Self::Unseen(Unseen::new(dice, Hands::of(dice).prior.clone())) }
    }

    /// Dice of which each shows the faces with these probabilities, independently.
    pub fn weighed(dice: u8, face: &[f64; FACES]) -> Self {
        let dice = dice.min(MOST_DICE as u8);
        if dice == 0 {
            return Self::Known([0; FACES]);
        }
        let power = |p: f64, count: u8| (0..count).fold(1.0, |power, _| power * p);
        let of = |hand: &Hand| face.iter().zip(hand).fold(ways(hand), |product, (p, count)| product * power(*p, *count));
        Self::Unseen(Unseen::new(dice, Hands::of(dice).list.iter().map(of).collect()))
    }

    /// How many dice.
    pub fn dice(&self) -> u8 {
        match self {
            Self::Known(hand) => hand.iter().sum(),
            Self::Unseen(unseen) => unseen.dice,
        }
    }

    /// Calls `each` with every hand and its probability.
    pub fn each(&self, mut each: impl FnMut(&Hand, f64)) {
        match self {
            Self::Known(hand) => each(hand, 1.0),
            Self::Unseen(unseen) => unseen.hands().for_each(|(hand, weight)| each(hand, weight)),
        }
    }

    /// The probability of a hand.
    pub fn p(&self, hand: &Hand) -> f64 {
        match self {
            Self::Known(known) => f64::from(u8::from(known == hand)),
            Self::Unseen(unseen) => Hands::of(unseen.dice).place(hand).map_or(0.0, |place| unseen.weights[place]),
        }
    }

    /// The distribution of a number of dice that a hand determines, from 0 to all.
    pub fn distribution(&self, count: impl Fn(&Hand) -> u8) -> Vec<f64> {
        let mut p = vec![0.0; usize::from(self.dice()) + 1];
        self.each(|hand, weight| p[usize::from(count(hand))] += weight);
        p
    }

    /// Calls `each` with the distribution of the dice that show each face, ones first.
    pub fn faces(&self, mut each: impl FnMut(usize, &[f64])) {
        match self {
            Self::Known(hand) => {
                let dice = usize::from(self.dice());
                for (face, count) in hand.iter().enumerate() {
                    let mut p = vec![0.0; dice + 1];
                    p[usize::from(*count)] = 1.0;
                    each(face, &p);
                }
            }
            Self::Unseen(unseen) => unseen.read().faces.iter().enumerate().for_each(|(face, p)| each(face, p)),
        }
    }

    /// Entropy of the hand in bits.
    pub fn entropy_bits(&self) -> f64 {
        match self {
            Self::Known(_) => 0.0,
            Self::Unseen(unseen) => unseen.read().bits,
        }
    }

    /// Sums of the probabilities of all hands up to each.
    pub fn cumulative(&self) -> Vec<f64> {
        let mut sum = 0.0;
        let mut sums = Vec::new();
        self.each(|_, weight| {
            sum += weight;
            sums.push(sum);
        });
        sums
    }

    /// The same dice with another distribution, and what the likelihood that leads there says; `None` where the hand is known, or the
    /// distribution is of another number of dice.
    pub fn moved_to(&self, next: &Arc<Unseen>) -> Option<(Self, Reweighed)> {
        let Self::Unseen(unseen) = self else { return None };
        if next.weights.len() != unseen.weights.len() {
            return None;
        }
        // The likelihood of a hand is its probability after to that before, and is scaled to at most 1.
        let pairs = || next.weights.iter().zip(&unseen.weights).filter(|(after, before)| **after > 0.0 && **before > 0.0);
        let greatest = pairs().map(|(after, before)| after / before).fold(0.0, f64::max);
        if greatest <= 0.0 {
            return None;
        }
        let ln_after = pairs().map(|(after, before)| after * libm::log(after / before / greatest)).sum();
        Some((Self::Unseen(Arc::clone(next)), Reweighed { expected: (1.0 / greatest).min(1.0), ln_after }))
    }

    /// What a snapshot holds of it.
    pub fn freeze(&self) -> FrozenCup {
        match self {
            Self::Known(hand) => FrozenCup::Known(*hand),
            Self::Unseen(unseen) if unseen.weights == Hands::of(unseen.dice).prior => FrozenCup::Rolled(unseen.dice),
            Self::Unseen(unseen) => FrozenCup::Weighed(unseen.dice, unseen.weights.clone()),
        }
    }

    /// Approximate memory in bytes, the struct itself not counted, with what will be worked out when it is read.
    pub fn weigh(&self) -> usize {
        match self {
            Self::Known(_) => 0,
            Self::Unseen(unseen) => unseen.weigh(),
        }
    }
}

/// What a snapshot holds of a cup.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum FrozenCup {
    /// Seen, or empty.
    Known(Hand),
    /// So many dice of which nothing is known.
    Rolled(u8),
    /// So many dice, and the weight of each hand.
    Weighed(u8, Vec<f64>),
}

impl FrozenCup {
    /// The cup that was frozen. A hand that no cup holds is an empty one, and weights that are no distribution over the hands are those
    /// of dice of which nothing is known.
    pub fn thaw(self) -> Cup {
        match self {
            Self::Known(hand) => Cup::Known(if fits(&hand) { hand } else { [0; FACES] }),
            Self::Rolled(dice) => Cup::rolled(dice),
            Self::Weighed(dice, weights) => {
                let sum: f64 = weights.iter().sum();
                let are_weights = weights.iter().all(|weight| *weight >= 0.0) && (sum - 1.0).abs() < FROZEN_SUM;
                let fit = (1..=MOST_DICE).contains(&usize::from(dice)) && weights.len() == Hands::of(dice).list.len();
                if fit && are_weights { Cup::Unseen(Unseen::new(dice, weights)) } else { Cup::rolled(dice) }
            }
        }
    }
}
