//! Whose feed is read, what may be sent again, and what is refused.

use super::*;
use crate::rulesets::Refusal;
use serde_json::json;

fn lines(channel: Channel, from_line: u32, lines: &[&str]) -> Event {
    let lines = Some(lines.iter().map(|line| (*line).to_owned()).collect());
    Event::Protocol(Protocol { channel, from_line, lines, count: None, resync: false })
}

fn refusal(table: &Table, event: &Event) -> Refusal {
    PokemonRandbats::check(table, event).expect_err("it is refused")
}

const LEADS: [&str; 2] = ["|switch|p1a: Dondozo|Dondozo, L80, M|100/100", "|switch|p2a: Heatran|Heatran, L78, M|100/100"];

/// An observer's fold reads one feed: its own, where it is posted, and else the spectators'.
#[test]
fn one_feed_is_read() {
    let both = opening(&[Channel::P1, Channel::Spectator]);
    let read = |observer| both.setup.reads(observer);
    assert_eq!(read(Observer::Seat(0)), Some(Channel::P1));
    assert_eq!(read(Observer::Seat(1)), Some(Channel::Spectator));
    assert_eq!(read(Observer::Public), Some(Channel::Spectator));
    assert_eq!(read(Observer::Referee), Some(Channel::P1));
    assert_eq!(opening(&[Channel::P1]).setup.reads(Observer::Public), None);
    let own = lines(Channel::P1, 0, &LEADS);
    let belief = |observer: Observer, event: &Event| {
        Watching::new(both.clone(), observer).after(event, &mut Evidence::off()).expect("it is taken")
    };
    assert_eq!(belief(Observer::Seat(0), &own).side(Side::P2).shown(), 1);
    assert_eq!(belief(Observer::Seat(1), &own).side(Side::P2).shown(), 0, "another's feed is not seen");
    assert_eq!(belief(Observer::Referee, &lines(Channel::Spectator, 0, &LEADS)).side(Side::P2).shown(), 0, "seen, and not read");
}

/// An `|error|` line tells its player that a choice could not be made. That there is one more line than the other player was sent would tell
/// everybody: others see nothing of a player's frame, not even how many lines it has.
#[test]
fn nobody_counts_the_lines_of_another() {
    let error = "|error|[Unavailable choice] Can't switch: The active Pok\u{e9}mon is trapped";
    let feeds = opening(&[Channel::P1, Channel::P2, Channel::Spectator]);
    let told = |private: &[&str]| {
        let first = lines(Channel::P2, 0, &[&LEADS[..], private].concat());
        let second = lines(Channel::P2, (LEADS.len() + private.len()) as u32, &["|turn|1"]);
        [lines(Channel::P1, 0, &LEADS), first, second, lines(Channel::Spectator, 0, &LEADS)]
    };
    let (plain, trapped) = (told(&[]), told(&[error]));
    for observer in [Observer::Public, Observer::Seat(0)] {
        let seen = |events: &[Event]| {
            let mut belief = Watching::new(feeds.clone(), observer);
            let mut views = Vec::new();
            for event in events {
                views.push(event::view(event, observer).map(Cow::into_owned));
                belief = belief.after(event, &mut Evidence::off()).expect("it is taken");
            }
            format!("{views:?}{:?}{:?}{:?}", belief.marginals(), belief.watch.table.freeze(), belief.watch.belief.freeze())
        };
        assert_eq!(seen(&plain), seen(&trapped), "{observer}");
    }
    // Whoever sees the lines judges their numbers: the player itself, and the referee.
    for observer in [Observer::Seat(1), Observer::Referee] {
        let mut belief = Watching::new(feeds.clone(), observer);
        for event in &trapped {
            PokemonRandbats::check(&belief.watch.table, event).expect("it may be recorded");
            belief = belief.after(event, &mut Evidence::off()).expect("it is taken");
        }
        let gap =
            belief.after(&lines(Channel::P2, 9, &["|turn|2"]), &mut Evidence::off()).err().expect("lines are missing between");
        assert_eq!(gap.detail, "of p2 4 lines are recorded, and these begin at 9: send from line 4 on");
        assert!(gap.certain);
        let overlap = lines(Channel::P2, 2, &[error, "|turn|1", "|turn|2"]);
        let next = belief.after(&overlap, &mut Evidence::off()).expect("an overlap");
        assert!(next.after(&lines(Channel::P2, 5, &["|turn|3"]), &mut Evidence::off()).is_ok());
        let other = belief.after(&lines(Channel::P2, 2, &["|turn|1"]), &mut Evidence::off()).err().expect("another line");
        assert_eq!(other.detail, "line 2 of p2 was recorded otherwise");
    }
}

