//! A player that decides by the answer to `best_response` and by nothing else, as a bot does that asks over HTTP.

use serde_json::{Value, json};

/// What an opponent's lost die is worth, where an own one is worth 1.
pub const OPPONENTS_DIE: f64 = 0.4;

/// Worlds that it has the rest of the round played out in.
pub const WORLDS: u32 = 24;

/// What to do, as an event of the log: of all that is legal, what is worth most by the answer's probabilities.
pub fn decide(answer: &Value) -> Value {
    let best = options(answer).into_iter().max_by(|(a, _), (b, _)| a.total_cmp(b));
    best.expect("whoever is to act may do something").1
}

/// All that is legal, with its worth.
///
/// A call wins an opponent's die or costs an own one. A bid costs an own one where the round, played out, ends against the bidder, and an
/// opponent's where it does not.
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
        // What was not played out is no sensible bid: more than two dice above the least legal one.
        let Some(loses) = bid["p_loses"].as_f64() else { continue };
        let data = json!({"seat": seat, "quantity": bid["quantity"], "face": bid["face"]});
        options.push(((1.0 - loses) * OPPONENTS_DIE - loses, json!({"type": "bid", "data": data})));
    }
    options
}
