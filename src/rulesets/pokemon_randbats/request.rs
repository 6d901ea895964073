//! What the object of a `|request|` line says: the player's own team, and who of it is out.

use std::sync::Arc;

use serde_json::Value;

use super::belief::{DrawnMember, Open, Told};
use super::event::{Request, Side};
use super::prior::{AbilityId, MOVES, MoveId, Prior, Set, SpeciesId, Type, dex, to_id};
use super::protocol::{Condition, Details, Ident};
use super::update::Team;
use super::world::entry_of;

/// What a request says.
pub struct Asked {
    /// The whole team.
    pub team: Team,
    /// How many names there are that this release does not know.
    pub unknown_names: u32,
    /// Nickname and hit points of the one that is out, where one is.
    pub out: Option<(Arc<str>, Condition)>,
}

/// What a request says.
///
/// # Errors
/// Names the place and what is wrong there.
pub fn read(prior: &Prior, asked: &Request) -> Result<Asked, String> {
    let of = asked.side().ok_or("`side.id` is neither p1 nor p2, and the event has no `side`")?;
    let side = asked.request.get("side").ok_or("the request has no `side`")?;
    let id = side.get("id").and_then(Value::as_str).ok_or("`side.id` is no text")?;
    if id != of.name() {
        return Err(format!("`side.id` is {id:?}, and the event is for {:?}", of.name()));
    }
    let list = side.get("pokemon").and_then(Value::as_array).ok_or("`side.pokemon` is no list")?;
    if list.is_empty() || list.len() > 6 {
        return Err(format!("`side.pokemon` has {} members; a team has one to six", list.len()));
    }
    let mut names = Names::default();
    let one = |(at, value)| member(prior, of, value, &mut names).map_err(|error| format!("`side.pokemon[{at}]`: {error}"));
    let team = list.iter().enumerate().map(one).collect::<Result<Team, _>>()?;
    let active = |value: &&Value| value.get("active").and_then(Value::as_bool) == Some(true);
    let out = list.iter().find(active).and_then(|value| {
        let name = Ident::read(value.get("ident")?.as_str()?)?.name;
        Some((name.into(), Condition::read(value.get("condition")?.as_str()?)?))
    });
    Ok(Asked { team, unknown_names: names.unknown, out })
}

/// What a `|request|` line of a player's feed says; `None` where it shows no team.
///
/// # Errors
/// Names the place and what is wrong there.
pub fn read_line(prior: &Prior, side: Side, text: &str) -> Result<Option<Asked>, String> {
    let request: Value = serde_json::from_str(text).map_err(|error| format!("it is no JSON: {error}"))?;
    if request.get("side").is_none() {
        return Ok(None);
    }
    read(prior, &Request { side: Some(side), request }).map(Some)
}

fn text<'a>(value: &'a Value, field: &str) -> Result<&'a str, String> {
    value.get(field).and_then(Value::as_str).ok_or_else(|| format!("`{field}` is no text"))
}

/// Looks names up, and counts those that this release does not know.
#[derive(Default)]
struct Names {
    unknown: u32,
}

impl Names {
    /// What a name is that of; `None` where none is given, and where it is not known.
    fn find<T>(&mut self, name: Option<&Value>, find: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        let name = name.filter(|name| !name.is_null())?;
        let found = name.as_str().and_then(find);
        self.unknown = self.unknown.saturating_add(u32::from(found.is_none()));
        found
    }
}

/// A member of the team. What has a name of a later Showdown is left open, as lines with such names are passed over.
fn member(prior: &Prior, side: Side, value: &Value, names: &mut Names) -> Result<(Arc<str>, Arc<str>, Told), String> {
    let ident = text(value, "ident")?;
    let who =
        Ident::read(ident).filter(|who| who.side == side).ok_or_else(|| format!("`ident` {ident:?} is not of this side"))?;
    let details = Details::read(text(value, "details")?).ok_or("`details` names no species")?;
    let species = names.find(value.get("details"), |_| dex().species_named(details.species));
    let item = names.find(value.get("item"), |name| match to_id(name).as_str() {
        "" => Some(None),
        name => dex().item_named(name).map(Some),
    });
    let ability = names.find(value.get("baseAbility"), |name| dex().ability_named(name));
    let tera = names.find(value.get("teraType"), Type::named);
    let written = value.get("moves").and_then(Value::as_array);
    let mut moves: Vec<MoveId> = Vec::new();
    for name in written.into_iter().flatten() {
        moves.extend(names.find(Some(name), |name| dex().move_named(name)));
    }
    if moves.len() > MOVES {
        return Err("it has more than four moves".to_owned());
    }
    let mut open = Open {
        item: item.is_none(),
        ability: ability.is_none(),
        tera: tera.is_none(),
        moves: written.is_none_or(|written| written.len() > moves.len()),
    };
    moves.sort_unstable();
    moves.dedup();
    let held = item.flatten();
    let is_so = |set: &Set| ability.is_none_or(|ability| set.ability == ability) && (open.item || set.item == held);
    let has = |at: &usize| prior.entries()[*at].sets.iter().any(is_so);
    let exactly = species.and_then(|species| prior.seen_as(species).into_iter().find(has));
    let entry = exactly.or_else(|| species.and_then(|species| entry_of(prior, species, held)));
    let sets = entry.and_then(|entry| prior.entries().get(entry)).map_or(&[][..], |entry| entry.sets.as_slice());
    let ability = ability.map(|ability| of_its_set(sets, species, ability));
    // Imposter has taken its foe's moves before the first request is sent; its own are those of its set.
    if ability.is_some_and(|ability| dex()[ability].id == "imposter")
        && let Some(set) = sets.iter().find(|set| set.item == held && Some(set.tera) == tera)
    {
        moves.clone_from(&set.moves);
        open.moves = false;
    }
    let member = DrawnMember { entry, role: None, item: held, ability, tera, moves };
    Ok((who.name.into(), details.species.into(), Told { member, open }))
}

/// Ogerpon and Terapagos change their ability with their shape, and a request may first be sent afterwards: then the ability is that of all their sets.
fn of_its_set(sets: &[Set], species: Option<SpeciesId>, reported: AbilityId) -> AbilityId {
    let changes = species.is_some_and(|species| ["Ogerpon", "Terapagos"].contains(&dex()[species].base.as_str()));
    match sets {
        [first, rest @ ..] if changes && rest.iter().all(|set| set.ability == first.ability) => first.ability,
        _ => reported,
    }
}
