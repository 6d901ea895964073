//! The hot paths of every ruleset: what one event, one belief, its evidence and one sampled world cost.
//!
//! `cargo bench --bench belief`. Each ruleset folds its recorded game.

use std::hint::black_box;
use std::sync::Arc;

use credence::belief::{Draws, Evidence};
use credence::rulesets::{ALL, AnyGame, AnyWatch, EventRef, Observer, SeatOpening};
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use serde_json::{Value, json};

struct Recorded {
    key: &'static str,
    schema: u32,
    game: Arc<dyn AnyGame>,
    events: Vec<(String, Vec<u8>)>,
}

fn recorded() -> Vec<Recorded> {
    let read = |ruleset: &&'static dyn credence::rulesets::AnyRuleset| {
        let file = format!("{}/tests/transcripts/{}.jsonl", env!("CARGO_MANIFEST_DIR"), ruleset.key());
        let text = std::fs::read_to_string(file).expect("a recorded game");
        let mut lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("a line"));
        let open = lines.next().expect("the opening")["open"].clone();
        let seats = open["seats"].as_array().expect("seats").len();
        let seats = (0..seats).map(|seat| SeatOpening { person: seat.to_string(), profile: Default::default() }).collect();
        let part = |name: &str| open.get(name).cloned().unwrap_or_else(|| json!({}));
        let opening = ruleset.open(part("setup"), part("parameters"), seats).expect("a table");
        let event = |line: Value| {
            let data = serde_json::to_vec(&line["event"]["data"]).expect("JSON");
            (line["event"]["type"].as_str().expect("a type").to_owned(), data)
        };
        Recorded {
            key: ruleset.key(),
            schema: ruleset.schema(),
            game: ruleset.game(ruleset.schema(), opening).expect("a game"),
            events: lines.map(event).collect(),
        }
    };
    ALL.iter().map(read).collect()
}

impl Recorded {
    fn fold(&self, observer: Observer, evidence: fn() -> Evidence) -> AnyWatch {
        let begin = AnyWatch::new(&self.game, observer);
        self.events.iter().fold(begin, |fold, (kind, data)| {
            let event = EventRef { kind, schema: self.schema, data };
            fold.see(&self.game.decode(event).expect("a recorded event"), &mut evidence()).expect("a true event")
        })
    }
}

fn benchmark(criterion: &mut Criterion) {
    for recorded in recorded() {
        let name = |what: &str| format!("{}/{what}", recorded.key);
        let events = recorded.events.len() as u64;
        for observer in [Observer::Referee, Observer::Seat(0), Observer::Public] {
            let mut group = criterion.benchmark_group(name(&format!("fold, {observer}")));
            group.throughput(Throughput::Elements(events));
            group.bench_function("evidence off", |bench| bench.iter(|| black_box(recorded.fold(observer, Evidence::off))));
            group.bench_function("evidence on", |bench| bench.iter(|| black_box(recorded.fold(observer, Evidence::on))));
            group.finish();
        }
        let middle = Recorded {
            events: recorded.events[..recorded.events.len() / 2].to_vec(),
            game: Arc::clone(&recorded.game),
            ..recorded
        };
        let fold = middle.fold(Observer::Public, Evidence::off);
        criterion.bench_function(&name("marginals, public"), |bench| bench.iter(|| black_box(fold.marginals())));
        let mut group = criterion.benchmark_group(name("worlds, public"));
        group.throughput(Throughput::Elements(1_000));
        let draws = Draws { seed: 7, count: 1_000 };
        group.bench_function("1,000 as text", |bench| {
            bench.iter_batched(|| draws, |draws| black_box(fold.sample(draws)), BatchSize::SmallInput)
        });
        group.finish();
    }
}

criterion_group!(benches, benchmark);
criterion_main!(benches);
