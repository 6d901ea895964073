//! How a player is believed to behave: the population's habits, moved by what its own record says.

use super::hands::FACES;
use super::likelihood as fitted;
use super::settled::SettledCount;
use super::setup::Parameters;
use super::tendencies::{BANDS, BLUFF_CONTEXTS, Behaviour, SITUATIONS};
use crate::belief::Beta;
use crate::rulesets::{Counts, Profile};

/// A player's record in the tendencies that the model uses.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// Bluffs, by context.
    pub bluff: [Counts; BLUFF_CONTEXTS.len()],
    /// Bids on the face that the hand made most likely, by situation.
    pub backed: [Counts; SITUATIONS.len()],
    /// Calls, by how likely the standing bid was.
    pub calls: [Counts; BANDS.len()],
    /// Bids of each face where it could be bid.
    pub faces: [Counts; FACES],
}

impl Record {
    /// What a profile says.
    #[must_use]
    pub fn of(profile: &Profile) -> Self {
        let mut record = Self::default();
        for (tendency, contexts) in &profile.tendencies {
            for (context, counts) in contexts {
                // Contexts that this release does not know teach it nothing.
                if let Some((behaviour, at)) = Behaviour::named(tendency, context) {
                    record.add(behaviour, at, *counts);
                }
            }
        }
        record
    }

    /// Adds what a revealed round settled about the seat.
    pub fn learn(&mut self, of: usize, settled: &[SettledCount]) {
        for count in settled.iter().filter(|count| usize::from(count.seat) == of) {
            let counts = Counts { successes: f64::from(count.successes), opportunities: f64::from(count.opportunities) };
            self.add(count.behaviour, usize::from(count.context), counts);
        }
    }

    fn add(&mut self, behaviour: Behaviour, context: usize, counts: Counts) {
        let slots: &mut [Counts] = match behaviour {
            Behaviour::Bluff => &mut self.bluff,
            Behaviour::Backed => &mut self.backed,
            Behaviour::Call => &mut self.calls,
            Behaviour::Face => &mut self.faces,
            Behaviour::Exact => return,
        };
        if let Some(slot) = slots.get_mut(context) {
            slot.successes += counts.successes;
            slot.opportunities += counts.opportunities;
        }
    }
}

/// The rates that weigh a player's actions.
#[derive(Clone, Debug, PartialEq)]
pub struct Rates {
    /// P(bluff), where the bid is drawn from the hand and there is an honest one, by context.
    pub bluff: [f64; BLUFF_CONTEXTS.len()],
    /// P(the bid has nothing to do with the hand), by situation.
    pub blind: [f64; SITUATIONS.len()],
    /// P(call), by how likely the standing bid is to the hand.
    pub calls: [f64; BANDS.len()],
    /// How much each face is liked, where the population's liking is 1.
    pub faces: [f64; FACES],
}

impl Rates {
    /// The rates of a player with this record, as far as the switches let it be used.
    #[must_use]
    pub fn of(record: &Record, parameters: &Parameters) -> Self {
        let known = |counts: &Counts, used: bool| if used { *counts } else { Counts::default() };
        let rate = |mean: f64, strength: f64, counts: Counts| {
            Beta::posterior(mean * strength, (1.0 - mean) * strength, counts.successes, counts.opportunities).mean()
        };
        let (trust, history) = (parameters.trust(), parameters.history());
        let blind = std::array::from_fn(|at| fitted::blindness(known(&record.backed[at], trust), at));
        Self {
            bluff: std::array::from_fn(|at| {
                let bluffs = rate(fitted::BLUFF[at], fitted::BLUFF_WORTH[at], known(&record.bluff[at], trust));
                fitted::drawn_bluffs(bluffs, blind[at / 3], at)
            }),
            blind,
            calls: std::array::from_fn(|at| rate(fitted::CALLS[at], fitted::CALLS_WORTH[at], known(&record.calls[at], history))),
            faces: std::array::from_fn(|at| {
                let share = rate(fitted::FACE_SHARE[at], fitted::FACES_WORTH[at], known(&record.faces[at], history));
                fitted::liking(share, at)
            }),
        }
    }
}
