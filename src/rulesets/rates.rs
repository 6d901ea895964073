//! How often somebody does something: the shipped number, what the players of this log taught together, and the player's own games,
//! each drawn towards the one before it where it rests on little.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Counts, Profile, Tendency};
use crate::belief::Beta;

/// What the shipped number of a behaviour is worth beside this log's own players, in effective opportunities (see [`Population`]).
/// A guess: some ten players seen often move a number by half of what they differ from it.
pub const SHIPPED_WORTH: f64 = 50.0;

/// Games of one player that count for the population: who plays more teaches it no more than that.
pub const MOST_GAMES: f64 = 10.0;

/// Where a game's numbers of the population come from: the parameter `population` of rulesets that have the choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PopulationSource {
    /// From the shipped numbers, drawn to what the players of this log taught together. An opening that was written before this could be chosen holds nothing that
    /// was taught.
    Learned,
    /// From the shipped numbers alone.
    Shipped,
}

/// How the players of a ruleset teach its population.
#[derive(Clone, Copy)]
pub struct Teaching {
    /// What they teach.
    pub tendencies: &'static [Tendency],
    /// What a game of a profile weighs after the next one, above 0 and at most 1.
    pub decay: f64,
    /// How much of what a player did counts, in [0, 1].
    pub share: fn(&Profile) -> f64,
    /// Names of tendencies that all players teach in full.
    pub of_all: &'static [&'static str],
}

impl Teaching {
    /// How much counts for a tendency, by name, of what a player did of whom so much counts in general.
    #[must_use]
    pub fn share_in(&self, tendency: &str, of_player: f64) -> f64 {
        if self.of_all.contains(&tendency) { 1.0 } else { of_player }
    }
}

/// What all players of a log taught together about the behaviours of a ruleset. An opening holds it by value, so that a game's beliefs
/// do not change when others play on.
///
/// Opportunities of one player resemble each other, so that a hundred of them say less of the population than one each of a hundred
/// players. A player's n opportunities count as n / (1 + (n - 1) / (k + 1)) effective ones, where k is the worth of the behaviour's
/// prior: the design effect of a cluster sample, with the intraclass correlation 1 / (k + 1) of a beta-binomial (Kish 1965).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Population {
    /// Players that it rests on: those of whom something was settled.
    pub players: u32,
    /// Effective (successes, opportunities) by tendency and context.
    pub tendencies: BTreeMap<String, BTreeMap<String, Counts>>,
}

impl Population {
    /// Whether nobody taught it anything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.players == 0
    }

    /// Whether games with these parameters, complete, read a population: their ruleset has the choice, and it was not chosen against.
    #[must_use]
    pub fn is_read(parameters: &Value) -> bool {
        parameters["population"] == "learned"
    }

    /// Of these players' profiles, in their order.
    #[must_use]
    pub fn of<'a>(teaching: &Teaching, profiles: impl IntoIterator<Item = &'a Profile>) -> Self {
        let mut population = Self::default();
        profiles.into_iter().for_each(|profile| population.add(teaching, profile));
        population
    }

    /// One player more; one of whom nothing was settled is none.
    pub fn add(&mut self, teaching: &Teaching, profile: &Profile) {
        let Teaching { tendencies, decay, .. } = *teaching;
        if profile.tendencies.is_empty() {
            return;
        }
        self.players = self.players.saturating_add(1);
        // The counts are those of the games less what they have faded by.
        let games = f64::from(profile.games.max(1));
        let weight = if decay < 1.0 { (1.0 - libm::pow(decay, games)) / (1.0 - decay) } else { games };
        let of_games = (MOST_GAMES / weight).min(1.0);
        let of_player = (teaching.share)(profile);
        for (name, contexts) in &profile.tendencies {
            let Some(tendency) = tendencies.iter().find(|tendency| tendency.name == name) else { continue };
            let share = of_games * teaching.share_in(name, of_player);
            for (context, counts) in contexts {
                let opportunities = share * counts.opportunities;
                if opportunities <= 0.0 {
                    continue;
                }
                let prior = tendency.prior_in(context);
                let effect = 1.0 + (opportunities - 1.0).max(0.0) / (prior.alpha + prior.beta + 1.0);
                let sum = self.tendencies.entry(name.clone()).or_default().entry(context.clone()).or_default();
                sum.successes += share * counts.successes / effect;
                sum.opportunities += opportunities / effect;
            }
        }
    }

    /// What was learned of a behaviour in a context; nothing, where nothing was.
    #[must_use]
    pub fn counts(&self, tendency: &str, context: &str) -> Counts {
        self.tendencies.get(tendency).and_then(|contexts| contexts.get(context)).copied().unwrap_or_default()
    }

    /// The distribution of the rate of a player of this population who was never seen: of the shipped prior's worth, around a mean that is
    /// the shipped one where nothing was learned.
    #[must_use]
    pub fn prior(&self, tendency: &Tendency, context: &str) -> Beta {
        let shipped = tendency.prior_in(context);
        let learned = self.counts(tendency.name, context);
        if learned.opportunities <= 0.0 {
            return shipped;
        }
        let worth = shipped.alpha + shipped.beta;
        let mean = (SHIPPED_WORTH * shipped.mean() + learned.successes) / (SHIPPED_WORTH + learned.opportunities);
        // Never 0 or 1, which no shipped number is and no counts reach.
        Beta { alpha: worth * mean, beta: worth * (1.0 - mean) }
    }
}

