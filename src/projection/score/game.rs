//! One game after another: each seat's beliefs over its events, scored, with what the games before it taught of the players.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::{Value, json};

use super::tally::{Item, Key, Scores};
use super::truth::{Truth, in_the_end};
use crate::belief::{Marginal, Marginals, Method};
use crate::projection::{Budget, Error, GameEvent, Log, Nobody, Position, Script, Walk};
use crate::rulesets::{
    AnyGame, AnyRuleset, Conduct, Memory, Observer, Population, Rejection, Revision, Seat, SeatOpening, SettledAt, Unreadable,
};

/// A probability from which on another tracker means a value.
const COUNTS: f64 = 0.001;

/// Probabilities that another tracker gave: of each value, by variable.
pub type Beliefs = BTreeMap<String, BTreeMap<String, f64>>;

/// A finished game, as a file tells it.
pub struct Played {
    /// Its game.
    pub ruleset: &'static dyn AnyRuleset,
    /// The table's rules, as a client sends them.
    pub setup: Value,
    /// The model's parameters, as a client sends them.
    pub parameters: Value,
    /// Who sits in each seat; `None` where nobody is to be remembered.
    pub players: Vec<Option<String>>,
    /// Type and data of each event, as the log holds it.
    pub events: Vec<(String, Value)>,
    /// The true world after each event, or nothing; where there is none, the truth is what the log itself says in the end.
    pub worlds: Vec<Option<Value>>,
    /// What another tracker believed after each event, by observer, to be scored in place of this server; empty where this server is to be.
    pub beliefs: Vec<BTreeMap<String, Beliefs>>,
}

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

/// Why a game cannot be scored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unscored {
    /// Its opening is refused.
    #[error(transparent)]
    Opening(#[from] Rejection),
    /// Its opening does not decode.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// An event does not decode.
    #[error("event {event}: {reason}")]
    Event {
        /// Its place among the events, from 1.
        event: usize,
        /// Why not.
        reason: String,
    },
    /// A true world does not decode.
    #[error("the truth after event {event}: {reason}")]
    Truth {
        /// The event's place, from 1.
        event: usize,
        /// Why not.
        reason: String,
    },
}

/// Scores games in the order in which they were played.
#[derive(Default)]
pub struct Scorer {
    memories: BTreeMap<(&'static str, String), Memory>,
    finished: u64,
    scores: BTreeMap<&'static str, Scores>,
    /// Events after each of which beliefs are scored: every one, every second one, and so on. 0 counts as 1.
    pub every: usize,
    /// Whether players are remembered from game to game.
    pub remembers: bool,
    /// Variables of another tracker's beliefs that no belief of their game has: most likely misspelt, and not scored.
    pub strange: BTreeSet<String>,
    /// Values that another tracker gave a thousandth or more, each with its variable, and that hard facts never allowed in that game: most likely misspelt.
    pub impossible: BTreeSet<(String, String)>,
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

    /// The scores by ruleset.
    #[must_use]
    pub fn into_scores(self) -> BTreeMap<&'static str, Scores> {
        self.scores
    }

    /// Takes in a game, and remembers its players.
    ///
    /// # Errors
    /// Where it cannot be folded; nothing of it is scored or remembered then.
    pub fn play(&mut self, played: &Played) -> Result<(), Unscored> {
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
        let conduct = self.score(&finished, told, &played.beliefs, &Budget::full()).unwrap_or_default();
        self.remember(played, &conduct);
        Ok(())
    }

    /// Scores a game that a server folded, against what its log says in the end.
    ///
    /// # Errors
    /// Where the budget is spent, or events are not in memory.
    pub fn follow(&mut self, finished: &Finished, budget: &Budget) -> Result<(), Error> {
        self.score(finished, None, &[], budget).map(drop)
    }

