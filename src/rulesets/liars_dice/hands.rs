//! Every hand that a number of dice can show, with its probability before any evidence.

use std::sync::LazyLock;

/// Faces of a die.
pub const FACES: usize = 6;

/// The place of ones among the faces.
pub const ONES: usize = 0;

/// Most dice under one cup: 3,003 hands.
pub const MOST_DICE: usize = 10;

/// The dice under a cup: how many show each face; ones first.
pub type Hand = [u8; FACES];

/// All hands of one number of dice, in lexicographic order of their counts.
#[derive(Debug)]
pub struct Hands {
    /// The hands.
    pub list: Vec<Hand>,
    /// Probability of each, as dice roll: n! / (product of the counts' factorials) / 6^n.
    pub prior: Vec<f64>,
}

impl Hands {
    /// All hands of `dice` dice, at most [`MOST_DICE`].
    #[must_use]
    pub fn of(dice: u8) -> &'static Self {
        static TABLES: LazyLock<Vec<Hands>> = LazyLock::new(|| (0..=MOST_DICE as u8).map(Hands::enumerate).collect());
        &TABLES[usize::from(dice).min(MOST_DICE)]
    }

    /// The place of a hand in the list; `None` where it is not of this number of dice.
    #[must_use]
    pub fn place(&self, hand: &Hand) -> Option<usize> {
        self.list.binary_search(hand).ok()
    }

    fn enumerate(dice: u8) -> Self {
        let mut list = Vec::new();
        fill(0, dice, &mut [0; FACES], &mut list);
        let all = (0..dice).fold(1.0, |ways, _| ways * FACES as f64);
        let prior = list.iter().map(|hand| ways(hand) / all).collect();
        Self { list, prior }
    }
}

/// In how many orders the dice of a hand can lie. Exact up to [`MOST_DICE`] dice.
#[must_use]
pub fn ways(hand: &Hand) -> f64 {
    let factorial = |n: u8| (1..=n).fold(1.0, |product, k| product * f64::from(k));
    hand.iter().fold(factorial(hand.iter().sum()), |ways, count| ways / factorial(*count))
}

fn fill(face: usize, left: u8, hand: &mut Hand, list: &mut Vec<Hand>) {
    if face == FACES - 1 {
        hand[face] = left;
        list.push(*hand);
        return;
    }
    for count in 0..=left {
        hand[face] = count;
        fill(face + 1, left - count, hand, list);
    }
}

/// The hand of dice given by their faces, 1 to 6; `None` where one is not a face.
#[must_use]
pub fn counted(dice: &[u8]) -> Option<Hand> {
    let mut hand = [0; FACES];
    for die in dice {
        let count: &mut u8 = hand.get_mut(usize::from(*die).checked_sub(1)?)?;
        *count = count.checked_add(1)?;
    }
    Some(hand)
}

/// Whether so many dice can lie under one cup.
#[must_use]
pub fn fits(hand: &Hand) -> bool {
    hand.iter().map(|count| usize::from(*count)).sum::<usize>() <= MOST_DICE
}

/// The faces of a hand in ascending order, 1 to 6.
#[must_use]
pub fn faces(hand: &Hand) -> Vec<u8> {
    (1..).zip(hand).flat_map(|(face, count)| std::iter::repeat_n(face, usize::from(*count))).collect()
}

/// A hand as text: `11346`.
#[must_use]
pub fn text(hand: &Hand) -> String {
    faces(hand).iter().map(u8::to_string).collect()
}

/// A hand in words: `1 1 3 4 6`.
#[must_use]
pub fn words(hand: &Hand) -> String {
    faces(hand).iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
}
