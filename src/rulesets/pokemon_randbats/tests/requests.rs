//! Requests with names of a later Showdown: read as far as they are known, and what has an unknown name is left open.

use super::*;
use crate::belief::Draws;
use serde_json::{Value, json};

const LINES: [&str; 3] =
    ["|switch|p1a: Venusaur|Venusaur, L84|272/272", "|switch|p2a: Heatran|Heatran, L78, M|100/100", "|turn|1"];

fn send(lines: &[&str]) -> Event {
    let lines = Some(lines.iter().map(|line| (*line).to_owned()).collect());
    Event::Protocol(Protocol { channel: Channel::P1, from_line: 0, lines, count: None, resync: false })
}

/// A request in which one field of Venusaur is another; `null` takes the field out.
fn request(field: &str, value: Value) -> Value {
    let mut member = json!({
        "ident": "p1: Venusaur", "details": "Venusaur, L84", "condition": "272/272", "baseAbility": "chlorophyll", "item": "leftovers",
        "teraType": "Dark", "moves": ["knockoff", "sludgebomb", "synthesis", "toxic"],
    });
    match value {
        Value::Null => _ = member.as_object_mut().expect("an object").remove(field),
        value => member[field] = value,
    }
    json!({"side": {"name": "p1", "id": "p1", "pokemon": [member]}})
}

/// A frame with it.
fn frame(field: &str, value: Value) -> Event {
    let request = request(field, value);
    send(&[&format!("|request|{request}"), LINES[0], LINES[1], LINES[2]])
}

fn start() -> Watching {
    Watching::new(opening(&[Channel::P1]), Observer::Seat(0))
}

fn taken(field: &str, value: Value) -> Watching {
    let frame = frame(field, value);
    PokemonRandbats::check(&start().watch.table, &frame).expect("it is read as far as it is known");
    start().after(&frame, &mut Evidence::off()).expect("it is taken")
}

fn unlisted(belief: &Watching) -> f64 {
    belief.marginals().detail["sides"][0]["members"][0]["unlisted"].as_f64().expect("a chance")
}

#[test]
fn an_unknown_name_leaves_its_field_open() {
    let known = taken("item", json!("leftovers"));
    assert_eq!((known.notes.names, unlisted(&known)), (0, 0.0));
    let nothing_known = start().after(&send(&LINES), &mut Evidence::off()).expect("lines");
    for (field, value, what) in [
        ("item", json!("mysteryitem"), "item"),
        ("baseAbility", json!("newability"), "ability"),
        ("teraType", json!("Cosmic"), "tera"),
    ] {
        let belief = taken(field, value);
        assert_eq!((belief.notes.names, belief.lines(), unlisted(&belief)), (1, 3, 1.0), "{what}");
        // What has an unknown name is as open as before, and the rest is known.
        for (other, value) in [("item", "Leftovers"), ("ability", "Chlorophyll"), ("tera", "Dark"), ("move:toxic", "yes")] {
            let chance = p(&belief, 0, 0, other, value);
            if other == what {
                assert!(chance < 1.0 || p(&nothing_known, 0, 0, other, value) > 1.0 - 1e-9, "{other} {chance}");
            } else {
                near(chance, 1.0, 1e-9);
            }
        }
        worlds_agree(&belief);
    }
    // A field that is not there is open, too, and no name is unknown.
    let without = taken("item", Value::Null);
    assert_eq!((without.notes.names, without.lines(), unlisted(&without)), (0, 3, 1.0));
    worlds_agree(&without);
}

