//! Thousands of simulated games: the truth stays possible, whoever sees more rules out no less, and every kind of evidence occurs.

use std::collections::BTreeSet;

use serde_json::json;

use super::*;
use crate::belief::{Draws, Method, seeded};
use crate::rulesets::vinto::{Simulation, play};

fn setups() -> [Value; 4] {
    [
        json!({}),
        json!({"draws": "private"}),
        json!({"draws": "private", "discards": "private", "failures_shown": false}),
        json!({"failures_shown": false, "initial_discard": true, "one_try": false}),
    ]
}

fn game(setup: &Value, seats: usize, seed: u64) -> (Opening<Vinto>, Simulation) {
    let opening = opening(setup.clone(), json!({}), seats);
    let game = play(&opening.setup, seats, Some(4 * seats as u32), &mut seeded(seed, 1));
    (opening, game)
}

/// Calls `look` with the belief and its table after each event, and the event's place.
fn follow(opening: &Opening<Vinto>, game: &Simulation, observer: Observer, mut look: impl FnMut(&Watch<'_, Vinto>, usize)) {
    let mut watch = Watch::new(opening, observer);
    for (at, event) in game.events.iter().enumerate() {
        let taken = watch.see(event, &mut Evidence::off());
        taken.unwrap_or_else(|found| panic!("{observer}, event {at}, {event:?}: {found}"));
        look(&watch, at);
    }
}

/// Over two thousand games, looked at where they end and once on the way.
#[test]
fn the_truth_is_never_at_zero() {
    let mut judged = 0;
    for seed in 0..2_000_u64 {
        let (opening, game) = game(&setups()[seed as usize % 4], 2 + seed as usize % 4, seed);
        let observer = [Observer::Public, Observer::Seat(0), Observer::Referee][seed as usize % 3];
        let looks = [game.events.len() - 1, seed as usize % game.events.len()];
        follow(&opening, &game, observer, |watch, at| {
            if looks.contains(&at) {
                let ln = watch.ln_probability(&game.truth[at + 1]);
                assert!(ln.is_finite() && ln < 1e-9, "seed {seed}, {observer}, event {at}: the truth has ln p {ln}");
                judged += 1;
            }
        });
    }
    assert!(judged >= 2_000);
}

/// Published probabilities, too, where the posterior is drawn and not summed: with the preset, whose evidence sets every card of a row
/// apart, and a spectator who sees little. Games whose draws once left the true rank of a card out.
#[test]
fn a_drawn_posterior_rules_no_truth_out() {
    let mut judged = 0;
    for seed in [22, 30, 37, 40] {
        let opening = opening(json!({"draws": "private"}), json!({"preset": "seed"}), 5);
        let game = play(&opening.setup, 5, Some(60), &mut seeded(seed, 11));
        follow(&opening, &game, Observer::Public, |watch, at| {
            if !matches!(game.events[at], Event::TossWindow(_)) || watch.quality().method == Method::Exact {
                return;
            }
            for (seat, row) in watch.table.rows() {
                for (card, rank) in row.iter().zip(&game.truth[at + 1].rows[&seat]) {
                    let p = watch.belief.ranks(&watch.table, *card)[rank.index()];
                    assert!(p > 0.0, "seed {seed}, event {at}: {card} of seat {seat} cannot be {rank}");
                    judged += 1;
                }
            }
        });
    }
    assert!(judged > 1_000, "{judged}");
}

/// Worlds of the referee are possible to every seat, and those to the spectator.
#[test]
fn supports_nest() {
    let mut asked = 0;
    for seed in 0..40 {
        let (opening, game) = game(&setups()[seed as usize % 4], 3, seed);
        let observers = [Observer::Referee, Observer::Seat(1), Observer::Public];
        let watches = observers.map(|observer| {
            let mut watch = Watch::new(&opening, observer);
            let mut kept = Vec::new();
            for (at, event) in game.events.iter().enumerate() {
                watch.see(event, &mut Evidence::off()).expect("a true event");
                if at % 9 == 8 {
                    kept.push(watch.clone());
                }
            }
            kept
        });
        for (inner, outer) in [(0, 1), (1, 2)] {
            for (inside, outside) in watches[inner].iter().zip(&watches[outer]) {
                if outside.quality().method != Method::Exact {
                    continue;
                }
                for (_, world) in inside.sample(Draws { seed, count: 5 }).worlds {
                    let ln = outside.ln_probability(&world);
                    assert!(ln.is_finite(), "seed {seed}: {:?} rules out {world:?}", observers[outer]);
                    asked += 1;
                }
            }
        }
    }
    assert!(asked > 500, "{asked}");
}

/// All seven kinds occur; each piece has a summary, and a soft one its number.
#[test]
fn every_kind_of_evidence_occurs() {
    let mut kinds = BTreeSet::new();
    let errs = |event: &Event| matches!(event, Event::Declare(declare) if declare.actual != Some(declare.rank));
    // Kings are seldom wrong: besides a few games, one in which one is.
    let wrong = (0..3_000).find(|seed| game(&setups()[*seed as usize % 4], 3, *seed).1.events.iter().any(errs));
    for seed in (0..12).chain(wrong) {
        let (opening, game) = game(&setups()[seed as usize % 4], 3, seed);
        let mut watcher = Watcher::new(opening, Observer::Public);
        for event in &game.events {
            watcher.take(event);
            for piece in &watcher.pieces {
                kinds.insert(piece.kind);
                assert!(piece.summary.ends_with('.') && piece.summary.len() > 10, "{:?}", piece.summary);
                assert!(piece.surprisal_bits.is_finite() && piece.information_gain_bits >= 0.0);
                let soft = piece.strength == crate::belief::Strength::Soft;
                assert_eq!(soft, piece.parameters.is_some(), "{piece:?}");
                assert_eq!(piece.strength == crate::belief::Strength::Transition, piece.kind == "move", "{piece:?}");
            }
        }
    }
    let seven = [
        "direct_observation",
        "swap_behavior",
        "action_usage",
        "king_declaration",
        "toss_in_failure",
        "no_toss_in",
        "vinto_call",
    ];
    for kind in seven {
        assert!(kinds.contains(kind), "no {kind} among {kinds:?}");
    }
}
