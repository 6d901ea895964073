//! How good beliefs were: `credence score` over files and over a log, and what `/metrics` says of finished games.

use std::path::Path;

use std::collections::BTreeMap;

use credence::belief::Strength;
use credence::rulesets::{ALL, Observer, find};
use serde_json::{Value, json};

use crate::harness::app::TestApp;
use crate::harness::observed::play;
use crate::harness::{Place, Played, fresh_sqlite, program, tables};

/// What `credence score --json` says of a ruleset: its sums, each with what it is `of`.
fn sums(arguments: &[&str], ruleset: &str) -> Vec<Value> {
    let output = program(&[&["score", "--json"], arguments].concat()).output().expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    document["rulesets"][ruleset].as_array().expect("scores").clone()
}

/// The sum of all items of a ruleset.
fn scored(arguments: &[&str], ruleset: &str) -> Value {
    sums(arguments, ruleset).into_iter().find(|entry| entry["of"]["by"] == "all").expect("the sum of all")
}

fn written(folder: &Path, name: &str, lines: &[Value]) -> String {
    let text: Vec<String> = lines.iter().map(Value::to_string).collect();
    let path = folder.join(name);
    std::fs::write(&path, text.join("\n")).expect("a file is written");
    path.to_str().expect("a path in UTF-8").to_owned()
}

