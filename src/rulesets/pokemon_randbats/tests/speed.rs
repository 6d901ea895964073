//! Who goes first, worked by hand.
//!
//! Gholdengo L77, base speed 84: (168 + 31 + 21) x 77 / 100 + 5 = 174, with a Choice Scarf 261. Weavile L79, base 125:
//! (250 + 31 + 21) x 79 / 100 + 5 = 243.

use super::*;
use crate::belief::Method;
use crate::rulesets::pokemon_randbats::infer::{Pace, goes_first};
use serde_json::json;

/// Weavile against Gholdengo, both hit once so that neither is an Illusion.
fn duel(before: &[&str]) -> Watching {
    let start = [
        "|switch|p1a: Weavile|Weavile, L79, M|100/100",
        "|switch|p2a: Ninetales|Ninetales-Alola, L78, F|100/100",
        "|turn|1",
        "|",
        "|switch|p2a: Gholdengo|Gholdengo, L77|100/100",
        "|move|p1a: Weavile|Ice Shard|p2a: Gholdengo",
        "|-damage|p2a: Gholdengo|90/100",
        "|turn|2",
    ];
    more(&watching(&start), before)
}

const GHOLDENGO: &str = "|move|p2a: Gholdengo|Shadow Ball|p1a: Weavile|[miss]";
const WEAVILE: &str = "|move|p1a: Weavile|Ice Spinner|p2a: Gholdengo|[miss]";

/// P(Scarf) before and after two moves in this order.
fn scarf(belief: &Watching, order: [&str; 2]) -> (f64, f64) {
    let first = more(belief, &["|", order[0]]);
    let second = more(&first, &[order[1]]);
    // The moves themselves tell of the item: compared is what the order adds.
    let alone = more(&more(belief, &["|", order[0], "|turn|3", "|"]), &[order[1]]);
    (p(&alone, 1, 1, "item", "Choice Scarf"), p(&second, 1, 1, "item", "Choice Scarf"))
}

#[test]
fn only_a_scarf_explains_going_first() {
    let (before, after) = scarf(&duel(&[]), [GHOLDENGO, WEAVILE]);
    assert!(before < 0.7, "{before}");
    near(after, 1.0, 1e-3);
}

#[test]
fn going_second_rules_the_scarf_out() {
    let (before, after) = scarf(&duel(&[]), [WEAVILE, GHOLDENGO]);
    assert!(before > 0.1, "{before}");
    near(after, 0.0, 1e-3);
}

/// Under Trick Room the slower goes first: 174 before 243, and 261 after it.
#[test]
fn trick_room_turns_it_round() {
    let room = duel(&["|-fieldstart|move: Trick Room|[of] p2a: Gholdengo"]);
    near(scarf(&room, [GHOLDENGO, WEAVILE]).1, 0.0, 1e-3);
    near(scarf(&room, [WEAVILE, GHOLDENGO]).1, 1.0, 1e-3);
}

/// A paralysed Weavile has 121, which 174 beats as well as 261: the order says nothing.
#[test]
fn paralysis_explains_it() {
    let (before, after) = scarf(&duel(&["|-status|p1a: Weavile|par"]), [GHOLDENGO, WEAVILE]);
    near(after, before, 5e-3);
}

/// With Tailwind Gholdengo has 348 without a Scarf.
#[test]
fn tailwind_explains_it() {
    let (before, after) = scarf(&duel(&["|-sidestart|p2: B|move: Tailwind"]), [GHOLDENGO, WEAVILE]);
    near(after, before, 5e-3);
    let ended = duel(&["|-sidestart|p2: B|move: Tailwind", "|-sideend|p2: B|move: Tailwind"]);
    near(scarf(&ended, [GHOLDENGO, WEAVILE]).1, 1.0, 1e-3);
}

/// Golem has 119 or less and Azelf 270: it goes second whatever it holds. A Custap Berry is eaten at a quarter of the hit points, and then named.
#[test]
fn a_custap_berry_lets_nobody_go_first_who_is_healthy() {
    let duel = |hit_points: &str| {
        let golem = format!("|switch|p2a: Golem|Golem, L87, F|{hit_points}");
        watching(&["|switch|p1a: Azelf|Azelf, L82|100/100", &golem, "|turn|1"])
    };
    let order = ["|move|p1a: Azelf|Psychic|p2a: Golem|[miss]", "|move|p2a: Golem|Earthquake|p1a: Azelf|[miss]"];
    let custap = |start: &Watching| {
        let alone = more(&more(start, &["|", order[0], "|turn|2", "|"]), &[order[1]]);
        let second = more(start, &["|", order[0], order[1]]);
        (p(&alone, 1, 0, "item", "Custap Berry"), p(&second, 1, 0, "item", "Custap Berry"))
    };
    let (before, after) = custap(&duel("100/100"));
    assert!(before > 0.1, "{before}");
    near(after, before, 1e-3);
    let (before, after) = custap(&duel("20/100"));
    assert!(after < 0.8 * before, "{before} {after}");
}

