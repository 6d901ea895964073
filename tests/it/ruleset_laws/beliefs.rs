//! Laws of the belief: distributions, replay, and the truth inside.

use credence::belief::{DOMAINS, Method};

use super::{TURNS, looks, place, truth};
use crate::harness::{Played, bytes_of, worlds_of};

/// Marginals are distributions; what the public counts allow is the same for all.
#[test]
fn marginals_are_distributions() {
    for game in Played::of_all(0..12, TURNS) {
        for end in looks(&game) {
            let mut allowed = None;
            for observer in game.observers() {
                let place = place(&game, observer, end);
                let marginals = game.fold(observer, end).marginals();
                assert!(!marginals.variables.is_empty(), "{place}: nothing is hidden");
                for variable in &marginals.variables {
                    let name = format!("{place}: {}", variable.id);
                    let sum: f64 = variable.distribution.iter().map(|outcome| outcome.p).sum();
                    assert!((sum - 1.0).abs() < 1e-9, "{name} sums to {sum}");
                    assert!(DOMAINS.contains(&variable.domain), "{name}: the contract lists no domain {:?}", variable.domain);
                    assert!(
                        variable.distribution.iter().all(|outcome| outcome.p > 0.0 && outcome.p <= 1.0),
                        "{name}: {variable:?}"
                    );
                    assert!(variable.distribution.len() <= variable.allowed as usize, "{name}: fewer are allowed than listed");
                    let bits = variable.entropy_bits();
                    assert!((0.0..=libm::log2(f64::from(variable.allowed)) + 1e-9).contains(&bits), "{name}: {bits} bits");
                    assert!((0.0..=1.0).contains(&variable.confidence()), "{name}: {}", variable.confidence());
                    assert_eq!(variable.known(), variable.distribution[0].p == 1.0, "{name}: what is known has p 1");
                }
                assert!((0.0..=1.0).contains(&marginals.confidence()), "{place}: {}", marginals.confidence());
                assert!(marginals.entropy_bits() >= 0.0);
                // A world assigns every variable: the parts are worth at least as many bits as the joint, and none more than it.
                if let Some(joint) = marginals.joint_entropy_bits {
                    assert!((0.0..=marginals.entropy_bits() + 1e-6).contains(&joint), "{place}: {joint} bits jointly");
                    let greatest = marginals.variables.iter().map(credence::belief::Marginal::entropy_bits).fold(0.0, f64::max);
                    assert!(joint >= greatest - 1e-6, "{place}: {joint} bits jointly, and {greatest} in one variable");
                }
                let counts: Vec<_> = marginals.variables.iter().map(|m| (m.id.clone(), m.allowed)).collect();
                assert_eq!(*allowed.get_or_insert_with(|| counts.clone()), counts, "{place}: public counts are public");
            }
        }
    }
}

/// The same events give the same bytes, in one go or with pauses to read, and from a kept middle as from the start.
#[test]
fn replay_gives_the_same_bytes() {
    for game in Played::of_all(0..6, TURNS) {
        let (end, middle) = (game.events.len(), game.events.len() / 2);
        for observer in game.observers() {
            let place = place(&game, observer, end);
            let once = game.fold(observer, end);
            let bytes = bytes_of(&once.marginals());
            assert!(bytes == bytes_of(&game.fold(observer, end).marginals()), "{place}: folded twice");

            let mut read = game.begin(observer);
            let mut kept = None;
            for index in 0..end {
                if index % 13 == 0 {
                    // Reading may fill caches, and must move nothing.
                    std::hint::black_box((read.marginals(), read.quality(), read.weigh()));
                    worlds_of(&read, 3, 1);
                }
                if index == middle {
                    kept = Some(read.clone());
                }
                read = game.step(&read, index, game.event(index));
            }
            assert!(bytes == bytes_of(&read.marginals()), "{place}: folded with pauses");
            let resumed = (middle..end).fold(kept.expect("a middle"), |fold, index| game.step(&fold, index, game.event(index)));
            assert!(bytes == bytes_of(&resumed.marginals()), "{place}: resumed from the middle");
            assert_eq!(worlds_of(&once, 5, 10), worlds_of(&resumed, 5, 10), "{place}: worlds");
        }
    }
}

/// Nobody who reasons exactly ever rules the truth out.
#[test]
fn the_truth_stays_possible() {
    for game in Played::of_all(0..12, TURNS) {
        let looks = looks(&game);
        let mut judged = 0;
        for observer in game.observers() {
            let mut fold = game.begin(observer);
            for index in 0..game.events.len() {
                fold = game.step(&fold, index, game.event(index));
                if fold.quality().method != Method::Exact {
                    break;
                }
                let place = place(&game, observer, index + 1);
                let ln = fold.ln_probability(game.truth[index + 1].clone()).unwrap_or_else(|error| panic!("{place}: {error}"));
                assert!(ln > f64::NEG_INFINITY && ln < 1e-9, "{place}: the truth has ln p {ln}");
                judged += 1;
                if !looks.contains(&(index + 1)) {
                    continue;
                }
                let values = truth(&game, index + 1);
                for variable in fold.marginals().variables {
                    let value = values.get(&variable.id).unwrap_or_else(|| panic!("{place}: a world has no {}", variable.id));
                    // The world is one of those with this value, so the value is at least as likely.
                    assert!(
                        variable.p(value) > 0.0 && libm::log(variable.p(value)) >= ln - 1e-9,
                        "{place}: {} is {value}",
                        variable.id
                    );
                }
            }
        }
        assert!(judged > 0, "{}: nobody reasons exactly, so this law says nothing", game.name);
    }
}

/// What stands in a snapshot is everything: frozen anywhere, thawed, and carried on, a belief is what it would have been.
#[test]
fn a_thawed_belief_carries_on_as_if_never_frozen() {
    for game in Played::of_all(0..3, None) {
        let end = game.events.len();
        let every = (end / 6).max(1);
        for observer in game.observers() {
            let (mut whole, mut thawed) = (game.begin(observer), game.begin(observer));
            for index in 0..end {
                let place = place(&game, observer, index);
                let event = game.event(index);
                let (next, pieces) = game.explained(&whole, index, event);
                let (again, same_pieces) = game.explained(&thawed, index, event);
                assert_eq!(pieces, same_pieces, "{place}: evidence");
                (whole, thawed) = (next, again);
                if index % every == 0 || index + 1 == end {
                    assert!(whole.frozen() == thawed.frozen(), "{place}: frozen again");
                    thawed = whole.thawed().unwrap_or_else(|error| panic!("{place}: {error}"));
                    assert_eq!(thawed.quality(), whole.quality(), "{place}: quality");
                    assert!(bytes_of(&thawed.marginals()) == bytes_of(&whole.marginals()), "{place}: marginals");
                    assert_eq!(worlds_of(&thawed, 3, 5), worlds_of(&whole, 3, 5), "{place}: worlds");
                }
            }
        }
    }
}
