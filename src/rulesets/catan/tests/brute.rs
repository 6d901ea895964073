//! An independent account of the model: walk every hidden outcome of a log, one by one, and multiply the chances.
//!
//! It shares nothing with the belief but the events: no merging, no packing, no order of worlds.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use super::{Watch, opening};
use crate::belief::{ln_choose, seeded};
use crate::rulesets::Observer;
use crate::rulesets::catan::bundle::Resource;
use crate::rulesets::catan::{Catan, DevCard, Event, Offer, Style, simulate};
use crate::rulesets::{Opening, Ruleset};

type Hands = Vec<[i32; 5]>;

/// Weights of all ends of the log.
fn walk(events: &[Event], hands: Hands, offer: Option<&Offer>, weight: f64, supply: i32, ends: &mut BTreeMap<Hands, f64>) {
    let Some((event, rest)) = events.split_first() else {
        *ends.entry(hands).or_default() += weight;
        return;
    };
    let mut next = hands.clone();
    let mut factor = 1.0;
    let mut offer = offer;
    match event {
        Event::Production(production) => {
            production.gains.iter().for_each(|(seat, gains)| add(&mut next, *seat, gains.counts(), 1));
        }
        Event::Build(build) if !build.free => add(&mut next, build.seat, build.piece.cost(), -1),
        Event::BankTrade(trade) => {
            add(&mut next, trade.seat, trade.give.counts(), -1);
            add(&mut next, trade.seat, trade.get.counts(), 1);
        }
        Event::PlayerTrade(trade) => {
            add(&mut next, trade.seat, trade.give.counts(), -1);
            add(&mut next, trade.partner, trade.get.counts(), -1);
            if next.iter().flatten().any(|count| *count < 0) {
                return;
            }
            add(&mut next, trade.seat, trade.get.counts(), 1);
            add(&mut next, trade.partner, trade.give.counts(), 1);
            offer = None;
        }
        Event::YearOfPlenty(year) => add(&mut next, year.seat, year.resources.counts(), 1),
        Event::Monopoly(monopoly) => {
            let kind = monopoly.resource as usize;
            for other in (0..hands.len()).filter(|other| *other != usize::from(monopoly.seat)) {
                let held = hands[other][kind];
                let said = monopoly.taken.as_ref().map(|taken| taken.get(&(other as u8)).map_or(0, |n| i32::from(*n)));
                if said.is_some_and(|said| said != held) {
                    return;
                }
                next[other][kind] = 0;
                next[usize::from(monopoly.seat)][kind] += held;
            }
            let all = next[usize::from(monopoly.seat)][kind] - hands[usize::from(monopoly.seat)][kind];
            if monopoly.total.is_some_and(|total| i32::from(total) != all) {
                return;
            }
        }
        Event::Steal(steal) => {
            let victim = hands[usize::from(steal.victim)];
            let size: i32 = victim.iter().sum();
            for kind in 0..5 {
                if steal.resource.is_some_and(|seen| seen as usize != kind) || victim[kind] == 0 {
                    continue;
                }
                let mut branch = hands.clone();
                branch[usize::from(steal.victim)][kind] -= 1;
                branch[usize::from(steal.thief)][kind] += 1;
                walk(rest, branch, offer, weight * f64::from(victim[kind]) / f64::from(size), supply, ends);
            }
            return;
        }
        Event::Discard(discard) => match &discard.cards {
            Some(cards) => add(&mut next, discard.seat, cards.counts(), -1),
            None => {
                let hand = hands[usize::from(discard.seat)];
                let all = ln_choose(hand.iter().sum::<i32>() as u32, u32::from(discard.count));
                for cards in subsets(&hand, i32::from(discard.count)) {
                    let ln: f64 = hand.iter().zip(cards).map(|(held, gone)| ln_choose(*held as u32, gone as u32)).sum();
                    let mut branch = hands.clone();
                    add(&mut branch, discard.seat, cards, -1);
                    walk(rest, branch, offer, weight * (ln - all).exp(), supply, ends);
                }
                return;
            }
        },
        Event::Turn(_) => offer = None,
        Event::Offer(made) => {
            offer = Some(made);
            if !holds(&hands[usize::from(made.seat)], made.give.counts()) {
                factor = 0.05;
            }
        }
        Event::Refuse(refuse) => {
            let held = offer.is_some_and(|offer| holds(&hands[usize::from(refuse.seat)], offer.get.counts()));
            factor = if held { 0.7 } else { 1.0 };
        }
        _ => {}
    }
    let short = (0..5).any(|kind| next.iter().map(|hand| hand[kind]).sum::<i32>() > supply);
    if next.iter().flatten().all(|count| *count >= 0) && !short {
        walk(rest, next, offer, weight * factor, supply, ends);
    }
}

