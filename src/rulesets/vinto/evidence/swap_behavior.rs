//! `swap_behavior`: what a seat put into its row, gave up, or threw away.
//!
//! Of a swap in which one card is hidden, that card is compared with the other, if the seat knew it: the kept one is probably lower, and
//! where it did not know the one it gave up, the kept one is probably not high. Where both are in sight, or
//! the drawn card is thrown away, the choice speaks of the seat's other cards: one that it knew to be worse would have gone instead.

use super::{place, seen_by_it};
use crate::rulesets::Seat;
use crate::rulesets::vinto::fold::Updating;
use crate::rulesets::vinto::instance::Instance;
use crate::rulesets::vinto::likelihood::{Clue, bad, ranks_where, rather_played};
use crate::rulesets::vinto::rank::{Rank, RankSet};

impl Updating<'_> {
    /// A seat gave up a card that the observer did not know yet, for one that it did.
    pub(in crate::rulesets::vinto) fn gives_up(&mut self, seat: Seat, out: Instance, drawn: Rank) {
        let what = format!("Seat {seat} took {drawn} for {}", place(&self.now, out));
        let lower = ranks_where(|value| value < drawn.value());
        let equal = ranks_where(|value| value == drawn.value());
        if self.now.belief.model.parameters.preset.is_some() {
            let says = format!("{what}: preset seed takes that one for higher.");
            self.leans(seat, Clue::SeedEqual, &[out], equal, || says.clone());
            self.leans(seat, Clue::SeedLower, &[out], lower, || says);
            return;
        }
        if !self.now.table.has_seen(seat, out) {
            return;
        }
        let says = format!("{what}: that one was probably higher.");
        self.leans(seat, Clue::GivesEqual, &[out], equal, || says.clone());
        self.leans(seat, Clue::GivesLower, &[out], lower, || says);
    }

    /// A seat put a card into its row that the observer does not know.
    /// `out` is what it gave up, and `knew` whether it had seen that.
    pub(in crate::rulesets::vinto) fn keeps(&mut self, seat: Seat, kept: Instance, out: Option<Rank>, knew: bool) {
        if !knew {
            self.leans(seat, Clue::KeepsHigh, &[kept], bad(), || {
                format!("Seat {seat} kept a hidden card and gave up one that it did not know: it is probably not high.")
            });
        } else if let Some(out) = out {
            let says = format!("Seat {seat} kept a hidden card and gave up {out}: it is probably lower.");
            let equal = ranks_where(|value| value == out.value());
            let higher = ranks_where(|value| value > out.value());
            self.leans(seat, Clue::KeepsEqual, &[kept], equal, || says.clone());
            self.leans(seat, Clue::KeepsHigher, &[kept], higher, || says);
        }
        let says = format!("Seat {seat} kept a hidden card and did not play it: it probably has no action worth playing.");
        self.leans(seat, Clue::KeepsAction, &[kept], rather_played(), || says.clone());
        self.leans(seat, Clue::KeepsKing, &[kept], RankSet::from_iter([Rank::King]), || says);
    }

    /// A seat gave up this card and not another one of its row.
    pub(in crate::rulesets::vinto) fn holds(&mut self, seat: Seat, given: Instance, out: Option<Rank>) {
        let others = seen_by_it(&self.now, seat, Some(given));
        if !self.now.table.has_seen(seat, given) {
            self.leans(seat, Clue::HoldsBad, &others, bad(), || {
                format!("Seat {seat} gave up a card that it did not know: the ones that it knows are probably not high.")
            });
        } else if let Some(out) = out {
            self.leans(seat, Clue::HoldsWorse, &others, ranks_where(|value| value > out.value()), || {
                format!("Seat {seat} gave up {out}: the other cards that it knows are probably no higher.")
            });
        }
    }

    /// A seat threw away what it drew.
    pub(in crate::rulesets::vinto) fn throws_away(&mut self, seat: Seat, drawn: Rank) {
        let known = seen_by_it(&self.now, seat, None);
        self.leans(seat, Clue::DiscardsBetter, &known, ranks_where(|value| value > drawn.value()), || {
            format!("Seat {seat} threw {drawn} away: the cards that it knows are probably no higher.")
        });
    }
}
