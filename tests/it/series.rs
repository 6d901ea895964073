//! Many games by the same players: what `credence simulate --players` prints, and that it can be scored, posted and learned from.

use std::collections::{BTreeMap, BTreeSet};

use credence::rulesets::{ALL, Conduct, EventRef, GameOfSeries, find};
use serde_json::{Value, json};

use crate::harness::app::TestApp;
use crate::harness::{fresh_sqlite, program};

/// What the program prints, after checking that it went well.
fn printed(arguments: &[&str]) -> String {
    let output = program(arguments).output().expect("the program starts");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// The players of each game of a file, by seat.
fn players(file: &str) -> Vec<Vec<String>> {
    let lines = file.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let seats = lines.filter_map(|line| line["open"]["seats"].as_array().cloned());
    let name = |seat: &Value| seat["player"].as_str().expect("a player").to_owned();
    seats.map(|seats| seats.iter().map(name).collect()).collect()
}

#[test]
fn a_series_is_its_seed() {
    for ruleset in ALL {
        let key = ruleset.key();
        let series = |seed: &str, games: &str| {
            printed(&["simulate", key, "--players", "7", "--games", games, "--turns", "6", "--seed", seed])
        };
        let three = series("9", "3");
        assert_eq!(three, series("9", "3"), "{key}: the same seed, the same bytes");
        assert_ne!(three, series("10", "3"), "{key}: another seed, other games");
        let two = series("9", "2");
        assert!(three.starts_with(&two), "{key}: more games begin with fewer");
        let games = players(&three);
        assert_eq!(games.len(), 3, "{key}");
        let persons: BTreeSet<String> = (0..7).map(|person| format!("simulated-{person}")).collect();
        for game in games {
            let seated: BTreeSet<String> = game.iter().cloned().collect();
            assert!(seated.len() == game.len() && seated.is_subset(&persons), "{key}: each sits in one seat: {game:?}");
        }
    }
    for wrong in [&["--players", "3"][..], &["--games", "3"], &["--players", "0"]] {
        let output = program(&[&["simulate", "catan"], wrong].concat()).output().expect("the program starts");
        assert!(output.status.code() == Some(2) && output.stdout.is_empty(), "{wrong:?}: {output:?}");
    }
}

/// A third of the persons of Catan always rob a largest hand. Who did so in each of many robberies of the earlier games does so in all later ones; of the
/// others nobody does.
#[test]
fn persons_keep_their_ways() {
    const PERSONS: u32 = 16;
    const GAMES: u32 = 160;
    let ruleset = find("catan").expect("it is hosted");
    let opening = |seats: usize| {
        let stranger = || credence::rulesets::SeatOpening { person: String::new(), profile: Default::default() };
        ruleset.open(json!({}), json!({}), (0..seats).map(|_| stranger()).collect()).expect("a table of four")
    };
    let table = ruleset.game(ruleset.schema(), opening(4)).expect("an opening");
    // (robbed a largest hand, could have chosen otherwise) of each person, in the earlier and in the later games.
    let mut robberies: BTreeMap<u32, [(u32, u32); 2]> = BTreeMap::new();
    for number in 0..GAMES {
        let game = GameOfSeries { persons: PERSONS, seed: 5, number };
        let game = ruleset.simulate_among(4, None, game).expect("a table of four");
        let mut now = table.table();
        for (kind, data) in &game.events {
            let text = serde_json::to_vec(data).expect("JSON is serialisable");
            let event = table.decode(EventRef { kind, schema: ruleset.schema(), data: &text }).expect("an event");
            let (next, settled) = table.advance(&now, &event);
            now = next;
            for conduct in settled {
                let Conduct::Count { seat, tendency: "robs_largest_hand", successes, opportunities, .. } = conduct else {
                    continue;
                };
                let person = game.persons[usize::from(seat)];
                let sum = &mut robberies.entry(person).or_default()[usize::from(number >= GAMES / 2)];
                *sum = (sum.0 + successes, sum.1 + opportunities);
            }
        }
    }
    assert_eq!(robberies.len(), PERSONS as usize, "everybody plays: {robberies:?}");
    let always = |(done, of): (u32, u32)| done == of;
    for (person, [earlier, later]) in &robberies {
        assert!(earlier.1 >= 10 && later.1 >= 10, "person {person} was seen too seldom: {robberies:?}");
        assert_eq!(always(*earlier), always(*later), "person {person}: {robberies:?}");
    }
    let constant = robberies.values().filter(|[earlier, _]| always(*earlier)).count();
    assert!((1..robberies.len()).contains(&constant), "some do, and some do not: {robberies:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_series_is_posted_learned_from_and_scored_and_its_players_are_shown() {
    let (folder, place) = fresh_sqlite();
    let series = printed(&["simulate", "liars_dice", "--players", "5", "--games", "3", "--turns", "40"]);
    let path = folder.path().join("dice.jsonl");
    std::fs::write(&path, &series).expect("a file");
    let path = path.to_str().expect("a path in UTF-8");

    let app = TestApp::on(&place.url()).await;
    let said = printed(&["post", path, "--server", &app.base]);
    assert_eq!(printed(&["post", path, "--server", &app.base]), said, "the second time says the same");
    for (number, seated) in (1..).zip(players(&series)) {
        assert!(said.contains(&format!("/v1/games/dice-{number}/belief")), "{said}");
        let game = app.get(&format!("/v1/games/dice-{number}")).await.expect(200);
        let seats = game["seats"].as_array().expect("seats").iter().map(|seat| seat["player"].as_str().expect("a player"));
        assert_eq!(seats.collect::<Vec<_>>(), seated, "game {number}");
    }
    let mut served = Vec::new();
    for player in &players(&series)[0][..2] {
        served.push(app.get(&format!("/v1/players/{player}")).await.expect(200));
    }
    app.stop().await;

    let learned = printed(&["learn", "liars_dice", "--json", "--database-url", &place.url()]);
    let learned: Value = serde_json::from_str(&learned).expect("JSON");
    let seated: BTreeSet<String> = players(&series).into_iter().flatten().collect();
    assert_eq!((&learned["games"], &learned["players"]), (&json!(3), &json!(seated.len())), "{learned}");

    let [first, second] = [0, 1].map(|seat| players(&series)[0][seat].clone());
    let beside = |more: &[&str]| {
        printed(&[&["player", &first, &second, "--ruleset", "liars_dice", "--database-url", &place.url()], more].concat())
    };
    let document: Value = serde_json::from_str(&beside(&["--json"])).expect("JSON");
    for (shown, served) in document["players"].as_array().expect("players").iter().zip(&served) {
        assert_eq!(shown["player"], served["player"]);
        let rates = |answer: &Value| -> Vec<[Value; 4]> {
            let rulesets = answer["rulesets"].as_array().expect("rulesets").iter();
            let dice = rulesets.filter(|known| known["ruleset"] == "liars_dice").map(|known| known["tendencies"].clone());
            let rates = dice.flat_map(|rates| rates.as_array().expect("tendencies").clone());
            rates.map(|rate| ["tendency", "mean", "interval_90", "opportunities"].map(|field| rate[field].clone())).collect()
        };
        assert!(!rates(shown).is_empty() && rates(shown) == rates(served), "{shown}");
    }
    let said = beside(&[]);
    let lines =
        |tendency: &str, more: &str| said.lines().filter(|line| line.starts_with(tendency) && line.contains(more)).count();
    assert_eq!(
        (lines("bluff_rate", "in all"), lines("bluff_rate", &format!(" {second} "))),
        (2, lines("bluff_rate", &format!(" {first} "))),
        "{said}"
    );
    assert!(lines("face_preference", "") > 0 && lines("face_preference", "in all") == 0, "{said}");
    let missing = program(&["player", "nobody", "--database-url", &place.url()]).output().expect("the program starts");
    assert!(!missing.status.success() && String::from_utf8_lossy(&missing.stderr).contains("nobody"), "{missing:?}");

    let scores: Value = serde_json::from_str(&printed(&["score", path, "--json", "--every", "5"])).expect("JSON");
    let all = scores["rulesets"]["liars_dice"].as_array().expect("scores").iter().find(|sum| sum["of"]["by"] == "all");
    assert_eq!(all.expect("the sum of all")["games"], 3, "{scores}");
}
