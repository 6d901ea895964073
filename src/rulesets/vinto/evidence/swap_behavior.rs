//! `swap_behavior`: what a seat put into its row, gave up, or threw away.
//!
//! What is given up for a drawn card is probably the worst that the seat knows, and worse than that; who throws a card away or gives up one that it does not
//! know probably knows no worse one.

use crate::rulesets::Seat;
use crate::rulesets::vinto::choice::{Choice, Opportunity};
use crate::rulesets::vinto::clue::{Clue, ranks_where};
use crate::rulesets::vinto::fold::Updating;
use crate::rulesets::vinto::instance::Instance;
use crate::rulesets::vinto::rank::Rank;
use crate::rulesets::vinto::reading::Claim;

use super::place;

/// Whether a choice is read before the cards move, or after it: what it says of the drawn card is about the place where that lies then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Before.
    Before,
    /// After.
    After,
}

impl Updating<'_> {
    /// What a choice says. Of one between several moves only the one that was made is read; where one alone could be read, its opposite is too.
    pub(in crate::rulesets::vinto) fn chooses(&mut self, choice: &Choice, when: When) {
        let seat = choice.seat();
        let opportunities = choice.opportunities(|card| self.now.belief.known(card));
        let drawn = match choice {
            Choice::Draw { drawn, .. } => Some(*drawn),
            Choice::Switch { .. } => None,
        };
        for opportunity in opportunities {
            let about_drawn = opportunity.beside == drawn || opportunity.cards.first() == drawn.as_ref();
            let hidden = drawn.filter(|card| self.now.belief.known(*card).is_none());
            let now = if about_drawn && hidden.is_some() { When::After } else { When::Before };
            if now == when && opportunity.is_read() {
                self.reads(seat, &opportunity, || says(seat, &opportunity));
            }
        }
    }

    /// The preset's reading of a swap: a seat gave up a card that the observer did not know yet, for one that it did.
    pub(in crate::rulesets::vinto) fn gives_up_by_seed(&mut self, seat: Seat, out: Instance, drawn: Rank) {
        let says = format!("Seat {seat} took {drawn} for {}: preset seed takes that one for higher.", place(&self.now, out));
        self.leans_by_seed(Clue::SeedEqual, &[out], ranks_where(|value| value == drawn.value()), || says.clone());
        self.leans_by_seed(Clue::SeedLower, &[out], ranks_where(|value| value < drawn.value()), || says);
    }
}

/// What an opportunity that was read says to people.
fn says(seat: Seat, opportunity: &Opportunity) -> Claim {
    let holds = match opportunity.clue {
        Clue::GivesKnown | Clue::GivesFromKnownRow | Clue::PlaysLow => true,
        Clue::SwitchesWorse => opportunity.made,
        Clue::KeepsHigh => !opportunity.made,
        _ => false,
    };
    let what = match opportunity.clue {
        Clue::GivesKnown | Clue::GivesFromKnownRow => {
            "gave up a card that it knew for the drawn one, as if that were worse than this"
        }
        Clue::GivesUnknown => "gave up a card that it did not know, as if the ones that it knows were not high",
        Clue::HoldsWorse => "gave up one of the cards that it knew, as if the others were no worse",
        Clue::KeepsHigh if !opportunity.made => {
            "did not put the drawn card into its row, of which it knows no card, as if it were high"
        }
        Clue::KeepsHigh => "put the drawn card in for one that it did not know, as if it were not high",
        Clue::KeepsAction => "put the drawn card into its row and did not play it, as if it had no action worth playing",
        Clue::DiscardsBetter | Clue::DiscardsLow | Clue::DiscardsAction | Clue::DiscardsLowAction => {
            "threw the drawn card away, as if the cards that it knows were no worse"
        }
        Clue::PlaysBetter => "played the drawn card instead of keeping it, as if the cards that it knows were no worse",
        Clue::PlaysLow => "played the drawn card instead of keeping it, as if a card that it knows were worse",
        Clue::PointsBetter => "chose one of the cards that it knew to be switched, as if the others were no worse",
        Clue::SwitchesWorse if opportunity.made => "switched two cards, as if what it gave away were worse than what it got",
        Clue::SwitchesWorse => "did not switch two cards, as if the own one were no worse than the other",
        _ => "made a choice",
    };
    Claim { words: format!("Seat {seat} {what}."), holds }
}
