//! Scores as text and as JSON.

use serde_json::{Value, json};

use super::{All, OneGame};
use crate::projection::score::{Interval, Key, Tally, Tenth};

/// All scores as one document, and those of each game where they are asked for.
pub fn document(all: &All, games: Option<&[OneGame]>) -> Value {
    let rulesets = all.iter().map(|(ruleset, scores)| {
        let scores: Vec<Value> = scores.iter().map(|(key, tally)| entry(key, tally)).collect();
        ((*ruleset).to_owned(), json!(scores))
    });
    let open = all.iter().map(|(ruleset, scores)| ((*ruleset).to_owned(), json!(scores.open)));
    let mut document = json!({
        "unit": "bits an item",
        "open_items": open.collect::<serde_json::Map<_, _>>(),
        "rulesets": rulesets.collect::<serde_json::Map<_, _>>(),
    });
    if let Some(games) = games {
        document["games"] = games.iter().flat_map(observers).collect();
    }
    document
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

/// An entry for each observer of a game: means over its items, as everywhere else.
fn observers(game: &OneGame) -> impl Iterator<Item = Value> + '_ {
    game.scores.iter().filter_map(|(key, tally)| {
        let Key::Observer(observer) = key else { return None };
        Some(json!({
            "ruleset": game.ruleset,
            "game": game.name,
            "observer": observer,
            "items": tally.items(),
            "bits": tally.bits().mean,
            "hard_facts": tally.hard_bits().mean,
        }))
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
            if tally.items() < scores.open as f64 {
                lines.push(format!("  `beliefs` named {} of the {} items that Credence has", tally.items(), scores.open));
            }
            lines.extend(tenths(tally));
        }
        lines.push(String::new());
    }
    lines.pop();
    lines
}

/// Calibration, a line for each tenth in which something was served.
fn tenths(tally: &Tally) -> Vec<String> {
    let title = "  of what was given a probability in this tenth, so much came true; and how much more that is than its mean:";
    let line = |(place, tenth): (usize, &Tenth)| {
        let (served, gap) = (tenth.served() as f64, tenth.gap());
        let gap = if tenth.is_of_few_games() { format!("{:+.4} few games", gap.mean) } else { interval(gap) };
        let end = if place == 9 { "1.".to_owned() } else { format!(".{}", place + 1) };
        format!(
            "  .{place} to {end} {:>6} games {:>9} served, mean {:.3}, came true {:.3}   {gap}",
            tenth.games(),
            tenth.served(),
            tenth.expected() / served,
            tenth.came_true() as f64 / served,
        )
    };
    let served = tally.tenths().iter().enumerate().filter(|(_, tenth)| tenth.served() > 0);
    std::iter::once(title.to_owned()).chain(served.map(line)).collect()
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
        // The truth chooses these items, so that no honest belief need fit it among them.
        Key::Player(player) => format!("held by {player}"),
        Key::History(0) => "of strangers".to_owned(),
        Key::History(games) => format!("after {games} games and more"),
    }
}
