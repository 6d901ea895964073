//! What is believed of one side's team: a few hypotheses of who was really out, and in each a posterior a member.
//!
//! An Illusion makes a Zoroark look like another member, who is in the team for sure. So a slot is who was *shown*, and its sets are
//! those of the true one of that name; where the one that is out may be a disguised Zoroark, a second hypothesis puts what is seen
//! to the Zoroark instead. A hit that ends no Illusion strikes it; `|replace|` strikes the others, and what was wrongly learned with them.

use std::sync::{Arc, LazyLock};

use super::draft::Drawn;
use super::fresh::Fresh;
use super::slot::{Candidate, Counting, Fact, Held, Pool, Slot};
use super::unseen::{Bases, Unseen};
use crate::belief::Reweighed;
use crate::rulesets::pokemon_randbats::battle::TEAM;
use crate::rulesets::pokemon_randbats::likelihood::{ILLUSION_LAST, SOFT_FLOOR};
use crate::rulesets::pokemon_randbats::prior::{ItemId, Prior, dex, embedded};
use crate::rulesets::pokemon_randbats::setup::{Inference, Parameters, Preset};

/// Most hypotheses that are kept, before widening.
const HYPOTHESES: usize = 8;

/// What every belief of a game shares.
#[derive(Debug)]
pub struct Terms {
    /// The table.
    pub prior: Arc<Prior>,
    /// Its species by base.
    pub bases: Arc<Bases>,
    /// Places of the entries whose members may be somebody else than they seem.
    pub illusionists: Vec<usize>,
    /// Most hypotheses a side.
    pub hypotheses: usize,
    /// The model's parameters.
    pub parameters: Parameters,
    /// Members and teams of which nothing is known.
    pub(super) fresh: Arc<Fresh>,
}

fn of_table(prior: &Arc<Prior>, shared: bool) -> (Arc<Bases>, Arc<Fresh>) {
    (Arc::new(Bases::of(prior)), Arc::new(Fresh::new(prior.entries().len(), shared)))
}

impl Terms {
    /// For a table.
    pub fn of(parameters: &Parameters, widening: u32) -> Self {
        let prior = parameters.prior();
        let illusion = dex().ability_named("Illusion");
        let disguises = |(at, entry): (usize, &crate::rulesets::pokemon_randbats::prior::Entry)| {
            entry.sets.iter().any(|set| Some(set.ability) == illusion).then_some(at)
        };
        // Every game with the embedded table has the same.
        static EMBEDDED: LazyLock<(Arc<Bases>, Arc<Fresh>)> = LazyLock::new(|| of_table(embedded(), true));
        let (bases, fresh) =
            if Arc::ptr_eq(prior, embedded()) && parameters.preset.is_none() { EMBEDDED.clone() } else { of_table(prior, false) };
        Self {
            prior: Arc::clone(prior),
            bases,
            illusionists: prior.entries().iter().enumerate().filter_map(disguises).collect(),
            hypotheses: HYPOTHESES.saturating_mul(widening.max(1) as usize),
            parameters: parameters.clone(),
            fresh,
        }
    }

    /// How sets are counted, of the first of a team or of another member.
    pub fn counting(&self, lead: bool) -> Counting {
        match (self.parameters.preset, lead) {
            (Some(Preset::Seed), _) => Counting::Roles,
            (None, true) => Counting::Lead,
            (None, false) => Counting::Other,
        }
    }
}

/// Who is really out, where it is not who it seems to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disguised {
    /// The Zoroark of a slot.
    Slot(usize),
    /// A Zoroark that was never shown as what it is.
    Hidden,
}

/// One hypothesis.
#[derive(Clone, Debug)]
pub struct Hypothesis {
    /// Its probability.
    pub weight: f64,
    /// Members in the order in which they were shown.
    pub slots: Vec<Arc<Slot>>,
    /// A Zoroark that was out in disguise only. It stands anywhere among the rest of the team.
    pub hidden: Option<Arc<Slot>>,
    /// Whether the one that is out is in disguise.
    pub disguised: Option<Disguised>,
    /// The rest of the team.
    pub unseen: Arc<Unseen>,
}

impl Hypothesis {
    /// The member that is meant by the slot that is out (`active`), or by a slot.
    pub fn member(&self, slot: usize, active: bool) -> Option<&Arc<Slot>> {
        match self.disguised.filter(|_| active) {
            Some(Disguised::Hidden) => self.hidden.as_ref(),
            Some(Disguised::Slot(other)) => self.slots.get(other),
            None => self.slots.get(slot),
        }
    }

