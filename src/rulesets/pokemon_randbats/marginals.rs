//! What is published of a belief: the distribution of every variable, and what only this game has.
//!
//! Members that were shown have all variables; of those that were not, the next one has its species, and stands for the others, whose
//! distributions are the same until then.

use serde_json::json;

use super::battle::{Battle, TEAM};
use super::belief::{Belief, Held, SideBelief, Slot};
use super::event::Side;
use super::prior::{MoveId, Type, dex};
use super::table::Table;
use super::world::{UNKNOWN, item_name, move_variable, species_name, variable};
use crate::belief::{Marginal, Marginals, Outcome};
use crate::rulesets::Posterior;

/// What is less likely than this is not listed: rounding would have it.
const LEAST: f64 = 1e-30;

/// Values of a variable by a key that orders them.
type Counted = Vec<(&'static str, f64)>;

fn add(counted: &mut Counted, name: &'static str, p: f64) {
    match counted.binary_search_by(|(known, _)| known.cmp(&name)) {
        Ok(at) => counted[at].1 += p,
        Err(at) => counted.insert(at, (name, p)),
    }
}

/// The distributions of one member.
#[derive(Default)]
struct OfSlot {
    species: Vec<(String, f64)>,
    role: Vec<(String, f64)>,
    item: Counted,
    held: Counted,
    ability: Counted,
    tera: Counted,
    /// Each move with the chance that it is in the set, and that it is not.
    moves: Vec<(MoveId, f64, f64)>,
}

fn add_text(counted: &mut Vec<(String, f64)>, name: &str, p: f64) {
    match counted.binary_search_by(|(known, _)| known.as_str().cmp(name)) {
        Ok(at) => counted[at].1 += p,
        Err(at) => counted.insert(at, (name.to_owned(), p)),
    }
}

impl OfSlot {
    fn take(&mut self, slot: &Slot, weight: f64) {
        let prior = slot.prior();
        for id in slot.pool_moves() {
            if self.moves.iter().all(|(known, _, _)| *known != id) {
                self.moves.push((id, 0.0, 0.0));
            }
        }
        let mut roles = vec![0.0; prior.roles().len()];
        let mut species: Vec<(usize, f64)> = Vec::new();
        for (candidate, p) in slot.listed().filter(|(_, p)| *p > 0.0) {
            let (p, set) = (p * weight, candidate.set);
            match species.iter_mut().find(|(entry, _)| *entry == candidate.entry) {
                Some((_, sum)) => *sum += p,
                None => species.push((candidate.entry, p)),
            }
            if let Some(sum) = roles.get_mut(usize::from(set.role.0)) {
                *sum += p;
            }
            add(&mut self.item, item_name(set.item), p);
            add(&mut self.held, item_name(slot.held.of(set.item)), p);
            add(&mut self.ability, dex()[set.ability].name.as_str(), p);
            add(&mut self.tera, set.tera.name(), p);
            for (id, yes, no) in &mut self.moves {
                *if set.knows(*id) { yes } else { no } += p;
            }
        }
        for (entry, p) in species {
            add_text(&mut self.species, species_name(prior, entry), p);
        }
        for (role, p) in prior.roles().iter().zip(roles).filter(|(_, p)| *p > 0.0) {
            add_text(&mut self.role, role, p);
        }
        self.take_unlisted(slot, weight * slot.unlisted);
    }

    fn take_unlisted(&mut self, slot: &Slot, weight: f64) {
        if weight <= 0.0 {
            return;
        }
        let (prior, draft) = (slot.prior(), slot.draft());
        for (entry, p) in draft.entry.iter() {
            add_text(&mut self.species, entry.map_or(&*slot.written, |entry| species_name(prior, entry)), p * weight);
        }
        for (role, p) in draft.role.iter() {
            add_text(&mut self.role, role.map_or(UNKNOWN, |role| prior.role(role)), p * weight);
        }
        for (item, p) in draft.item.iter() {
            add(&mut self.item, item_name(item), p * weight);
            add(&mut self.held, item_name(slot.held.of(item)), p * weight);
        }
        for (ability, p) in draft.ability.iter() {
            add(&mut self.ability, ability.map_or(UNKNOWN, |ability| dex()[ability].name.as_str()), p * weight);
        }
        for (tera, p) in draft.tera.iter() {
            add(&mut self.tera, tera.map_or(UNKNOWN, Type::name), p * weight);
        }
        for (id, yes, no) in &mut self.moves {
            let p = draft.moves.p(*id);
            *yes += weight * p;
            *no += weight * (1.0 - p);
        }
    }
}

/// Outcomes that sum to 1, without what rounding left.
fn outcomes<T: AsRef<str>>(counted: &[(T, f64)]) -> Vec<Outcome> {
    let kept: Vec<&(T, f64)> = counted.iter().filter(|(_, p)| *p > LEAST).collect();
    let total = kept.iter().fold(0.0, |sum, (_, p)| sum + p);
    // Where two values are listed neither is certain: its share is less than 1, whatever rounding says.
    let one = |(value, p): &(T, f64)| Outcome { value: value.as_ref().to_owned(), p: (p / total).min(1.0 - f64::EPSILON) };
    match kept[..] {
        [only] => vec![Outcome { value: only.0.as_ref().to_owned(), p: 1.0 }],
        _ => kept.into_iter().map(one).collect(),
    }
}

/// Chances of the values of one field of a slot, over the hypotheses of its side.
#[must_use]
pub fn of_slot(belief: &Belief, side: Side, slot: usize) -> Vec<Marginal> {
    let of = belief.side(side);
    let mut all = OfSlot::default();
    for hypothesis in &of.hypotheses {
        if let Some(member) = hypothesis.slots.get(slot) {
            all.take(member, hypothesis.weight);
        }
    }
    let prior = &belief.terms.prior;
    let one = |what: &str, domain: &'static str, allowed: usize, distribution: Vec<Outcome>| Marginal {
        id: variable(side.seat(), slot, what),
        seat: Some(side.seat()),
        instance: None,
        domain,
        derived: what == "held",
        allowed: u32::try_from(allowed.max(1)).unwrap_or(u32::MAX),
        distribution,
    };
    let items = dex().items().len() + 1;
    let mut list = vec![
        one("species", "species", prior.entries().len() + 1, outcomes(&all.species)),
        one("role", "role", prior.roles().len() + 1, outcomes(&all.role)),
        one("item", "item", items, outcomes(&all.item)),
        one("held", "item", items, outcomes(&all.held)),
        one("ability", "ability", dex().abilities().len() + 1, outcomes(&all.ability)),
        one("tera", "type", Type::ALL.len() + 1, outcomes(&all.tera)),
    ];
    all.moves.sort_by_key(|(id, _, _)| *id);
    for (id, yes, no) in all.moves {
        list.push(one(&move_variable(id), "in_set", 2, outcomes(&[("no", no), ("yes", yes)])));
    }
    list
}

