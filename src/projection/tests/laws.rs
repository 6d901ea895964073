//! Laws over random scripts: contradictions by different observers, retractions, and retractions of what was retracted before.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

/// What may be proposed next; revisions are taken modulo what is there.
#[derive(Clone, Debug)]
enum Proposed {
    Draw(u8, Option<bool>),
    Show(u8, bool),
    Exchange(u8, u8),
    Retract(u64, Option<Box<Proposed>>),
    Note,
    Restart,
}

fn event() -> impl Strategy<Value = Proposed> {
    let seat = 0..3_u8;
    prop_oneof![
        3 => (seat.clone(), proptest::option::of(any::<bool>())).prop_map(|(seat, red)| Proposed::Draw(seat, red)),
        4 => (seat.clone(), any::<bool>()).prop_map(|(seat, red)| Proposed::Show(seat, red)),
        2 => (seat.clone(), seat).prop_map(|(a, b)| Proposed::Exchange(a, b)),
    ]
}

fn proposed() -> impl Strategy<Value = Proposed> {
    prop_oneof![
        8 => event(),
        2 => (any::<u64>(), proptest::option::of(event().prop_map(Box::new))).prop_map(|(at, instead)| Proposed::Retract(at, instead)),
        1 => Just(Proposed::Note),
        1 => Just(Proposed::Restart),
    ]
}

fn color(red: bool) -> &'static str {
    if red { "red" } else { "blue" }
}

impl Proposed {
    /// Type and data at a head.
    fn event(&self, head: Revision) -> (&'static str, Value) {
        match self {
            Self::Draw(seat, None) => ("draw", json!({"seat": seat})),
            Self::Draw(seat, Some(red)) => ("draw", json!({"seat": seat, "color": color(*red)})),
            Self::Show(seat, red) => ("show", json!({"seat": seat, "color": color(*red)})),
            Self::Exchange(a, b) => ("exchange", json!({"a": a, "b": b})),
            Self::Retract(at, None) => ("retract", json!({"revision": at % (head + 1), "reason": ""})),
            Self::Retract(at, Some(instead)) => {
                let (kind, data) = instead.event(head);
                let instead = json!({"type": kind, "data": data});
                ("retract", json!({"revision": at % (head + 1), "reason": "", "instead": instead}))
            }
            Self::Note | Self::Restart => ("note", json!({"text": "x"})),
        }
    }
}

/// Plays what is proposed; refusals change nothing. Gives how many were accepted.
fn play(given: &mut Given, all: &[Proposed]) -> usize {
    let mut accepted = 0;
    for proposed in all {
        let (kind, data) = proposed.event(given.head());
        let (before, head) = (given.frozen(&given.judge), given.head());
        match given.propose(kind, data) {
            Ok(_) => accepted += 1,
            Err(_) => assert!(before == given.frozen(&given.judge) && head == given.head(), "a refusal changed something"),
        }
    }
    accepted
}

