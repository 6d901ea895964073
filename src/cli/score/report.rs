//! Scores as text and as JSON.

use serde_json::{Value, json};

use super::All;
use crate::projection::score::{Interval, Key, Tally, Tenth};

/// All scores as one document.
pub fn document(all: &All) -> Value {
    let rulesets = all.iter().map(|(ruleset, scores)| {
        let scores: Vec<Value> = scores.iter().map(|(key, tally)| entry(key, tally)).collect();
        ((*ruleset).to_owned(), json!(scores))
    });
    json!({"unit": "bits an item", "rulesets": rulesets.collect::<serde_json::Map<_, _>>()})
}

fn entry(key: &Key, tally: &Tally) -> Value {
    json!({
        "of": key,
        "games": tally.games(),
        "items": tally.items(),
        "bits": tally.bits(),
        "hard_facts": tally.hard_bits(),
        "counts": tally.count_bits(),
        "above_hard_facts": tally.above_hard(),
        "surprises": tally.surprises(),
        "calibration": tally.tenths().iter().map(calibration).collect::<Vec<_>>(),
    })
}

fn calibration(tenth: &Tenth) -> Value {
    json!({"games": tenth.games(), "served": tenth.served(), "expected": tenth.expected(), "came_true": tenth.came_true(), "gap": tenth.gap()})
}

/// The table of each ruleset, and its calibration.
pub fn lines(all: &All) -> Vec<String> {
    let mut lines = Vec::new();
    for (ruleset, scores) in all.iter().filter(|(_, scores)| scores.iter().next().is_some()) {
        lines.push(format!("{ruleset}: bits that the truth cost, for each item that hard facts leave open; +- holds 95 of 100"));
        lines.push(format!(
            "  {:24} {:>6} {:>9} {:>16} {:>11} {:>8} {:>18} {:>8}",
            "", "games", "items", "served", "hard facts", "counts", "above hard facts", "< 1 %"
        ));
        for (key, tally) in scores.iter() {
            lines.push(format!(
                "  {:24} {:>6} {:>9} {:>16} {:>11.4} {:>8.4} {:>18} {:>7.2}%",
                name(key),
                tally.games(),
                tally.items(),
                interval(tally.bits()),
                tally.hard_bits().mean,
                tally.count_bits().mean,
                interval(tally.above_hard()),
                100.0 * tally.surprises()
            ));
        }
        if let Some((_, tally)) = scores.iter().find(|(key, _)| **key == Key::All) {
            lines.push(
                "  of what was given a probability in this tenth, so much came true; and how much more that is than its mean:"
                    .to_owned(),
            );
            for (place, tenth) in tally.tenths().iter().enumerate().filter(|(_, tenth)| tenth.served() > 0) {
                let served = tenth.served() as f64;
                lines.push(format!(
                    "  .{place} to {} {:>9} served, mean {:.3}, came true {:.3}   {}",
                    if place == 9 { "1.".to_owned() } else { format!(".{}", place + 1) },
                    tenth.served(),
                    tenth.expected() / served,
                    tenth.came_true() as f64 / served,
                    interval(tenth.gap()),
                ));
            }
        }
        lines.push(String::new());
    }
    lines.pop();
    lines
}

fn interval(interval: Interval) -> String {
    match interval.within {
        Some(within) => format!("{:+.4} +-{within:.4}", interval.mean),
        None => format!("{:+.4}", interval.mean),
    }
}

/// What was summed, for people.
fn name(key: &Key) -> String {
    match key {
        Key::All => "all".to_owned(),
        Key::Observer(observer) => format!("observer {observer}"),
        Key::Third(third) => format!("third {third} of the game"),
        Key::Method(method) => format!("{} posteriors", method.name()),
        Key::Player(player) => format!("player {player}"),
        Key::History(0) => "of strangers".to_owned(),
        Key::History(games) => format!("after {games} games and more"),
    }
}
