//! Examples worked by hand: an urn of two red balls and a blue one, three seats.

use serde_json::json;

use super::*;

const RED: &str = "red";

fn close(p: f64, due: f64) {
    assert!((p - due).abs() < 1e-12, "{p}, not {due}");
}

/// Given three draws, of which seat 0 saw its own: a red ball is 2/3 for who saw nothing; for seat 0, which holds one of the two red
/// ones, 1/2 for each of the others.
#[test]
fn each_observer_knows_what_it_saw() {
    let mut given = urn(json!({}), OnContradiction::Reject);
    given.record("draw", json!({"seat": 0, "color": RED}));
    given.record("draw", json!({"seat": 1}));
    given.record("draw", json!({"seat": 2}));
    close(given.red(Observer::Public, 0), 2.0 / 3.0);
    close(given.red(Observer::Seat(1), 0), 2.0 / 3.0);
    close(given.red(Observer::Seat(0), 0), 1.0);
    close(given.red(Observer::Seat(0), 1), 0.5);
    close(given.red(Observer::Referee, 1), 0.5);
}

#[test]
fn a_broken_rule_is_refused_by_name_and_changes_nothing() {
    let mut given = urn(json!({}), OnContradiction::Quarantine);
    given.record("draw", json!({"seat": 0}));
    let refused = given.propose("draw", json!({"seat": 0})).expect_err("it has a ball");
    assert!(matches!(&refused, Error::Refused { rule, .. } if rule == "one_ball"), "{refused:?}");
    assert_eq!(given.head(), 1);
    let unknown = given.propose("throw", json!({})).expect_err("no such event");
    assert!(matches!(&unknown, Error::Malformed { pointer, .. } if pointer == "/type"), "{unknown:?}");
    let malformed = given.propose("draw", json!({"seat": 1, "colour": RED})).expect_err("an unknown field");
    assert!(matches!(&malformed, Error::Malformed { pointer, .. } if pointer.starts_with("/data")), "{malformed:?}");
}

/// Given seat 1's blue ball on the table, seat 0 cannot show a blue one too: there is one. The refusal names the event that says so.
#[test]
fn a_contradiction_names_the_conflicting_evidence() {
    let mut given = urn(json!({}), OnContradiction::Reject);
    given.record("draw", json!({"seat": 0}));
    given.record("draw", json!({"seat": 1}));
    given.record("show", json!({"seat": 1, "color": "blue"}));
    let refused = given.propose("show", json!({"seat": 0, "color": "blue"})).expect_err("there is one blue ball");
    let Error::Contradicted { evidence, revision, .. } = refused else { panic!("{refused:?}") };
    assert_eq!((evidence, revision), (vec![3], 3));
}

/// The same with seat 1's ball shown in the request that is refused: what is not recorded has no revision, and is named by its place.
#[test]
fn a_contradiction_names_conflicting_evidence_of_its_own_request() {
    let mut given = urn(json!({}), OnContradiction::Reject);
    given.record("draw", json!({"seat": 0}));
    let request = [
        ("draw", json!({"seat": 1})),
        ("show", json!({"seat": 1, "color": "blue"})),
        ("show", json!({"seat": 0, "color": "blue"})),
    ];
    let refused = given.propose_for(Observer::Referee, &request).expect_err("there is one blue ball");
    let Error::Contradicted { evidence, evidence_in_request, revision, pointer, .. } = refused else { panic!("{refused:?}") };
    assert_eq!((evidence, evidence_in_request, revision, pointer.as_str()), (vec![], vec!["/1".to_owned()], 1, "/2"));
}

