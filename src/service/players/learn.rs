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
    /// Nine tenths of the posterior of the learned number lie between these, where the shipped one is worth 50 opportunities and those of a player count
    /// for as many as a cluster's: until many players were seen, what the shipped number is taken to be worth rules it, and not the log.
    pub interval_90: [f64; 2],
    /// Bits an opportunity that it cost to foretell each game by the shipped number; by what all games before it had taught of the population;
    /// and by that and the player's own games before it. Opportunities weigh what their player teaches the number: what the ruleset takes it to be of.
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
    /// The opportunities, each by what its player teaches the number.
    weight: f64,
    bits: Foretold,
}

/// Where something comes in the order of a log: the position; in a log of several partitions the time before it.
type Order = (i64, Position);

/// What foretelling needs of an observation: those of a whole log are held at once.
struct Lesson {
    order: Order,
    /// The place of the player in the list of them.
    player: usize,
    game: Arc<str>,
    /// The event that settled it.
    revision: Revision,
    /// As it was corrected last; `None` where it was taken back with nothing in its place.
    observed: Option<Observed>,
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

    /// Takes in what an entry says of a player whose lessons begin at a place.
    fn take(&mut self, from: usize, (order, player): (Order, usize), entry: Entry) {
        let game = self.game(&entry.game);
        let lesson = |order, revision, observed| Lesson { order, player, game: Arc::clone(&game), revision, observed };
        let (corrects, was, now) = match entry.what {
            What::Settled { observed } => {
                self.all.push(lesson(order, entry.revision, Some(observed)));
                return;
            }
            What::Corrected { corrects, was, now } => (corrects, was, now),
        };
        let (mut place, mut now) = (order, now.into_iter());
        for wrong in was {
            let is_wrong =
                |known: &Lesson| known.game == game && known.revision == corrects && known.observed.as_ref() == Some(&wrong);
            // What is corrected was settled lately, most often.
            if let Some(known) = self.all[from..].iter_mut().rev().find(|known| is_wrong(known)) {
                (place, known.observed) = (known.order, now.next());
            }
        }
        self.all.extend(now.map(|observed| lesson(place, corrects, Some(observed))));
    }
}

impl Service {
    /// What the settled games of a log say of a ruleset's behaviours. What was corrected later is foretold, and teaches, as it was corrected, where it was
    /// first settled: a misreport is no evidence of how anybody plays. What was taken back with nothing in its place is not foretold, and neither a player
    /// nor a game of which nothing else is left is counted.
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
        let from = lessons.all.len();
        // A game lies in one partition: what it settled stands before what corrects that.
        for event in self.all_parts(log, &row.person).await?.iter().flat_map(|part| &part.events) {
            let Some(entry) = Entry::of(event)?.filter(|entry| entry.ruleset == ruleset) else { continue };
            // Positions of different partitions say nothing of each other.
            let time_us = if log.partitions() == 1 { 0 } else { event.time_us };
            lessons.take(from, ((time_us, event.position), player), entry);
        }
        Ok(())
    }
}

/// Goes through what was settled in the order of the log: each game is foretold by what stood when it first settled something of anybody, and then teaches.
fn foretell(ruleset: &'static dyn AnyRuleset, lessons: &[Lesson]) -> LearnedAnswer {
    let (tendencies, decay, teaching) = (ruleset.tendencies(), ruleset.decay(), ruleset.teaching());
    let mut memories: BTreeMap<usize, Memory> = BTreeMap::new();
    let mut before: BTreeMap<(usize, &str), Profile> = BTreeMap::new();
    let mut games: BTreeMap<&str, Arc<Population>> = BTreeMap::new();
    // Whose profiles are needed as they stood when a game began to settle something: those of whom it has taught something in the end.
    let mut taught: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    for Lesson { player, game, .. } in lessons.iter().filter(|lesson| lesson.observed.is_some()) {
        taught.entry(game).or_default().insert(*player);
    }
    let (mut population, mut folded) = (Arc::new(Population::default()), 0);
    // By the place of the tendency, the context, and the player.
    let mut sums: BTreeMap<(usize, &str, usize), Sums> = BTreeMap::new();
    let fold = |memories: &BTreeMap<usize, Memory>| Population::of(&teaching, memories.values().map(Memory::profile));
    for Lesson { player, game, revision, observed, .. } in lessons {
        let at = SettledAt { game, revision: *revision };
        let game: &str = game;
        if let Some(players) = taught.remove(game) {
            if games.len() >= folded + folded / STALE {
                (population, folded) = (Arc::new(fold(&memories)), games.len());
            }
            games.insert(game, Arc::clone(&population));
            let profile = |player: &usize| memories.get(player).map(|memory| memory.profile().clone()).unwrap_or_default();
            before.extend(players.iter().map(|player| ((*player, game), profile(player))));
        }
        let memory = memories.entry(*player).or_default();
        let Some(observed) = observed else {
            // A game that began stays begun, for a server too: what was settled before it has faded.
            memory.correct(decay, at, &[], &[]);
            continue;
        };
        if let Observed::Count { tendency, context, successes, opportunities } = observed
            && let Some(place) = tendencies.iter().position(|known| known.name == tendency)
        {
            let sum = sums.entry((place, context, *player)).or_default();
            sum.add(&tendencies[place], context, (*successes, *opportunities), &games[game], &before[&(*player, game)]);
        }
        memory.observe(decay, at, observed);
    }
    let population = fold(&memories);
    let mut numbers: BTreeMap<(usize, &str), Sums> = BTreeMap::new();
    let shares: BTreeMap<usize, f64> = memories.iter().map(|(player, of)| (*player, (teaching.share)(of.profile()))).collect();
    for ((place, context, player), sum) in sums {
        let share = teaching.share_in(tendencies[place].name, shares.get(&player).copied().unwrap_or(1.0));
        numbers.entry((place, context)).or_default().join(&sum, share);
    }
    let rates = numbers.into_iter().map(|((place, context), sums)| sums.rate(&tendencies[place], context, &population));
    LearnedAnswer { ruleset: ruleset.key(), players: population.players, games: games.len(), rates: rates.collect() }
}

