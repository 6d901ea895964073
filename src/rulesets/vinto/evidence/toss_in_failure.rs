//! `toss_in_failure`: a card was tossed in and did not match. Where the table shows it, it is what was shown; else it is none of the
//! ranks that would have matched.
//!
//! Of several cards that were thrown together and not shown, one does not match at least. That is used as soon as all the others are known to
//! match: then it is this one. Until then it lowers no probability: that all of them match is a fraction of a percent where none is known.

use std::sync::Arc;

use crate::rulesets::vinto::belief::Throw;
use crate::rulesets::vinto::contradiction;
use crate::rulesets::vinto::event::TossIn;
use crate::rulesets::vinto::fold::{Possible, Updating};
use crate::rulesets::vinto::instance::Instance;
use crate::rulesets::vinto::rank::{Rank, RankSet};

/// Its name.
pub const KIND: &str = "toss_in_failure";

impl Updating<'_> {
    /// Cards were tossed in, and one did not match.
    pub(in crate::rulesets::vinto) fn tosses_wrongly(&mut self, toss: &TossIn, cards: &[Instance]) -> Possible {
        if self.now.belief.model.parameters.toss_in_failure == Some(false) {
            return Ok(());
        }
        let seat = toss.seat;
        let ranks = self.now.table.window.map_or(RankSet::default(), |window| window.ranks);
        if toss.cards.is_empty() {
            let [card] = cards else {
                self.now.belief.threw(Throw { cards: cards.to_vec(), ranks });
                return Ok(());
            };
            return self.excludes(*card, ranks, KIND, || {
                format!("Seat {seat} tossed in its card at position {} wrongly: it is not {ranks}.", toss.positions[0])
            });
        }
        let known: Vec<(Instance, Rank)> = cards.iter().copied().zip(toss.cards.iter().copied()).collect();
        let names: Vec<&str> = toss.cards.iter().map(|rank| rank.name()).collect();
        self.learns(&known, KIND, || format!("Seat {seat} tossed in wrongly, and was seen to hold {}.", names.join(" and ")))
    }

    /// Of each throw of several cards that was wrong one does not match: where all others are known to, it is the one that is left.
    pub(in crate::rulesets::vinto) fn settles_throws(&mut self) -> Possible {
        if self.now.belief.throws.is_empty() {
            return Ok(());
        }
        let mut open = Vec::new();
        for Throw { cards, ranks } in Arc::unwrap_or_clone(Arc::clone(&self.now.belief.throws)) {
            let may_be: Vec<RankSet> = cards.iter().map(|card| self.now.may_be(*card)).collect();
            let cannot = |may_be: &RankSet| may_be.and(ranks) == RankSet::default();
            if may_be.iter().any(cannot) {
                continue;
            }
            let may_fail = |(_, may_be): &(&Instance, &RankSet)| may_be.and(ranks) != **may_be;
            let left: Vec<Instance> = cards.iter().zip(&may_be).filter(may_fail).map(|(card, _)| *card).collect();
            match left[..] {
                [] => return Err(contradiction::all_match(&self.now, &cards, ranks)),
                [card] => self.excludes(card, ranks, KIND, || {
                    format!("Cards were tossed in wrongly, and the others of them match: this one is not {ranks}.")
                })?,
                _ => open.push(Throw { cards: left, ranks }),
            }
        }
        self.now.belief.throws = Arc::new(open);
        Ok(())
    }
}
