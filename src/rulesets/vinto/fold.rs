//! The steps that events share: each moves the belief, and records what it did to it.

use std::sync::Arc;

use super::belief::{Belief, Call, Hint, Solved};
use super::clue::Clue;
use super::contradiction;
use super::instance::Instance;
use super::rank::{RANKS, Rank, RankCounts, RankSet};
use super::table::Table;
use super::world::variable;
use crate::belief::{Contradiction, EvidenceRecorder, Parameter, RankPosterior, Reweighed, SeenCard};

/// The kind of evidence that says how cards moved.
pub const MOVE: &str = "move";

/// Whether a step left a world.
pub type Possible = Result<(), Contradiction>;

/// A belief and the table that it stands on.
pub struct Situation<'a> {
    /// What is believed.
    pub belief: Belief,
    /// Where the cards lie.
    pub table: &'a Table,
}

impl Situation<'_> {
    pub(super) fn solved(&self) -> &Arc<Solved> {
        self.belief.solved(self.table)
    }

    pub(super) fn ranks(&self, card: Instance) -> [f64; RANKS] {
        self.belief.ranks(self.table, card)
    }

    /// Cards of each rank whose place is not known, of those that were shuffled together with this one.
    pub(super) fn left(&self, card: Instance) -> Option<RankCounts> {
        let pool = self.table.pool_of(card).and_then(|pool| self.table.pools().get(pool))?;
        self.belief.left(pool)
    }

    /// P(these cards have these ranks) by an earlier posterior at this table, and KL(the posterior || that one, given these cards) in nats.
    fn since_seen(&self, before: &Solved, seen: &[(Instance, Rank)]) -> (f64, f64) {
        let card = |(card, rank): &(Instance, Rank)| SeenCard {
            slot: before.slots.binary_search(card).ok(),
            pool: self.table.pool_of(*card).unwrap_or(0),
            rank: rank.index(),
        };
        let seen: Vec<SeenCard> = seen.iter().map(card).collect();
        let given = before.posterior.given(&seen, self.belief.model.effort());
        given.map_or((1.0, 0.0), |(given, ln)| (libm::exp(ln), self.apart(&given)))
    }

    /// KL(the posterior || another at this table), in nats.
    fn apart(&self, other: &RankPosterior<RANKS>) -> f64 {
        self.solved().posterior.divergence(other)
    }

    /// The ranks that a card may have by what is known of it and of the cards that were shuffled together with it.
    pub(super) fn may_be(&self, card: Instance) -> RankSet {
        let hint = self.belief.hints.get(&card);
        if let Some(known) = hint.and_then(|hint| hint.rank) {
            return RankSet::from_iter([known]);
        }
        let left = self.left(card);
        let there = |rank: &Rank| left.is_none_or(|left| left[rank.index()] > 0);
        let excluded = |rank: &Rank| hint.is_some_and(|hint| hint.excluded.contains(*rank));
        Rank::ALL.into_iter().filter(|rank| there(rank) && !excluded(rank)).collect()
    }
}

/// A belief on its way through one event.
pub struct Updating<'a> {
    /// What is believed after the steps so far, on the table before the event until its cards have moved.
    pub now: Situation<'a>,
    /// The table after the event.
    pub after: &'a Table,
    /// The evidence recorder of the steps.
    pub recorder: EvidenceRecorder<'a, Situation<'a>>,
}