/// Two dice under one cup: nobody has bid, so that its sum of faces has the probabilities of the binomial distribution.
#[test]
fn bits_by_hand() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = json!({"open": {"ruleset": "liars_dice", "seats": [{"player": "a"}, {"player": "b"}], "setup": {"dice": 1}}});
    let round = json!({"event": {"type": "round", "data": {"dice": {"0": 1, "1": 1}, "starter": 0}},
        "truth": {"dice": {"0": [3], "1": [5]}}});
    let all = scored(&[&written(folder.path(), "ours", &[open.clone(), round.clone()])], "liars_dice");
    // Each seat is asked of the six faces of the other's die (and of its own, which it has not said): a count of 0 or 1 with
    // probabilities 5/6 and 1/6. Five faces show none, one shows one.
    let bits = (5.0 * libm::log2(6.0 / 5.0) + libm::log2(6.0)) / 6.0;
    assert!((all["bits"]["mean"].as_f64().expect("bits") - bits).abs() < 1e-12, "{all}");
    assert_eq!((&all["items"], &all["above_hard_facts"]["mean"]), (&json!(24.0), &json!(0.0)));
    let tenth = &all["calibration"][8];
    assert_eq!(
        (&tenth["games"], &tenth["served"], &tenth["came_true"]),
        (&json!(1), &json!(24), &json!(20)),
        "five of six faces, four times"
    );
    assert!(
        tenth["gap"]["mean"].as_f64().expect("a gap").abs() < 1e-12 && tenth["gap"]["within"].is_null(),
        "of one game: {tenth}"
    );
    // Another tracker that is asked of one face alone, and gave it the half.
    let mut told = round;
    told["beliefs"] = json!({"seat:0": {"seat:1/face:5": {"1": 0.5, "0": 0.5}}});
    let other = scored(&[&written(folder.path(), "theirs", &[open.clone(), told.clone()])], "liars_dice");
    assert_eq!((&other["items"], &other["bits"]["mean"]), (&json!(1.0), &json!(1.0)));
    told["beliefs"]["seat:0"]["seat:1/face:9"] = json!({"1": 1.0});
    told["beliefs"]["seat:0"]["seat:1/face:2"] = json!({"none": 0.5, "0": 0.5, "2": 0.0});
    let warned = program(&["score", &written(folder.path(), "misspelt", &[open, told])]).output().expect("the program starts");
    let warning = String::from_utf8(warned.stderr).expect("text");
    assert!(
        warned.status.success() && warning.contains("1 variables of `beliefs`") && warning.contains("seat:1/face:9"),
        "{warning}"
    );
    assert!(warning.contains("1 values of `beliefs`") && warning.contains(r#""none" of "seat:1/face:2""#), "{warning}");
}

/// What `credence score` prints and warns of.
fn said(arguments: &[&str]) -> (String, String) {
    let output = program(&[&["score"], arguments].concat()).output().expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    (String::from_utf8(output.stdout).expect("text"), String::from_utf8(output.stderr).expect("text"))
}

/// A table of one die each, and its round, with the truth.
fn one_die() -> [Value; 2] {
    let seats = json!([{"player": "a"}, {"player": "b"}]);
    let open = json!({"open": {"ruleset": "liars_dice", "seats": seats, "setup": {"dice": 1}}});
    let round = json!({"event": {"type": "round", "data": {"dice": {"0": 1, "1": 1}, "starter": 0}},
        "truth": {"dice": {"0": [3], "1": [5]}}});
    [open, round]
}

/// What another tracker did not say is not scored in its place: neither a game, nor a seat, nor an item.
#[test]
fn another_tracker_is_scored_by_what_it_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let [open, round] = one_die();
    let mut told = round.clone();
    let half = json!({"seat:1/face:5": {"1": 0.5, "0": 0.5}});
    told["beliefs"] = json!({"seat:0": half, "seat:9": half, "seat:02": half});
    let file = written(folder.path(), "one-of-two", &[open.clone(), round, open, told]);
    let output = program(&["score", "--json", &file]).output().expect("the program starts");
    let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let all = document["rulesets"]["liars_dice"].as_array().expect("scores").iter().find(|sum| sum["of"]["by"] == "all");
    let all = all.expect("the sum of all");
    assert_eq!([&all["games"], &all["items"], &all["bits"]["mean"]], [&json!(1), &json!(1.0), &json!(1.0)], "{document}");
    assert_eq!(document["open_items"], json!({"liars_dice": 24}));
    let output = program(&["score", "--json", "--by-game", &file]).output().expect("the program starts");
    let by_game: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let game = json!({"ruleset": "liars_dice", "game": format!("{file}:3"), "observer": "seat:0", "items": 1.0, "bits": 1.0,
        "hard_facts": by_game["games"][0]["hard_facts"]});
    assert_eq!((&by_game["games"], &by_game["rulesets"]), (&json!([game]), &document["rulesets"]));
    let hard = by_game["games"][0]["hard_facts"].as_f64().expect("bits");
    assert!((hard - libm::log2(6.0)).abs() < 1e-12, "the one die shows a five: {hard}");
    let (printed, warned) = said(&[&file]);
    assert!(warned.contains("1 games have no `beliefs`"), "{warned}");
    assert!(warned.contains("2 observers of `beliefs`") && warned.contains("seat:02"), "{warned}");
    assert!(printed.contains("`beliefs` named 1 of the 24 items"), "{printed}");
    assert!(printed.contains("1 games") && printed.contains("few games") && printed.contains("held by b"), "{printed}");
}

/// What `credence post` takes is scored as the log would be that it makes: remarks and the end are nothing, and what was taken back is gone.
#[test]
fn files_may_take_back_what_they_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let event = |kind: &str, data: Value| json!({"event": {"type": kind, "data": data}});
    let bid = |seat: u8, face: u8| json!({"seat": seat, "quantity": 1, "face": face});
    let true_now = |mut line: Value| {
        line["truth"] = json!({"dice": {"0": [3], "1": [5]}});
        line
    };
    let [open, round] = one_die();
    let clean = [open.clone(), round.clone(), true_now(event("bid", bid(0, 2))), true_now(event("bid", bid(1, 5)))];
    let instead = json!({"revision": 3, "reason": "misread", "instead": {"type": "bid", "data": bid(0, 2)}});
    let messy = [
        open.clone(),
        round.clone(),
        event("note", json!({"text": "hm"})),
        true_now(event("bid", bid(0, 4))),
        event("retract", instead),
        event("call", json!({"seat": 1})),
        event("retract", json!({"revision": 5, "reason": "a cough"})),
        true_now(event("bid", bid(1, 5))),
        event("finish", json!({})),
    ];
    let scores = |name: &str, lines: &[Value]| sums(&[&written(folder.path(), name, lines)], "liars_dice");
    assert_eq!(scores("messy", &messy), scores("clean", &clean));
    for (revision, wrong) in
        [(0, "is no event"), (3, "is no event"), (9, "is no event"), (2, "nothing can stand instead of a note")]
    {
        let mut data = json!({"revision": revision, "reason": "misread"});
        if revision == 2 {
            data["instead"] = json!({"type": "bid", "data": bid(0, 2)});
        }
        let lines = [open.clone(), round.clone(), event("note", json!({"text": "hm"})), event("retract", data)];
        let output = program(&["score", &written(folder.path(), "wrong", &lines)]).output().expect("the program starts");
        let complaint = String::from_utf8(output.stderr).expect("text");
        assert!(!output.status.success() && complaint.contains("event 3") && complaint.contains(wrong), "{complaint}");
    }
}

