//! What events have in common: each of these changes a belief that is on its way through an event, and reports what it did to the
//! recorder of evidence.

use super::belief::Belief;
use super::card::{Card, CardSet};
use super::marginals::frame;
use super::model::Number;
use super::setup::SEATS;
use super::solved::Solved;
use super::table::Table;
use super::whereabouts::in_words;
use super::world::variable;
use crate::belief::{Contradiction, Evidence, EvidenceRecorder, Holders, Overfull, Parameter, Reweighed, Source};
use crate::rulesets::Seat;

/// What is believed in the middle of an event.
pub struct Midway {
    /// What is believed so far.
    pub belief: Belief,
    /// Cards in each hand, as many as there are at this moment.
    pub left: [u8; SEATS],
}

impl Midway {
    /// The posterior at this moment.
    pub fn solved(&self) -> &Solved {
        self.belief.solved_within(self.left)
    }
}

/// A belief on its way through one event.
pub struct Updating<'a> {
    /// What is believed at this moment.
    pub now: Midway,
    /// The recorder of evidence.
    pub recorder: EvidenceRecorder<'a, Midway>,
}

impl<'a> Updating<'a> {
    /// Begins with the belief and the table before the event.
    pub fn new(belief: &Belief, before: &Table, kind: &'static str, source: Source, evidence: &'a mut Evidence) -> Self {
        let now = Midway { belief: belief.in_step_with(before), left: before.left() };
        let recorder = EvidenceRecorder::new(evidence, &now, frame, kind, source);
        Self { now, recorder }
    }

    /// The belief after the event.
    pub fn done(mut self) -> Belief {
        // What was worked out in the middle of the event belongs to neither table.
        self.now.belief.changed();
        self.now.belief
    }

    /// The seat holds these cards.
    pub fn holds(
        &mut self,
        seat: Seat,
        cards: CardSet,
        kind: &'static str,
        summary: impl FnOnce() -> String,
    ) -> Result<(), Contradiction> {
        let holders = &self.now.belief.holders;
        if let Some(card) = cards.iter().find(|card| !holders.allows(seat, *card)) {
            return Err(Contradiction {
                detail: format!("seat {seat} cannot hold {card}: {}", in_words(holders.of(card))),
                variables: vec![variable(card)],
                certain: true,
            });
        }
        self.strike(kind, cards, |holders| holders & 1 << seat, summary)
    }

    /// The seat holds none of these cards.
    pub fn without(
        &mut self,
        seat: Seat,
        cards: CardSet,
        kind: &'static str,
        summary: impl FnOnce() -> String,
    ) -> Result<(), Contradiction> {
        self.strike(kind, cards, |holders| holders & !(1 << seat), summary)
    }

    /// A hard fact about those of these cards that are out: keeps some of the seats that may hold each.
    fn strike(
        &mut self,
        kind: &'static str,
        cards: CardSet,
        keep: impl Fn(Holders) -> Holders,
        summary: impl FnOnce() -> String,
    ) -> Result<(), Contradiction> {
        let holders = &self.now.belief.holders;
        let out: CardSet = cards.iter().filter(|card| holders.of(*card) != 0).collect();
        if out.iter().all(|card| keep(holders.of(card)) == holders.of(card)) {
            return Ok(());
        }
        let before = self.ln_total();
        let holders = &mut self.now.belief.holders;
        for card in out.iter() {
            holders.set(card, keep(holders.of(card)));
        }
        let nowhere: CardSet = out.iter().filter(|card| holders.of(*card) == 0).collect();
        if !nowhere.is_empty() {
            return Err(self.impossible(Overfull { holders: 0 }, nowhere));
        }
        self.narrow().map_err(|overfull| self.impossible(overfull, out))?;
        if let Some(before) = before {
            let probability = libm::exp(self.now.solved().assignment.ln_total() - before).min(1.0);
            let about: Vec<String> = out.iter().map(variable).collect();
            self.recorder.turn_to(kind);
            self.recorder.learned(&self.now, &about, probability, summary);
        }
        Ok(())
    }

    /// Soft evidence: `heed` changes what is said of cards and of the ways in which seats play, and returns the probability of the choice by
    /// all that was known before; `None` where its likelihoods are all there is, each at most 1.
    pub fn leans(
        &mut self,
        kind: &'static str,
        number: &Number,
        choice: impl FnOnce(&Belief) -> String,
        heed: impl FnOnce(&mut Belief) -> Option<f64>,
    ) {
        let before = self.ln_total();
        let stood = before.is_some().then(|| self.now.belief.clone());
        self.now.belief.changed();
        let chance = heed(&mut self.now.belief);
        let (Some(before), Some(stood)) = (before, stood) else { return };
        let belief = &self.now.belief;
        let risen = self.now.solved().assignment.ln_total() - before;
        // KL(after || before): both are products of one weight for each card and its holder, over the same deals.
        let mut gain = -risen;
        for card in belief.holders.out().iter() {
            let seats = (0..SEATS as Seat).filter(|seat| belief.holders.allows(*seat, card));
            let ln = |seat: Seat| libm::log(belief.leaning(card, seat) / stood.leaning(card, seat));
            gain += seats.map(|seat| self.now.solved().holds(seat, card) * ln(seat)).sum::<f64>();
        }
        self.recorder.turn_to(kind);
        let reweighed = Reweighed::by(chance.unwrap_or_else(|| libm::exp(risen)), gain.max(0.0));
        let parameter = Parameter { name: number.name, value: number.value };
        let summary = || format!("{}; {} {:.2} ({}).", choice(&self.now.belief), number.name, number.value, number.rests_on);
        self.recorder.leaned(&self.now, &[], reweighed, parameter, summary);
    }

    /// Strikes what the sizes of the hands rule out.
    ///
    /// # Errors
    /// Where they rule out every deal.
    pub fn narrow(&mut self) -> Result<(), Overfull> {
        self.now.belief.changed();
        self.now.belief.holders.narrow(self.now.left)
    }

    /// ln of the sum over all deals, where somebody asked for evidence.
    fn ln_total(&self) -> Option<f64> {
        self.recorder.is_on().then(|| self.now.solved().assignment.ln_total())
    }

    fn impossible(&self, overfull: Overfull, about: CardSet) -> Contradiction {
        let stuck = |card: &Card| {
            let holders = self.now.belief.holders.of(*card);
            about.contains(*card) || (overfull.holders != 0 && holders != 0 && holders & !overfull.holders == 0)
        };
        Contradiction {
            detail: "no deal is left that agrees with it and with the sizes of the hands".to_owned(),
            variables: Card::all().filter(stuck).map(variable).collect(),
            certain: true,
        }
    }
}
