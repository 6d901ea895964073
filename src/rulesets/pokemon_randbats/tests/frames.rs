//! Frames as the server sends them: private lines among those of the battle, and the battle sent again after a rejoin.

use super::*;
use crate::belief::seeded;
use crate::rulesets::pokemon_randbats::prior::dex;
use crate::rulesets::pokemon_randbats::simulator::simulate;
use serde_json::json;

fn send(channel: Channel, lines: &[&str], resync: bool, from_line: u32) -> Event {
    let lines = Some(lines.iter().map(|line| (*line).to_owned()).collect());
    Event::Protocol(Protocol { channel, from_line, lines, count: None, resync })
}

fn refusal(table: &Table, event: &Event) -> crate::rulesets::Refusal {
    PokemonRandbats::check(table, event).expect_err("it is refused")
}

/// The request of a simulated battle, as the event and as the line that it came in.
fn request() -> (Event, String) {
    let opening = opening(&[Channel::P1]);
    let game = simulate(&opening, Some(1), &mut seeded(3, 1));
    let of_p1 = |event: &&Event| matches!(event, Event::Request(asked) if asked.side() == Some(Side::P1));
    let event = game.events.iter().find(of_p1).expect("a request").clone();
    let Event::Request(asked) = &event else { panic!("a request") };
    (event.clone(), format!("|request|{}", asked.request))
}

const START: [&str; 4] = ["|init|battle", "|title|A vs. B", "|player|p1|A|1|", "|start"];
const FIRST: [&str; 5] = [
    "|switch|p1a: Dondozo|Dondozo, L80, M|300/300",
    "|switch|p2a: Heatran|Heatran, L78, M|100/100",
    "|turn|1",
    "|error|[Unavailable choice] Can't switch: it is trapped",
    "|inactive|150 sec left",
];
const SECOND: [&str; 4] = ["|", "|move|p2a: Heatran|Earth Power|p1a: Dondozo", "|-damage|p1a: Dondozo|200/300", "|turn|2"];

fn before(observer: Observer) -> Watching {
    Watching::new(opening(&[Channel::P1]), observer)
}

fn bytes(watching: &Watching) -> String {
    format!("{:?} {:?}", marginals::variables(watching), watching.marginals().detail["sides"])
}

/// A request among the lines of a player's feed is read as the event is; what asks for nothing is passed over.
#[test]
fn requests_among_the_lines() {
    let (event, line) = request();
    let frame = [START[0], START[1], line.as_str(), "|request|", "|request|null", "|request|{\"wait\":true}", START[2], START[3]];
    let observer = Observer::Seat(0);
    let event_first = before(observer).after(&event, &mut Evidence::off()).expect("a request");
    let apart = event_first.after(&send(Channel::P1, &START, false, 0), &mut Evidence::off()).expect("lines");
    let frame = send(Channel::P1, &frame, false, 0);
    PokemonRandbats::check(&before(observer).watch.table, &frame).expect("a frame");
    let mut evidence = Evidence::on();
    let whole = before(observer).after(&frame, &mut evidence).expect("a frame");
    assert!(whole.side(Side::P1).reported.is_some());
    assert_eq!(bytes(&whole), bytes(&apart));
    assert_eq!(whole.lines(), 4, "requests have no number");
    assert!(evidence.into_pieces().iter().any(|piece| piece.kind == "request"));
    // Nobody else sees anything of it.
    assert!(event::view(&frame, Observer::Public).is_none() && event::view(&frame, Observer::Seat(1)).is_none());
}

/// A request that cannot be read is refused, and one that everybody would see is, too.
#[test]
fn requests_that_are_refused() {
    let (_, line) = request();
    let table = &before(Observer::Referee).watch.table;
    let torn = line.get(..line.len() / 2).expect("half of it");
    assert_eq!(refusal(table, &send(Channel::P1, &[torn], false, 0)).rule, "request");
    let theirs = line.replace("\"id\":\"p1\"", "\"id\":\"p2\"");
    assert_ne!(theirs, line);
    assert_eq!(refusal(table, &send(Channel::P1, &[&theirs], false, 0)).rule, "request");
    let public = Table::new(&opening(&[Channel::Spectator]));
    let refused = refusal(&public, &send(Channel::Spectator, &[START[0], &line], false, 0));
    assert_eq!(refused.rule, "request_public");
}