/// Simulated games of each ruleset, in files that tell the truth.
#[test]
fn every_ruleset_is_scored() {
    let folder = tempfile::tempdir().expect("a folder");
    for ruleset in ALL {
        let key = ruleset.key();
        let simulated = program(&["simulate", key, "--seed", "5", "--turns", "60"]).output().expect("the program starts");
        let lines: Vec<Value> = String::from_utf8(simulated.stdout)
            .expect("text")
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect();
        let told = scored(&[&written(folder.path(), "told", &lines), "--every", "5"], key);
        assert!(
            told["items"].as_f64() > Some(0.0) && told["bits"]["mean"].as_f64() < told["counts"]["mean"].as_f64(),
            "{key}: {told}"
        );
        assert!(told["surprises"].as_f64() < Some(0.1), "{key}: {told}");
    }
}

/// Posteriors that are drawn are scored apart from exact ones, and cost the truth no more: the same games of Vinto, exact and drawn.
#[test]
fn drawn_posteriors_are_scored_apart() {
    let folder = tempfile::tempdir().expect("a folder");
    let simulated = |seed: &str| {
        let output = program(&["simulate", "vinto", "--seats", "5", "--seed", seed]).output().expect("the program starts");
        String::from_utf8(output.stdout).expect("text")
    };
    let path = folder.path().join("games");
    std::fs::write(&path, ["3", "4", "5"].map(simulated).concat()).expect("a file is written");
    let file = path.to_str().expect("a path in UTF-8");
    let scores = |exact_cards: u8| -> BTreeMap<String, (f64, f64)> {
        let parameters = json!({"exact_cards": exact_cards}).to_string();
        let sums = sums(&[file, "--strangers", "--every", "7", "--parameters", &parameters], "vinto");
        let by = |sum: &Value| match sum["of"]["by"].as_str() {
            Some("all") => Some("all".to_owned()),
            Some("method") => sum["of"]["value"].as_str().map(str::to_owned),
            _ => None,
        };
        let number = |sum: &Value, pointer: &str| sum.pointer(pointer).and_then(Value::as_f64).expect("a number");
        sums.iter().filter_map(|sum| Some((by(sum)?, (number(sum, "/items"), number(sum, "/bits/mean"))))).collect()
    };
    let (exact, drawn) = (scores(13), scores(1));
    assert_eq!(exact.keys().collect::<Vec<_>>(), ["all", "exact"]);
    assert_eq!(drawn.keys().collect::<Vec<_>>(), ["all", "exact", "sampled"]);
    let (items, bits) = drawn["all"];
    assert_eq!((items, exact["all"].0), (drawn["exact"].0 + drawn["sampled"].0, items));
    assert!(drawn["sampled"].0 > items / 2.0, "{drawn:?}");
    assert!((bits - exact["all"].1).abs() < 0.002, "exact {exact:?}, drawn {drawn:?}");
}

