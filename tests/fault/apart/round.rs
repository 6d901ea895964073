//! One round: three games that are alike in all that seat 0 sees, asked the same by its keys.

use serde_json::{Value, json};

use crate::connection::{Answer, Connection};

/// How much the beliefs of the games keep.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Every world.
    Exact,
    /// Fewer than there are: a belief that contradicts an event is folded again with wider caps.
    Capped,
}

/// What seat 0 asks, in this order. `robs` is what only the referee contradicts in the first game.
pub const STEPS: [&str; 17] = [
    "belief",
    "worlds",
    "evidence",
    "events",
    "game",
    "id of a hidden event",
    "append: robs",
    "the same again",
    "belief after",
    "worlds after",
    "evidence after",
    "events after",
    "append: builds",
    REFEREE,
    "append after referee",
    "belief after referee",
    "append with belief",
];

/// The step in which the referee reports what all see. That one may tell the games apart, and shows that the comparison notices it.
pub const REFEREE: &str = "referee's append";

/// What seat 1 was robbed of in each of the games.
const ROBBED_OF: [&str; 3] = ["ore", "wood", "wood"];

/// The orders in which three games can be asked.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];

/// One game of the round.
struct Game {
    path: String,
    key: String,
}

fn event(id: &str, kind: &str, data: &Value) -> Value {
    json!({"id": id, "type": kind, "time": "2026-01-02T03:04:05Z", "data": data})
}

fn open(connection: &mut Connection, admin: &str, kind: Kind, id: &str, robbed_of: &str) -> Game {
    let path = format!("/v1/games/{id}");
    let seats = vec![json!({}); 4];
    let parameters = if kind == Kind::Capped { json!({"max_worlds": 20}) } else { json!({}) };
    let opening = json!({"ruleset": "catan", "seats": seats, "parameters": parameters});
    connection.ask(admin, "PUT", &path, &opening.to_string()).expect(201);
    let rich = json!({"wood": 2, "brick": 2, "sheep": 2, "wheat": 2});
    let gains = json!({"0": {"wood": 4, "brick": 4}, "1": {"wood": 2, "ore": 1, "wheat": 1}, "2": rich, "3": rich});
    let mut events = vec![event("dealt", "production", &json!({"gains": gains}))];
    let robbery = |at: usize| json!({"thief": 2 + at % 2, "victim": 3 - at % 2});
    // Nobody told what was taken.
    events.extend((0..6).map(|at| event(&format!("unseen {at}"), "steal", &robbery(at))));
    events.push(event("hidden", "steal", &json!({"thief": 2, "victim": 1, "resource": robbed_of})));
    connection.ask(admin, "POST", &format!("{path}/events"), &Value::Array(events).to_string()).expect(201);
    let key = connection.make_key(admin, &json!({"role": "seat", "game": id, "seat": 0}));
    Game { path, key }
}

/// Asks one step of a game.
fn step(connection: &mut Connection, admin: &str, game: &Game, number: usize) -> Answer {
    let Game { path, key } = game;
    let robs = |id: &str| event(id, "steal", &json!({"thief": 0, "victim": 1, "resource": "ore"})).to_string();
    let builds = |id: &str| event(id, "build", &json!({"seat": 0, "piece": "road"})).to_string();
    let mut get = |below: &str| connection.ask(key, "GET", &format!("{path}{below}"), "");
    match number {
        0 | 8 | 15 => get("/belief"),
        2 | 10 => get("/evidence"),
        3 | 11 => get("/events"),
        4 => get(""),
        1 | 9 => connection.ask(key, "POST", &format!("{path}/worlds"), &json!({"count": 50, "seed": 1}).to_string()),
        5 => connection.ask(key, "POST", &format!("{path}/events"), &robs("hidden")),
        6 | 7 => connection.ask(key, "POST", &format!("{path}/events"), &robs("robbed")),
        12 => connection.ask(key, "POST", &format!("{path}/events"), &builds("first")),
        13 => {
            let seen = event("seen", "production", &json!({"gains": {"0": {"wood": 1, "brick": 1}}})).to_string();
            connection.ask(admin, "POST", &format!("{path}/events"), &seen)
        }
        14 => connection.ask(key, "POST", &format!("{path}/events"), &builds("second")),
        _ => connection.ask(key, "POST", &format!("{path}/events?observer=seat:0"), &builds("third")),
    }
}

/// Plays one round. For each step, how long each of the three games took, in microseconds.
pub fn play(connection: &mut Connection, admin: &str, kind: Kind, round: usize) -> Vec<[f64; 3]> {
    let order = ORDERS[round % ORDERS.len()];
    let mut games: Vec<Option<Game>> = vec![None, None, None];
    for at in order {
        games[at] = Some(open(connection, admin, kind, &format!("round-{round}-{at}"), ROBBED_OF[at]));
    }
    let games: Vec<Game> = games.into_iter().flatten().collect();
    let mut times = Vec::with_capacity(STEPS.len());
    for number in 0..STEPS.len() {
        let order = ORDERS[(round + number) % ORDERS.len()];
        let mut took = [0.0; 3];
        let mut answers = [const { Vec::new() }; 3];
        for at in order {
            let answer = step(connection, admin, &games[at], number);
            assert!([200, 201].contains(&answer.status), "{}: {}", STEPS[number], String::from_utf8_lossy(&answer.body));
            took[at] = answer.micros();
            answers[at] = answer.body;
        }
        // The time of the opening may be written shorter.
        assert!(answers[0].len().abs_diff(answers[1].len()) <= 6, "{}: what is answered differs", STEPS[number]);
        times.push(took);
    }
    if round == 0 {
        for (game, is_contradicted) in games.iter().zip([true, false, false]) {
            let path = format!("{}/belief?observer=referee", game.path);
            let belief: Value = serde_json::from_slice(&connection.ask(admin, "GET", &path, "").expect(200).body).expect("JSON");
            let left_out = belief["quarantined"].as_array().map_or(0, Vec::len);
            assert_eq!(left_out > 0, is_contradicted, "the games are not what they should be: {belief}");
        }
    }
    times
}
