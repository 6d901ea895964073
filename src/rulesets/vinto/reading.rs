//! How a choice is read: what it says of each card that it may have rested on, and of the way in which the seat plays.
//!
//! Where the clue's feature holds of any of the cards, the choice has one probability, and where it holds of none another. A seat plays in
//! one of a few ways, each with such a pair. In each way by itself the choice is read with the cards as they are believed to be in that way: what it
//! says of one card is worked out with the others as they stood before it, and the product of that is taken for the whole (assumed-density filtering,
//! Boyen and Koller 1998). The weights of the ways follow from how probable each found the choice, and later from how probable each found
//! the cards when these are seen. A card's evidence is the mean over the ways; that two cards of a seat share its way is left out then.
//! Given the weights, the posterior over the cards is exact.

use std::sync::Arc;

use super::belief::Said;
use super::choice::Opportunity;
use super::clue::Clue;
use super::fold::{Situation, Updating};
use super::instance::Instance;
use super::likelihood::{FITS_BY_LOT, PARTS, TOSSES_BY_LOT};
use super::rank::{RANKS, Rank, RankSet};
use super::ways::{self, LOOKING, Rates, WAYS};
use crate::belief::{Leaning, Parameter};
use crate::rulesets::{Likelihood, Seat};

/// Differences between ranks that are smaller say nothing.
const NOTHING: f64 = 1e-9;

/// P(rank), or a number by rank.
type ByRank = [f64; RANKS];

impl Situation<'_> {
    fn guesses(&self, card: Instance) -> [ByRank; WAYS] {
        self.belief.guesses(card, self.left(card).as_ref())
    }
}

/// What a choice that was read says to people.
pub struct Claim {
    /// In words.
    pub words: String,
    /// Whether the words say that the clue's feature holds; else they say that it does not.
    pub holds: bool,
}

/// What an opportunity says, given what is believed of its cards.
struct Reading<'a> {
    /// How far the feature holds of a rank beside another.
    table: &'a [ByRank; RANKS],
    /// What the cards are compared with: its ranks and how likely each is; one that is nothing where they are compared with none.
    beside: Vec<(usize, f64)>,
    /// P(it does not hold of a card), by card, beside each of those.
    not: Vec<Vec<f64>>,
}

impl<'a> Reading<'a> {
    fn of(table: &'a [ByRank; RANKS], cards: &[ByRank], beside: Option<&ByRank>) -> Self {
        let beside: Vec<(usize, f64)> = match beside {
            Some(beside) => beside.iter().copied().enumerate().filter(|(_, p)| *p > 0.0).collect(),
            None => vec![(0, 1.0)],
        };
        let not = |p: &ByRank, v: usize| (0..RANKS).map(|r| p[r] * (1.0 - table[r][v])).fold(0.0, |sum, term| sum + term);
        let not = cards.iter().map(|p| beside.iter().map(|(v, _)| not(p, *v)).collect()).collect();
        Self { table, beside, not }
    }

    /// P(it holds of none of the cards, but this one) beside each rank.
    fn but(&self, without: Option<usize>, at: usize) -> f64 {
        let others = self.not.iter().enumerate().filter(|(card, _)| Some(*card) != without);
        others.fold(1.0, |product, (_, not)| product * not[at])
    }

    /// P(it holds).
    fn holds(&self) -> f64 {
        let terms = self.beside.iter().enumerate().map(|(at, (_, p))| p * (1.0 - self.but(None, at)));
        terms.fold(0.0, |sum, term| sum + term)
    }

    /// P(it holds | the card has the rank), for each rank. The card after the last is what they are compared with.
    fn by_rank(&self, card: usize) -> ByRank {
        if card == self.not.len() {
            let mut holds = [0.0; RANKS];
            self.beside.iter().enumerate().for_each(|(at, (v, _))| holds[*v] = 1.0 - self.but(None, at));
            return holds;
        }
        let mut not = [0.0; RANKS];
        for (at, (v, p)) in self.beside.iter().enumerate() {
            let others = p * self.but(Some(card), at);
            not.iter_mut().zip(self.table).for_each(|(not, holds)| *not += others * (1.0 - holds[*v]));
        }
        not.map(|not| 1.0 - not)
    }
}