/// Chances of the species of the next member to be shown, by name; empty where all were.
#[must_use]
pub fn next_species(belief: &Belief, side: Side) -> Vec<(String, f64)> {
    let of = belief.side(side);
    let prior = &belief.terms.prior;
    let mut list = Vec::new();
    if of.reported.is_some() {
        let rest = of.reported_rest();
        for (slot, told) in &rest {
            let name = told.member.entry.map_or(&*slot.written, |entry| species_name(prior, entry));
            add_text(&mut list, name, 1.0 / rest.len() as f64);
        }
        return list;
    }
    let mut entries = vec![0.0; prior.entries().len() + 1];
    for hypothesis in &of.hypotheses {
        let among = of.lead.as_ref().unwrap_or(&hypothesis.unseen);
        let places = among.count + usize::from(hypothesis.hidden.is_some());
        if among.count > 0 {
            let share = hypothesis.weight * among.count as f64 / places as f64;
            entries.iter_mut().zip(among.next()).for_each(|(sum, p)| *sum += share * p);
        }
        if let Some(hidden) = &hypothesis.hidden {
            let mut all = OfSlot::default();
            all.take(hidden, hypothesis.weight / places as f64);
            all.species.iter().for_each(|(name, p)| add_text(&mut list, name, *p));
        }
    }
    for (entry, p) in entries.iter().enumerate().filter(|(_, p)| **p > 0.0) {
        add_text(&mut list, if entry < prior.entries().len() { species_name(prior, entry) } else { UNKNOWN }, *p);
    }
    list
}

