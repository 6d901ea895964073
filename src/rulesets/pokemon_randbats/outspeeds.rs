//! Who is faster: the Speed of members under what is known of them and of the field.

use schemars::JsonSchema;
use serde::Serialize;

use super::battle::Battle;
use super::belief::Belief;
use super::event::Side;
use super::infer::{Actor, Build, Pace, at_work, build_of, pace};
use super::prior::AbilityId;
use crate::rulesets::Refusal;

/// Who is faster.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Faster {
    /// P(the one asked about has more speed).
    pub faster: f64,
    /// P(both have the same): then chance decides.
    pub tie: f64,
    /// P(it goes first with moves of equal priority, Trick Room and ties counted).
    pub goes_first: f64,
}

/// What the stats and the ability that a member has now follow from, with probabilities: of its set; where it has taken another's shape, of that one's.
fn bodies(belief: &Belief, battle: &Battle, side: Side, slot: usize) -> Vec<(Build, AbilityId, f64)> {
    let Some(shown) = battle.side(side).members.get(slot) else { return Vec::new() };
    let mut list: Vec<(Build, AbilityId, f64)> = Vec::new();
    for (member, weight) in belief.side(side).standing(slot, battle.side(side).out == Some(slot)) {
        for (candidate, p) in member.listed().filter(|(_, p)| *p > 0.0) {
            let Some(build) = build_of(member, &candidate, shown) else { continue };
            let ability = candidate.set.ability;
            match list.iter_mut().find(|(known, of, _)| (*known, *of) == (build, ability)) {
                Some((.., sum)) => *sum += p * weight,
                None => list.push((build, ability, p * weight)),
            }
        }
    }
    list
}

/// Speeds under what lies on the field and on its side now, ascending; of the one that is out, whoever it is; of a member that is not out, as if it came
/// out now: without stages, and with what is lasting, such as paralysis.
pub fn speeds(belief: &Belief, battle: &Battle, side: Side, slot: usize) -> Vec<(Pace, f64)> {
    let state = battle.side(side);
    let Some(shown) = state.members.get(slot) else { return Vec::new() };
    // Of who is of no table nothing is known; what a disguise of it would have must not stand for that.
    if belief.side(side).members(slot).all(|(member, _)| member.listed().all(|(_, p)| p <= 0.0)) {
        return Vec::new();
    }
    let field = at_work(&battle.field, &battle.sides, &belief.sides);
    let mut list: Vec<(Pace, f64)> = Vec::new();
    let mut add = |pace: Pace, p: f64| match list.iter_mut().find(|(known, _)| *known == pace) {
        Some((_, sum)) => *sum += p,
        None => list.push((pace, p)),
    };
    let copied =
        shown.entry.transformed.then(|| shown.entry.copied.map_or(Vec::new(), |of| bodies(belief, battle, side.other(), of)));
    for (member, weight) in belief.side(side).standing(slot, state.out == Some(slot)) {
        for (candidate, p) in member.listed().filter(|(_, p)| *p > 0.0) {
            let set = candidate.set;
            let Some(id) = set.moves.first() else { continue };
            let actor = Actor { shown, laid: &state.laid, field: &field, id: *id };
            let pace_of = |build: Build, ability: AbilityId| Pace {
                priority: 0,
                odd: false,
                ..pace(&actor, build, Some(ability), member.held.of(set.item))
            };
            match &copied {
                Some(bodies) => bodies.iter().for_each(|(build, ability, q)| add(pace_of(*build, *ability), p * weight * q)),
                None => {
                    if let Some(build) = build_of(member, &candidate, shown) {
                        add(pace_of(build, set.ability), p * weight);
                    }
                }
            }
        }
    }
    list.sort_by_key(|(pace, _)| *pace);
    let total = list.iter().fold(0.0, |sum, (_, p)| sum + p);
    list.iter_mut().for_each(|(_, p)| *p /= total);
    list
}

/// # Errors
/// Where no set of the table fits one of the two.
pub fn faster(belief: &Belief, battle: &Battle, side: Side, slot: usize, own: usize) -> Result<Faster, Refusal> {
    let (ours, theirs) = (speeds(belief, battle, side, slot), speeds(belief, battle, side.other(), own));
    for (list, side, slot) in [(&ours, side, slot), (&theirs, side.other(), own)] {
        if list.is_empty() {
            let detail = format!(
                "no set of the table fits the member in slot {slot} of seat {}, so that its Speed is not known",
                side.index()
            );
            return Err(Refusal::new("unlisted", detail));
        }
    }
    let (mut more, mut tie) = (0.0, 0.0);
    for (one, p) in &ours {
        for (other, q) in &theirs {
            match one.speed.cmp(&other.speed) {
                std::cmp::Ordering::Greater => more += p * q,
                std::cmp::Ordering::Equal => tie += p * q,
                std::cmp::Ordering::Less => {}
            }
        }
    }
    let first = if battle.field.trick_room { 1.0 - more - tie } else { more };
    Ok(Faster { faster: more, tie, goes_first: first + tie / 2.0 })
}
