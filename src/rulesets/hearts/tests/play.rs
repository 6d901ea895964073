//! Simulated deals keep the rules, as a referee knows them who shares no code with the simulator.

use std::collections::BTreeMap;

use serde_json::json;

use super::{Style, Watcher, card, game, opening};
use crate::belief::seeded;
use crate::rulesets::hearts::{Card, CardSet, Event, Setup, Suit, World};
use crate::rulesets::{Ruleset, Seat};

fn setups() -> Vec<serde_json::Value> {
    vec![
        json!({}),
        json!({"no_points_on_first_trick": false, "hearts_must_be_broken": false}),
        json!({"queen_breaks_hearts": false, "jack_of_diamonds": true, "pass": ["across"]}),
        json!({"pass": ["hold"]}),
        json!({"pass": ["right", "hold", "left"], "jack_of_diamonds": true, "no_points_on_first_trick": false}),
    ]
}

/// Four persons: drawn from the population, or in every fourth game without a thought.
fn company(seed: u64) -> [Style; 4] {
    let mut rng = seeded(seed, 1);
    std::array::from_fn(|_| if seed.is_multiple_of(4) { Style::random() } else { Style::draw(&mut rng) })
}

/// Follows a game with its own count of everything.
struct Referee {
    setup: Setup,
    hands: Vec<Vec<Card>>,
    deals: usize,
    given: BTreeMap<Seat, CardSet>,
    received: usize,
    trick: Vec<(Seat, Card)>,
    tricks: usize,
    turn: Option<Seat>,
    broken: bool,
    points: [i32; 4],
    jack: [i32; 4],
    moons: usize,
    shown: Vec<bool>,
}

impl Referee {
    fn new(setup: Setup) -> Self {
        Self {
            setup,
            hands: vec![Vec::new(); 4],
            deals: 0,
            given: BTreeMap::new(),
            received: 0,
            trick: Vec::new(),
            tricks: 0,
            turn: None,
            broken: false,
            points: [0; 4],
            jack: [0; 4],
            moons: 0,
            shown: Vec::new(),
        }
    }

    /// Steps to the seat that receives.
    fn steps(&self) -> Option<u8> {
        let cycle = self.setup.pass.as_ref().unwrap();
        match cycle[(self.deals - 1) % cycle.len()].name() {
            "left" => Some(1),
            "across" => Some(2),
            "right" => Some(3),
            _ => None,
        }
    }

    fn take(&mut self, event: &Event, after: &World) {
        match event {
            Event::Deal(deal) => {
                assert_eq!(deal.deal as usize, self.deals);
                self.deals += 1;
                self.hands = (0..4).map(|seat| deal.hands[&seat].iter().collect()).collect();
                let mut all: Vec<Card> = self.hands.concat();
                all.sort_unstable();
                assert!(self.hands.iter().all(|hand| hand.len() == 13) && all.into_iter().eq(Card::all()));
                (self.given, self.received, self.tricks, self.turn, self.broken) = (BTreeMap::new(), 0, 0, None, false);
                (self.points, self.jack) = ([0; 4], [0; 4]);
            }
            Event::Pass(pass) => {
                let steps = self.steps().expect("no pass in a hold deal");
                let given = pass.cards.expect("the referee sees the cards");
                assert_eq!((pass.to, given.len()), ((pass.seat + steps) % 4, 3));
                assert!(given.iter().all(|card| self.hands[usize::from(pass.seat)].contains(&card)));
                assert!(self.given.insert(pass.seat, given).is_none());
                if self.given.len() == 4 {
                    for (seat, cards) in &self.given {
                        self.hands[usize::from(*seat)].retain(|card| !cards.contains(*card));
                        self.hands[usize::from((seat + steps) % 4)].extend(cards.iter());
                    }
                }
            }
            Event::Receive(receive) => {
                assert_eq!(self.given.len(), 4);
                assert_eq!((receive.from + self.steps().unwrap()) % 4, receive.seat);
                assert_eq!(receive.cards, Some(self.given[&receive.from]));
                self.received += 1;
            }
            Event::Play(play) => self.play(play.seat, play.card),
            Event::DealEnd(end) => self.end(&end.points, &end.passes),
        }
        let held: Vec<CardSet> = self.hands.iter().map(|hand| hand.iter().copied().collect()).collect();
        assert_eq!(after.hands.to_vec(), held, "the truth after {event:?}");
    }

