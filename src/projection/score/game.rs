//! One game after another: each seat's beliefs over its events, scored, with what the games before it taught of the players.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::json;

use super::foreign::{Misspelt, Names};
use super::played::{Beliefs, Played, Unscored, script};
use super::tally::{Item, Key, Scores};
use super::truth::{Truth, in_the_end};
use crate::belief::{Marginal, Marginals};
use crate::projection::{Budget, Error, Nobody, Position, Script, Walk};
use crate::rulesets::{AnyGame, Conduct, Memory, Observer, Population, Revision, Seat, SeatOpening, SettledAt};

/// A finished game, opened: its events as its retractions leave them.
pub struct Finished {
    /// The game.
    pub game: Arc<dyn AnyGame>,
    /// Key of its ruleset.
    pub ruleset: &'static str,
    /// Who sits in each seat; `None` where nobody is remembered.
    pub players: Vec<Option<String>>,
    /// Games of the player with the fewest, of those that settled something, before this one was opened.
    pub history: u32,
    /// Its events.
    pub script: Script,
}

/// Scores games in the order in which they were played.
#[derive(Default)]
pub struct Scorer {
    memories: BTreeMap<(&'static str, String), Memory>,
    finished: u64,
    /// Of beliefs as this server has them.
    own: BTreeMap<&'static str, Scores>,
    /// Of another tracker's, which are never summed with those.
    foreign: BTreeMap<&'static str, Scores>,
    /// Games that the scores of this server's beliefs are of.
    own_games: usize,
    /// Events after each of which beliefs are scored: every one, every second one, and so on. 0 counts as 1.
    pub every: usize,
    /// Whether players are remembered from game to game.
    pub remembers: bool,
    /// What another tracker's beliefs name and their games do not have.
    pub misspelt: Misspelt,
}

/// A belief on its way through a game.
struct Seen {
    game: Arc<dyn AnyGame>,
    position: Position,
}

impl Seen {
    fn new(game: &Arc<dyn AnyGame>, observer: Observer) -> Self {
        Self { game: Arc::clone(game), position: Position::begin(&**game, observer) }
    }

    fn walk(&mut self, script: &Script, to: Revision, budget: &Budget) -> Result<(), Error> {
        let walk = Walk { game: &self.game, script, line: None, budget };
        self.position = walk.to(self.position.clone(), to, &mut Nobody)?;
        Ok(())
    }

    /// What the event at this revision, the last that was walked over, settled.
    fn settled(&self, at: Revision) -> impl Iterator<Item = (Revision, Conduct)> {
        self.position.table.settled.iter().map(move |settled| (at, settled.clone()))
    }

    fn marginals(&self) -> Marginals {
        self.game.marginals(&self.position.observer.belief, &self.position.table.table)
    }
}

impl Scorer {
    /// One that remembers players and scores after each event.
    #[must_use]
    pub fn new() -> Self {
        Self { every: 1, remembers: true, ..Self::default() }
    }

    /// The scores by ruleset: another tracker's, where any game had its beliefs, and this server's otherwise.
    #[must_use]
    pub fn into_scores(self) -> BTreeMap<&'static str, Scores> {
        if self.foreign.is_empty() { self.own } else { self.foreign }
    }

    /// Games that are left out of the scores: those without another tracker's beliefs, where any had some.
    #[must_use]
    pub fn left_out(&self) -> usize {
        if self.foreign.is_empty() { 0 } else { self.own_games }
    }

    /// Takes in a game, and remembers its players. Answers the scores of this game alone.
    ///
    /// # Errors
    /// Where it cannot be folded; nothing of it is scored or remembered then.
    pub fn play(&mut self, played: &Played) -> Result<Scores, Unscored> {
        let game = self.open(played)?;
        let script = script(played, &*game)?;
        let worlds = played.worlds.iter().enumerate().map(|(place, world)| match world {
            None => Ok(Truth::new()),
            Some(world) => {
                let wrong = |error: crate::rulesets::Malformed| Unscored::Truth { event: place + 1, reason: error.to_string() };
                game.values(world.clone()).map_err(wrong)
            }
        });
        let truths: Vec<Truth> = worlds.collect::<Result<_, _>>()?;
        let ruleset = played.ruleset.key();
        let (players, history) = (played.players.clone(), self.history(played));
        let finished = Finished { game, ruleset, players, history, script };
        let told = Some(truths).filter(|truths| !truths.is_empty());
        // All events are in memory, and nobody limits the work.
        let (conduct, scores) = self.score(&finished, told, &played.beliefs, &Budget::full())?;
        self.remember(played, &conduct);
        Ok(scores)
    }

