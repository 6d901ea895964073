//! The hands of all seats: a weighted set of whole worlds, stored as what they do not share.
//!
//! A world's count is `base + lane`, with `base` shared by all worlds and the lane, at least 0, its own. Cards that move
//! the same way in every world move `base` alone, and the worlds stay shared with the belief before. `low` is a proven
//! lower bound of each count over all worlds, so a payment that it covers needs no look at the worlds at all.
//!
//! How a snapshot holds them stands in `frozen`.

use super::bundle::{Amounts, RESOURCES, Resource};
use super::keyed::{Keyed, each, each_into, layout_of, pack_for};
use super::lanes::{LANES, Packed, Row, first_lane};
use crate::belief::stint::Strides;
use crate::belief::{Reweighed, Worlds};

/// What every seat may hold.
#[derive(Clone, Debug)]
pub struct Hands {
    pub(super) seats: u8,
    pub(super) keyed: Keyed,
    pub(super) base: Row,
    pub(super) low: Row,
    /// Upper bound of each lane over all worlds.
    pub(super) spread: Row,
    /// Worlds that the lists of keys and weights have room for, about: a steal makes room for twice as many as there were.
    pub(super) room: usize,
}

impl Hands {
    /// One world, certain.
    pub fn certain(seats: u8, row: &Row) -> Self {
        Self { seats, keyed: Keyed::Narrow(Worlds::certain(0)), base: *row, low: *row, spread: [0; LANES], room: 1 }
    }

    /// Worlds in any order; equal ones are merged. Returns the mass of worlds too far apart to be stored together (counts
    /// that differ by more than 4,095), which is lost. `None` where there is no world.
    pub fn collect(seats: u8, rows: Vec<(Row, f64)>) -> Option<(Self, f64)> {
        let mut base = rows.first()?.0;
        let mut top = base;
        let mut strides = Strides::default();
        for (row, _) in &rows {
            strides.step();
            for lane in 0..LANES {
                base[lane] = base[lane].min(row[lane]);
                top[lane] = top[lane].max(row[lane]);
            }
        }
        let spread: Row = std::array::from_fn(|lane| top[lane] - base[lane]);
        let (keyed, lost) = Keyed::collect(seats, &base, &spread, &rows)?;
        let mut hands = Self { seats, keyed, base, low: base, spread, room: 0 };
        hands.room = hands.len();
        Some((hands, lost))
    }

    /// How many worlds there are.
    pub fn len(&self) -> usize {
        each!(&self.keyed, worlds => worlds.len())
    }

    /// Shows every world with its probability, in order.
    pub fn visit(&self, mut see: impl FnMut(&Row, f64)) {
        each!(&self.keyed, worlds => {
            let layout = layout_of(worlds, self.seats);
            worlds.iter().for_each(|(key, weight)| see(&lifted(&self.base, &key.unpack(layout)), weight));
        });
    }

    /// The weights of the worlds, as running sums for drawing.
    pub fn cumulative(&self) -> Vec<f64> {
        each!(&self.keyed, worlds => worlds.cumulative())
    }

    /// One world, by its place in the order.
    pub fn row(&self, place: usize) -> Row {
        each!(&self.keyed, worlds => lifted(&self.base, &worlds.keys()[place].unpack(layout_of(worlds, self.seats))))
    }

    /// Probability of one world.
    pub fn probability(&self, row: &Row) -> f64 {
        let lanes: Row = std::array::from_fn(|lane| row[lane] - self.base[lane]);
        each!(&self.keyed, worlds => {
            let layout = layout_of(worlds, self.seats);
            let fits = lanes.iter().enumerate().all(|(at, lane)| {
                if at < layout.lanes { (0..=layout.most()).contains(lane) } else { *lane == 0 }
            });
            if fits { worlds.weight(&pack_for(worlds, layout, &lanes)) } else { 0.0 }
        })
    }

    /// Entropy of the joint in bits.
    pub fn entropy_bits(&self) -> f64 {
        each!(&self.keyed, worlds => worlds.entropy_bits())
    }

    /// Memory in bytes, the struct itself not counted: two shared lists, each with two counters and three words.
    pub fn bytes(&self) -> usize {
        let world = each!(&self.keyed, worlds => worlds.bytes() / worlds.len());
        2 * size_of::<[usize; 5]>() + self.room.max(self.len()) * world
    }