impl Updating<'_> {
    /// The event moves cards: from here on they lie as they do after it.
    pub fn goes(&mut self, summary: impl FnOnce() -> String) {
        self.moves();
        self.recorder.turn_to(MOVE);
        self.recorder.moved(&self.now, summary);
    }

    /// The belief stands on the table after the event.
    pub fn moves(&mut self) {
        if !std::ptr::eq(self.now.table, self.after) {
            self.now.belief.changed();
            self.now.table = self.after;
        }
    }

    /// These cards have these ranks.
    pub fn learns(&mut self, cards: &[(Instance, Rank)], kind: &'static str, summary: impl FnOnce() -> String) -> Possible {
        let before = self.stood();
        let (mut seen, mut served) = (Vec::new(), 1.0);
        for (instance, rank) in cards {
            match self.now.belief.known(*instance) {
                Some(known) if known == *rank => continue,
                Some(known) => return Err(contradiction::is_another(&self.now, *instance, known, *rank)),
                None => {}
            }
            if self.now.belief.hints.get(instance).is_some_and(|hint| hint.excluded.contains(*rank)) {
                return Err(contradiction::is_excluded(&self.now, *instance, *rank));
            }
            if self.now.left(*instance).is_none_or(|left| left[rank.index()] == 0) {
                return Err(contradiction::is_exhausted(&self.now, *instance, *rank));
            }
            if before.is_some() && seen.is_empty() {
                served = self.now.ranks(*instance)[rank.index()];
            }
            seen.push((*instance, *rank));
            self.weighs_ways(*instance, |p| p[rank.index()]);
            let hint = self.now.belief.hint_mut(*instance);
            // What spoke for or against it is settled, and weighs no longer.
            *hint = Hint { rank: Some(*rank), ..Default::default() };
            if !self.now.belief.is_possible(self.now.table) {
                return Err(contradiction::nothing_left(&self.now, &[*instance], None));
            }
        }
        self.recorder.turn_to(kind);
        // Where all were known before, nothing was learned.
        let Some(before) = before.filter(|_| !seen.is_empty()) else { return Ok(()) };
        let (together, shifted) = self.now.since_seen(&before, &seen);
        // Of one card it is what the belief said of it, to the last bit, also where that is estimated.
        let probability = if seen.len() == 1 { served } else { together };
        let about = self.variables(&seen.iter().map(|(card, _)| *card).collect::<Vec<_>>());
        self.recorder.learned_and_shifted(&self.now, &about, probability.min(1.0), shifted, summary);
        Ok(())
    }

    /// A card has none of these ranks.
    pub fn excludes(&mut self, card: Instance, ranks: RankSet, kind: &'static str, summary: impl FnOnce() -> String) -> Possible {
        if let Some(known) = self.now.belief.known(card) {
            let wrong = ranks.contains(known).then(|| contradiction::was_right(&self.now, card, known));
            return wrong.map_or(Ok(()), Err);
        }
        let before = self.stood();
        let none = |p: &[f64; RANKS]| 1.0 - ranks.iter().map(|rank| p[rank.index()]).fold(0.0, |sum, term| sum + term);
        let probability = if before.is_some() { none(&self.now.ranks(card)) } else { 1.0 };
        self.weighs_ways(card, none);
        let hint = self.now.belief.hint_mut(card);
        hint.excluded = hint.excluded.or(ranks);
        if !self.now.belief.is_possible(self.now.table) {
            return Err(contradiction::nothing_left(&self.now, &[card], Some(ranks)));
        }
        if let Some(before) = before {
            let ranks: Vec<usize> = ranks.iter().map(Rank::index).collect();
            let given = before
                .slots
                .binary_search(&card)
                .ok()
                .map(|slot| before.posterior.given_none(slot, &ranks, self.now.belief.model.effort()));
            let shifted = given.and_then(Result::ok).map_or(0.0, |given| self.now.apart(&given));
            self.recorder.turn_to(kind);
            let about = self.variables(&[card]);
            self.recorder.learned_and_shifted(&self.now, &about, probability.clamp(f64::MIN_POSITIVE, 1.0), shifted, summary);
        }
        Ok(())
    }

    /// The call of the round: the total of a row is probably low.
    pub fn calls(&mut self, call: Call, summary: impl FnOnce() -> String) {
        let clue = Clue::Call;
        let hidden: Vec<Instance> = call.cards.iter().copied().filter(|card| self.now.belief.known(*card).is_none()).collect();
        if !self.now.belief.model.reads(clue) || hidden.is_empty() {
            return;
        }
        let value = clue.likelihood().value;
        let before = self.stood();
        self.now.belief.called(call);
        let Some(before) = before else { return };
        let called = libm::exp(self.now.solved().posterior.ln_total() - before.posterior.ln_total());
        let reweighed = self.moved_since(&before, called);
        let about = self.variables(&hidden);
        self.recorder.turn_to(clue.kind());
        self.recorder.leaned(&self.now, &about, reweighed, Parameter { name: clue.likelihood().name, value }, summary);
    }

    /// The posterior before a step, where somebody asked for evidence.
    pub(super) fn stood(&self) -> Option<Arc<Solved>> {
        self.recorder.is_on().then(|| Arc::clone(self.now.solved()))
    }

    /// What a choice of this probability did to the belief since then.
    pub(super) fn moved_since(&self, before: &Solved, probability: f64) -> Reweighed {
        Reweighed::by(probability, self.now.apart(&before.posterior))
    }

    pub(super) fn variables(&self, cards: &[Instance]) -> Vec<String> {
        let places = cards.iter().filter_map(|card| self.now.table.place(*card));
        places.map(|(seat, position)| variable(seat, usize::from(position))).collect()
    }
}
