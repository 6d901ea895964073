//! One game after another: each seat's beliefs over its events, scored, with what the games before it taught of the players.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value, json};

use super::tally::{Item, Key, Scores};
use crate::belief::{Evidence, Marginal, Marginals};
use crate::rulesets::{
    AnyBelief, AnyEvent, AnyGame, AnyRuleset, AnyTable, Conduct, Happened, Memory, Observer, Place, Population, Rejection,
    Revision, Seat, SeatOpening, Unreadable,
};

/// The true value of each hidden variable, by id, as far as it is known.
pub type Truth = BTreeMap<String, String>;

/// Probabilities that another tracker gave: of each value, by variable.
pub type Beliefs = BTreeMap<String, BTreeMap<String, f64>>;

/// Numbers of games that players have finished before, from which histories are told apart.
const HISTORIES: [u32; 5] = [0, 1, 5, 20, 50];

/// A finished game, as a file tells it.
pub struct Played {
    /// Its game.
    pub ruleset: &'static dyn AnyRuleset,
    /// The table's rules, as a client sends them.
    pub setup: Value,
    /// The model's parameters, as a client sends them.
    pub parameters: Value,
    /// Who sits in each seat.
    pub players: Vec<String>,
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
    /// Who sits in each seat.
    pub players: Vec<String>,
    /// How many games the player with the fewest had finished before it was opened.
    pub history: u32,
    /// The events; `None` where something happened that means nothing to a belief.
    pub events: Vec<Option<AnyEvent>>,
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
}

/// A belief on its way through a game.
struct Seen {
    game: Arc<dyn AnyGame>,
    observer: Observer,
    belief: AnyBelief,
}

impl Seen {
    fn new(game: &Arc<dyn AnyGame>, observer: Observer) -> Self {
        Self { game: Arc::clone(game), observer, belief: game.prior(observer, 1) }
    }

    /// An event that the belief contradicts is left out, as the server does.
    fn see(&mut self, event: &AnyEvent, at: Revision, before: &AnyTable, after: &AnyTable) {
        let happened = Happened { observer: self.observer, event, at, before, after };
        let updated = self.game.update(&self.belief, &happened, &mut Evidence::off());
        self.belief = updated.unwrap_or_else(|_| self.game.left_out(&self.belief));
    }

    fn marginals(&self, table: &AnyTable) -> Marginals {
        self.game.marginals(&self.belief, table)
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
        let events = decode(played, &*game)?;
        let worlds = played.worlds.iter().enumerate().map(|(place, world)| match world {
            None => Ok(Truth::new()),
            Some(world) => {
                game.values(world.clone()).map_err(|error| Unscored::Truth { event: place + 1, reason: error.to_string() })
            }
        });
        let truths: Vec<Truth> = worlds.collect::<Result<_, _>>()?;
        let finished = Finished {
            game,
            ruleset: played.ruleset.key(),
            players: played.players.clone(),
            history: self.history(played),
            events: events.into_iter().map(Some).collect(),
        };
        let conduct = self.score(&finished, Some(truths).filter(|truths| !truths.is_empty()), &played.beliefs);
        self.remember(played, &conduct);
        Ok(())
    }

    /// Scores a game that this server folded, against what its log says in the end. Gives what it settled, with its revisions.
    pub fn follow(&mut self, finished: &Finished) -> Vec<(Revision, Conduct)> {
        self.score(finished, None, &[])
    }

    fn score(
        &mut self,
        finished: &Finished,
        told: Option<Vec<Truth>>,
        foreign: &[BTreeMap<String, Beliefs>],
    ) -> Vec<(Revision, Conduct)> {
        let Finished { game, events, .. } = finished;
        let truths = told.unwrap_or_else(|| in_the_end(game, events));
        let hard = game.hard();
        let seats = 0..u8::try_from(game.seats()).unwrap_or(u8::MAX);
        let mut all: Vec<[Seen; 2]> = seats.map(|seat| [game, &hard].map(|game| Seen::new(game, Observer::Seat(seat)))).collect();
        let mut table = game.table();
        let mut conduct = Vec::new();
        let scores = self.scores.entry(finished.ruleset).or_default();
        for (place, event) in events.iter().enumerate() {
            let Some(event) = event else { continue };
            let at = place as Revision + 1;
            let (after, settled) = game.advance(&table, event);
            conduct.extend(settled.into_iter().map(|settled| (at, settled)));
            all.iter_mut().flatten().for_each(|seen| seen.see(event, at, &table, &after));
            table = after;
            let Some(truth) = truths.get(place).filter(|_| (place + 1) % self.every.max(1) == 0) else { continue };
            let third = u8::try_from(1 + 3 * place / events.len()).unwrap_or(3);
            for [served, hard] in &all {
                let name = served.observer.to_string();
                let told = foreign.get(place).and_then(|beliefs| beliefs.get(&name));
                if told.is_some() || foreign.is_empty() {
                    let keys = [Key::All, Key::Observer(name), Key::Third(third), Key::History(finished.history)];
                    add(scores, &keys, &finished.players, truth, [&served.marginals(&table), &hard.marginals(&table)], told);
                }
            }
        }
        scores.end_game();
        conduct
    }

