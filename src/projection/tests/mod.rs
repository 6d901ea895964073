//! Given a log, when something is proposed, then this is what everybody knows: the projection without a store and without a socket.

mod again;
mod conduct;
mod examples;
mod laws;
mod toy;

use std::sync::Arc;

use serde_json::{Value, json};

use super::*;
use crate::rulesets::{AnyGame, AnyRuleset, Erased, EventRef, Observer, Revision, SeatOpening};

/// A log in memory, and the judge at its head: what the service keeps of a game.
pub struct Given {
    pub game: Arc<dyn AnyGame>,
    pub on_contradiction: OnContradiction,
    pub log: Log,
    pub judge: Position,
    pub line: Line,
}

/// A game of the toy ruleset.
pub fn urn(parameters: Value, on_contradiction: OnContradiction) -> Given {
    let ruleset = Erased::<toy::Urn>::NEW;
    let seats = (0..3).map(|seat| SeatOpening { person: format!("person-{seat}"), profile: Default::default() }).collect();
    let opening = ruleset.open(json!({"red": 2, "blue": 1}), parameters, seats).expect("a playable table");
    let game = ruleset.game(ruleset.schema(), opening).expect("its own opening");
    Given::new(game, on_contradiction)
}

impl Given {
    pub fn new(game: Arc<dyn AnyGame>, on_contradiction: OnContradiction) -> Self {
        let mut log = Log::default();
        log.push(entry("opening", Meaning::Opening(Arc::new(json!({}))), 0));
        let judge = Position::begin(&*game, Observer::Referee);
        Self { game, on_contradiction, log, judge, line: Line::default() }
    }

    /// Revision of the last event.
    pub fn head(&self) -> Revision {
        self.log.next() - 1
    }

    /// Judges events, written as (type, data), for a reader; and records them where they are accepted.
    pub fn propose_for(&mut self, reader: Observer, events: &[(&str, Value)]) -> Result<Vec<Settled>, Error> {
        let pointer = |index: usize| if events.len() == 1 { String::new() } else { format!("/{index}") };
        let proposal = |(index, (kind, data)): (usize, &(&str, Value))| Proposal {
            kind: (*kind).to_owned(),
            payload: serde_json::to_vec(data).expect("JSON is serialisable"),
            pointer: pointer(index),
        };
        let proposals: Vec<Proposal> = events.iter().enumerate().map(proposal).collect();
        let judging = Judging {
            game: &self.game,
            on_contradiction: self.on_contradiction,
            log: &self.log,
            head: self.head(),
            proposals: &proposals,
            reader,
            budget: &Budget::full(),
        };
        let judged = judging.judge(self.judge.clone())?;
        let retractions = self.log.count_retractions(Revision::MAX);
        for (proposal, meaning) in proposals.iter().zip(judged.meanings) {
            self.log.push(entry(&proposal.kind, meaning, proposal.payload.len()));
        }
        if self.log.count_retractions(Revision::MAX) != retractions {
            self.line = Line::default();
        }
        judged.tables.iter().for_each(|table| drop(self.line.keep(Arc::clone(table))));
        self.judge = judged.position;
        Ok(judged.settled)
    }

    /// The same for the referee, who reads the whole reason of a refusal.
    pub fn propose(&mut self, kind: &str, data: Value) -> Result<Vec<Settled>, Error> {
        self.propose_for(Observer::Referee, &[(kind, data)])
    }

    /// The same, of events that must be accepted.
    #[track_caller]
    pub fn record(&mut self, kind: &str, data: Value) -> Vec<Settled> {
        self.propose(kind, data).unwrap_or_else(|error| panic!("{kind}: {error}"))
    }

    /// An observer's position at a revision, folded from the first event.
    pub fn fold(&self, observer: Observer, revision: Revision) -> Position {
        self.carry(Position::begin(&*self.game, observer), revision, None)
    }

    /// A position carried to a revision, with or without the line that others use too.
    pub fn carry(&self, from: Position, revision: Revision, line: Option<&Line>) -> Position {
        let script = Script::of(&self.log, revision);
        let walk = Walk { game: &self.game, script: &script, line, budget: &Budget::full() };
        walk.to(from, revision, &mut Nobody).expect("the whole log is in memory")
    }

    /// Every observer of the table.
    pub fn observers(&self) -> Vec<Observer> {
        let seats = (0..self.game.seats()).map(|seat| Observer::Seat(u8::try_from(seat).expect("few seats")));
        std::iter::once(Observer::Public).chain(seats).chain([Observer::Referee]).collect()
    }

    /// What a snapshot of a position holds: equal bytes mean equal tables and beliefs.
    pub fn frozen(&self, position: &Position) -> [Vec<u8>; 2] {
        let ties = Ties { stream: "game/g", revision: position.revision(), schema: 2, model: 1 };
        let table = TableState { spectator: None, ..TableState::clone(&position.table) };
        [freeze_table(&*self.game, &table, &self.log, [7; 32], &ties), freeze_observer(&*self.game, &position.observer, &ties)]
    }

    /// A position as a snapshot of it gives it back.
    pub fn thawed(&self, position: &Position) -> Position {
        let (game, observer) = (&*self.game, position.observer.observer);
        let ties = Ties { stream: "game/g", revision: position.revision(), schema: 2, model: 1 };
        let table = freeze_table(game, &position.table, &self.log, [7; 32], &ties);
        let belief = freeze_observer(game, &position.observer, &ties);
        Position {
            table: Arc::new(thaw_table(game, &table, &ties).expect("it was frozen").table),
            observer: Arc::new(thaw_observer(game, observer, &belief, &ties).expect("it was frozen")),
        }
    }

    /// P(a seat holds a red ball), as an observer believes at the head.
    pub fn red(&self, observer: Observer, seat: u8) -> f64 {
        let position = self.fold(observer, self.head());
        let query = json!({"type": "red", "seat": seat});
        let answer = self.game.answer(&position.observer.belief, &position.table.table, query).expect("an answer");
        answer["p"].as_f64().expect("a probability")
    }

    /// Events that an observer's fold left out, at the head.
    pub fn left_out(&self, observer: Observer) -> Vec<Revision> {
        self.fold(observer, self.head()).observer.left_out.iter().map(|left_out| left_out.revision).collect()
    }
}

pub fn entry(kind: &str, meaning: Meaning, size: usize) -> Entry {
    Entry { id: "".into(), kind: kind.into(), time_us: 0, meaning, size, hash: [0; 32], reporter: None }
}

/// An event of the ruleset from the log.
pub fn recorded(game: &dyn AnyGame, kind: &str, schema: u32, data: &Value) -> Result<Meaning, Error> {
    let text = serde_json::to_vec(data).expect("JSON is serialisable");
    let _readable = EventRef { kind, schema, data: &text };
    Meaning::of(game, Recorded { revision: 1, kind, schema, data: Some(&text) })
}
