//! What choices said of hands, held against the hands: that of players who go by the very tastes is borne out, that of careless ones not.

use serde_json::json;

use super::{Style, game, settled_in};
use crate::rulesets::hearts::likelihood::{BORNE_OUT, TASTE};
use crate::rulesets::{Conduct, Counts};

/// Of some games of persons of this style, read by the shipped tastes: what was true, and what was claimed to be, for one kind of choice.
fn counted(style: Style, kind: usize) -> [Counts; 2] {
    let mut counts = [Counts::default(); 2];
    for seed in 0..60 {
        for conduct in settled_in(json!({}), &game(json!({}), None, &[style; 4], seed)) {
            let Conduct::Count { tendency: "borne_out", context, successes, opportunities, .. } = conduct else { continue };
            let Some(place) = BORNE_OUT[kind].iter().position(|known| *known == context) else { continue };
            counts[place].successes += f64::from(successes);
            counts[place].opportunities += f64::from(opportunities);
        }
    }
    counts
}

fn lead(counts: Counts) -> f64 {
    2.0 * counts.successes / counts.opportunities - 1.0
}

#[test]
fn most_of_what_is_said_by_the_right_tastes_is_true() {
    let [told, claimed] = counted(Style { tastes: Some(TASTE), ..Style::usual() }, 1);
    assert!(told.opportunities > 3_000.0, "{told:?}");
    // Cards are read one by one here, each by itself: that claims a little more than is true.
    assert!((lead(told) / lead(claimed) - 0.8).abs() < 0.1, "{told:?} for {claimed:?}");
}

#[test]
fn careless_choices_say_nothing() {
    let [told, claimed] = counted(Style::random(), 1);
    assert!(lead(claimed) > 0.2 && lead(told) < 0.2 * lead(claimed), "{told:?} for {claimed:?}");
}
