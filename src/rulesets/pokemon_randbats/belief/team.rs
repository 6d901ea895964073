//! Whole teams of a side: drawn, and how likely they are.

use std::sync::Arc;

use rand::Rng;

use super::draft::DrawnMember;
use super::hypothesis::Hypothesis;
use super::side::SideBelief;
use super::slot::Slot;
use super::terms::Terms;
use super::unseen::Unseen;
use crate::belief::{below, unit};
use crate::rulesets::pokemon_randbats::battle::TEAM;
use crate::rulesets::pokemon_randbats::prior::ItemId;

/// One member of a whole team.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its set.
    pub member: DrawnMember,
    /// What it holds now.
    pub held: Option<ItemId>,
    /// Its species as a line wrote it, for one that the table does not hold.
    pub written: Arc<str>,
}

impl Member {
    fn draw(slot: &Slot, rng: &mut impl Rng) -> Self {
        let member = slot.draw(rng);
        Self { held: slot.held.of(member.item), written: Arc::clone(&slot.written), member }
    }

    /// The chance that a slot gives it.
    fn p(&self, slot: &Slot) -> f64 {
        if slot.held.of(self.member.item) == self.held { slot.p(&self.member) } else { 0.0 }
    }
}

impl SideBelief {
    /// Draws a whole team: members shown, then the rest; a Zoroark seen in disguise only stands among them.
    pub fn draw(&self, terms: &Terms, rng: &mut impl Rng) -> Vec<Member> {
        let mut point = unit(rng);
        let mut chosen = &self.hypotheses[self.hypotheses.len() - 1];
        for hypothesis in &self.hypotheses {
            if point < hypothesis.weight {
                chosen = hypothesis;
                break;
            }
            point -= hypothesis.weight;
        }
        let mut team: Vec<Member> = Vec::with_capacity(TEAM);
        team.extend(chosen.slots.iter().map(|slot| Member::draw(slot, rng)));
        if self.reported.is_some() {
            let mut rest = self.reported_rest();
            while !rest.is_empty() {
                let (slot, _) = rest.swap_remove(below(rest.len(), rng));
                team.push(Member::draw(slot, rng));
            }
            return team;
        }
        let rest = match &self.lead {
            None => chosen.unseen.draw(rng),
            Some(lead) => {
                let first = lead.draw(rng).into_iter().next().flatten();
                team.push(Member::draw(terms.fresh(first, true), rng));
                terms.rest_after(first).draw(rng)
            }
        };
        for entry in rest {
            team.push(Member::draw(terms.fresh(entry, false), rng));
        }
        if let Some(hidden) = &chosen.hidden {
            // It will be shown as what it is before, between or after the others.
            let shown = chosen.slots.len();
            team.insert(shown + below(team.len() + 1 - shown, rng), Member::draw(hidden, rng));
        }
        team
    }

    /// Probability of a whole team with what each member holds.
    pub fn p(&self, terms: &Terms, team: &[Member]) -> f64 {
        self.hypotheses.iter().fold(0.0, |sum, hypothesis| sum + hypothesis.weight * self.p_in(terms, hypothesis, team))
    }

    fn p_in(&self, terms: &Terms, hypothesis: &Hypothesis, team: &[Member]) -> f64 {
        if team.len() < hypothesis.slots.len() {
            return 0.0;
        }
        let (shown, rest) = team.split_at(hypothesis.slots.len());
        let product = hypothesis.slots.iter().zip(shown).fold(1.0, |product, (slot, member)| product * member.p(slot));
        if product <= 0.0 {
            return 0.0;
        }
        if self.reported.is_some() {
            return product * self.p_reported_rest(rest);
        }
        if let Some(lead) = &self.lead {
            return product * p_from_lead(terms, lead, rest);
        }
        let each: Vec<f64> = rest.iter().map(|member| member.p(terms.fresh(member.member.entry, false))).collect();
        let Some(hidden) = &hypothesis.hidden else {
            return product * each.iter().fold(hypothesis.unseen.p(&species(rest)), |product, p| product * p);
        };
        let mut sum = 0.0;
        for (at, member) in rest.iter().enumerate() {
            let own = member.p(hidden);
            if own > 0.0 {
                let mut others = species(rest);
                others.remove(at);
                let of_others = each.iter().enumerate().filter(|(other, _)| *other != at);
                sum += of_others.fold(own * hypothesis.unseen.p(&others), |product, (_, p)| product * p);
            }
        }
        product * sum / rest.len().max(1) as f64
    }

    fn p_reported_rest(&self, rest: &[Member]) -> f64 {
        let mut reported = self.reported_rest();
        if reported.len() != rest.len() {
            return 0.0;
        }
        let mut product = 1.0;
        for one in rest {
            let Some(at) = reported.iter().position(|(_, told)| told.fits(&one.member)) else { return 0.0 };
            let (slot, _) = reported.remove(at);
            product *= one.p(slot);
        }
        let orders = (1..=rest.len()).fold(1.0, |product, n| product * n as f64);
        product / orders
    }
}

fn species(team: &[Member]) -> Vec<Option<usize>> {
    team.iter().map(|one| one.member.entry).collect()
}

/// Probability of a team of which nobody was shown.
fn p_from_lead(terms: &Terms, lead: &Unseen, team: &[Member]) -> f64 {
    let Some((first, rest)) = team.split_first() else { return 0.0 };
    let entry = first.member.entry;
    let start = lead.p(&[entry]) * first.p(terms.fresh(entry, true)) * terms.rest_after(entry).p(&species(rest));
    rest.iter().fold(start, |product, one| product * one.p(terms.fresh(one.member.entry, false)))
}
