//! One recorded game of every ruleset, and what each observer believes in it: a change of a belief does not pass unseen.
//!
//! Where a belief is meant to change (raise the ruleset's MODEL then), the failure prints the new content of
//! `tests/transcripts/<key>.expected.json`.

use std::path::PathBuf;

use credence::belief::Evidence;
use credence::rulesets::{ALL, AnyRuleset, AnyWatch, EventRef, Observer, SeatOpening};
use serde_json::{Map, Value, json};

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts").join(name)
}

/// The lines of a ruleset's recorded game.
fn recorded(ruleset: &dyn AnyRuleset) -> Vec<Value> {
    let key = ruleset.key();
    let path = path(&format!("{key}.jsonl"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| {
        panic!("{}: {error}; record a game: cargo run -- simulate {key} --seed 1 > tests/transcripts/{key}.jsonl", path.display())
    });
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{}: {error}", path.display()))).collect()
}

/// Folds a recorded game for every observer, and gives the hashes of their beliefs at some revisions.
fn beliefs(ruleset: &'static dyn AnyRuleset) -> Value {
    let lines = recorded(ruleset);
    let (open, events) = (&lines[0]["open"], &lines[1..]);
    assert_eq!(open["ruleset"], ruleset.key());
    let seats = open["seats"].as_array().expect("seats").len();
    let persons = (0..seats).map(|seat| SeatOpening { person: format!("person-{seat}"), profile: Default::default() }).collect();
    let field = |name: &str| open.get(name).cloned().unwrap_or_else(|| json!({}));
    let opening = ruleset.open(field("setup"), field("parameters"), persons).expect("the recorded opening");
    let game = ruleset.game(ruleset.schema(), opening).expect("its own opening");
    let seated = (0..seats).map(|seat| Observer::Seat(seat as u8));
    let mut observers = Map::new();
    for observer in std::iter::once(Observer::Public).chain(seated).chain([Observer::Referee]) {
        let mut fold = AnyWatch::new(&game, observer);
        let mut hashes = vec![format!("0 {}", fold.marginals().hash())];
        for (index, line) in events.iter().enumerate() {
            let revision = index as u64 + 1;
            let data = serde_json::to_vec(&line["event"]["data"]).expect("JSON is serialisable");
            let kind = line["event"]["type"].as_str().expect("a type");
            let event = EventRef { kind, schema: ruleset.schema(), data: &data };
            let place = format!("{}, {observer}, revision {revision}", ruleset.key());
            let event = game.decode(event).unwrap_or_else(|error| panic!("{place}: {error}"));
            fold = fold.see(&event, &mut Evidence::off()).unwrap_or_else(|contradiction| panic!("{place}: {contradiction}"));
            if !fold.quality().is_lossy() {
                let ln = fold.ln_probability(line["truth"].clone()).unwrap_or_else(|error| panic!("{place}: {error}"));
                assert!(ln > f64::NEG_INFINITY, "{place}: the recorded truth is ruled out");
            }
            // Tenths of the game: enough to see where a belief began to differ.
            if revision.is_multiple_of((events.len() as u64 / 10).max(1)) || index + 1 == events.len() {
                hashes.push(format!("{revision} {}", fold.marginals().hash()));
            }
        }
        observers.insert(observer.to_string(), json!(hashes));
    }
    json!({"model": ruleset.model(), "beliefs": observers})
}

#[test]
fn recorded_games_give_the_recorded_beliefs() {
    let mut differ = Vec::new();
    for ruleset in ALL {
        let name = format!("{}.expected.json", ruleset.key());
        let now = serde_json::to_string_pretty(&beliefs(*ruleset)).expect("JSON is serialisable") + "\n";
        match std::fs::read_to_string(path(&name)) {
            Ok(stands) if stands == now => {}
            Ok(_) => differ.push(format!(
                "beliefs differ from tests/transcripts/{name}; if that is meant, raise MODEL and let it hold:\n{now}"
            )),
            Err(_) => differ.push(format!("there is no tests/transcripts/{name} yet; let it hold:\n{now}")),
        }
    }
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}

#[test]
fn every_recorded_game_is_of_a_ruleset() {
    let folder = std::fs::read_dir(path("")).expect("the folder of transcripts");
    for entry in folder {
        let name = entry.expect("an entry").file_name().into_string().expect("a name in UTF-8");
        let key = name.strip_suffix(".jsonl").or_else(|| name.strip_suffix(".expected.json"));
        let known = key.is_some_and(|key| ALL.iter().any(|ruleset| ruleset.key() == key));
        assert!(known, "tests/transcripts/{name} belongs to no ruleset");
    }
}
