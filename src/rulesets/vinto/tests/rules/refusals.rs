//! Every rule refuses by its name, at a table where one event before it was allowed.

use serde_json::{Value, json};

use super::{after, refusal, table};

/// At a table of three with these house rules, after these events, this one is refused.
#[track_caller]
fn refuses(rule: &str, setup: &Value, before: &[Value], event: &Value) {
    let table = after(table(setup, 3), before);
    let refusal = refusal(&table, event);
    assert_eq!(refusal.rule, rule, "{event}: {refusal}");
    assert!(refusal.detail.len() > 15, "{refusal}: names the mistake and the cure");
}

/// The same, and the detail names the house rule that it is by.
#[track_caller]
fn refuses_by(switch: &str, rule: &str, setup: &Value, before: &[Value], event: &Value) {
    let refusal = refusal(&after(table(setup, 3), before), event);
    assert_eq!(refusal.rule, rule, "{event}: {refusal}");
    assert!(refusal.detail.contains(&format!("(setup `{switch}`)")), "{refusal}");
}

fn round() -> Value {
    json!({"round": {"first": 0}})
}

fn draw(seat: u8, card: &str) -> Value {
    json!({"draw": {"seat": seat, "card": card}})
}

fn discard(seat: u8, card: &str) -> Value {
    json!({"discard": {"seat": seat, "card": card}})
}

fn peek(seat: u8, target: u8, position: u8) -> Value {
    json!({"peek": {"seat": seat, "target": target, "position": position}})
}

fn used(seat: u8, card: &str, from: &str) -> Value {
    json!({"use_action": {"seat": seat, "card": card, "from": from}})
}

fn swap(seat: u8, position: u8, out: &str) -> Value {
    json!({"swap": {"seat": seat, "position": position, "out": out}})
}

fn switch(a: (u8, u8), b: (u8, u8)) -> Value {
    let place = |(seat, position): (u8, u8)| json!({"seat": seat, "position": position});
    json!({"switch": {"seat": 0, "a": place(a), "b": place(b), "executed": true}})
}

fn toss(seat: u8, positions: &[u8], cards: &[&str], success: bool) -> Value {
    json!({"toss_in": {"seat": seat, "positions": positions, "cards": cards, "success": success}})
}

fn vinto(seat: u8) -> Value {
    json!({"vinto": {"seat": seat}})
}

fn declare(rank: &str, actual: Option<&str>) -> Value {
    json!({"declare": {"seat": 0, "target": 1, "position": 2, "rank": rank, "actual": actual}})
}

/// A whole turn that changes nothing but the pile.
fn turn(seat: u8, card: &str) -> [Value; 2] {
    [draw(seat, card), discard(seat, card)]
}

fn joined(parts: &[&[Value]]) -> Vec<Value> {
    parts.concat()
}

#[test]
fn rounds_and_seats() {
    let none = json!({});
    refuses("no_round", &none, &[], &draw(0, "3"));
    refuses("round_running", &none, &[round()], &round());
    refuses("unknown_seat", &none, &[], &json!({"round": {"first": 3}}));
    refuses("unknown_position", &none, &[round()], &peek(0, 0, 5));
    refuses("first_discard", &json!({"initial_discard": true}), &[], &round());
    refuses("first_discard", &none, &[], &json!({"round": {"first": 0, "discard": "3"}}));
    let hands = json!({"reveal": {"hands": {"0": ["3", "3", "3", "3", "4"]}}});
    refuses("reveal_early", &none, &[round()], &hands);
    let called = joined(&[&[round()], &turn(0, "3"), &[vinto(0)]]);
    refuses("reveal_early", &none, &called, &hands);
    let over = joined(&[&called, &turn(1, "4"), &turn(2, "5")]);
    refuses("round_over", &none, &over, &draw(0, "6"));
    refuses("hands", &none, &over, &hands);
    let short = json!({"reveal": {"hands": {"0": ["A"], "1": [], "2": []}}});
    refuses("hands", &none, &over, &short);
    let owing = joined(&[&over, &[toss(1, &[0], &["9"], false)]]);
    refuses("penalty_owed", &none, &owing, &hands);
    refuses("called_twice", &none, &called, &vinto(1));
}

