//! What is believed of one side's team: a few hypotheses of who was really out, and in each a posterior a member.
//!
//! An Illusion makes a Zoroark look like another member, who is in the team for sure. So a slot is who was *shown*, and its sets are
//! those of the true one of that name; where the one that is out may be a disguised Zoroark, a second hypothesis puts what is seen
//! to the Zoroark instead. A hit that ends no Illusion strikes it; `|replace|` strikes the others, and what was wrongly learned with them.

use std::sync::Arc;

use super::fact::Fact;
use super::hypothesis::{Hypothesis, Place};
use super::pool::Pool;
use super::slot::{Candidate, Held, Slot};
use super::terms::Terms;
use super::told::Told;
use super::unseen::Unseen;
use crate::belief::Reweighed;
use crate::rulesets::pokemon_randbats::battle::TEAM;
use crate::rulesets::pokemon_randbats::likelihood::SOFT_FLOOR;
use crate::rulesets::pokemon_randbats::prior::{ItemId, dex};
use crate::rulesets::pokemon_randbats::protocol::Condition;
use crate::rulesets::pokemon_randbats::setup::Inference;

/// The members of a team that its player reported, each with its set.
pub type Reported = Arc<Vec<(Arc<Slot>, Told)>>;

/// One side.
#[derive(Clone, Debug)]
pub struct SideBelief {
    /// At least one; their weights sum to 1.
    pub hypotheses: Vec<Hypothesis>,
    /// The whole team, where its player reported it.
    pub reported: Option<Reported>,
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
    /// The hit points and the status that it is shown with.
    pub condition: Condition,
    /// The slot of the one that is out until then.
    pub out: Option<usize>,
}

impl SideBelief {
    /// Every hypothesis' member in a slot, with its probability.
    pub fn members(&self, slot: usize) -> impl Iterator<Item = (&Slot, f64)> {
        self.standing(slot, false)
    }

    /// The same, where the slot is that of the one that is out (`active`): of whoever stands there, in disguise or not.
    pub fn standing(&self, slot: usize, active: bool) -> impl Iterator<Item = (&Slot, f64)> {
        let of = self.hypotheses.iter();
        of.filter_map(move |hypothesis| hypothesis.member(slot, active).map(|member| (&**member, hypothesis.weight)))
    }

