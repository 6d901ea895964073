//! What is settled about players, by hand and over many games.

use std::collections::BTreeMap;

use serde_json::json;

use super::{event, table};
use crate::belief::seeded;
use crate::rulesets::vinto::likelihood::TENDENCIES;
use crate::rulesets::vinto::setup::{Setup, Sight};
use crate::rulesets::vinto::simulator::{Mind, Person, Style, play, play_with};
use crate::rulesets::vinto::table::Table;
use crate::rulesets::{Conduct, PublicTable as _};

/// What rounds settled before there were clues with rates.
const HABITS: [&str; 5] = ["swaps_unseen", "tosses_known", "toss_errors", "uses_actions", "calls_early"];

/// (seat, tendency, successes, opportunities) of what each event settles.
fn settled(table: Table, events: &[serde_json::Value]) -> Vec<(u8, &'static str, u32, u32)> {
    let mut all = Vec::new();
    events.iter().fold(table, |table, value| {
        let (table, conduct) = table.advance(&event(value));
        all.extend(conduct.into_iter().map(|conduct| match conduct {
            Conduct::Count { seat, tendency, successes, opportunities, .. } => (seat, tendency, successes, opportunities),
            Conduct::Accuracy { .. } => panic!("nothing is stated in this game"),
        }));
        table
    });
    all
}

#[test]
fn a_round_by_hand() {
    let events = [
        json!({"round": {"first": 0}}),
        json!({"peek": {"seat": 0, "target": 0, "position": 0}}),
        json!({"peek": {"seat": 0, "target": 0, "position": 1}}),
        json!({"peek": {"seat": 1, "target": 1, "position": 1}}),
        // Seat 0 keeps an action card for one that it has not seen: two things are settled.
        json!({"draw": {"seat": 0, "card": "A"}}),
        json!({"swap": {"seat": 0, "position": 4, "drawn": "A", "out": "9"}}),
        // Seat 1 errs. It knows its card at place 1, and does not toss it in.
        json!({"toss_in": {"seat": 1, "positions": [0], "cards": ["4"], "success": false}}),
        json!({"penalty": {"seat": 1}}),
        json!({"toss_window": {"ranks": ["9"], "eligible": [0]}}),
        json!({"vinto": {"seat": 0}}),
        json!({"draw": {"seat": 1, "card": "7"}}),
        json!({"use_action": {"seat": 1, "card": "7", "from": "drawn"}}),
        json!({"peek": {"seat": 1, "target": 1, "position": 3}}),
        // Seat 0 knows its sevens at 0 and 1, and tosses in one of them.
        json!({"toss_in": {"seat": 0, "positions": [0], "cards": ["7"], "success": true}}),
        json!({"toss_window": {"ranks": ["7"], "eligible": [0, 1]}}),
        json!({"reveal": {"hands": {"0": ["7", "2", "2", "A"], "1": ["4", "5", "6", "6", "8", "9"]}}}),
    ];
    let expected = [
        (0, "swaps_unseen", 1, 1),
        (0, "uses_actions", 0, 1),
        (1, "toss_errors", 1, 1),
        (1, "uses_actions", 1, 1),
        (0, "toss_errors", 0, 1),
        // One seven was tossed in, one was not; 7 + 2 + 2 + 1 is 12.
        (0, "tosses_known", 1, 2),
        (0, "calls_early", 1, 1),
    ];
    let all = settled(table(&json!({}), 2), &events);
    let habits: Vec<_> = all.iter().copied().filter(|(_, name, ..)| HABITS.contains(name)).collect();
    assert_eq!(habits, expected);
    let clues: Vec<_> = all.iter().copied().filter(|(_, name, ..)| !HABITS.contains(name)).collect();
    // Seat 0 knew a 7 when it put an Ace in for a card that it did not know.
    for (name, done) in [("gives_unknown", 1), ("gives_known", 0), ("keeps_high", 1), ("keeps_action", 1)] {
        assert!(clues.contains(&(0, name, done, 1)), "{name} in {clues:?}");
    }
    let careless: Vec<_> = clues.iter().filter(|(_, name, ..)| *name == "careless").collect();
    assert_eq!(careless.len(), 2, "one count a game for each seat: {careless:?}");
}

