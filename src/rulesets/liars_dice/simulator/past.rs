//! Profiles of simulated persons, folded from what their games settled.

use super::game::Game;
use crate::rulesets::{Conduct, Counts, Profile, Seat};

/// Adds what a game settled about a seat to the profile of the person in it, without decay.
pub fn fold(profile: &mut Profile, game: &Game, of: Seat) {
    profile.games += 1;
    for settled in &game.conduct {
        match settled {
            Conduct::Count { seat, tendency, context, successes, opportunities } if *seat == of => {
                let counts: &mut Counts =
                    profile.tendencies.entry((*tendency).to_owned()).or_default().entry(context.clone()).or_default();
                counts.successes += f64::from(*successes);
                counts.opportunities += f64::from(*opportunities);
            }
            Conduct::Accuracy { seat, value } if *seat == of => profile.trust.get_or_insert_default().settle(*value),
            _ => {}
        }
    }
}