#[test]
fn turns_and_draws() {
    let none = json!({});
    refuses("turn", &none, &[round()], &draw(1, "3"));
    refuses("turn_open", &none, &[round(), draw(0, "3")], &draw(1, "4"));
    refuses("turn", &none, &joined(&[&[round()], &turn(0, "3")]), &draw(2, "4"));
    refuses("card_missing", &none, &[round()], &json!({"draw": {"seat": 0}}));
    refuses("nothing_drawn", &none, &[round()], &discard(0, "3"));
    refuses("drawn_card", &none, &[round(), draw(0, "3")], &discard(0, "4"));
    refuses("card_missing", &none, &[round(), draw(0, "3")], &json!({"swap": {"seat": 0, "position": 0}}));
    let private = json!({"draws": "private", "discards": "private"});
    let declared = json!({"swap": {"seat": 0, "position": 0, "declared": "Q"}});
    refuses("declared_unseen", &private, &[round(), draw(0, "3")], &declared);
    // Five of a rank.
    let fives = joined(&[&[round()], &turn(0, "5"), &turn(1, "5"), &turn(2, "5"), &turn(0, "5")]);
    refuses("rank_count", &none, &fives, &draw(1, "5"));
    // A drawn card that lies in the row is what all saw.
    let kept = joined(&[&[round(), draw(0, "3"), swap(0, 1, "9")], &turn(1, "4"), &turn(2, "4"), &[draw(0, "2")]]);
    refuses("shown_rank", &none, &kept, &swap(0, 1, "7"));
    refuses("no_discard", &none, &[round()], &json!({"take_discard": {"seat": 0, "card": "7"}}));
    let seven = joined(&[&[round()], &turn(0, "7")]);
    refuses("top_discard", &none, &seven, &json!({"take_discard": {"seat": 1, "card": "8"}}));
    let spent = [round(), draw(0, "7"), used(0, "7", "drawn")];
    refuses("spent_discard", &none, &spent, &json!({"take_discard": {"seat": 1, "card": "7"}}));
    let three = joined(&[&[round()], &turn(0, "3")]);
    refuses("spent_discard", &none, &three, &json!({"take_discard": {"seat": 1, "card": "3"}}));
}

#[test]
fn the_pile() {
    let none = json!({});
    // Three rows of five leave 39 cards.
    refuses("kept", &none, &joined(&[&[round()], &turn(0, "7"), &turn(1, "7")]), &json!({"reshuffle": {"kept": 1}}));
    refuses("nothing_to_shuffle", &none, &joined(&[&[round()], &turn(0, "7")]), &json!({"reshuffle": {"kept": 38}}));
    let private = json!({"discards": "private"});
    let unseen = joined(&[&[round(), draw(0, "3"), json!({"swap": {"seat": 0, "position": 0}})], &turn(1, "7")]);
    refuses("unseen_discards", &private, &unseen, &json!({"reshuffle": {"kept": 37}}));
    refuses("no_penalty_owed", &none, &[round()], &json!({"penalty": {"seat": 1}}));
    let ranks = ["2", "3", "4", "5", "6", "A", "7", "8", "9", "10"];
    let mut all = vec![round()];
    for number in 0..39_usize {
        all.extend(turn((number % 3) as u8, ranks[number / 4]));
    }
    refuses("draw_pile_empty", &none, &all, &draw(0, "10"));
}

