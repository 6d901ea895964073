//! What is frozen and thawed goes on to the same bits; an event that is left out leaves a belief that can be read; and damaged
//! content of a snapshot stops nothing.

use serde::Serialize;
use serde_json::{Value, json};

use super::{Watcher, card, cards, event, game, opening};
use crate::belief::{Draws, Evidence, Method, seeded, unit};
use crate::rulesets::hearts::ways::WAYS;
use crate::rulesets::hearts::{Belief, Card, CardSet, Event, Hearts, Parameters, Preset, Style, Table};
use crate::rulesets::{Observer, Opening, Posterior, PublicTable, Seat, Watch};

const OBSERVERS: [Observer; 6] =
    [Observer::Public, Observer::Seat(0), Observer::Seat(1), Observer::Seat(2), Observer::Seat(3), Observer::Referee];

/// Tables with other rules and models, each with a simulated game of two deals and part of a third.
fn games() -> Vec<(Opening<Hearts>, Vec<Event>)> {
    let setups = [json!({}), json!({"no_points_on_first_trick": false, "jack_of_diamonds": true}), json!({"pass": ["hold"]})];
    let made = |(seed, setup): (u64, Value)| {
        let mut rng = seeded(seed, 3);
        let styles: [Style; 4] = std::array::from_fn(|_| Style::draw(&mut rng));
        let mut opening = opening(setup.clone());
        let preset = (seed == 2).then_some(Preset::Seed);
        opening.parameters = Parameters { preset, ..opening.parameters };
        (opening, game(setup, Some(130), &styles, seed).events)
    };
    (0..).zip(setups).map(made).collect()
}

fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap()
}

/// All that can be read of a belief, as text.
fn read(watch: &Watch<'_, Hearts>) -> (String, String) {
    let worlds = watch.sample(Draws { seed: 5, count: 4 }).worlds;
    (format!("{:?}", watch.marginals()), text(&worlds))
}

fn thawed<'a>(watch: &Watch<'a, Hearts>) -> Watch<'a, Hearts> {
    let table = serde_json::from_str(&text(&watch.table.freeze())).unwrap();
    let belief = serde_json::from_str(&text(&watch.belief.freeze())).unwrap();
    let mut thawed = watch.clone();
    thawed.table = Table::thaw(watch.opening, table);
    thawed.belief = Belief::thaw(watch.opening, watch.observer, 1, belief);
    assert_eq!(format!("{:?}", thawed.table), format!("{:?}", watch.table));
    thawed
}

#[test]
fn thawed_beliefs_go_on_to_the_same_bits() {
    for (opening, events) in games() {
        for observer in OBSERVERS {
            let mut once = Watch::<Hearts>::new(&opening, observer);
            let mut again = once.clone();
            for (at, event) in events.iter().enumerate() {
                if at % 5 == 0 {
                    again = thawed(&again);
                }
                // Evidence costs a posterior for each of its pieces.
                let explained = at % 11 == 0;
                let evidence = || if explained { Evidence::on() } else { Evidence::off() };
                let (mut first, mut second) = (evidence(), evidence());
                assert_eq!(once.see(event, &mut first).unwrap(), again.see(event, &mut second).unwrap());
                assert_eq!(text(&first.into_pieces()), text(&second.into_pieces()), "{observer} at {at}");
                if at % 7 == 0 {
                    assert_eq!(read(&once), read(&again), "{observer} after {at}");
                }
            }
            assert_eq!(read(&once), read(&again), "{observer} at the end");
            assert_eq!(text(&once.belief.freeze()), text(&again.belief.freeze()));
        }
    }
}

/// Every card that is not played is out, in hands of the sizes that the table shows; and everybody allows what the observer does.
fn agrees_with_the_table(watch: &Watch<'_, Hearts>) {
    let out = CardSet::FULL.without(watch.table.played());
    let solved = watch.belief.solved(&watch.table);
    assert_eq!(solved.whereabouts().out(), out);
    assert_eq!(watch.marginals().variables.len(), out.len());
    for (_, world) in watch.sample(Draws { seed: 1, count: 20 }).worlds {
        assert_eq!(world.hands.map(|hand| hand.len() as u8), watch.table.left());
        assert!(world.holders().all(|(card, seat)| watch.table.allowed().allows(seat, card)));
        assert!(watch.ln_probability(&world) > f64::NEG_INFINITY);
    }
}