#[test]
fn an_unknown_move_leaves_the_others() {
    let belief = taken("moves", json!(["newmove", "sludgebomb", "synthesis", "toxic"]));
    assert_eq!((belief.notes.names, belief.lines(), unlisted(&belief)), (1, 3, 1.0));
    for id in ["sludgebomb", "synthesis", "toxic"] {
        near(p(&belief, 0, 0, &format!("move:{id}"), "yes"), 1.0, 1e-9);
    }
    let fourth = p(&belief, 0, 0, "move:knockoff", "yes");
    assert!(fourth > 0.0 && fourth < 1.0, "{fourth}");
    worlds_agree(&belief);
    // A request of every turn has the same names again: they are counted once.
    let request = frame("moves", json!(["newmove", "sludgebomb", "synthesis", "toxic"]));
    let Event::Protocol(protocol) = request else { panic!("lines") };
    let again = belief.after(&Event::Protocol(protocol), &mut Evidence::off()).expect("the same again");
    assert_eq!(again.notes.names, 1);
}

/// A bot that joins late: lines have shown two moves of Venusaur, its Leftovers and its tera type. What its first request leaves open of these is known all the same;
/// with all of it known, the set is that of the table. Its two other moves stay open where the request names none.
#[test]
fn what_lines_have_shown_fills_what_a_request_leaves_open() {
    let turns = [
        "|",
        "|move|p1a: Venusaur|Sludge Bomb|p2a: Heatran",
        "|-immune|p2a: Heatran",
        "|move|p2a: Heatran|Earth Power|p1a: Venusaur",
        "|-damage|p1a: Venusaur|200/272",
        "|",
        "|-heal|p1a: Venusaur|217/272|[from] item: Leftovers",
        "|upkeep",
        "|turn|2",
        "|",
        "|-terastallize|p1a: Venusaur|Dark",
        "|move|p1a: Venusaur|Toxic|p2a: Heatran",
        "|-immune|p2a: Heatran",
    ];
    let shown = start().after(&send(&[&LINES[..], &turns].concat()), &mut Evidence::off()).expect("lines");
    let asked = |field: &str| {
        let event = Event::Request(Request { side: None, request: request(field, Value::Null) });
        let belief = shown.after(&event, &mut Evidence::off()).expect("a request");
        worlds_agree(&belief);
        let seen = belief.side(Side::P1).hypotheses[0].slots[0].seen.iter();
        assert_eq!(seen.filter(|fact| matches!(fact, Fact::Move(_))).count(), 2, "what lines have shown stays shown");
        belief
    };
    for (field, what, value) in [("item", "item", "Leftovers"), ("teraType", "tera", "Dark")] {
        let belief = asked(field);
        near(p(&belief, 0, 0, what, value), 1.0, 1e-9);
        near(unlisted(&belief), 0.0, 0.0);
    }
    let belief = asked("moves");
    assert!(unlisted(&belief) > 0.999, "two of its moves are not known");
    for known in ["sludgebomb", "toxic"] {
        near(p(&belief, 0, 0, &format!("move:{known}"), "yes"), 1.0, 1e-9);
    }
    let open = p(&belief, 0, 0, "move:synthesis", "yes");
    assert!(open > 0.0 && open < 1.0, "{open}");
}

fn worlds_agree(belief: &Watching) {
    for (ln, world) in belief.sample(Draws { seed: 5, count: 10 }).worlds {
        near(belief.ln_probability(&world), ln, 1e-9);
    }
}

/// What is no request at all is refused, and the refusal says what to do.
#[test]
fn refusals_name_the_cure() {
    let table = &start().watch.table;
    for (field, value) in [("ident", json!("p2: Venusaur")), ("details", Value::Null)] {
        let refusal = PokemonRandbats::check(table, &frame(field, value)).expect_err("it is no request");
        assert!(refusal.rule == "request" && refusal.detail.contains("send the others"), "{refusal}");
    }
    let torn = PokemonRandbats::check(table, &send(&["|request|{", LINES[0]])).expect_err("it is torn");
    assert!(torn.detail.contains("send the others"), "{torn}");
    let event = Event::Request(Request { side: Some(Side::P1), request: json!({}) });
    let refusal = PokemonRandbats::check(table, &event).expect_err("it has no team");
    assert!(refusal.detail.contains("leave this request out"), "{refusal}");
}