/// Neither set is known: the order says something of both when it is seen, and nothing when it is seen again. After a paralysis it is another.
#[test]
fn the_same_order_is_news_once() {
    let order = ["|move|p1a: Mesprit|Psychic|p2a: Iron Thorns|[miss]", "|move|p2a: Iron Thorns|Earthquake|p1a: Mesprit|[miss]"];
    let mut belief =
        watching(&["|switch|p1a: Mesprit|Mesprit, L85|100/100", "|switch|p2a: Iron Thorns|Iron Thorns, L83|100/100", "|turn|1"]);
    let mut told = Vec::new();
    for before in ["|", "|", "|", "|-status|p1a: Mesprit|par"] {
        let (next, pieces) = explained(&belief, &[before, order[0], order[1], "|", "|upkeep", "|turn|9"]);
        told.push(pieces.iter().any(|piece| piece.kind == "speed"));
        belief = next;
    }
    assert_eq!(told, [true, false, false, true]);
}

/// What the order of two open sets says of both together is let go, and `method` says so. Who knows its own set lets nothing go.
#[test]
fn a_coupling_that_is_let_go_is_told() {
    let start =
        ["|switch|p1a: Mesprit|Mesprit, L85|100/100", "|switch|p2a: Iron Thorns|Iron Thorns, L83|100/100", "|turn|1", "|"];
    let order = ["|move|p1a: Mesprit|Psychic|p2a: Iron Thorns|[miss]", "|move|p2a: Iron Thorns|Earthquake|p1a: Mesprit|[miss]"];
    let method = |belief: &Watching| belief.watch.quality().method;
    let spectator = watching(&start);
    assert_eq!(method(&spectator), Method::Exact);
    assert_eq!(method(&more(&spectator, &order)), Method::Factored);
    let own = json!({
        "ident": "p1: Mesprit", "details": "Mesprit, L85", "condition": "269/269", "baseAbility": "levitate", "item": "leftovers",
        "teraType": "Psychic", "moves": ["psychic", "uturn", "healingwish", "icebeam"],
    });
    let request = format!("|request|{}", json!({"side": {"name": "p1", "id": "p1", "pokemon": [own]}}));
    let lines = [&[request.as_str(), "|switch|p1a: Mesprit|Mesprit, L85|269/269"], &start[1..], &order].concat();
    let lines = Some(lines.into_iter().map(str::to_owned).collect());
    let frame = Event::Protocol(Protocol { channel: Channel::P1, from_line: 0, lines, count: None, resync: false });
    let player = Watching::new(opening(&[Channel::P1]), Observer::Seat(0));
    let player = player.after(&frame, &mut Evidence::off()).expect("a request and lines");
    assert_eq!(method(&player), Method::Exact);
    assert!(p(&player, 1, 0, "item", "Choice Scarf") < 1e-3, "the order told of the opponent's item");
}

/// A move of higher priority goes first whatever the speeds.
#[test]
fn priority_explains_it() {
    let (before, after) = scarf(&duel(&[]), ["|move|p1a: Weavile|Ice Shard|p2a: Gholdengo|[miss]", GHOLDENGO]);
    near(after, before, 5e-3);
}

/// Equal speeds are decided by chance; nothing is ever quite impossible.
#[test]
fn a_tie_is_even() {
    let pace = |speed: u32| Pace { priority: 0, speed, odd: false };
    assert!((goes_first(pace(200), pace(200), false) - 0.5).abs() < 1e-15);
    assert!((goes_first(pace(201), pace(200), false) - 1.0).abs() < 1e-15);
    assert!((goes_first(pace(200), pace(201), true) - 1.0).abs() < 1e-15);
    let slip = goes_first(pace(200), pace(201), false);
    assert!(slip > 0.0 && slip < 1e-3);
    assert!((goes_first(Pace { priority: 1, ..pace(1) }, pace(999), false) - 1.0).abs() < 1e-15);
}

