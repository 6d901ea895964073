//! `king_declaration`: a rank was named wrongly. The card is not of that rank; where the table shows it, it is what was shown.

use crate::rulesets::vinto::event::Declare;
use crate::rulesets::vinto::fold::{Possible, Updating};
use crate::rulesets::vinto::instance::Instance;
use crate::rulesets::vinto::rank::RankSet;

/// Its name.
pub const KIND: &str = "king_declaration";

impl Updating<'_> {
    /// A rank was named, rightly or wrongly.
    pub(in crate::rulesets::vinto) fn declares(&mut self, declare: &Declare, card: Instance) -> Possible {
        let Declare { seat, target, position, rank, actual } = *declare;
        if actual == Some(rank) {
            let what = format!("Seat {seat} named seat {target}'s card at position {position} rightly: it is {rank}.");
            return self.lands(Some(card), rank, what);
        }
        if self.now.belief.model.parameters.king_declaration == Some(false) {
            return Ok(());
        }
        match actual {
            Some(actual) => self.learns(&[(card, actual)], KIND, || {
                format!("Seat {seat} named {rank}, and seat {target}'s card at position {position} was shown: it is {actual}.")
            }),
            None => self.excludes(card, RankSet::from_iter([rank]), KIND, || {
                format!("Seat {seat} named {rank} wrongly: seat {target}'s card at position {position} is not {rank}.")
            }),
        }
    }
}
