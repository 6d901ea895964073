//! What the object of a `|request|` line says: the player's own team, and who of it is out.

use std::sync::Arc;

use serde_json::Value;

use super::belief::DrawnMember;
use super::event::{Request, Side};
use super::prior::{AbilityId, MoveId, Prior, Set, SpeciesId, Type, dex, to_id};
use super::protocol::{Condition, Details, Ident};
use super::update::Team;
use super::world::entry_of;

/// What a request says.
pub struct Asked {
    /// The whole team.
    pub team: Team,
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
    let one = |(at, value)| member(prior, of, value).map_err(|error| format!("`side.pokemon[{at}]`: {error}"));
    let team = list.iter().enumerate().map(one).collect::<Result<Team, _>>()?;
    let active = |value: &&Value| value.get("active").and_then(Value::as_bool) == Some(true);
    let out = list.iter().find(active).and_then(|value| {
        let name = Ident::read(value.get("ident")?.as_str()?)?.name;
        Some((name.into(), Condition::read(value.get("condition")?.as_str()?)?))
    });
    Ok(Asked { team, out })
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

fn member(prior: &Prior, side: Side, value: &Value) -> Result<(Arc<str>, Arc<str>, DrawnMember), String> {
    let ident = text(value, "ident")?;
    let who =
        Ident::read(ident).filter(|who| who.side == side).ok_or_else(|| format!("`ident` {ident:?} is not of this side"))?;
    let details = text(value, "details")?;
    let details = Details::read(details).ok_or("`details` names no species")?;
    let item = match to_id(text(value, "item")?).as_str() {
        "" => None,
        name => Some(dex().item_named(name).ok_or_else(|| format!("there is no item {name:?}"))?),
    };
    let ability = text(value, "baseAbility")?;
    let ability = dex().ability_named(ability).ok_or_else(|| format!("there is no ability {ability:?}"))?;
    let tera = value.get("teraType").and_then(Value::as_str);
    let tera = tera.map(|tera| Type::named(tera).ok_or_else(|| format!("there is no type {tera:?}"))).transpose()?;
    let moves = value.get("moves").and_then(Value::as_array).ok_or("`moves` is no list")?;
    let named = |name: &Value| {
        let name = name.as_str().ok_or_else(|| "a move is no text".to_owned())?;
        dex().move_named(name).ok_or_else(|| format!("there is no move {name:?}"))
    };
    let mut moves: Vec<MoveId> = moves.iter().map(named).collect::<Result<_, _>>()?;
    if moves.len() > 4 {
        return Err("it has more than four moves".to_owned());
    }
    moves.sort_unstable();
    moves.dedup();
    let species = dex().species_named(details.species);
    let has = |at: &usize| prior.entries()[*at].sets.iter().any(|set| set.ability == ability && set.item == item);
    let exactly = species.and_then(|species| prior.seen_as(species).into_iter().find(has));
    let entry = exactly.or_else(|| species.and_then(|species| entry_of(prior, species, item)));
    let ability =
        entry.and_then(|entry| prior.entries().get(entry)).map_or(ability, |entry| of_its_set(&entry.sets, species, ability));
    // Imposter has taken its foe's moves before the first request is sent; its own are those of its set.
    if dex()[ability].id == "imposter"
        && let Some(entry) = entry.and_then(|entry| prior.entries().get(entry))
        && let Some(set) = entry.sets.iter().find(|set| set.item == item && Some(set.tera) == tera)
    {
        moves.clone_from(&set.moves);
    }
    let drawn = DrawnMember { entry, role: None, item, ability: Some(ability), tera, moves };
    Ok((who.name.into(), details.species.into(), drawn))
}

/// Ogerpon and Terapagos change their ability with their shape, and a request may first be sent afterwards: then the ability is that of all their sets.
fn of_its_set(sets: &[Set], species: Option<SpeciesId>, reported: AbilityId) -> AbilityId {
    let changes = species.is_some_and(|species| ["Ogerpon", "Terapagos"].contains(&dex()[species].base.as_str()));
    match sets {
        [first, rest @ ..] if changes && rest.iter().all(|set| set.ability == first.ability) => first.ability,
        _ => reported,
    }
}
