//! Whole simulated rounds against enumeration: every way to lay ranks on the hidden cards, one by one, weighed by what the events say.
//!
//! The facts are worked out here once more, from the views of the events alone, and so is what choices say (`listener`), so that not only the sum
//! is checked but all that goes into it.

use std::collections::BTreeMap;

use serde_json::json;

use super::listener::{Facts, Listener};
use super::*;
use crate::belief::seeded;
use crate::rulesets::vinto::clue::Clue;
use crate::rulesets::vinto::likelihood::{CALLS_BLINDLY, CALLS_BY_LOT, LIKELIHOODS, MEAN_VALUE};
use crate::rulesets::vinto::{Instance, RANKS, play};

/// Hidden cards that enumeration can bear, with fourteen ranks.
const MOST: usize = 5;

/// P(rank) by card.
pub type Ranks = BTreeMap<Instance, [f64; RANKS]>;

/// What a slow reader of the log knows: the facts, and what choices say, each worked out once more from the views of the events.
pub struct Reader {
    pub facts: Facts,
    pub listener: Listener,
    weights: BTreeMap<Instance, [f64; RANKS]>,
    /// Cards of the caller that it knew, what the others counted, and who called.
    pub call: Option<(Vec<Instance>, f64, Seat)>,
    blind: f64,
}

impl Reader {
    pub fn new(opening: &Opening<Vinto>) -> Self {
        let (facts, listener) = (Facts::default(), Listener::new(opening));
        Self { facts, listener, weights: BTreeMap::new(), call: None, blind: 0.0 }
    }

    fn learn(&mut self, table: &Table, card: Option<Instance>, rank: Option<Rank>) {
        if let (Some(card), Some(rank)) = (card, rank) {
            self.listener.sees(&self.facts, table, card, |p| p[rank.index()]);
            self.facts.known.insert(card, rank);
        }
    }

    fn exclude(&mut self, table: &Table, card: Instance, ranks: &[Rank]) {
        self.listener.sees(&self.facts, table, card, |p| 1.0 - ranks.iter().map(|rank| p[rank.index()]).sum::<f64>());
        self.facts.not.entry(card).or_default().extend(ranks);
    }

    pub fn read(&mut self, table: &Table, event: &Event) {
        let drawn = table.drawn.map(|drawn| drawn.instance);
        self.learn(table, drawn, Listener::names_drawn(event));
        match event {
            Event::Round(_) => {
                (self.facts, self.call) = (Facts::default(), None);
                self.listener.begins();
            }
            Event::Peek(peek) => self.learn(table, table.at(peek.target, peek.position), peek.card),
            Event::Draw(draw) => self.learn(table, table.next_draw(), draw.card),
            Event::Swap(swap) => self.learn(table, table.at(swap.seat, swap.position), swap.out),
            Event::Declare(declare) => {
                let card = table.at(declare.target, declare.position).expect("a card");
                match declare.actual {
                    Some(actual) => self.learn(table, Some(card), Some(actual)),
                    None => self.exclude(table, card, &[declare.rank]),
                }
            }
            Event::TossIn(toss) => {
                self.listener.tossed(toss.seat, toss.success);
                let fits: Vec<Rank> = table.window.expect("a window").ranks.iter().collect();
                for (at, position) in toss.positions.iter().enumerate() {
                    let card = table.at(toss.seat, *position).expect("a card");
                    match toss.cards.get(at) {
                        Some(rank) => self.learn(table, Some(card), Some(*rank)),
                        None => self.exclude(table, card, &fits),
                    }
                }
            }
            Event::TossWindow(window) => self.listener.closed(&self.facts, table, window),
            Event::Vinto(vinto) => {
                let row = table.row(vinto.seat).iter().copied();
                let (seen, others): (Vec<Instance>, Vec<Instance>) = row.partition(|card| table.has_seen(vinto.seat, *card));
                // A call says nothing of cards that are all known to the reader.
                let speaks = seen.iter().any(|card| !self.facts.known.contains_key(card));
                self.call = speaks.then_some((seen, others.len() as f64 * MEAN_VALUE, vinto.seat));
            }
            Event::Reveal(reveal) => {
                for (seat, hand) in &reveal.hands {
                    for (card, rank) in table.row(*seat).to_vec().into_iter().zip(hand) {
                        self.learn(table, Some(card), Some(*rank));
                    }
                }
            }
            _ => {}
        }
        self.listener.chose(&self.facts, table, event);
    }

