//! Hands of known size and unknown cards, dealt from the cards that may be in hands.

use rand::Rng;

use super::bundle::{Amounts, RESOURCES, Resource, plus};
use super::hands::Hands;
use super::lanes::{LANES, Row, first_lane};
use super::likelihood::ENDLESS_POOL;
use super::setup::MOST_SEATS;
use super::terms::Terms;
use crate::belief::stint::{Strides, ask};
use crate::belief::{deal, hands, hypergeometric, ln_choose, ln_hand, pick, seeded};
use crate::rulesets::Revision;

/// The purpose of the generator that draws hands, so that it shares no draws with another.
const DEALING: u64 = 0x6361_7461_6e01;

/// Most cards drawn for one event, over all worlds. Where hands are huge, fewer worlds are drawn, so that an event takes bounded time.
pub const MOST_DRAWN: usize = 20_000_000;

/// What is known of a hand when hands are dealt; what else is in it, up to its size, is dealt.
#[derive(Clone, Copy, Debug, Default)]
pub struct Held {
    /// Cards that are in it.
    pub cards: Amounts,
    /// There are no others in it.
    pub whole: bool,
    /// A resource of which it has no others.
    pub lacks: Option<Resource>,
}

/// What is known of all hands, by seat.
pub type AllHeld = [Held; MOST_SEATS];

/// The numbers by which hands are dealt.
#[derive(Clone, Copy)]
pub struct Dealing {
    /// Sizes of the hands.
    pub sizes: [i32; MOST_SEATS],
    /// Cards of each resource that hands may hold.
    pub pool: Amounts,
    /// Least and most cards of each resource in all hands together.
    pub least: Amounts,
    pub most: Amounts,
}

impl Dealing {
    /// What there is to deal. `None` where the hands cannot hold what is known of them.
    pub fn gather(&self, seats: u8, held: &AllHeld) -> Option<Known> {
        let mut row: Row = [0; LANES];
        let (mut shares, mut others) = (Vec::new(), Vec::new());
        let mut known = [0; RESOURCES];
        for seat in 0..seats {
            let Held { cards, whole, lacks } = held[usize::from(seat)];
            row[first_lane(seat)..first_lane(seat) + RESOURCES].copy_from_slice(&cards);
            known = plus(known, cards);
            let size = if whole { 0 } else { self.sizes[usize::from(seat)] - cards.iter().sum::<i32>() };
            let share = Share { seat, size: u32::try_from(size).ok()?, lacks };
            let group = if lacks.is_some() { &mut shares } else { &mut others };
            group.extend((size > 0).then_some(share));
        }
        let lacking =
            shares.first().and_then(|share| share.lacks).map(|resource| (resource, shares.iter().map(|share| share.size).sum()));
        shares.append(&mut others);
        let dealt: u32 = shares.iter().map(|share| share.size).sum();
        let beside = |counts: &Amounts, kind: usize| u32::try_from(counts[kind].max(0).checked_sub(known[kind])?).ok();
        let (mut pool, mut least, mut most) = ([0; RESOURCES], [0; RESOURCES], [0; RESOURCES]);
        for kind in 0..RESOURCES {
            pool[kind] = beside(&self.pool, kind)?.min(ENDLESS_POOL.max(dealt));
            least[kind] = beside(&self.least, kind).unwrap_or(0);
            let room = lacking.map_or(dealt, |(resource, size)| if resource as usize == kind { dealt - size } else { dealt });
            most[kind] = beside(&self.most, kind)?.min(pool[kind]).min(room);
        }
        let (all_least, all_most): (u32, u32) = (least.iter().sum(), most.iter().sum());
        if (0..RESOURCES).any(|kind| least[kind] > most[kind]) || !(all_least..=all_most).contains(&dealt) {
            return None;
        }
        // What the bounds say of each other: all cards that are dealt are of one resource.
        let narrowed = |kind: usize| {
            let (others_least, others_most) = (all_least - least[kind], all_most - most[kind]);
            (least[kind].max(dealt.saturating_sub(others_most)), most[kind].min(dealt - others_least))
        };
        let narrowed: [(u32, u32); RESOURCES] = std::array::from_fn(narrowed);
        let (least, most) = (narrowed.map(|(least, _)| least), narrowed.map(|(_, most)| most));
        Some(Known { row, pool, least, most, shares, lacking })
    }
}

