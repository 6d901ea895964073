//! What the sections of the benchmark of Pokémon random battles stand on: fixtures, and intervals.

pub mod battles;
pub mod disguises;
pub mod held_out;
pub mod models;
pub mod speed;
pub mod table;
pub mod taken;
pub mod team;
pub mod worlds;

use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};

use credence::rulesets::pokemon_randbats::prior::{AbilityId, ItemId, MoveId, Type, dex, embedded};
use flate2::read::GzDecoder;
use serde::Deserialize;
use serde_json::Value;

/// Where the fixtures are.
const FIXTURES: &str = "tests/fixtures/pokemon_randbats";

/// A member of a team, as it truly is.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its nickname in a battle; empty where there is none.
    pub name: String,
    /// Place of its entry in the table.
    pub entry: usize,
    /// The generator's label.
    pub role: String,
    /// `None` where it holds nothing.
    pub item: Option<ItemId>,
    /// The ability that it starts with.
    pub ability: AbilityId,
    /// Ascending.
    pub moves: Vec<MoveId>,
    /// Its tera type.
    pub tera: Type,
}

/// Teams that the table was not made from, and their leads first.
#[derive(Deserialize)]
struct HeldOut {
    sets: Vec<String>,
    teams: Vec<[usize; 6]>,
}

/// Lines of one message on each channel.
#[derive(Deserialize)]
pub struct Step {
    /// What player 1 is sent.
    pub p1: Vec<String>,
    /// What player 2 is sent.
    pub p2: Vec<String>,
    /// What a spectator is sent.
    pub spectator: Vec<String>,
    /// What each player was asked before these lines.
    pub requests: BTreeMap<String, Value>,
}

/// A whole battle.
pub struct Battle {
    /// Both teams, in order.
    pub teams: [Vec<Member>; 2],
    /// The messages.
    pub steps: Vec<Step>,
}

fn unpacked(path: &Path) -> String {
    let packed = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut text = String::new();
    GzDecoder::new(&packed[..]).read_to_string(&mut text).expect("gzip over UTF-8");
    text
}

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(FIXTURES).join(name)
}

fn entry_of(id: &str) -> usize {
    let species = dex().species_named(id).expect("a species");
    embedded().entries().iter().position(|entry| entry.species == species).expect("an entry")
}

/// The teams that were held out.
pub fn held_out() -> Vec<Vec<Member>> {
    let read: HeldOut = serde_json::from_str(&unpacked(&fixture("held_out.json.gz"))).expect("held-out teams");
    let sets: Vec<Member> = read.sets.iter().map(|line| member(line)).collect();
    read.teams.iter().map(|team| team.iter().map(|at| sets[*at].clone()).collect()).collect()
}

fn moves(list: &str) -> Vec<MoveId> {
    let mut moves: Vec<MoveId> = list.split(',').map(|id| dex().move_named(id).expect("a move")).collect();
    moves.sort_unstable();
    moves
}

fn item(name: &str) -> Option<ItemId> {
    (!name.is_empty()).then(|| dex().item_named(name).expect("an item"))
}

/// Reads `entry|role|level|item|ability|moves|tera|...`, as `data/pokemon_randbats/generator.mjs` writes it.
fn member(line: &str) -> Member {
    let part: Vec<&str> = line.split('|').collect();
    Member {
        name: String::new(),
        entry: entry_of(part[0]),
        role: part[1].to_owned(),
        item: item(part[3]),
        ability: dex().ability_named(part[4]).expect("an ability"),
        moves: moves(part[5]),
        tera: Type::named(part[6]).expect("a type"),
    }
}

/// Reads a team in packed format.
fn packed(text: &str, roles: &[Value]) -> Vec<Member> {
    let of = |(packed, role): (&str, &Value)| {
        let part: Vec<&str> = packed.split('|').collect();
        let species = if part[1].is_empty() { part[0] } else { part[1] };
        let item = item(part[2]);
        let id = dex().species_named(species).expect("a species");
        // What becomes Zacian-Crowned is packed as Zacian.
        let crowned = ["rustedsword", "rustedshield"].contains(&part[2].to_lowercase().as_str());
        let entry = if crowned { entry_of(&format!("{species}-Crowned")) } else { embedded().seen_as(id)[0] };
        Member {
            name: part[0].to_owned(),
            entry,
            role: role.as_str().expect("a role").to_owned(),
            item,
            ability: dex().ability_named(part[3]).expect("an ability"),
            moves: moves(part[4]),
            tera: Type::named(part[11].rsplit(',').next().expect("a part")).expect("a tera type"),
        }
    };
    text.split(']').zip(roles).map(of).collect()
}

/// The battles to measure on: those of the fixture, or of the file that an argument names.
pub fn battles() -> Vec<Battle> {
    let named = std::env::args().skip(1).find(|argument| is_file(argument));
    let path = named.map_or_else(|| fixture("battles.jsonl.gz"), PathBuf::from);
    let read = |line: &str| {
        let battle: Value = serde_json::from_str(line).expect("a battle");
        let team = |side: &str| {
            let roles = battle["roles"][side].as_array().expect("roles");
            packed(battle["teams"][side].as_str().expect("a packed team"), roles)
        };
        let steps: Vec<Step> = serde_json::from_value(battle["steps"].clone()).expect("steps");
        Battle { teams: [team("p1"), team("p2")], steps }
    };
    unpacked(&path).lines().map(read).collect()
}

/// Whether an argument names a file of battles, and no section.
pub fn is_file(argument: &str) -> bool {
    argument.ends_with(".gz")
}

/// Mean, and half the width of its 95 % interval, of independent values.
pub fn interval(values: &[f64]) -> (f64, f64) {
    let (mean, error) = mean(values);
    (mean, 1.96 * error)
}

/// Mean and standard error of independent values.
pub fn mean(values: &[f64]) -> (f64, f64) {
    let count = values.len().max(1) as f64;
    let mean = values.iter().fold(0.0, |sum, value| sum + value) / count;
    let squares = values.iter().fold(0.0, |sum, value| sum + (value - mean) * (value - mean));
    (mean, (squares / (count - 1.0).max(1.0) / count).sqrt())
}
