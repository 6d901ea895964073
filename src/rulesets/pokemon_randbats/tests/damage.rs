//! The formula of damage against @smogon/calc, which is the reference: cases made by `data/pokemon_randbats/damage.mjs`.

use serde_json::Value;

use super::battles::recorded;
use super::*;
use crate::rulesets::pokemon_randbats::battle::{Field, Laid};
use crate::rulesets::pokemon_randbats::infer::{Blow, Build, Striker, is_plain, rolls};
use crate::rulesets::pokemon_randbats::prior::{Spread, Type, dex};
use crate::rulesets::pokemon_randbats::protocol::{Condition, Details, Stat, Status};

fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap_or_default()
}

fn shown(of: &Value) -> Shown {
    let level = of["level"].as_u64().expect("a level") as u8;
    let details = Details { species: text(of, "species"), level, gender: None, tera: None };
    let mut shown = Shown::new("X", &details, Condition::FULL);
    if of["terastallized"] == true {
        shown.tera = Type::named(text(of, "tera"));
    }
    if of["burned"] == true {
        shown.condition.status = Some(Status::Burn);
    }
    for (name, stat) in
        [("atk", Stat::Attack), ("def", Stat::Defense), ("spa", Stat::SpecialAttack), ("spd", Stat::SpecialDefense)]
    {
        shown.entry.boosts[stat.index()] = of["boosts"][name].as_i64().unwrap_or(0) as i8;
    }
    shown
}

fn striker<'a>(of: &Value, shown: &'a Shown) -> Striker<'a> {
    let effort = |name: &str| of["evs"][name].as_u64().unwrap_or(85) as u8;
    let spread = Spread { hp: effort("hp"), no_attack: effort("atk") == 0, no_speed: effort("spe") == 0 };
    Striker {
        shown,
        build: Build { species: shown.species.expect("a species"), level: shown.level, spread },
        ability: dex().ability_named(text(of, "ability")),
        item: dex().item_named(text(of, "item")),
    }
}

fn field(of: &Value) -> Field {
    let weather = match text(of, "weather") {
        "Sun" => "sunnyday",
        "Rain" => "raindance",
        "Sand" => "sandstorm",
        "Snow" => "snowscape",
        _ => "",
    };
    let terrain = match text(of, "terrain") {
        "" => String::new(),
        terrain => format!("{}terrain", terrain.to_lowercase()),
    };
    Field { weather: weather.to_owned(), terrain, ..Field::default() }
}

/// What the reference adds of itself, and a battle tells by a line of its own before the hit: Download raises a stage on arrival,
/// Meteor Beam while it charges.
fn is_told_apart(case: &Value) -> bool {
    case["attacker"]["ability"] == "Download" || case["move"] == "Meteor Beam"
}

/// What is modelled agrees roll by roll.
#[test]
fn rolls_agree_with_the_reference() {
    let (mut modelled, mut equal, mut wrong) = (0, 0, Vec::new());
    for case in recorded("damage.jsonl.gz") {
        let made = &dex()[dex().move_named(text(&case, "move")).expect("a move")];
        if !is_plain(made) {
            continue;
        }
        let (one, other) = (shown(&case["attacker"]), shown(&case["defender"]));
        let field = field(&case["field"]);
        let on = |name: &str| case["field"][name] == true;
        let laid =
            Laid { reflect: on("reflect"), light_screen: on("light_screen"), aurora_veil: on("aurora_veil"), ..Laid::default() };
        let blow = Blow { made, crit: case["crit"] == true, field: &field, laid: &laid };
        let Some(ours) = rolls(&striker(&case["attacker"], &one), &striker(&case["defender"], &other), &blow) else { continue };
        let theirs: Vec<u32> =
            case["rolls"].as_array().expect("rolls").iter().map(|roll| roll.as_u64().expect("a roll") as u32).collect();
        let off = ours.iter().zip(&theirs).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0);
        modelled += 1;
        equal += u32::from(off == 0);
        if (theirs.len() != 16 || off > 0) && !is_told_apart(&case) {
            wrong.push(format!("{case}\n{ours:?}"));
        }
    }
    assert!(modelled > 300, "{modelled} cases are modelled");
    assert!(
        wrong.is_empty(),
        "{} of {modelled} are wrong, {equal} equal; the first:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(12)].join("\n")
    );
}

/// Walking Wake L80 has (250 + 31 + 21) x 80 / 100 + 5 = 246 special attack, Mew L82 (200 + 31 + 21) x 82 / 100 + 5 = 211 special defense:
/// 34 x 80 x 246 / 211 / 50 + 2 = 65, with the own type 97 at most. Sun makes 97 of the 65, and of that 145.
#[test]
fn hydro_steam_is_the_stronger_in_the_sun() {
    let of = |name: &str, level: u8| {
        let details = Details { species: name, level, gender: None, tera: None };
        Shown::new(name, &details, Condition::FULL)
    };
    let (wake, mew) = (of("Walking Wake", 80), of("Mew", 82));
    let as_is = |shown| Striker { shown, build: build(shown), ability: None, item: None };
    let most = |weather: &str| {
        let field = Field { weather: weather.to_owned(), ..Field::default() };
        let made = &dex()[dex().move_named("Hydro Steam").expect("a move")];
        let blow = Blow { made, crit: false, field: &field, laid: &Laid::default() };
        rolls(&as_is(&wake), &as_is(&mew), &blow).map(|rolls| rolls[15])
    };
    assert_eq!((most(""), most("sunnyday")), (Some(97), Some(145)));
}

fn build(shown: &Shown) -> Build {
    Build { species: shown.species.expect("a species"), level: shown.level, spread: Spread::USUAL }
}