    /// Weighs what was said of each card as the ways are weighed now; the ways must be those of the belief.
    pub fn hear(&mut self, belief: &Belief, table: &Table) {
        for (seat, ways) in &self.listener.ways {
            for (mine, truth) in belief.way(*seat).into_iter().zip(ways) {
                assert!((mine - truth).abs() < 1e-9, "seat {seat}: {:?} for {ways:?}", belief.way(*seat));
            }
        }
        let careless = self.call.as_ref().map_or(0.0, |(_, _, seat)| self.listener.ways[seat][0]);
        let lot = careless * CALLS_BY_LOT.value / (careless * CALLS_BY_LOT.value + 1.0 - careless);
        self.blind = lot + (1.0 - lot) * CALLS_BLINDLY.value;
        let hidden = table.rows().flat_map(|(_, row)| row).copied().filter(|card| !self.facts.known.contains_key(card));
        let weights = |card: Instance| (card, self.listener.says(&self.facts, table, card).map(libm::exp));
        self.weights = hidden.map(weights).collect();
    }

    /// P(the round is called) of a total, beside that of the least.
    pub fn factor(&self, total: f64) -> f64 {
        self.blind + (1.0 - self.blind) * Self::calls(total)
    }

    /// The same of a call that is not blind.
    pub fn calls(total: f64) -> f64 {
        let rate = LIKELIHOODS[Clue::Call as usize].value;
        1.0 - libm::pow(1.0 - libm::exp(-rate * (total + 2.0)), 3.0)
    }

    pub fn weight(&self, card: Instance, rank: Rank) -> f64 {
        if self.facts.not.get(&card).is_some_and(|not| not.contains(&rank)) {
            return 0.0;
        }
        self.weights.get(&card).map_or(1.0, |weights| weights[rank.index()])
    }

    /// Hidden cards of the rows, where they are few.
    pub fn hidden(&self, table: &Table) -> Option<Vec<Instance>> {
        let row = table.rows().flat_map(|(_, row)| row).copied();
        let hidden: Vec<Instance> = row.filter(|card| !self.facts.known.contains_key(card)).collect();
        (hidden.len() <= MOST).then_some(hidden)
    }

    /// Every way to lay ranks on the hidden cards, with the ways to deal it, and what is said of the cards where that is `weighed`.
    pub fn worlds(&self, table: &Table, hidden: &[Instance], weighed: bool) -> Vec<(Vec<Rank>, f64)> {
        let mut left: Vec<[u8; RANKS]> = table.pools().iter().map(|pool| pool.ranks).collect();
        for (card, rank) in &self.facts.known {
            left[table.pool_of(*card).expect("a pool")][rank.index()] -= 1;
        }
        let mut deal = Deal { reader: self, table, hidden, left, given: BTreeMap::new(), weighed, worlds: Vec::new() };
        deal.next(0, 1.0);
        deal.worlds
    }

    /// P(rank) of each hidden card of the rows, and P(total) of the first row, by enumeration. `None` where there are too many.
    fn enumerate(&self, table: &Table) -> Option<(Ranks, BTreeMap<i32, f64>)> {
        let hidden = self.hidden(table)?;
        let worlds = self.worlds(table, &hidden, true);
        let sum: f64 = worlds.iter().map(|(_, weight)| weight).sum();
        let mut marginals: BTreeMap<Instance, [f64; RANKS]> = hidden.iter().map(|card| (*card, [0.0; RANKS])).collect();
        let mut totals = BTreeMap::new();
        for (world, weight) in &worlds {
            for (card, rank) in hidden.iter().zip(world) {
                marginals.get_mut(card).expect("hidden")[rank.index()] += weight / sum;
            }
            let value = |card: &Instance| {
                let place = hidden.iter().position(|other| other == card);
                place.map_or_else(|| self.facts.known[card], |place| world[place]).value()
            };
            *totals.entry(table.row(0).iter().map(value).sum::<i32>()).or_insert(0.0) += weight / sum;
        }
        Some((marginals, totals))
    }
}

struct Deal<'a> {
    reader: &'a Reader,
    table: &'a Table,
    hidden: &'a [Instance],
    left: Vec<[u8; RANKS]>,
    given: BTreeMap<Instance, Rank>,
    weighed: bool,
    worlds: Vec<(Vec<Rank>, f64)>,
}

