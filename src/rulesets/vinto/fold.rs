//! The steps that events share: each moves the belief, and tells what it did.

use std::sync::Arc;

use super::belief::{Belief, Call};
use super::contradiction;
use super::event::Event;
use super::instance::Instance;
use super::likelihood::Clue;
use super::rank::{RANKS, Rank, RankSet};
use super::world::variable;
use crate::belief::{Contradiction, Parameter, Reweighed, Telling};
use crate::rulesets::Seat;

/// Whether a step left a world.
pub type Folded = Result<(), Contradiction>;

/// A use of soft evidence, for fitting: what the belief predicted before it.
#[derive(Clone, Debug, PartialEq)]
pub enum Reading {
    /// A clue spoke against these ranks of a card.
    Ranks {
        /// The clue's name.
        name: &'static str,
        /// The card.
        card: Instance,
        /// The ranks.
        ranks: RankSet,
        /// P(the card has one of them) before.
        p: f64,
    },
    /// A call weighed the total of these cards, each other one of the row counted as the mean.
    Total {
        /// The cards.
        cards: Vec<Instance>,
        /// What the others counted.
        others: f64,
        /// P(total of the cards) before.
        totals: Vec<(i32, f64)>,
    },
}

/// A belief on its way through one event.
pub struct Fold<'a> {
    /// What is believed after the steps so far.
    pub belief: Belief,
    /// The record of the steps.
    pub telling: Telling<'a, Belief>,
    /// Uses of soft evidence, where they are asked for.
    pub readings: Option<Vec<Reading>>,
}

