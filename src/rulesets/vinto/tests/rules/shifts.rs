//! One turn with a swap, toss-ins, penalties and a switch, its instances followed by hand.

use serde_json::json;

use super::{after, table};
use crate::rulesets::vinto::instance::Instance;
use crate::rulesets::vinto::rank::Rank;

fn numbers(row: &[Instance]) -> Vec<u32> {
    row.iter().map(|instance| instance.0).collect()
}

/// Three seats, rows of five: instances 0 to 4, 5 to 9, 10 to 14; the pile begins at 15.
#[test]
fn identities_survive_a_busy_turn() {
    let dealt =
        after(table(&json!({}), 3), &[json!({"round": {"first": 0}}), json!({"peek": {"seat": 1, "target": 1, "position": 4}})]);
    assert_eq!(numbers(dealt.row(2)), [10, 11, 12, 13, 14]);
    assert_eq!(dealt.next_draw(), Some(Instance(15)));

    // Seat 0 puts instance 15, a 3, at place 1; instance 1, a 9, goes out.
    let swapped = after(
        dealt,
        &[json!({"draw": {"seat": 0, "card": "3"}}), json!({"swap": {"seat": 0, "position": 1, "drawn": "3", "out": "9"}})],
    );
    assert_eq!(numbers(swapped.row(0)), [0, 15, 2, 3, 4]);
    assert_eq!(swapped.shown(Instance(15)), Some(Rank::Three));

    // Seat 1 tosses in places 1 and 3 (instances 6 and 8): 5, 7, 9 are left. Seat 2 errs at place 0 and takes instance 16.
    let tossed = after(
        swapped,
        &[
            json!({"toss_in": {"seat": 1, "positions": [3, 1], "cards": ["9", "9"], "success": true}}),
            json!({"toss_in": {"seat": 2, "positions": [0, 2], "cards": ["9", "5"], "success": false}}),
            json!({"penalty": {"seat": 2}}),
            json!({"toss_window": {"ranks": ["9"], "eligible": [0, 1]}}),
        ],
    );
    assert_eq!(numbers(tossed.row(1)), [5, 7, 9]);
    assert_eq!(numbers(tossed.row(2)), [10, 11, 12, 13, 14, 16]);
    assert_eq!((tossed.shown(Instance(10)), tossed.shown(Instance(12))), (Some(Rank::Nine), Some(Rank::Five)));
    assert!(tossed.has_seen(1, Instance(9)) && tossed.place(Instance(9)) == Some((1, 2)), "what seat 1 looked at moved up");
    let discards: Vec<u32> = tossed.discards().iter().map(|card| card.instance.0).collect();
    assert_eq!(discards, [8, 6, 1], "tossed cards lie under the top");

    // Seat 1 plays one of its tossed nines: it looks at place 5 of seat 2, the penalty card.
    let looked = after(
        tossed,
        &[
            json!({"use_action": {"seat": 1, "card": "9", "from": "toss_in"}}),
            json!({"peek": {"seat": 1, "target": 2, "position": 5}}),
        ],
    );
    assert!(looked.has_seen(1, Instance(16)) && !looked.has_seen(2, Instance(16)));

    // Seat 1's turn: a Jack, which switches its place 2 (instance 9) and seat 2's place 5 (instance 16). Knowledge moves along.
    let switched = after(
        looked,
        &[
            json!({"draw": {"seat": 1, "card": "J"}}),
            json!({"use_action": {"seat": 1, "card": "J", "from": "drawn"}}),
            json!({"switch": {"seat": 1, "a": {"seat": 1, "position": 2}, "b": {"seat": 2, "position": 5}, "executed": true}}),
        ],
    );
    assert_eq!(numbers(switched.row(1)), [5, 7, 16]);
    assert_eq!(numbers(switched.row(2)), [10, 11, 12, 13, 14, 9]);
    assert!(switched.has_seen(1, Instance(16)) && switched.has_seen(1, Instance(9)) && !switched.has_seen(2, Instance(9)));

    // A King names seat 2's place 0 rightly: instance 10 leaves, and what lay after it moves up.
    let declared = after(
        switched,
        &[
            json!({"draw": {"seat": 2, "card": "K"}}),
            json!({"use_action": {"seat": 2, "card": "K", "from": "drawn"}}),
            json!({"declare": {"seat": 2, "target": 2, "position": 0, "rank": "9", "actual": "9"}}),
        ],
    );
    assert_eq!(numbers(declared.row(2)), [11, 12, 13, 14, 9]);
    assert_eq!(declared.discards().last().map(|card| card.instance), Some(Instance(10)));
}

