//! Worked by hand.

use serde_json::json;

use super::*;

/// Two seats, rows of five; seat 0 looked at a 5 and a 9. 52 cards are unseen, two of them Jokers: P(Joker) is 2/52 wherever it may lie,
/// and P(5) = 3/52.
#[test]
fn two_cards_that_are_no_jokers() {
    let mut watcher = Watcher::new(opening(json!({}), json!({}), 4), Observer::Seat(0));
    watcher.report("round", json!({"first": 0}));
    watcher.report("peek", json!({"seat": 0, "target": 0, "position": 0, "card": "5"}));
    watcher.report("peek", json!({"seat": 0, "target": 0, "position": 3, "card": "9"}));
    for (seat, position) in [(0, 1), (1, 0), (3, 4)] {
        close(watcher.p(seat, position, "Joker"), 2.0 / 52.0);
        close(watcher.p(seat, position, "5"), 3.0 / 52.0);
    }
    close(watcher.p(0, 3, "9"), 1.0);
    let next = watcher.table.next_draw().expect("a pile");
    close(watcher.of(next, "Joker"), 2.0 / 52.0);
    // What seat 0 saw, nobody else did.
    let mut other = Watcher::new(opening(json!({}), json!({}), 4), Observer::Public);
    other.report("round", json!({"first": 0}));
    other.report("peek", json!({"seat": 0, "target": 0, "position": 0, "card": "5"}));
    close(other.p(0, 0, "5"), 4.0 / 54.0);
}

/// A King names a Queen, and a Four is shown: the card is a Four to all, and three are left among 54 less the Four and the King.
#[test]
fn a_failed_king_is_certain_to_all() {
    for observer in [Observer::Public, Observer::Seat(1), Observer::Referee] {
        let mut watcher = Watcher::new(opening(json!({}), json!({}), 2), observer);
        watcher.report("round", json!({"first": 0}));
        watcher.report("draw", json!({"seat": 0, "card": "K"}));
        watcher.report("use_action", json!({"seat": 0, "card": "K", "from": "drawn"}));
        watcher.report("declare", json!({"seat": 0, "target": 1, "position": 2, "rank": "Q", "actual": "4"}));
        close(watcher.p(1, 2, "4"), 1.0);
        close(watcher.p(1, 3, "4"), 3.0 / 52.0);
        close(watcher.p(1, 3, "K"), 3.0 / 52.0);
        let piece = watcher.pieces.iter().find(|piece| piece.kind == "king_declaration").expect("evidence");
        // It was a Four with probability 4/53.
        close(piece.surprisal_bits, libm::log2(53.0 / 4.0));
        assert!(piece.summary.contains("it is 4"), "{}", piece.summary);
    }
}

/// Where failures are not shown, the card is only not a Queen: 53 cards are unseen after the King, 4 of them Queens, and P(4) there is 4/49.
#[test]
fn a_failed_king_that_is_not_shown() {
    let mut watcher = Watcher::new(opening(json!({"failures_shown": false}), json!({}), 2), Observer::Public);
    watcher.report("round", json!({"first": 0}));
    watcher.report("draw", json!({"seat": 0, "card": "K"}));
    watcher.report("use_action", json!({"seat": 0, "card": "K", "from": "drawn"}));
    watcher.report("declare", json!({"seat": 0, "target": 1, "position": 2, "rank": "Q"}));
    assert_eq!(watcher.p(1, 2, "Q"), 0.0);
    close(watcher.p(1, 2, "4"), 4.0 / 49.0);
    // The four Queens are among the other 52 places.
    close(watcher.p(1, 3, "Q"), 4.0 / 52.0);
}