    fn member_mut(&mut self, slot: usize, active: bool) -> Option<&mut Slot> {
        match self.disguised.filter(|_| active) {
            Some(Disguised::Hidden) => self.hidden.as_mut().map(Arc::make_mut),
            Some(Disguised::Slot(other)) => self.slots.get_mut(other).map(Arc::make_mut),
            None => self.slots.get_mut(slot).map(Arc::make_mut),
        }
    }

    fn entries(&self) -> Vec<usize> {
        self.slots.iter().chain(&self.hidden).filter_map(|slot| slot.entry()).collect()
    }

    fn rest(&mut self, terms: &Terms) {
        let seen = self.slots.len() + usize::from(self.hidden.is_some());
        self.unseen = Arc::new(Unseen::of(&terms.prior, &terms.bases, &self.entries(), TEAM.saturating_sub(seen)));
    }
}

/// A member that its player told of.
pub type Told = Arc<Vec<(Arc<Slot>, Drawn)>>;

/// One side.
#[derive(Clone, Debug)]
pub struct SideBelief {
    /// At least one; their weights sum to 1.
    pub hypotheses: Vec<Hypothesis>,
    /// The whole team, where its player told.
    pub told: Option<Told>,
    /// Probability lost to the cap on hypotheses.
    pub dropped: f64,
    /// The first of the team, while nobody was shown.
    pub lead: Option<Arc<Unseen>>,
}

/// A likelihood of a member's item, for a set that is known field by field.
pub type OfItem<'a> = &'a dyn Fn(&Slot, Option<ItemId>) -> f64;

/// Who is shown coming out.
pub struct Arrival<'a> {
    /// Nickname.
    pub name: &'a str,
    /// Species as the line wrote it.
    pub written: &'a str,
    /// Entries of the table that it may be of.
    pub entries: Vec<usize>,
    /// Its slot.
    pub slot: usize,
    /// Whether it is shown for the first time.
    pub new: bool,
    /// P(its hit points and status | it is who it seems to be), and the same of an Illusion.
    pub continuity: (f64, f64),
    /// Slots that have fainted.
    pub fainted: Vec<usize>,
    /// P(its hit points and status | it is the Zoroark of a slot), for each slot.
    pub disguised: Vec<f64>,
}

impl SideBelief {
    /// Before anybody was shown.
    pub fn prior(terms: &Terms) -> Self {
        let unseen = Arc::new(Unseen::of(&terms.prior, &terms.bases, &[], TEAM));
        let start = Hypothesis { weight: 1.0, slots: Vec::new(), hidden: None, disguised: None, unseen };
        let lead = Some(Arc::new(Unseen::lead(&terms.prior, &terms.bases)));
        Self { hypotheses: vec![start], told: None, dropped: 0.0, lead }
    }

    /// How many were shown.
    pub fn shown(&self) -> usize {
        self.hypotheses.first().map_or(0, |hypothesis| hypothesis.slots.len())
    }

    /// Probability that the one that is out is in disguise.
    pub fn illusion(&self) -> f64 {
        let disguised = self.hypotheses.iter().filter(|hypothesis| hypothesis.disguised.is_some());
        disguised.fold(0.0, |sum, hypothesis| sum + hypothesis.weight).min(1.0)
    }

    /// Members of the team that were told of and not shown: as many as there is room for, where others were shown than were told of.
    pub fn told_rest(&self) -> Vec<&(Arc<Slot>, Drawn)> {
        let (Some(told), Some(hypothesis)) = (&self.told, self.hypotheses.first()) else { return Vec::new() };
        let not_shown = |(slot, _): &&(Arc<Slot>, Drawn)| hypothesis.slots.iter().all(|shown| shown.name != slot.name);
        told.iter().filter(not_shown).take(TEAM.saturating_sub(hypothesis.slots.len())).collect()
    }

    /// Makes the weights sum to 1 again; returns what they summed to. Where nothing is left, everything stays.
    fn settle(&mut self, before: Vec<Hypothesis>) -> f64 {
        let total = self.hypotheses.iter().fold(0.0, |sum, hypothesis| sum + hypothesis.weight);
        if total <= 0.0 || !total.is_finite() {
            self.hypotheses = before;
            return 0.0;
        }
        self.hypotheses.retain(|hypothesis| hypothesis.weight > 0.0);
        self.hypotheses.iter_mut().for_each(|hypothesis| hypothesis.weight /= total);
        total
    }

