//! Hands of known size and unknown cards, dealt from the cards that may be in hands.

use super::bundle::{Amounts, RESOURCES, Resource, plus};
use super::composition::Composition;
use super::hands::Hands;
use super::lanes::{LANES, Row, first_lane};
use super::likelihood::ENDLESS_POOL;
use super::setup::MOST_SEATS;
use super::terms::Terms;
use crate::belief::stint::{Strides, ask};
use crate::belief::{deal, every_hand, hands, ln_choose, seeded};
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
    /// The cards came from the bank just now, and not from other hands.
    pub came: bool,
}

/// What is known of all hands, by seat.
pub type AllHeld = [Held; MOST_SEATS];

/// The numbers by which hands are dealt.
#[derive(Clone, Copy)]
pub struct Dealing {
    /// Sizes of the hands.
    pub sizes: [i32; MOST_SEATS],
    /// Cards of each resource that may be in hands, each as likely as another.
    pub pool: Amounts,
    /// Cards that each seat got beside those of the pool that are in its hand; below 0, cards that left it.
    pub moved: [Amounts; MOST_SEATS],
    /// Least and most cards of each resource in all hands together.
    pub least: Amounts,
    pub most: Amounts,
}

impl Dealing {
    /// What there is to deal. `None` where the hands cannot hold what is known of them.
    pub fn gather(&self, seats: u8, held: &AllHeld) -> Option<Known> {
        let mut row: Row = [0; LANES];
        let (mut shares, mut others) = (Vec::new(), Vec::new());
        let (mut known, mut since, mut moved) = ([0; RESOURCES], [0; RESOURCES], [0; RESOURCES]);
        for seat in 0..seats {
            let Held { cards, whole, lacks, came } = held[usize::from(seat)];
            let to_it = self.moved[usize::from(seat)];
            moved = plus(moved, to_it);
            // Which of the cards that are known came since: those are none of the pool.
            let may_be = |kind: usize| if whole || came { to_it[kind].min(cards[kind]) } else { 0 };
            since = plus(since, std::array::from_fn(may_be));
            row[first_lane(seat)..first_lane(seat) + RESOURCES].copy_from_slice(&cards);
            known = plus(known, cards);
            let size = if whole { 0 } else { self.sizes[usize::from(seat)] - cards.iter().sum::<i32>() };
            let share = Share { seat, size: u32::try_from(size).ok()?, lacks };
            let group = if lacks.is_some() { &mut shares } else { &mut others };
            group.extend((size > 0).then_some(share));
        }
        let lacking: u32 = shares.iter().map(|share| share.size).sum();
        let lacked = shares.first().and_then(|share| share.lacks);
        shares.append(&mut others);
        let dealt: u32 = shares.iter().map(|share| share.size).sum();
        let mut kinds = [Kind::default(); RESOURCES];
        for (kind, of) in kinds.iter_mut().enumerate() {
            let is_lacked = lacked.is_some_and(|lacked| lacked as usize == kind);
            let endless = i32::try_from(ENDLESS_POOL.max(dealt)).ok()?;
            let pool = (self.pool[kind] - (known[kind] - since[kind])).clamp(0, endless);
            // So many of those that are dealt are none of the pool; below 0, so many of the pool have left the hands.
            let beside = moved[kind] - since[kind];
            let least = (self.least[kind] - known[kind]).max(beside).max(0);
            let room = i32::try_from(if is_lacked { dealt - lacking } else { dealt }).ok()?;
            let most = self.most[kind].saturating_sub(known[kind]).min(pool + beside).min(room);
            let (least, most) = (u32::try_from(least).ok()?, u32::try_from(most).ok()?);
            *of = Kind { pool: pool as u32, beside, lacking: if is_lacked { lacking } else { 0 }, least, most };
        }
        let sum = |of: fn(&Kind) -> u32| kinds.iter().map(of).sum::<u32>();
        let (all_least, all_most) = (sum(|kind| kind.least), sum(|kind| kind.most));
        if kinds.iter().any(|kind| kind.least > kind.most) || !(all_least..=all_most).contains(&dealt) {
            return None;
        }
        // What the bounds say of each other: all cards that are dealt are of one resource.
        for kind in &mut kinds {
            let (others_least, others_most) = (all_least - kind.least, all_most - kind.most);
            (kind.least, kind.most) = (kind.least.max(dealt.saturating_sub(others_most)), kind.most.min(dealt - others_least));
        }
        Some(Known { row, kinds, shares })
    }
}

/// What is known when hands are dealt. Each way to choose the cards that are in hands, and to deal them, is as likely as any other that keeps
/// to what is known.
pub struct Known {
    /// The cards known, in the hands that hold them.
    row: Row,
    /// By resource.
    kinds: [Kind; RESOURCES],
    /// What is dealt, in this order: first to those who lack a resource, then to the others.
    shares: Vec<Share>,
}