/// A request event need not say whose it is: the request does. One that says nothing is nobody's to see.
#[test]
fn a_request_names_its_own_side() {
    let (event, _) = request();
    let Event::Request(asked) = event else { panic!("a request") };
    let unsaid = Event::Request(Request { side: None, request: asked.request });
    assert_eq!(event::actor(&unsaid), Some(0));
    assert!(event::view(&unsaid, Observer::Seat(1)).is_none());
    let belief = before(Observer::Seat(0)).after(&unsaid, &mut Evidence::off()).expect("a request");
    assert!(belief.side(Side::P1).reported.is_some());
    let nobody = Event::Request(Request { side: None, request: json!({"side": {"pokemon": []}}) });
    assert_eq!(refusal(&before(Observer::Referee).watch.table, &nobody).rule, "request");
    assert!(event::view(&nobody, Observer::Public).is_none() && event::view(&nobody, Observer::Seat(0)).is_none());
}

/// After a rejoin the battle comes again from its start, without the lines that were for one player alone, and with others of the room:
/// the belief is the one that the new lines alone would have given.
#[test]
fn a_rejoin() {
    for observer in [Observer::Seat(0), Observer::Referee] {
        let played = [&START[..], &FIRST].concat();
        let known = before(observer).after(&send(Channel::P1, &played, false, 0), &mut Evidence::off()).expect("lines");
        let direct = known.after(&send(Channel::P1, &SECOND, false, 9), &mut Evidence::off()).expect("lines");
        // No error, no clock; and somebody has come into the room.
        let again = [&START[..], &["|j| somebody"], &FIRST[..3], &SECOND].concat();
        let event = send(Channel::P1, &again, true, 0);
        PokemonRandbats::check(&known.watch.table, &event).expect("a log from its start");
        let rejoined = known.after(&event, &mut Evidence::off()).expect("a rejoin");
        assert_eq!(bytes(&rejoined), bytes(&direct));
        assert_eq!(rejoined.lines(), 9 + 4, "the new lines are counted on");
        // A second time it holds nothing new, and the feed goes on from there.
        let twice = rejoined.after(&event, &mut Evidence::off()).expect("the same again");
        assert_eq!((twice.lines(), bytes(&twice)), (13, bytes(&rejoined)));
        let on = send(Channel::P1, &["|", "|turn|3"], false, 13);
        PokemonRandbats::check(&twice.watch.table, &on).expect("the next lines");
        assert_eq!(twice.after(&on, &mut Evidence::off()).expect("lines").lines(), 15);
        // Without the word it is another battle's log, and what to do is said.
        let unsaid = known.after(&send(Channel::P1, &again, false, 0), &mut Evidence::off()).err().expect("a contradiction");
        assert!(unsaid.detail.contains("`resync`"), "{}", unsaid.detail);
        let other = [&START[..], &["|switch|p1a: Weavile|Weavile, L79, M|240/240"]].concat();
        let other = known.after(&send(Channel::P1, &other, true, 0), &mut Evidence::off()).err().expect("another battle");
        assert_eq!(other.detail, "line 4 of p1 was recorded otherwise");
    }
}

/// The same in the feed that everybody sees, whose lines stand on the table.
#[test]
fn a_rejoin_of_a_spectator() {
    let watch = watching(&[&START[..], &FIRST].concat());
    let direct = more(&watch, &SECOND);
    let again = [&START[..], &FIRST[..3], &SECOND].concat();
    let event = send(Channel::Spectator, &again, true, 0);
    PokemonRandbats::check(&watch.watch.table, &event).expect("a log from its start");
    let rejoined = watch.after(&event, &mut Evidence::off()).expect("a rejoin");
    assert_eq!(bytes(&rejoined), bytes(&direct));
    let unsaid = refusal(&watch.watch.table, &send(Channel::Spectator, &again, false, 0));
    assert!(unsaid.rule == "line_differs" && unsaid.detail.contains("`resync`"), "{unsaid}");
    assert_eq!(refusal(&watch.watch.table, &send(Channel::Spectator, &again, true, 3)).rule, "resync");
    // A snapshot of the table goes on from the same lines.
    let thawed = Table::thaw(watch.watch.opening, watch.watch.table.freeze());
    assert_eq!(thawed.advance(&event).0.lines(), rejoined.lines());
}

