//! What this log says of each number that is learned, and how well it would have foretold what came after.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::Serialize;

use super::conduct::{Entry, What};
use crate::belief::Beta;
use crate::rulesets::{AnyRuleset, Memory, Observed, Population, Profile, Revision, SHIPPED_WORTH, SettledAt, Tendency};
use crate::service::{Error, Service};
use crate::store::{LogId, PlayerRow, Position};

/// Players listed at once.
const LISTED: u32 = 500;

/// The population that foretells a game is folded again once the games before it have grown by this part.
const STALE: usize = 16;

/// What a log says of the behaviours of a ruleset.
#[derive(Clone, Debug, Serialize)]
pub struct LearnedAnswer {
    /// The ruleset.
    pub ruleset: &'static str,
    /// Players of whom something was settled.
    pub players: u32,
    /// Games that settled something.
    pub games: usize,
    /// One entry for each behaviour and context that was seen.
    pub rates: Vec<LearnedRate>,
}

/// A number that is learned.
#[derive(Clone, Debug, Serialize)]
pub struct LearnedRate {
    /// The behaviour.
    pub tendency: &'static str,
    /// The situation; empty where there is one.
    pub context: String,
    /// Times that it was done.
    pub successes: u64,
    /// Times that it could have been done.
    pub opportunities: u64,
    /// The shipped number.
    pub shipped: f64,
    /// The number of this log's population: the shipped one, moved by what was learned.
    pub learned: f64,
    /// The learned number lies between these with probability 0.9.
    pub interval_90: [f64; 2],
    /// Bits an opportunity that it cost to foretell each game by the shipped number; by what all games before it had taught of the population;
    /// and by that and the player's own games before it.
    pub bits: Foretold,
}

/// Log loss an opportunity in bits, each game foretold from the games before it alone.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Foretold {
    /// By the shipped number.
    pub shipped: f64,
    /// By the population.
    pub population: f64,
    /// By the player's own games too.
    pub own: f64,
}

/// Sums for one number.
#[derive(Default)]
struct Sums {
    successes: u64,
    opportunities: u64,
    bits: Foretold,
}

/// Where something comes in the order of a log: the position; in a log of several partitions the time before it.
type Order = (i64, Position);

/// What foretelling needs of an entry: those of a whole log are held at once.
struct Lesson {
    order: Order,
    /// The place of the player in the list of them.
    player: usize,
    game: Arc<str>,
    revision: Revision,
    what: What,
}

/// What was settled in the games of a ruleset, player by player.
#[derive(Default)]
struct Lessons {
    all: Vec<Lesson>,
    games: BTreeSet<Arc<str>>,
}

impl Lessons {
    /// One game's id stands once in memory.
    fn game(&mut self, id: &str) -> Arc<str> {
        if let Some(game) = self.games.get(id) {
            return Arc::clone(game);
        }
        let game: Arc<str> = Arc::from(id);
        self.games.insert(Arc::clone(&game));
        game
    }
}

impl Service {
    /// What the settled games of a log say of a ruleset's behaviours. What was corrected later is foretold as it was first settled, and teaches as
    /// it was corrected.
    ///
    /// # Errors
    /// Where the log cannot be read.
    pub async fn learned(&self, log: LogId, ruleset: &'static dyn AnyRuleset) -> Result<LearnedAnswer, Error> {
        let mut lessons = self.lessons(log, ruleset.key()).await?;
        lessons.sort_by_key(|lesson| lesson.order);
        self.work(false, move |_| Ok(foretell(ruleset, &lessons))).await
    }

    /// What was settled in games of a ruleset. Streams that are damaged teach nothing.
    async fn lessons(&self, log: LogId, ruleset: &str) -> Result<Vec<Lesson>, Error> {
        let mut lessons = Lessons::default();
        let mut after: Option<String> = None;
        let mut players = 0..;
        loop {
            let listed = self.store.list_players(log, after.as_deref(), LISTED).await?;
            let Some(last) = listed.last() else { return Ok(lessons.all) };
            after = Some(last.player.clone());
            for (player, row) in players.by_ref().zip(&listed) {
                let before = lessons.all.len();
                match self.lessons_of(log, ruleset, (player, row), &mut lessons).await {
                    Err(error @ Error::Damaged(_)) => {
                        lessons.all.truncate(before);
                        tracing::warn!(player = row.player, %error, "nothing is learned from a player whose stream is damaged");
                    }
                    learned => learned?,
                }
            }
        }
    }

    /// What was settled about one player.
    async fn lessons_of(
        &self,
        log: LogId,
        ruleset: &str,
        (player, row): (usize, &PlayerRow),
        lessons: &mut Lessons,
    ) -> Result<(), Error> {
        for event in self.all_parts(log, &row.person).await?.iter().flat_map(|part| &part.events) {
            let Some(Entry { game, revision, what, .. }) = Entry::of(event)?.filter(|entry| entry.ruleset == ruleset) else {
                continue;
            };
            // Positions of different partitions say nothing of each other.
            let time_us = if log.partitions() == 1 { 0 } else { event.time_us };
            let lesson = Lesson { order: (time_us, event.position), player, game: lessons.game(&game), revision, what };
            lessons.all.push(lesson);
        }
        Ok(())
    }
}

