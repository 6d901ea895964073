//! The bounds of the counts over all worlds, and the width of the keys that they need.

use super::bundle::RESOURCES;
use super::hands::Hands;
use super::keyed::{Keyed, each, each_into, layout_of, pack_for, rewidened};
use super::lanes::{LANES, Packed, first_lane};
use crate::belief::stint::ask;

impl Hands {
    /// A strike that left few worlds makes the bounds cheap to renew.
    pub(super) fn tighten_small(&mut self, mass: f64) {
        if mass < 1.0 && self.len() <= 64 {
            self.tighten();
        }
    }

    /// Raises `base` and `low` to the true least counts.
    pub(super) fn tighten(&mut self) {
        let seats = self.seats;
        let (mut least, mut most) = ([0; LANES], [0; LANES]);
        each!(&self.keyed, worlds => {
            let layout = layout_of(worlds, seats);
            for lane in 0..layout.lanes {
                if self.spread[lane] == 0 {
                    continue;
                }
                let (mut low, mut high) = (i32::MAX, 0);
                ask(worlds.len() as u64);
                for key in worlds.keys() {
                    let value = key.lane(layout, lane);
                    low = low.min(value);
                    high = high.max(value);
                }
                (least[lane], most[lane]) = (low, high);
            }
        });
        if least.iter().any(|least| *least > 0) {
            self.keyed = each_into!(&self.keyed, worlds => {
                let layout = layout_of(worlds, seats);
                let lower = pack_for(worlds, layout, &least);
                worlds.rekeyed(|key| key.minus(lower))
            });
        }
        for lane in 0..LANES {
            self.base[lane] += least[lane];
            self.low[lane] = self.base[lane].max(0);
            self.spread[lane] = most[lane] - least[lane];
        }
    }

    /// Sees to it that the victim's and the thief's lanes can rise by one.
    pub(super) fn make_room(&mut self, thief: u8, victim: u8) {
        let fits = |hands: &Self| {
            let most = each!(&hands.keyed, worlds => layout_of(worlds, hands.seats).most());
            [thief, victim].iter().all(|seat| (0..RESOURCES).all(|resource| hands.spread[first_lane(*seat) + resource] < most))
        };
        if fits(self) {
            return;
        }
        self.tighten();
        if fits(self) {
            return;
        }
        let wider = match &self.keyed {
            Keyed::Narrow(worlds) => Keyed::Middle(rewidened(worlds, self.seats)),
            Keyed::Middle(worlds) => Keyed::Wide(rewidened(worlds, self.seats)),
            Keyed::Wide(_) => return,
        };
        self.keyed = wider;
        self.make_room(thief, victim);
    }
}
