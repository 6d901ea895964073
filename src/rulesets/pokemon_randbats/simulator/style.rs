//! Who plays: a simulated person, and the population that persons are drawn from.

use crate::belief::{Beta, WorldRng, unit};

/// A person: how likely it is to do what each tendency names, in [0, 1].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// Leaves by choice in a turn, unthreatened: healthy, hurt.
    pub switches: [f64; 2],
    /// Stays in the turn after a super effective hit that was survived.
    pub stays: f64,
    /// Terastallizes in a turn, while it can.
    pub terastallizes: f64,
    /// Protects again in the turn after it did.
    pub protects: f64,
}

/// The population. Guesses: persons differ most in when they terastallize, and few protect twice.
const SWITCHES: [Beta; 2] = [Beta { alpha: 2.0, beta: 14.0 }, Beta { alpha: 2.0, beta: 10.0 }];
const STAYS: Beta = Beta { alpha: 3.0, beta: 2.0 };
const TERASTALLIZES: Beta = Beta { alpha: 1.0, beta: 12.0 };
const PROTECTS: Beta = Beta { alpha: 1.0, beta: 5.0 };

impl Style {
    /// A person drawn from the population.
    pub fn draw(rng: &mut WorldRng) -> Self {
        let mut rate = |spread: Beta| spread.quantile(unit(rng));
        Self {
            switches: SWITCHES.map(&mut rate),
            stays: rate(STAYS),
            terastallizes: rate(TERASTALLIZES),
            protects: rate(PROTECTS),
        }
    }
}