/// What is known when hands are dealt. Each way to choose the cards that are in hands, and to deal them, is as likely as any other that keeps
/// to what is known.
pub struct Known {
    /// The cards known, in the hands that hold them.
    row: Row,
    /// Cards that the rest of the hands may hold.
    pool: [u32; RESOURCES],
    /// Least and most cards of each resource among those that are dealt.
    least: [u32; RESOURCES],
    most: [u32; RESOURCES],
    /// What is dealt, in this order: first to those who lack a resource, then to the others.
    shares: Vec<Share>,
    /// The resource that some lack, with how many cards are dealt to those.
    lacking: Option<(Resource, u32)>,
}

/// The cards that are dealt to a seat.
struct Share {
    seat: u8,
    size: u32,
    /// A resource that is not among them.
    lacks: Option<Resource>,
}

impl Share {
    /// The cards that it may be dealt from.
    fn pool(&self, pool: &[u32; RESOURCES]) -> [u32; RESOURCES] {
        let lacks = |kind: usize| self.lacks.is_some_and(|lacks| lacks as usize == kind);
        std::array::from_fn(|kind| if lacks(kind) { 0 } else { pool[kind] })
    }
}

impl Known {
    /// All hands that can be dealt, or as many drawn as may be tracked. `None` where there are none.
    pub fn deal(&self, terms: &Terms, at: Revision) -> Option<Dealt> {
        let (most, size) = (terms.most, self.dealt());
        // Once the cards are chosen, one share is what the others leave.
        let each: Vec<f64> = self.shares.iter().map(|share| ways(&share.pool(&self.most), share.size)).collect();
        let left = each.iter().copied().fold(1.0, f64::max);
        let chosen = ways(&self.room(), size - self.least.iter().sum::<u32>());
        let bound = each.iter().product::<f64>() / left * chosen.min(left);
        // Each choice of cards can be dealt in one way at least.
        let listed = if bound > 8.0 * most as f64 || chosen > most as f64 { None } else { self.every_deal(most) };
        let mut draws = None;
        let rows = listed.unwrap_or_else(|| {
            let drawn = self.drawn_deals(most.min(MOST_DRAWN / size.max(1) as usize).max(1), at);
            let (sum, squares) =
                drawn.iter().fold((0.0, 0.0), |(sum, squares), (_, weight)| (sum + weight, squares + weight * weight));
            draws = Some((sum * sum / squares).min(drawn.len() as f64));
            drawn
        });
        let seen = |kind: usize| (0..MOST_SEATS).map(|seat| self.row[seat * RESOURCES + kind]).sum::<i32>();
        let total = |counts: &[u32; RESOURCES]| std::array::from_fn(|kind| seen(kind) + counts[kind] as i32);
        let totals = (total(&self.least), total(&self.most));
        let (hands, lost) = Hands::collect(terms.seats, rows)?;
        Some(Dealt { hands, lost, totals, draws })
    }

    /// Every deal with a weight in proportion to its probability; `None` where there are more than `most`.
    pub fn every_deal(&self, most: usize) -> Option<Vec<(Row, f64)>> {
        let mut deals: Vec<_> = self.choices().into_iter().map(|(cards, weight)| (self.row, cards, weight)).collect();
        for share in &self.shares {
            let mut next = Vec::new();
            for (row, cards, p) in &deals {
                ask(1);
                let mut strides = Strides::default();
                for (hand, q) in hands(&share.pool(cards), share.size) {
                    strides.step();
                    if next.len() == most {
                        return None;
                    }
                    next.push((with(row, share.seat, &hand), minus(cards, &hand), p * q));
                }
            }
            deals = next;
        }
        Some(deals.into_iter().map(|(row, _, p)| (row, p)).collect())
    }

    /// Deals drawn at random, with their weights.
    pub fn drawn_deals(&self, most: usize, at: Revision) -> Vec<(Row, f64)> {
        let mut rng = seeded(at, DEALING);
        let mut draw = || {
            ask(1 + 6 * u64::from(self.dealt()));
            let (mut cards, weight) = self.choose(&mut rng);
            let mut row = self.row;
            for share in &self.shares {
                let hand = deal(&mut share.pool(&cards), share.size, &mut rng);
                cards = minus(&cards, &hand);
                row = with(&row, share.seat, &hand);
            }
            (row, weight)
        };
        (0..most).map(|_| draw()).filter(|(_, weight)| *weight > 0.0).collect()
    }