/// Where a text that ends with a line break is split into lines an empty one is left, which says nothing; `|` ends what happens at once.
#[test]
fn an_empty_line_says_nothing() {
    let all: Vec<&str> = START.iter().chain(&FIRST).chain(&SECOND).copied().collect();
    let split: Vec<&str> = all.iter().flat_map(|line| [*line, ""]).collect();
    let [one, other] = [&all, &split].map(|lines| {
        before(Observer::Seat(0))
            .after(&send(Channel::P1, lines, false, 0), &mut Evidence::off())
            .expect("lines never contradict")
    });
    assert_eq!(bytes(&one), bytes(&other));
}

fn venusaur(item: &str) -> Event {
    let member = json!({
        "ident": "p1: Venusaur", "details": "Venusaur, L84", "condition": "272/272", "baseAbility": "chlorophyll", "item": item,
        "teraType": "Dark", "moves": ["knockoff", "sludgebomb", "synthesis", "toxic"],
    });
    let request = json!({"side": {"name": "p1", "id": "p1", "pokemon": [member]}});
    Event::Request(Request { side: Some(Side::P1), request })
}

/// What a request shows is held now. The item of the set is what the lines named before it was knocked off.
#[test]
fn a_request_that_comes_late_does_not_undo_what_lines_said() {
    let lines = [
        "|switch|p1a: Venusaur|Venusaur, L84|272/272",
        "|switch|p2a: Heatran|Heatran, L78, M|100/100",
        "|turn|1",
        "|",
        "|move|p2a: Heatran|Knock Off|p1a: Venusaur",
        "|-enditem|p1a: Venusaur|Leftovers|[from] move: Knock Off|[of] p2a: Heatran",
        "|turn|2",
    ];
    let seen = before(Observer::Seat(0)).after(&send(Channel::P1, &lines, false, 0), &mut Evidence::off()).expect("lines");
    let late = seen.after(&venusaur(""), &mut Evidence::off()).expect("a request");
    near(p(&late, 0, 0, "item", "Leftovers"), 1.0, 1e-9);
    near(late.marginals().detail["sides"][0]["members"][0]["unlisted"].as_f64().expect("p"), 0.0, 1e-9);
    let first = before(Observer::Seat(0)).after(&venusaur("leftovers"), &mut Evidence::off()).expect("a request");
    let in_order = first.after(&send(Channel::P1, &lines, false, 0), &mut Evidence::off()).expect("lines");
    assert_eq!(bytes(&late), bytes(&in_order), "as if it had come first");
}

/// Terapagos' first request may be sent after Tera Shift: its set has that ability and no other.
#[test]
fn terapagos_is_reported_in_its_other_shape() {
    let entry = prior::embedded().entries().iter().find(|entry| dex()[entry.species].base == "Terapagos");
    let set = &entry.expect("it is in the format").sets[0];
    let moves: Vec<&str> = set.moves.iter().map(|id| dex()[*id].id.as_str()).collect();
    let member = json!({
        "ident": "p1: Terapagos", "details": format!("Terapagos-Terastal, L{}", set.level), "condition": "300/300", "baseAbility": "terashell",
        "item": set.item.map_or("", |item| dex()[item].id.as_str()), "teraType": set.tera.name(), "moves": moves,
    });
    let request = json!({"side": {"name": "p1", "id": "p1", "pokemon": [member]}});
    let asked = Event::Request(Request { side: Some(Side::P1), request });
    let reported = before(Observer::Seat(0)).after(&asked, &mut Evidence::off()).expect("a request");
    let lead = format!("|switch|p1a: Terapagos|Terapagos, L{}|300/300", set.level);
    let lines = [lead.as_str(), "|switch|p2a: Heatran|Heatran, L78, M|100/100", "|turn|1"];
    let out = reported.after(&send(Channel::P1, &lines, false, 0), &mut Evidence::off()).expect("lines");
    near(p(&out, 0, 0, "ability", "Tera Shift"), 1.0, 1e-9);
}