    fn play(&mut self, seat: Seat, played: Card) {
        let passes = if self.steps().is_some() { 4 } else { 0 };
        assert_eq!((self.given.len(), self.received), (passes, passes), "all passes are made and taken up");
        let hand = &mut self.hands[usize::from(seat)];
        assert!(hand.contains(&played), "seat {seat} does not hold {played}");
        let is_penalty = |card: &Card| card.suit() == Suit::Hearts || *card == queen();
        match self.trick.first() {
            None if self.tricks == 0 => assert_eq!(played, card("2C")),
            None => {
                assert_eq!(Some(seat), self.turn);
                let only_hearts = hand.iter().all(|card| card.suit() == Suit::Hearts);
                let free = self.broken || only_hearts || self.setup.hearts_must_be_broken == Some(false);
                assert!(played.suit() != Suit::Hearts || free, "{played} is led unbroken");
            }
            Some((_, lead)) => {
                assert_eq!(Some(seat), self.turn);
                let follows = hand.iter().any(|card| card.suit() == lead.suit());
                assert!(!follows || played.suit() == lead.suit(), "seat {seat} does not follow with {played}");
                let spares = hand.iter().any(|card| !is_penalty(card)) && self.setup.no_points_on_first_trick != Some(false);
                assert!(self.tricks > 0 || follows || !spares || !is_penalty(&played), "{played} on the first trick");
            }
        }
        hand.retain(|card| *card != played);
        self.broken |= played.suit() == Suit::Hearts;
        self.broken |= played == queen() && self.setup.queen_breaks_hearts != Some(false);
        self.trick.push((seat, played));
        self.turn = Some((seat + 1) % 4);
        if self.trick.len() == 4 {
            let suit = self.trick[0].1.suit();
            let winner = self.trick.iter().filter(|(_, card)| card.suit() == suit).max_by_key(|(_, card)| card.rank());
            let taker = winner.unwrap().0;
            for (_, card) in self.trick.drain(..) {
                let points = if card == queen() { 13 } else { i32::from(card.suit() == Suit::Hearts) };
                self.points[usize::from(taker)] += points;
                if card.to_string() == "JD" && self.setup.jack_of_diamonds == Some(true) {
                    self.jack[usize::from(taker)] -= 10;
                }
            }
            self.turn = Some(taker);
            self.tricks += 1;
        }
    }

    fn end(&mut self, points: &BTreeMap<Seat, i32>, passes: &BTreeMap<Seat, CardSet>) {
        assert_eq!((self.tricks, self.points.iter().sum::<i32>()), (13, 26));
        let moon = self.points.contains(&26);
        self.moons += usize::from(moon);
        for seat in 0..4 {
            let taken = if moon { 26 - self.points[seat] } else { self.points[seat] };
            assert_eq!(points[&(seat as Seat)], taken + self.jack[seat]);
        }
        if self.steps().is_some() {
            self.shown.push(!passes.is_empty());
        }
        assert!(passes.is_empty() || *passes == self.given);
    }
}

fn queen() -> Card {
    card("QS")
}

#[test]
fn five_hundred_deals_keep_the_rules() {
    let (mut deals, mut moons, mut shown, mut unshown) = (0, 0, 0, 0);
    for seed in 0..125 {
        let setup = setups()[seed as usize % 5].clone();
        let transcript = game(setup.clone(), None, &company(seed), seed);
        let mut watch = Watcher::public(setup.clone());
        let mut referee = Referee::new(opening(setup).setup);
        assert_eq!(transcript.truth.len(), transcript.events.len() + 1);
        assert_eq!(transcript.truth[0], World::default());
        for (event, after) in transcript.events.iter().zip(&transcript.truth[1..]) {
            watch.take(event).unwrap();
            referee.take(event, after);
        }
        assert_eq!(transcript.truth.last(), Some(&World::default()));
        deals += referee.deals;
        moons += referee.moons;
        assert!(referee.shown.windows(2).all(|pair| pair[0] == pair[1]), "a game shows its passes or does not");
        shown += referee.shown.iter().filter(|shown| **shown).count();
        unshown += referee.shown.iter().filter(|shown| !**shown).count();
    }
    assert_eq!(deals, 500);
    assert!(moons >= 3, "{moons} moons");
    assert!(shown > 80 && unshown > 80, "{shown} deals show their passes, {unshown} do not");
}

#[test]
fn a_seed_gives_the_same_game_and_a_shorter_one_begins_it() {
    for seed in 0..10 {
        let setup = setups()[seed as usize % 5].clone();
        let whole = game(setup.clone(), None, &company(seed), seed);
        let again = game(setup.clone(), None, &company(seed), seed);
        assert_eq!((&whole.events, &whole.truth), (&again.events, &again.truth));
        for turns in [0, 1, 3, 40, 51, 52, 53, 107, 208] {
            let part = game(setup.clone(), Some(turns), &company(seed), seed);
            let plays = part.events.iter().filter(|event| matches!(event, Event::Play(_))).count();
            assert_eq!(plays, turns as usize);
            assert_eq!(part.events[..], whole.events[..part.events.len()]);
            assert_eq!(part.truth[..], whole.truth[..part.truth.len()]);
        }
        let longer = game(setup, Some(230), &company(seed), seed);
        assert_eq!(longer.events[..whole.events.len()], whole.events[..]);
    }
    let other = game(json!({}), None, &company(1), 2);
    assert_ne!(game(json!({}), None, &company(1), 1).events, other.events);
}

#[test]
fn the_ruleset_simulates_persons_of_the_population() {
    let table = opening(json!({}));
    let played = crate::rulesets::hearts::Hearts::simulate(&table, Some(60), &mut seeded(5, 0));
    let mut rng = seeded(5, 0);
    let styles = std::array::from_fn(|_| Style::draw_expected(&mut rng));
    assert_eq!(played.events, crate::rulesets::hearts::simulate(&table, Some(60), &styles, &mut rng).events);
}

/// What the belief is to learn from: those who think take fewer points than one who does not.
#[test]
fn sense_pays() {
    let styles = [Style::random(), Style::usual(), Style::usual(), Style::usual()];
    let mut points = [0; 4];
    for seed in 0..50 {
        for event in game(json!({}), None, &styles, 900 + seed).events {
            if let Event::DealEnd(end) = event {
                for (seat, taken) in end.points {
                    points[usize::from(seat)] += taken;
                }
            }
        }
    }
    // 200 deals.
    assert!(points[1..].iter().all(|taken| points[0] > taken + 400), "{points:?}");
}
