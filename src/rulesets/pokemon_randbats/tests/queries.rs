//! What can be asked.

use super::*;
use serde_json::{Value, json};

fn ask(belief: &Watching, question: Value) -> Result<Value, crate::rulesets::Refusal> {
    let query: Query = serde_json::from_value(question).expect("a question");
    belief.watch.answer(&query).map(|answer| serde_json::to_value(answer).expect("plain data"))
}

fn belief() -> Watching {
    watching(&[
        "|switch|p1a: Weavile|Weavile, L79, M|100/100",
        "|switch|p2a: Gholdengo|Gholdengo, L77|100/100",
        "|turn|1",
        "|",
        "|move|p1a: Weavile|Ice Shard|p2a: Gholdengo",
        "|-damage|p2a: Gholdengo|90/100",
        "|move|p2a: Gholdengo|Shadow Ball|p1a: Weavile",
        "|-damage|p1a: Weavile|30/100",
        "|turn|2",
    ])
}

#[test]
fn every_question_has_an_answer() {
    let belief = belief();
    let sets = ask(&belief, json!({"sets": {"seat": 1, "slot": 0, "top": 3}})).expect("sets");
    let list = sets["sets"]["sets"].as_array().expect("a list");
    assert_eq!(list.len(), 3);
    assert!(list[0]["p"].as_f64() >= list[1]["p"].as_f64());
    assert!(list.iter().all(|set| set["moves"].as_array().expect("moves").contains(&json!("Shadow Ball"))));
    for of in ["item", "ability", "tera", "role", "speed"] {
        let answer = ask(&belief, json!({"marginal": {"seat": 1, "slot": 0, "of": of}})).expect("a distribution");
        let sum: f64 = answer["marginal"]["distribution"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|chance| chance["p"].as_f64().expect("p"))
            .sum();
        near(sum, 1.0, 1e-9);
    }
    let moves = ask(&belief, json!({"marginal": {"seat": 1, "slot": 0, "of": "move"}})).expect("moves");
    let sum: f64 =
        moves["marginal"]["distribution"].as_array().expect("a list").iter().map(|chance| chance["p"].as_f64().expect("p")).sum();
    near(sum, 4.0, 1e-3);
    let rest = ask(&belief, json!({"unrevealed": {"seat": 1}})).expect("the rest");
    assert_eq!(rest["unrevealed"]["count"], 5);
    let sum: f64 =
        rest["unrevealed"]["next"].as_array().expect("a list").iter().map(|chance| chance["p"].as_f64().expect("p")).sum();
    near(sum, 1.0, 1e-9);
}

/// 174 or, with a Scarf, 261 against Weavile's 243: it is faster as often as it has a Scarf.
#[test]
fn who_is_faster_follows_the_scarf() {
    let belief = belief();
    let race = ask(&belief, json!({"outspeeds": {"seat": 1, "slot": 0, "own": 0}})).expect("a race");
    near(race["outspeeds"]["faster"].as_f64().expect("p"), p(&belief, 1, 0, "item", "Choice Scarf"), 1e-3);
    near(race["outspeeds"]["tie"].as_f64().expect("p"), 0.0, 1e-12);
}

/// Spectrier of level 75 has 239 Speed (the simulator's); Ditto copies that, and keeps its own Scarf: 358.
#[test]
fn who_transforms_has_the_speed_of_the_original() {
    let belief = watching(&[
        "|switch|p1a: Ditto|Ditto, L87|100/100",
        "|switch|p2a: Spectrier|Spectrier, L75|100/100",
        "|-transform|p1a: Ditto|p2a: Spectrier|[from] ability: Imposter",
        "|turn|1",
    ]);
    let speed = ask(&belief, json!({"marginal": {"seat": 0, "slot": 0, "of": "speed"}})).expect("speeds");
    assert_eq!(speed["marginal"]["distribution"], json!([{"value": "358", "p": 1.0}]), "neither is in disguise");
    let race = ask(&belief, json!({"outspeeds": {"seat": 0, "slot": 0, "own": 0}})).expect("a race");
    near(race["outspeeds"]["faster"].as_f64().expect("p"), 1.0, 1e-3);
}

/// Of a species that no set of the table is of, no Speed is known: who is faster is not answered, whichever of the two it is.
#[test]
fn who_is_faster_is_not_said_of_a_stranger() {
    let belief =
        watching(&["|switch|p1a: Caterpie|Caterpie, L90, M|100/100", "|switch|p2a: Heatran|Heatran, L78, M|100/100", "|turn|1"]);
    for seat in [0, 1] {
        let refusal = ask(&belief, json!({"outspeeds": {"seat": seat, "slot": 0, "own": 0}})).expect_err("it is refused");
        assert_eq!(refusal.rule, "unlisted");
        assert!(refusal.detail.contains("slot 0 of seat 0"), "{}", refusal.detail);
    }
}