/// By hard facts alone nothing soft is left, in any ruleset that can do without.
#[test]
fn hard_facts_leave_nothing_soft() {
    let mut soft = BTreeMap::new();
    for ruleset in ALL.iter().filter(|ruleset| ruleset.key() != "pokemon_randbats") {
        let game = Played::simulate(*ruleset, tables(*ruleset)[0], Some(40), 6);
        let pieces = |game: &Played| {
            let mut watch = game.begin(Observer::Seat(0));
            let mut soft = 0;
            for index in 0..game.events.len() {
                let (next, pieces) = game.explained(&watch, index, game.event(index));
                soft += pieces.iter().filter(|piece| piece.strength == Strength::Soft).count();
                watch = next;
            }
            soft
        };
        let as_served = pieces(&game);
        assert_eq!(pieces(&Played { game: game.game.hard(), ..game }), 0, "{}", ruleset.key());
        soft.insert(ruleset.key(), as_served);
    }
    for key in ["hearts", "liars_dice", "vinto"] {
        assert!(soft[key] > 0, "{key} says something soft: {soft:?}");
    }
}

/// Strangers are met anew in each game; others are remembered.
#[test]
fn strangers_are_met_anew() {
    let folder = tempfile::tempdir().expect("a folder");
    let simulated = program(&["simulate", "liars_dice", "--seed", "5"]).output().expect("the program starts");
    let game = String::from_utf8(simulated.stdout).expect("text");
    let file = folder.path().join("twice");
    std::fs::write(&file, format!("{game}{game}")).expect("a file is written");
    let histories = |more: &[&str]| -> Vec<u64> {
        let file = file.to_str().expect("UTF-8");
        sums(&[&[file, "--every", "10"], more].concat(), "liars_dice")
            .iter()
            .filter(|entry| entry["of"]["by"] == "history")
            .map(|entry| entry["of"]["value"].as_u64().expect("a number"))
            .collect()
    };
    assert_eq!((histories(&[]), histories(&["--strangers"])), (vec![0, 1], vec![0]));
}

/// What a log shows in the end agrees with the truth that the simulator tells, wherever it says something.
#[test]
fn hindsight_is_the_truth() {
    let mut said = 0;
    for key in ["hearts", "liars_dice", "vinto"] {
        let ruleset = find(key).expect("it is hosted");
        for seed in 0..3 {
            let game = Played::simulate(ruleset, tables(ruleset)[0], None, seed);
            let events: Vec<_> = (0..game.events.len()).map(|at| game.decode(game.event(at))).collect();
            let shown = game.game.hindsight(&events);
            assert_eq!(shown.len(), events.len(), "{}", game.name);
            for (at, (shown, truth)) in shown.iter().zip(&game.truth[1..]).enumerate() {
                let truth = game.game.values(truth.clone()).expect("a world");
                for (variable, value) in shown {
                    assert_eq!(truth.get(variable), Some(value), "{}, event {at}: {variable}", game.name);
                    said += 1;
                }
            }
        }
    }
    assert!(said > 10_000, "{said} values");
}

#[test]
fn mistakes_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = json!({"open": {"ruleset": "liars_dice", "seats": [{}, {}]}});
    let bad = json!({"event": {"type": "bid", "data": {"seat": 0}}});
    let file = written(folder.path(), "bad", &[open, bad]);
    for (arguments, wrong) in [
        (vec![file.as_str()], "the game that begins on line 1"),
        (vec!["no-such-file"], "cannot be opened"),
        (vec![file.as_str(), "--ruleset", "go"], "go"),
        (vec!["--database-url", "sqlite:///no/such/log.db"], "there are no games to score"),
    ] {
        let output = program(&[&["score"], &arguments[..]].concat()).output().expect("the program starts");
        let complaint = String::from_utf8(output.stderr).expect("text");
        assert!(!output.status.success() && complaint.contains(wrong), "{arguments:?}: {complaint}");
    }
}

