//! A game that goes on and on: tables share their past, whatever its length.

use serde_json::json;

use super::freeze::state;
use super::{Watch, event, opening};
use crate::rulesets::liars_dice::Table;
use crate::rulesets::{Observer, PublicTable};

const ROUNDS: u32 = 10_000;

/// Every table of the game is kept: where each held a past of its own, they would not fit into memory, nor the test into a minute.
#[test]
fn ten_thousand_rounds() {
    let setup = json!({"exact_wins": 0, "exact_takes": 0, "exact_costs": 0, "maputa": false});
    let parameters =
        json!({"preset": "seed", "bayesian_sampling": true, "betting_history_enabled": true, "player_trust_enabled": true});
    let mut watch = Watch::new(opening(2, setup, parameters), Observer::Public);
    let round = [
        event("round", json!({"dice": {"0": 1, "1": 1}, "starter": 0})),
        event("bid", json!({"seat": 0, "quantity": 1, "face": 5})),
        event("exact", json!({"seat": 1})),
        event("reveal", json!({"hands": {"0": [5], "1": [2]}})),
    ];
    let mut tables: Vec<Table> = Vec::new();
    for _ in 0..ROUNDS {
        for event in &round {
            watch.quickly(event);
            tables.push(watch.table.clone());
        }
    }
    for (number, table) in (1..).zip(tables.iter().skip(3).step_by(4 * 997)) {
        let rounds = 997 * (number - 1) + 1;
        assert_eq!((table.history.len(), table.rounds), (rounds as usize, rounds));
        assert!(table.history.iter().map(|revealed| revealed.round.number).eq(1..=rounds));
        assert!(table.history.recent(3).map(|revealed| revealed.round.number).eq(rounds.saturating_sub(2).max(1)..=rounds));
        assert_eq!(table.history.recent(0).count(), 0);
    }
    let last = &watch.table;
    assert_eq!(last.history.last().map(|revealed| revealed.round.number), Some(ROUNDS));
    let thawed = Table::thaw(watch.opening, last.freeze());
    assert!(state(&thawed) == state(last), "it thaws to another table");
    // Each round has one bid, hands of eight seats, and thirty counts of behaviour, most of them of how dice fitted what was said.
    let each = last.weigh() / ROUNDS as usize;
    assert!((450..650).contains(&each), "{each}");
    // Lists that grew have room to spare, and lists that were read have none, or the other way round.
    let alike = thawed.weigh() as f64 / last.weigh() as f64;
    assert!((0.8..1.25).contains(&alike), "{alike}");
}
