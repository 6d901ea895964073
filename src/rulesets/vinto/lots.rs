//! How much a seat's choices in a round look like moves by lot, once the cards that they rested on are known.

use super::choice::Opportunity;
use super::clue::Clue;
use super::likelihood::{FITS_BY_LOT, TENDENCIES, TOSSES_BY_LOT};
use super::setup::MOST_SEATS;
use super::ways::{self, Manner, Rates};
use crate::rulesets::Seat;

/// For each seat, ln P(its choices | careless) - ln P(its choices | as shipped), and whether it made any.
pub struct Lots {
    shipped: Manner,
    errs: f64,
    ln: [f64; MOST_SEATS],
    chose: [bool; MOST_SEATS],
}

impl Default for Lots {
    fn default() -> Self {
        let mean = |name: &str, context: &str| {
            let tendency = TENDENCIES.iter().find(|tendency| tendency.name == name);
            tendency.map_or(0.5, |tendency| tendency.prior_in(context).mean())
        };
        let rates = |clue: Clue| match clue.tendency() {
            Some([held, not_held]) => Rates { held: mean(held.0, held.1), not_held: mean(not_held.0, not_held.1) },
            None => Rates::flat(0.5),
        };
        Self { shipped: Clue::ALL.map(rates), errs: mean("toss_errors", ""), ln: [0.0; MOST_SEATS], chose: [false; MOST_SEATS] }
    }
}

impl Lots {
    fn add(&mut self, seat: Seat, by_lot: f64, shipped: f64, times: u32) {
        let seat = usize::from(seat);
        if let (Some(ln), Some(chose)) = (self.ln.get_mut(seat), self.chose.get_mut(seat)) {
            *ln += f64::from(times) * (libm::log(by_lot) - libm::log(shipped));
            *chose |= times > 0;
        }
    }

    /// A choice whose clue holds so far.
    pub fn chose(&mut self, seat: Seat, opportunity: &Opportunity, holds: f64) {
        let Opportunity { clue, by_lot, made, among, .. } = *opportunity;
        if clue.moves_ways() {
            let [by_lot, shipped, _] = ways::read(by_lot, [&self.shipped; 2], clue, made, among);
            self.add(seat, by_lot.at(holds), shipped.at(holds), 1);
        }
    }

    /// A card was left in so many windows where it matched and was worth points, and in so many where it did not match.
    pub fn held_back(&mut self, seat: Seat, fitted: u32, unfit: u32) {
        let Rates { held, not_held } = self.shipped[Clue::NoTossIn as usize];
        self.add(seat, 1.0 - TOSSES_BY_LOT.value, 1.0 - held, fitted);
        self.add(seat, 1.0 - TOSSES_BY_LOT.value, 1.0 - not_held, unfit);
    }

    /// So many toss-ins were wrong, and so many right.
    pub fn tossed_in(&mut self, seat: Seat, [wrong, right]: [u32; 2]) {
        self.add(seat, 1.0 - FITS_BY_LOT.value, self.errs, wrong);
        self.add(seat, FITS_BY_LOT.value, 1.0 - self.errs, right);
    }

    /// Whether each seat that chose anything seemed to move by lot.
    pub fn seemed(&self) -> impl Iterator<Item = (Seat, bool)> + '_ {
        (0..).zip(self.chose.iter().zip(&self.ln)).filter(|(_, (chose, _))| **chose).map(|(seat, (_, ln))| (seat, *ln > 0.0))
    }
}
