//! The game's own questions.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::battle::{Battle, TEAM};
use super::belief::{Belief, Fact, Slot};
use super::event::Side;
use super::infer::{Pace, is_choice};
use super::marginals::{next_species, of_slot};
use super::outspeeds::{Faster, faster, speeds};
use super::prior::{MoveId, Set, dex};
use super::table::Table;
use super::who::Who;
use super::world::{item_name, species_name};
use crate::rulesets::{Observer, Refusal, Seat};

/// Numbers of [`Query::Embedding`].
pub const EMBEDDING: usize = 10;
/// Numbers of [`Query::Observation`] a member.
pub const OBSERVATION: usize = 16;

/// A question. `seat` may be left out by a seat: it is the other one then.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Query {
    /// The likeliest whole sets of a member that was shown.
    Sets(OfSlot),
    /// The distribution of one field of a member that was shown.
    Marginal(OfField),
    /// The members that were not shown.
    Unrevealed(OfSeat),
    /// How likely a member is faster than one of the other side, as they are now.
    Outspeeds(Race),
    /// Ten numbers a member: the likeliest four roles, the likeliest four types of moves not shown, whether the item was shown, and
    /// the share of the moves that were.
    Embedding(OfMember),
    /// Sixteen numbers for each of six members in slots 0 to 5, all 0 where it was not shown. 0 to 9: its embedding; 10: it was shown;
    /// 11: it is out; 12: share of its hit points; 13: it has fainted; 14: probability of a Choice item in its hands; 15: it has
    /// terastallized.
    Observation(OfSeat),
    /// How likely a member is locked into the move that it made last.
    Locked(OfMember),
}

/// About one side.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfSeat {
    /// Whose team.
    pub seat: Option<Seat>,
}

/// About one member.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfMember {
    /// Whose team.
    pub seat: Option<Seat>,
    /// Which member: its slot in order of appearance from 0, its name such as `Weavile`, or where it stands, such as `p2a`.
    pub slot: Who,
}

/// About the sets of one member.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfSlot {
    /// Whose team.
    pub seat: Option<Seat>,
    /// Which member: its slot in order of appearance from 0, its name such as `Weavile`, or where it stands, such as `p2a`.
    pub slot: Who,
    /// How many sets at most, 1 to 1,000: 10.
    pub top: Option<usize>,
}

/// About one field of one member.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfField {
    /// Whose team.
    pub seat: Option<Seat>,
    /// Which member: its slot in order of appearance from 0, its name such as `Weavile`, or where it stands, such as `p2a`.
    pub slot: Who,
    /// Which field.
    pub of: FieldName,
}

/// A field of a set, or its speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FieldName {
    /// The item of the set.
    Item,
    /// The ability.
    Ability,
    /// The tera type.
    Tera,
    /// Each move, with the chance that the set has it.
    Move,
    /// The generator's label.
    Role,
    /// Speed as it is now, in points.
    Speed,
}

/// Two members that race.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Race {
    /// Whose team the first is of.
    pub seat: Option<Seat>,
    /// The first, by slot, name or place.
    pub slot: Who,
    /// The other, in the other team.
    pub own: Who,
}

/// A value with its probability.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Chance {
    /// The value.
    pub value: String,
    /// Its probability.
    pub p: f64,
}

/// A whole set with its probability.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SetChance {
    /// Its probability.
    pub p: f64,
    /// Species.
    pub species: String,
    /// The generator's label.
    pub role: String,
    /// Level of the table.
    pub level: u8,
    /// Item, or `none`.
    pub item: String,
    /// Ability.
    pub ability: String,
    /// Tera type.
    pub tera: String,
    /// Moves.
    pub moves: Vec<String>,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// Whole sets, the likeliest first.
    Sets(Sets),
    /// A distribution.
    Marginal(Distribution),
    /// Members not shown.
    Unrevealed(Unrevealed),
    /// Who is faster.
    Outspeeds(Faster),
    /// Ten numbers.
    Embedding(Numbers),
    /// Ninety-six numbers.
    Observation(Numbers),
    /// Whether it is locked.
    Locked(Locked),
}

/// Whole sets.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Sets {
    /// The likeliest first.
    pub sets: Vec<SetChance>,
    /// Probability of all sets that are in no table.
    pub unlisted: f64,
    /// How many listed sets are possible.
    pub possible: usize,
}

/// A distribution.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Distribution {
    /// The field.
    pub of: FieldName,
    /// Its values; of moves, each with its own chance, which together make the number of moves.
    pub distribution: Vec<Chance>,
}

/// Members not shown.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Unrevealed {
    /// How many.
    pub count: usize,
    /// Chance of each species to be the next that is shown, the likeliest first.
    pub next: Vec<Chance>,
}

/// Numbers for a network.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Numbers {
    /// In documented places.
    pub values: Vec<f64>,
}

/// Whether a member is locked into a move.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Locked {
    /// P(it can make no other move until it leaves).
    pub p: f64,
    /// The move; absent where it made none since it came out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub locked_into: Option<String>,
}