/// Lines may be sent again; the same lines from any place on give the same belief.
#[test]
fn lines_are_idempotent_by_number() {
    let start = watching(&[]);
    let at_once = more(&start, &[LEADS[0], LEADS[1], "|turn|1"]);
    let send = |belief: &Watching, from, text: &[&str]| belief.after(&batch(from, text), &mut Evidence::off());
    let again = send(&send(&start, 0, &LEADS).expect("new"), 1, &[LEADS[1], "|turn|1"]).expect("an overlap");
    let bytes = |belief: &Watching| format!("{:?}", belief.marginals());
    assert_eq!(bytes(&at_once), bytes(&again));
    assert_eq!(bytes(&send(&again, 0, &LEADS).expect("known")), bytes(&again));
    let wrong = send(&again, 2, &["|turn|2"]).err().expect("another line");
    assert_eq!(wrong.detail, "line 2 of spectator was recorded otherwise");
    assert!(send(&again, 9, &["|turn|2"]).is_err(), "lines are missing between");
    // A request has no number.
    let with_request = send(&start, 0, &["|request|{}", LEADS[0], LEADS[1], "|turn|1"]).expect("new");
    assert_eq!(bytes(&with_request), bytes(&at_once));
}

#[test]
fn wrong_requests_are_refused_by_name() {
    let table = Table::new(&opening(&[Channel::Spectator]));
    assert_eq!(refusal(&table, &lines(Channel::P1, 0, &LEADS)).rule, "channel");
    assert_eq!(refusal(&table, &lines(Channel::Spectator, 1, &LEADS)).rule, "line_gap");
    assert_eq!(refusal(&table, &lines(Channel::Spectator, 0, &["|turn|1\n|turn|2"])).rule, "line_break");
    let (table, _) = table.advance(&lines(Channel::Spectator, 0, &LEADS));
    assert_eq!(refusal(&table, &lines(Channel::Spectator, 0, &["|turn|1"])).rule, "line_differs");
    PokemonRandbats::check(&table, &lines(Channel::Spectator, 1, &[LEADS[1], "|turn|1"])).expect("an overlap");
    let request = |request| Event::Request(Request { side: Some(Side::P1), request });
    for wrong in
        [json!(null), json!({}), json!({"side": {"id": "p2", "pokemon": []}}), json!({"side": {"id": "p1", "pokemon": [{}]}})]
    {
        assert_eq!(refusal(&table, &request(wrong)).rule, "request");
    }
    let packed = |packed: &str| Event::Team(Team { side: Side::P2, packed: packed.to_owned() });
    for wrong in ["", "|||", "Weavile||NoSuchItem|Pressure|knockoff|||||79|,,,,,Dark"] {
        assert_eq!(refusal(&table, &packed(wrong)).rule, "team");
    }
    let resolve = |setup: serde_json::Value| {
        let setup: Setup = serde_json::from_value(setup).expect("a setup");
        setup::resolve(setup, Parameters::default(), 2).expect_err("it is refused").rule
    };
    assert_eq!(resolve(json!({"format": "gen9ou"})), "format");
    assert_eq!(resolve(json!({"channels": []})), "channels");
    assert_eq!(resolve(json!({"channels": ["p1", "p1"]})), "channels");
    let unknown = Parameters { priors: Some("0123".to_owned()), ..Parameters::default() };
    assert_eq!(setup::resolve(Setup::default(), unknown, 2).expect_err("an unknown table").rule, "priors");
}

/// Lines that are not understood, and names that are not known, are counted and change nothing.
#[test]
fn odd_lines_are_counted() {
    let belief = watching(&[LEADS[0], LEADS[1], "|-newthing|p1a: Dondozo|x", "|turn|1"]);
    let odd = more(
        &belief,
        &[
            "|move|p1a: Dondozo|A Move Of Next Year|p2a: Heatran",
            "|-item|p1a: Dondozo|Item Of Next Year",
            "|-damage|p9a: Nobody|1/0",
            "garbage | with | bars",
            "|||||",
        ],
    );
    let notes = &odd.marginals().detail["notes"];
    assert_eq!((notes["unknown_lines"].as_u64(), notes["unknown_names"].as_u64()), (Some(2), Some(2)));
    assert_eq!(marginals::variables(&odd), marginals::variables(&belief));
}
