//! What a seat's turns say of the development cards that it keeps.
//!
//! A player who holds a knight plays it sooner or later; a victory point is never played before the end. So a card that lies in a hand turn after turn
//! is more and more likely a victory point. *Model of play:* in each of its turns a seat wants to play each type that it holds (of cards bought in
//! earlier turns) with a probability that is its own, independently of the others, and plays one of those that it wants to, each with equal
//! probability. How ready it is, nobody knows before the game: it plays in one of the ways of its [`Readiness`], and the turns of the game itself say in which.
//!
//! A seat's own cards can be followed apart from all others': the deck lies in random order, so that a whole assignment weighs as many orders as deal it,
//! times one factor for each seat. That factor, by the cards that a seat may hold, is a [`Reading`]; `holdings` puts them together.

use serde::{Deserialize, Serialize};

use super::bundle::{Cards, DevCard};
use super::players::Readiness;

/// What everybody saw happen to a seat's development cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Step {
    /// So many that were bought may be played from here on. At least 1.
    Bought(u16),
    /// So many of its turns went by in which it played none, though it could have. At least 1.
    Passed(u16),
    /// It played one.
    Played(DevCard),
    /// It shows one, which says nothing of why it does. A moment in the middle of a play.
    Shown(DevCard),
    /// It chose to play one, which is in its hand still. The next moment.
    Chosen(DevCard),
}

/// More than any deck gives rise to: a purchase, a play and turns between them for each card.
const MOST_STEPS: usize = 2_000;

/// Turns of one seat that are counted: what passes beyond says nothing more, and a seat's steps stay small.
const MOST_PASSED: u16 = 300;

/// The least weight of a set of cards in one way of playing, after each step: soft evidence never rules out what the rules allow. So small that it
/// tells nothing by itself, and so large that all the cards of a deck dealt in the least likely way leave it above 0.
const LEAST_WEIGHT: f64 = 1e-150;

/// A reading is not made where more sets of cards than this may be in a hand of one size: of decks that are much larger than the game's.
const MOST_SETS: u32 = 400;

/// What a seat may hold, in order, with weights by ways of playing.
type MayHold = Vec<(Cards, Vec<f64>)>;

/// What a seat may hold, in order, each with the weight that its turns give it: the sum over the orders in which it may have bought the cards, up to a factor that all share.
pub type Reading = Vec<(Cards, f64)>;

/// Adds a step.
pub fn add(steps: &mut Vec<Step>, step: Step) {
    let passed: u16 = steps.iter().map(|step| if let Step::Passed(turns) = step { *turns } else { 0 }).sum();
    match (steps.last_mut(), step) {
        (_, Step::Passed(_)) if passed >= MOST_PASSED => {}
        (Some(Step::Passed(turns)), Step::Passed(more)) => *turns += more,
        _ => steps.push(step),
    }
}

/// The steps that a snapshot holds, without those that no table keeps.
pub fn thawed(frozen: Vec<Step>) -> Vec<Step> {
    let mut steps = Vec::new();
    for step in frozen.into_iter().take(MOST_STEPS) {
        match step {
            Step::Bought(count) => steps.push(Step::Bought(count.min(u16::from(u8::MAX)))),
            Step::Passed(turns) => add(&mut steps, Step::Passed(turns.min(MOST_PASSED))),
            Step::Played(card) => steps.push(Step::Played(card)),
            Step::Shown(_) | Step::Chosen(_) => {}
        }
    }
    steps
}

/// Reads the steps of a seat, `fresh` cards bought since included, of a deck of these cards; `softness`, from 0 to 4, is the exponent of what is not certain. `None`
/// where the deck is too large for it, or where steps and cards do not agree.
pub fn reading(steps: &[Step], fresh: u32, deck: &Cards, softness: f64, readiness: &Readiness) -> Option<Reading> {
    let sets: u32 = deck.iter().fold(1, |sets: u32, count| sets.saturating_mul(count + 1)) / (1 + deck.iter().max()?);
    if sets > MOST_SETS {
        return None;
    }
    let wants = readiness.by_way(|ready| ready, 0.0);
    let mut may_hold = vec![([0; 5], readiness.shares())];
    for step in steps {
        match *step {
            Step::Bought(count) => (0..count).for_each(|_| may_hold = bought(&may_hold, deck)),
            Step::Passed(turns) => {
                let kept = readiness.by_way(|ready| libm::pow(1.0 - ready, softness * f64::from(turns)), 1.0);
                weigh(&mut may_hold, &kept, none);
            }
            Step::Shown(card) => may_hold.retain(|(cards, _)| cards[card as usize] > 0),
            Step::Chosen(card) => choose(&mut may_hold, card, softness, &wants),
            Step::Played(card) => {
                choose(&mut may_hold, card, softness, &wants);
                lay_down(&mut may_hold, card);
            }
        }
        if !may_hold.iter().flat_map(|(_, weights)| weights).any(|weight| *weight > 0.0) {
            return None;
        }
    }
    // No turn says anything of the cards bought since: the ways of playing are summed over first.
    may_hold.iter_mut().for_each(|(_, weights)| *weights = vec![sum(weights)]);
    (0..fresh).for_each(|_| may_hold = bought(&may_hold, deck));
    Some(may_hold.iter().map(|(cards, weights)| (*cards, sum(weights))).collect())
}