    /// Gives what the game settled, with its revisions.
    fn score(
        &mut self,
        finished: &Finished,
        told: Option<Vec<Truth>>,
        foreign: &[BTreeMap<String, Beliefs>],
        budget: &Budget,
    ) -> Result<Vec<(Revision, Conduct)>, Error> {
        let Finished { game, script, players, .. } = finished;
        let moments = self.moments(script)?;
        let truths = match told {
            Some(truths) => truths,
            None => in_the_end(game, script, &|at| moments.contains(&at), budget)?,
        };
        let hard = game.hard();
        let seats = 0..u8::try_from(game.seats()).unwrap_or(u8::MAX);
        let mut all: Vec<[Seen; 2]> = seats.map(|seat| [game, &hard].map(|game| Seen::new(game, Observer::Seat(seat)))).collect();
        let mut conduct = Vec::new();
        let mut scores = Scores::default();
        let (mut named, mut known) = (BTreeSet::new(), BTreeSet::new());
        let (mut given, mut possible) = (BTreeSet::new(), BTreeSet::new());
        for at in 1..=script.last() {
            all.iter_mut().flatten().try_for_each(|seen| seen.walk(script, at, budget))?;
            if script.event(at)?.is_none() {
                continue;
            }
            if let Some([served, _]) = all.first() {
                conduct.extend(served.position.table.settled.iter().map(|settled| (at, settled.clone())));
            }
            let place = usize::try_from(at - 1).unwrap_or(usize::MAX);
            let Some(truth) = truths.get(place).filter(|_| moments.contains(&at)) else { continue };
            let third = u8::try_from(1 + 3 * (at - 1) / script.last()).unwrap_or(3);
            for [served, hard] in &all {
                let name = served.position.observer.observer.to_string();
                let told = foreign.get(place).and_then(|beliefs| beliefs.get(&name));
                if told.is_some() || foreign.is_empty() {
                    let (served, hard) = (served.marginals(), hard.marginals());
                    if let Some(told) = told {
                        named.extend(told.keys().cloned());
                        known.extend(served.variables.iter().map(|variable| variable.id.clone()));
                        if hard.quality.method == Method::Exact {
                            given.extend(likely(told, &hard));
                            possible.extend(values(&hard));
                        }
                    }
                    let method = told.is_none().then_some(Key::Method(served.quality.method));
                    let mut keys = vec![Key::All, Key::Observer(name), Key::Third(third), Key::after(finished.history)];
                    keys.extend(method);
                    add(&mut scores, &keys, players, truth, [&served, &hard], told);
                }
            }
        }
        scores.end_game();
        self.strange.extend(named.difference(&known).cloned());
        self.impossible.extend(given.difference(&possible).cloned());
        self.scores.entry(finished.ruleset).or_default().join(scores);
        Ok(conduct)
    }

    /// The events after each of which beliefs are scored: every so many of those that were not retracted.
    fn moments(&self, script: &Script) -> Result<BTreeSet<Revision>, Error> {
        let mut events = Vec::new();
        for at in 1..=script.last() {
            events.extend(script.event(at)?.map(|_| at));
        }
        Ok(events.chunks_exact(self.every.max(1)).filter_map(<[_]>::last).copied().collect())
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

/// The events of a file, to be folded as a log's are.
fn script(played: &Played, game: &dyn AnyGame) -> Result<Script, Unscored> {
    let mut script = Script::of(&Log::default(), 0);
    for (place, (kind, data)) in played.events.iter().enumerate() {
        let text = serde_json::to_vec(data).expect("JSON values are serialisable");
        let wrong = |error: crate::rulesets::Malformed| Unscored::Event { event: place + 1, reason: error.to_string() };
        let event = game.read(kind, &text).map_err(wrong)?;
        script.push(Some(GameEvent { kind: kind.as_str().into(), event }));
    }
    Ok(script)
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

/// What another tracker gives a chance to that counts, of the variables that a belief has: one that smooths its numbers rules nothing out.
fn likely<'a>(beliefs: &'a Beliefs, of: &'a Marginals) -> impl Iterator<Item = (String, String)> + 'a {
    let variables = of.variables.iter().filter_map(|variable| beliefs.get_key_value(&variable.id));
    variables.flat_map(|(id, values)| values.iter().filter(|(_, p)| **p >= COUNTS).map(|(value, _)| (id.clone(), value.clone())))
}

/// What a belief gives a chance to.
fn values(marginals: &Marginals) -> impl Iterator<Item = (String, String)> {
    let of = |variable: &Marginal| {
        variable.distribution.iter().map(|outcome| (variable.id.clone(), outcome.value.clone())).collect::<Vec<_>>()
    };
    marginals.variables.iter().flat_map(of)
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