#[test]
fn embedding_and_observation_have_their_places() {
    let belief = belief();
    let numbers = |question: Value, name: &str| -> Vec<f64> {
        let answer = ask(&belief, question).expect("numbers");
        answer[name]["values"].as_array().expect("a list").iter().map(|value| value.as_f64().expect("a number")).collect()
    };
    let ten = numbers(json!({"embedding": {"seat": 1, "slot": 0}}), "embedding");
    assert_eq!(ten.len(), 10);
    near(ten[..4].iter().sum(), 1.0, 1e-6);
    assert!(ten[4..8].windows(2).all(|pair| pair[0] >= pair[1]) && ten[4] > 0.0);
    near(ten[8], 0.0, 1e-12);
    near(ten[9], 0.25, 1e-12);
    let all = numbers(json!({"observation": {"seat": 1}}), "observation");
    assert_eq!(all.len(), 96);
    assert_eq!(all[..10], ten[..]);
    assert_eq!(all[10..16], [1.0, 1.0, 0.9, 0.0, all[14], 0.0]);
    assert!(all[14] > 0.05 && all[14] < 0.9 && all[16..].iter().all(|number| *number == 0.0));
    let locked = ask(&belief, json!({"locked": {"seat": 1, "slot": 0}})).expect("an answer");
    near(locked["locked"]["p"].as_f64().expect("p"), all[14], 1e-12);
    assert_eq!(locked["locked"]["locked_into"], "Shadow Ball");
}

#[test]
fn wrong_questions_are_refused_by_name() {
    let belief = belief();
    let rule = |question: Value| ask(&belief, question).expect_err("it is refused").rule;
    assert_eq!(rule(json!({"embedding": {"seat": 2, "slot": 0}})), "seat");
    assert_eq!(rule(json!({"embedding": {"slot": 0}})), "seat");
    assert_eq!(rule(json!({"sets": {"seat": 1, "slot": 3}})), "slot");
    assert_eq!(rule(json!({"sets": {"seat": 1, "slot": 0, "top": 0}})), "top");
}

/// Lines of Showdown's simulator: Weavile moved, and then got a Choice Scarf, which locks it by its next move only.
#[test]
fn what_was_chosen_before_trick_locks_into_nothing() {
    let start = ["|switch|p1a: Weavile|Weavile, L79, M|100/100", "|switch|p2a: Gholdengo|Gholdengo, L77|100/100", "|turn|1", "|"];
    let trick = [
        "|move|p1a: Weavile|Ice Shard|p2a: Gholdengo",
        "|-damage|p2a: Gholdengo|95/100",
        "|move|p2a: Gholdengo|Trick|p1a: Weavile",
        "|-activate|p2a: Gholdengo|move: Trick|[of] p1a: Weavile",
        "|-item|p1a: Weavile|Choice Scarf|[from] move: Trick",
        "|-item|p2a: Gholdengo|Heavy-Duty Boots|[from] move: Trick",
        "|turn|2",
        "|",
    ];
    let locked = |belief: &Watching, seat: u8| {
        ask(belief, json!({"locked": {"seat": seat, "slot": 0}})).expect("an answer")["locked"].clone()
    };
    let tricked = more(&watching(&start), &trick);
    assert_eq!(locked(&tricked, 0), json!({"p": 0.0}));
    assert_eq!(locked(&tricked, 1), json!({"p": 0.0}));
    let next = more(&tricked, &["|move|p1a: Weavile|Triple Axel|p2a: Gholdengo", "|turn|3"]);
    assert_eq!(locked(&next, 0)["locked_into"], "Triple Axel");
    // But for the chance that it is somebody in disguise.
    near(locked(&next, 0)["p"].as_f64().expect("p"), 1.0, 0.02);
}

/// A member is named as a client knows it: by slot, by name, by where it stands, or as lines write it.
#[test]
fn members_by_name_and_place() {
    let belief = belief();
    let sets = |fields: Value| ask(&belief, json!({ "sets": fields }));
    let by_slot = sets(json!({"seat": 1, "slot": 0})).expect("a slot");
    for slot in ["Gholdengo", "gholdengo", "p2a", "p2a: Gholdengo", "p2: Gholdengo"] {
        assert_eq!(sets(json!({"seat": 1, "slot": slot})).expect("a name"), by_slot, "{slot}");
    }
    // A place says whose team it is.
    assert_eq!(sets(json!({"slot": "p2a"})).expect("a place"), by_slot);
    let race = |fields: Value| ask(&belief, json!({ "outspeeds": fields })).expect("a race");
    assert_eq!(race(json!({"slot": "p2a", "own": "Weavile"})), race(json!({"seat": 1, "slot": 0, "own": 0})));
    for (fields, says) in [
        (json!({"seat": 1, "slot": "Weavile"}), "shown were Gholdengo"),
        (json!({"seat": 1, "slot": "p1a"}), "is of side p1"),
        (json!({"seat": 1, "slot": 4}), "1 members"),
        (json!({"seat": 1, "slot": ""}), "names nobody"),
        (json!({"seat": 1, "slot": "p2a: "}), "names nobody"),
    ] {
        let refused = sets(fields.clone()).expect_err("a refusal");
        assert_eq!(refused.rule, "slot");
        assert!(refused.detail.contains(says), "{fields}: {}", refused.detail);
    }
    assert_eq!(ask(&watching(&[]), json!({"locked": {"slot": "p1a"}})).expect_err("nobody").rule, "slot");
}