fn sum(weights: &[f64]) -> f64 {
    weights.iter().fold(0.0, |sum, weight| sum + weight)
}

/// One card more, of any type.
fn bought(may_hold: &MayHold, deck: &Cards) -> MayHold {
    let one_more = |(at, (cards, _)): (usize, &(Cards, Vec<f64>))| {
        let more = move |kind: usize| {
            let mut cards = *cards;
            cards[kind] += 1;
            (cards, at)
        };
        (0..5).filter(|kind| cards[*kind] < deck[*kind]).map(more).collect::<Vec<_>>()
    };
    let mut all: Vec<(Cards, usize)> = may_hold.iter().enumerate().flat_map(one_more).collect();
    all.sort_unstable();
    let mut merged: MayHold = Vec::new();
    for (cards, at) in all {
        match merged.last_mut() {
            Some((last, sums)) if *last == cards => {
                sums.iter_mut().zip(&may_hold[at].1).for_each(|(sum, weight)| *sum += weight);
            }
            _ => merged.push((cards, may_hold[at].1.clone())),
        }
    }
    merged
}

/// The seat plays a card of this type. With no soft evidence it is any of its cards.
fn choose(may_hold: &mut MayHold, card: DevCard, softness: f64, wants: &[[f64; 5]]) {
    may_hold.retain(|(cards, _)| cards[card as usize] > 0);
    for (cards, weights) in may_hold.iter_mut() {
        let any = f64::from(cards[card as usize]) / f64::from(cards.iter().sum::<u32>());
        let factor = libm::pow(any, 1.0 - softness);
        weights.iter_mut().for_each(|weight| *weight *= factor);
    }
    weigh(may_hold, wants, |held, wants| libm::pow(plays(held, wants, card), softness));
}

/// The card is out of the hand. The weights sum to 1 after it, so that no number of plays wears them down.
fn lay_down(may_hold: &mut MayHold, card: DevCard) {
    let all = may_hold.iter().fold(0.0, |all, (_, weights)| all + sum(weights));
    for (cards, weights) in may_hold {
        cards[card as usize] -= 1;
        weights.iter_mut().for_each(|weight| *weight /= all);
    }
}

/// Which types are in a hand.
type Types = [bool; 5];

/// Weighs what the seat may hold by a likelihood that depends on the types in its hand, and on a number for each of them that each way of playing has.
fn weigh(may_hold: &mut MayHold, by_way: &[[f64; 5]], likelihood: impl Fn(&Types, &[f64; 5]) -> f64) {
    let mut by_types: [Option<Vec<f64>>; 1 << 5] = [const { None }; 1 << 5];
    for (cards, weights) in may_hold {
        let held = cards.map(|count| count > 0);
        let place = held.iter().fold(0, |place, held| 2 * place + usize::from(*held));
        let factors = by_types[place].get_or_insert_with(|| by_way.iter().map(|numbers| likelihood(&held, numbers)).collect());
        weights.iter_mut().zip(factors.iter()).for_each(|(weight, factor)| *weight = (*weight * factor).max(LEAST_WEIGHT));
    }
}

/// P(a seat plays none of these), by the probability that it keeps those of each type.
fn none(held: &Types, kept: &[f64; 5]) -> f64 {
    held.iter().zip(kept).fold(1.0, |p, (held, kept)| if *held { p * kept } else { p })
}

/// P(a seat that holds these types plays that one in a turn). A victory point is turned up when the game ends, which says nothing of the others.
fn plays(held: &Types, wants: &[f64; 5], card: DevCard) -> f64 {
    if card == DevCard::VictoryPoint {
        return 1.0;
    }
    // P(it wants to play so many of its other types).
    let mut wanted = [1.0, 0.0, 0.0, 0.0, 0.0];
    for kind in (0..5).filter(|kind| held[*kind] && *kind != card as usize) {
        for count in (0..5).rev() {
            let one_fewer = if count > 0 { wanted[count - 1] } else { 0.0 };
            wanted[count] = wanted[count] * (1.0 - wants[kind]) + one_fewer * wants[kind];
        }
    }
    let share = (1..).zip(wanted).fold(0.0, |sum, (among, p)| sum + p / f64::from(among));
    wants[card as usize] * share
}