#[test]
fn looks_and_actions() {
    let none = json!({});
    refuses("peek_target", &none, &[round()], &peek(0, 1, 0));
    refuses("peek_count", &none, &[round(), peek(0, 0, 0), peek(0, 0, 1)], &peek(0, 0, 2));
    refuses("no_action_played", &none, &joined(&[&[round()], &turn(0, "7")]), &peek(0, 0, 0));
    refuses("peek_target", &none, &[round(), draw(0, "7"), used(0, "7", "drawn")], &peek(0, 1, 0));
    refuses("peek_target", &none, &[round(), draw(0, "9"), used(0, "9", "drawn")], &peek(0, 0, 0));
    let queen = [round(), draw(0, "Q"), used(0, "Q", "drawn"), peek(0, 1, 0)];
    refuses("peek_twice", &none, &queen, &peek(0, 1, 0));
    refuses("one_row", &none, &queen, &peek(0, 1, 1));
    let looked = joined(&[&queen, &[peek(0, 0, 3)]]);
    refuses("peek_count", &none, &looked, &peek(0, 2, 0));
    refuses("looked_elsewhere", &none, &looked, &switch((1, 0), (2, 3)));
    let jack = [round(), draw(0, "J"), used(0, "J", "drawn")];
    refuses("one_card", &none, &jack, &switch((1, 0), (1, 0)));
    refuses("one_row", &none, &jack, &switch((1, 0), (1, 1)));
    refuses("no_action", &none, &[round(), draw(0, "3")], &used(0, "3", "drawn"));
    refuses("not_taken", &none, &joined(&[&[round()], &turn(0, "7")]), &used(1, "7", "discard"));
    refuses("not_queued", &none, &joined(&[&[round()], &turn(0, "7")]), &used(1, "7", "toss_in"));
    refuses("not_queued", &none, &[round(), draw(0, "3"), swap(0, 0, "Q")], &used(0, "Q", "declared"));
    let ace = [round(), draw(0, "A"), used(0, "A", "drawn")];
    refuses("own_target", &json!({"ace_on_self": false}), &ace, &json!({"force_draw": {"seat": 0, "target": 0}}));
    let called = joined(&[&[round()], &turn(0, "3"), &[vinto(0), draw(1, "J"), used(1, "J", "drawn")]]);
    let theirs =
        json!({"switch": {"seat": 1, "a": {"seat": 1, "position": 0}, "b": {"seat": 0, "position": 0}, "executed": true}});
    refuses("caller_protected", &none, &called, &theirs);
}

#[test]
fn declaring() {
    let (none, unseen) = (json!({}), json!({"failures_shown": false}));
    let king = [round(), draw(0, "K"), used(0, "K", "drawn")];
    refuses("card_missing", &none, &king, &declare("7", None));
    refuses("failure_unseen", &unseen, &king, &declare("7", Some("8")));
    // Wrong: the card stays, shown to all, and costs a penalty.
    let wrong = joined(&[&king, &[declare("7", Some("8"))]]);
    refuses("penalty_owed", &none, &wrong, &draw(1, "3"));
    let paid = joined(&[&wrong, &[json!({"penalty": {"seat": 0}})]]);
    let later = joined(&[&paid, &turn(1, "3"), &turn(2, "3"), &[draw(0, "K"), used(0, "K", "drawn")]]);
    refuses("shown_rank", &none, &later, &declare("9", Some("9")));
    // A card that came into the row in sight of all cannot be named wrongly by its name.
    let kept = joined(&[&[round()], &turn(0, "4"), &[draw(1, "5"), swap(1, 2, "6")], &turn(2, "3")]);
    let kept = joined(&[&kept, &[draw(0, "K"), used(0, "K", "drawn")]]);
    refuses("shown_rank", &unseen, &kept, &declare("5", None));
}