/// Answers a question.
///
/// # Errors
/// `seat`, `slot`, `top`: not at this table, or out of range; `unlisted`: no set of the table fits.
pub fn answer(belief: &Belief, table: &Table, query: &Query) -> Result<Answer, Refusal> {
    let battle = belief.battle(table);
    match query {
        Query::Sets(of) => {
            let side = side_of(belief, of.seat.or_else(|| of.slot.seat()))?;
            let top = of.top.unwrap_or(10);
            if !(1..=1_000).contains(&top) {
                return Err(Refusal::new("top", "top must be 1 to 1000"));
            }
            let slot = of.slot.slot(belief, battle, side)?;
            Ok(Answer::Sets(sets(belief, side, slot, top)))
        }
        Query::Marginal(of) => {
            let side = side_of(belief, of.seat.or_else(|| of.slot.seat()))?;
            let slot = of.slot.slot(belief, battle, side)?;
            let distribution = field(belief, battle, side, slot, of.of);
            Ok(Answer::Marginal(Distribution { of: of.of, distribution }))
        }
        Query::Unrevealed(of) => {
            let side = side_of(belief, of.seat)?;
            let mut next: Vec<Chance> = next_species(belief, side).into_iter().map(|(value, p)| Chance { value, p }).collect();
            next.sort_by(|a, b| b.p.total_cmp(&a.p));
            Ok(Answer::Unrevealed(Unrevealed { count: TEAM.saturating_sub(belief.side(side).shown()), next }))
        }
        Query::Outspeeds(race) => {
            let side = side_of(belief, race.seat.or_else(|| race.slot.seat()))?;
            let slot = race.slot.slot(belief, battle, side)?;
            let own = race.own.slot(belief, battle, side.other())?;
            Ok(Answer::Outspeeds(faster(belief, battle, side, slot, own)?))
        }
        Query::Embedding(of) => {
            let side = side_of(belief, of.seat.or_else(|| of.slot.seat()))?;
            let slot = of.slot.slot(belief, battle, side)?;
            Ok(Answer::Embedding(Numbers { values: embedding(belief, battle, side, slot).to_vec() }))
        }
        Query::Observation(of) => {
            let side = side_of(belief, of.seat)?;
            let values = (0..TEAM).flat_map(|slot| observation(belief, battle, side, slot)).collect();
            Ok(Answer::Observation(Numbers { values }))
        }
        Query::Locked(of) => {
            let side = side_of(belief, of.seat.or_else(|| of.slot.seat()))?;
            let slot = of.slot.slot(belief, battle, side)?;
            Ok(Answer::Locked(locked(belief, battle, side, slot)))
        }
    }
}

fn side_of(belief: &Belief, seat: Option<Seat>) -> Result<Side, Refusal> {
    let other = match belief.observer {
        Observer::Seat(seat) => Side::of(seat).map(Side::other),
        Observer::Public | Observer::Referee => None,
    };
    match seat {
        Some(seat) => {
            Side::of(seat).ok_or_else(|| Refusal::new("seat", format!("there is no seat {seat}: a battle has 0 and 1")))
        }
        None => other.ok_or_else(|| Refusal::new("seat", "say whose team: `seat` is 0 for p1, 1 for p2")),
    }
}

fn sets(belief: &Belief, side: Side, slot: usize, top: usize) -> Sets {
    let prior = &belief.terms.prior;
    // A table that was imported may hold a set twice, and hypotheses share most of theirs: sets are alike by what they say.
    let mut chances: BTreeMap<_, (f64, usize, &Set)> = BTreeMap::new();
    let mut unlisted = 0.0;
    for (member, weight) in belief.side(side).members(slot) {
        unlisted += weight * member.unlisted;
        for (candidate, p) in member.listed().filter(|(_, p)| *p > 0.0) {
            let set = candidate.set;
            let same = (candidate.entry, set.role, set.level, set.item, set.ability, set.tera, &set.moves);
            chances.entry(same).or_insert((0.0, candidate.entry, set)).0 += p * weight;
        }
    }
    let possible = chances.len();
    let mut chances: Vec<_> = chances.into_values().collect();
    chances.sort_by(|(a, ..), (b, ..)| b.total_cmp(a));
    chances.truncate(top);
    let one = |(p, entry, set): (f64, usize, &Set)| SetChance {
        p,
        species: species_name(prior, entry).to_owned(),
        role: prior.role(set.role).to_owned(),
        level: set.level,
        item: item_name(set.item).to_owned(),
        ability: dex()[set.ability].name.clone(),
        tera: set.tera.name().to_owned(),
        moves: set.moves.iter().map(|id| dex()[*id].name.clone()).collect(),
    };
    Sets { sets: chances.into_iter().map(one).collect(), unlisted, possible }
}