    fn cap(&mut self, most: usize) {
        if self.hypotheses.len() <= most {
            return;
        }
        self.hypotheses.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        let lost = self.hypotheses.split_off(most).iter().fold(0.0, |sum, hypothesis| sum + hypothesis.weight);
        self.dropped = (self.dropped + lost).min(1.0);
        let left = 1.0 - lost;
        self.hypotheses.iter_mut().for_each(|hypothesis| hypothesis.weight /= left);
    }

    /// Somebody comes out. Returns the probability of what was shown.
    pub fn arrive(&mut self, terms: &Terms, arrival: &Arrival<'_>) -> f64 {
        if self.told.is_some() {
            return self.arrive_told(terms, arrival);
        }
        let before = self.hypotheses.clone();
        let lead = self.lead.take();
        let mut next = Vec::with_capacity(before.len() * 2);
        for hypothesis in &before {
            // With a hidden Zoroark the team is full: there is nobody left to be shown for the first time.
            if arrival.new && hypothesis.hidden.is_some() && hypothesis.unseen.count == 0 {
                continue;
            }
            let mut real = hypothesis.clone();
            real.disguised = None;
            let among = lead.as_ref().unwrap_or(&hypothesis.unseen);
            let of = |entry: &usize| among.includes(*entry) / among.count.max(1) as f64;
            let chance = if arrival.new { self::chance(among, &arrival.entries, of) } else { 1.0 };
            real.weight *= chance * arrival.continuity.0;
            if arrival.new {
                let weighed: Vec<(usize, f64)> =
                    arrival.entries.iter().map(|entry| (*entry, of(entry).max(f64::MIN_POSITIVE))).collect();
                real.slots.push(self::first_shown(terms, arrival, &weighed, lead.is_some()));
                real.rest(terms);
            }
            let disguised = self::disguises(terms, hypothesis, &real, arrival, chance);
            next.push(real);
            next.extend(disguised);
        }
        self.hypotheses = next;
        let total = self.settle(before);
        if total <= 0.0 && arrival.new {
            self.arrive_against_all(terms, arrival);
        }
        self.cap(terms.hypotheses);
        total
    }

    /// No hypothesis has room for who is shown: slots stay in step with what is shown all the same, without any disguise.
    fn arrive_against_all(&mut self, terms: &Terms, arrival: &Arrival<'_>) {
        let weighed: Vec<(usize, f64)> = arrival.entries.iter().map(|entry| (*entry, 1.0)).collect();
        let slot = self::first_shown(terms, arrival, &weighed, false);
        for hypothesis in &mut self.hypotheses {
            (hypothesis.hidden, hypothesis.disguised) = (None, None);
            hypothesis.slots.push(Arc::clone(&slot));
            hypothesis.rest(terms);
        }
        self.dropped = 1.0;
    }

    fn arrive_told(&mut self, terms: &Terms, arrival: &Arrival<'_>) -> f64 {
        self.lead = None;
        if !arrival.new {
            return 1.0;
        }
        let rest = self.told_rest();
        let count = rest.len().max(1) as f64;
        let found = rest.iter().find(|(slot, _)| *slot.name == *arrival.name).map(|(slot, _)| Arc::clone(slot));
        let weighed: Vec<(usize, f64)> = arrival.entries.iter().map(|entry| (*entry, 1.0)).collect();
        let pool = || Arc::new(Pool::of(&terms.prior, &weighed, terms.counting(false)));
        let slot = found.unwrap_or_else(|| Arc::new(Slot::new(arrival.name, arrival.written, pool())));
        for hypothesis in &mut self.hypotheses {
            hypothesis.slots.push(Arc::clone(&slot));
            hypothesis.rest(terms);
        }
        1.0 / count
    }

    /// The one that is out is who it seems to be. Returns the probability of that.
    pub fn is_true(&mut self) -> f64 {
        let before = self.hypotheses.clone();
        self.hypotheses.retain(|hypothesis| hypothesis.disguised.is_none());
        self.settle(before)
    }