#[test]
fn tossing_in() {
    let (none, unseen) = (json!({}), json!({"failures_shown": false}));
    let seven = joined(&[&[round()], &turn(0, "7")]);
    refuses("no_window", &none, &[round()], &toss(1, &[0], &["7"], true));
    refuses("positions", &none, &seven, &toss(1, &[], &[], true));
    refuses("positions", &none, &seven, &toss(1, &[1, 1], &["7", "7"], true));
    refuses("card_missing", &none, &seven, &toss(1, &[1], &[], true));
    refuses("card_missing", &none, &seven, &toss(1, &[1], &[], false));
    refuses("toss_result", &none, &seven, &toss(1, &[1], &["8"], true));
    refuses("toss_result", &none, &seven, &toss(1, &[1, 2], &["7", "7"], false));
    refuses("failure_unseen", &unseen, &seven, &toss(1, &[1], &["8"], false));
    // Of several that are not shown, one throw is one try, and costs one card: nobody can count the wrong ones.
    let thrown = joined(&[&seven, &[toss(1, &[1, 2], &[], false)]]);
    refuses("one_try", &unseen, &thrown, &toss(1, &[0], &[], false));
    let paid = joined(&[&thrown, &[json!({"penalty": {"seat": 1}})]]);
    refuses("no_penalty_owed", &unseen, &paid, &json!({"penalty": {"seat": 1}}));
    let failed = joined(&[&seven, &[toss(1, &[1], &["8"], false)]]);
    refuses("one_try", &none, &failed, &toss(1, &[0], &["7"], true));
    refuses("shown_rank", &json!({"one_try": false}), &failed, &toss(1, &[1], &["7"], true));
    refuses("eligible", &none, &failed, &json!({"toss_window": {"ranks": ["7"], "eligible": [0, 1]}}));
    refuses("eligible", &none, &seven, &json!({"toss_window": {"ranks": ["7"], "eligible": [0, 0]}}));
    refuses("window_ranks", &none, &seven, &json!({"toss_window": {"ranks": ["8"], "eligible": []}}));
    let closed = joined(&[&seven, &[json!({"toss_window": {"ranks": ["7"], "eligible": [0, 1, 2]}})]]);
    refuses("no_window", &none, &closed, &toss(1, &[1], &["7"], true));
    // A card that all saw go into the row matches: it cannot have been wrong.
    let kept = joined(&[&[round(), draw(0, "7"), swap(0, 2, "6")], &turn(1, "7")]);
    refuses("shown_rank", &unseen, &kept, &toss(0, &[2], &[], false));
    // Beside one that nobody saw it may have been that one.
    after(table(&unseen, 3), &joined(&[&kept, &[toss(0, &[2, 3], &[], false)]]));
    // And where it was shown to be something else, it cannot match.
    refuses("shown_rank", &none, &joined(&[&kept, &turn(2, "3")]), &toss(0, &[2], &["3"], true));
}

/// A program that reads a refusal by a house rule finds the switch.
#[test]
fn house_rules_are_named() {
    let (none, unseen) = (json!({}), json!({"failures_shown": false}));
    refuses_by("initial_discard", "first_discard", &json!({"initial_discard": true}), &[], &round());
    refuses_by("initial_discard", "first_discard", &none, &[], &json!({"round": {"first": 0, "discard": "3"}}));
    refuses_by("peeks", "peek_count", &none, &[round(), peek(0, 0, 0), peek(0, 0, 1)], &peek(0, 0, 2));
    refuses_by("draws", "card_missing", &none, &[round()], &json!({"draw": {"seat": 0}}));
    let out = json!({"swap": {"seat": 0, "position": 0}});
    refuses_by("discards", "card_missing", &none, &[round(), draw(0, "3")], &out);
    let declared = json!({"swap": {"seat": 0, "position": 0, "declared": "Q"}});
    refuses_by("discards", "declared_unseen", &json!({"discards": "private"}), &[round(), draw(0, "3")], &declared);
    let king = [round(), draw(0, "K"), used(0, "K", "drawn")];
    refuses_by("failures_shown", "card_missing", &none, &king, &declare("7", None));
    refuses_by("failures_shown", "failure_unseen", &unseen, &king, &declare("7", Some("8")));
    let seven = joined(&[&[round()], &turn(0, "7")]);
    refuses_by("failures_shown", "card_missing", &none, &seven, &toss(1, &[1], &[], false));
    refuses_by("failures_shown", "failure_unseen", &unseen, &seven, &toss(1, &[1], &["8"], false));
    let failed = joined(&[&seven, &[toss(1, &[1], &["8"], false)]]);
    refuses_by("one_try", "one_try", &none, &failed, &toss(1, &[0], &["7"], true));
    refuses_by("one_try", "eligible", &none, &failed, &json!({"toss_window": {"ranks": ["7"], "eligible": [0, 1]}}));
    let jack = [round(), draw(0, "J"), used(0, "J", "drawn")];
    refuses_by("switch_within_row", "one_row", &none, &jack, &switch((1, 0), (1, 1)));
    let queen = [round(), draw(0, "Q"), used(0, "Q", "drawn"), peek(0, 1, 0)];
    refuses_by("switch_within_row", "one_row", &none, &queen, &peek(0, 1, 1));
    let called = joined(&[&[round()], &turn(0, "3"), &[vinto(0)]]);
    refuses_by("coalition_looks", "no_action_played", &none, &called, &peek(1, 2, 0));
    // A look that no house rule would allow does not speak of one.
    let own = refusal(&after(table(&none, 3), &called), &peek(1, 1, 0));
    assert!(!own.detail.contains("setup"), "{own}");
}