impl Deal<'_> {
    fn next(&mut self, place: usize, weight: f64) {
        let Some(&card) = self.hidden.get(place) else {
            let factor = self.reader.call.as_ref().filter(|_| self.weighed).map_or(1.0, |(cards, others, _)| {
                let rank = |card: &Instance| self.reader.facts.known.get(card).or_else(|| self.given.get(card)).copied();
                let total: i32 = cards.iter().map(|card| rank(card).expect("laid").value()).sum();
                self.reader.factor(f64::from(total) + others)
            });
            let world = self.hidden.iter().map(|card| self.given[card]).collect();
            self.worlds.push((world, weight * factor));
            return;
        };
        let pool = self.table.pool_of(card).expect("a pool");
        for rank in Rank::ALL {
            let cards = self.left[pool][rank.index()];
            let said = self.reader.weight(card, rank);
            let said = if self.weighed || said == 0.0 { said } else { 1.0 };
            let weight = weight * f64::from(cards) * said;
            if weight > 0.0 {
                self.left[pool][rank.index()] -= 1;
                self.given.insert(card, rank);
                self.next(place + 1, weight);
                self.left[pool][rank.index()] += 1;
            }
        }
    }
}

/// Of one player it is known how often it tosses in, and gives up what.
pub fn known() -> Profile {
    let of = |successes: f64, opportunities: f64| json!({"successes": successes, "opportunities": opportunities});
    let tendencies = json!({
        "tosses_known": {"": of(1.0, 30.0)},
        "gives_known": {"held": of(30.0, 40.0), "not_held": of(1.0, 50.0)},
        "discards_low": {"held": of(2.0, 9.0)},
        "toss_errors": {"": of(3.0, 4.0)},
    });
    serde_json::from_value(json!({"games": 3, "tendencies": tendencies})).expect("a profile")
}

/// Plays rounds at a small table and compares after every event, for everybody. Returns how often, and how often a call spoke.
fn compare(setup: &Value, seats: usize, seeds: std::ops::Range<u64>) -> (u32, u32) {
    let (mut compared, mut calls) = (0, 0);
    for seed in seeds {
        let mut opening = opening(setup.clone(), json!({}), seats);
        opening.seats[1].profile = known();
        let game = play(&opening.setup, seats, None, &mut seeded(seed, 0));
        for observer in [Observer::Public, Observer::Seat(0), Observer::Referee] {
            let mut watch = Watch::new(&opening, observer);
            let mut reader = Reader::new(&opening);
            for (at, event) in game.events.iter().enumerate() {
                let seen = view(&opening.setup, event, observer);
                reader.read(&watch.table, &seen);
                watch.see(event, &mut Evidence::off()).expect("true events");
                let (belief, table) = (&watch.belief, &watch.table);
                reader.hear(belief, table);
                // Enumerating takes long: after every fifth event, and wherever the round was called.
                if !table.playing || (at % 5 != 0 && table.caller.is_none()) {
                    continue;
                }
                let Some((marginals, totals)) = reader.enumerate(table) else { continue };
                for (card, p) in &marginals {
                    for (mine, truth) in belief.ranks(table, *card).iter().zip(p) {
                        assert!(
                            (mine - truth).abs() < 1e-9,
                            "seed {seed}, {observer}, event {at}: {card} has {mine} for {truth}"
                        );
                    }
                }
                let mine: BTreeMap<i32, f64> = belief.total_of(table, table.row(0)).into_iter().collect();
                for (total, p) in &totals {
                    let q = mine.get(total).unwrap_or(&0.0);
                    assert!((q - p).abs() < 1e-9, "seed {seed}, {observer}, event {at}: total {total} has {q} for {p}");
                }
                compared += 1;
                calls += u32::from(reader.call.is_some());
            }
        }
    }
    (compared, calls)
}

/// Draws that only the one who draws sees: kept cards carry evidence.
#[test]
fn rounds_with_private_draws() {
    let setup = json!({"row": 2, "peeks": 1, "draws": "private", "failures_shown": false});
    let (compared, calls) = compare(&setup, 2, 0..12);
    assert!(compared > 150 && calls > 5, "{compared} compared, {calls} under a call");
}

/// Draws in sight.
#[test]
fn rounds_with_public_draws() {
    let (compared, calls) = compare(&json!({"row": 2, "peeks": 2, "failures_shown": false}), 2, 20..32);
    assert!(compared > 150 && calls > 5, "{compared} compared, {calls} under a call");
}

