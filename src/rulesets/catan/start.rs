//! Hands of known size and unknown cards: dealt from the cards that may be in hands.

use super::bundle::{Counts, RESOURCES};
use super::counts::PublicCounts;
use super::event::Start;
use super::hands::Hands;
use super::lanes::{LANES, Row, first_lane};
use super::likelihood::ENDLESS_POOL;
use super::setup::MOST_SEATS;
use super::terms::Terms;
use super::variables::variables;
use crate::belief::stint::{Strides, ask};
use crate::belief::{Contradiction, deal, hands, seeded};
use crate::rulesets::Revision;

/// The purpose of the generator that draws hands, so that it shares no draws with another.
const DEALING: u64 = 0x6361_7461_6e01;

/// Most cards drawn for one event, over all worlds. Where hands are huge, fewer worlds are drawn, so that an event takes bounded time.
pub const MOST_DRAWN: usize = 20_000_000;

/// No hand is known.
const NONE: [Option<Counts>; MOST_SEATS] = [None; MOST_SEATS];

/// What is known when hands are dealt.
struct Known {
    /// Cards that the unknown hands are dealt from.
    pool: [u32; RESOURCES],
    /// The hands seen.
    row: Row,
    /// Seats whose hands are not, with their sizes.
    unknown: Vec<(u8, u32)>,
    /// All of the pool is in hands: the last hand is what the others leave.
    all_in_hands: bool,
}

/// Hands as they were dealt.
pub struct Dealt {
    /// What every seat may hold, and the mass of worlds too far apart to be stored together; `None` where there is no world.
    pub hands: Option<(Hands, f64)>,
    /// Least and most cards of each resource in all hands together.
    pub totals: (Counts, Counts),
    /// Independent draws that the worlds are worth, where they were drawn and not listed.
    pub draws: Option<f64>,
}

/// Joins a game in the middle. `public` are the counts after the event.
///
/// # Errors
/// Where the hands seen hold more than the bank leaves.
pub fn start(terms: &Terms, public: &PublicCounts, start: &Start, at: Revision) -> Result<Dealt, Contradiction> {
    let setup = &terms.setup;
    let mut known = [None; MOST_SEATS];
    for (seat, hand) in &start.hands {
        known[usize::from(*seat)] = Some(hand.counts());
    }
    let limits: Counts = match (setup.supply(), start.bank) {
        (Some(supply), Some(bank)) => bank.counts().map(|count| supply - count),
        (Some(supply), None) => [supply; RESOURCES],
        (None, _) => [i32::MAX; RESOURCES],
    };
    let Some(dealing) = gather(terms.seats, public, &known, &limits, start.bank.is_some()) else {
        return Err(Contradiction {
            detail: "the hands named hold more cards of a resource than the bank leaves".to_owned(),
            variables: start.hands.keys().flat_map(|seat| variables(*seat, &[1; RESOURCES])).collect(),
            certain: false,
        });
    };
    Ok(dealt(terms, &dealing, at))
}

/// Deals again from the public counts, with hands that are known kept where they fit. `None` where nothing can be dealt.
pub fn deal_again(terms: &Terms, public: &PublicCounts, known: &[Option<Counts>; MOST_SEATS], at: Revision) -> Option<Dealt> {
    let supply = terms.setup.supply().unwrap_or(i32::MAX);
    let most = public.at_most.map(|most| supply.min(most));
    // A log that this belief could not take may hold counts that do not add up: then looser limits must do.
    let looser = [(known, most), (&NONE, most), (&NONE, [supply; RESOURCES]), (&NONE, [i32::MAX; RESOURCES])];
    let dealing = looser.iter().find_map(|(known, limits)| gather(terms.seats, public, known, limits, false))?;
    Some(dealt(terms, &dealing, at))
}