/// What is known of the cards of one resource that are dealt.
#[derive(Clone, Copy, Default)]
struct Kind {
    /// Cards that may be among them, each as likely as another.
    pool: u32,
    /// So many of them are none of the pool; below 0, so many of the pool have left the hands.
    beside: i32,
    /// Cards that are dealt to those who lack the resource.
    lacking: u32,
    /// Least and most that are dealt.
    least: u32,
    most: u32,
}

impl Kind {
    /// ln of the number of ways in which so many of the resource are among the `dealt` cards, in nats, up to what all numbers share: to choose those of the
    /// pool that are, and to give none of them to those who lack it.
    fn ln_ways(&self, count: u32, dealt: u32) -> f64 {
        let drawn = u32::try_from(i64::from(count) - i64::from(self.beside));
        let chosen = drawn.map_or(f64::NEG_INFINITY, |drawn| ln_choose(self.pool, drawn));
        chosen + ln_choose(dealt - count, self.lacking)
    }

    /// By how much the number may be more than the least.
    const fn room(&self) -> u32 {
        self.most - self.least
    }
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
        let most_of = self.kinds.map(|kind| kind.most);
        let each: Vec<f64> = self.shares.iter().map(|share| ways(&share.pool(&most_of), share.size)).collect();
        let left = each.iter().copied().fold(1.0, f64::max);
        let chosen = ways(&self.kinds.map(|kind| kind.room()), self.open());
        let bound = each.iter().product::<f64>() / left * chosen.min(left);
        // Each choice of cards can be dealt in one way at least.
        let listed = if bound > 8.0 * most as f64 || chosen > most as f64 { None } else { self.every_deal(most) };
        let mut draws = None;
        let rows = listed.unwrap_or_else(|| {
            let drawn = self.drawn_deals(most.min(MOST_DRAWN / size.max(1) as usize).max(1), at);
            draws = Some(drawn.len() as f64);
            drawn
        });
        let seen = |kind: usize| (0..MOST_SEATS).map(|seat| self.row[seat * RESOURCES + kind]).sum::<i32>();
        let total = |of: fn(&Kind) -> u32| std::array::from_fn(|kind| seen(kind) + of(&self.kinds[kind]) as i32);
        let totals = (total(|kind| kind.least), total(|kind| kind.most));
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

    /// Deals drawn at random, of equal weight.
    pub fn drawn_deals(&self, most: usize, at: Revision) -> Vec<(Row, f64)> {
        let (mut rng, composition) = (seeded(at, DEALING), self.composition());
        let mut draw = || {
            ask(1 + 2 * u64::from(self.dealt()));
            let mut cards = composition.draw(&mut rng);
            let mut row = self.row;
            for share in &self.shares {
                let hand = deal(&mut share.pool(&cards), share.size, &mut rng);
                cards = minus(&cards, &hand);
                row = with(&row, share.seat, &hand);
            }
            (row, 1.0)
        };
        (0..most).map(|_| draw()).collect()
    }

    /// How many cards are dealt.
    fn dealt(&self) -> u32 {
        self.shares.iter().map(|share| share.size).sum()
    }

    /// How many of them are of no resource yet, when each has its least.
    fn open(&self) -> u32 {
        self.dealt() - self.kinds.iter().map(|kind| kind.least).sum::<u32>()
    }

    /// Every choice of the cards to deal, with a weight in proportion to its probability.
    fn choices(&self) -> Vec<([u32; RESOURCES], f64)> {
        let (dealt, mut strides) = (self.dealt(), Strides::default());
        let weigh = |more: [u32; RESOURCES]| {
            strides.step();
            let cards: [u32; RESOURCES] = std::array::from_fn(|kind| self.kinds[kind].least + more[kind]);
            let ln = self.kinds.iter().zip(&cards).map(|(kind, count)| kind.ln_ways(*count, dealt)).sum::<f64>();
            (cards, ln)
        };
        let weighed: Vec<_> = every_hand(&self.kinds.map(|kind| kind.room()), self.open()).into_iter().map(weigh).collect();
        let likeliest = weighed.iter().fold(f64::NEG_INFINITY, |most, (_, ln)| most.max(*ln));
        weighed.into_iter().map(|(cards, ln)| (cards, libm::exp(ln - likeliest))).collect()
    }

    /// The same, to draw from.
    fn composition(&self) -> Composition {
        let dealt = self.dealt();
        let ln_ways = |kind: &Kind| (kind.least..=kind.most).map(|count| kind.ln_ways(count, dealt)).collect::<Vec<f64>>();
        Composition::new(self.kinds.map(|kind| kind.least), &self.kinds.each_ref().map(ln_ways), self.open() as usize)
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