/// Golduck L90, base speed 85: (170 + 31 + 21) x 90 / 100 + 5 = 204, in rain 408 with Swift Swim. Weavile has 243. With Cloud Nine the rain
/// is there and does nothing, whoever brought it.
#[test]
fn cloud_nine_stills_the_rain() {
    let start = |announced: &[&str]| {
        let out = ["|switch|p1a: Weavile|Weavile, L79, M|100/100", "|switch|p2a: Golduck|Golduck, L90, M|100/100"];
        let belief = more(&watching(&out), announced);
        more(&belief, &["|-weather|RainDance", "|turn|1", "|"])
    };
    let faster = |belief: &Watching| {
        let query: Query =
            serde_json::from_value(serde_json::json!({"outspeeds": {"seat": 1, "slot": 0, "own": 0}})).expect("a question");
        let Ok(Answer::Outspeeds(race)) = belief.watch.answer(&query) else { panic!("an answer") };
        race.faster
    };
    near(faster(&start(&[])), p(&start(&[]), 1, 0, "ability", "Swift Swim"), 2e-3);
    near(faster(&start(&["|-ability|p2a: Golduck|Cloud Nine"])), 0.0, 1e-3);
    // In still rain Kingdra has 191 with Swift Swim or without: that it went second says nothing.
    let foe = ["|switch|p1a: Kingdra|Kingdra, L84, M|100/100", "|switch|p2a: Golduck|Golduck, L90, M|100/100"];
    let later = more(&watching(&foe), &["|-ability|p2a: Golduck|Cloud Nine", "|-weather|RainDance", "|turn|1", "|"]);
    let before = p(&later, 0, 0, "ability", "Swift Swim");
    let order = ["|move|p2a: Golduck|Hydro Pump|p1a: Kingdra|[miss]", "|move|p1a: Kingdra|Draco Meteor|p2a: Golduck|[miss]"];
    let moves_alone = more(&more(&later, &[order[0], "|turn|2", "|"]), &[order[1]]);
    near(p(&more(&later, &order), 0, 0, "ability", "Swift Swim"), p(&moves_alone, 0, 0, "ability", "Swift Swim"), 1e-3);
    assert!(before > 0.0);
}

fn faster(belief: &Watching, seat: u8, own: u8) -> f64 {
    let query: Query =
        serde_json::from_value(serde_json::json!({"outspeeds": {"seat": seat, "slot": "p1a", "own": own}})).expect("a question");
    let Ok(Answer::Outspeeds(race)) = belief.watch.answer(&query) else { panic!("an answer") };
    race.faster
}

/// Gardevoir L83, base speed 80: (160 + 31 + 21) x 83 / 100 + 5 = 180, and half of that under the Slow Start that it traced: 90. Regigigas L84 has
/// (200 + 31 + 21) x 84 / 100 + 5 = 216, and 108. With a Choice Scarf Gardevoir has 135.
#[test]
fn a_traced_slow_start_slows() {
    let belief = watching(&[
        "|switch|p1a: Gardevoir|Gardevoir, L83, M|100/100",
        "|switch|p2a: Regigigas|Regigigas, L84|100/100",
        "|-start|p2a: Regigigas|ability: Slow Start",
        "|-ability|p1a: Gardevoir|Slow Start|[from] ability: Trace|[of] p2a: Regigigas",
        "|-start|p1a: Gardevoir|ability: Slow Start",
        "|turn|1",
    ]);
    near(faster(&belief, 0, 0), p(&belief, 0, 0, "item", "Choice Scarf"), 1e-3);
}

/// What was traced works: with Kingdra's Swift Swim Gardevoir has 360 in rain, and Weavile 243. Gardevoir's next turn out it has Trace again.
#[test]
fn a_traced_ability_works_until_it_leaves() {
    let rain = watching(&[
        "|switch|p1a: Gardevoir|Gardevoir, L83, M|100/100",
        "|switch|p2a: Kingdra|Kingdra, L84, M|100/100",
        "|-ability|p1a: Gardevoir|Swift Swim|[from] ability: Trace|[of] p2a: Kingdra",
        "|-weather|RainDance",
        "|turn|1",
        "|",
        "|switch|p2a: Weavile|Weavile, L79, M|100/100",
        "|turn|2",
    ]);
    near(faster(&rain, 0, 1), 1.0, 1e-2);
    let back = more(
        &rain,
        &[
            "|",
            "|switch|p1a: Mew|Mew, L82|100/100",
            "|turn|3",
            "|",
            "|switch|p1a: Gardevoir|Gardevoir, L83, M|100/100",
            "|turn|4",
        ],
    );
    near(faster(&back, 0, 1), p(&back, 0, 0, "item", "Choice Scarf"), 1e-2);
}