    /// How many cards are dealt.
    fn dealt(&self) -> u32 {
        self.shares.iter().map(|share| share.size).sum()
    }

    /// By how much the cards of each resource may be more than the least.
    fn room(&self) -> [u32; RESOURCES] {
        minus(&self.most, &self.least)
    }

    /// Every choice of the cards to deal, with a weight in proportion to its probability.
    fn choices(&self) -> Vec<([u32; RESOURCES], f64)> {
        let choice = |(more, _): ([u32; RESOURCES], f64)| -> [u32; RESOURCES] {
            std::array::from_fn(|kind| self.least[kind] + more[kind])
        };
        let listed = hands(&self.room(), self.dealt() - self.least.iter().sum::<u32>()).into_iter().map(choice);
        let weighed: Vec<_> = listed.map(|cards| (cards, ln_hand(&self.pool, &cards) + self.ln_suits(&cards))).collect();
        let likeliest = weighed.iter().fold(f64::NEG_INFINITY, |most, (_, ln)| most.max(*ln));
        weighed.into_iter().map(|(cards, ln)| (cards, libm::exp(ln - likeliest))).collect()
    }

    /// Draws the cards to deal, resource by resource, each within what the others leave it. Returns them with the weight of the draw.
    fn choose(&self, rng: &mut impl Rng) -> ([u32; RESOURCES], f64) {
        let (mut cards, mut weight, mut dealt) = ([0; RESOURCES], 1.0, self.dealt());
        for kind in 0..RESOURCES {
            let others = |counts: &[u32; RESOURCES]| counts[kind + 1..].iter().sum::<u32>();
            let least = self.least[kind].max(dealt.saturating_sub(others(&self.most)));
            let most = self.most[kind].min(dealt - others(&self.least));
            let chances = hypergeometric(self.pool[kind..].iter().sum(), self.pool[kind], dealt);
            let mut sum = 0.0;
            let sums: Vec<f64> = chances[least as usize..=most as usize]
                .iter()
                .map(|chance| {
                    sum += chance;
                    sum
                })
                .collect();
            cards[kind] = least + pick(&sums, rng) as u32;
            weight *= sum;
            dealt -= cards[kind];
        }
        (cards, weight * libm::exp(self.ln_suits(&cards)))
    }

    /// ln of the share of all ways to deal the cards that gives none of a resource to those who lack it, in nats.
    fn ln_suits(&self, cards: &[u32; RESOURCES]) -> f64 {
        let dealt: u32 = cards.iter().sum();
        self.lacking.map_or(0.0, |(resource, size)| ln_choose(dealt - cards[resource as usize], size) - ln_choose(dealt, size))
    }
}

/// Hands as they were dealt.
pub struct Dealt {
    /// What every seat may hold.
    pub hands: Hands,
    /// The mass of worlds too far apart to be stored together, which is lost.
    pub lost: f64,
    /// Least and most cards of each resource in all hands together.
    pub totals: (Amounts, Amounts),
    /// Independent draws that the worlds are worth, where they were drawn and not listed.
    pub draws: Option<f64>,
}

fn minus(cards: &[u32; RESOURCES], gone: &[u32; RESOURCES]) -> [u32; RESOURCES] {
    std::array::from_fn(|kind| cards[kind] - gone[kind])
}

/// The hands once a share was dealt.
fn with(row: &Row, seat: u8, cards: &[u32; RESOURCES]) -> Row {
    let mut row = *row;
    for (resource, count) in cards.iter().enumerate() {
        row[first_lane(seat) + resource] += *count as i32;
    }
    row
}

/// How many different hands of a size a pool can make.
pub fn ways(pool: &[u32; RESOURCES], size: u32) -> f64 {
    let size = size as usize;
    let mut counts = vec![0.0; size + 1];
    counts[0] = 1.0;
    for kind in pool.map(|kind| kind as usize) {
        // Hands that hold 0 to `kind` of one more resource: sums of so many neighbours, each by the one before it.
        let mut sums = counts.clone();
        for total in 1..=size {
            let gone = total.checked_sub(kind + 1).map_or(0.0, |gone| counts[gone]);
            sums[total] = sums[total - 1] + counts[total] - gone;
        }
        counts = sums;
    }
    counts[size]
}
