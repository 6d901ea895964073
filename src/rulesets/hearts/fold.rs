//! The steps that events share: each moves the belief, and tells what it did.

use super::belief::Belief;
use super::card::{Card, CardSet};
use super::likelihood::Clue;
use super::world::variable;
use crate::belief::{Contradiction, Holders, Overfull, Parameter, Reweighed, Telling, narrow};
use crate::rulesets::Seat;

/// Whether a step left a deal.
pub type Folded = Result<(), Contradiction>;

/// A belief on its way through one event.
pub struct Fold<'a> {
    /// What is believed after the steps so far.
    pub belief: Belief,
    /// The record of the steps.
    pub telling: Telling<'a, Belief>,
}

impl Fold<'_> {
    /// The seat holds these cards.
    pub fn holds(&mut self, seat: Seat, cards: CardSet, kind: &'static str, summary: impl FnOnce() -> String) -> Folded {
        if let Some(card) = cards.iter().find(|card| self.belief.holders[card.index()] & 1 << seat == 0) {
            return Err(Contradiction {
                detail: format!("seat {seat} cannot hold {card}: {}", whereabouts(self.belief.holders[card.index()])),
                variables: vec![variable(card)],
                certain: true,
            });
        }
        self.strike(kind, cards, |_, holders| holders & 1 << seat, summary)
    }

    /// The seat holds none of these cards. Seen by all.
    pub fn without(&mut self, seat: Seat, cards: CardSet, kind: &'static str, summary: impl FnOnce() -> String) -> Folded {
        for card in cards.iter() {
            self.belief.allowed[card.index()] &= !(1 << seat);
        }
        self.strike(kind, cards, |_, holders| holders & !(1 << seat), summary)
    }

    /// A hard fact about these cards that are out: keeps some of the seats that may hold each.
    fn strike(
        &mut self,
        kind: &'static str,
        cards: CardSet,
        keep: impl Fn(Card, Holders) -> Holders,
        summary: impl FnOnce() -> String,
    ) -> Folded {
        let out: Vec<Card> = cards.iter().filter(|card| self.belief.holders[card.index()] != 0).collect();
        let tells = out.iter().any(|card| {
            let holders = self.belief.holders[card.index()];
            keep(*card, holders) != holders
        });
        if !tells {
            return Ok(());
        }
        let before = self.ln_total();
        for card in &out {
            let holders = &mut self.belief.holders[card.index()];
            *holders = keep(*card, *holders);
        }
        let nowhere: Vec<Card> = out.iter().copied().filter(|card| self.belief.holders[card.index()] == 0).collect();
        if !nowhere.is_empty() {
            return Err(self.impossible(Overfull { holders: 0 }, &nowhere));
        }
        self.narrow().map_err(|overfull| self.impossible(overfull, &out))?;
        if let Some(before) = before {
            let probability = libm::exp(self.belief.solved().assignment.ln_total() - before).min(1.0);
            let about: Vec<String> = out.iter().map(|card| variable(*card)).collect();
            self.telling.turn_to(kind);
            self.telling.learned(&self.belief, &about, probability, summary);
        }
        Ok(())
    }

    /// Soft evidence: these cards are less likely in the seat's hand by a clue's value each.
    pub fn leans(&mut self, seat: Seat, clue: Clue, cards: CardSet, choice: impl FnOnce() -> String) {
        let model = &self.belief.model;
        if !model.is_soft {
            return;
        }
        let (by, value) = (model.leaning(seat, clue), model.value(seat, clue));
        let others = clue == Clue::SeedSlough;
        let affected = |at: Seat| (at == seat) != others;
        // Of cards whose holder is certain, or that the seat cannot hold, there is nothing to say.
        let open = |card: &Card| {
            let holders = self.belief.holders[card.index()];
            !holders.is_power_of_two() && (0..4).any(|at| affected(at) && holders & 1 << at != 0)
        };
        let cards: Vec<Card> = cards.iter().filter(open).collect();
        if cards.is_empty() {
            return;
        }
        let before = self.ln_total();
        let stood = before.is_some().then(|| self.belief.clone());
        self.belief.changed();
        for card in &cards {
            for at in (0..4).filter(|at| affected(*at)) {
                let leaning = &mut self.belief.leanings[card.index()][usize::from(at)];
                *leaning = leaning.plus(by);
            }
        }
        let (Some(before), Some(stood)) = (before, stood) else { return };
        let expected = libm::exp(self.belief.solved().assignment.ln_total() - before).min(1.0);
        let mut ln_after = 0.0;
        for card in &cards {
            for at in (0..4).filter(|at| affected(*at)) {
                let by = self.belief.leaning(*card, at).nats() - stood.leaning(*card, at).nats();
                ln_after += self.belief.holds(at, *card) * by;
            }
        }
        let likelihood = clue.likelihood();
        let about: Vec<String> = cards.iter().map(|card| variable(*card)).collect();
        self.telling.turn_to(likelihood.name);
        let told = Reweighed { expected, ln_after };
        let summary = || {
            let cards: CardSet = cards.iter().copied().collect();
            format!("{}: {} ({cards}).", choice(), clue.says())
        };
        self.telling.leaned(&self.belief, &about, told, Parameter { name: likelihood.name, value }, summary);
    }

    /// Strikes what the sizes of the hands rule out.
    ///
    /// # Errors
    /// Where they rule out every deal.
    pub fn narrow(&mut self) -> Result<(), Overfull> {
        self.belief.changed();
        narrow(&mut self.belief.holders, self.belief.left)
    }

    /// ln of the sum over all deals, where somebody asked for evidence.
    fn ln_total(&self) -> Option<f64> {
        self.telling.is_on().then(|| self.belief.solved().assignment.ln_total())
    }

    fn impossible(&self, overfull: Overfull, about: &[Card]) -> Contradiction {
        let stuck = |card: &Card| {
            let holders = self.belief.holders[card.index()];
            about.contains(card) || (overfull.holders != 0 && holders != 0 && holders & !overfull.holders == 0)
        };
        Contradiction {
            detail: "no deal is left that agrees with it and with the sizes of the hands".to_owned(),
            variables: Card::all().filter(stuck).map(variable).collect(),
            certain: true,
        }
    }
}

/// Who may hold a card, in words.
pub fn whereabouts(holders: Holders) -> String {
    let seats: Vec<String> = (0..4).filter(|seat| holders & 1 << seat != 0).map(|seat| seat.to_string()).collect();
    match &seats[..] {
        [] => "it is not out".to_owned(),
        [seat] => format!("it is in seat {seat}'s hand"),
        _ => format!("only seats {} can", seats.join(" and ")),
    }
}
