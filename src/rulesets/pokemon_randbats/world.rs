//! Whole teams as text: worlds, and Showdown's packed format.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::belief::DrawnMember;
use super::prior::{Dex, ItemId, MoveId, Prior, Role, SpeciesId, Spread, Type, dex, to_id};
use crate::rulesets::Columns;

/// One full assignment of what is hidden.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct World {
    /// Each seat's team in Showdown's packed format, ready for a simulator: members in the order in which they were shown, then the
    /// rest.
    pub teams: BTreeMap<u8, String>,
    /// The generator's labels of the members, in the same order; empty where a set has none.
    pub roles: BTreeMap<u8, Vec<String>>,
    /// What the members hold now, in the same order: an item, or `none`.
    pub held: BTreeMap<u8, Vec<String>>,
}

/// One member of a packed team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packed {
    /// Nickname, or the name of the species.
    pub name: String,
    /// Species as it was written.
    pub written: String,
    /// Its set; the role is not part of the format.
    pub member: DrawnMember,
}

/// Why a text is no packed team.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("member {member}: {detail}")]
pub struct NotPacked {
    /// Which member, from 0.
    pub member: usize,
    /// What is wrong.
    pub detail: String,
}

/// No item.
pub const NONE: &str = "none";
/// A field of a set that is in no table, and of which nothing is known.
pub const UNKNOWN: &str = "unknown";

/// Name of an item or of none.
#[must_use]
pub fn item_name(item: Option<ItemId>) -> &'static str {
    item.map_or(NONE, |item| dex()[item].name.as_str())
}

/// Name of an entry's species.
#[must_use]
pub fn species_name(prior: &Prior, entry: usize) -> &'static str {
    prior.entries().get(entry).map_or(UNKNOWN, |entry| dex()[entry.species].name.as_str())
}

/// The entry of a table that a packed member is of.
#[must_use]
pub fn entry_of(prior: &Prior, species: SpeciesId, item: Option<ItemId>) -> Option<usize> {
    let holds = |at: &usize| prior.entries()[*at].sets.iter().any(|set| set.item == item);
    let found = prior.looking_like(species);
    let seen = || prior.seen_as(species).first().copied();
    found.iter().copied().find(holds).or_else(|| prior.place(species)).or(found.first().copied()).or_else(seen)
}