fn add(hands: &mut Hands, seat: u8, cards: [i32; 5], sign: i32) {
    hands[usize::from(seat)].iter_mut().zip(cards).for_each(|(held, count)| *held += sign * count);
}

fn holds(hand: &[i32; 5], cards: [i32; 5]) -> bool {
    hand.iter().zip(cards).all(|(held, needed)| *held >= needed)
}

fn subsets(hand: &[i32; 5], count: i32) -> Vec<[i32; 5]> {
    let mut list = Vec::new();
    for code in 0..hand.iter().map(|held| held + 1).product() {
        let mut rest: i32 = code;
        let cards: [i32; 5] = hand.map(|held| {
            let digit = rest % (held + 1);
            rest /= held + 1;
            digit
        });
        if cards.iter().sum::<i32>() == count {
            list.push(cards);
        }
    }
    list
}

/// The views of the longest beginning of a game that has few enough hidden outcomes to walk.
fn walkable(opening: &Opening<Catan>, seed: u64, most: usize) -> Vec<Event> {
    let game = simulate(opening, Some(30), Style::Robbers, &mut seeded(seed, 77));
    let mut hidden = 0;
    game.events
        .into_iter()
        .take_while(|event| {
            hidden += match event {
                Event::Steal(_) => 1,
                Event::Discard(_) if !opening.setup.discards_are_public() => 3,
                _ => 0,
            };
            hidden <= most
        })
        .collect()
}

fn agrees(opening: &Opening<Catan>, events: &[Event], observer: Observer) {
    let mut watch = Watch::new(opening.clone(), observer);
    let mut views = Vec::new();
    for event in events {
        watch.try_event(event).unwrap();
        views.extend(Catan::view(opening, event, observer).map(Cow::into_owned));
    }
    let mut ends = BTreeMap::new();
    let seats = opening.seats.len();
    walk(&views, vec![[0; 5]; seats], None, 1.0, opening.setup.supply().unwrap_or(i32::MAX), &mut ends);
    let whole: f64 = ends.values().sum();
    let mut entropy = 0.0;
    let mut expected = vec![BTreeMap::<String, f64>::new(); seats * 5];
    for (hands, weight) in &ends {
        let p = weight / whole;
        entropy -= p * p.log2();
        hands.iter().flatten().enumerate().for_each(|(place, count)| *expected[place].entry(count.to_string()).or_default() += p);
    }
    let marginals = watch.marginals();
    for (place, values) in expected.iter().enumerate() {
        let variable = &marginals.variables[place];
        assert_eq!(variable.distribution.len(), values.len(), "{} for {observer}", variable.id);
        for (value, p) in values {
            assert!((variable.p(value) - p).abs() < 1e-9, "{} = {value} for {observer}", variable.id);
        }
    }
    assert_eq!(marginals.detail["worlds"], ends.len());
    for seat in 0..seats {
        let sizes: BTreeSet<i32> = ends.keys().map(|hands| hands[seat].iter().sum()).collect();
        let size = sizes.first().filter(|_| sizes.len() == 1);
        assert_eq!(marginals.detail["hand_sizes"][seat.to_string()], json!(size), "seat {seat} for {observer}");
    }
    for (resource, supply) in Resource::ALL.into_iter().filter_map(|resource| Some((resource, opening.setup.supply()?))) {
        let stocks: BTreeSet<i32> =
            ends.keys().map(|hands| supply - hands.iter().map(|hand| hand[resource as usize]).sum::<i32>()).collect();
        let bounds = json!({"min": stocks.first(), "max": stocks.last()});
        assert_eq!(marginals.detail["bank"][resource.name()], bounds, "{} for {observer}", resource.name());
    }
    assert!((watch.belief.hands.entropy_bits() - entropy).abs() < 1e-9);
}