/// Follows these events as everyone sees them, and compares after each.
fn follow(setup: &Value, seats: usize, events: &[Value]) {
    let opening = opening(setup.clone(), json!({}), seats);
    for observer in [Observer::Public, Observer::Seat(0), Observer::Seat(1), Observer::Seat(2), Observer::Referee] {
        let mut watch = Watch::new(&opening, observer);
        let mut reader = Reader::new(&opening);
        for (at, value) in events.iter().enumerate() {
            let event: Event = serde_json::from_value(value.clone()).expect("an event");
            watch.check(&event).unwrap_or_else(|refusal| panic!("{value}: {refusal}"));
            reader.read(&watch.table, &view(&opening.setup, &event, observer));
            watch.see(&event, &mut Evidence::off()).expect("true events");
            reader.hear(&watch.belief, &watch.table);
            let Some((marginals, totals)) = reader.enumerate(&watch.table).filter(|_| watch.table.playing) else { continue };
            for (card, p) in &marginals {
                for (mine, truth) in watch.belief.ranks(&watch.table, *card).iter().zip(p) {
                    assert!((mine - truth).abs() < 1e-9, "{observer}, event {at}: {card} has {mine} for {truth}");
                }
            }
            let mine: BTreeMap<i32, f64> = watch.belief.total_of(&watch.table, watch.table.row(0)).into_iter().collect();
            for (total, p) in &totals {
                let q = mine.get(total).unwrap_or(&0.0);
                assert!((q - p).abs() < 1e-9, "{observer}, event {at}: total {total} has {q} for {p}");
            }
        }
    }
}

/// Tables with every house rule: an Ace on oneself, looks of those who did not call, a tossed-in King that widens the window, and a King
/// that ends on top of what he named, so that this and not he is shuffled.
#[test]
fn rounds_with_house_rules() {
    let setup = json!({"row": 2, "peeks": 1, "coalition_looks": true, "tossed_king_widens": true, "king_on_top": true});
    let draw = |seat: u8, card: &str| json!({"draw": {"seat": seat, "card": card}});
    let discard = |seat: u8, card: &str| json!({"discard": {"seat": seat, "card": card}});
    let used = |seat: u8, card: &str, from: &str| json!({"use_action": {"seat": seat, "card": card, "from": from}});
    let closed = |ranks: &[&str]| json!({"toss_window": {"ranks": ranks, "eligible": [0, 1, 2]}});
    let peek = |seat: u8, target: u8, position: u8, card: &str| json!({"peek": {"seat": seat, "target": target, "position": position, "card": card}});
    let declare = |seat: u8, target: u8, position: u8, rank: &str| json!({"declare": {"seat": seat, "target": target, "position": position, "rank": rank, "actual": rank}});
    let toss = |seat: u8, position: u8, card: &str| json!({"toss_in": {"seat": seat, "positions": [position], "cards": [card], "success": true}});
    // Rows: K 5, 7 9, 7 4.
    follow(
        &setup,
        3,
        &[
            json!({"round": {"first": 0}}),
            peek(0, 0, 0, "K"),
            peek(1, 1, 1, "9"),
            peek(2, 2, 0, "7"),
            // Seat 0 takes an unseen card, which is a Queen.
            draw(0, "A"),
            used(0, "A", "drawn"),
            json!({"force_draw": {"seat": 0, "target": 0}}),
            closed(&["A"]),
            // Seat 1 throws a King away; seat 2 takes him and names the 7 of seat 1; seat 0 tosses its King in and names the 4 of seat 2.
            draw(1, "K"),
            discard(1, "K"),
            json!({"take_discard": {"seat": 2, "card": "K"}}),
            used(2, "K", "discard"),
            declare(2, 1, 0, "7"),
            toss(0, 0, "K"),
            closed(&["K", "7"]),
            used(0, "K", "toss_in"),
            declare(0, 2, 1, "4"),
            toss(2, 0, "7"),
            closed(&["K", "7", "4"]),
            json!({"reshuffle": {"kept": 45}}),
            draw(0, "2"),
            discard(0, "2"),
            closed(&["2"]),
            draw(1, "3"),
            discard(1, "3"),
            closed(&["3"]),
            json!({"vinto": {"seat": 1}}),
            // Seat 2 is out of cards, and looks at both of seat 0's.
            peek(2, 0, 0, "5"),
            peek(2, 0, 1, "Q"),
            draw(2, "6"),
        ],
    );
}