    /// The game as this server would open it now.
    fn open(&self, played: &Played) -> Result<Arc<dyn AnyGame>, Unscored> {
        let ruleset = played.ruleset;
        let memory = |player: &String| self.memories.get(&(ruleset.key(), player.clone()));
        let seats = played.players.iter().map(|player| SeatOpening {
            person: player.clone(),
            profile: memory(player).map(|memory| memory.profile().clone()).unwrap_or_default(),
        });
        let mut opening = ruleset.open(played.setup.clone(), played.parameters.clone(), seats.collect())?;
        let known = self.memories.iter().filter(|((key, _), _)| *key == ruleset.key()).map(|(_, memory)| memory.profile());
        opening["population"] = json!(Population::of(ruleset.tendencies(), known));
        Ok(ruleset.game(ruleset.schema(), opening)?)
    }

    /// How many games the player with the fewest has finished, of [`HISTORIES`].
    fn history(&self, played: &Played) -> u32 {
        let games = |player: &String| {
            self.memories.get(&(played.ruleset.key(), player.clone())).map_or(0, |memory| memory.profile().games)
        };
        let fewest = played.players.iter().map(games).min().unwrap_or(0);
        HISTORIES.into_iter().rev().find(|games| *games <= fewest).unwrap_or(0)
    }

    fn remember(&mut self, played: &Played, conduct: &[(Revision, Conduct)]) {
        self.finished += 1;
        if !self.remembers {
            return;
        }
        let game = self.finished.to_string();
        for (revision, conduct) in conduct {
            let Some((seat, observed)) = conduct.observed() else { continue };
            let Some(player) = played.players.get(usize::from(seat)) else { continue };
            let memory = self.memories.entry((played.ruleset.key(), player.clone())).or_default();
            memory.observe(played.ruleset.decay(), Place { game: &game, revision: *revision }, &observed);
        }
    }
}

fn decode(played: &Played, game: &dyn AnyGame) -> Result<Vec<AnyEvent>, Unscored> {
    let read = |(place, (kind, data)): (usize, &(String, Value))| {
        let text = serde_json::to_vec(data).expect("JSON values are serialisable");
        game.read(kind, &text).map_err(|error| Unscored::Event { event: place + 1, reason: error.to_string() })
    };
    played.events.iter().enumerate().map(read).collect()
}

/// The truth after each event as the whole log says it: what the game shows in the end, and what the referee knew at the time.
fn in_the_end(game: &Arc<dyn AnyGame>, events: &[Option<AnyEvent>]) -> Vec<Truth> {
    let there: Vec<AnyEvent> = events.iter().flatten().cloned().collect();
    let mut shown = game.hindsight(&there).into_iter();
    let mut referee = Seen::new(game, Observer::Referee);
    let mut table = game.table();
    let mut truths = Vec::with_capacity(events.len());
    for (place, event) in events.iter().enumerate() {
        let Some(event) = event else {
            truths.push(Truth::new());
            continue;
        };
        let (after, _) = game.advance(&table, event);
        referee.see(event, place as Revision + 1, &table, &after);
        table = after;
        let mut truth = shown.next().unwrap_or_default();
        for variable in referee.marginals(&table).variables.iter().filter(|variable| variable.known()) {
            truth.entry(variable.id.clone()).or_insert_with(|| variable.distribution[0].value.clone());
        }
        truths.push(truth);
    }
    truths
}

/// Scores what hard facts leave open of what is known to be true.
fn add(
    scores: &mut Scores,
    keys: &[Key],
    players: &[String],
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
        let player = owner(variable, value).and_then(|seat| players.get(usize::from(seat)));
        let keys: Vec<Key> = keys.iter().cloned().chain(player.cloned().map(Key::Player)).collect();
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
