//! Cards discarded unseen: every set of that many is as likely as its number of ways (multivariate hypergeometric).
//!
//! Players choose what they discard, and mostly keep what they can use; without a published account of how, the choice is
//! taken to be blind.

use super::belief::Belief;
use super::bundle::RESOURCES;
use super::dealing::{MOST_DRAWN, ways};
use super::hands::Hands;
use super::lanes::{Row, first_lane, of_seat};
use crate::belief::stint::{Strides, ask};
use crate::belief::{deal, hands, pick, seeded};
use crate::rulesets::{Revision, Seat};

/// The purpose of the generator that draws discards, so that it shares no draws with another.
const DISCARDING: u64 = 0x6361_7461_6e02;

/// Branches every world, or draws as many branches as may be tracked where there are far too many.
pub fn unseen(belief: &mut Belief, seat: Seat, count: u16, at: Revision) {
    let (mut branches, most) = (0.0, 4.0 * belief.terms.most as f64);
    belief.hands.visit(|row, _| {
        if branches <= most {
            // A few numbers for each resource and each size up to this one.
            ask(2 * (u64::from(count) + 1));
            branches += ways(&pool(row, seat), u32::from(count));
        }
    });
    if branches <= most {
        let lost = belief.hands.transform(|row, weight, into| {
            ask(1);
            let mut strides = Strides::default();
            for (cards, p) in hands(&pool(row, seat), u32::from(count)) {
                strides.step();
                into.push((without(row, seat, &cards), weight * p));
            }
        });
        belief.lose(lost);
        return;
    }
    let mut rng = seeded(at, DISCARDING);
    let sums = belief.hands.cumulative();
    let draws = belief.terms.most.min(MOST_DRAWN / usize::from(count.max(1))).max(1);
    let mut draw = || {
        ask(1 + u64::from(count));
        let row = belief.hands.row(pick(&sums, &mut rng));
        (without(&row, seat, &deal(&mut pool(&row, seat), u32::from(count), &mut rng)), 1.0)
    };
    let next: Vec<(Row, f64)> = (0..draws).map(|_| draw()).collect();
    if let Some((hands, lost)) = Hands::collect(belief.terms.seats, next) {
        belief.hands = hands;
        belief.lose(lost);
        belief.draws = Some(belief.draws.unwrap_or(f64::INFINITY).min(draws as f64));
    }
}

fn pool(row: &Row, seat: Seat) -> [u32; RESOURCES] {
    of_seat(row, seat).map(|count| count.max(0) as u32)
}

fn without(row: &Row, seat: Seat, cards: &[u32; RESOURCES]) -> Row {
    let mut row = *row;
    for (resource, count) in cards.iter().enumerate() {
        row[first_lane(seat) + resource] -= *count as i32;
    }
    row
}