#[cfg(test)]
mod tests {
    use super::*;

    const DECK: Cards = [14, 5, 2, 2, 2];

    /// Of a stranger whose readiness has the levels .02, .15 and .6 for each kind.
    fn reading(steps: &[Step], deck: &Cards, softness: f64) -> Option<Reading> {
        super::reading(steps, 0, deck, softness, &Readiness::of_stranger([[0.02, 0.15, 0.6]; 3]))
    }

    fn weight(reading: &Reading, cards: Cards) -> f64 {
        reading.iter().find(|(held, _)| *held == cards).map_or(0.0, |(_, weight)| *weight)
    }

    #[test]
    fn a_card_that_is_kept_for_two_turns_by_hand() {
        let reading = reading(&[Step::Bought(1), Step::Passed(2)], &DECK, 1.0).unwrap();
        // The levels .02, .15 and .6, each as likely: a knight is kept twice with (.98² + .85² + .4²) / 3.
        let kept = (0.9604 + 0.7225 + 0.16) / 3.0;
        assert!((weight(&reading, [1, 0, 0, 0, 0]) - kept).abs() < 1e-15);
        assert!((weight(&reading, [0, 1, 0, 0, 0]) - 1.0).abs() < 1e-15, "a victory point is always kept");
    }

    #[test]
    fn of_two_cards_that_a_seat_wants_to_play_it_plays_either() {
        // A knight wanted with .6, a monopoly with .15: the knight is played with .6 (.85 + .15 / 2).
        let readiness = [0.6, 0.0, 0.02, 0.15, 0.15];
        assert!((plays(&[true, false, false, false, true], &readiness, DevCard::Knight) - 0.6 * 0.925).abs() < 1e-15);
        let held = [true, true, false, false, true];
        let [knight, monopoly] = [DevCard::Knight, DevCard::Monopoly].map(|card| plays(&held, &readiness, card));
        assert!(
            (knight + monopoly + none(&held, &readiness.map(|ready| 1.0 - ready)) - 1.0).abs() < 1e-15,
            "it plays one of them, or none"
        );
    }

    #[test]
    fn without_soft_evidence_a_reading_counts_orders() {
        let steps = [Step::Bought(3), Step::Passed(4), Step::Played(DevCard::Knight)];
        let reading = reading(&steps, &DECK, 0.0).unwrap();
        let (two, pair) = (weight(&reading, [2, 0, 0, 0, 0]), weight(&reading, [1, 1, 0, 0, 0]));
        assert!((pair / two - 2.0).abs() < 1e-12, "a knight and a victory point come in two orders, two knights in one");
    }

    #[test]
    fn turns_without_end_leave_every_card_possible() {
        let mut steps = vec![Step::Bought(2)];
        (0..5_000).for_each(|_| add(&mut steps, Step::Passed(1)));
        assert_eq!(steps, [Step::Bought(2), Step::Passed(MOST_PASSED)]);
        assert!(reading(&steps, &DECK, 4.0).unwrap().iter().all(|(_, weight)| *weight > 0.0));
        assert_eq!(thawed(vec![Step::Bought(2), Step::Passed(u16::MAX)]), steps);
    }

    #[test]
    fn players_who_always_play_may_hold_every_card_still() {
        let always = Readiness::of_stranger([[0.99; 3]; 3]);
        let kept = [Step::Bought(3), Step::Passed(MOST_PASSED)];
        let read = |steps: &[Step]| super::reading(steps, 0, &DECK, 4.0, &always);
        assert!(read(&kept).unwrap().iter().all(|(_, weight)| *weight > 0.0));
        let played = [&kept[..], &[Step::Played(DevCard::Knight)]].concat();
        assert!(weight(&read(&played).unwrap(), [2, 0, 0, 0, 0]) > 0.0, "it may still hold two more");
    }

    #[test]
    fn a_deck_that_is_too_large_is_not_read() {
        assert_eq!(reading(&[Step::Bought(1)], &[100; 5], 1.0), None);
        assert_eq!(reading(&[Step::Played(DevCard::Knight)], &DECK, 1.0), None, "nor one that no game can have made");
    }
}