/// The seed's example: seat 1 drew a 3 and put it in at position 2. Before, every rank is there as often as in the deck; after, ranks above
/// a 3 weigh 0.8, a 3 weighs 0.3 and those below 0.1. Unseen are 53 cards: 3 threes, 4 each of A, 2 and K and 2 Jokers below, 36
/// above: the sum is (36 x 0.8 + 3 x 0.3 + 14 x 0.1) = 31.1.
#[test]
fn the_example_of_the_seed() {
    let mut watcher = Watcher::new(opening(json!({}), json!({"preset": "seed"}), 2), Observer::Seat(0));
    watcher.report("round", json!({"first": 1}));
    watcher.report("draw", json!({"seat": 1, "card": "3"}));
    close(watcher.p(1, 2, "8"), 4.0 / 53.0);
    close(watcher.p(1, 2, "K"), 4.0 / 53.0);
    watcher.report("swap", json!({"seat": 1, "position": 2, "drawn": "3", "out": "9"}));
    let soft: Vec<&Piece> = watcher.pieces.iter().filter(|piece| piece.kind == "swap_behavior").collect();
    assert_eq!(soft.len(), 2, "a piece for what is equal, and one for what is lower");
    let before = &soft[0].before["seat:1/card:2"];
    let after = &soft[1].after["seat:1/card:2"];
    close(before["8"], 4.0 / 53.0);
    close(after["8"], 4.0 * 0.8 / 31.1);
    close(after["Q"], 4.0 * 0.8 / 31.1);
    close(after["3"], 3.0 * 0.3 / 31.1);
    close(after["2"], 4.0 * 0.1 / 31.1);
    close(after["K"], 4.0 * 0.1 / 31.1);
    let high: f64 = ["8", "9", "10", "J", "Q"].iter().map(|rank| after[*rank]).sum();
    assert!(high > 0.5, "a strong bias to high cards: {high}");
    // Then the card lies face up, and the 3 in its place.
    close(watcher.p(1, 2, "3"), 1.0);
    close(watcher.p(1, 1, "9"), 3.0 / 52.0);
}

/// Rows of one, two seats: 52 in the pile. All but one are drawn and thrown away, and what lies on the discards is shuffled but for its
/// top. The one that stayed on top is no reshuffled card; the one under it is.
#[test]
fn a_reshuffle_keeps_one_card_on_top() {
    let mut watcher = Watcher::new(opening(json!({"row": 1, "peeks": 0}), json!({}), 2), Observer::Public);
    watcher.report("round", json!({"first": 0}));
    let deck: Vec<&str> = Rank::ALL
        .into_iter()
        .flat_map(|rank| std::iter::repeat_n(rank.name(), usize::from(Rank::IN_DECK[rank.index()])))
        .collect();
    // All but a Queen, a King and a Joker: those lie in the rows and on top of the pile, in an unknown order.
    let out = [47, 51, 53];
    let mut seat = 0;
    for (_, card) in deck.iter().enumerate().filter(|(place, _)| !out.contains(place)) {
        watcher.passes(seat, card, &[0, 1]);
        seat = 1 - seat;
    }
    let kept = watcher.table.next_draw().expect("one is left");
    for name in ["Q", "K", "Joker"] {
        close(watcher.of(kept, name), 1.0 / 3.0);
    }
    watcher.report("reshuffle", json!({"kept": 1}));
    assert_eq!(watcher.table.next_draw(), Some(kept), "it stays on top");
    let p = watcher.belief.ranks(&watcher.table, kept);
    for rank in Rank::ALL.into_iter().filter(|rank| !["Q", "K", "Joker"].contains(&rank.name())) {
        assert_eq!(p[rank.index()], 0.0, "{rank} was shuffled under it");
    }
    // 50 were shuffled, all but the top Joker of the discards: 4 Aces among them, 3 Queens, no Joker.
    let under = watcher.table.pile().nth(1).expect("shuffled cards");
    close(watcher.of(under, "A"), 4.0 / 50.0);
    close(watcher.of(under, "Q"), 3.0 / 50.0);
    assert_eq!(watcher.of(under, "Joker"), 0.0);
    watcher.report("draw", json!({"seat": seat, "card": "Q"}));
    let next = watcher.table.next_draw().expect("shuffled cards");
    close(watcher.of(next, "A"), 4.0 / 50.0);
    close(watcher.p(0, 0, "K"), 0.5);
}