    /// Remembers the players of a game, and scores none of it.
    ///
    /// # Errors
    /// Where it cannot be folded; nothing of it is remembered then.
    pub fn learn(&mut self, played: &Played) -> Result<(), Unscored> {
        let game = self.open(played)?;
        let script = script(played, &*game)?;
        let settled = || -> Result<Vec<(Revision, Conduct)>, Error> {
            let (mut seen, mut conduct) = (Seen::new(&game, Observer::Public), Vec::new());
            for at in 1..=script.last() {
                seen.walk(&script, at, &Budget::full())?;
                if script.event(at)?.is_some() {
                    conduct.extend(seen.settled(at));
                }
            }
            Ok(conduct)
        };
        // All events are in memory, and nobody limits the work.
        self.remember(played, &settled()?);
        Ok(())
    }

    /// Scores a game that a server folded, against what its log says in the end.
    ///
    /// # Errors
    /// Where the budget is spent, or events are not in memory.
    pub fn follow(&mut self, finished: &Finished, budget: &Budget) -> Result<(), Error> {
        self.score(finished, None, &[], budget).map(drop)
    }

    /// Gives what the game settled, with its revisions, and its own scores.
    fn score(
        &mut self,
        finished: &Finished,
        told: Option<Vec<Truth>>,
        foreign: &[BTreeMap<String, Beliefs>],
        budget: &Budget,
    ) -> Result<(Vec<(Revision, Conduct)>, Scores), Error> {
        let Finished { game, script, players, .. } = finished;
        let moments = self.moments(script)?;
        let truths = match told {
            Some(truths) => truths,
            None => in_the_end(game, script, &|at| moments.contains_key(&at), budget)?,
        };
        let hard = game.hard();
        let seats = 0..u8::try_from(game.seats()).unwrap_or(u8::MAX);
        let mut all: Vec<[Seen; 2]> = seats.map(|seat| [game, &hard].map(|game| Seen::new(game, Observer::Seat(seat)))).collect();
        let (is_foreign, nothing) = (!foreign.is_empty(), Beliefs::new());
        let observers: BTreeSet<String> = all.iter().map(|[served, _]| served.position.observer.observer.to_string()).collect();
        let unknown = foreign.iter().flat_map(BTreeMap::keys).filter(|name| !observers.contains(*name)).cloned().collect();
        let mut conduct = Vec::new();
        let (mut scores, mut names) = (Scores::default(), Names::default());
        for at in 1..=script.last() {
            all.iter_mut().flatten().try_for_each(|seen| seen.walk(script, at, budget))?;
            if script.event(at)?.is_none() {
                continue;
            }
            if let Some([served, _]) = all.first() {
                conduct.extend(served.settled(at));
            }
            let place = usize::try_from(at - 1).unwrap_or(usize::MAX);
            let (Some(truth), Some(third)) = (truths.get(place), moments.get(&at)) else { continue };
            for [served, hard] in &all {
                let name = served.position.observer.observer.to_string();
                let told = foreign.get(place).and_then(|beliefs| beliefs.get(&name));
                let (served, hard) = (served.marginals(), hard.marginals());
                if let Some(told) = told {
                    names.take(told, [&served, &hard]);
                }
                let method = (!is_foreign).then_some(Key::Method(served.quality.method));
                let mut keys = vec![Key::All, Key::Observer(name), Key::Third(*third), Key::after(finished.history)];
                keys.extend(method);
                add(&mut scores, &keys, players, truth, [&served, &hard], is_foreign.then_some(told.unwrap_or(&nothing)));
            }
        }
        scores.end_game();
        self.misspelt.join(names.misspelt(unknown));
        self.own_games += usize::from(!is_foreign);
        let sums = if is_foreign { &mut self.foreign } else { &mut self.own };
        sums.entry(finished.ruleset).or_default().join(scores.clone());
        Ok((conduct, scores))
    }