/// Seat 0 passed 3C to seat 1, and seat 3 is said to play it: seat 0 cannot take that. The card is on the table all the same.
#[test]
fn a_play_that_was_left_out_is_on_the_table() {
    let mut watcher = Watcher::new(Observer::Seat(0), json!({"pass": ["left"]}), 1.0);
    let hand = cards("3C 5C 6C 7C 8C 9C TC JC QC KC AC 2D 3D");
    watcher.report("deal", json!({"deal": 0, "direction": "left", "hands": {"0": hand}}));
    watcher.report("pass", json!({"seat": 0, "to": 1, "cards": ["3C", "2D", "3D"]}));
    for seat in 1..4 {
        watcher.report("pass", json!({"seat": seat, "to": (seat + 1) % 4}));
    }
    watcher.report("receive", json!({"seat": 0, "from": 3, "cards": ["QS", "KS", "AS"]}));
    watcher.plays("2:2C");
    let before = read(&watcher);
    watcher.leaves_out("3:3C");
    assert_ne!(before, read(&watcher), "nothing of the old table is served");
    agrees_with_the_table(&watcher);
    // What it knows else stands: of its pass, two cards; and its own hand.
    assert_eq!((watcher.holds(1, card("2D")), watcher.holds(0, card("QS"))), (1.0, 1.0));
    // A frozen belief knows that it left something out, and both go on alike.
    let mut again = thawed(&watcher);
    watcher.plays("0:5C");
    again.see(&event("play", json!({"seat": 0, "card": "5C"})), &mut Evidence::on()).unwrap();
    assert_eq!(read(&watcher), read(&again));
    agrees_with_the_table(&watcher);
    watcher.plays("1:4C");
    agrees_with_the_table(&watcher);
}

/// The referee knows every hand. Of a seat that is said to play another's card one of thirteen has gone, and the hand that lost that card holds it: each is as
/// likely. The other hands stay known.
#[test]
fn a_card_played_from_a_wrong_hand_leaves_one_open() {
    let setup = json!({"pass": ["hold"]});
    let mut rng = seeded(4, 3);
    let styles: [Style; 4] = std::array::from_fn(|_| Style::draw(&mut rng));
    let played = game(setup.clone(), Some(104), &styles, 4).events;
    let mut referee = Watcher::new(Observer::Referee, setup.clone(), 1.0);
    played[..2].iter().for_each(|event| drop(referee.take(event).unwrap()));
    let turn = referee.table.turn().unwrap();
    // A club, so that it shows nothing of the hand that it is said to come from.
    let others = cards("3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC").without(referee.certain(turn));
    let wrong = others.first().unwrap();
    let before: [CardSet; 4] = std::array::from_fn(|seat| referee.certain(seat as Seat));
    referee.leaves_out(&format!("{turn}:{wrong}"));
    agrees_with_the_table(&referee);
    let robbed = (0..4).find(|seat| before[usize::from(*seat)].contains(wrong)).unwrap();
    let expected = |seat: Seat| if seat == turn { CardSet::EMPTY } else { before[usize::from(seat)].without(wrong.into()) };
    assert!((0..4).all(|seat| referee.certain(seat) == expected(seat)));
    for card in before[usize::from(turn)].iter() {
        let p = [turn, robbed].map(|seat| referee.holds(seat, card));
        assert!((p[0] - 12.0 / 13.0).abs() < 1e-9 && (p[1] - 1.0 / 13.0).abs() < 1e-9, "{card}: {p:?}");
    }
    assert_eq!(referee.quality().method, Method::Exact);
    // The deal is thrown in, and the next one is known again from its first event.
    let end = json!({"points": {"0": 0, "1": 0, "2": 0, "3": 26}});
    referee.report("deal_end", end);
    let Some(Event::Deal(deal)) = played.iter().rev().find(|event| matches!(event, Event::Deal(_))) else { panic!("a deal") };
    referee.take(&Event::Deal(deal.clone())).unwrap();
    assert_eq!(referee.certain(2), deal.hands[&2]);
}