fn gather(
    seats: u8,
    public: &PublicCounts,
    known: &[Option<Counts>; MOST_SEATS],
    limits: &Counts,
    all_in_hands: bool,
) -> Option<Known> {
    let mut row: Row = [0; LANES];
    let mut unknown = Vec::new();
    let mut left = *limits;
    for seat in 0..seats {
        let size = public.sizes[usize::from(seat)].most;
        match known[usize::from(seat)] {
            Some(hand) => {
                row[first_lane(seat)..first_lane(seat) + RESOURCES].copy_from_slice(&hand);
                left.iter_mut().zip(hand).for_each(|(left, held)| *left -= held);
            }
            None if size > 0 => unknown.push((seat, size as u32)),
            None => {}
        }
    }
    if left.iter().any(|left| *left < 0) {
        return None;
    }
    let needed: u32 = unknown.iter().map(|(_, size)| size).sum();
    let pool = left.map(|left| (left as u32).min(ENDLESS_POOL.max(needed)));
    let all: u32 = pool.iter().sum();
    (needed <= all && (!all_in_hands || needed == all)).then_some(Known { pool, row, unknown, all_in_hands })
}

/// All hands that can be dealt, or as many drawn as may be tracked.
fn dealt(terms: &Terms, known: &Known, at: Revision) -> Dealt {
    let most = terms.most;
    let free = known.unknown.len() - usize::from(known.all_in_hands && !known.unknown.is_empty());
    let bound: f64 = known.unknown[..free].iter().map(|(_, size)| ways(&known.pool, *size)).product();
    let listed = if bound > 8.0 * most as f64 { None } else { every_deal(known, most) };
    let cards: u32 = known.unknown.iter().map(|(_, size)| size).sum();
    let mut draws = None;
    let rows = listed.unwrap_or_else(|| {
        let count = most.min(MOST_DRAWN / cards.max(1) as usize).max(1);
        draws = Some(count as f64);
        drawn_deals(known, count, at)
    });
    let (mut least, mut greatest) = ([0; RESOURCES], [0; RESOURCES]);
    for resource in 0..RESOURCES {
        let seen: i32 = (0..MOST_SEATS).map(|seat| known.row[seat * RESOURCES + resource]).sum();
        greatest[resource] = seen + known.pool[resource].min(cards) as i32;
        least[resource] = if known.all_in_hands { greatest[resource] } else { seen };
    }
    Dealt { hands: Hands::collect(terms.seats, rows), totals: (least, greatest), draws }
}

/// Every deal with its probability; `None` where there are more than `most`.
fn every_deal(known: &Known, most: usize) -> Option<Vec<(Row, f64)>> {
    let mut deals = vec![(known.row, known.pool, 1.0)];
    for (seat, size) in &known.unknown {
        let mut next = Vec::new();
        for (row, pool, p) in &deals {
            ask(1);
            let mut strides = Strides::default();
            for (hand, q) in hands(pool, *size) {
                strides.step();
                if next.len() == most {
                    return None;
                }
                next.push((with_hand(row, *seat, &hand), std::array::from_fn(|kind| pool[kind] - hand[kind]), p * q));
            }
        }
        deals = next;
    }
    Some(deals.into_iter().map(|(row, _, p)| (row, p)).collect())
}

/// Deals drawn at random, of equal weight.
fn drawn_deals(known: &Known, most: usize, at: Revision) -> Vec<(Row, f64)> {
    let mut rng = seeded(at, DEALING);
    let mut draw = || {
        ask(1 + u64::from(known.unknown.iter().map(|(_, size)| size).sum::<u32>()));
        let (mut row, mut pool) = (known.row, known.pool);
        for (seat, size) in &known.unknown {
            let hand = deal(&mut pool, *size, &mut rng);
            row = with_hand(&row, *seat, &hand);
        }
        (row, 1.0)
    };
    (0..most).map(|_| draw()).collect()
}

fn with_hand(row: &Row, seat: u8, hand: &[u32; RESOURCES]) -> Row {
    let mut row = *row;
    for (resource, count) in hand.iter().enumerate() {
        row[first_lane(seat) + resource] = *count as i32;
    }
    row
}

/// How many different hands of a size a pool can make.
pub fn ways(pool: &[u32; RESOURCES], size: u32) -> f64 {
    let size = size as usize;
    let mut counts = vec![0.0; size + 1];
    counts[0] = 1.0;
    for kind in pool {
        let before = counts.clone();
        for (total, count) in counts.iter_mut().enumerate() {
            *count = before[total.saturating_sub(*kind as usize)..=total].iter().sum();
        }
    }
    counts[size]
}
