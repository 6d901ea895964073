//! Beliefs that lost worlds, in a hosted game: what is served of them is the same wherever a fold begins, and evidence tells where they are begun again.

use std::collections::BTreeMap;

use serde_json::json;

use super::*;
use crate::belief::{Marginal, Marginals, Method};
use crate::rulesets::{EvidenceType, find};

/// A game of three seats whose beliefs track so many worlds.
fn capped(max_worlds: u32, on_contradiction: OnContradiction) -> Given {
    let ruleset = find("catan").expect("it is hosted");
    let seats = (0..3).map(|seat| SeatOpening { person: format!("person-{seat}"), profile: Default::default() }).collect();
    let opening = ruleset.open(json!({}), json!({"max_worlds": max_worlds}), seats).expect("a playable table");
    Given::new(ruleset.game(ruleset.schema(), opening).expect("its own opening"), on_contradiction)
}

/// Two of 17 cards are stolen, and one of the two was the only ore: of the 14 pairs there are, the four with an ore are the lightest, and no belief that
/// tracks one world or ten has one of them.
fn with_a_stolen_ore() -> Given {
    let mut given = capped(1, OnContradiction::Reject);
    given.record("production", json!({"gains": {"1": {"wood": 4, "brick": 4, "sheep": 4, "wheat": 4, "ore": 1}}}));
    for _ in 0..2 {
        given.record("steal", json!({"thief": 0, "victim": 1}));
    }
    given.record("bank_trade", json!({"seat": 0, "give": {"ore": 1}, "get": {"sheep": 1}}));
    given
}

fn marginals(given: &Given, position: &Position) -> Marginals {
    given.game.marginals(&position.observer.belief, &position.table.table)
}

/// What is believed of each variable.
type Believed = BTreeMap<String, BTreeMap<String, f64>>;

fn believed(marginals: &Marginals) -> Believed {
    let values = |m: &Marginal| m.distribution.iter().map(|outcome| (outcome.value.clone(), outcome.p)).collect();
    marginals.variables.iter().map(|m| (m.id.clone(), values(m))).collect()
}

#[track_caller]
fn same(one: &BTreeMap<String, f64>, other: &BTreeMap<String, f64>, place: &str) {
    assert!(one.keys().eq(other.keys()), "{place}: {one:?} is not {other:?}");
    assert!(one.iter().all(|(value, p)| (p - other[value]).abs() < 1e-9), "{place}: {one:?} is not {other:?}");
}

/// The evidence of a whole log, whose pieces must join end to end on each variable, from the prior to the belief at every revision.
fn joined(given: &Given, observer: Observer) -> Vec<Timed> {
    let script = Script::of(&given.log, given.head());
    let walk = Walk { game: &given.game, script: &script, line: None, budget: &Budget::full() };
    let mut position = Position::begin(&*given.game, observer);
    let (mut now, mut all) = (believed(&marginals(given, &position)), Vec::new());
    for revision in 1..=given.head() {
        let mut timeline = Timeline::default();
        position = walk.to(position, revision, &mut timeline).expect("the log is in memory");
        for Timed { piece, .. } in &timeline.0 {
            for (variable, after) in &piece.after {
                let place = format!("{observer}, revision {revision}, {variable} before {:?}", piece.summary);
                same(&now[variable], &piece.before[variable], &place);
                now.insert(variable.clone(), after.clone());
            }
        }
        for (variable, values) in believed(&marginals(given, &position)) {
            same(&now[&variable], &values, &format!("{observer}, revision {revision}, {variable}"));
        }
        all.extend(timeline.0);
    }
    all
}

/// Revisions and kinds of the evidence from a revision on.
fn kinds(told: &[Timed], from: Revision) -> Vec<(Revision, &'static str)> {
    told.iter().filter(|timed| timed.revision >= from).map(|timed| (timed.revision, timed.piece.kind)).collect()
}

