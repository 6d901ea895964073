//! A round that goes on and on: after every discard the one under it is shuffled again, so that pools come and go.

use serde_json::json;

use super::*;
use crate::rulesets::Conduct;
use crate::rulesets::vinto::{RANKS, RankCounts};

/// Turns of the round.
const TURNS: usize = 400;

/// What the next card may be: the likeliest.
fn next(watcher: &Watcher) -> Rank {
    let top = watcher.table.next_draw().expect("a card");
    let p = watcher.belief.ranks(&watcher.table, top);
    Rank::ALL.into_iter().max_by(|a, b| p[a.index()].total_cmp(&p[b.index()])).expect("ranks")
}

/// Two seats with rows of five draw from 44 cards, which come round again and again. The table and the belief keep no more than there are cards; of
/// the ten cards in the rows is believed what the 44 leave; and every choice of the round is settled in the end, though its cards are long gone.
#[test]
fn nothing_grows_with_the_reshuffles() {
    let mut watcher = Watcher::new(opening(json!({"draws": "private"}), json!({"soft_weight": 0.0}), 2), Observer::Public);
    watcher.report("round", json!({"first": 0}));
    for seat in 0..2 {
        watcher.report("peek", json!({"seat": seat, "target": seat, "position": 0}));
    }
    let mut left: RankCounts = Rank::IN_DECK;
    for turn in 0..TURNS {
        let (seat, card) = (turn % 2, next(&watcher));
        if turn < 44 {
            left[card.index()] -= 1;
        }
        watcher.report("draw", json!({"seat": seat, "card": card}));
        watcher.report("discard", json!({"seat": seat, "card": card}));
        if turn > 0 {
            let kept = watcher.table.pile().len();
            watcher.report("reshuffle", json!({"kept": kept}));
        }
        let (table, belief) = (&watcher.table, &watcher.belief);
        assert!(table.pools().len() <= 54 && belief.hints.len() <= 54 && belief.gone.len() <= 54, "turn {turn}");
        // Of each pool as many cards are hidden as lie face down.
        for pool in table.pools() {
            let hidden = |card: &Instance| belief.known(*card).is_none() && pool.instances().contains(&card.0);
            let rows = table.rows().flat_map(|(_, row)| row.iter().copied());
            let lie = rows.chain(table.pile()).filter(hidden).count();
            assert_eq!(belief.left(pool).expect("as many as there are").iter().map(|c| usize::from(*c)).sum::<usize>(), lie);
        }
    }
    let table = &watcher.table;
    let top = table.next_draw().expect("a card");
    assert!(table.pool_of(top) > Some(0), "of the deck only the rows are left");
    for position in 0..5 {
        let p = watcher.belief.ranks(table, table.at(1, position).expect("a card"));
        (0..RANKS).for_each(|rank| close(p[rank], f64::from(left[rank]) / 10.0));
    }
    watcher.report("vinto", json!({"seat": 1}));
    let card = next(&watcher);
    watcher.report("draw", json!({"seat": 0, "card": card}));
    watcher.report("discard", json!({"seat": 0, "card": card}));
    let rest: Vec<Rank> = Rank::ALL.into_iter().flat_map(|rank| vec![rank; usize::from(left[rank.index()])]).collect();
    let (first, second) = rest.split_at(5);
    let reveal = event("reveal", json!({"hands": {"0": first, "1": second}}));
    let settled = watcher.watch.see(&reveal, &mut Evidence::off()).expect("the truth");
    let counted = |of: Seat| -> u32 {
        let gives = settled.iter().filter_map(|conduct| match conduct {
            Conduct::Count { seat, tendency: "gives_known", opportunities, .. } if *seat == of => Some(*opportunities),
            _ => None,
        });
        gives.sum()
    };
    assert_eq!([counted(0), counted(1)], [TURNS as u32 / 2 + 1, TURNS as u32 / 2], "seat 0 had one more turn");
}

/// The caller tosses a card in that it knew when it called, and the card is shuffled again: what the call counts of it stays, so that the rest of
/// its row is believed to be what it was believed to be before the shuffle.
#[test]
fn what_a_call_counts_is_not_forgotten() {
    let mut watcher = Watcher::new(opening(json!({"row": 3, "peeks": 2}), json!({}), 3), Observer::Public);
    watcher.report("round", json!({"first": 0}));
    for position in 0..2 {
        watcher.report("peek", json!({"seat": 0, "target": 0, "position": position}));
    }
    watcher.passes(0, "2", &[]);
    watcher.report("vinto", json!({"seat": 0}));
    watcher.report("draw", json!({"seat": 1, "card": "Q"}));
    watcher.report("discard", json!({"seat": 1, "card": "Q"}));
    watcher.report("toss_in", json!({"seat": 0, "positions": [0], "cards": ["Q"], "success": true}));
    watcher.report("toss_window", json!({"ranks": ["Q"], "eligible": []}));
    let before: Vec<f64> = Rank::ALL.into_iter().map(|rank| watcher.p(0, 0, rank.name())).collect();
    let kept = watcher.table.pile().len();
    watcher.report("reshuffle", json!({"kept": kept}));
    for (rank, before) in Rank::ALL.into_iter().zip(before) {
        close(watcher.p(0, 0, rank.name()), before);
    }
}
