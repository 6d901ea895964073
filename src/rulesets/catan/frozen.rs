//! The hands of all worlds as a snapshot holds them: keys as steps from one to the next, which are small, and weights to the bit.
//!
//! What cannot have been frozen (keys out of order or wider than their lanes, counts below 0, weights that are no
//! probabilities) is not thawed.

use serde::{Deserialize, Serialize};

use super::counts::GREATEST_HAND;
use super::hands::Hands;
use super::keyed::{Keyed, each};
use super::lanes::{LANES, Packed, Row, first_lane};
use super::setup::MOST_SEATS;
use crate::belief::Worlds;

/// What a snapshot holds of [`Hands`].
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FrozenHands {
    base: Row,
    low: Row,
    spread: Row,
    worlds: FrozenWorlds,
}

/// The step from the key before, and the weight, of every world in order.
#[derive(Clone, Debug, Serialize, Deserialize)]
enum FrozenWorlds {
    Narrow(Vec<(u64, f64)>),
    Middle(Vec<(u128, f64)>),
    Wide(Vec<([u64; MOST_SEATS], f64)>),
}

impl Hands {
    /// What a snapshot holds.
    pub fn freeze(&self) -> FrozenHands {
        let worlds = match &self.keyed {
            Keyed::Narrow(worlds) => FrozenWorlds::Narrow(steps(worlds, self.seats)),
            Keyed::Middle(worlds) => FrozenWorlds::Middle(steps(worlds, self.seats)),
            Keyed::Wide(worlds) => FrozenWorlds::Wide(steps(worlds, self.seats)),
        };
        FrozenHands { base: self.base, low: self.low, spread: self.spread, worlds }
    }

    /// The hands that were frozen; `None` where they cannot have been.
    pub fn thaw(seats: u8, frozen: FrozenHands) -> Option<Self> {
        let keyed = match frozen.worlds {
            FrozenWorlds::Narrow(list) => Keyed::Narrow(worlds(seats, list)?),
            FrozenWorlds::Middle(list) => Keyed::Middle(worlds(seats, list)?),
            FrozenWorlds::Wide(list) => Keyed::Wide(worlds(seats, list)?),
        };
        let (least, most) = each!(&keyed, worlds => extremes(worlds, seats));
        let FrozenHands { base, mut low, mut spread, .. } = frozen;
        for lane in 0..LANES {
            // A seat that is not at the table holds nothing.
            let greatest = if lane < first_lane(seats) { GREATEST_HAND } else { 0 };
            let counts = -GREATEST_HAND..=greatest;
            if !counts.contains(&base[lane]) || base[lane] + least[lane] < 0 {
                return None;
            }
            low[lane] = low[lane].clamp(0, base[lane] + least[lane]);
            spread[lane] = spread[lane].clamp(most[lane], GREATEST_HAND);
        }
        let room = 2 * each!(&keyed, worlds => worlds.len());
        Some(Self { seats, keyed, base, low, spread, room })
    }
}

fn steps<K: Packed>(worlds: &Worlds<K>, seats: u8) -> Vec<(K, f64)> {
    let mut last = K::pack(K::layout(seats), &[0; LANES]);
    let step = |(key, weight): (&K, f64)| (key.minus(std::mem::replace(&mut last, *key)), weight);
    worlds.iter().map(step).collect()
}

/// The worlds of a list of steps.
fn worlds<K: Packed>(seats: u8, mut list: Vec<(K, f64)>) -> Option<Worlds<K>> {
    let layout = K::layout(seats);
    let mut last = K::pack(layout, &[0; LANES]);
    for (key, _) in &mut list {
        last = last.plus(*key);
        if K::pack(layout, &last.unpack(layout)) != last {
            return None;
        }
        *key = last;
    }
    Worlds::restored(list)
}

/// The least and the greatest value of each lane over all worlds.
fn extremes<K: Packed>(worlds: &Worlds<K>, seats: u8) -> (Row, Row) {
    let layout = K::layout(seats);
    let first = worlds.keys().first().map_or([0; LANES], |key| key.unpack(layout));
    worlds.keys().iter().fold((first, first), |(mut least, mut most), key| {
        for (lane, value) in key.unpack(layout).into_iter().enumerate() {
            least[lane] = least[lane].min(value);
            most[lane] = most[lane].max(value);
        }
        (least, most)
    })
}
