//! How a player is believed to behave: the shipped numbers, drawn to what the players of this log taught, and those to the player's own.

use super::LiarsDice;
use super::hands::FACES;
use super::likelihood::TENDENCIES;
use super::settled::SettledCount;
use super::setup::Parameters;
use super::shares;
use super::tendencies::{BANDS, BID_CONTEXTS, Behaviour, EXACT_BANDS, FITS, situation_of};
use super::together::drawn_together;
use crate::belief::Beta;
use crate::rulesets::{Counts, Opening, Population, Profile};

/// A player's record in the tendencies that the model uses.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// Bluffs, by context.
    pub bluff: [Counts; BID_CONTEXTS.len()],
    /// Bids on the face that the hand made most likely, by context.
    pub backed: [Counts; BID_CONTEXTS.len()],
    /// Calls, by how likely the standing bid was.
    pub calls: [Counts; BANDS.len()],
    /// Exact calls, by how likely they were right.
    pub exacts: [Counts; EXACT_BANDS.len()],
    /// Bids of each face where it could be bid.
    pub faces: [Counts; FACES],
    /// How well revealed dice fitted what was said, by band.
    pub fits: [Counts; FITS.len()],
    /// Rounds in which the player seemed careless.
    pub careless: Counts,
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
            Behaviour::ExactCall => &mut self.exacts,
            Behaviour::Face => &mut self.faces,
            Behaviour::Fit => &mut self.fits,
            Behaviour::Careless => std::slice::from_mut(&mut self.careless),
            Behaviour::Exact => return,
        };
        if let Some(slot) = slots.get_mut(context) {
            slot.successes += counts.successes;
            slot.opportunities += counts.opportunities;
        }
    }
}

/// The rates of players like those of the log, each with what it is worth against a player's own record.
#[derive(Clone, Debug)]
pub struct Usual {
    /// See [`Record::bluff`].
    pub bluff: [Beta; BID_CONTEXTS.len()],
    backed: [Beta; BID_CONTEXTS.len()],
    calls: [Beta; BANDS.len()],
    exacts: [Beta; EXACT_BANDS.len()],
    faces: [Beta; FACES],
    careless: Beta,
    /// The mean share of rounds that say nothing of the dice.
    blind: f64,
}

impl Usual {
    /// By the opening.
    #[must_use]
    pub fn of(opening: &Opening<LiarsDice>) -> Self {
        let population = &opening.population;
        Self {
            bluff: priors(population, Behaviour::Bluff),
            backed: priors(population, Behaviour::Backed),
            calls: priors(population, Behaviour::Call),
            exacts: priors(population, Behaviour::ExactCall),
            faces: priors(population, Behaviour::Face),
            careless: priors::<1>(population, Behaviour::Careless)[0],
            blind: shares::usual_blind_share(&priors(population, Behaviour::Fit).map(|prior| prior.mean())),
        }
    }
}

/// The population's priors of a behaviour, by context.
fn priors<const N: usize>(population: &Population, behaviour: Behaviour) -> [Beta; N] {
    let tendency = TENDENCIES.iter().find(|tendency| tendency.name == behaviour.tendency());
    std::array::from_fn(|at| {
        let context = behaviour.contexts().get(at).copied().unwrap_or_default();
        tendency.map_or(Beta { alpha: 1.0, beta: 1.0 }, |tendency| population.prior(tendency, context))
    })
}

/// The rates that weigh a player's actions.
#[derive(Clone, Debug, PartialEq)]
pub struct Rates {
    /// P(bluff), where the bid is drawn from the hand and there is an honest one, by context.
    pub bluff: [f64; BID_CONTEXTS.len()],
    /// P(a bid depends on the table and not on the dice), in a round in which the player looks at them, by context.
    pub slips: [f64; BID_CONTEXTS.len()],
    /// How much likelier a bid on the face that the hand makes most likely is than the model of bids has it, by context; at least 1.
    pub backing: [f64; BID_CONTEXTS.len()],
    /// P(call), by how likely the standing bid is to the hand: at the middles of the bands.
    pub calls: [f64; BANDS.len()],
    /// P(exact call), by how likely that is right to the hand: likewise.
    pub exacts: [f64; EXACT_BANDS.len()],
    /// How much each face is liked, where the shipped liking is 1.
    pub faces: [f64; FACES],
    /// P(what the player says in a round has nothing to do with its dice).
    pub blind: f64,
    /// P(the player moves by lot).
    pub careless: f64,
    /// What those rest on that evidence names.
    pub rests_on: RestsOn,
}

/// Opportunities that a player's own rates rest on; none, where they are the population's.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RestsOn {
    /// Bids where an honest one was there, by context.
    pub bluff: [f64; BID_CONTEXTS.len()],
    /// Standing bids that were called or raised, by how likely they were.
    pub calls: [f64; BANDS.len()],
    /// Standing bids that could be called exactly right, by how likely that was.
    pub exacts: [f64; EXACT_BANDS.len()],
}

impl Rates {
    /// The rates of a player with this record, as far as the switches let it be used.
    #[must_use]
    pub fn of(record: &Record, usual: &Usual, parameters: &Parameters) -> Self {
        let known = |counts: &Counts, used: bool| if used { *counts } else { Counts::default() };
        let rate = |prior: Beta, counts: Counts| counts.after(prior).mean();
        let (trust, history) = (parameters.trust(), parameters.history());
        let blind = shares::blind_share(usual.blind, &record.fits.map(|counts| known(&counts, trust).successes));
        let backed = record.backed.map(|counts| known(&counts, trust));
        let slips: [f64; BID_CONTEXTS.len()] = std::array::from_fn(|at| shares::slips(backed[at], at));
        let in_one_situation = |a: usize, b: usize| situation_of(a) == situation_of(b);
        let backing = together(&usual.backed, &backed, in_one_situation);
        let bluff = together(&usual.bluff, &record.bluff.map(|counts| known(&counts, trust)), in_one_situation);
        let unrelated = |at: usize| blind + (1.0 - blind) * slips[at];
        Self {
            bluff: std::array::from_fn(|at| shares::drawn_bluffs(bluff[at], unrelated(at), at)),
            backing: std::array::from_fn(|at| shares::backing(backing[at], slips[at], at)),
            slips,
            calls: together(&usual.calls, &record.calls.map(|counts| known(&counts, history)), |a, b| a.abs_diff(b) <= 1),
            exacts: std::array::from_fn(|at| rate(usual.exacts[at], known(&record.exacts[at], history))),
            faces: std::array::from_fn(|at| shares::liking(rate(usual.faces[at], known(&record.faces[at], history)), at)),
            blind,
            careless: rate(usual.careless, known(&record.careless, trust)),
            rests_on: RestsOn {
                bluff: record.bluff.map(|counts| known(&counts, trust).opportunities),
                calls: record.calls.map(|counts| known(&counts, history).opportunities),
                exacts: record.exacts.map(|counts| known(&counts, history).opportunities),
            },
        }
    }
}

/// A player's rates in contexts that resemble each other.
fn together<const N: usize>(usual: &[Beta; N], counts: &[Counts; N], alike: impl Fn(usize, usize) -> bool) -> [f64; N] {
    let expected = drawn_together(usual, counts, alike);
    std::array::from_fn(|at| counts[at].after(expected[at]).mean())
}
