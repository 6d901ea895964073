//! `no_toss_in`: a seat was free to toss in and did not. What it knew it would mostly have tossed, Kings and Jokers aside, which make the
//! row no better by leaving it; of what it never saw, that says nothing. Each card is a choice by itself. Where only Kings or Jokers match,
//! nothing is said of the cards; of the seat it is said, once, that it left cards that it need not toss in: who moves by lot does not always.

use crate::rulesets::vinto::choice::Opportunity;
use crate::rulesets::vinto::clue::{Clue, Feature, ranks_where};
use crate::rulesets::vinto::event::TossWindow;
use crate::rulesets::vinto::fold::Updating;
use crate::rulesets::vinto::instance::Instance;
use crate::rulesets::vinto::likelihood::TOSSES_BY_LOT;
use crate::rulesets::vinto::rank::RankSet;
use crate::rulesets::vinto::reading::Claim;

impl Updating<'_> {
    /// The time to toss in is over.
    pub(in crate::rulesets::vinto) fn keeps_back(&mut self, window: &TossWindow) {
        let ranks = RankSet::from_iter(window.ranks.iter().copied());
        let is_seed = self.now.belief.model.parameters.preset.is_some();
        for &seat in &window.eligible {
            let row: Vec<Instance> = self.now.table.row(seat).to_vec();
            if is_seed {
                self.leans_by_seed(Clue::SeedNoTossIn, &row, ranks, || {
                    format!("Preset seed: seat {seat} did not toss in, so it holds {ranks} half as likely.")
                });
                continue;
            }
            let worth = ranks_where(|value| value > 0).and(ranks);
            let known: Vec<Instance> = row.into_iter().filter(|card| self.now.table.has_seen(seat, *card)).collect();
            if worth == RankSet::default() {
                self.leaves_unfit(seat, known.len(), ranks);
                continue;
            }
            for card in known {
                let opportunity = Opportunity {
                    clue: Clue::NoTossIn,
                    cards: vec![card],
                    beside: None,
                    feature: Feature::OneOf(worth),
                    made: true,
                    is_whole: false,
                    by_lot: 1.0 - TOSSES_BY_LOT.value,
                    among: 1,
                };
                let place = self.now.table.place(card).map_or(0, |(_, place)| place);
                self.reads(seat, &opportunity, || Claim {
                    words: format!(
                        "Seat {seat} was free to toss in {worth} and did not, as if its card {place}, which it knows, were none of them."
                    ),
                    holds: false,
                });
            }
        }
    }
}
