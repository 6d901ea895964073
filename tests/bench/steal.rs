//! Judging a robbery, and answering with a seat's belief: what one move of a bot costs without HTTP and without a disk.
//!
//! `tests/run bench --bench steal`. With a number of rounds as its argument it does only that many, so that `valgrind` can count what they
//! allocate: the difference of two runs is exact.

#![expect(clippy::disallowed_methods, reason = "a benchmark measures time")]

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use credence::projection::{
    Budget, Entry, Judging, Log, Meaning, Nobody, OnContradiction, Position, Proposal, Recorded, Script, Walk,
};
use credence::rulesets::{AnyGame, Observer, SeatOpening, find};
use serde_json::{Value, json};

/// The game of the transcripts up to its middle, in memory.
fn recorded() -> (Arc<dyn AnyGame>, Log) {
    let ruleset = find("catan").expect("it is hosted");
    let text = include_str!("../transcripts/catan.jsonl");
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let persons = (0..4).map(|seat| SeatOpening { person: format!("person-{seat}"), profile: Default::default() }).collect();
    let opening = ruleset.open(json!({}), json!({}), persons).expect("a playable table");
    let game = ruleset.game(ruleset.schema(), opening).expect("its own opening");
    let mut log = Log::default();
    let entry = |kind: &str, meaning| Entry {
        id: "".into(),
        kind: kind.into(),
        time_us: 0,
        meaning,
        size: 100,
        hash: [0; 32],
        reporter: None,
    };
    log.push(entry("opening", Meaning::Opening(Arc::new(json!({})))));
    for (revision, line) in (1..).zip(&lines[1..lines.len() / 2]) {
        let (kind, data) = (line["event"]["type"].as_str().expect("a type"), line["event"]["data"].to_string());
        let recorded = Recorded { revision, kind, schema: ruleset.schema(), data: Some(data.as_bytes()) };
        log.push(entry(kind, Meaning::of(&*game, recorded).expect("a recorded event")));
    }
    (game, log)
}

fn main() {
    let (game, log) = recorded();
    let (head, budget) = (log.next() - 1, Budget::full());
    let script = Script::of(&log, head);
    let walk = Walk { game: &game, script: &script, line: None, budget: &budget };
    let fold = |observer| walk.to(Position::begin(&*game, observer), head, &mut Nobody).expect("it is in memory");
    let (judge, seat) = (fold(Observer::Referee), fold(Observer::Seat(0)));
    let victim = (1..4)
        .find(|victim| {
            let query = json!({"type": "steal_outcome", "thief": 0, "victim": victim});
            game.answer(&judge.observer.belief, &judge.table.table, query).is_ok()
        })
        .unwrap_or(1);
    let payload = json!({"thief": 2, "victim": if victim == 2 { 1 } else { victim }}).to_string().into_bytes();
    let proposals = [Proposal { kind: "steal".to_owned(), payload, pointer: String::new() }];
    let move_of_a_bot = || {
        let judging = Judging {
            game: &game,
            on_contradiction: OnContradiction::Reject,
            log: &log,
            head,
            proposals: &proposals,
            reader: Observer::Seat(0),
            budget: &budget,
        };
        let judged = judging.judge(judge.clone()).expect("a robbery that can be");
        let mut log = log.clone();
        let entry =
            |meaning| Entry { id: "".into(), kind: "steal".into(), time_us: 0, meaning, size: 30, hash: [0; 32], reporter: None };
        judged.meanings.into_iter().for_each(|meaning| log.push(entry(meaning)));
        let line = credence::projection::Line::default();
        judged.tables.into_iter().for_each(|table| drop(line.keep(table)));
        let script = Script::of(&log, head + 1);
        let walk = Walk { game: &game, script: &script, line: Some(&line), budget: &budget };
        let next = walk.to(seat.clone(), head + 1, &mut Nobody).expect("it was judged");
        black_box(game.marginals(&next.observer.belief, &next.table.table));
    };
    if let Some(rounds) = std::env::args().skip(1).find_map(|argument| argument.parse::<u32>().ok()) {
        (0..rounds).for_each(|_| move_of_a_bot());
        return;
    }
    let mut times: Vec<f64> = (0..15)
        .map(|_| {
            let began = Instant::now();
            (0..2_000).for_each(|_| move_of_a_bot());
            began.elapsed().as_secs_f64() / 2_000.0 * 1e6
        })
        .collect();
    times.sort_by(f64::total_cmp);
    println!("judging a robbery and a seat's marginals after it: {:.2} us (median of 15), {:.2} us at best", times[7], times[0]);
}