/// A log's own finished games: as the command scores them, and as `/metrics` counts them when they finish.
#[tokio::test]
async fn finished_games_of_a_log_are_scored() {
    let (_keep, place) = fresh_sqlite();
    let app = TestApp::on(&place.url()).await;
    let game = Played::simulate(find("liars_dice").expect("it is hosted"), 3, None, 4);
    for id in ["finished", "running"] {
        let seats = json!([{"player": "a"}, {"player": "b"}, {"player": "c"}]);
        app.put(&format!("/v1/games/{id}"), json!({"ruleset": "liars_dice", "seats": seats})).await.expect(201);
        let event = |(kind, data): &(String, Vec<u8>)| json!({"type": kind, "data": serde_json::from_slice::<Value>(data).expect("JSON")});
        play(&app, id, &game.events.iter().map(event).collect::<Vec<_>>()).await;
    }
    app.append("finished", json!([{"id": "end", "type": "finish", "data": {}}])).await;
    // Stopping waits for what goes on after the requests: the score of the game that finished.
    app.stop().await;
    let app = TestApp::fresh().await;
    let metrics = String::from_utf8(app.get("/metrics").await.bytes).expect("text");
    for name in ["credence_scored_games_total", "credence_scored_items_total", "credence_scored_bits", "credence_came_true_total"]
    {
        let how = if name.contains("games") { "" } else { r#"method="exact""# };
        let counted = metrics.lines().any(|line| line.starts_with(name) && line.contains("liars_dice") && line.contains(how));
        assert!(counted, "{name}");
    }
    let Place::Sqlite(path) = &place else { unreachable!("it is SQLite") };
    let svg = path.with_extension("svg");
    let url = place.url();
    let all = scored(&["--database-url", &url, "--plot", svg.to_str().expect("UTF-8")], "liars_dice");
    assert_eq!(all["games"], 1, "the running game is none of them");
    let output = program(&["score", "--json", "--by-game", "--database-url", &url]).output().expect("the program starts");
    let by_game: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let games = by_game["games"].as_array().expect("entries");
    let observers: Vec<&str> = games.iter().filter_map(|game| game["observer"].as_str()).collect();
    assert!(observers == ["seat:0", "seat:1", "seat:2"] && games.iter().all(|game| game["game"] == "finished"), "{games:?}");
    let items: f64 = games.iter().filter_map(|game| game["items"].as_f64()).sum();
    assert_eq!(Some(items), all["items"].as_f64());
    assert!(all["items"].as_f64() > Some(100.0), "{all}");
    let drawn = std::fs::read_to_string(&svg).expect("it was drawn");
    assert!(
        drawn.starts_with(r#"<svg role="img" aria-label="How often what was given a probability came true. liars_dice: "#),
        "{drawn}"
    );
    assert!(drawn.contains("probability served"));
    let circles: Vec<&str> = drawn.split("<circle").skip(1).filter_map(|circle| circle.split("/>").next()).collect();
    let are_hollow = circles.iter().all(|circle| circle.contains(r#"fill="none""#));
    assert!(!circles.is_empty() && are_hollow, "one game says nothing of how games differ: {circles:?}");
}

/// Games that are learned from teach what they would teach if they were scored, and are not.
#[test]
fn what_is_learned_from_is_not_scored() {
    let folder = tempfile::tempdir().expect("a folder");
    let simulated = program(&["simulate", "liars_dice", "--players", "4", "--games", "5"]).output().expect("the program starts");
    let text = String::from_utf8(simulated.stdout).expect("text");
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let begins: Vec<usize> = (0..lines.len()).filter(|line| !lines[*line]["open"].is_null()).collect();
    let (before, last) = lines.split_at(begins[4]);
    let [all, before, last] =
        [("all", &lines[..]), ("before", before), ("last", last)].map(|(name, of)| written(folder.path(), name, of));
    let games = |arguments: &[&str]| -> Vec<Value> {
        let output = program(&[&["score", "--json", "--by-game"], arguments].concat()).output().expect("the program starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let mut games = document["games"].as_array().expect("games").clone();
        games.iter_mut().for_each(|game| game["game"] = Value::Null);
        games
    };
    let (whole, taught, strangers) = (games(&[&all]), games(&["--learn-from", &before, &last]), games(&[&last]));
    assert!(!taught.is_empty() && taught[..] == whole[whole.len() - taught.len()..], "{taught:?}");
    assert!(taught.len() == strangers.len() && taught != strangers, "what was learned changes nothing");
}
