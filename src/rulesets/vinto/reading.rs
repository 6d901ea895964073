//! How a choice is read: what it says of each card that it may have rested on, and of the way in which the seat plays.
//!
//! Where the clue's feature holds of any of the cards, the choice has one probability, and where it holds of none another. The seat plays in
//! one of a few ways, each with such a pair: so the choice has the mean of the pairs, by the weights of the ways at that moment. What it
//! says of one card is worked out with the others, and with the ways, as they are believed to be before it; that the product of these is
//! taken for the whole is assumed-density filtering (Maybeck 1982, section 12.7; Boyen and Koller 1998). Given the weights, the posterior over the
//! cards is exact.
//!
//! What is believed of a card before it is taken from what is left of its pool and from its own evidence. The other hidden cards
//! of the pool would shift that a little; they are left out here, because to sum over them at every choice costs as much as to answer.

use std::sync::Arc;

use super::choice::Opportunity;
use super::clue::Clue;
use super::fold::{Situation, Updating};
use super::instance::Instance;
use super::rank::{RANKS, Rank, RankSet};
use super::ways::{self, NAMES, Rates, WAYS};
use crate::belief::{Leaning, Parameter, Reweighed};
use crate::rulesets::Seat;

/// Leanings are rounded to such parts of a nat: cards with equal histories keep equal weights, in whatever order their factors were
/// multiplied.
const PARTS: f64 = 16_777_216.0;

/// Differences between ranks that are smaller say nothing.
const NOTHING: f64 = 1e-9;

/// What a choice says of one card, in nats by rank.
type Says = (Instance, [f64; RANKS]);

impl Situation<'_> {
    /// P(rank) of a card by what is left of its pool and by what was said of the card itself.
    fn guess(&self, card: Instance) -> [f64; RANKS] {
        let hint = self.belief.hints.get(&card).copied().unwrap_or_default();
        let only = |known: Rank| Rank::ALL.map(|rank| if rank == known { 1.0 } else { 0.0 });
        if let Some(known) = hint.rank {
            return only(known);
        }
        let Some(left) = self.left(card) else { return [1.0 / RANKS as f64; RANKS] };
        let weights = Rank::ALL.map(|rank| {
            let cards = f64::from(left[rank.index()]);
            let leaning = hint.leanings[rank.index()].max(self.belief.model.floor).nats();
            if cards == 0.0 || hint.excluded.contains(rank) { 0.0 } else { cards * libm::exp(leaning) }
        });
        let sum = weights.iter().fold(0.0, |sum, weight| sum + weight);
        if sum > 0.0 { weights.map(|weight| weight / sum) } else { [1.0 / RANKS as f64; RANKS] }
    }
}

/// What an opportunity says, given what is believed of its cards.
struct Reading {
    /// P(it holds).
    holds: f64,
    /// P(it holds | the card has the rank), for each card in their order.
    by_card: Vec<[f64; RANKS]>,
    /// P(it holds | what they are compared with has the rank).
    by_beside: [f64; RANKS],
}

impl Reading {
    fn of(opportunity: &Opportunity, cards: &[[f64; RANKS]], beside: [f64; RANKS]) -> Self {
        let table = opportunity.feature.table();
        let lies = |v: usize| beside[v] > 0.0;
        // P(it does not hold of the card), beside each rank.
        let not: Vec<[f64; RANKS]> = cards
            .iter()
            .map(|p| {
                let sum = |v: usize| (0..RANKS).map(|r| p[r] * (1.0 - table[r][v])).fold(0.0, |sum, term| sum + term);
                std::array::from_fn(|v| if lies(v) { sum(v) } else { 1.0 })
            })
            .collect();
        let but = |without: Option<usize>, v: usize| {
            let others = not.iter().enumerate().filter(|(card, _)| Some(*card) != without);
            others.fold(1.0, |product, (_, not)| product * not[v])
        };
        let by_beside: [f64; RANKS] = std::array::from_fn(|v| 1.0 - but(None, v));
        let holds = (0..RANKS).map(|v| beside[v] * by_beside[v]).fold(0.0, |sum, term| sum + term);
        let of_card = |card: usize| -> [f64; RANKS] {
            let others: [f64; RANKS] = std::array::from_fn(|v| if lies(v) { beside[v] * but(Some(card), v) } else { 0.0 });
            std::array::from_fn(|r| 1.0 - (0..RANKS).map(|v| others[v] * (1.0 - table[r][v])).fold(0.0, |sum, term| sum + term))
        };
        Self { holds, by_card: (0..cards.len()).map(of_card).collect(), by_beside }
    }
}