impl Fold<'_> {
    /// The event moves cards: where they lie from here on.
    pub fn goes(&mut self, event: &Event, summary: impl FnOnce() -> String) {
        let after = self.belief.table.after(event);
        self.belief.changed();
        self.belief.table = Arc::new(after);
        self.telling.moved(&self.belief, summary);
    }

    /// These cards have these ranks.
    pub fn learns(&mut self, cards: &[(Instance, Rank)], kind: &'static str, summary: impl FnOnce() -> String) -> Folded {
        let mut probability = 1.0;
        let mut about = Vec::new();
        for (instance, rank) in cards {
            let hint = self.belief.hints.get(instance).copied().unwrap_or_default();
            match hint.rank {
                Some(known) if known == *rank => continue,
                Some(known) => return Err(contradiction::is_another(&self.belief, *instance, known, *rank)),
                None => {}
            }
            if hint.excluded.contains(*rank) {
                return Err(contradiction::is_excluded(&self.belief, *instance, *rank));
            }
            let left = self.belief.table.pool_of(*instance).map(|pool| self.belief.left(pool));
            if !left.is_some_and(|left| left.is_ok_and(|left| left[rank.index()] > 0)) {
                return Err(contradiction::is_exhausted(&self.belief, *instance, *rank));
            }
            if self.telling.is_on() {
                probability *= self.belief.ranks(*instance)[rank.index()];
                about.extend(self.belief.table.place(*instance).map(|(seat, position)| variable(seat, usize::from(position))));
            }
            let hint = self.belief.hint_mut(*instance);
            // What spoke for or against it is settled, and weighs no longer.
            *hint = super::belief::Hint { rank: Some(*rank), ..Default::default() };
            if !self.belief.is_possible() {
                return Err(contradiction::nothing_left(&self.belief, &[*instance], None));
            }
        }
        self.telling.turn_to(kind);
        self.telling.learned(&self.belief, &about, probability.min(1.0), summary);
        Ok(())
    }

    /// A card has none of these ranks.
    pub fn excludes(&mut self, card: Instance, ranks: RankSet, kind: &'static str, summary: impl FnOnce() -> String) -> Folded {
        if let Some(known) = self.belief.known(card) {
            let wrong = ranks.contains(known).then(|| contradiction::was_right(&self.belief, card, known));
            return wrong.map_or(Ok(()), Err);
        }
        let before = self.telling.is_on().then(|| self.belief.solved().posterior.ln_total());
        let hint = self.belief.hint_mut(card);
        hint.excluded = hint.excluded.or(ranks);
        if !self.belief.is_possible() {
            return Err(contradiction::nothing_left(&self.belief, &[card], Some(ranks)));
        }
        if let Some(before) = before {
            let probability = libm::exp(self.belief.solved().posterior.ln_total() - before).min(1.0);
            self.telling.turn_to(kind);
            let about = self.variables(&[card]);
            self.telling.learned(&self.belief, &about, probability, summary);
        }
        Ok(())
    }

    /// Soft evidence: these cards are less likely to have these ranks, by a clue's value. `choice` says in words what was done and of whom.
    pub fn leans(&mut self, seat: Seat, clue: Clue, cards: &[Instance], ranks: RankSet, choice: impl FnOnce() -> String) {
        if !self.belief.model.reads(clue) {
            return;
        }
        let tells = |card: &Instance| {
            let pool = self.belief.table.pool_of(*card).and_then(|pool| self.belief.left(pool).ok());
            let is_there = |rank: Rank| pool.is_some_and(|left| left[rank.index()] > 0);
            let (inside, outside) = Rank::ALL.into_iter().filter(|r| is_there(*r)).partition::<Vec<_>, _>(|r| ranks.contains(*r));
            self.belief.known(*card).is_none() && !inside.is_empty() && !outside.is_empty()
        };
        let cards: Vec<Instance> = cards.iter().copied().filter(tells).collect();
        if cards.is_empty() {
            return;
        }
        if let Some(readings) = &mut self.readings {
            for &card in &cards {
                let p: f64 = ranks.iter().map(|rank| self.belief.ranks(card)[rank.index()]).sum();
                readings.push(Reading::Ranks { name: clue.likelihood().name, card, ranks, p });
            }
        }
        let (by, value) = (self.belief.model.leaning(seat, clue), self.belief.model.value(seat, clue));
        let stood = self.telling.is_on().then(|| self.belief.clone());
        let before = stood.as_ref().map(|belief| belief.solved().posterior.ln_total());
        for card in &cards {
            let hint = self.belief.hint_mut(*card);
            for rank in ranks.iter() {
                let leaning = &mut hint.leanings[rank.index()];
                *leaning = leaning.plus(by);
            }
        }
        let (Some(before), Some(stood)) = (before, stood) else { return };
        let expected = libm::exp(self.belief.solved().posterior.ln_total() - before).min(1.0);
        let mut ln_after = 0.0;
        for card in &cards {
            let p: [f64; RANKS] = self.belief.ranks(*card);
            for rank in Rank::ALL {
                ln_after += p[rank.index()] * (self.belief.leaning(*card, rank).nats() - stood.leaning(*card, rank).nats());
            }
        }
        let likelihood = clue.likelihood();
        let about = self.variables(&cards);
        self.telling.turn_to(clue.kind());
        let told = Reweighed { expected, ln_after };
        self.telling.leaned(&self.belief, &about, told, Parameter { name: likelihood.name, value }, choice);
    }

    /// The call of the round: the total of a row is probably low.
    pub fn calls(&mut self, seat: Seat, cards: Vec<Instance>, others: f64, summary: impl FnOnce() -> String) {
        let clue = Clue::Call;
        let hidden: Vec<Instance> = cards.iter().copied().filter(|card| self.belief.known(*card).is_none()).collect();
        if !self.belief.model.reads(clue) || hidden.is_empty() {
            return;
        }
        if let Some(readings) = &mut self.readings {
            readings.push(Reading::Total { totals: self.belief.total_of(&cards), cards: cards.clone(), others });
        }
        let value = self.belief.model.value(seat, clue);
        let before = self.telling.is_on().then(|| self.belief.solved().posterior.ln_total());
        let rate = value * self.belief.model.parameters.softness();
        let call = Call { cards, others, rate };
        self.belief.changed();
        self.belief.call = Some(Arc::new(call));
        let Some(before) = before else { return };
        let solved = self.belief.solved();
        let expected = libm::exp(solved.posterior.ln_total() - before).min(1.0);
        let factor = solved.posterior.unseen().sums.first().cloned();
        let ln_after = factor.map_or(0.0, |factor| {
            let totals = solved.posterior.total_of(&factor.slots).into_iter();
            totals.map(|(total, p)| p * libm::log(factor.value(f64::from(total)))).fold(0.0, |sum, term| sum + term)
        });
        let about = self.variables(&hidden);
        self.telling.turn_to(clue.kind());
        let told = Reweighed { expected, ln_after };
        self.telling.leaned(&self.belief, &about, told, Parameter { name: clue.likelihood().name, value }, summary);
    }

    fn variables(&self, cards: &[Instance]) -> Vec<String> {
        let places = cards.iter().filter_map(|card| self.belief.table.place(*card));
        places.map(|(seat, position)| variable(seat, usize::from(position))).collect()
    }
}