/// Distributions of all variables: by seat, slot and field.
#[must_use]
pub fn variables(belief: &Belief) -> Vec<Marginal> {
    let mut list = Vec::new();
    for side in Side::BOTH {
        let shown = belief.side(side).shown();
        for slot in 0..shown {
            list.extend(of_slot(belief, side, slot));
        }
        let distribution = outcomes(&next_species(belief, side));
        if shown < TEAM && !distribution.is_empty() {
            list.push(Marginal {
                id: variable(side.seat(), shown, "species"),
                seat: Some(side.seat()),
                instance: None,
                domain: "species",
                derived: false,
                allowed: u32::try_from(belief.terms.prior.entries().len() + 1).unwrap_or(u32::MAX),
                distribution,
            });
        }
    }
    list
}

/// Joint entropy of what is published, in bits: members, and the species of the next, are independent, so theirs is added up. `None`
/// while somebody may be in disguise: that couples members, and a mixture has no closed form.
fn joint_entropy_bits(belief: &Belief) -> Option<f64> {
    let mut nats = 0.0;
    for side in Side::BOTH {
        let [only] = &belief.side(side).hypotheses[..] else { return None };
        nats = only.slots.iter().fold(nats, |sum, slot| sum + slot.entropy());
        let next = outcomes(&next_species(belief, side));
        nats = next.iter().fold(nats, |sum, outcome| sum - outcome.p * libm::log(outcome.p));
    }
    Some((nats / std::f64::consts::LN_2).max(0.0))
}

/// Everything that is published.
#[must_use]
pub fn marginals(belief: &Belief, table: &Table) -> Marginals {
    let joint_entropy_bits = joint_entropy_bits(belief);
    let (quality, detail) = (belief.quality(table), detail(belief, table));
    Marginals { variables: variables(belief), joint_entropy_bits, quality, detail }
}

fn of_side(belief: &Belief, battle: &Battle, side: Side) -> serde_json::Value {
    let of: &SideBelief = belief.side(side);
    let state = battle.side(side);
    let unlisted = |slot: usize| {
        of.hypotheses
            .iter()
            .fold(0.0, |sum, hypothesis| sum + hypothesis.weight * hypothesis.slots.get(slot).map_or(0.0, |slot| slot.unlisted))
            .min(1.0)
    };
    let impossible = |slot: usize| {
        let likeliest = of.hypotheses.iter().max_by(|a, b| a.weight.total_cmp(&b.weight));
        likeliest.and_then(|hypothesis| hypothesis.slots.get(slot)).map_or(0, |slot| slot.impossible)
    };
    let shown = state.members.iter().enumerate().map(|(slot, shown)| {
        let held = of.hypotheses.first().and_then(|hypothesis| hypothesis.slots.get(slot)).map(|slot| slot.held);
        json!({
            "name": shown.name,
            "species": shown.written,
            "level": shown.level,
            "hp": shown.condition.share(),
            "status": shown.condition.status.map(|status| status.name()),
            "terastallized": shown.tera.map(Type::name),
            "own_item": held.is_none_or(|held| held == Held::Own),
            "unlisted": unlisted(slot),
            "impossible_facts": impossible(slot),
        })
    });
    json!({"out": state.out, "size": state.size, "illusion": of.illusion(), "members": shown.collect::<Vec<_>>()})
}

/// `table_months`, how old the table is when the battle is played; `channel` that was read, `turn`, `sides` (who is out; each member as it is shown, with the chance that its set is in no table and the
/// number of facts that no listed set could take; the chance that the one that is out is in disguise) and `notes` (lines not
/// understood, names not known to this release, facts left out, levels that the table does not have, lines of another
/// format or of a rule that is not this one's, arrivals of a seventh member, hits, and those of them whose damage is not modelled).
fn detail(belief: &Belief, table: &Table) -> serde_json::Value {
    let battle = belief.battle(table);
    let notes = &belief.notes;
    json!({
        "table_months": belief.terms.months,
        "channel": belief.channel,
        "lines": belief.lines(table),
        "turn": battle.turn,
        "over": battle.over,
        "sides": Side::BOTH.map(|side| of_side(belief, battle, side)),
        "notes": {
            "unknown_lines": notes.unknown,
            "last_unknown_line": notes.last_unknown,
            "unknown_names": notes.names,
            "facts_left_out": notes.left_out,
            "last_fact_left_out": notes.last_left_out,
            "other_levels": notes.levels,
            "other_formats": notes.formats,
            "last_other_format": notes.last_format,
            "beyond_team": notes.beyond_team,
            "hits": notes.hits,
            "hits_left_out": notes.hits_left_out,
        },
    })
}
