//! A player that decides by the answer to `best_response` and by nothing else, as a bot does that asks over HTTP.

use serde_json::{Value, json};

/// What an opponent's lost die is worth, where an own one is worth 1.
pub const OPPONENTS_DIE: f64 = 0.4;

/// An option of the command: `--name=value`.
pub fn knob(name: &str, default: f64) -> f64 {
    std::env::args().find_map(|a| a.strip_prefix(&format!("--{name}=")).map(|v| v.parse().expect("a number"))).unwrap_or(default)
}

/// Worlds that it has the rest of the round played out in.
pub static WORLDS: std::sync::LazyLock<u32> = std::sync::LazyLock::new(|| knob("worlds", 24.0) as u32);

/// What to do, as an event of the log: of all that is legal, what is worth most by the answer's probabilities.
pub fn decide(answer: &Value) -> Value {
    let best = options(answer).into_iter().max_by(|(a, _), (b, _)| a.total_cmp(b));
    best.expect("whoever is to act may do something").1
}

/// All that is legal, with its worth.
///
/// A call wins an opponent's die or costs an own one. A bid costs one if the next seat calls it and it is false, wins one if it calls and
/// it is true, and where it is not called the next seat has the trouble.
///
/// # Panics
/// Where the answer is not one to `best_response`.
pub fn options(answer: &Value) -> Vec<(f64, Value)> {
    static KNOBS: std::sync::LazyLock<(f64, f64)> = std::sync::LazyLock::new(|| (knob("die", 0.4), knob("free", 0.0)));
    let (die, free) = *KNOBS;
    let seat = &answer["seat"];
    let p = |value: &Value| value.as_f64().expect("a probability");
    let mut options = Vec::new();
    if !answer["call"].is_null() {
        let wins = p(&answer["call"]);
        options.push((wins * die - (1.0 - wins), json!({"type": "call", "data": {"seat": seat}})));
    }
    if !answer["exact"].is_null() {
        let wins = p(&answer["exact"]);
        options.push((wins * (1.0 + die) - (1.0 - wins), json!({"type": "exact", "data": {"seat": seat}})));
    }
    for bid in answer["bids"].as_array().expect("legal bids") {
        let value = if *WORLDS == 0 {
            let (called, caught) = (p(&bid["p_called"]), p(&bid["p_caught"]));
            (called - caught) * die - caught + (1.0 - called) * free
        } else if let Some(loses) = bid["p_loses"].as_f64() {
            (1.0 - loses) * die - loses
        } else {
            continue;
        };
        let data = json!({"seat": seat, "quantity": bid["quantity"], "face": bid["face"]});
        options.push((value, json!({"type": "bid", "data": data})));
    }
    options
}