fn field(belief: &Belief, battle: &Battle, side: Side, slot: usize, of: FieldName) -> Vec<Chance> {
    let marginals = of_slot(belief, side, slot);
    let named = |what: &str| -> Vec<Chance> {
        let end = format!("/{what}");
        let found = marginals.iter().find(|marginal| marginal.id.ends_with(&end));
        found.map(|m| m.distribution.iter().map(|o| Chance { value: o.value.clone(), p: o.p }).collect()).unwrap_or_default()
    };
    let mut list = match of {
        FieldName::Item => named("item"),
        FieldName::Ability => named("ability"),
        FieldName::Tera => named("tera"),
        FieldName::Role => named("role"),
        FieldName::Move => {
            let one = |m: &crate::belief::Marginal| {
                let (_, id) = m.id.split_once("/move:")?;
                Some(Chance { value: dex().move_named(id).map_or(id.to_owned(), |id| dex()[id].name.clone()), p: m.p("yes") })
            };
            marginals.iter().filter_map(one).collect()
        }
        FieldName::Speed => {
            let one = |(pace, p): &(Pace, f64)| Chance { value: pace.speed.to_string(), p: *p };
            return speeds(belief, battle, side, slot).iter().map(one).collect();
        }
    };
    list.sort_by(|a, b| b.p.total_cmp(&a.p));
    list
}

fn seen(member: &Slot) -> (bool, Vec<MoveId>) {
    let item = member.seen.iter().any(|fact| matches!(fact, Fact::Item(_)));
    let moves = member.seen.iter().filter_map(|fact| if let Fact::Move(id) = fact { Some(*id) } else { None });
    (item, moves.collect())
}

/// The seed's ten numbers. 0 to 3: probabilities of the four likeliest roles; 4 to 7: probabilities of the four likeliest types that a
/// move not shown yet has; 8: the item was shown; 9: moves shown, of four.
fn embedding(belief: &Belief, battle: &Battle, side: Side, slot: usize) -> [f64; EMBEDDING] {
    let mut numbers = [0.0; EMBEDDING];
    let roles = field(belief, battle, side, slot, FieldName::Role);
    numbers.iter_mut().zip(&roles).take(4).for_each(|(number, role)| *number = role.p);
    let mut types = [0.0; 19];
    let (mut item, mut moves) = (0.0, 0.0);
    for (member, weight) in belief.side(side).members(slot) {
        let (saw_item, saw) = seen(member);
        item += weight * f64::from(u8::from(saw_item || member.reported));
        moves += weight * if member.reported { 1.0 } else { (saw.len() as f64 / 4.0).min(1.0) };
        for (candidate, p) in member.listed().filter(|(_, p)| *p > 0.0) {
            let mut of_set = [false; 19];
            for id in candidate.set.moves.iter().filter(|id| !saw.contains(id)) {
                of_set[dex()[*id].kind as usize] = true;
            }
            types.iter_mut().zip(of_set).filter(|(_, has)| *has).for_each(|(sum, _)| *sum += p * weight);
        }
    }
    types.sort_by(|a, b| b.total_cmp(a));
    numbers[4..8].copy_from_slice(&types[..4]);
    numbers[8] = item.min(1.0);
    numbers[9] = moves.min(1.0);
    numbers
}

/// The seed's sixteen numbers of one member, all 0 where it was not shown. 0 to 9: its embedding; 10: it was shown; 11: it is out;
/// 12: share of its hit points; 13: it has fainted; 14: probability of a Choice item in its hands; 15: it has terastallized.
fn observation(belief: &Belief, battle: &Battle, side: Side, slot: usize) -> [f64; OBSERVATION] {
    let mut numbers = [0.0; OBSERVATION];
    let state = battle.side(side);
    let Some(shown) = state.members.get(slot).filter(|_| slot < belief.side(side).shown()) else { return numbers };
    let is = |holds: bool| f64::from(u8::from(holds));
    numbers[..EMBEDDING].copy_from_slice(&embedding(belief, battle, side, slot));
    numbers[10] = 1.0;
    numbers[11] = is(state.out == Some(slot));
    numbers[12] = shown.condition.share();
    numbers[13] = is(shown.condition.fainted());
    numbers[14] = choice(belief.side(side).members(slot));
    numbers[15] = is(shown.tera.is_some());
    numbers
}

/// P(it holds a Choice item now), of one that may be any of these.
fn choice<'a>(members: impl Iterator<Item = (&'a Slot, f64)>) -> f64 {
    let mut p = 0.0;
    for (member, weight) in members {
        for (candidate, own) in member.listed() {
            p += weight * own * f64::from(u8::from(is_choice(member.held.of(candidate.set.item))));
        }
        for (item, own) in member.draft().item.iter() {
            p += weight * member.unlisted * own * f64::from(u8::from(is_choice(member.held.of(item))));
        }
    }
    p.min(1.0)
}

fn locked(belief: &Belief, battle: &Battle, side: Side, slot: usize) -> Locked {
    let state = battle.side(side);
    let made = state.members.get(slot).filter(|_| state.out == Some(slot)).and_then(|shown| shown.entry.chosen);
    // Whoever stands there made it.
    let p = if made.is_some() { choice(belief.side(side).standing(slot, true)) } else { 0.0 };
    Locked { p, locked_into: made.map(|id| dex()[id].name.clone()) }
}