impl Tendency {
    /// The shipped prior in a context; that of all contexts together where it has none of this name.
    #[must_use]
    pub fn prior_in(&self, context: &str) -> Beta {
        self.contexts.iter().find(|known| known.name == context).map_or(self.prior, |context| context.prior)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulesets::Context;

    const TENDENCIES: &[Tendency] = &[Tendency {
        name: "bluffs",
        description: "",
        prior: Beta { alpha: 1.0, beta: 3.0 },
        contexts: &[Context::new("late", 2.0, 2.0)],
    }];

    const fn taught(decay: f64) -> Teaching {
        Teaching { tendencies: TENDENCIES, decay, share: |_| 1.0, of_all: &[] }
    }

    fn profile(games: u32, context: &str, successes: f64, opportunities: f64) -> Profile {
        let contexts = BTreeMap::from([(context.to_owned(), Counts { successes, opportunities })]);
        Profile { games, tendencies: BTreeMap::from([("bluffs".to_owned(), contexts)]), ..Profile::default() }
    }

    #[test]
    fn opportunities_of_one_player_count_for_less() {
        // Worth 4, so that 6 opportunities of one player are 6 / (1 + 5 / 5) = 3 effective ones, and two of three were taken.
        let one = Population::of(&taught(1.0), [&profile(1, "late", 4.0, 6.0)]);
        assert_eq!(one.counts("bluffs", "late"), Counts { successes: 2.0, opportunities: 3.0 });
        // 40 games count as ten: 24 of 96 are 6 of 24, which are 24 / (1 + 23 / 5) = 4.29 effective ones.
        let often = Population::of(&taught(1.0), [&profile(40, "late", 24.0, 96.0)]).counts("bluffs", "late");
        assert!((often.opportunities - 24.0 / 5.6).abs() < 1e-12 && (often.successes - 6.0 / 5.6).abs() < 1e-12, "{often:?}");
        // Half of each game is left after the next: however many there were, all together weigh less than two, and count in full.
        let faded = Population::of(&taught(0.5), [&profile(1_000, "late", 4.0, 6.0)]);
        assert_eq!(faded.counts("bluffs", "late"), one.counts("bluffs", "late"));
        let two =
            Population::of(&taught(1.0), [&profile(1, "late", 4.0, 6.0), &profile(1, "late", 0.0, 1.0), &Profile::default()]);
        assert_eq!((two.players, two.counts("bluffs", "late")), (2, Counts { successes: 2.0, opportunities: 4.0 }));
    }

    #[test]
    fn who_plays_otherwise_counts_for_as_much_as_is_said() {
        let half = Teaching { share: |_| 0.5, ..taught(1.0) };
        // Half of 12 opportunities are 6, which are 3 effective ones.
        let one = Population::of(&half, [&profile(1, "late", 8.0, 12.0)]);
        assert_eq!((one.players, one.counts("bluffs", "late")), (1, Counts { successes: 2.0, opportunities: 3.0 }));
        let of_all = Population::of(&Teaching { of_all: &["bluffs"], ..half }, [&profile(1, "late", 4.0, 6.0)]);
        assert_eq!(of_all.counts("bluffs", "late"), Counts { successes: 2.0, opportunities: 3.0 });
    }

    #[test]
    fn the_population_is_drawn_towards_the_shipped_number() {
        let learned = Population::of(&taught(1.0), [&profile(1, "late", 4.0, 6.0)]);
        // (50 x 1/2 + 2) / (50 + 3), and it stays worth 4.
        let prior = learned.prior(&TENDENCIES[0], "late");
        assert!((prior.mean() - 27.0 / 53.0).abs() < 1e-12 && (prior.alpha + prior.beta - 4.0).abs() < 1e-12);
        assert_eq!(Population::default().prior(&TENDENCIES[0], "late"), Beta { alpha: 2.0, beta: 2.0 });
        assert_eq!(learned.prior(&TENDENCIES[0], "early"), TENDENCIES[0].prior, "another context is another number");
    }
}
