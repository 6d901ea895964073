//! A side whose player reported the whole team: who is in it is known, and in which order its members come out is not.

use std::sync::Arc;

use super::hypothesis::{Hypothesis, Place};
use super::side::{Arrival, SideBelief};
use super::slot::Slot;
use super::terms::Terms;
use super::told::Told;
use crate::rulesets::pokemon_randbats::battle::TEAM;
use crate::rulesets::pokemon_randbats::prior::dex;

impl SideBelief {
    /// Members of the team that were reported and not shown: as many as there is room for, where others were shown than were reported. A Zoroark that
    /// was out in disguise only is as it left.
    pub fn reported_rest(&self) -> Vec<(&Arc<Slot>, &Told)> {
        let (Some(reported), Some(hypothesis)) = (&self.reported, self.hypotheses.first()) else { return Vec::new() };
        let not_shown = |(slot, _): &&(Arc<Slot>, Told)| hypothesis.slots.iter().all(|shown| shown.name != slot.name);
        let left = |name: &str| hypothesis.hidden.as_ref().filter(|hidden| *hidden.name == *name);
        let rest = reported.iter().filter(not_shown).map(|(slot, told)| (left(&slot.name).unwrap_or(slot), told));
        rest.take(TEAM.saturating_sub(hypothesis.slots.len())).collect()
    }

    pub(super) fn arrive_reported(&mut self, terms: &Terms, arrival: &Arrival<'_>) -> f64 {
        self.lead = None;
        // Whether it is in disguise, the next request says.
        self.hypotheses.iter_mut().for_each(|hypothesis| hypothesis.disguised = None);
        if !arrival.new {
            return 1.0;
        }
        let rest = self.reported_rest();
        let count = rest.len().max(1) as f64;
        let found = rest.iter().find(|(slot, _)| *slot.name == *arrival.name).map(|(slot, _)| Arc::clone(slot));
        let weighed: Vec<(usize, f64)> = arrival.entries.iter().map(|entry| (*entry, 1.0)).collect();
        let slot = found.unwrap_or_else(|| Arc::new(terms.member(arrival.name, arrival.written, &weighed, false)));
        for hypothesis in &mut self.hypotheses {
            hypothesis.hidden = hypothesis.hidden.take().filter(|hidden| hidden.name != slot.name);
            hypothesis.slots.push(Arc::clone(&slot));
            hypothesis.rest(terms);
        }
        1.0 / count
    }

    /// Its player says who is out, where lines show the one in `slot` under the nickname `shown`. Returns whether that changed who it is: one
    /// who is not shown by its own name is in disguise, if its ability is Illusion.
    pub fn stands(&mut self, slot: usize, shown: &str, name: &str) -> bool {
        let (Some(reported), Some(hypothesis)) = (&self.reported, self.hypotheses.first_mut()) else { return false };
        let before = hypothesis.disguised;
        if name == shown {
            hypothesis.disguised = None;
            return before.is_some();
        }
        let illusion = dex().ability_named("Illusion");
        let Some((own, _)) = reported.iter().find(|(own, told)| *own.name == *name && told.member.ability == illusion) else {
            return false;
        };
        hypothesis.disguised = match hypothesis.slots.iter().position(|member| *member.name == *name) {
            Some(own) if own == slot => None,
            Some(own) => Some(Place::Slot(own)),
            None => {
                hypothesis.hidden.get_or_insert_with(|| Arc::clone(own));
                Some(Place::Hidden)
            }
        };
        hypothesis.disguised != before
    }

    /// Its player reports the whole team. Returns the probability that it had.
    pub fn report(&mut self, terms: &Terms, team: Vec<(Arc<str>, Arc<str>, Told)>) -> f64 {
        let mut reported = Vec::with_capacity(team.len());
        for (name, written, mut told) in team {
            let shown = || self.hypotheses.iter().filter_map(|hypothesis| hypothesis.slots.iter().find(|slot| slot.name == name));
            if let Some(item) = shown().find_map(|slot| slot.item_before()) {
                told.member.item = item;
                told.open.item = false;
            }
            // What was shown in a disguise is another's: it counts where every hypothesis has it of this member.
            if let Some(slot) = shown().next() {
                told.fill(slot.seen.iter().filter(|fact| shown().all(|other| other.seen.contains(fact))));
            }
            let entries: Vec<(usize, f64)> = told.member.entry.map(|entry| (entry, 1.0)).into_iter().collect();
            let mut slot = terms.member(&name, &written, &entries, false);
            slot.report(&told);
            reported.push((Arc::new(slot), told));
        }
        let mut probability = 0.0;
        for hypothesis in &self.hypotheses {
            probability += hypothesis.weight * Self::p_reported(terms, hypothesis, &reported);
        }
        let Some(mut hypothesis) = self.hypotheses.iter().find(|h| h.disguised.is_none()).or(self.hypotheses.first()).cloned()
        else {
            return 1.0;
        };
        hypothesis.weight = 1.0;
        hypothesis.disguised = None;
        hypothesis.hidden = None;
        for slot in &mut hypothesis.slots {
            if let Some((known, _)) = reported.iter().find(|(known, _)| known.name == slot.name) {
                let before = std::mem::replace(slot, Arc::clone(known));
                let known = Arc::make_mut(slot);
                (known.held, known.left, known.seen) = (before.held, before.left, Arc::clone(&before.seen));
            }
        }
        hypothesis.rest(terms);
        self.hypotheses = vec![hypothesis];
        self.reported = Some(Arc::new(reported));
        self.dropped = 0.0;
        probability
    }

    /// P(these members | hypothesis), whatever the order of those not shown yet.
    fn p_reported(terms: &Terms, hypothesis: &Hypothesis, reported: &[(Arc<Slot>, Told)]) -> f64 {
        let mut product = 1.0;
        let mut rest = Vec::new();
        for (known, told) in reported {
            match hypothesis.slots.iter().find(|slot| slot.name == known.name) {
                Some(slot) => product *= slot.p_told(told),
                None => {
                    let entries: Vec<(usize, f64)> = told.member.entry.map(|entry| (entry, 1.0)).into_iter().collect();
                    product *= terms.member(&known.name, &known.written, &entries, false).p_told(told);
                    rest.push(told.member.entry);
                }
            }
        }
        let orders = (1..=rest.len()).fold(1.0, |product, n| product * n as f64);
        product * (hypothesis.unseen.p(&rest) * orders).min(1.0)
    }
}
