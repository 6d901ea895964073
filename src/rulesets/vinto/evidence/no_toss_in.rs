//! `no_toss_in`: a seat was free to toss in and did not. What it knew it would mostly have tossed, Kings and Jokers aside, which make the
//! row no better by leaving it; of what it never saw, that says nothing.

use super::seen_by_it;
use crate::rulesets::vinto::event::TossWindow;
use crate::rulesets::vinto::fold::Updating;
use crate::rulesets::vinto::instance::Instance;
use crate::rulesets::vinto::likelihood::{Clue, ranks_where};
use crate::rulesets::vinto::rank::RankSet;

impl Updating<'_> {
    /// The time to toss in is over.
    pub(in crate::rulesets::vinto) fn keeps_back(&mut self, window: &TossWindow) {
        let ranks = RankSet::from_iter(window.ranks.iter().copied());
        let is_seed = self.now.belief.model.parameters.preset.is_some();
        for &seat in &window.eligible {
            if is_seed {
                let row: Vec<Instance> = self.now.table.row(seat).to_vec();
                self.leans(seat, Clue::SeedNoTossIn, &row, ranks, || {
                    format!("Preset seed: seat {seat} did not toss in, so it holds {ranks} half as likely.")
                });
            } else {
                let cards = seen_by_it(&self.now, seat, None);
                let ranks = ranks_where(|value| value > 0).and(ranks);
                self.leans(seat, Clue::NoTossIn, &cards, ranks, || {
                    format!(
                        "Seat {seat} was free to toss in {ranks} and did not: what it knows of its row is probably none of them."
                    )
                });
            }
        }
    }
}
