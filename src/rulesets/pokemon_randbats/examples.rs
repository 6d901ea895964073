//! Examples of questions and events.

use serde_json::{Value, json};

use super::event::Side;
use super::query::FieldName;
use crate::rulesets::Examples;

/// A member in Showdown's packed format.
const PACKED: &str = "Venusaur||Leftovers|Chlorophyll|knockoff,sludgebomb,synthesis,toxic||85,85,85,85,85,85||||84|,,,,,Dark";

/// Fields that can be asked about.
const FIELDS: [FieldName; 6] =
    [FieldName::Item, FieldName::Ability, FieldName::Tera, FieldName::Move, FieldName::Role, FieldName::Speed];

/// At a battle, which has two seats.
pub fn examples(_: usize) -> Examples {
    let lines = |lines: &[&str]| ("protocol", json!({"channel": "spectator", "from_line": 0, "lines": lines}));
    let players = lines(&["|player|p1|p1||", "|teamsize|p1|6", "|player|p2|p2||", "|teamsize|p2|6", "|start"]);
    let first =
        lines(&["|switch|p1a: Venusaur|Venusaur, L84|100/100", "|switch|p2a: Regidrago|Regidrago, L77|100/100", "|turn|1"]);
    Examples {
        queries: Side::BOTH.into_iter().flat_map(questions).collect(),
        events: Side::BOTH.into_iter().flat_map(teams).chain([players, first]).collect(),
    }
}

/// Of a side's whole team, and of the member that was shown first.
fn questions(side: Side) -> Vec<Value> {
    let seat = side.seat();
    let field = |of: FieldName| json!({"type": "marginal", "seat": seat, "slot": 0, "of": of});
    let others = [
        json!({"type": "unrevealed", "seat": seat}),
        json!({"type": "observation", "seat": seat}),
        json!({"type": "sets", "seat": seat, "slot": 0, "top": 5}),
        json!({"type": "outspeeds", "seat": seat, "slot": 0, "own": 0}),
        json!({"type": "embedding", "seat": seat, "slot": 0}),
        json!({"type": "locked", "seat": seat, "slot": 0}),
    ];
    FIELDS.into_iter().map(field).chain(others).collect()
}

/// What a player knows of its own team.
fn teams(side: Side) -> [(&'static str, Value); 2] {
    let name = side.name();
    let member = json!({
        "ident": format!("{name}: Venusaur"),
        "details": "Venusaur, L84",
        "condition": "272/272",
        "active": true,
        "stats": {"atk": 186, "def": 188, "spa": 216, "spd": 216, "spe": 183},
        "moves": ["knockoff", "sludgebomb", "synthesis", "toxic"],
        "baseAbility": "chlorophyll",
        "item": "leftovers",
        "ability": "chlorophyll",
        "teraType": "Dark",
        "terastallized": "",
    });
    let request = json!({"side": {"name": name, "id": name, "pokemon": [member]}});
    [("request", json!({"side": name, "request": request})), ("team", json!({"side": name, "packed": PACKED}))]
}
