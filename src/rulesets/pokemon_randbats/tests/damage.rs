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
    let (mut dry_skin, mut ignored) = (0, 0);
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
        dry_skin += u32::from(case["defender"]["ability"] == "Dry Skin" && made.kind == Type::Fire);
        ignored += u32::from(case["defender"]["ability"] == "Multiscale" && made.ignore_ability);
        equal += u32::from(off == 0);
        if (theirs.len() != 16 || off > 0) && !is_told_apart(&case) {
            wrong.push(format!("{case}\n{ours:?}"));
        }
    }
    assert!(modelled > 300, "{modelled} cases are modelled");
    assert!(dry_skin > 10 && ignored > 3, "{dry_skin} Fire hits on Dry Skin, {ignored} hits on a Multiscale that they ignore");
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

/// Arceus-Grass L73 has (240 + 31 + 21) x 73 / 100 + 5 = 218 special attack, at +4 654; Donphan L84 has (180 + 31 + 21) x 84 / 100 + 94 = 288 hit
/// points and (120 + 31 + 21) x 84 / 100 + 5 = 149 special defense, with an Assault Vest 223. Ice Beam, super effective: 31 x 90 x 654 / 149 / 50 + 2 =
/// 246, of which 85 percent are 209 and twice that 418: every roll is stopped by Sturdy. With the vest 31 x 90 x 654 / 223 / 50 + 2 = 165, and the rolls
/// are 280, 282, 286, 290 and more: 13 of 16 are stopped. That one of them leaves the two points that 1 percent may be says nothing.
#[test]
fn what_sturdy_stops_is_any_roll_that_takes_all() {
    let start = watching(&[
        "|switch|p1a: Arceus|Arceus-Grass, L73|100/100",
        "|switch|p2a: Donphan|Donphan, L84, F|100/100",
        "|turn|1",
        "|",
        "|-boost|p1a: Arceus|spa|4",
        "|move|p1a: Arceus|Ice Beam|p2a: Donphan",
        "|-supereffective|p2a: Donphan",
        "|-ability|p2a: Donphan|Sturdy",
    ]);
    let hit = more(&start, &["|-damage|p2a: Donphan|1/100"]);
    assert_eq!((hit.notes.hits, hit.notes.hits_left_out), (1, 0));
    let item = |belief: &Watching, item: &str| p(belief, 1, 0, "item", item);
    let odds = |belief: &Watching| item(belief, "Leftovers") / item(belief, "Assault Vest");
    // Sets with less effort in hit points, if there are any, move this little.
    near(odds(&hit) / odds(&start), (0.98 + 0.001) / (0.98 * 13.0 / 16.0 + 0.001), 0.02);
}

/// Carbink L90 has Sturdy or Clear Body, (100 + 31 + 21) x 90 / 100 + 100 = 236 hit points and (300 + 31 + 21) x 90 / 100 + 5 = 321 defense. Metagross L79
/// has (270 + 31 + 21) x 79 / 100 + 5 = 259 attack, at +6 1036. Bullet Punch: 33 x 40 x 1036 / 321 / 50 + 2 = 87, of which 85 percent are 73, with the own type
/// 109, and four times that 436: every roll takes all. From full health, without a line that names Sturdy, it has Clear Body.
#[test]
fn who_faints_at_once_has_no_sturdy() {
    let start = watching(&[
        "|switch|p1a: Metagross|Metagross, L79|100/100",
        "|switch|p2a: Carbink|Carbink, L90|100/100",
        "|turn|1",
        "|",
        // It is no Zoroark.
        "|move|p1a: Metagross|Psychic Fangs|p2a: Carbink",
        "|-damage|p2a: Carbink|90/100",
        "|",
        "|-heal|p2a: Carbink|100/100",
        "|turn|2",
        "|",
        "|-boost|p1a: Metagross|atk|6",
        "|move|p1a: Metagross|Bullet Punch|p2a: Carbink",
        "|-supereffective|p2a: Carbink",
    ]);
    let sturdy = |belief: &Watching| p(belief, 1, 0, "ability", "Sturdy");
    let before = sturdy(&start);
    assert!(before > 0.1 && before < 0.95, "{before}");
    let dead = more(&start, &["|-damage|p2a: Carbink|0 fnt", "|faint|p2a: Carbink"]);
    let (with, without) = (before * 0.001, (1.0 - before) * 0.981);
    near(sturdy(&dead), with / (with + without), 1e-4);
    // Hurt before, Sturdy does not help.
    let hurt = more(&start, &["|-damage|p2a: Carbink|80/100|[from] psn", "|-damage|p2a: Carbink|0 fnt"]);
    near(sturdy(&hurt), before, 1e-3);
}

/// Neither set is known: what a hit took says something of both, and what a second one with the same move took is not read.
#[test]
fn the_same_hit_is_news_once() {
    let mut belief =
        watching(&["|switch|p1a: Mesprit|Mesprit, L85|100/100", "|switch|p2a: Iron Thorns|Iron Thorns, L83|100/100", "|turn|1"]);
    let mut told = Vec::new();
    for (made, left) in [("Psychic", 75), ("Psychic", 48), ("Dazzling Gleam", 20)] {
        let made = format!("|move|p1a: Mesprit|{made}|p2a: Iron Thorns");
        let (next, pieces) =
            explained(&belief, &["|", &made, &format!("|-damage|p2a: Iron Thorns|{left}/100"), "|", "|upkeep", "|turn|2"]);
        told.push(pieces.iter().any(|piece| piece.kind == "damage"));
        belief = next;
    }
    assert_eq!(told, [true, false, true]);
}