/// What seat 0 saw of its own ball contradicts what it shows, and the spectator cannot know: a refusal written for the spectator names nothing.
#[test]
fn a_refusal_says_no_more_than_its_reader_knows() {
    let mut given = urn(json!({}), OnContradiction::Reject);
    given.record("draw", json!({"seat": 0, "color": RED}));
    let show = [("show", json!({"seat": 0, "color": "blue"}))];
    let refused = given.propose_for(Observer::Public, &show).expect_err("it holds a red one");
    let Error::Contradicted { detail, evidence, .. } = refused else { panic!("{refused:?}") };
    assert!(detail.starts_with("others at the table have reported otherwise") && evidence.is_empty(), "{detail} {evidence:?}");
    let refused = given.propose_for(Observer::Seat(0), &show).expect_err("it holds a red one");
    let Error::Contradicted { detail, evidence, .. } = refused else { panic!("{refused:?}") };
    assert_eq!((detail.as_str(), evidence), ("seat 0 cannot hold a Blue ball", vec![1]));
}

/// Under quarantine the same event is recorded: the referee and seat 0 leave it out; the spectator and the others take it, and the table
/// moves for everybody.
#[test]
fn who_cannot_take_an_event_leaves_it_out_and_the_table_moves_all_the_same() {
    let mut given = urn(json!({}), OnContradiction::Quarantine);
    given.record("draw", json!({"seat": 0, "color": RED}));
    let settled = given.record("show", json!({"seat": 0, "color": "blue"}));
    assert_eq!(settled.len(), 1, "the table took it, and it settled something");
    assert_eq!(given.left_out(Observer::Referee), [2]);
    assert_eq!(given.left_out(Observer::Seat(0)), [2]);
    assert_eq!(given.left_out(Observer::Public), Vec::<Revision>::new());
    close(given.red(Observer::Public, 0), 0.0);
    close(given.red(Observer::Referee, 0), 1.0);
}

/// What the spectator leaves out moves no table, and is left out by seats that could have taken it.
#[test]
fn what_the_spectator_leaves_out_everybody_leaves_out() {
    let mut given = urn(json!({}), OnContradiction::Quarantine);
    given.record("draw", json!({"seat": 0, "color": RED}));
    given.record("draw", json!({"seat": 1}));
    // Seat 0 and the referee leave this out; the spectator now takes seat 0's ball for the blue one.
    given.record("show", json!({"seat": 0, "color": "blue"}));
    // For the spectator there is no second blue ball; for seat 0 there is.
    let settled = given.record("show", json!({"seat": 1, "color": "blue"}));
    assert!(settled.is_empty(), "the table did not move");
    assert_eq!(given.left_out(Observer::Public), [4]);
    assert_eq!(given.left_out(Observer::Seat(0)), [3, 4]);
    assert_eq!(given.left_out(Observer::Seat(2)), [4]);
}

#[test]
fn a_retraction_counts_from_its_own_revision_on() {
    let mut given = urn(json!({}), OnContradiction::Reject);
    given.record("draw", json!({"seat": 0}));
    given.record("show", json!({"seat": 0, "color": RED}));
    given.record(
        "retract",
        json!({"revision": 2, "reason": "misread", "instead": {"type": "show", "data": {"seat": 0, "color": "blue"}}}),
    );
    close(given.red(Observer::Public, 0), 0.0);
    let then = given.fold(Observer::Public, 2);
    let query = json!({"type": "red", "seat": 0});
    assert_eq!(given.game.answer(&then.observer.belief, &then.table.table, query).expect("an answer")["p"], 1.0);
}

#[test]
fn a_retraction_that_leaves_a_later_event_impossible_is_refused_with_its_revision() {
    let mut given = urn(json!({}), OnContradiction::Reject);
    given.record("draw", json!({"seat": 0}));
    given.record("show", json!({"seat": 0, "color": RED}));
    let refused = given.propose("retract", json!({"revision": 1, "reason": "no draw"})).expect_err("who shows has drawn");
    let Error::Refused { rule, evidence, .. } = refused else { panic!("{refused:?}") };
    assert_eq!((rule.as_str(), evidence), ("retract_misfit", vec![2]));
    for (revision, what) in [(0, "the opening"), (9, "revision 9 is not in the log")] {
        let refused = given.propose("retract", json!({"revision": revision, "reason": ""})).expect_err(what);
        assert!(refused.to_string().contains(what), "{refused}");
    }
    let instead = json!({"revision": 2, "reason": "", "instead": {"type": "note", "data": {"text": "x"}}});
    let refused = given.propose("retract", instead).expect_err("a note stands for nothing");
    assert!(matches!(&refused, Error::Malformed { pointer, .. } if pointer == "/data/instead/type"), "{refused:?}");
}

