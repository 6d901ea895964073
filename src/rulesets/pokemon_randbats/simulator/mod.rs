//! Battles that are played out from the table: what the laws and the calibration stand on.
//!
//! Teams are drawn from the model's own prior. The battle is Showdown's, with what inference rests on: order, damage, Choice items,
//! Leftovers, Life Orb, Rocky Helmet, Sitrus Berry, orbs, boots and hazards, announcements, Illusion. Every other move fails, as if a charm
//! lay on it; nothing is shown that such a battle would not show. Players choose at random, each at the rates of a person drawn from a population.

mod fighter;
mod stage;
mod style;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value, json};

use super::PokemonRandbats;
use super::battle::TEAM;
use super::belief::{Bases, Counting, DrawnMember, Pool, Slot, Unseen};
use super::event::{Channel, Event, Protocol, Request, Side};
use super::prior::{Prior, dex};
use super::world::{World, item_name, pack};
use crate::belief::{WorldRng, one_of};
use crate::rulesets::{Opening, Transcript};
use fighter::Fighter;
use stage::Stage;
pub use style::Style;

/// Turns after which a battle ends, where nothing else is asked for.
const LONGEST: u32 = 60;

/// Plays a battle of two persons from its seed.
pub fn simulate(opening: &Opening<PokemonRandbats>, turns: Option<u32>, rng: &mut WorldRng) -> Transcript<PokemonRandbats> {
    let players = [Style::draw(rng), Style::draw(rng)];
    simulate_between(opening, turns, players, rng)
}

/// Plays a battle of these two.
pub fn simulate_between(
    opening: &Opening<PokemonRandbats>,
    turns: Option<u32>,
    players: [Style; 2],
    rng: &mut WorldRng,
) -> Transcript<PokemonRandbats> {
    let prior = opening.parameters.prior();
    let bases = Arc::new(Bases::of(prior));
    let teams = [draw_team(prior, &bases, rng), draw_team(prior, &bases, rng)];
    let mut stage = Stage::new(teams, players);
    let mut transcript = Transcript { events: Vec::new(), truth: vec![truth(prior, &stage)] };
    for side in Side::BOTH {
        let request = request(&stage, side);
        transcript.events.push(Event::Request(Request { side: Some(side), request }));
        transcript.truth.push(truth(prior, &stage));
    }
    let channel = opening.setup.channels().first().copied().unwrap_or(Channel::Spectator);
    let mut from_line = 0;
    stage.begin();
    let longest = turns.unwrap_or(LONGEST);
    loop {
        let lines = stage.take_lines();
        let count = u32::try_from(lines.len()).unwrap_or(u32::MAX);
        transcript.events.push(Event::Protocol(Protocol { channel, from_line, lines: Some(lines), count: None, resync: false }));
        transcript.truth.push(truth(prior, &stage));
        from_line += count;
        if stage.over || stage.turn > longest {
            break;
        }
        stage.play_turn(rng);
    }
    transcript
}

fn draw_team(prior: &Arc<Prior>, bases: &Arc<Bases>, rng: &mut WorldRng) -> Vec<Fighter> {
    let lead = Unseen::lead(prior, bases).draw(rng).into_iter().flatten().next();
    let mut entries: Vec<usize> = lead.into_iter().collect();
    let rest = Unseen::of(prior, bases, &entries, TEAM - 1).draw(rng);
    entries.extend(rest.into_iter().flatten());
    // A species of no table cannot be played: it is drawn again among the listed.
    while entries.len() < TEAM {
        let more = Unseen::of(prior, bases, &entries, 1).draw(rng);
        entries.extend(more.into_iter().flatten());
    }
    let fighter = |(at, entry): (usize, &usize)| {
        let pool = Arc::new(Pool::of(prior, &[(*entry, 1.0)], if at == 0 { Counting::Lead } else { Counting::Other }, 0.0));
        loop {
            let drawn: DrawnMember = Slot::new("", "", Arc::clone(&pool), 0.0).draw(rng);
            let sets = &prior.entries()[*entry].sets;
            let same = |set: &&super::prior::Set| super::belief::drawn(*entry, set) == drawn;
            if let Some(set) = sets.iter().find(same) {
                return Fighter::new(prior, *entry, set);
            }
        }
    };
    entries.iter().enumerate().map(fighter).collect()
}

/// The true world: members in the order in which they were shown, then the rest in the order of the party.
fn truth(prior: &Prior, stage: &Stage) -> World {
    let mut world = World::default();
    for side in Side::BOTH {
        let team = stage.team(side);
        let shown = stage.shown(side);
        let order = shown.iter().copied().chain((0..team.len()).filter(|at| !shown.contains(at)));
        let members: Vec<&Fighter> = order.map(|at| &team[at]).collect();
        let text: Vec<String> = members.iter().map(|fighter| pack(prior, &fighter.drawn, &fighter.name, None)).collect();
        let role = |fighter: &&Fighter| fighter.drawn.role.map_or(String::new(), |role| prior.role(role).to_owned());
        world.teams.insert(side.seat(), text.join("]"));
        world.roles.insert(side.seat(), members.iter().map(role).collect());
        world.held.insert(side.seat(), members.iter().map(|fighter| item_name(fighter.held).to_owned()).collect());
    }
    world
}

/// What the player of a side is asked at the start.
fn request(stage: &Stage, side: Side) -> Value {
    let member = |(at, fighter): (usize, &Fighter)| {
        let stats: BTreeMap<&str, u16> =
            ["hp", "atk", "def", "spa", "spd", "spe"].into_iter().zip(fighter.stats.0).skip(1).collect();
        let moves: Vec<&str> = fighter.drawn.moves.iter().map(|id| dex()[*id].id.as_str()).collect();
        let item = fighter.drawn.item.map_or("", |item| dex()[item].id.as_str());
        let ability = fighter.drawn.ability.map_or("", |ability| dex()[ability].id.as_str());
        json!({
            "ident": format!("{}: {}", side.name(), fighter.name),
            "details": fighter.details,
            "condition": format!("{0}/{0}", fighter.most),
            "active": at == 0,
            "stats": stats,
            "moves": moves,
            "baseAbility": ability,
            "item": item,
            "ability": ability,
            "teraType": fighter.drawn.tera.map_or("", |tera| tera.name()),
            "terastallized": "",
        })
    };
    let team: Vec<Value> = stage.team(side).iter().enumerate().map(member).collect();
    json!({"side": {"name": side.name(), "id": side.name(), "pokemon": team}})
}