impl Updating<'_> {
    /// A choice was made, or not. `claim` says in words what was done and what that speaks for.
    pub fn reads(&mut self, seat: Seat, opportunity: &Opportunity, claim: impl FnOnce() -> Claim) {
        let clue = opportunity.clue;
        let model = Arc::clone(&self.now.belief.model);
        if !model.reads(clue) || opportunity.cards.is_empty() {
            return;
        }
        let Opportunity { by_lot, made, among, .. } = *opportunity;
        let rates = ways::read(by_lot, model.manners(seat), clue, made, among);
        let cards: Vec<Instance> = opportunity.cards.iter().copied().chain(opportunity.beside).collect();
        let before = self.stood();
        // What was said of a card by another seat stays as it is weighed now.
        cards.iter().for_each(|card| self.turns_to(*card, seat));
        let guesses: Vec<[ByRank; WAYS]> = cards.iter().map(|card| self.now.guesses(*card)).collect();
        let table = opportunity.feature.table();
        let reading = |way: usize| {
            let guesses: Vec<ByRank> = guesses.iter().map(|guesses| guesses[way]).collect();
            let (of, beside) = guesses.split_at(opportunity.cards.len());
            Reading::of(&table, of, beside.first())
        };
        let readings: [Reading<'_>; LOOKING] = std::array::from_fn(|way| reading(way + 1));
        let exponent = model.exponent(clue);
        let says = |way: usize, card: usize| {
            let p = readings[way].by_rank(card).map(|holds| rates[way + 1].at(holds));
            if exponent == 1.0 { p } else { p.map(|p| libm::pow(p, exponent)) }
        };
        for (place, card) in cards.iter().enumerate() {
            if self.now.belief.known(*card).is_none() {
                self.hears(*card, seat, &std::array::from_fn(|way| says(way, place)));
            }
        }
        let weights = self.now.belief.ways.of(seat);
        if clue.moves_ways() {
            // Who moves by lot does so whatever holds.
            let p: [f64; WAYS] =
                std::array::from_fn(|way| if way == 0 { rates[0].held } else { rates[way].at(readings[way - 1].holds()) });
            self.moves_ways(seat, p);
        }
        let Some(before) = before else { return };
        let mean = |of: &dyn Fn(usize) -> f64| (0..WAYS).map(|way| weights[way] * of(way)).fold(0.0, |sum, term| sum + term);
        let mixed = Rates { held: mean(&|way| rates[way].held), not_held: mean(&|way| rates[way].not_held) };
        let number =
            Parameter { name: clue.likelihood().name, value: mixed.held.min(mixed.not_held) / mixed.held.max(mixed.not_held) };
        // Where one choice gives two clues, it was surprising once.
        let chance = if clue.moves_ways() { mean(&|way| rates[way].at(reading(way).holds())) } else { 1.0 };
        let shifted = self.moved_since(&before, chance);
        let about = self.variables(&cards);
        self.recorder.turn_to(clue.kind());
        self.recorder.leaned(&self.now, &about, shifted, number, || {
            let Claim { words, holds } = claim();
            let [mixed, own] = [mixed, rates[2]].map(|Rates { held, not_held }| if holds { [not_held, held] } else { [held, not_held] });
            let [careless, usual, known] = weights.map(percent);
            format!(
                "{words} Seat {seat} would do so with {} % if that is wrong, and with {} % if it is right. Before that, it plays by its own habits with probability {known} %, \
                 as players in general do with {usual} %, carelessly with {careless} %. {} the two are {} % and {} %.",
                percent(mixed[0]),
                percent(mixed[1]),
                by_record(model.rests_on(seat, clue)),
                percent(own[0]),
                percent(own[1]),
            )
        });
    }

    /// What a seat did, or what a card that it spoke of turned out to be, had this probability in each way.
    fn moves_ways(&mut self, seat: Seat, p: [f64; WAYS]) {
        let exponent = self.now.belief.model.ways_exponent;
        let p = if exponent == 1.0 { p } else { p.map(|p| libm::pow(p, exponent)) };
        self.now.belief.ways.moved(seat, p);
        self.now.belief.changed();
    }

    /// A toss-in was right or wrong: all see the cards, so that it speaks of the seat alone.
    pub fn tossed_so(&mut self, seat: Seat, success: bool) {
        let model = Arc::clone(&self.now.belief.model);
        if !model.reads(Clue::NoTossIn) {
            return;
        }
        let [population, own] = model.errs(seat);
        let so = |wrong: f64| if success { 1.0 - wrong } else { wrong };
        self.tells_ways(seat, [1.0 - FITS_BY_LOT.value, population, own].map(so), &FITS_BY_LOT, || {
            let how = if success { "rightly, as few do who move by lot" } else { "wrongly, as most do who move by lot" };
            format!("Seat {seat} tossed in {how}: its other choices are read in that light.")
        });
    }

    /// A seat left cards that it knew in its row where nothing matched that is worth tossing in.
    pub fn leaves_unfit(&mut self, seat: Seat, known: usize, ranks: RankSet) {
        let model = Arc::clone(&self.now.belief.model);
        if !model.reads(Clue::NoTossIn) || known == 0 {
            return;
        }
        let [population, own] = model.manners(seat).map(|manner| 1.0 - manner[Clue::NoTossIn as usize].not_held);
        let p = [1.0 - TOSSES_BY_LOT.value, population, own].map(|p| libm::pow(p, known as f64));
        self.tells_ways(seat, p, &TOSSES_BY_LOT, || {
            format!(
                "Seat {seat} was free to toss in {ranks} and did not, which says nothing of its cards: who moves by lot would a little more \
                 often."
            )
        });
    }

    /// What a seat did had this probability in each way, whatever its cards are.
    fn tells_ways(&mut self, seat: Seat, p: [f64; WAYS], number: &Likelihood, says: impl FnOnce() -> String) {
        let (before, weights) = (self.stood(), self.now.belief.ways.of(seat));
        self.moves_ways(seat, p);
        if let Some(before) = before {
            let chance = (0..WAYS).map(|way| weights[way] * p[way]).fold(0.0, |sum, term| sum + term);
            self.recorder.turn_to(Clue::NoTossIn.kind());
            let shifted = self.moved_since(&before, chance);
            let number = Parameter { name: number.name, value: number.value };
            self.recorder.leaned(&self.now, &[], shifted, number, says);
        }
    }

    /// A card is seen, or seen not to be something: how probable that was in each way of the seat that spoke of it tells the ways apart.
    pub fn weighs_ways(&mut self, card: Instance, probability: impl Fn(&ByRank) -> f64) {
        let hint = self.now.belief.hints.get(&card).filter(|hint| hint.rank.is_none());
        let Some(said) = hint.and_then(|hint| hint.said.as_deref()).filter(|said| said.speaks()) else { return };
        let by = said.by;
        let p = self.now.guesses(card).map(|p| probability(&p));
        if p.iter().all(|p| *p > 0.0) {
            self.moves_ways(by, p);
        }
    }

    /// The preset's evidence: these cards are less likely to have these ranks, by the clue's number.
    pub fn leans_by_seed(&mut self, clue: Clue, cards: &[Instance], ranks: RankSet, choice: impl FnOnce() -> String) {
        let likelihood = clue.likelihood();
        if !self.now.belief.model.reads(clue) {
            return;
        }
        let ln = libm::log(likelihood.value) * self.now.belief.model.exponent(clue);
        let says = Rank::ALL.map(|rank| if ranks.contains(rank) { ln } else { 0.0 });
        let heard: Vec<(Instance, [Leaning; RANKS])> = cards
            .iter()
            .filter(|card| self.beside_most(**card, &says).as_ref().is_some_and(says_something))
            .map(|card| (*card, says.map(Leaning::of)))
            .collect();
        let before = self.stood();
        for (card, by) in &heard {
            let said = self.now.belief.said_mut(*card);
            said.told = std::array::from_fn(|rank| said.told[rank].plus(by[rank]));
        }
        let Some(before) = before.filter(|_| !heard.is_empty()) else { return };
        let chance = libm::exp(self.now.solved().posterior.ln_total() - before.posterior.ln_total());
        let shifted = self.moved_since(&before, chance);
        let about = self.variables(&heard.iter().map(|(card, _)| *card).collect::<Vec<_>>());
        self.recorder.turn_to(clue.kind());
        let number = Parameter { name: likelihood.name, value: likelihood.value };
        self.recorder.leaned(&self.now, &about, shifted, number, choice);
    }

    /// From here on this seat's choices speak of a card: what those of another said stays as its ways are weighed now.
    fn turns_to(&mut self, card: Instance, seat: Seat) {
        let Some(hint) = self.now.belief.hints.get(&card) else { return };
        if hint.said.as_deref().is_none_or(|said| said.by == seat || !said.speaks()) {
            return;
        }
        let Some(left) = self.now.left(card) else { return };
        let told = self.now.belief.leanings(hint, &left).map(Leaning::of);
        *self.now.belief.said_mut(card) = Said { told, ..Said::default() };
    }

    /// A choice has these likelihoods for the ranks of a card, in the ways that look at cards.
    fn hears(&mut self, card: Instance, seat: Seat, likelihoods: &[ByRank; LOOKING]) {
        let Some(left) = self.now.left(card) else { return };
        let there = |rank: usize| left[rank] > 0;
        let differs = |likelihoods: &ByRank| {
            let of = || (0..RANKS).filter(|rank| there(*rank)).map(|rank| likelihoods[rank]);
            let (least, most) = (of().fold(f64::INFINITY, f64::min), of().fold(0.0, f64::max));
            least < most * (1.0 - NOTHING)
        };
        if likelihoods.iter().any(differs) {
            let said = self.now.belief.said_mut(card);
            said.by = seat;
            said.hear(likelihoods, there);
        }
    }

    /// What is said against each rank of a card, beside the one that it speaks for most; `None` where the card is known.
    fn beside_most(&self, card: Instance, ln: &ByRank) -> Option<[Leaning; RANKS]> {
        if self.now.belief.known(card).is_some() {
            return None;
        }
        let left = self.now.left(card)?;
        let there = |rank: &Rank| left[rank.index()] > 0;
        let most = Rank::ALL.into_iter().filter(there).map(|rank| ln[rank.index()]).fold(f64::NEG_INFINITY, f64::max);
        Some(Rank::ALL.map(|rank| {
            let nats = if there(&rank) { (ln[rank.index()] - most).min(0.0) } else { 0.0 };
            Leaning::of(libm::round(nats * PARTS) / PARTS)
        }))
    }
}

/// Whether ranks are told apart.
fn says_something(by: &[Leaning; RANKS]) -> bool {
    by.iter().any(|leaning| leaning.nats() < -NOTHING)
}

/// A share in percent: with a decimal place where it is small.
fn percent(share: f64) -> String {
    if share < 0.1 { format!("{:.1}", 100.0 * share) } else { format!("{:.0}", 100.0 * share) }
}

/// By what a seat's own rates are known: its own occasions, of which older ones count less.
fn by_record(seen: f64) -> String {
    match format!("{seen:.0}").as_str() {
        "0" => "With no such occasion of its own on record,".to_owned(),
        "1" => "By its own record of 1 such occasion,".to_owned(),
        occasions => format!("By its own record of {occasions} such occasions,"),
    }
}