impl Sums {
    fn add(&mut self, tendency: &Tendency, context: &str, (k, n): (u32, u32), population: &Population, profile: &Profile) {
        let usual = population.prior(tendency, context);
        let own = profile.counts(tendency.name, context).after(usual);
        let bits = |p: f64| -(f64::from(k) * libm::log2(p) + f64::from(n.saturating_sub(k)) * libm::log2(1.0 - p));
        self.successes += u64::from(k);
        self.opportunities += u64::from(n);
        self.weight += f64::from(n);
        self.bits.shipped += bits(tendency.prior_in(context).mean());
        self.bits.population += bits(usual.mean());
        self.bits.own += bits(own.mean());
    }

    /// One player's sums more, who teaches so much of them: the same for each way of foretelling, so that the ways are compared on the players that the
    /// number is of.
    fn join(&mut self, of_player: &Self, share: f64) {
        self.successes += of_player.successes;
        self.opportunities += of_player.opportunities;
        self.weight += share * of_player.weight;
        self.bits.shipped += share * of_player.bits.shipped;
        self.bits.population += share * of_player.bits.population;
        self.bits.own += share * of_player.bits.own;
    }

    fn rate(self, tendency: &Tendency, context: &str, population: &Population) -> LearnedRate {
        let shipped = tendency.prior_in(context).mean();
        let counts = population.counts(tendency.name, context);
        let learned = counts.after(Beta { alpha: SHIPPED_WORTH * shipped, beta: SHIPPED_WORTH * (1.0 - shipped) });
        let (low, high) = learned.interval_90();
        let each = |bits: f64| if self.weight > 0.0 { bits / self.weight } else { 0.0 };
        let Foretold { shipped: by_shipped, population: by_population, own } = self.bits;
        LearnedRate {
            tendency: tendency.name,
            context: context.to_owned(),
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
            Lesson { order: (0, position), player: 0, game: Arc::from(game), revision: position, observed: Some(observed) }
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

    /// Games that go on at once: what bob did in another one since, and what was taken back, foretells nothing of this one.
    #[test]
    fn a_game_is_foretold_by_what_stood_when_it_began_to_settle() {
        let ruleset = find("catan").expect("it is hosted");
        let settled = |position, player, game: &str, successes: Option<u32>| {
            let (tendency, context) = ("refuses_trades".to_owned(), String::new());
            let observed = successes.map(|successes| Observed::Count { tendency, context, successes, opportunities: 2 });
            Lesson { order: (0, position), player, game: Arc::from(game), revision: position, observed }
        };
        let own = |lessons: &[Lesson]| foretell(ruleset, lessons).rates[0].bits.own;
        let (ann, bob, cid) = (0, 1, 2);
        let at_once = [settled(1, ann, "g", Some(2)), settled(2, bob, "h", Some(2)), settled(3, bob, "g", Some(0))];
        // Of the three, only that of h meets a population: ann's two of two, which are 2 / (1 + 1 / (k + 1)) effective ones.
        let prior = ruleset.tendencies().iter().find(|known| known.name == "refuses_trades").expect("it is settled").prior;
        let (effective, mean) = (2.0 / (1.0 + 1.0 / (prior.alpha + prior.beta + 1.0)), prior.mean());
        let usual = (SHIPPED_WORTH * mean + effective) / (SHIPPED_WORTH + effective);
        let bits = -2.0 * (libm::log2(mean) + libm::log2(usual) + libm::log2(1.0 - mean)) / 6.0;
        assert!((own(&at_once) - bits).abs() < 1e-12, "{}, by hand {bits}", own(&at_once));
        let plain = [settled(1, cid, "f", Some(2)), settled(3, cid, "g", Some(2))];
        let taken_back = [settled(1, cid, "f", Some(2)), settled(2, cid, "g", None), settled(3, cid, "g", Some(2))];
        assert_eq!(own(&taken_back).to_bits(), own(&plain).to_bits(), "what was taken back fades nothing before its own game");
    }

    /// Hearts takes who ducks by lot to teach its number next to nothing: what it costs to foretell them moves the verdict as little.
    #[test]
    fn opportunities_weigh_what_their_player_teaches() {
        let ruleset = find("hearts").expect("it is hosted");
        let settled = |position, player, tendency: &str, context: &str, (successes, opportunities)| {
            let (tendency, context) = (tendency.to_owned(), context.to_owned());
            let observed = Some(Observed::Count { tendency, context, successes, opportunities });
            Lesson { order: (0, position), player, game: Arc::from(format!("g{player}")), revision: position, observed }
        };
        let lessons = [
            settled(1, 0, "careless", "", (0, 20)),
            settled(2, 0, "ducks_by_rank", "safe", (19, 20)),
            settled(3, 1, "careless", "", (19, 20)),
            settled(4, 1, "ducks_by_rank", "safe", (2, 20)),
        ];
        let share = |lessons: &[Lesson]| {
            let mut memory = Memory::default();
            for Lesson { game, revision, observed, .. } in lessons {
                let at = SettledAt { game, revision: *revision };
                memory.observe(ruleset.decay(), at, observed.as_ref().expect("it was settled"));
            }
            (ruleset.teaching().share)(memory.profile())
        };
        let (sensible, careless) = (share(&lessons[..2]), share(&lessons[2..]));
        assert!(sensible > 3.0 * careless, "{sensible} and {careless}");
        let learned = foretell(ruleset, &lessons);
        let rate = learned.rates.iter().find(|rate| rate.tendency == "ducks_by_rank").expect("it was settled");
        assert_eq!((rate.successes, rate.opportunities), (21, 40), "counts stay whole");
        let bits = |k: f64| -(k * libm::log2(rate.shipped) + (20.0 - k) * libm::log2(1.0 - rate.shipped));
        let weighed = (sensible * bits(19.0) + careless * bits(2.0)) / (20.0 * (sensible + careless));
        assert!((rate.bits.shipped - weighed).abs() < 1e-12, "{rate:?}, not {weighed}");
    }

    #[test]
    fn what_was_corrected_stands_where_it_was_settled() {
        let did = |successes| Observed::Count {
            tendency: "refuses_trades".to_owned(),
            context: String::new(),
            successes,
            opportunities: 1,
        };
        let mut lessons = Lessons::default();
        let mut take = |position, revision, what| {
            let entry = Entry { ruleset: "catan".to_owned(), game: "g".to_owned(), revision, seat: 0, number: None, what };
            lessons.take(0, ((0, position), 0), entry);
        };
        take(1, 3, What::Settled { observed: did(1) });
        take(2, 5, What::Settled { observed: did(1) });
        take(3, 6, What::Corrected { corrects: 3, was: vec![did(1)], now: vec![did(0), did(1)] });
        take(4, 7, What::Corrected { corrects: 5, was: vec![did(1)], now: vec![] });
        take(5, 8, What::Corrected { corrects: 3, was: vec![did(1)], now: vec![] });
        let stands = |lesson: &Lesson| (lesson.order.1, lesson.revision, lesson.observed.clone());
        let all: Vec<_> = lessons.all.iter().map(stands).collect();
        assert_eq!(all, [(1, 3, Some(did(0))), (2, 5, None), (1, 3, None)]);
        // Nothing of the event stood there: it is settled where it was put right.
        let added = What::Corrected { corrects: 5, was: vec![], now: vec![did(0)] };
        let entry = Entry { ruleset: "catan".to_owned(), game: "g".to_owned(), revision: 9, seat: 0, number: None, what: added };
        lessons.take(0, ((0, 6), 0), entry);
        assert_eq!(lessons.all.last().map(stands), Some((6, 5, Some(did(0)))));
    }
}