/// Goes through what was settled in the order of the log: each game is foretold by what stood before it, and then teaches.
fn foretell(ruleset: &'static dyn AnyRuleset, lessons: &[Lesson]) -> LearnedAnswer {
    let (tendencies, decay) = (ruleset.tendencies(), ruleset.decay());
    let mut memories: BTreeMap<usize, Memory> = BTreeMap::new();
    let mut before: BTreeMap<(usize, &str), Profile> = BTreeMap::new();
    let mut games: BTreeMap<&str, Arc<Population>> = BTreeMap::new();
    let (mut population, mut folded) = (Arc::new(Population::default()), 0);
    let mut sums: BTreeMap<(usize, String), Sums> = BTreeMap::new();
    let fold = |memories: &BTreeMap<usize, Memory>| Population::of(&ruleset.teaching(), memories.values().map(Memory::profile));
    for Lesson { player, game, revision, what, .. } in lessons {
        let game: &str = game;
        if !games.contains_key(game) {
            if games.len() >= folded + folded / STALE {
                (population, folded) = (Arc::new(fold(&memories)), games.len());
            }
            games.insert(game, Arc::clone(&population));
        }
        let memory = memories.entry(*player).or_default();
        let profile = before.entry((*player, game)).or_insert_with(|| memory.profile().clone());
        match what {
            What::Settled { observed } => {
                if let Observed::Count { tendency, context, successes, opportunities } = observed
                    && let Some(place) = tendencies.iter().position(|known| known.name == tendency)
                {
                    let sum = sums.entry((place, context.clone())).or_default();
                    let population = &games[game];
                    sum.add(&tendencies[place], context, (*successes, *opportunities), population, profile);
                }
                memory.observe(decay, SettledAt { game, revision: *revision }, observed);
            }
            What::Corrected { corrects, was, now } => {
                memory.correct(decay, SettledAt { game, revision: *corrects }, was, now);
            }
        }
    }
    let population = fold(&memories);
    let rates = sums.into_iter().map(|((place, context), sums)| sums.rate(&tendencies[place], context, &population));
    LearnedAnswer { ruleset: ruleset.key(), players: population.players, games: games.len(), rates: rates.collect() }
}

impl Sums {
    fn add(&mut self, tendency: &Tendency, context: &str, (k, n): (u32, u32), population: &Population, profile: &Profile) {
        let usual = population.prior(tendency, context);
        let own = profile.counts(tendency.name, context).after(usual);
        let bits = |p: f64| -(f64::from(k) * libm::log2(p) + f64::from(n.saturating_sub(k)) * libm::log2(1.0 - p));
        self.successes += u64::from(k);
        self.opportunities += u64::from(n);
        self.bits.shipped += bits(tendency.prior_in(context).mean());
        self.bits.population += bits(usual.mean());
        self.bits.own += bits(own.mean());
    }

    fn rate(self, tendency: &Tendency, context: String, population: &Population) -> LearnedRate {
        let shipped = tendency.prior_in(&context).mean();
        let counts = population.counts(tendency.name, &context);
        let learned = counts.after(Beta { alpha: SHIPPED_WORTH * shipped, beta: SHIPPED_WORTH * (1.0 - shipped) });
        let (low, high) = learned.interval_90();
        let each = |bits: f64| bits / (self.opportunities as f64).max(1.0);
        let Foretold { shipped: by_shipped, population: by_population, own } = self.bits;
        LearnedRate {
            tendency: tendency.name,
            context,
            successes: self.successes,
            opportunities: self.opportunities,
            shipped,
            learned: learned.mean(),
            interval_90: [low, high],
            bits: Foretold { shipped: each(by_shipped), population: each(by_population), own: each(own) },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulesets::find;

    #[test]
    fn a_game_is_foretold_from_those_before_it() {
        let ruleset = find("catan").expect("it is hosted");
        let tendency =
            ruleset.tendencies().iter().find(|tendency| tendency.name == "refuses_trades").expect("Catan settles refusals");
        let settled = |position, game: &str, successes| {
            let observed =
                Observed::Count { tendency: tendency.name.to_owned(), context: String::new(), successes, opportunities: 2 };
            let what = What::Settled { observed };
            Lesson { order: (0, position), player: 0, game: Arc::from(game), revision: position, what }
        };
        // Twice in one game: the second is not foretold by the first.
        let learned = foretell(ruleset, &[settled(1, "g", 2), settled(2, "g", 2), settled(3, "h", 0)]);
        assert_eq!((learned.players, learned.games, learned.rates.len()), (1, 2, 1));
        let (prior, rate) = (tendency.prior, &learned.rates[0]);
        let bits = |mean: f64, k: f64| -(k * libm::log2(mean) + (2.0 - k) * libm::log2(1.0 - mean));
        let shipped = 2.0 * bits(prior.mean(), 2.0) + bits(prior.mean(), 0.0);
        assert!((rate.bits.shipped - shipped / 6.0).abs() < 1e-12, "{rate:?}");
        // The second game: four of four are 4 / (1 + 3 / (k + 1)) effective opportunities of one player, beside the shipped number's 50.
        let (worth, mean) = (prior.alpha + prior.beta, prior.mean());
        let effective = 4.0 / (1.0 + 3.0 / (worth + 1.0));
        let usual = (SHIPPED_WORTH * mean + effective) / (SHIPPED_WORTH + effective);
        let population = 2.0 * bits(mean, 2.0) + bits(usual, 0.0);
        assert!((rate.bits.population - population / 6.0).abs() < 1e-12, "{rate:?}");
        let own = (worth * usual + 4.0) / (worth + 4.0);
        let by_own = 2.0 * bits(mean, 2.0) + bits(own, 0.0);
        assert!((rate.bits.own - by_own / 6.0).abs() < 1e-12, "{rate:?}");
    }
}
