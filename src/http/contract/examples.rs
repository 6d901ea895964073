//! Requests of every game that can be posted as they stand, one after the other: each opens a game of its own, plays its first events and
//! asks about them.

use serde_json::{Map, Value, json};

use crate::belief::Evidence;
use crate::rulesets::{ALL, AnyRuleset, AnyWatch, EventRef, Observer, SeatOpening, usual_seats};

/// Events that an example plays.
const EVENTS: usize = 3;

/// Questions that an example asks.
const QUESTIONS: usize = 3;

/// Who sits in the examples.
const PLAYERS: [&str; 6] = ["ann", "bob", "cem", "dora", "emil", "fay"];

/// Whose belief they ask about.
const OBSERVER: Observer = Observer::Seat(0);

/// One game's requests.
struct Example {
    game: String,
    open: Value,
    events: Vec<Value>,
    queries: Vec<Value>,
}

/// Adds the examples to the operations that they are requests of.
pub fn add(paths: &mut Value) {
    let examples: Vec<(&str, Example)> =
        ALL.iter().filter_map(|ruleset| of(*ruleset).map(|example| (ruleset.key(), example))).collect();
    let each = |body: &dyn Fn(&Example) -> Value| {
        let named = |(key, example): &(&str, Example)| ((*key).to_owned(), json!({"value": body(example)}));
        Value::Object(examples.iter().map(named).collect::<Map<_, _>>())
    };
    let observer = OBSERVER.to_string();
    let bodies: [(&str, &str, Value); 6] = [
        ("put", "/v1/games/{game}", each(&|example| example.open.clone())),
        ("post", "/v1/games", each(&|example| example.open.clone())),
        ("post", "/v1/games/{game}/events", each(&|example| json!(example.events))),
        ("post", "/v1/games/{game}/queries", each(&|example| json!({"observer": observer, "queries": example.queries}))),
        ("post", "/v1/games/{game}/worlds", each(&|_| json!({"observer": observer, "count": 10, "seed": 7}))),
        ("post", "/v1/games/{game}/turn", each(&|example| example.turn(&observer))),
    ];
    for (method, path, examples) in bodies {
        if let Some(body) =
            paths.pointer_mut(&format!("/{}/{method}/requestBody/content/application~1json", path.replace('/', "~1")))
        {
            body["examples"] = examples;
        }
    }
    let games = each(&|example| Value::String(example.game.clone()));
    let of_games = paths.as_object_mut().into_iter().flatten().filter(|(path, _)| path.starts_with("/v1/games/{game}"));
    for operation in of_games.flat_map(|(_, methods)| methods.as_object_mut()).flat_map(Map::values_mut) {
        let parameters = operation.get_mut("parameters").and_then(Value::as_array_mut).into_iter().flatten();
        for parameter in parameters.filter(|parameter| parameter["name"] == "game").filter_map(Value::as_object_mut) {
            parameter.remove("example");
            parameter.insert("examples".to_owned(), games.clone());
        }
    }
}

impl Example {
    /// The same events in one round trip, with what is asked after them. Their ids make it no matter which of the two comes first.
    fn turn(&self, observer: &str) -> Value {
        json!({
            "observer": observer,
            "events": self.events,
            "queries": self.queries,
            "worlds": {"count": 10, "seed": 7}
        })
    }
}

/// A game's example. `None` where the game cannot be played under its default rules, which a test rules out.
fn of(ruleset: &dyn AnyRuleset) -> Option<Example> {
    let seats = usual_seats(ruleset);
    let persons = || (0..seats).map(|_| SeatOpening { person: String::new(), profile: Default::default() }).collect();
    let players: Vec<Value> = PLAYERS.iter().take(seats).map(|player| json!({"player": player})).collect();
    let simulated = ruleset.simulate(seats, Some(1), 1).ok()?;
    let opened = ruleset.game(ruleset.schema(), ruleset.open(json!({}), json!({}), persons()).ok()?).ok()?;
    let game = format!("example-{}", ruleset.key());
    let mut watch = AnyWatch::new(&opened, OBSERVER);
    let mut events = Vec::new();
    for (number, (kind, data)) in simulated.events.into_iter().take(EVENTS).enumerate() {
        let text = serde_json::to_vec(&data).ok()?;
        let event = opened.decode(EventRef { kind: &kind, schema: ruleset.schema(), data: &text }).ok()?;
        watch = watch.see(&event, &mut Evidence::off()).ok()?;
        events.push(json!({"id": format!("move-{}", number + 1), "type": kind, "data": data}));
    }
    // What can be asked at this point of the game.
    let answered = |query: &Value| watch.answer(query.clone()).is_ok();
    let queries = ruleset.examples(seats).queries.into_iter().filter(answered).take(QUESTIONS).collect();
    Some(Example { game, open: json!({"ruleset": ruleset.key(), "seats": players}), events, queries })
}