#[test]
fn the_belief_is_the_enumeration_for_every_observer() {
    for seed in 0..60 {
        let seats = 2 + seed as usize % 5;
        let opening = opening(seats, json!({}), json!({}));
        let events = walkable(&opening, seed, 7);
        let observers = (0..seats as u8).map(Observer::Seat).chain([Observer::Public, Observer::Referee]);
        observers.for_each(|observer| agrees(&opening, &events, observer));
    }
}

#[test]
fn with_hidden_discards_and_a_small_bank_too() {
    for seed in 100..130 {
        let opening = opening(3, json!({"discards": "hidden", "bank_size": 9, "discard_limit": 5}), json!({}));
        let events = walkable(&opening, seed, 9);
        [Observer::Public, Observer::Seat(1)].into_iter().for_each(|observer| agrees(&opening, &events, observer));
    }
}

/// A table that hears of a monopoly only how many cards it took together.
#[test]
fn with_monopolies_told_in_total_too() {
    let (mut told, mut vague) = (0, 0);
    for seed in 0..60 {
        let opening = opening(3, json!({"discards": if seed % 2 == 0 { "public" } else { "hidden" }}), json!({}));
        let mut events = walkable(&opening, seed, 8);
        for event in &mut events {
            if let Event::Monopoly(monopoly) = event
                && let Some(taken) = monopoly.taken.take()
            {
                monopoly.total = Some(taken.values().sum());
                told += 1;
            }
        }
        let mut watch = Watch::new(opening.clone(), Observer::Public);
        events.iter().for_each(|event| watch.try_event(event).unwrap());
        vague += watch.table.counts.sizes.iter().filter(|size| size.vague).count();
        [Observer::Public, Observer::Seat(1)].into_iter().for_each(|observer| agrees(&opening, &events, observer));
    }
    assert!(told > 0 && vague > 0, "{told} monopolies, {vague} sizes that counting does not say");
}

/// Development cards by hard facts alone: every order of the unseen cards is as likely, and a play turns up the card
/// that the seat bought first. Enumerates orders of a small deck.
#[test]
fn development_cards_agree_with_every_order_of_a_small_deck() {
    let deck = json!({"dev_cards": {"knight": 2, "victory_point": 1, "monopoly": 1}});
    let mut watch = Watch::new(opening(2, deck, json!({"soft_weight": 0})), Observer::Public);
    watch
        .post("production", json!({"gains": {"0": {"sheep": 2, "wheat": 2, "ore": 2}, "1": {"sheep": 1, "wheat": 1, "ore": 1}}}));
    for seat in [0, 1, 0] {
        watch.post("build", json!({"seat": seat, "piece": "dev_card"}));
    }
    watch.post("play_dev_card", json!({"seat": 0, "card": "knight"}));
    // Orders of K K V M with a knight first: the rest is any order of K V M; seat 1 has the second card, seat 0 the third.
    super::close(watch.p("seat:1/dev_cards/knight", 1), 1.0 / 3.0);
    super::close(watch.p("seat:0/dev_cards/victory_point", 1), 1.0 / 3.0);
    // Six orders, each another pair of hands: log2(6) bits.
    super::close(watch.belief.holdings(&watch.table.dev_cards).entropy_bits(), 6.0_f64.log2());
    super::close(watch.pieces[0].surprisal_bits, 1.0);
    assert_eq!(watch.table.dev_cards.allowed(0, DevCard::Knight), 2);
}
