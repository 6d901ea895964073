//! A player that decides by the answer to `best_response` and by nothing else, as a bot does that asks over HTTP.

use serde_json::{Value, json};

/// What an opponent's lost die is worth, where an own one is worth 1.
pub const OPPONENTS_DIE: f64 = 0.4;

/// What to do, as an event of the log: of all that is legal, what is worth most by the answer's probabilities.
pub fn decide(answer: &Value) -> Value {
    let best = options(answer).into_iter().max_by(|(a, _), (b, _)| a.total_cmp(b));
    best.expect("whoever is to act may do something").1
}

/// All that is legal, with its worth.
///
/// A call wins an opponent's die or costs an own one. A bid costs an own one where the next seat calls it and it is false, wins
/// an opponent's where it calls and it is true, and is worth nothing where it is not called.
///
/// # Panics
/// Where the answer is not one to `best_response`.
pub fn options(answer: &Value) -> Vec<(f64, Value)> {
    let seat = &answer["seat"];
    let p = |value: &Value| value.as_f64().expect("a probability");
    let mut options = Vec::new();
    if !answer["call"].is_null() {
        let wins = p(&answer["call"]);
        options.push((wins * OPPONENTS_DIE - (1.0 - wins), json!({"type": "call", "data": {"seat": seat}})));
    }
    if !answer["exact"].is_null() {
        let wins = p(&answer["exact"]);
        options.push((wins * (1.0 + OPPONENTS_DIE) - (1.0 - wins), json!({"type": "exact", "data": {"seat": seat}})));
    }
    for bid in answer["bids"].as_array().expect("legal bids") {
        let (called, caught) = (p(&bid["p_called"]), p(&bid["p_caught"]));
        let data = json!({"seat": seat, "quantity": bid["quantity"], "face": bid["face"]});
        options.push(((called - caught) * OPPONENTS_DIE - caught, json!({"type": "bid", "data": data})));
    }
    options
}