    /// Before anybody was shown.
    pub fn prior(terms: &Terms) -> Self {
        let unseen = Arc::new(Unseen::of(&terms.prior, &terms.bases, &[], TEAM));
        let start = Hypothesis { weight: 1.0, slots: Vec::new(), hidden: None, disguised: None, unseen };
        let lead = Some(Arc::new(Unseen::lead(&terms.prior, &terms.bases)));
        Self { hypotheses: vec![start], reported: None, dropped: 0.0, lead }
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

    /// Makes the weights sum to 1 again; returns what they summed to. Where nothing is left, everything stays.
    pub(super) fn settle(&mut self, before: Vec<Hypothesis>) -> f64 {
        let total = self.hypotheses.iter().fold(0.0, |sum, hypothesis| sum + hypothesis.weight);
        if total <= 0.0 || !total.is_finite() {
            self.hypotheses = before;
            return 0.0;
        }
        self.hypotheses.retain(|hypothesis| hypothesis.weight > 0.0);
        self.hypotheses.iter_mut().for_each(|hypothesis| hypothesis.weight /= total);
        total
    }

    /// Keeps the likeliest. Half of the places are for those in which the one that is out is in disguise: what is seen next may prove them right,
    /// while most of the others differ by a disguise that is over.
    fn cap(&mut self, most: usize) {
        if self.hypotheses.len() <= most {
            return;
        }
        let likelier = |a: &Hypothesis, b: &Hypothesis| b.weight.total_cmp(&a.weight);
        self.hypotheses.sort_by(likelier);
        let (mut kept, mut rest) = (Vec::with_capacity(self.hypotheses.len()), Vec::new());
        let mut places = [most.div_ceil(2), most / 2];
        for hypothesis in self.hypotheses.drain(..) {
            let left = &mut places[usize::from(hypothesis.disguised.is_some())];
            let place = *left > 0;
            *left = left.saturating_sub(1);
            if place { kept.push(hypothesis) } else { rest.push(hypothesis) }
        }
        // Places that one kind does not fill are the other's.
        kept.append(&mut rest);
        self.hypotheses = kept;
        let lost = self.hypotheses.split_off(most).iter().fold(0.0, |sum, hypothesis| sum + hypothesis.weight);
        self.dropped = (self.dropped + lost).min(1.0);
        let left = 1.0 - lost;
        self.hypotheses.iter_mut().for_each(|hypothesis| hypothesis.weight /= left);
    }

    /// Somebody comes out. Returns the probability of what was shown.
    pub fn arrive(&mut self, terms: &Terms, arrival: &Arrival<'_>) -> f64 {
        if self.reported.is_some() {
            return self.arrive_reported(terms, arrival);
        }
        let before = self.hypotheses.clone();
        let lead = self.lead.take();
        let mut next = Vec::with_capacity(before.len() * 3);
        for hypothesis in &before {
            next.extend(self::hidden_comes_out(terms, hypothesis, arrival));
            // With a hidden Zoroark the team may be full: then there is nobody else to be shown for the first time.
            if arrival.new && hypothesis.hidden.is_some() && hypothesis.unseen.count == 0 {
                continue;
            }
            let mut real = hypothesis.clone();
            real.disguised = None;
            let among = lead.as_ref().unwrap_or(&hypothesis.unseen);
            let of = |entry: &usize| among.includes(*entry) / among.count.max(1) as f64;
            let chance = if arrival.new { self::chance(among, &arrival.entries, of) } else { 1.0 };
            // The hidden Zoroark might have come in its place.
            let others = hypothesis.unseen.count as f64;
            let other = if arrival.new && hypothesis.hidden.is_some() { others / (others + 1.0) } else { 1.0 };
            let chance = chance * other;
            real.weight *= chance;
            if arrival.new {
                let weighed: Vec<(usize, f64)> =
                    arrival.entries.iter().map(|entry| (*entry, of(entry).max(f64::MIN_POSITIVE))).collect();
                real.slots.push(self::first_shown(terms, arrival, &weighed, lead.is_some()));
                real.rest(terms);
            }
            let disguised = self::disguises(terms, hypothesis, &real, arrival, chance);
            real.comes_back(terms, arrival.slot, arrival.condition, hypothesis.is_out(arrival.out, Place::Slot(arrival.slot)));
            next.push(real);
            next.extend(disguised);
        }
        self.hypotheses = next;
        let total = self.settle(before);
        if total <= 0.0 {
            self.arrive_against_all(terms, arrival);
        }
        self.cap(terms.hypotheses);
        total
    }

    /// No hypothesis has room for who is shown, or it cannot come back in any of them: slots stay in step with what is shown all the same, without any
    /// disguise.
    fn arrive_against_all(&mut self, terms: &Terms, arrival: &Arrival<'_>) {
        let weighed: Vec<(usize, f64)> = arrival.entries.iter().map(|entry| (*entry, 1.0)).collect();
        let slot = arrival.new.then(|| self::first_shown(terms, arrival, &weighed, false));
        for hypothesis in &mut self.hypotheses {
            hypothesis.disguised = None;
            match (&slot, hypothesis.slots.get_mut(arrival.slot)) {
                (Some(slot), _) => {
                    hypothesis.hidden = None;
                    hypothesis.slots.push(Arc::clone(slot));
                    hypothesis.rest(terms);
                }
                (None, Some(known)) => {
                    let fainted = known.left;
                    Arc::make_mut(known).left = arrival.condition;
                    // Whoever fainted in its shape was a Zoroark, where there may be one.
                    if let Some((mut zoroark, _)) = self::zoroark(terms, &hypothesis.unseen).filter(|_| fainted.fainted()) {
                        zoroark.left = fainted;
                        hypothesis.hidden = Some(Arc::new(zoroark));
                        hypothesis.rest(terms);
                    }
                }
                (None, None) => {}
            }
        }
        self.dropped = 1.0;
    }

    /// Changes a member in every hypothesis that has it; hypotheses that share it go on sharing it. Returns what `change` gave for each hypothesis, `None`
    /// where there is no such member.
    fn change<R: Copy>(&mut self, place: impl Fn(&Hypothesis) -> Place, change: impl Fn(&mut Slot) -> R) -> Vec<Option<R>> {
        let mut changed: Vec<(Arc<Slot>, Arc<Slot>, R)> = Vec::new();
        let one = |hypothesis: &mut Hypothesis| {
            let place = place(hypothesis);
            let member = hypothesis.at(place)?;
            let known = changed.iter().position(|(before, _, _)| Arc::ptr_eq(before, member));
            let known = known.unwrap_or_else(|| {
                let mut after = Slot::clone(member);
                let given = change(&mut after);
                changed.push((Arc::clone(member), Arc::new(after), given));
                changed.len() - 1
            });
            let (_, after, given) = &changed[known];
            hypothesis.put(place, Arc::clone(after));
            Some(*given)
        };
        self.hypotheses.iter_mut().map(one).collect()
    }

    /// The one that is out leaves like this, whoever it is.
    pub fn leaves(&mut self, slot: usize, left: Condition, ability_at_work: bool) {
        let leave = |member: &mut Slot| (member.left, member.ability_at_work) = (left, ability_at_work);
        self.change(|hypothesis| hypothesis.meant(slot, true), leave);
    }

    /// The status of the one in a slot, who is not out, is cured; or that of a Zoroark that was never shown by its name.
    pub fn cured(&mut self, slot: Option<usize>) {
        let place = slot.map_or(Place::Hidden, Place::Slot);
        self.change(|_| place, |member| member.left.status = None);
    }

    /// The status of all is cured.
    pub fn all_cured(&mut self) {
        (0..self.shown()).map(Some).chain([None]).for_each(|slot| self.cured(slot));
    }

    /// Who has fainted is revived: the member of a slot, or one that was never shown by its name, which is the Zoroark that was out in disguise.
    /// Returns the probability that it had fainted.
    pub fn revived(&mut self, slot: Option<usize>, condition: Condition) -> f64 {
        let place = slot.map_or(Place::Hidden, Place::Slot);
        let mut total = 1.0;
        // Who is in a team that was reported is known, and nothing follows from that.
        if self.reported.is_none() {
            let before = self.hypotheses.clone();
            self.hypotheses.retain(|hypothesis| hypothesis.at(place).is_some_and(|member| member.has_fainted()));
            total = self.settle(before);
            if total <= 0.0 {
                self.dropped = 1.0;
            }
        }
        self.change(|_| place, |member| member.left = condition);
        total
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
        if self.reported.is_some() {
            return self.arrive_reported(terms, arrival);
        }
        self.hypotheses.retain(|hypothesis| hypothesis.disguised.is_some());
        for hypothesis in &mut self.hypotheses {
            match hypothesis.disguised.take() {
                Some(Place::Hidden) => {
                    if let Some(mut hidden) = hypothesis.hidden.take() {
                        let known = Arc::make_mut(&mut hidden);
                        known.rename(arrival.name, arrival.written);
                        hypothesis.weight *= known.learn_entry(&arrival.entries);
                        hypothesis.slots.push(hidden);
                    }
                }
                Some(Place::Slot(_)) | None => {}
            }
            hypothesis.rest(terms);
        }
        let shown = before.first().map_or(0, |hypothesis| hypothesis.slots.len()) + usize::from(arrival.new);
        self.hypotheses.retain(|hypothesis| hypothesis.slots.len() == shown);
        let total = self.settle(before);
        if total <= 0.0 {
            // Nobody thought of it: the Zoroark begins afresh, and what was learned wrongly cannot be taken apart any more.
            if arrival.new {
                self.arrive_against_all(terms, arrival);
            }
            self.dropped = 1.0;
        }
        total
    }

    /// A hard fact about a member. Returns its probability; 0 where nobody can take it, and then it is left out.
    pub fn learn(&mut self, slot: usize, active: bool, fact: Fact) -> f64 {
        let before = self.hypotheses.clone();
        let fits = self.change(|hypothesis| hypothesis.meant(slot, active), |member| member.learn(fact));
        for (hypothesis, fits) in self.hypotheses.iter_mut().zip(fits) {
            hypothesis.weight *= fits.unwrap_or(1.0);
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
        let lean = |member: &mut Slot| {
            let same = member.clone();
            let of_own = of_item.map(|of_item| |item| of_item(&same, item));
            member.lean(&|set| of(&same, set), of_own.as_ref().map(|of_own| of_own as _))
        };
        let none = Reweighed { expected: 1.0, ln_after: 0.0 };
        let each = self.change(|hypothesis| hypothesis.meant(slot, active), lean);
        let each: Vec<Reweighed> = each.into_iter().map(|reweighed| reweighed.unwrap_or(none)).collect();
        for (hypothesis, Reweighed { expected, .. }) in self.hypotheses.iter_mut().zip(&each) {
            hypothesis.weight = (hypothesis.weight * expected).max(SOFT_FLOOR.value * expected.min(1.0));
        }
        let expected = self.settle(before);
        let ln_after = self.hypotheses.iter().zip(&each).fold(0.0, |sum, (hypothesis, of)| sum + hypothesis.weight * of.ln_after);
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
}

/// The hypothesis in which the hidden Zoroark comes out in its own shape: one of those that were not shown by their names, each as likely to be next.
fn hidden_comes_out(terms: &Terms, hypothesis: &Hypothesis, arrival: &Arrival<'_>) -> Option<Hypothesis> {
    let may_be = |hidden: &&Arc<Slot>| arrival.new && hidden.entries().any(|entry| arrival.entries.contains(&entry));
    let hidden = hypothesis.hidden.as_ref().filter(may_be)?;
    let mut next = Hypothesis { hidden: None, disguised: None, ..hypothesis.clone() };
    let mut known = Slot::clone(hidden);
    known.rename(arrival.name, arrival.written);
    next.weight *= known.learn_entry(&arrival.entries) / (hypothesis.unseen.count + 1) as f64;
    next.slots.push(Arc::new(known));
    next.rest(terms);
    next.comes_back(terms, arrival.slot, arrival.condition, hypothesis.is_out(arrival.out, Place::Hidden));
    (next.weight > 0.0).then_some(next)
}

/// Who is shown for the first time, of some entries with their weights; of none where the table does not hold its species.
fn first_shown(terms: &Terms, arrival: &Arrival<'_>, weighed: &[(usize, f64)], lead: bool) -> Arc<Slot> {
    if weighed.is_empty() {
        let stranger = Pool::of_stranger(&terms.prior, dex().species_named(arrival.written));
        return Arc::new(Slot::new(arrival.name, arrival.written, Arc::new(stranger), 1.0));
    }
    Arc::new(terms.member(arrival.name, arrival.written, weighed, lead))
}

fn chance(among: &Unseen, entries: &[usize], of: impl Fn(&usize) -> f64) -> f64 {
    if entries.is_empty() || among.count == 0 {
        return among.next().last().copied().unwrap_or(0.0).max(crate::rulesets::pokemon_randbats::likelihood::UNLISTED.value);
    }
    entries.iter().map(of).fold(0.0, |sum, p| sum + p).max(f64::MIN_POSITIVE)
}

/// A Zoroark among those not shown yet, and the probability that there is one.
fn zoroark(terms: &Terms, unseen: &Unseen) -> Option<(Slot, f64)> {
    let may_be = terms.illusionists.iter().map(|entry| (*entry, unseen.includes(*entry)));
    let weighed: Vec<(usize, f64)> = may_be.filter(|(_, p)| *p > 0.0).collect();
    let odds = weighed.iter().fold(0.0, |sum, (_, p)| sum + p);
    (odds > 0.0).then(|| (terms.member("Zoroark", "Zoroark", &weighed, false), odds))
}

/// The hypotheses in which it is not the one it seems to be. `real` is the one in which it is.
fn disguises(
    terms: &Terms,
    hypothesis: &Hypothesis,
    real: &Hypothesis,
    arrival: &Arrival<'_>,
    chance: f64,
) -> Option<Hypothesis> {
    // Nobody copies who has fainted.
    let lends = hypothesis.slots.get(arrival.slot).is_none_or(|member| !member.has_fainted());
    if !lends
        || !terms.parameters.uses(Inference::Illusion)
        || arrival.entries.iter().any(|entry| terms.illusionists.contains(entry))
    {
        return None;
    }
    let disguises = |slot: &Arc<Slot>| slot.entries().any(|entry| terms.illusionists.contains(&entry));
    let shown = hypothesis.slots.iter().position(disguises);
    let mut next = Hypothesis { slots: real.slots.clone(), hidden: hypothesis.hidden.clone(), ..real.clone() };
    let odds = match (shown, &hypothesis.hidden) {
        (Some(slot), _) => {
            next.disguised = Some(Place::Slot(slot));
            1.0
        }
        (None, Some(_)) => {
            next.disguised = Some(Place::Hidden);
            1.0
        }
        (None, None) => {
            let (zoroark, odds) = self::zoroark(terms, &real.unseen)?;
            next.hidden = Some(Arc::new(zoroark));
            next.disguised = Some(Place::Hidden);
            next.rest(terms);
            odds
        }
    };
    next.weight = hypothesis.weight * chance * odds / hypothesis.living_others() as f64;
    let is_out = next.disguised.is_some_and(|zoroark| hypothesis.is_out(arrival.out, zoroark));
    next.comes_back(terms, arrival.slot, arrival.condition, is_out);
    (next.weight > 0.0).then_some(next)
}
