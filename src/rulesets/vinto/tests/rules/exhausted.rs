//! Rounds in which no card is left to draw, and none to shuffle.

use serde_json::{Value, json};

use super::{after, event, refusal, table};
use crate::rulesets::vinto::check::check;
use crate::rulesets::vinto::rank::Rank;
use crate::rulesets::vinto::table::Table;

/// All 54 cards, rank by rank.
fn deck() -> Vec<&'static str> {
    Rank::ALL.into_iter().flat_map(|rank| vec![rank.name(); usize::from(Rank::IN_DECK[rank.index()])]).collect()
}

/// Six seats with rows of eight: 48 cards are dealt, and six are drawn.
fn reveal(rows: &[Vec<&str>]) -> Value {
    let hands: serde_json::Map<String, Value> =
        rows.iter().enumerate().map(|(seat, row)| (seat.to_string(), json!(row))).collect();
    json!({"reveal": {"hands": hands}})
}

/// Each refusal names the way out, the way is open, and the next round is dealt.
#[track_caller]
fn ends(stuck: Table, reshuffle: &str, reveal: &Value) {
    let draw = refusal(&stuck, &json!({"draw": {"seat": stuck.next_turn(), "card": "9"}}));
    assert!(draw.rule == "draw_pile_empty" && draw.detail.contains("post the reveal"), "{draw}");
    let shuffled = refusal(&stuck, &json!({"reshuffle": {"kept": 0}}));
    assert!(shuffled.rule == reshuffle && shuffled.detail.contains("post the reveal"), "{shuffled}");
    let round = refusal(&stuck, &json!({"round": {"first": 0}}));
    assert!(
        round.rule == "round_running" && round.detail.contains("post its reveal") && round.detail.contains("retract"),
        "{round}"
    );
    let called = after(stuck.clone(), &[json!({"vinto": {"seat": stuck.turn.seat}})]);
    assert!(check(&called, &event(reveal)).is_ok(), "after a call too");
    let next = after(stuck, &[reveal.clone(), json!({"round": {"first": 0}})]);
    assert!(next.playing && next.pile().len() == 6);
}

/// Cards are given up unseen, so that nobody knows what is shuffled.
#[test]
fn discards_that_nobody_saw() {
    let deck = deck();
    let (drawn, rest) = deck.split_at(6);
    let (_, kept) = rest.split_at(6);
    let mut events = vec![json!({"round": {"first": 0}})];
    for (seat, card) in drawn.iter().enumerate() {
        events.push(json!({"draw": {"seat": seat, "card": card}}));
        events.push(json!({"swap": {"seat": seat, "position": 0, "drawn": card}}));
    }
    let rows: Vec<Vec<&str>> = (0..6).map(|seat| [&drawn[seat..=seat], &kept[7 * seat..][..7]].concat()).collect();
    let table = || table(&json!({"row": 8, "discards": "private"}), 6);
    // A card in hand, or one that can still be drawn, goes where it goes first.
    for (played, rule) in [(events.len() - 1, "turn_open"), (events.len() - 2, "reveal_early")] {
        let early = after(table(), &events[..played]);
        assert_eq!(refusal(&early, &reveal(&rows)).rule, rule);
    }
    ends(after(table(), &events), "unseen_discards", &reveal(&rows));
}

/// One card is thrown away, and the five others are penalties: under the top lies nothing.
#[test]
fn nothing_under_the_top() {
    let deck = deck();
    let mut events = vec![json!({"round": {"first": 0}}), json!({"draw": {"seat": 0, "card": "A"}})];
    events.push(json!({"discard": {"seat": 0, "card": "A"}}));
    // Seats 1 to 5 err with the first cards of their rows: instances 8, 16, …
    let (_, rest) = deck.split_at(1);
    let mut rows: Vec<Vec<&str>> = rest[..48].chunks(8).map(<[_]>::to_vec).collect();
    for (seat, row) in rows.iter().enumerate().skip(1) {
        events.push(json!({"toss_in": {"seat": seat, "positions": [0], "cards": [row[0]], "success": false}}));
    }
    for ((seat, row), card) in rows.iter_mut().enumerate().skip(1).zip(&rest[48..]) {
        events.push(json!({"penalty": {"seat": seat}}));
        row.push(card);
    }
    let stuck = after(table(&json!({"row": 8, "peeks": 0}), 6), &events);
    assert_eq!((stuck.pile().len(), stuck.discards().len()), (0, 1));
    ends(stuck, "nothing_to_shuffle", &reveal(&rows));
}

/// With an empty pile and two cards on the discards the round goes on, after a reshuffle.
#[test]
fn a_round_that_can_go_on_is_not_revealed() {
    let cards = ["2", "3", "4", "5", "6", "7"];
    let mut events = vec![json!({"round": {"first": 0}})];
    for (seat, card) in cards.iter().enumerate() {
        events.push(json!({"draw": {"seat": seat, "card": card}}));
        events.push(json!({"discard": {"seat": seat, "card": card}}));
    }
    let table = after(table(&json!({"row": 8, "peeks": 0}), 6), &events);
    let rows: [Vec<&str>; 6] = std::array::from_fn(|_| vec!["8"; 8]);
    assert_eq!(refusal(&table, &reveal(&rows)).rule, "reveal_early");
    let draw = refusal(&table, &json!({"draw": {"seat": 0, "card": "9"}}));
    assert!(draw.rule == "draw_pile_empty" && draw.detail.contains("post a reshuffle"), "{draw}");
    after(table, &[json!({"reshuffle": {"kept": 0}})]);
}