/// Of two cards that seat 1 knows and throws together unseen, nobody knows which was wrong: neither counts as one that did not fit. Of one alone it
/// is known.
#[test]
fn an_unseen_throw_of_two_counts_as_one_toss_in() {
    let unfit = |positions: &[u8]| {
        let events = [
            json!({"round": {"first": 0}}),
            json!({"peek": {"seat": 1, "target": 1, "position": 0}}),
            json!({"peek": {"seat": 1, "target": 1, "position": 1}}),
            json!({"draw": {"seat": 0, "card": "3"}}),
            json!({"discard": {"seat": 0, "card": "3"}}),
            json!({"toss_in": {"seat": 1, "positions": positions, "success": false}}),
        ];
        let mut all = settled(table(&json!({"failures_shown": false}), 2), &events);
        all.retain(|(_, name, ..)| ["tosses_unfit", "toss_errors"].contains(name));
        all
    };
    assert_eq!(unfit(&[0, 1]), [(1, "toss_errors", 1, 1)]);
    assert_eq!(unfit(&[0]), [(1, "toss_errors", 1, 1), (1, "tosses_unfit", 1, 1)]);
}

/// Rates that the population shows, by tendency.
fn rates(setup: &Setup) -> BTreeMap<&'static str, (u32, u32)> {
    let mut rates: BTreeMap<&'static str, (u32, u32)> = BTreeMap::new();
    for seed in 0..60 {
        for conduct in play(setup, 4, None, &mut seeded(seed, 7)).conduct {
            let Conduct::Count { tendency, successes, opportunities, .. } = conduct else { continue };
            let sum = rates.entry(tendency).or_default();
            *sum = (sum.0 + successes, sum.1 + opportunities);
        }
    }
    rates
}

/// Every tendency is settled, open and closed, neither always nor never.
#[test]
fn every_tendency_shows() {
    for draws in [Sight::Public, Sight::Private] {
        let rates = rates(&Setup { draws: Some(draws), ..Setup::default() });
        assert_eq!(rates.len(), TENDENCIES.len(), "{rates:?}");
        // Of these persons few seem careless, and none throws an Ace or a King away.
        let never = ["careless", "discards_low_action"];
        let shown = |(name, (successes, of)): (&&str, &(u32, u32))| {
            *of > 50 && successes < of && (*successes > 0 || never.contains(name))
        };
        assert!(rates.iter().all(shown), "{rates:?}");
    }
}

/// A person that never tosses in what it knows settles another rate than one that always does.
#[test]
fn habits_show_in_what_is_settled() {
    let share = |tosses_known: f64| {
        let mut done = (0, 0);
        for seed in 0..20 {
            let style = Style { tosses_known, toss_errors: 0.0, ..Style::careful() };
            let mut persons = [Person::new(style), Person::new(Style::careful()), Person::new(Style::careful())];
            let mut minds: Vec<&mut dyn Mind> = persons.iter_mut().map(|person| person as &mut dyn Mind).collect();
            for conduct in play_with(&Setup::default(), &mut minds, None, &mut seeded(seed, 8)).conduct {
                if let Conduct::Count { seat: 0, tendency: "tosses_known", successes, opportunities, .. } = conduct {
                    done = (done.0 + successes, done.1 + opportunities);
                }
            }
        }
        assert!(done.1 > 20, "{done:?}");
        f64::from(done.0) / f64::from(done.1)
    };
    let (never, always) = (share(0.0), share(1.0));
    // Kings, Jokers and some Aces are better kept, so that even the keenest does not always.
    assert!(never < 0.05 && always > 0.7, "{never} and {always}");
}