impl Updating<'_> {
    /// A choice was made, or not. `choice` says in words what was done and what that speaks for.
    pub fn reads(&mut self, seat: Seat, opportunity: &Opportunity, choice: impl FnOnce() -> String) {
        let clue = opportunity.clue;
        let model = Arc::clone(&self.now.belief.model);
        if !model.reads(clue) || opportunity.cards.is_empty() {
            return;
        }
        let Opportunity { by_lot, made, among, .. } = *opportunity;
        let rates = ways::read(by_lot, model.manners(seat), clue, made, among);
        let weights = self.now.belief.ways.of(seat);
        let mean = |of: fn(&Rates) -> f64| (0..WAYS).map(|way| weights[way] * of(&rates[way])).fold(0.0, |sum, term| sum + term);
        let mixed = Rates { held: mean(|rates| rates.held), not_held: mean(|rates| rates.not_held) };
        let guesses: Vec<[f64; RANKS]> = opportunity.cards.iter().map(|card| self.now.guess(*card)).collect();
        let mut first = [0.0; RANKS];
        first[0] = 1.0;
        let reading = Reading::of(opportunity, &guesses, opportunity.beside.map_or(first, |card| self.now.guess(card)));
        let exponent = model.exponent(clue);
        let says = |holds: &[f64; RANKS]| holds.map(|holds| libm::log(mixed.at(holds)) * exponent);
        let mut all: Vec<Says> = opportunity.cards.iter().copied().zip(reading.by_card.iter().map(says)).collect();
        all.extend(opportunity.beside.map(|card| (card, says(&reading.by_beside))));
        let (low, high) = (mixed.held.min(mixed.not_held), mixed.held.max(mixed.not_held));
        let number = Parameter { name: clue.likelihood().name, value: low / high };
        self.leans(clue, all, number, || {
            let rests = model.rests_on(seat, clue);
            let shares: Vec<String> =
                NAMES.iter().zip(weights).map(|(name, weight)| format!("{name} {:.0} %", 100.0 * weight)).collect();
            let [_, _, own] = rates;
            format!(
                "{} Read as {}: such a choice has probability {:.2} where that is wrong and {:.2} where it is right; own rates, from \
                 {rests:.0} occasions: {:.2} and {:.2}.",
                choice(),
                shares.join(", "),
                mixed.held,
                mixed.not_held,
                own.held,
                own.not_held,
            )
        });
        if clue.moves_ways() {
            let exponent = model.ways_exponent;
            let moved = rates.map(|rates| libm::exp(libm::log(rates.at(reading.holds)) * exponent));
            self.now.belief.ways.moved(seat, moved);
        }
    }

    /// A toss-in was right or wrong: all see the cards, so that it speaks of the seat alone.
    pub fn tossed_so(&mut self, seat: Seat, success: bool, fits_by_lot: f64) {
        let model = Arc::clone(&self.now.belief.model);
        if !model.reads(Clue::NoTossIn) {
            return;
        }
        let [population, own] = model.errs(seat);
        let wrong = [1.0 - fits_by_lot, population, own];
        let exponent = model.ways_exponent;
        let p = wrong.map(|wrong| libm::exp(libm::log(if success { 1.0 - wrong } else { wrong }) * exponent));
        self.now.belief.ways.moved(seat, p);
    }

    /// The preset's evidence: these cards are less likely to have these ranks, by the clue's number.
    pub fn leans_by_seed(&mut self, clue: Clue, cards: &[Instance], ranks: RankSet, choice: impl FnOnce() -> String) {
        let likelihood = clue.likelihood();
        if self.now.belief.model.reads(clue) {
            let ln = libm::log(likelihood.value) * self.now.belief.model.exponent(clue);
            let says = Rank::ALL.map(|rank| if ranks.contains(rank) { ln } else { 0.0 });
            let all = cards.iter().map(|card| (*card, says)).collect();
            self.leans(clue, all, Parameter { name: likelihood.name, value: likelihood.value }, choice);
        }
    }

    /// Soft evidence shifts weight between the ranks of cards that are hidden, as far as it tells ranks apart that they may have.
    fn leans(&mut self, clue: Clue, says: Vec<Says>, number: Parameter, choice: impl FnOnce() -> String) {
        let heard: Vec<(Instance, [Leaning; RANKS])> = says.iter().filter_map(|(card, ln)| self.heard(*card, ln)).collect();
        if heard.is_empty() {
            return;
        }
        let stood = self.recorder.is_on().then(|| self.now.belief.clone());
        let before = stood.as_ref().map(|stood| stood.solved(self.now.table).posterior.ln_total());
        for (card, by) in &heard {
            let hint = self.now.belief.hint_mut(*card);
            for (leaning, by) in hint.leanings.iter_mut().zip(by) {
                *leaning = leaning.plus(*by);
            }
        }
        let (Some(before), Some(stood)) = (before, stood) else { return };
        let expected = libm::exp(self.now.solved().posterior.ln_total() - before).min(1.0);
        let mut ln_after = 0.0;
        for (card, _) in &heard {
            let p: [f64; RANKS] = self.now.ranks(*card);
            for rank in Rank::ALL {
                ln_after += p[rank.index()] * (self.now.belief.leaning(*card, rank).nats() - stood.leaning(*card, rank).nats());
            }
        }
        let cards: Vec<Instance> = heard.iter().map(|(card, _)| *card).collect();
        let about = self.variables(&cards);
        self.recorder.turn_to(clue.kind());
        self.recorder.leaned(&self.now, &about, Reweighed { expected, ln_after }, number, choice);
    }

    /// What is said against each rank of a card, beside the one that it speaks for most; `None` where the card is known, or it says nothing.
    fn heard(&self, card: Instance, ln: &[f64; RANKS]) -> Option<(Instance, [Leaning; RANKS])> {
        if self.now.belief.known(card).is_some() {
            return None;
        }
        let left = self.now.left(card)?;
        let there = |rank: &Rank| left[rank.index()] > 0;
        let most = Rank::ALL.into_iter().filter(there).map(|rank| ln[rank.index()]).fold(f64::NEG_INFINITY, f64::max);
        let by = Rank::ALL.map(|rank| {
            let nats = if there(&rank) { (ln[rank.index()] - most).min(0.0) } else { 0.0 };
            libm::round(nats * PARTS) / PARTS
        });
        by.iter().any(|nats| *nats < -NOTHING).then(|| (card, by.map(Leaning::of)))
    }
}