    /// Cards that move the same way in every world.
    pub fn shift(&mut self, seat: u8, change: &Amounts) {
        for (resource, change) in change.iter().enumerate() {
            let lane = first_lane(seat) + resource;
            self.base[lane] = self.base[lane].saturating_add(*change);
            self.low[lane] = self.low[lane].saturating_add(*change).max(0);
        }
    }

    /// Keeps the worlds in which a seat holds at least these cards. Returns the probability of that, `None` where it is 0.
    pub fn require(&mut self, seat: u8, cards: &Amounts) -> Option<f64> {
        let first = first_lane(seat);
        if self.surely_holds(seat, cards) {
            return Some(1.0);
        }
        let seats = self.seats;
        let base: Amounts = std::array::from_fn(|resource| self.base[first + resource]);
        let room = self.len();
        let mass = each!(&mut self.keyed, worlds => {
            let layout = layout_of(worlds, seats);
            worlds.strike(|key| {
                let mut holds = true;
                for resource in 0..RESOURCES {
                    holds &= base[resource] + key.lane(layout, first + resource) >= cards[resource];
                }
                holds
            })
        })?;
        self.replaced(mass, room);
        self.low[first..first + RESOURCES].iter_mut().zip(cards).for_each(|(low, count)| *low = (*low).max(*count));
        self.tighten_small(mass);
        Some(mass)
    }

    /// Whether the bounds alone say that the seat holds at least these cards in every world.
    pub fn surely_holds(&self, seat: u8, cards: &Amounts) -> bool {
        (0..RESOURCES).all(|resource| self.low[first_lane(seat) + resource] >= cards[resource])
    }

    /// Keeps the worlds in which a seat holds a card. Returns the probability of that, `None` where it is 0.
    pub fn require_any(&mut self, seat: u8) -> Option<f64> {
        let (first, seats) = (first_lane(seat), self.seats);
        if self.low[first..first + RESOURCES].iter().any(|low| *low > 0) {
            return Some(1.0);
        }
        let base: i32 = self.base[first..first + RESOURCES].iter().sum();
        let room = self.len();
        let mass = each!(&mut self.keyed, worlds => {
            let layout = layout_of(worlds, seats);
            worlds.strike(|key| base + (first..first + RESOURCES).map(|lane| key.lane(layout, lane)).sum::<i32>() > 0)
        })?;
        self.replaced(mass, room);
        if mass < 1.0 {
            self.tighten();
        }
        Some(mass)
    }

    /// Keeps the worlds in which a fact about all counts holds. Returns its probability, `None` where it is 0.
    pub fn condition(&mut self, holds: impl Fn(&Row) -> bool) -> Option<f64> {
        let (seats, base, room) = (self.seats, self.base, self.len());
        let mass = each!(&mut self.keyed, worlds => {
            let layout = layout_of(worlds, seats);
            worlds.strike(|key| holds(&lifted(&base, &key.unpack(layout))))
        })?;
        self.replaced(mass, room);
        if mass < 1.0 {
            self.tighten();
        }
        Some(mass)
    }

    /// Shifts weight by a likelihood in (0, 1].
    pub fn reweigh(&mut self, likelihood: impl Fn(&Row) -> f64) -> Reweighed {
        let (seats, base) = (self.seats, self.base);
        each!(&mut self.keyed, worlds => {
            let layout = layout_of(worlds, seats);
            worlds.reweigh(|key| likelihood(&lifted(&base, &key.unpack(layout))))
        })
    }

    /// A card drawn at random from the victim, who holds at least one in every world, goes to the thief.
    pub fn steal(&mut self, thief: u8, victim: u8) {
        self.make_room(thief, victim);
        let before = self.len();
        let (first, seats) = (first_lane(victim), self.seats);
        let base: Amounts = std::array::from_fn(|resource| self.base[first + resource]);
        let mut low = [i32::MAX; RESOURCES];
        // Nearly always the victim's hand is of one size in all worlds: its share is worked out once.
        let (mut size, mut share) = (1, 1.0);
        self.keyed = each_into!(&self.keyed, worlds => {
            let layout = layout_of(worlds, seats);
            // Lanes count from `base`, which falls by one in all of the victim's lanes: those that lose nothing rise by one.
            let shifts = std::array::from_fn(|stolen| {
                let mut row = [0; LANES];
                for resource in 0..RESOURCES {
                    row[first + resource] = i32::from(resource != stolen);
                }
                row[first_lane(thief) + stolen] = 1;
                pack_for(worlds, layout, &row)
            });
            worlds.branch(shifts, |key| {
                let counts: Amounts = std::array::from_fn(|resource| base[resource] + key.lane(layout, first + resource));
                for resource in 0..RESOURCES {
                    low[resource] = low[resource].min(counts[resource]);
                }
                let held = counts.iter().sum::<i32>();
                if held != size {
                    (size, share) = (held, 1.0 / f64::from(held.max(1)));
                }
                counts.map(|count| f64::from(count) * share)
            })
        });
        for (resource, low) in low.into_iter().enumerate() {
            let lane = first + resource;
            self.base[lane] -= 1;
            self.low[lane] = (low - 1).max(0);
            self.spread[lane] += 1;
            self.spread[first_lane(thief) + resource] += 1;
        }
        self.room = (2 * before + RESOURCES).max(self.len());
    }