    /// The moves after each of which beliefs are scored, with the third of the game's moves that each stands in, from 1: every so many of those that were
    /// not retracted. Remarks, retractions and ends are no moves.
    fn moments(&self, script: &Script) -> Result<BTreeMap<Revision, u8>, Error> {
        let mut moves = Vec::new();
        for at in 1..=script.last() {
            moves.extend(script.event(at)?.map(|_| at));
        }
        let third = |place: usize| u8::try_from(1 + 3 * place / moves.len()).unwrap_or(3);
        let of_each = moves.iter().enumerate().map(|(place, at)| (*at, third(place)));
        let every = self.every.max(1);
        Ok(of_each.skip(every - 1).step_by(every).collect())
    }

    /// The game as this server would open it now.
    fn open(&self, played: &Played) -> Result<Arc<dyn AnyGame>, Unscored> {
        let ruleset = played.ruleset;
        let memory = |player: &String| self.memories.get(&(ruleset.key(), player.clone()));
        let profile = |player: &Option<String>| player.as_ref().and_then(memory).map(|memory| memory.profile().clone());
        let seats = played.players.iter().enumerate().map(|(seat, player)| SeatOpening {
            person: player.clone().unwrap_or_else(|| format!("anonymous-{seat}")),
            profile: profile(player).unwrap_or_default(),
        });
        let mut opening = ruleset.open(played.setup.clone(), played.parameters.clone(), seats.collect())?;
        if Population::is_read(&opening["parameters"]) {
            let of_ruleset = self.memories.iter().filter(|((key, _), _)| *key == ruleset.key());
            let profiles = of_ruleset.map(|(_, memory)| memory.profile());
            opening["population"] = json!(Population::of(&ruleset.teaching(), profiles));
        }
        Ok(ruleset.game(ruleset.schema(), opening)?)
    }

    fn history(&self, played: &Played) -> u32 {
        let games = |player: &Option<String>| {
            let key = player.as_ref().map(|player| (played.ruleset.key(), player.clone()));
            key.and_then(|key| self.memories.get(&key)).map_or(0, |memory| memory.profile().games)
        };
        played.players.iter().map(games).min().unwrap_or(0)
    }

    fn remember(&mut self, played: &Played, conduct: &[(Revision, Conduct)]) {
        self.finished += 1;
        if !self.remembers {
            return;
        }
        let game = self.finished.to_string();
        for (revision, conduct) in conduct {
            let Some((seat, observed)) = conduct.observed() else { continue };
            let Some(Some(player)) = played.players.get(usize::from(seat)) else { continue };
            let memory = self.memories.entry((played.ruleset.key(), player.clone())).or_default();
            memory.observe(played.ruleset.decay(), SettledAt { game: &game, revision: *revision }, &observed);
        }
    }
}

/// Scores what hard facts leave open of what is known to be true.
fn add(
    scores: &mut Scores,
    keys: &[Key],
    players: &[Option<String>],
    truth: &Truth,
    [served, hard]: [&Marginals; 2],
    foreign: Option<&Beliefs>,
) {
    let by_facts: BTreeMap<&str, &Marginal> = hard.variables.iter().map(|variable| (variable.id.as_str(), variable)).collect();
    for variable in served.variables.iter().filter(|variable| !variable.derived) {
        let (Some(facts), Some(value)) = (by_facts.get(variable.id.as_str()), truth.get(&variable.id)) else { continue };
        if facts.known() {
            continue;
        }
        let mut given = vec![0.0];
        scores.open += 1;
        match foreign {
            None => variable.distribution.iter().for_each(|outcome| put(&mut given, &outcome.value, outcome.p, value)),
            Some(beliefs) => match beliefs.get(&variable.id) {
                Some(values) => values.iter().for_each(|(of, p)| put(&mut given, of, *p, value)),
                None => continue,
            },
        }
        let player = owner(variable, value).and_then(|seat| players.get(usize::from(seat))?.clone());
        let keys: Vec<Key> = keys.iter().cloned().chain(player.map(Key::Player)).collect();
        scores.add(&keys, &Item { served: &given, hard: facts.p(value), allowed: variable.allowed });
    }
}

fn put(given: &mut Vec<f64>, value: &str, p: f64, truth: &str) {
    if value == truth {
        given[0] = p;
    } else {
        given.push(p);
    }
}

/// The seat that a hidden thing is with: the variable's own, or the one that is its true value.
fn owner(variable: &Marginal, truth: &str) -> Option<Seat> {
    variable.seat.or_else(|| truth.strip_prefix("seat:")?.parse().ok())
}