/// What decodes and was never frozen: beliefs and tables of such content are read and carried on without a panic.
#[test]
fn damaged_content_stops_nothing() {
    let mut rng = seeded(9, 9);
    let mut below = |count: u64| ((unit(&mut rng) * count as f64) as u64).min(count - 1);
    let (opening, events) = games().remove(0);
    for round in 0..300 {
        let observer = OBSERVERS[round % OBSERVERS.len()];
        let at = below(events.len() as u64) as usize;
        let mut watch = Watch::<Hearts>::new(&opening, observer);
        for event in &events[..at] {
            watch.see(event, &mut Evidence::off()).unwrap();
        }
        let mut leaning = || [-1.0, 0.0, 1e300, 1e-300, 1.0, 0.3][below(6) as usize];
        let leanings: Vec<[[f64; WAYS]; 4]> =
            (0..60).map(|_| std::array::from_fn(|_| std::array::from_fn(|_| leaning()))).collect();
        let ways: [[f64; WAYS]; 4] = std::array::from_fn(|_| std::array::from_fn(|_| leaning()));
        let cards: Vec<Value> =
            leanings.iter().take(below(60) as usize).map(|leanings| json!([below(70), below(256), leanings])).collect();
        let mut sets = || -> [Option<u64>; 4] { std::array::from_fn(|_| (below(2) == 0).then(|| below(1 << 53))) };
        let (passed, kept) = (sets(), sets());
        let belief = json!({"cards": cards, "passed": passed, "kept": kept, "passing": below(2) == 0, "in_step": below(2) == 0, "ways": ways});
        let plays: Vec<(u64, u64)> = (0..below(60)).map(|_| (below(6), below(60))).collect();
        let phase = ["Idle", "Passing", "Playing"][below(3) as usize];
        let direction = ["left", "right", "across", "hold"][below(4) as usize];
        let flags: [[bool; 4]; 2] = std::array::from_fn(|_| std::array::from_fn(|_| below(2) == 0));
        let deals = [0, 7, u32::MAX][below(3) as usize];
        let table = json!({
            "deals": deals, "phase": phase, "direction": direction, "passed": flags[0], "received": flags[1], "plays": plays
        });
        if below(3) > 0 {
            watch.belief = Belief::thaw(&opening, observer, 1, serde_json::from_value(belief).unwrap());
        }
        if below(3) > 0 {
            watch.table = Table::thaw(&opening, serde_json::from_value(table).unwrap());
        }
        for event in &events[at..events.len().min(at + 8)] {
            let sums =
                watch.marginals().variables.iter().map(|m| m.distribution.iter().map(|o| o.p).sum::<f64>()).collect::<Vec<_>>();
            assert!(sums.iter().all(|sum| (sum - 1.0).abs() < 1e-9), "{sums:?}");
            assert_eq!(watch.sample(Draws { seed: 1, count: 2 }).worlds.len(), 2);
            watch.belief.weigh(&watch.table);
            watch = thawed(&watch);
            let mut evidence = if below(2) == 0 { Evidence::on() } else { Evidence::off() };
            if watch.check(event).is_err() || watch.see(event, &mut evidence).is_err() {
                watch.table = watch.table.clone().advance(event).0;
                watch.belief.table_moved();
            }
        }
    }
}

/// The seats that may hold each card by what everybody saw are what a spectator believes without soft evidence.
#[test]
fn the_table_knows_what_a_spectator_knows() {
    for (opening, events) in games() {
        let mut watch = Watch::<Hearts>::new(&opening, Observer::Public);
        for event in &events {
            watch.see(event, &mut Evidence::off()).unwrap();
            assert_eq!(watch.table.whereabouts(), watch.belief.holders);
            let played = watch.table.plays.iter().map(|played| played.card).collect::<CardSet>();
            assert_eq!(watch.table.played(), played);
            let left = |seat: u8| 13 - watch.table.plays.iter().filter(|played| played.seat == seat).count() as u8;
            let left: [u8; 4] = std::array::from_fn(|seat| if watch.table.is_dealt() { left(seat as u8) } else { 0 });
            assert_eq!(watch.table.left(), left);
            assert!(Card::all().all(|card| !played.contains(card) || watch.table.allowed().of(card) == 0));
        }
    }
}
