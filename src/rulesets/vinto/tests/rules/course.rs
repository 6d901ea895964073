//! Simulated games keep the rules, and everything that can happen does.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::belief::seeded;
use crate::rulesets::Observer;
use crate::rulesets::vinto::check::check;
use crate::rulesets::vinto::event::{Event, From, view};
use crate::rulesets::vinto::rank::{DECK, Rank, RankCounts};
use crate::rulesets::vinto::setup::{Setup, Sight};
use crate::rulesets::vinto::simulator::{Simulation, play};
use crate::rulesets::vinto::table::Table;

fn setups() -> [Setup; 4] {
    let plain = Setup::default();
    [
        plain.clone(),
        Setup { draws: Some(Sight::Private), ..plain.clone() },
        Setup { failures_shown: Some(false), initial_discard: Some(true), penalty_per_card: Some(false), ..plain.clone() },
        Setup { draws: Some(Sight::Private), discards: Some(Sight::Private), one_try: Some(false), row: Some(4), ..plain },
    ]
}

fn games(setup: &Setup) -> impl Iterator<Item = (usize, Simulation)> + '_ {
    (0..40_u64).map(|seed| {
        let seats = 2 + (seed % 5) as usize;
        (seats, play(setup, seats, Some(150), &mut seeded(seed, 6)))
    })
}

/// What a whole event and what any observer sees of it lead to is the same, and the rules allow it either way.
#[test]
fn every_event_is_allowed_and_every_view_leads_to_the_same_table() {
    for setup in setups() {
        for (seats, game) in games(&setup) {
            let mut table = Table::of(Arc::new(setup.clone()), seats);
            for event in &game.events {
                let next = table.after(event);
                for observer in [Observer::Public, Observer::Seat(0), Observer::Seat(1), Observer::Referee] {
                    let seen = view(&setup, event, observer);
                    let allowed = check(&table, &seen);
                    assert!(allowed.is_ok(), "{seen:?}: {}", allowed.expect_err("refused").rule);
                    assert_eq!(format!("{:?}", table.after(&seen)), format!("{next:?}"), "{seen:?}");
                }
                table = next;
            }
        }
    }
}

fn name(event: &Event) -> &'static str {
    match event {
        Event::Round(_) => "round",
        Event::Peek(_) => "peek",
        Event::Draw(_) => "draw",
        Event::Swap(swap) if swap.declared.is_none() => "swap",
        Event::Swap(swap) if swap.declared == swap.out => "declared rightly",
        Event::Swap(_) => "declared wrongly",
        Event::Discard(_) => "discard",
        Event::UseAction(used) => match used.from {
            From::Drawn => "used from drawn",
            From::Discard => "used from discard",
            From::TossIn => "used from toss_in",
            From::Declared => "used from declared",
        },
        Event::ForceDraw(_) => "force_draw",
        Event::TakeDiscard(_) => "take_discard",
        Event::Switch(switch) if switch.executed => "switch",
        Event::Switch(_) => "no switch",
        Event::Declare(declare) if declare.actual == Some(declare.rank) => "declare rightly",
        Event::Declare(_) => "declare wrongly",
        Event::TossIn(toss) if toss.success => "toss_in",
        Event::TossIn(_) => "toss_in wrongly",
        Event::TossWindow(_) => "toss_window",
        Event::Penalty(_) => "penalty",
        Event::Reshuffle(_) => "reshuffle",
        Event::Vinto(_) => "vinto",
        Event::Reveal(_) => "reveal",
    }
}

#[test]
fn everything_happens() {
    let mut happened: BTreeMap<&'static str, u32> = BTreeMap::new();
    for (_, game) in games(&Setup::default()) {
        for event in &game.events {
            *happened.entry(name(event)).or_default() += 1;
        }
    }
    assert_eq!(happened.len(), 24, "{happened:?}");
    assert!(happened.values().all(|count| *count >= 10), "{happened:?}");
}

/// The deck is always whole: rows, pile, hand and discards.
#[test]
fn no_card_is_lost() {
    let mut looked = 0;
    for setup in setups() {
        for (seats, game) in games(&setup) {
            let mut table = Table::of(Arc::new(setup.clone()), seats);
            for (event, truth) in game.events.iter().zip(&game.truth[1..]) {
                table = table.after(event);
                if !table.playing {
                    continue;
                }
                let mut counts: RankCounts = [0; 14];
                let shown = table.discards().iter().filter_map(|card| card.rank);
                let hidden = truth.rows.values().flatten().chain(&truth.draw_pile).chain(&truth.drawn).chain(&truth.face_down);
                for rank in shown.chain(hidden.copied()) {
                    counts[rank.index()] += 1;
                }
                assert_eq!(counts, Rank::IN_DECK, "{event:?}");
                assert_eq!(counts.iter().map(|count| usize::from(*count)).sum::<usize>(), DECK);
                looked += 1;
            }
        }
    }
    assert!(looked > 10_000, "{looked} tables");
}

/// A rank that the table shows of a card is its rank.
#[test]
fn what_is_shown_is_true() {
    for setup in setups() {
        for (seats, game) in games(&setup) {
            let mut table = Table::of(Arc::new(setup.clone()), seats);
            for (event, truth) in game.events.iter().zip(&game.truth[1..]) {
                table = table.after(event);
                for (seat, row) in table.shown_rows() {
                    for (shown, rank) in row.iter().zip(&truth.rows[&seat]) {
                        assert!(shown.is_none_or(|shown| shown == *rank), "{event:?}");
                    }
                }
            }
        }
    }
}