#[test]
fn an_end_can_be_taken_back() {
    let mut given = urn(json!({}), OnContradiction::Reject);
    given.record("draw", json!({"seat": 0}));
    given.record("finish", json!({}));
    assert_eq!(given.log.finish(2), Some(2));
    assert_eq!(given.propose("draw", json!({"seat": 1})).expect_err("it is finished"), Error::Finished);
    given.record("note", json!({"text": "a remark may follow"}));
    given.record("retract", json!({"revision": 2, "reason": "we go on"}));
    assert_eq!(given.log.finish(4), None);
    given.record("draw", json!({"seat": 1}));
}

/// With room for one world a belief loses the truth; it is folded again with ten times the room, and takes the event after all.
#[test]
fn a_belief_that_dropped_mass_is_folded_again_with_more_room() {
    let mut given = urn(json!({"max_worlds": 1}), OnContradiction::Reject);
    for seat in 0..3 {
        given.record("draw", json!({"seat": seat}));
    }
    given.record("show", json!({"seat": 0, "color": "blue"}));
    let position = given.fold(Observer::Public, 4);
    assert_eq!(position.observer.widening, 10);
    close(given.red(Observer::Public, 0), 0.0);
    assert!(given.left_out(Observer::Public).is_empty());
}

/// What was written by an older schema is brought to today's where it is decoded, once.
#[test]
fn an_older_schema_is_brought_to_todays() {
    let given = urn(json!({}), OnContradiction::Reject);
    let game = &*given.game;
    let Ok(Meaning::Event(old)) = recorded(game, "draw", 1, &json!({"fist": 1})) else { panic!("schema 1 was shipped") };
    assert_eq!(game.actor(&old.event), Some(1));
    let unknown = recorded(game, "draw", 7, &json!({"seat": 1})).map(|_| ()).expect_err("no release wrote schema 7");
    assert!(unknown.to_string().contains("no release ever wrote this schema"), "{unknown}");
}

#[test]
fn a_log_without_its_beginning_says_so_instead_of_folding_less() {
    let mut given = urn(json!({}), OnContradiction::Reject);
    given.record("draw", json!({"seat": 0}));
    for _ in 0..40 {
        given.record("exchange", json!({"a": 0, "b": 0}));
    }
    given.log.trim(4);
    assert!(given.log.first() > 1);
    let script = Script::of(&given.log, given.head());
    let walk = Walk { game: &given.game, script: &script, line: None, budget: &Budget::full() };
    let begin = Position::begin(&*given.game, Observer::Public);
    assert!(matches!(walk.to(begin, given.head(), &mut Nobody), Err(Error::NeedsLog)));
}

#[test]
fn work_that_nobody_waits_for_ends() {
    let mut given = urn(json!({}), OnContradiction::Reject);
    given.record("draw", json!({"seat": 0}));
    let (script, budget) = (Script::of(&given.log, 1), Budget::full());
    budget.give_up();
    let walk = Walk { game: &given.game, script: &script, line: None, budget: &budget };
    assert!(matches!(walk.to(Position::begin(&*given.game, Observer::Public), 1, &mut Nobody), Err(Error::GivenUp)));
}

