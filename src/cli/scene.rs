//! Where a recorded game is worth looking at: the event after which somebody believes the most that nobody showed.

use std::sync::Arc;

use serde_json::{Value, json};

use super::transcript::Transcript;
use crate::belief::{Evidence, Piece, Strength};
use crate::rulesets::{AnyGame, AnyRuleset, AnyWatch, Observer, SeatOpening};

/// From this probability on something is believed rather than shown.
const SURE: f64 = 0.9995;

/// Probabilities that differ by less are quoted as the same percentage, or as the next one.
const SAME: f64 = 0.005;

/// What somebody came to believe by one event, and why.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Events of the game up to the one that it was.
    pub events: usize,
    /// Who believes it.
    pub observer: Observer,
    /// About which variable.
    pub variable: String,
    /// Which value it has.
    pub value: String,
    /// How likely that was before the event, and is after it.
    pub p: [f64; 2],
    /// The evidence in one sentence.
    pub because: String,
}

impl Scene {
    /// The scene of a recorded game: what the spectator or the first seat came to believe by one event, where the probability of something
    /// hidden rose the most. `None` where the game does not open, or nothing is believed in it.
    pub fn of(ruleset: &'static dyn AnyRuleset, transcript: &Transcript) -> Option<Self> {
        let game = opened(ruleset, transcript)?;
        let found = [Observer::Public, Observer::Seat(0)].into_iter().flat_map(|observer| scenes(&game, observer, transcript));
        found.max_by(|a, b| a.rise().total_cmp(&b.rise()))
    }

    fn rise(&self) -> f64 {
        self.p[1] - self.p[0]
    }

    /// The scene in two lines for people.
    pub fn lines(&self) -> [String; 2] {
        let percent = |p: f64| format!("{:.0} %", 100.0 * p);
        let Self { observer, variable, value, p: [before, after], because, .. } = self;
        let who = if *observer == Observer::Public { "a spectator".to_owned() } else { observer.to_string() };
        [format!("{who} believes {variable} = {value}: {}, {} before", percent(*after), percent(*before)), because.clone()]
    }
}

fn opened(ruleset: &'static dyn AnyRuleset, transcript: &Transcript) -> Option<Arc<dyn AnyGame>> {
    let part = |name: &str| transcript.open.get(name).cloned().unwrap_or_else(|| json!({}));
    let seats = transcript.open.get("seats")?.as_array()?;
    let stranger = |_: &Value| SeatOpening { person: String::new(), profile: Default::default() };
    let opening = ruleset.open(part("setup"), part("parameters"), seats.iter().map(stranger).collect()).ok()?;
    ruleset.game(ruleset.schema(), opening).ok()
}

/// What an observer came to believe, event by event, up to the first that is not the game's own.
fn scenes(game: &Arc<dyn AnyGame>, observer: Observer, transcript: &Transcript) -> Vec<Scene> {
    let mut watch = AnyWatch::new(game, observer);
    let mut found = Vec::new();
    for (event, events) in transcript.events.iter().zip(1..) {
        let Some(kind) = event["type"].as_str() else { break };
        let Ok(read) = game.read(kind, event["data"].to_string().as_bytes()) else { break };
        let mut evidence = Evidence::on();
        let Ok(after) = watch.see(&read, &mut evidence) else { break };
        watch = after;
        // One event may tell several things, one after another; what is quoted must be what is served after all of them.
        let served = watch.marginals();
        let stands = |scene: &Scene| {
            let variable = served.variables.iter().find(|variable| variable.id == scene.variable);
            variable.is_some_and(|variable| (variable.p(&scene.value) - scene.p[1]).abs() < SAME)
        };
        found.extend(evidence.into_pieces().iter().filter_map(|piece| believed(piece, observer, events)).filter(stands));
    }
    found
}

/// What rose the most by a piece of evidence, of what is not certain after it.
fn believed(piece: &Piece, observer: Observer, events: usize) -> Option<Scene> {
    if piece.strength == Strength::Transition {
        return None;
    }
    let values = piece.after.iter().flat_map(|(variable, values)| values.iter().map(move |(value, p)| (variable, value, *p)));
    let before = |variable: &str, value: &str| piece.before.get(variable).and_then(|values| values.get(value)).copied();
    let open = values.filter(|(_, _, after)| *after < SURE);
    let rises = open.filter_map(|(variable, value, after)| Some((variable, value, [before(variable, value)?, after])));
    let (variable, value, p) = rises.max_by(|(_, _, a), (_, _, b)| (a[1] - a[0]).total_cmp(&(b[1] - b[0])))?;
    Some(Scene { events, observer, variable: variable.clone(), value: value.clone(), p, because: piece.summary.clone() })
}
