//! What holds in every game.

use std::collections::BTreeMap;

use serde_json::json;
use statrs::distribution::{ChiSquared, ContinuousCDF};

use super::{Watch, opening};
use crate::belief::{Draws, Method, Piece, seeded};
use crate::rulesets::catan::{Catan, Event, Style, World, simulate};
use crate::rulesets::{Observer, Opening, Ruleset};

const OBSERVERS: [Observer; 4] = [Observer::Public, Observer::Seat(0), Observer::Seat(2), Observer::Referee];

fn games() -> Vec<(Opening<Catan>, Vec<Event>, Vec<World>)> {
    let setups =
        [json!({}), json!({"discards": "hidden"}), json!({"bank": "unlimited"}), json!({"bank": "hidden", "bank_size": 12})];
    (0..8)
        .map(|seed| {
            let opening = opening(3 + seed % 3, setups[seed % 4].clone(), json!({}));
            let style = if seed < 4 { Style::Usual } else { Style::Robbers };
            let turns = if seed % 4 == 1 { 25 } else { 60 };
            let game = simulate(&opening, Some(turns), style, &mut seeded(seed as u64, 5));
            (opening, game.events, game.truth)
        })
        .collect()
}

/// Nothing is lost, the truth stays possible, whoever sees more rules out no less, and the marginals are distributions.
#[test]
fn truth_stays_possible_and_supports_nest() {
    for (opening, events, truth) in games() {
        let mut watches = OBSERVERS.map(|observer| Watch::new(opening.clone(), observer));
        for (at, event) in events.iter().enumerate() {
            for watch in &mut watches {
                watch.try_event(event).unwrap();
            }
            if at % 7 != 0 && at + 1 != events.len() {
                continue;
            }
            let ln = |watch: &Watch, world: &World| watch.ln_probability(world);
            for watch in &watches {
                assert!(ln(watch, &truth[at + 1]).is_finite(), "{} after {event:?}", watch.observer);
                let marginals = watch.marginals();
                assert_eq!(marginals.quality.method, Method::Exact);
                for variable in &marginals.variables {
                    let sum: f64 = variable.distribution.iter().map(|outcome| outcome.p).sum();
                    assert!((sum - 1.0).abs() < 1e-9, "{} sums to {sum}", variable.id);
                    assert!(variable.distribution.len() <= variable.allowed as usize, "{}", variable.id);
                }
            }
            let [public, seat, other, referee] = &watches;
            assert!((ln(referee, &truth[at + 1])).abs() < 1e-9, "the referee knows");
            for watch in [seat, other] {
                for (_, world) in watch.sample(Draws { seed: 1, count: 20 }).worlds {
                    assert!(ln(public, &world).is_finite());
                }
            }
            let allowed = |watch: &Watch| watch.marginals().variables.iter().map(|m| m.allowed).collect::<Vec<_>>();
            assert!(watches.iter().all(|watch| allowed(watch) == allowed(public)), "what public counts allow is public");
        }
    }
}

/// Every change of a distribution is explained: on each variable, pieces join end to end from the prior to the belief.
#[test]
fn evidence_is_a_chain() {
    for (opening, events, _) in games() {
        for observer in OBSERVERS {
            let mut watch = Watch::new(opening.clone(), observer);
            let state = |watch: &Watch| -> BTreeMap<String, BTreeMap<String, f64>> {
                let values = |m: &crate::belief::Marginal| m.distribution.iter().map(|o| (o.value.clone(), o.p)).collect();
                watch.marginals().variables.iter().map(|m| (m.id.clone(), values(m))).collect()
            };
            let mut now = state(&watch);
            for event in &events {
                watch.try_event(event).unwrap();
                for piece in &watch.pieces {
                    joins(&mut now, piece);
                }
                for (variable, values) in state(&watch) {
                    same(&now[&variable], &values, &variable);
                }
            }
        }
    }
}

fn joins(now: &mut BTreeMap<String, BTreeMap<String, f64>>, piece: &Piece) {
    for variable in &piece.variables {
        same(&now[variable], &piece.before[variable], &piece.summary);
        now.insert(variable.clone(), piece.after[variable].clone());
    }
    assert!(piece.information_gain_bits >= 0.0 && piece.surprisal_bits >= piece.information_gain_bits - 1e-9);
}

#[track_caller]
fn same(a: &BTreeMap<String, f64>, b: &BTreeMap<String, f64>, what: &str) {
    assert!(a.keys().eq(b.keys()) && a.iter().all(|(value, p)| (p - b[value]).abs() < 1e-9), "{what}: {a:?} is not {b:?}");
}

/// What an observer cannot see changes nothing that it is served.
#[test]
fn hidden_parts_do_not_leak() {
    let (opening, events, _) = games().swap_remove(4);
    let stripped = |event: &Event| Catan::view(&opening, event, Observer::Public).unwrap().into_owned();
    let mut whole = Watch::new(opening.clone(), Observer::Public);
    let mut public = Watch::new(opening.clone(), Observer::Public);
    for event in &events {
        whole.try_event(event).unwrap();
        public.try_event(&stripped(event)).unwrap();
        assert_eq!(whole.pieces, public.pieces);
    }
    assert_eq!(whole.marginals(), public.marginals());
}

/// Draws follow the marginals, and a drawn world's log weight is its log probability.
#[test]
fn samples_agree_with_the_marginals() {
    const DRAWS: usize = 4000;
    let (opening, events, _) = games().swap_remove(6);
    let mut watch = Watch::new(opening, Observer::Public);
    events.iter().take(120).for_each(|event| watch.try_event(event).unwrap());
    let drawn = watch.sample(Draws { seed: 11, count: DRAWS });
    let mut tested = 0;
    for (place, variable) in watch.marginals().variables.iter().take(20).enumerate() {
        if variable.known() {
            continue;
        }
        let mut chi = 0.0;
        for outcome in &variable.distribution {
            let value: u16 = outcome.value.parse().unwrap();
            let held = |world: &World| world.hands[&((place / 5) as u8)].counts()[place % 5] == i32::from(value);
            let seen = drawn.worlds.iter().filter(|(_, world)| held(world)).count() as f64;
            let expected = outcome.p * DRAWS as f64;
            chi += (seen - expected).powi(2) / expected;
        }
        let p = 1.0 - ChiSquared::new(variable.distribution.len() as f64 - 1.0).unwrap().cdf(chi);
        assert!(p > 1e-4, "{}: chi squared {chi}, p {p}", variable.id);
        tested += 1;
    }
    assert!(tested > 3);
    for (ln, world) in &drawn.worlds {
        assert!((ln - watch.ln_probability(world)).abs() < 1e-12);
    }
}

/// Events, worlds and openings are read back as they were written.
#[test]
fn json_keeps_everything() {
    let (opening, events, truth) = games().swap_remove(1);
    for event in &events {
        let text = serde_json::to_string(event).unwrap();
        assert_eq!(&serde_json::from_str::<Event>(&text).unwrap(), event);
    }
    for world in &truth {
        assert_eq!(&serde_json::from_value::<World>(serde_json::to_value(world).unwrap()).unwrap(), world);
    }
    let setup = serde_json::to_value(&opening.setup).unwrap();
    assert_eq!(setup["dev_cards"]["knight"], json!(14));
}
