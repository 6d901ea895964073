//! `direct_observation`: a card was seen. Peeks, cards drawn in sight, what leaves a row face up, and the reveal.

use crate::rulesets::vinto::event::{Peek, Reveal, TossIn};
use crate::rulesets::vinto::fold::{Possible, Updating};
use crate::rulesets::vinto::instance::Instance;
use crate::rulesets::vinto::rank::Rank;

/// Its name.
pub const KIND: &str = "direct_observation";

impl Updating<'_> {
    /// Whether cards seen in a row, or on the way into one, are used at all.
    fn observes(&self) -> bool {
        self.now.belief.model.parameters.direct_observation != Some(false)
    }

    /// A card was looked at. Where the observer does not see which it is, only the table holds that it was looked at.
    pub(in crate::rulesets::vinto) fn peeks(&mut self, peek: &Peek) -> Possible {
        let Peek { seat, target, position, card } = *peek;
        let instance = self.now.table.at(target, position);
        self.goes(|| format!("Seat {seat} looked at seat {target}'s card at position {position}."));
        let (Some(instance), Some(rank), true) = (instance, card, self.observes()) else { return Ok(()) };
        let whose = if seat == target { "its own".to_owned() } else { format!("seat {target}'s") };
        self.learns(&[(instance, rank)], KIND, || {
            format!("Seat {seat} looked at {whose} card at position {position}: it is {rank}.")
        })
    }

    /// A card was drawn in sight.
    pub(in crate::rulesets::vinto) fn draws(
        &mut self,
        instance: Option<Instance>,
        rank: Option<Rank>,
        summary: String,
    ) -> Possible {
        match (instance, rank, self.observes()) {
            (Some(instance), Some(rank), true) => self.learns(&[(instance, rank)], KIND, || summary),
            _ => Ok(()),
        }
    }

    /// A card lies face up on the discard pile: it counts whatever else is used.
    pub(in crate::rulesets::vinto) fn lands(&mut self, instance: Option<Instance>, rank: Rank, summary: String) -> Possible {
        instance.map_or(Ok(()), |instance| self.learns(&[(instance, rank)], KIND, || summary))
    }

    /// Cards were tossed in and matched.
    pub(in crate::rulesets::vinto) fn tossed(&mut self, toss: &TossIn, cards: &[Instance]) -> Possible {
        let known: Vec<(Instance, Rank)> = cards.iter().copied().zip(toss.cards.iter().copied()).collect();
        let names: Vec<&str> = toss.cards.iter().map(|rank| rank.name()).collect();
        self.learns(&known, KIND, || format!("Seat {} tossed in {}, which matched.", toss.seat, names.join(" and ")))
    }

    /// All rows were turned up.
    pub(in crate::rulesets::vinto) fn reveals(&mut self, reveal: &Reveal) -> Possible {
        let table = self.now.table;
        let card = |seat: u8, position: usize, rank: &Rank| Some((*table.row(seat).get(position)?, *rank));
        let row = |(seat, hand): (&u8, &Vec<Rank>)| -> Vec<(Instance, Rank)> {
            hand.iter().enumerate().filter_map(|(position, rank)| card(*seat, position, rank)).collect()
        };
        let known: Vec<(Instance, Rank)> = reveal.hands.iter().flat_map(row).collect();
        self.learns(&known, KIND, || "All rows were turned up.".to_owned())
    }
}