    /// The Illusion of the one in `slot` ends: it was a Zoroark of one of these entries, now in slot `now`. Returns the probability.
    pub fn replaced(&mut self, terms: &Terms, arrival: &Arrival<'_>) -> f64 {
        let before = self.hypotheses.clone();
        if self.told.is_some() {
            return self.arrive_told(terms, arrival);
        }
        self.hypotheses.retain(|hypothesis| hypothesis.disguised.is_some());
        for hypothesis in &mut self.hypotheses {
            match hypothesis.disguised.take() {
                Some(Disguised::Hidden) => {
                    if let Some(mut hidden) = hypothesis.hidden.take() {
                        let known = Arc::make_mut(&mut hidden);
                        known.rename(arrival.name, arrival.written);
                        hypothesis.weight *= known.learn_entry(&arrival.entries);
                        hypothesis.slots.push(hidden);
                    }
                }
                Some(Disguised::Slot(_)) | None => {}
            }
            hypothesis.rest(terms);
        }
        let shown = before.first().map_or(0, |hypothesis| hypothesis.slots.len()) + usize::from(arrival.new);
        self.hypotheses.retain(|hypothesis| hypothesis.slots.len() == shown);
        let total = self.settle(before);
        if total <= 0.0 {
            // Nobody thought of it: the Zoroark begins afresh, and what was learned wrongly cannot be told apart any more.
            if arrival.new {
                let (entries, fainted, disguised) = (arrival.entries.clone(), Vec::new(), Vec::new());
                let real = Arrival { continuity: (1.0, 0.0), entries, fainted, disguised, ..*arrival };
                self.hypotheses.iter_mut().for_each(|hypothesis| hypothesis.disguised = None);
                self.arrive(terms, &real);
            }
            self.dropped = 1.0;
        }
        total
    }

    /// A hard fact about a member. Returns its probability; 0 where nobody can take it, and then it is left out.
    pub fn learn(&mut self, slot: usize, active: bool, fact: Fact) -> f64 {
        let before = self.hypotheses.clone();
        for hypothesis in &mut self.hypotheses {
            if let Some(member) = hypothesis.member_mut(slot, active) {
                hypothesis.weight *= member.learn(fact);
            }
        }
        self.settle(before)
    }