/// Seat 1's second blue ball was left out by all. Without its draw the same event breaks a rule, and still nobody has taken it: that is no
/// reason to keep the draw. Whoever folds the corrected log from its start leaves it out too.
#[test]
fn what_everybody_left_out_does_not_stand_against_a_retraction() {
    let mut given = urn(json!({}), OnContradiction::Quarantine);
    given.record("draw", json!({"seat": 0}));
    given.record("draw", json!({"seat": 1}));
    given.record("show", json!({"seat": 0, "color": "blue"}));
    given.record("show", json!({"seat": 1, "color": "blue"}));
    assert_eq!(given.left_out(Observer::Public), [4]);
    given.record("retract", json!({"revision": 2, "reason": "seat 1 did not draw"}));
    for observer in [Observer::Public, Observer::Seat(1), Observer::Referee] {
        assert_eq!(given.left_out(observer), [4], "{observer}");
        let position = given.fold(observer, given.head());
        let left_out = position.observer.left_out.iter().next().expect("one");
        assert_eq!(&*left_out.detail, "seat 1 has no ball", "the rule is named to {observer}");
    }
    // Seat 0 has shown its ball, which stands: its draw can not be taken back.
    let refused = given.propose("retract", json!({"revision": 1, "reason": ""})).expect_err("who shows has drawn");
    let Error::Refused { rule, evidence, .. } = refused else { panic!("{refused:?}") };
    assert_eq!((rule.as_str(), evidence), ("retract_misfit", vec![3]));
}

/// Three dice of a seat that has two, in a log that somebody damaged. Who sees a roll leaves it out, whoever folds first; nobody else hears of it; and it does
/// not stand against a retraction, which makes nothing of it worse.
#[test]
fn a_hidden_event_against_a_rule_is_left_out_by_those_who_see_it() {
    let ruleset = crate::rulesets::find("liars_dice").expect("it is hosted");
    let seats = (0..2).map(|seat| SeatOpening { person: format!("person-{seat}"), profile: Default::default() }).collect();
    let opening = ruleset.open(json!({}), json!({}), seats).expect("a playable table");
    let mut given = Given::new(ruleset.game(ruleset.schema(), opening).expect("its own opening"), OnContradiction::Reject);
    given.record("round", json!({"dice": {"0": 2, "1": 2}, "starter": 0}));
    given.record("bid", json!({"seat": 0, "quantity": 1, "face": 3}));
    let roll = recorded(&*given.game, "roll", ruleset.schema(), &json!({"seat": 0, "dice": [3, 3, 3]})).expect("a roll");
    given.log.push(entry("roll", roll, 0));
    given.judge = given.fold(Observer::Referee, given.head());
    let line = Line::default();
    for observer in [Observer::Public, Observer::Seat(1), Observer::Seat(0), Observer::Referee] {
        let position = given.carry(Position::begin(&*given.game, observer), given.head(), Some(&line));
        let left_out: Vec<Revision> = position.observer.left_out.iter().map(|left_out| left_out.revision).collect();
        let sees = matches!(observer, Observer::Seat(0) | Observer::Referee);
        assert_eq!(left_out, if sees { vec![3] } else { Vec::new() }, "{observer}");
        assert!(position.table.left_out.is_empty(), "{observer}");
    }
    given.record("retract", json!({"revision": 2, "reason": "it bid nothing yet"}));
    given.record("roll", json!({"seat": 0, "dice": [3, 5]}));
    assert_eq!(given.left_out(Observer::Seat(0)), [3]);
}

/// A release may say in other words why an event was left out: the snapshots of the one before are no less what its log gives.
#[test]
fn the_words_of_a_reason_are_no_part_of_a_snapshot() {
    let mut given = urn(json!({}), OnContradiction::Quarantine);
    given.record("draw", json!({"seat": 0}));
    given.record("draw", json!({"seat": 1}));
    given.record("show", json!({"seat": 0, "color": "blue"}));
    given.record("show", json!({"seat": 1, "color": "blue"}));
    let (game, folded) = (&*given.game, given.fold(Observer::Public, 4));
    let with = |change: &dyn Fn(&mut LeftOut)| {
        let left_out = folded.observer.left_out.iter().cloned().map(|mut entry| {
            change(&mut entry);
            entry
        });
        ObserverState { left_out: left_out.collect(), ..(*folded.observer).clone() }
    };
    assert!(agree_of_observer(game, &with(&|entry| entry.detail = "in other words".into()), &folded.observer));
    assert!(!agree_of_observer(game, &with(&|entry| entry.revision = 3), &folded.observer));
    assert!(!agree_of_observer(game, &given.fold(Observer::Public, 3).observer, &folded.observer));
}