/// All discards but the top are shuffled under the pile: fresh instances, of a pool whose ranks are known.
#[test]
fn a_reshuffle_makes_a_pool() {
    let ranks = ["2", "3", "4", "5", "6", "A", "7", "8", "9", "10"];
    let mut events = vec![json!({"round": {"first": 0}})];
    for number in 0..38_usize {
        let (seat, card) = (number % 3, ranks[number / 4]);
        events.push(json!({"draw": {"seat": seat, "card": card}}));
        events.push(json!({"discard": {"seat": seat, "card": card}}));
    }
    let before = after(table(&json!({}), 3), &events);
    assert_eq!(numbers(&before.pile().collect::<Vec<_>>()), [53]);
    let table = after(before, &[json!({"reshuffle": {"kept": 1}})]);
    let pile: Vec<u32> = table.pile().map(|instance| instance.0).collect();
    assert_eq!(pile, (53..91).collect::<Vec<u32>>(), "the kept card is on top, then 37 fresh ones");
    assert_eq!(table.pools().len(), 2);
    // 38 discards: four of each of nine ranks and two tens; the last ten stays as the top of the discards.
    let pool = &table.pools()[1];
    assert_eq!((pool.instances(), pool.ranks), (54..91, [4, 4, 4, 4, 4, 4, 4, 4, 4, 1, 0, 0, 0, 0]));
    assert_eq!((table.pool_of(Instance(53)), table.pool_of(Instance(54))), (Some(0), Some(1)));
    assert_eq!(table.discards().len(), 1);
}

/// Seat 1 has taken the Queen from the discards and not played her yet: the 3 under her is the top, and the 2 alone is shuffled. Played, she is the top again.
#[test]
fn a_card_that_is_taken_is_not_the_top() {
    let mut events = vec![json!({"round": {"first": 0}})];
    for (seat, card) in [(0, "2"), (1, "3"), (2, "Q")] {
        events.push(json!({"draw": {"seat": seat, "card": card}}));
        events.push(json!({"discard": {"seat": seat, "card": card}}));
    }
    events.push(json!({"take_discard": {"seat": 0, "card": "Q"}}));
    let taken = after(table(&json!({}), 3), &events);
    let kept = taken.pile().len();
    let table = after(taken, &[json!({"reshuffle": {"kept": kept}})]);
    let left: Vec<Option<Rank>> = table.discards().iter().map(|card| card.rank).collect();
    assert_eq!((left, table.pile().len()), (vec![Rank::parse("3"), Rank::parse("Q")], kept + 1));
}

/// Seat 0 throws a seven away unplayed; seat 1 tosses one in under it and plays that: the one on top may still be taken.
#[test]
fn a_tossed_card_that_is_played_leaves_the_top_to_be_taken() {
    let played = after(
        table(&json!({}), 3),
        &[
            json!({"round": {"first": 0}}),
            json!({"draw": {"seat": 0, "card": "7"}}),
            json!({"discard": {"seat": 0, "card": "7"}}),
            json!({"toss_in": {"seat": 1, "positions": [0], "cards": ["7"], "success": true}}),
            json!({"toss_window": {"ranks": ["7"], "eligible": [0, 1, 2]}}),
            json!({"use_action": {"seat": 1, "card": "7", "from": "toss_in"}}),
            json!({"peek": {"seat": 1, "target": 1, "position": 0}}),
        ],
    );
    // Instance 5 was tossed in under 15, the first of the pile.
    let discards: Vec<(u32, bool)> = played.discards().iter().map(|card| (card.instance.0, card.used)).collect();
    assert_eq!(discards, [(5, true), (15, false)]);
    after(played, &[json!({"take_discard": {"seat": 1, "card": "7"}})]);
}
