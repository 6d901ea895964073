//! Choices as races, by hand; what a choice shows of tastes; and that careless players are found out.

use serde_json::json;

use super::{Hearts, Style, Watcher, card, cards, game, opening};
use crate::belief::seeded;
use crate::rulesets::hearts::event::view;
use crate::rulesets::hearts::likelihood::CARELESS;
use crate::rulesets::hearts::race::{Rival, all_first, first, time_of};
use crate::rulesets::hearts::ways::{Way, Weights};
use crate::rulesets::hearts::{Played, Scene, Table, Taste};
use crate::rulesets::{Conduct, Observer, Opening, PublicTable};

fn close(a: f64, b: f64, within: f64) {
    assert!((a - b).abs() < within, "{a} for {b}");
}

#[test]
fn a_race_by_hand() {
    // A rival liked twice as well is in the hand half the time: 1/2 + 1/2 x 1/3, and where it is in it, a third of the chance is left.
    let mut rivals = [Rival { p: 0.5, ahead: libm::log(2.0), factor: 0.0 }];
    close(first(&mut rivals), 2.0 / 3.0, 1e-9);
    close(rivals[0].factor, 1.0 / 3.0, 1e-9);
    // Of four equal cards, all held, each comes first in a quarter of the races; the third rival takes a quarter of the chance away.
    let mut rivals = [Rival { p: 1.0, ahead: 0.0, factor: 0.0 }; 3];
    close(first(&mut rivals), 0.25, 1e-9);
    close(rivals[2].factor, 0.75, 1e-9);
    // Much better ones are nearly never beaten: 1 / (1 + e^6).
    let mut rivals = [Rival { p: 1.0, ahead: 6.0, factor: 0.0 }];
    close(first(&mut rivals), 1.0 / (1.0 + libm::exp(6.0)), 5e-4);
}

#[test]
fn a_race_of_three_by_hand() {
    // Three of thirteen equal cards: one of 286 choices; with nine rivals, of twelve cards, one of 220.
    let mut rivals = [Rival { p: 1.0, ahead: 0.0, factor: 0.0 }; 10];
    close(all_first(&[1.0; 3], &mut rivals) * 286.0, 1.0, 0.05);
    close(rivals[0].factor, 220.0 / 286.0, 0.01);
    // Thirteen equal cards of rate 1: three have arrived when 1 - e^-t = 3 / 13.
    close(time_of(3.0, 1.0, &[1.0; 13]), -libm::log(10.0 / 13.0), 1e-6);
}

#[test]
fn what_a_choice_shows() {
    let setup = opening(json!({})).setup;
    let text = "0:2C 1:3C 2:4C 3:AC 3:5D";
    let plays: Vec<Played> =
        text.split_whitespace().map(|play| Played { seat: play[..1].parse().unwrap(), card: card(&play[2..]) }).collect();
    let shows = |chosen: &str, choices: &str| {
        let mut shown = Vec::new();
        Scene::of_play(&setup, &plays, true).shows(card(chosen), cards(choices), |taste, done| shown.push((taste, done)));
        shown
    };
    // It stays below, with the higher of two; the king would have gone over.
    assert_eq!(shows("4D", "3D 4D KD"), [(Taste::TakesEarly, false), (Taste::UnderEarly, true)]);
    // It goes over: nothing is said of how it ducks, nor by which card it goes over, for there is one.
    assert_eq!(shows("KD", "3D 4D KD"), [(Taste::TakesEarly, true)]);
    // All would stay below: no choice of kind.
    assert_eq!(shows("3D", "3D 4D"), [(Taste::UnderEarly, false)]);
}

#[test]
fn weights_of_ways() {
    let weights = Weights::of([1.0, 1.0, 2.0, 0.0]).after([0.0, 1.0, 0.5, 1.0]).by_way();
    close(weights[Way::Coarse as usize], 0.5, 1e-4);
    close(weights[Way::Population as usize], 0.5, 1e-4);
    assert!(weights.iter().all(|weight| *weight > 0.0), "no way is ever ruled out: {weights:?}");
    assert_eq!(Weights::of([f64::NAN; 4]).by_way(), [0.25; 4]);
}

#[test]
fn careless_players_are_found_out() {
    let careless = |style: fn(u64) -> Style| {
        let mut sum = 0.0;
        for seed in 0..20 {
            let styles = std::array::from_fn(|seat| style(10 * seed + seat as u64));
            let mut watcher = Watcher::new(Observer::Public, json!({}), 1.0);
            for event in game(json!({}), None, &styles, seed).events {
                watcher.take(&event).unwrap();
            }
            sum += watcher.belief.ways.map(|ways| ways.by_way()[Way::Careless as usize]).iter().sum::<f64>() / 80.0;
        }
        sum
    };
    let (random, sensible) = (careless(|_| Style::random()), careless(|seed| Style::draw(&mut seeded(seed, 6))));
    assert!(random > 0.6 && sensible < 0.1, "{random} of careless tables, {sensible} of sensible ones");
}

/// Plays games of persons of one style at a table that knows them by what the games before settled. Gives the share of deals that look careless, of
/// so many first games, and of those that come after them in turn.
fn looks_careless(style: Style, games: [u64; 3]) -> [f64; 3] {
    let mut opening: Opening<Hearts> = opening(json!({}));
    let mut seed = 0;
    games.map(|games| {
        let (mut done, mut of) = (0.0, 0.0);
        for _ in 0..games {
            seed += 1;
            let mut table = Table::new(&opening);
            for event in &game(json!({}), None, &[style; 4], seed).events {
                let (next, settled) = table.advance(&view(event, Observer::Public));
                table = next;
                for conduct in settled {
                    let Conduct::Count { seat, tendency, context, successes, opportunities } = conduct else { continue };
                    let (successes, opportunities) = (f64::from(successes), f64::from(opportunities));
                    if tendency == CARELESS {
                        (done, of) = (done + successes, of + opportunities);
                    }
                    let counts = opening.seats[usize::from(seat)].profile.tendencies.entry(tendency.to_owned()).or_default();
                    let counts = counts.entry(context).or_default();
                    counts.successes += successes;
                    counts.opportunities += opportunities;
                }
            }
        }
        done / of
    })
}

/// Whoever plays low cards only looks careless until it is known for that; whoever plays by lot still does then.
#[test]
fn who_is_known_for_other_tastes_is_not_careless() {
    let low = Taste::ALL.map(|taste| if taste.is_by_rank() { -8.0 } else { 0.0 });
    let [at_first, _, known] = looks_careless(Style { tastes: Some(low), ..Style::usual() }, [1, 20, 5]);
    assert!(at_first > 0.8 && known < 0.2, "{at_first} of the first deals, {known} of later ones");
    let [_, _, known] = looks_careless(Style::random(), [1, 20, 5]);
    assert!(known > 0.8, "{known} of the later deals of persons who play by lot");
}
