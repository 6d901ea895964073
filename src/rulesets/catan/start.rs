//! Hands of known size and unknown cards: dealt from the cards that may be in hands, where a game is joined and where a belief begins again.

use super::bundle::{Amounts, RESOURCES, Resource};
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

/// What is known when hands are dealt.
struct Known {
    /// The cards known, in the hands that hold them.
    row: Row,
    /// Cards that the rest of the hands is dealt from.
    pool: [u32; RESOURCES],
    /// What is dealt, in this order.
    shares: Vec<Share>,
    /// How many cards of each resource of the pool may be left over.
    spare: [u32; RESOURCES],
}

/// Cards that are dealt together.
struct Share {
    /// To whom; `None` for those that are in no hand.
    seat: Option<u8>,
    size: u32,
    /// Most cards of each resource among them.
    most: [u32; RESOURCES],
}

impl Share {
    /// The cards that it may be dealt from.
    fn pool(&self, pool: &[u32; RESOURCES]) -> [u32; RESOURCES] {
        std::array::from_fn(|kind| pool[kind].min(self.most[kind]))
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

/// Joins a game in the middle, or goes on with it. `public` are the counts after the event.
///
/// # Errors
/// Where the hands seen hold more than the bank leaves.
pub fn start(terms: &Terms, public: &PublicCounts, start: &Start, at: Revision) -> Result<Dealt, Contradiction> {
    let supply = terms.setup.supply().unwrap_or(i32::MAX);
    let mut held = AllHeld::default();
    for (seat, hand) in &start.hands {
        held[usize::from(*seat)] = Held { cards: hand.counts(), whole: true, lacks: None };
    }
    // Of what is not known of the bank, all may be in hands.
    let most = start.bank.map_or([supply; RESOURCES], |bank| bank.counts().map(|count| supply - count));
    let dealing = Dealing { sizes: likely_sizes(public, &held), least: [0; RESOURCES], most };
    dealing.gather(terms.seats, &held).and_then(|known| dealt(terms, &known, at)).ok_or_else(|| {
        let named = |kind: usize| held.iter().map(|held| held.cards[kind]).sum::<i32>();
        let over = Resource::ALL.into_iter().find(|resource| named(*resource as usize) > most[*resource as usize]);
        let detail = over.map_or_else(
            || "the hands hold more cards than there are".to_owned(),
            |resource| {
                let (kind, leaves) = (resource as usize, if start.bank.is_some() { "the bank leaves" } else { "there are" });
                format!("the hands named hold {} {} together, and {leaves} {}", named(kind), resource.name(), most[kind])
            },
        );
        let about = start.hands.keys().flat_map(|seat| variables(*seat, &[1; RESOURCES])).collect();
        Contradiction { detail, variables: about, certain: false }
    })
}

/// Deals again from the public counts, by as much of what is known as agrees with them: of `likeliest`, else of `surest`. `None` where
/// nothing can be dealt.
pub fn deal_again(terms: &Terms, public: &PublicCounts, likeliest: &AllHeld, surest: &AllHeld, at: Revision) -> Option<Dealt> {
    let (counted, endless) = ((public.at_least, public.at_most), ([0; RESOURCES], [i32::MAX; RESOURCES]));
    let nothing = AllHeld::default();
    // Sizes that a monopoly left open are guessed, so that counts and a guess may not add up: looser ones must do then.
    let attempts = [(counted, likeliest), (counted, surest), (counted, &nothing), (endless, &nothing)];
    attempts.into_iter().find_map(|((least, most), held)| {
        let dealing = Dealing { sizes: likely_sizes(public, held), least, most };
        dealt(terms, &dealing.gather(terms.seats, held)?, at)
    })
}

/// Sizes of hands that add up to all cards. Where a monopoly left them open, the largest hands of which not all is known are taken to have lost
/// its cards.
pub fn likely_sizes(public: &PublicCounts, held: &AllHeld) -> [i32; MOST_SEATS] {
    let known = held.map(|held| held.cards.iter().sum::<i32>());
    let mut sizes: [i32; MOST_SEATS] =
        std::array::from_fn(|seat| if held[seat].whole { known[seat] } else { public.sizes[seat].most });
    for _ in public.all..sizes.iter().sum() {
        let open = (0..MOST_SEATS).filter(|seat| public.sizes[*seat].vague && sizes[*seat] > known[*seat]);
        let Some(largest) = open.max_by_key(|seat| sizes[*seat]) else { break };
        sizes[largest] -= 1;
    }
    sizes
}

/// The numbers by which hands are dealt.
#[derive(Clone, Copy)]
struct Dealing {
    /// Sizes of the hands.
    sizes: [i32; MOST_SEATS],
    /// Least and most cards of each resource in all hands together.
    least: Amounts,
    most: Amounts,
}

impl Dealing {
    /// What there is to deal. `None` where the hands cannot hold what is known of them.
    fn gather(&self, seats: u8, held: &AllHeld) -> Option<Known> {
        let mut row: Row = [0; LANES];
        let (mut last, mut shares) = (Vec::new(), Vec::new());
        let (mut left, mut bound) = (self.most, self.least);
        for seat in 0..seats {
            let Held { cards, whole, lacks } = held[usize::from(seat)];
            row[first_lane(seat)..first_lane(seat) + RESOURCES].copy_from_slice(&cards);
            for kind in 0..RESOURCES {
                left[kind] -= cards[kind];
                bound[kind] -= cards[kind];
            }
            let others = if whole { 0 } else { self.sizes[usize::from(seat)] - cards.iter().sum::<i32>() };
            let size = u32::try_from(others).ok()?;
            let most = std::array::from_fn(|kind| if lacks.is_some_and(|lacks| lacks as usize == kind) { 0 } else { u32::MAX });
            // Who may hold anything takes what those leave that may not.
            let group = if lacks.is_some() { &mut shares } else { &mut last };
            group.extend((size > 0).then_some(Share { seat: Some(seat), size, most }));
        }
        shares.append(&mut last);
        let needed: u32 = shares.iter().map(|share| share.size).sum();
        let mut pool = [0; RESOURCES];
        for kind in 0..RESOURCES {
            pool[kind] = u32::try_from(left[kind]).ok()?.min(ENDLESS_POOL.max(needed));
            // What none of those may hold to whom cards are dealt is in no hand.
            if shares.iter().all(|share| share.most[kind] == 0) {
                pool[kind] = 0;
            }
        }
        let over = pool.iter().sum::<u32>().checked_sub(needed)?;
        let spare = std::array::from_fn(|kind| (pool[kind] as i32 - bound[kind].max(0)).clamp(0, over as i32) as u32);
        // Where cards are known to be in hands, though not in which, those that are in none are dealt first.
        if over > 0 && bound.iter().any(|bound| *bound > 0) {
            shares.insert(0, Share { seat: None, size: over, most: spare });
        }
        Some(Known { row, pool, shares, spare })
    }
}

/// All hands that can be dealt, or as many drawn as may be tracked. `None` where there are none.
fn dealt(terms: &Terms, known: &Known, at: Revision) -> Option<Dealt> {
    let most = terms.most;
    let size: u32 = known.shares.iter().map(|share| share.size).sum();
    let each: Vec<f64> = known.shares.iter().map(|share| ways(&share.pool(&known.pool), share.size)).collect();
    // Where all of the pool is dealt, one share is what the others leave.
    let left = if size > 0 && size == known.pool.iter().sum::<u32>() { each.iter().copied().fold(1.0, f64::max) } else { 1.0 };
    let bound = each.iter().product::<f64>() / left;
    let listed = if bound > 8.0 * most as f64 { None } else { every_deal(known, most) };
    let mut draws = None;
    let rows = listed.unwrap_or_else(|| {
        let drawn = drawn_deals(known, most.min(MOST_DRAWN / size.max(1) as usize).max(1), at);
        draws = Some(drawn.len() as f64);
        drawn
    });
    let in_hands: u32 = known.shares.iter().filter(|share| share.seat.is_some()).map(|share| share.size).sum();
    let (mut least, mut greatest) = ([0; RESOURCES], [0; RESOURCES]);
    for resource in 0..RESOURCES {
        let seen: i32 = (0..MOST_SEATS).map(|seat| known.row[seat * RESOURCES + resource]).sum();
        greatest[resource] = seen + known.pool[resource].min(in_hands) as i32;
        least[resource] = seen + (known.pool[resource] - known.spare[resource]) as i32;
    }
    let (hands, lost) = Hands::collect(terms.seats, rows)?;
    Some(Dealt { hands, lost, totals: (least, greatest), draws })
}

/// Every deal with its probability; `None` where there are more than `most`.
fn every_deal(known: &Known, most: usize) -> Option<Vec<(Row, f64)>> {
    let mut deals = vec![(known.row, known.pool, 1.0)];
    for share in &known.shares {
        let mut next = Vec::new();
        for (row, pool, p) in &deals {
            ask(1);
            let mut strides = Strides::default();
            for (cards, q) in hands(&share.pool(pool), share.size) {
                strides.step();
                if next.len() == most {
                    return None;
                }
                next.push((with(row, share.seat, &cards), std::array::from_fn(|kind| pool[kind] - cards[kind]), p * q));
            }
        }
        deals = next;
    }
    Some(deals.into_iter().map(|(row, _, p)| (row, p)).collect())
}

/// Deals drawn at random, of equal weight. One in which the last shares find too few cards that they may have is left out.
fn drawn_deals(known: &Known, most: usize, at: Revision) -> Vec<(Row, f64)> {
    let mut rng = seeded(at, DEALING);
    let mut draw = || {
        ask(1 + u64::from(known.shares.iter().map(|share| share.size).sum::<u32>()));
        let (mut row, mut pool) = (known.row, known.pool);
        for share in &known.shares {
            let cards = deal(&mut share.pool(&pool), share.size, &mut rng);
            if cards.iter().sum::<u32>() < share.size {
                return None;
            }
            pool = std::array::from_fn(|kind| pool[kind] - cards[kind]);
            row = with(&row, share.seat, &cards);
        }
        Some((row, 1.0))
    };
    (0..most).filter_map(|_| draw()).collect()
}

/// The hands once a share was dealt.
fn with(row: &Row, seat: Option<u8>, cards: &[u32; RESOURCES]) -> Row {
    let mut row = *row;
    for (resource, count) in cards.iter().enumerate() {
        if let Some(seat) = seat {
            row[first_lane(seat) + resource] += *count as i32;
        }
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
