//! `toss_in_failure`: a card was tossed in and did not match. Where the table shows it, it is what was shown; else it is none of the
//! ranks that would have matched.

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
            // Of several cards it would only be known that one does not match.
            let [card] = cards else { return Ok(()) };
            return self.excludes(*card, ranks, KIND, || {
                format!("Seat {seat} tossed in its card at position {} wrongly: it is not {ranks}.", toss.positions[0])
            });
        }
        let known: Vec<(Instance, Rank)> = cards.iter().copied().zip(toss.cards.iter().copied()).collect();
        let names: Vec<&str> = toss.cards.iter().map(|rank| rank.name()).collect();
        self.learns(&known, KIND, || format!("Seat {seat} tossed in wrongly, and was seen to hold {}.", names.join(" and ")))
    }
}
