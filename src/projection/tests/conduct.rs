//! What is settled, and put right.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde_json::json;

use super::*;
use crate::rulesets::Conduct;

type Ledger = BTreeMap<Revision, Vec<Conduct>>;

/// Enters what was settled into a ledger, corrections included; what stood before a correction must be what it says.
fn enter(ledger: &mut Ledger, settled: Vec<Settled>) {
    for Settled { at, corrects, was, now } in settled {
        let revision = corrects.unwrap_or(at);
        assert_eq!(ledger.remove(&revision).unwrap_or_default(), was, "what revision {at} corrects");
        if !now.is_empty() {
            ledger.insert(revision, now);
        }
    }
}

/// What each event of the log settles, by a fold of its own.
fn settled(given: &Given) -> Ledger {
    let mut position = Position::begin(&*given.game, Observer::Public);
    let script = Script::of(&given.log, given.head());
    let walk = Walk { game: &given.game, script: &script, line: None, budget: &Budget::full() };
    let mut ledger = Ledger::new();
    for revision in 1..=given.head() {
        position = walk.to(position, revision, &mut Nobody).expect("the log is in memory");
        if !position.table.settled.is_empty() {
            ledger.insert(revision, position.table.settled.to_vec());
        }
    }
    ledger
}

#[test]
fn a_retraction_names_what_does_not_hold_any_more() {
    let mut given = urn(json!({}), OnContradiction::Reject);
    given.record("draw", json!({"seat": 0}));
    let settled = given.record("show", json!({"seat": 0, "color": "red"}));
    let red = |successes| Conduct::Count { seat: 0, tendency: "shows_red", context: String::new(), successes, opportunities: 1 };
    assert_eq!(settled, [Settled { at: 2, corrects: None, was: vec![], now: vec![red(1)] }]);
    let instead = json!({"type": "show", "data": {"seat": 0, "color": "blue"}});
    let settled = given.record("retract", json!({"revision": 2, "reason": "misread", "instead": instead}));
    assert_eq!(settled, [Settled { at: 3, corrects: Some(2), was: vec![red(1)], now: vec![red(0)] }]);
    let settled = given.record("retract", json!({"revision": 2, "reason": "it was not shown at all"}));
    assert_eq!(settled, [Settled { at: 4, corrects: Some(2), was: vec![red(0)], now: vec![] }]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// Settled conduct with all its corrections is what a fold of the log as it stands settles, whatever was taken back, and whoever left
    /// what out.
    #[test]
    fn corrections_lead_to_what_the_log_settles(
        shows in proptest::collection::vec((0..3_u8, any::<bool>(), any::<u64>(), 0..4_u8), 1..25),
        quarantine: bool,
    ) {
        let policy = if quarantine { OnContradiction::Quarantine } else { OnContradiction::Reject };
        let mut given = urn(json!({}), policy);
        let mut ledger = Ledger::new();
        for seat in 0..3 {
            given.record("draw", json!({"seat": seat}));
        }
        for (seat, red, at, what) in shows {
            let color = if red { "red" } else { "blue" };
            let revision = at % (given.head() + 1);
            let show = json!({"seat": seat, "color": color});
            let (kind, data) = match what {
                0 => ("retract", json!({"revision": revision, "reason": ""})),
                1 => ("retract", json!({"revision": revision, "reason": "", "instead": {"type": "show", "data": show}})),
                _ => ("show", show),
            };
            if let Ok(settled) = given.propose(kind, data) {
                enter(&mut ledger, settled);
            }
        }
        prop_assert_eq!(ledger, settled(&given));
    }
}