/// A belief that begins again tracks as many worlds as one that was folded again, also before it was in a snapshot: seat 0 holds a sheep and one of four
/// others, and nothing of that was lost.
#[test]
fn a_belief_that_begins_again_is_the_same_from_a_snapshot() {
    let mut given = with_a_stolen_ore();
    let again = given.fold(Observer::Public, 4);
    let believed = marginals(&given, &again);
    assert_eq!((believed.quality.method, believed.quality.dropped_mass), (Method::Restarted, 1.0));
    assert_eq!(
        (again.observer.widening, &believed.detail["worlds"], &believed.detail["max_worlds"]),
        (10, &json!(4), &json!(10))
    );
    given.record("steal", json!({"thief": 2, "victim": 1}));
    given.record("steal", json!({"thief": 2, "victim": 0}));
    let folded = given.frozen(&given.fold(Observer::Public, 6));
    for revision in 0..=6 {
        let carried = given.carry(given.thawed(&given.fold(Observer::Public, revision)), 6, None);
        assert!(folded == given.frozen(&carried), "thawed at {revision}");
    }
}

/// Of two wood and a brick one was stolen, and the belief kept the wood alone. That a brick is given away has it folded again: it was the brick with 1/3, of
/// which the event told log2 3 bits.
#[test]
fn evidence_tells_that_a_belief_was_folded_again() {
    let mut given = capped(1, OnContradiction::Reject);
    given.record("production", json!({"gains": {"1": {"wood": 2, "brick": 1}}}));
    given.record("steal", json!({"thief": 0, "victim": 1}));
    given.record("bank_trade", json!({"seat": 0, "give": {"brick": 1}, "get": {"sheep": 1}}));
    let told = joined(&given, Observer::Public);
    assert_eq!(kinds(&told, 3), [(3, "begun_again"), (3, "bank_trade"), (3, "bank_trade")]);
    let [again, paid, _] = &told[told.len() - 3..] else { panic!("three pieces") };
    let brick = |values: &[(&str, f64)]| values.iter().map(|(value, p)| ((*value).to_owned(), *p)).collect();
    same(&again.piece.before["seat:0/brick"], &brick(&[("0", 1.0)]), "before");
    same(&again.piece.after["seat:0/brick"], &brick(&[("0", 2.0 / 3.0), ("1", 1.0 / 3.0)]), "after");
    assert!((paid.piece.surprisal_bits - libm::log2(3.0)).abs() < 1e-12, "{}", paid.piece.surprisal_bits);
    let after = marginals(&given, &given.fold(Observer::Public, 3));
    assert_eq!(
        (after.quality.method, after.quality.dropped_mass),
        (Method::Exact, 0.0),
        "with room for ten worlds none was lost"
    );
    assert_eq!(after.detail["max_worlds"], 10);
    assert!(
        marginals(&given, &given.fold(Observer::Public, 2)).detail.get("max_worlds").is_none(),
        "the parameter says it there"
    );
}

/// It is told twice where no world is left even with more room.
#[test]
fn evidence_tells_that_a_belief_began_again() {
    let told = joined(&with_a_stolen_ore(), Observer::Public);
    assert_eq!(kinds(&told, 4), [(4, "begun_again"), (4, "begun_again")]);
}

/// Who saw wood stolen leaves out that the thief gives a brick away, which the spectator takes: cards moved, and it begins again.
#[test]
fn evidence_tells_that_a_belief_began_again_after_what_it_left_out() {
    let mut given = capped(200_000, OnContradiction::Quarantine);
    given.record("production", json!({"gains": {"1": {"wood": 1, "brick": 1}}}));
    given.record("steal", json!({"thief": 0, "victim": 1, "resource": "wood"}));
    given.record("bank_trade", json!({"seat": 0, "give": {"brick": 1}, "get": {"sheep": 1}}));
    for observer in [Observer::Seat(0), Observer::Seat(1), Observer::Referee] {
        assert_eq!(given.left_out(observer), [3], "{observer}");
        assert_eq!(kinds(&joined(&given, observer), 3), [(3, "begun_again")], "{observer}");
    }
    assert_eq!(kinds(&joined(&given, Observer::Public), 3), [(3, "bank_trade"), (3, "bank_trade")]);
}