fn given(quarantine: bool, most: usize) -> Given {
    urn(json!({"max_worlds": most}), if quarantine { OnContradiction::Quarantine } else { OnContradiction::Reject })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, max_global_rejects: 30_000, ..ProptestConfig::default() })]

    /// What the judge was carried to, event by event, is what a fold of the log gives; so is what everybody else is carried to, by
    /// the tables that others left, from anywhere, and from a snapshot. There is one table for all.
    #[test]
    fn carried_is_folded(all in proptest::collection::vec(proposed(), 1..40), quarantine: bool, few: bool) {
        let mut given = given(quarantine, if few { 2 } else { 1_000 });
        play(&mut given, &all);
        let head = given.head();
        prop_assert_eq!(given.frozen(&given.judge), given.frozen(&given.fold(Observer::Referee, head)), "the judge");
        let spectator = given.fold(Observer::Public, head);
        for observer in given.observers() {
            let folded = given.fold(observer, head);
            let frozen = given.frozen(&folded);
            prop_assert_eq!(&frozen[0], &given.frozen(&spectator)[0], "one table, {}", observer);
            let shared = given.carry(Position::begin(&*given.game, observer), head, Some(&given.line));
            prop_assert_eq!(&frozen, &given.frozen(&shared), "over the tables of others, {}", observer);
            for start in (0..head).step_by(3).filter(|start| given.log.agrees(*start, head)) {
                let carried = given.carry(given.fold(observer, start), head, None);
                prop_assert_eq!(&frozen, &given.frozen(&carried), "from revision {}, {}", start, observer);
                let thawed = given.thawed(&given.fold(observer, start));
                prop_assert_eq!(&frozen, &given.frozen(&given.carry(thawed, head, None)), "thawed at {}, {}", start, observer);
            }
        }
    }

    /// Of a belief that loses nothing, whatever a seat takes the spectator takes: the table of a log without quarantine is every event's.
    #[test]
    fn nothing_is_left_out_where_contradictions_are_refused(all in proptest::collection::vec(event(), 1..30)) {
        let mut given = given(false, 1_000);
        play(&mut given, &all);
        for observer in given.observers() {
            prop_assert!(given.left_out(observer).is_empty(), "{}", observer);
        }
    }

    /// A log whose misreadings were put right gives what the right log would have given.
    #[test]
    fn a_corrected_log_is_the_right_log(all in proptest::collection::vec(event(), 2..20), place: u64, instead in event()) {
        let mut wrong = given(false, 1_000);
        play(&mut wrong, &all);
        prop_assume!(wrong.head() > 0);
        let target = 1 + place % wrong.head();
        let (kind, data) = Proposed::Retract(target, Some(Box::new(instead.clone()))).event(Revision::MAX - 1);
        let right_events: Vec<(String, Value)> = {
            let mut events = Vec::new();
            let mut played = given(false, 1_000);
            for proposed in &all {
                let (kind, data) = proposed.event(played.head());
                if played.propose(kind, data.clone()).is_ok() {
                    events.push((kind.to_owned(), data));
                }
            }
            let (kind, data) = instead.event(0);
            events[target as usize - 1] = (kind.to_owned(), data);
            events
        };
        prop_assume!(wrong.propose(kind, data).is_ok());
        let mut right = given(false, 1_000);
        for (kind, data) in &right_events {
            prop_assert!(right.propose(kind, data.clone()).is_ok(), "the retraction was accepted, and the right log is not: {} {}", kind, data);
        }
        for observer in right.observers() {
            let (one, other) = (wrong.fold(observer, wrong.head()), right.fold(observer, right.head()));
            let bits = |given: &Given, position: &Position| {
                let marginals = given.game.marginals(&position.observer.belief, &position.table.table);
                (marginals.hash(), given.game.freeze_table(&position.table.table))
            };
            prop_assert_eq!(bits(&wrong, &one), bits(&right, &other), "{}", observer);
        }
    }

    /// A sealed snapshot that was changed anywhere, or is asked for another place, does not thaw.
    #[test]
    fn a_damaged_snapshot_does_not_thaw(all in proptest::collection::vec(event(), 1..12), place: usize, bit in 0..8_u8) {
        let mut given = given(false, 1_000);
        play(&mut given, &all);
        let position = given.fold(Observer::Public, given.head());
        let ties = Ties { stream: "game/g", revision: given.head(), schema: 2, model: 1 };
        let sealed = freeze_observer(&*given.game, &position.observer, &ties);
        prop_assert!(thaw_observer(&*given.game, Observer::Public, &sealed, &ties).is_ok());
        let mut damaged = sealed.clone();
        let place = place % sealed.len();
        damaged[place] ^= 1 << bit;
        let elsewhere = Ties { stream: "game/h", ..ties };
        prop_assert!(thaw_observer(&*given.game, Observer::Public, &damaged, &ties).is_err());
        prop_assert!(thaw_observer(&*given.game, Observer::Public, &sealed[..place], &ties).is_err());
        prop_assert!(thaw_observer(&*given.game, Observer::Seat(0), &sealed, &ties).is_err());
        prop_assert!(thaw_observer(&*given.game, Observer::Public, &sealed, &elsewhere).is_err());
    }
}