    /// The same where the card is seen. Returns the probability that it was this one, `None` where it is 0.
    pub fn steal_seen(&mut self, thief: u8, victim: u8, card: Resource) -> Option<f64> {
        let (first, seats) = (first_lane(victim), self.seats);
        let base: Amounts = std::array::from_fn(|resource| self.base[first + resource]);
        let mass = each!(&mut self.keyed, worlds => {
            let layout = layout_of(worlds, seats);
            worlds.weigh(|key| {
                let counts: Amounts = std::array::from_fn(|resource| base[resource] + key.lane(layout, first + resource));
                f64::from(counts[card as usize]) / f64::from(counts.iter().sum::<i32>().max(1))
            })
        })?;
        self.room = self.len();
        let low = &mut self.low[first + card as usize];
        *low = (*low).max(1);
        let mut change = [0; RESOURCES];
        change[card as usize] = 1;
        self.shift(thief, &change);
        change[card as usize] = -1;
        self.shift(victim, &change);
        self.tighten_small(mass);
        Some(mass)
    }

    /// Replaces every world by others, with shares of its weight that sum to 1. Returns the mass lost as [`Self::collect`] does.
    pub fn transform(&mut self, mut into: impl FnMut(&Row, f64, &mut Vec<(Row, f64)>)) -> f64 {
        let mut rows = Vec::new();
        self.visit(|row, weight| into(row, weight, &mut rows));
        match Self::collect(self.seats, rows) {
            Some((hands, lost)) => {
                *self = hands;
                lost
            }
            None => 0.0,
        }
    }

    /// Drops worlds below the threshold, then the lightest above the cap. Returns the mass that was dropped.
    pub fn limit(&mut self, threshold: f64, most: usize) -> f64 {
        let pruned = if threshold > 0.0 { each!(&mut self.keyed, worlds => worlds.prune(threshold)) } else { 0.0 };
        let capped = each!(&mut self.keyed, worlds => worlds.cap(most));
        if pruned > 0.0 || capped > 0.0 {
            self.room = self.len();
        }
        1.0 - (1.0 - pruned) * (1.0 - capped)
    }

    /// P(count = n) for n = 0, 1, 2, ... for every lane in use.
    pub fn marginals(&self) -> Vec<Vec<f64>> {
        each!(&self.keyed, worlds => {
            let layout = layout_of(worlds, self.seats);
            (0..layout.lanes).map(|lane| {
                let least = usize::try_from(self.base[lane]).unwrap_or(0);
                if self.spread[lane] == 0 {
                    // All worlds agree, and their weights sum to 1.
                    let mut p = vec![0.0; least + 1];
                    p[least] = 1.0;
                    return p;
                }
                let mut p: Vec<f64> = Vec::with_capacity(least + self.spread[lane] as usize + 1);
                for (key, weight) in worlds.iter() {
                    let count = usize::try_from(self.base[lane] + key.lane(layout, lane)).unwrap_or(0);
                    if count >= p.len() {
                        p.resize(count + 1, 0.0);
                    }
                    p[count] += weight;
                }
                p
            }).collect()
        })
    }

    /// A strike of this mass may have made other lists, with room for as many worlds as there were.
    fn replaced(&mut self, mass: f64, before: usize) {
        if mass < 1.0 {
            self.room = before;
        }
    }
}

pub(super) fn lifted(base: &Row, lanes: &Row) -> Row {
    std::array::from_fn(|lane| base[lane] + lanes[lane])
}