/// Simulated games, of which a belief keeps one world: no change is without a word, no more worlds are tracked than is said, and a snapshot gives what a
/// fold gives.
#[test]
fn every_change_is_told_also_where_beliefs_lose_worlds() {
    let mut again = 0;
    for seed in 0..6 {
        let mut given = capped(1, OnContradiction::Reject);
        let simulated = find("catan").expect("it is hosted").simulate(3, Some(50), seed).expect("three may play");
        for (kind, data) in simulated.events {
            given.record(&kind, data);
        }
        for observer in [Observer::Public, Observer::Seat(1)] {
            let told = joined(&given, observer);
            again += told.iter().filter(|timed| timed.piece.kind == EvidenceType::BEGUN_AGAIN.name).count();
            let folded = given.frozen(&given.fold(observer, given.head()));
            for revision in (0..given.head()).step_by(20) {
                let position = given.fold(observer, revision);
                let detail = marginals(&given, &position).detail;
                let most = detail.get("max_worlds").map_or(1, |most| most.as_u64().expect("a number"));
                assert!(
                    detail["worlds"].as_u64().expect("a number") <= most,
                    "seed {seed}, {observer}, revision {revision}: {detail}"
                );
                let carried = given.carry(given.thawed(&position), given.head(), None);
                assert!(folded == given.frozen(&carried), "seed {seed}, {observer}, thawed at {revision}");
            }
        }
    }
    assert!(again > 3, "{again} beliefs were begun again");
}

/// Seat 0, which tracks too few worlds, begins again and takes a trade that the spectator's exact belief rules out: seat 2 has no ore. The table does not
/// move by it, whoever is asked first, and whoever judges refuses it.
#[test]
fn whether_a_table_moves_does_not_depend_on_who_is_asked_first() {
    let ruleset = find("catan").expect("it is hosted");
    let seats = (0..4).map(|seat| SeatOpening { person: format!("person-{seat}"), profile: Default::default() }).collect();
    let opening = ruleset.open(json!({}), json!({"prune_threshold": 0.2, "soft_weight": 0}), seats).expect("a playable table");
    let game = ruleset.game(ruleset.schema(), opening).expect("its own opening");
    let mut given = Given::new(game, OnContradiction::Quarantine);
    given.record("production", json!({"gains": {"1": {"wood": 1}, "2": {"wood": 1, "brick": 1}, "3": {"ore": 5}}}));
    given.record("steal", json!({"thief": 1, "victim": 2, "resource": "wood"}));
    for turn in 0..11 {
        let (thief, victim) = if turn % 2 == 0 { (0, 1) } else { (1, 0) };
        given.record("steal", json!({"thief": thief, "victim": victim, "resource": "wood"}));
    }
    let methods = [Observer::Public, Observer::Seat(0)].map(|observer| {
        let position = given.fold(observer, given.head());
        marginals(&given, &position).quality.method
    });
    assert_eq!(methods, [Method::Exact, Method::Capped], "seat 0 knows more, and tracks less");
    let trade = json!({"seat": 0, "give": {"wood": 1}, "partner": 2, "get": {"ore": 1}});
    for judge in [Observer::Referee, Observer::Seat(0)] {
        let payload = serde_json::to_vec(&trade).expect("JSON is serialisable");
        let proposals = [Proposal { kind: "player_trade".to_owned(), payload, pointer: String::new() }];
        let judging = Judging {
            game: &given.game,
            on_contradiction: OnContradiction::Reject,
            log: &given.log,
            head: given.head(),
            proposals: &proposals,
            reader: judge,
            budget: &Budget::full(),
        };
        assert!(judging.judge(given.fold(judge, given.head())).is_err(), "{judge} refuses it");
    }
    given.record("player_trade", trade);
    let head = given.head();
    let alone: Vec<_> = given.observers().into_iter().map(|observer| given.frozen(&given.fold(observer, head))).collect();
    assert!(alone.iter().all(|[table, _]| *table == alone[0][0]), "one table for all");
    for first in given.observers() {
        let line = Line::default();
        given.carry(Position::begin(&*given.game, first), head, Some(&line));
        for (observer, alone) in given.observers().into_iter().zip(&alone) {
            let after = given.carry(Position::begin(&*given.game, observer), head, Some(&line));
            assert!(given.frozen(&after) == *alone, "{observer}, after {first}");
            assert_eq!(given.left_out(observer), [head], "{observer}, after {first}");
        }
    }
}