fn squeeze(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// What stands for a species that is not known: its set copies whoever it meets, and its nickname says what it is.
const STAND_IN: &str = "unknown|Ditto||Imposter|transform||85,85,85,85,85,85||||87|,,,,,Normal";

/// A member in packed format. `level` where another than the table's was shown.
#[must_use]
pub fn pack(prior: &Prior, member: &DrawnMember, written: &str, level: Option<u8>) -> String {
    let entry = member.entry.and_then(|at| prior.entries().get(at));
    if entry.is_none() && written == UNKNOWN && member.tera.is_none() {
        return STAND_IN.to_owned();
    }
    let species = entry.map_or(written, |entry| dex()[entry.species].name.as_str());
    let base = entry.map_or(written, |entry| dex()[entry.species].base.as_str());
    let fits = |set: &&super::prior::Set| {
        set.item == member.item
            && Some(set.ability) == member.ability
            && Some(set.tera) == member.tera
            && set.moves == member.moves
    };
    let spread = entry.and_then(|entry| entry.sets.iter().find(fits)).map_or(Spread::USUAL, |set| set.spread);
    let level = level.or(entry.map(super::prior::Entry::level)).unwrap_or(100);
    let item = member.item.map(|item| squeeze(&dex()[item].name)).unwrap_or_default();
    let ability = member.ability.map(|ability| squeeze(&dex()[ability].name)).unwrap_or_default();
    let moves: Vec<&str> = member.moves.iter().map(|id| dex()[*id].id.as_str()).collect();
    let effort = |value: u8| if value == 0 { String::new() } else { value.to_string() };
    let attack = if spread.no_attack { 0 } else { 85 };
    let speed = if spread.no_speed { 0 } else { 85 };
    let values = match (spread.no_attack, spread.no_speed) {
        (false, false) => "",
        (true, false) => ",0,,,,",
        (false, true) => ",,,,,0",
        (true, true) => ",0,,,,0",
    };
    let mut text = String::new();
    let _ = write!(
        text,
        "{base}|{}|{item}|{ability}|{}||{},{},85,85,85,{}||{values}||{}|,,,,,{}",
        if species == base { String::new() } else { squeeze(species) },
        moves.join(","),
        effort(spread.hp),
        effort(attack),
        effort(speed),
        if level == 100 { String::new() } else { level.to_string() },
        member.tera.map_or("", Type::name),
    );
    text
}

/// Reads a packed team.
///
/// # Errors
/// Names the member and what is wrong with it: a name that this release does not know, or too many or few parts.
pub fn unpack(prior: &Prior, text: &str) -> Result<Vec<Packed>, NotPacked> {
    let members: Vec<&str> = text.split(']').collect();
    if members.len() > 6 {
        return Err(NotPacked { member: 6, detail: "a team has at most six members".to_owned() });
    }
    members
        .into_iter()
        .enumerate()
        .map(|(at, text)| member(prior, text).map_err(|detail| NotPacked { member: at, detail }))
        .collect()
}

fn member(prior: &Prior, text: &str) -> Result<Packed, String> {
    let parts: Vec<&str> = text.split('|').collect();
    if parts.len() < 11 {
        return Err(format!("it has {} parts between bars; the format has 12", parts.len()));
    }
    let dex: &Dex = dex();
    if text == STAND_IN {
        let member = DrawnMember { entry: None, role: None, item: None, ability: None, tera: None, moves: Vec::new() };
        return Ok(Packed { name: UNKNOWN.to_owned(), written: UNKNOWN.to_owned(), member });
    }
    let written = if parts[1].is_empty() { parts[0] } else { parts[1] };
    if to_id(written).is_empty() {
        return Err("it has no species".to_owned());
    }
    let item = match to_id(parts[2]).as_str() {
        "" => None,
        name => Some(dex.item_named(name).ok_or_else(|| format!("there is no item {:?}", parts[2]))?),
    };
    let species = dex.species_named(written);
    let entry = species.and_then(|species| entry_of(prior, species, item));
    let ability = match to_id(parts[3]).as_str() {
        "" => None,
        name => Some(dex.ability_named(name).ok_or_else(|| format!("there is no ability {:?}", parts[3]))?),
    };
    let named = |name: &str| dex.move_named(name).ok_or_else(|| format!("there is no move {name:?}"));
    let mut moves: Vec<MoveId> = parts[4].split(',').filter(|name| !name.is_empty()).map(named).collect::<Result<_, _>>()?;
    if moves.len() > 4 {
        return Err("it has more than four moves".to_owned());
    }
    moves.sort_unstable();
    moves.dedup();
    let tera = parts.get(11).and_then(|rest| rest.split(',').nth(5)).filter(|tera| !tera.is_empty());
    let tera = match tera {
        Some(name) => Some(Type::named(name).ok_or_else(|| format!("there is no tera type {name:?}"))?),
        None => species.and_then(|species| dex[species].types.first().copied()),
    };
    Ok(Packed {
        name: parts[0].to_owned(),
        written: written.to_owned(),
        member: DrawnMember { entry, role: None, item, ability, tera, moves },
    })
}

/// The role of a table with a name.
#[must_use]
pub fn role_named(prior: &Prior, name: &str) -> Option<Role> {
    prior.roles().iter().position(|role| role == name).and_then(|at| u8::try_from(at).ok()).map(Role)
}

/// Id of a variable of a slot.
#[must_use]
pub fn variable(seat: u8, slot: usize, what: &str) -> String {
    format!("seat:{seat}/slot:{slot}/{what}")
}

impl World {
    /// Puts the value that each variable has.
    pub fn values(&self, prior: &Prior, columns: &mut Columns) {
        for (seat, text) in &self.teams {
            for (slot, Packed { written, member, .. }) in unpack(prior, text).unwrap_or_default().iter().enumerate() {
                let of = |list: &BTreeMap<u8, Vec<String>>| list.get(seat).and_then(|list| list.get(slot)).cloned();
                let role = of(&self.roles).unwrap_or_default();
                let held = of(&self.held).unwrap_or_else(|| item_name(member.item).to_owned());
                let kin = kin_moves(prior, member.entry);
                put_member(columns, prior, (*seat, slot), &Shown { member, written, role: &role, held: &held, kin: &kin });
            }
        }
    }
}

/// Moves that sets of a species are counted with in the table: those that a belief has a variable of.
pub fn kin_moves(prior: &Prior, entry: Option<usize>) -> BTreeSet<MoveId> {
    let kin = entry.map_or(&[][..], |entry| prior.kin(entry));
    kin.iter().flat_map(|at| &prior.entries()[*at].sets).flat_map(|set| &set.moves).copied().collect()
}

/// A member as its variables show it.
pub struct Shown<'a> {
    /// Its set.
    pub member: &'a DrawnMember,
    /// Its species as it was written.
    pub written: &'a str,
    /// The generator's label; empty where it has none.
    pub role: &'a str,
    /// What it holds now.
    pub held: &'a str,
    /// Moves of [`kin_moves`].
    pub kin: &'a BTreeSet<MoveId>,
}

/// Puts the values of a slot's variables: of its moves, those of its kin and its own.
pub fn put_member(columns: &mut Columns, prior: &Prior, (seat, slot): (u8, usize), shown: &Shown<'_>) {
    let first = u32::from(seat) << 24 | (slot as u32) << 16;
    let member = shown.member;
    let named = [
        ("species", member.entry.map_or(shown.written, |entry| species_name(prior, entry))),
        ("role", shown.role),
        ("item", item_name(member.item)),
        ("held", shown.held),
        ("ability", member.ability.map_or("", |ability| dex()[ability].name.as_str())),
        ("tera", member.tera.map_or("", Type::name)),
    ];
    for (field, (what, value)) in (0..).zip(named) {
        columns.put_text(first | field, if value.is_empty() { UNKNOWN } else { value }, || variable(seat, slot, what));
    }
    let strange = member.moves.iter().filter(|id| !shown.kin.contains(id));
    for id in shown.kin.iter().chain(strange) {
        let (number, name) = if member.moves.contains(id) { (1, "yes") } else { (0, "no") };
        columns.put(first | MOVES | id.index() as u32, number, || (variable(seat, slot, &move_variable(*id)), name.to_owned()));
    }
}

/// Numbers of variables of a slot from here on are those of moves.
const MOVES: u32 = 1 << 15;

/// The part of a variable's id after the slot that says whether a move is in the set.
#[must_use]
pub fn move_variable(id: MoveId) -> String {
    format!("move:{}", dex()[id].id)
}
