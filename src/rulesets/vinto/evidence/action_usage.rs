//! `action_usage`: a seat played a card instead of keeping it, or switched cards, or did not after a look.

use super::{place, seen_by_it};
use crate::rulesets::Seat;
use crate::rulesets::vinto::event::{Place, Switch};
use crate::rulesets::vinto::fold::Updating;
use crate::rulesets::vinto::likelihood::{Clue, bad, good, ranks_where};
use crate::rulesets::vinto::rank::Rank;

impl Updating<'_> {
    /// A seat played what it drew, and did not put it into its row.
    pub(in crate::rulesets::vinto) fn plays(&mut self, seat: Seat, drawn: Rank) {
        let known = seen_by_it(&self.now, seat, None);
        self.leans(seat, Clue::PlaysBetter, &known, ranks_where(|value| value > drawn.value()), || {
            format!("Seat {seat} played {drawn} instead of keeping it: the cards that it knows are probably no higher.")
        });
    }

    /// A seat switched two cards, or did not. At the table before it.
    pub(in crate::rulesets::vinto) fn switches(&mut self, switch: &Switch) {
        let seat = switch.seat;
        // Of a switch between two others it is not clear whom it serves.
        let (own, other) = match (switch.a.seat == seat, switch.b.seat == seat) {
            (true, false) => (switch.a, switch.b),
            (false, true) => (switch.b, switch.a),
            _ => return,
        };
        let table = self.now.table;
        let seen = |at: Place| {
            table.at(at.seat, at.position).filter(|card| table.has_seen(seat, *card) && self.now.belief.known(*card).is_none())
        };
        let (own, other) = (seen(own), seen(other));
        if let Some(card) = own {
            let what = place(&self.now, card);
            if switch.executed {
                self.leans(seat, Clue::SwitchesGood, &[card], good(), || {
                    format!("Seat {seat} switched {what} away, which it knew: it is probably not low.")
                });
            } else {
                self.leans(seat, Clue::DeclinesBad, &[card], bad(), || {
                    format!("Seat {seat} did not switch {what} away, which it knew: it is probably not high.")
                });
            }
        }
        if let Some(card) = other.filter(|_| switch.executed) {
            let what = place(&self.now, card);
            self.leans(seat, Clue::SwitchesBadIn, &[card], bad(), || {
                format!("Seat {seat} switched {what} into its row after a look: it is probably not high.")
            });
        }
    }
}