    /// A soft likelihood of a member's set, in (0, 1].
    pub fn lean(
        &mut self,
        slot: usize,
        active: bool,
        of: &dyn Fn(&Slot, &Candidate<'_>) -> f64,
        of_item: Option<OfItem<'_>>,
    ) -> Reweighed {
        let before = self.hypotheses.clone();
        let mut told = Vec::with_capacity(before.len());
        for hypothesis in &mut self.hypotheses {
            let mut reweighed = Reweighed { expected: 1.0, ln_after: 0.0 };
            if let Some(member) = hypothesis.member_mut(slot, active) {
                let same = member.clone();
                let of_own = of_item.map(|of_item| |item| of_item(&same, item));
                reweighed = member.lean(&|set| of(&same, set), of_own.as_ref().map(|of_own| of_own as _));
            }
            hypothesis.weight = (hypothesis.weight * reweighed.expected).max(SOFT_FLOOR.value * reweighed.expected.min(1.0));
            told.push(reweighed.ln_after);
        }
        let expected = self.settle(before);
        let ln_after = self.hypotheses.iter().zip(told).fold(0.0, |sum, (hypothesis, ln)| sum + hypothesis.weight * ln);
        Reweighed { expected: expected.min(1.0), ln_after }
    }

    /// What a member holds changes, in every hypothesis that `change` gives something for.
    pub fn hold(&mut self, slot: usize, active: bool, change: impl Fn(&Slot) -> Option<Held>) {
        for hypothesis in &mut self.hypotheses {
            if let Some(member) = hypothesis.member_mut(slot, active)
                && let Some(held) = change(member)
            {
                member.held = held;
            }
        }
    }

    /// The whole team is told. Returns the probability that it had.
    pub fn tell(&mut self, terms: &Terms, team: Vec<(Arc<str>, Arc<str>, Drawn)>) -> f64 {
        let mut told = Vec::with_capacity(team.len());
        for (name, written, member) in team {
            let entries: Vec<(usize, f64)> = member.entry.map(|entry| (entry, 1.0)).into_iter().collect();
            let mut slot = Slot::new(&name, &written, Arc::new(Pool::of(&terms.prior, &entries, terms.counting(false))));
            slot.tell(&member);
            told.push((Arc::new(slot), member));
        }
        let mut probability = 0.0;
        for hypothesis in &self.hypotheses {
            probability += hypothesis.weight * Self::p_told(terms, hypothesis, &told);
        }
        let Some(mut hypothesis) = self.hypotheses.iter().find(|h| h.disguised.is_none()).or(self.hypotheses.first()).cloned()
        else {
            return 1.0;
        };
        hypothesis.weight = 1.0;
        hypothesis.disguised = None;
        hypothesis.hidden = None;
        for slot in &mut hypothesis.slots {
            if let Some((known, _)) = told.iter().find(|(known, _)| known.name == slot.name) {
                let held = slot.held;
                *slot = Arc::clone(known);
                Arc::make_mut(slot).held = held;
            }
        }
        hypothesis.rest(terms);
        self.hypotheses = vec![hypothesis];
        self.told = Some(Arc::new(told));
        self.dropped = 0.0;
        probability
    }

    /// P(these members | hypothesis), whatever the order of those not shown yet.
    fn p_told(terms: &Terms, hypothesis: &Hypothesis, told: &[(Arc<Slot>, Drawn)]) -> f64 {
        let mut product = 1.0;
        let mut rest = Vec::new();
        for (known, member) in told {
            match hypothesis.slots.iter().find(|slot| slot.name == known.name) {
                Some(slot) => product *= slot.p_of_any_role(member),
                None => {
                    let entries: Vec<(usize, f64)> = member.entry.map(|entry| (entry, 1.0)).into_iter().collect();
                    let pool = Pool::of(&terms.prior, &entries, terms.counting(false));
                    product *= Slot::new(&known.name, &known.written, Arc::new(pool)).p_of_any_role(member);
                    rest.push(member.entry);
                }
            }
        }
        let orders = (1..=rest.len()).fold(1.0, |product, n| product * n as f64);
        product * (hypothesis.unseen.p(&rest) * orders).min(1.0)
    }
}

/// Who is shown for the first time, of some entries with their weights; of none where the table does not hold its species.
fn first_shown(terms: &Terms, arrival: &Arrival<'_>, weighed: &[(usize, f64)], lead: bool) -> Arc<Slot> {
    let pool = match weighed {
        [] => Pool::of_stranger(&terms.prior, dex().species_named(arrival.written)),
        _ => Pool::of(&terms.prior, weighed, terms.counting(lead)),
    };
    Arc::new(Slot::new(arrival.name, arrival.written, Arc::new(pool)))
}

fn chance(among: &Unseen, entries: &[usize], of: impl Fn(&usize) -> f64) -> f64 {
    if entries.is_empty() || among.count == 0 {
        return among.next().last().copied().unwrap_or(0.0).max(crate::rulesets::pokemon_randbats::likelihood::UNLISTED.value);
    }
    entries.iter().map(of).fold(0.0, |sum, p| sum + p).max(f64::MIN_POSITIVE)
}

/// The hypotheses in which it is not the one it seems to be. `real` is the one in which it is.
fn disguises(
    terms: &Terms,
    hypothesis: &Hypothesis,
    real: &Hypothesis,
    arrival: &Arrival<'_>,
    chance: f64,
) -> Option<Hypothesis> {
    if !terms.parameters.uses(Inference::Illusion) || arrival.entries.iter().any(|entry| terms.illusionists.contains(entry)) {
        return None;
    }
    let disguises = |slot: &Arc<Slot>| slot.entries().any(|entry| terms.illusionists.contains(&entry));
    let shown = hypothesis.slots.iter().position(disguises);
    let mut next = Hypothesis { slots: real.slots.clone(), hidden: hypothesis.hidden.clone(), ..real.clone() };
    let mut continuity = arrival.continuity.1;
    let odds = match (shown, &hypothesis.hidden) {
        (Some(slot), _) if arrival.fainted.contains(&slot) => return None,
        (Some(slot), _) => {
            next.disguised = Some(Disguised::Slot(slot));
            // How it left is known: it comes back so, whatever it looks like.
            continuity = arrival.disguised.get(slot).copied().unwrap_or(continuity);
            1.0
        }
        (None, Some(_)) => {
            next.disguised = Some(Disguised::Hidden);
            1.0
        }
        (None, None) => {
            let weighed: Vec<(usize, f64)> =
                terms.illusionists.iter().map(|entry| (*entry, real.unseen.includes(*entry))).filter(|(_, p)| *p > 0.0).collect();
            let odds = weighed.iter().fold(0.0, |sum, (_, p)| sum + p);
            if odds <= 0.0 {
                return None;
            }
            let pool = Arc::new(Pool::of(&terms.prior, &weighed, terms.counting(false)));
            next.hidden = Some(Arc::new(Slot::new("Zoroark", "Zoroark", pool)));
            next.disguised = Some(Disguised::Hidden);
            next.rest(terms);
            odds
        }
    };
    next.weight = hypothesis.weight * chance * odds * ILLUSION_LAST.value * continuity;
    (next.weight > 0.0).then_some(next)
}
