//! The one loop: carries an observer's position over a script, event by event. Whoever wants to know what happens on the way is its visitor.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::again::{self, FOLDED_AGAIN, LEFT_OUT, RESTARTED};
use super::observer::WIDENING;
use super::table::find;
use super::{Budget, Error, GameEvent, Growing, LeftOut, Line, ObserverState, Position, Script, TableState};
use crate::belief::{Contradiction, Evidence, Method, Piece};
use crate::rulesets::{AnyBelief, AnyGame, AnyTable, Conduct, EvidenceType, Happened, Observer, Refusal, Revision};

/// What a walk goes over.
#[derive(Clone, Copy)]
pub struct Walk<'a> {
    /// The game.
    pub game: &'a Arc<dyn AnyGame>,
    /// Its events.
    pub script: &'a Script,
    /// Where the script's tables are kept for others; `None` for a script that is nobody else's.
    pub line: Option<&'a Line>,
    /// How much may be done here.
    pub budget: &'a Budget,
}

/// Who looks on while a script is walked.
pub trait Visitor {
    /// Whether evidence is to be recorded: it costs many times as much as the walk.
    fn wants_evidence(&self) -> bool {
        false
    }

    /// An event was walked over. `Break` ends the walk after it.
    fn visit(&mut self, visit: Visit<'_>) -> ControlFlow<()>;
}

/// Nobody looks on.
#[derive(Clone, Copy, Debug)]
pub struct Nobody;

impl Visitor for Nobody {
    fn visit(&mut self, _: Visit<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// What a visitor sees of one event.
pub struct Visit<'a> {
    /// The event.
    pub event: &'a GameEvent,
    /// What became of it.
    pub outcome: Outcome,
    /// The position after it.
    pub position: &'a Position,
    /// What it did to the belief; empty where evidence was not wanted. Of an event that was left out it says no more than that the belief was begun again,
    /// where it was.
    pub pieces: Vec<Piece>,
}

/// What became of an event in one observer's fold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The belief took it.
    Taken,
    /// It was left out: this belief, or the spectator's, could not take it.
    LeftOut(Contradiction),
    /// It was left out: it breaks a rule.
    Refused {
        /// Which, judged by the whole event.
        refusal: Refusal,
        /// Why, as far as the observer sees the event; `None` where it sees nothing of it.
        seen: Option<String>,
    },
}

/// A piece of evidence with the event that it came from.
#[derive(Clone, Debug)]
pub struct Timed {
    /// The event's revision.
    pub revision: Revision,
    /// What it did.
    pub piece: Piece,
}

/// A visitor that records evidence.
#[derive(Debug, Default)]
pub struct Timeline(pub Vec<Timed>);

impl Visitor for Timeline {
    fn wants_evidence(&self) -> bool {
        true
    }

    fn visit(&mut self, visit: Visit<'_>) -> ControlFlow<()> {
        let revision = visit.position.revision();
        self.0.extend(visit.pieces.into_iter().map(|piece| Timed { revision, piece }));
        ControlFlow::Continue(())
    }
}

/// What a belief made of an event.
enum Take {
    /// It took it.
    Yes(ObserverState),
    /// It did not, and stays as it is.
    No { base: ObserverState, contradiction: Contradiction },
}

/// What is said to a reader where only the part of an event that is hidden from it breaks a rule.
const AGAINST_A_RULE: &str = "it breaks a rule of the game";

/// An event on its way, with the table on both sides of it, if it moves the table.
struct Passage<'a> {
    event: &'a GameEvent,
    before: &'a TableState,
    after: AnyTable,
    settled: Arc<[Conduct]>,
}

impl Passage<'_> {
    /// The same as an observer's belief is handed it.
    fn happened(&self, observer: Observer) -> Happened<'_> {
        let (event, before) = (&self.event.event, self.before);
        Happened { observer, event, at: before.revision + 1, before: &before.table, after: &self.after }
    }
}

/// What is known about the table after an event before the walk comes to it.
enum Known<'a> {
    /// Nothing.
    No,
    /// The table itself.
    State(Arc<TableState>),
    /// All events that it left out up to here.
    LeftOut(&'a Growing<LeftOut>),
}

impl Walk<'_> {
    /// Carries a position to a revision of the script.
    ///
    /// # Errors
    /// Where the budget is spent, or events are not in memory.
    pub fn to(&self, mut position: Position, to: Revision, visitor: &mut dyn Visitor) -> Result<Position, Error> {
        let keep_from = self.script.last().saturating_sub(super::table::KEPT as Revision / 2);
        while position.revision() < to {
            let at = position.revision() + 1;
            let known = self.line.and_then(|line| line.get(at)).map_or(Known::No, Known::State);
            let Some(event) = self.script.event(at)? else {
                position = match known {
                    // A spectator that was worked out is not given up for a table without one.
                    Known::State(table) if table.spectator.is_some() || position.table.spectator.is_none() => {
                        Position { table, observer: Arc::new(position.observer.passed()) }
                    }
                    Known::State(_) | Known::No | Known::LeftOut(_) => position.passed(),
                };
                continue;
            };
            self.check(&position, event)?;
            let mut evidence = if visitor.wants_evidence() { Evidence::on() } else { Evidence::off() };
            let (next, outcome) = self.step(&position, event, known, &mut evidence)?;
            position = match self.line.filter(|_| at >= keep_from) {
                Some(line) => Position { table: line.keep(next.table), ..next },
                None => next,
            };
            let visit = Visit { event, outcome, position: &position, pieces: evidence.into_pieces() };
            if visitor.visit(visit).is_break() {
                break;
            }
        }
        Ok(position)
    }

    /// Carries a position over an event after the script's last, and leaves it to the caller to add it to the script.
    ///
    /// # Errors
    /// Where the budget is spent, or events are not in memory.
    pub fn over(&self, position: &Position, event: &GameEvent) -> Result<(Position, Outcome), Error> {
        self.check(position, event)?;
        self.step(position, event, Known::No, &mut Evidence::off())
    }

    /// May this event be walked over here and now?
    fn check(&self, position: &Position, event: &GameEvent) -> Result<(), Error> {
        if self.game.is_heavy(&event.kind) {
            self.budget.need_room()?;
        }
        self.budget.check(|| position.weigh(&**self.game))
    }

    /// One event: what the observer makes of it, what the table does, and both together.
    ///
    /// The rules are asked wherever the table is not known to have taken the event, also of a log that was read from a database: tables and
    /// beliefs rely on them, and an event that breaks one, after a correction or in a log that somebody damaged, is left out by all. Of an event that the
    /// public sees nothing of, they are asked by those who see it.
    fn step(
        &self,
        from: &Position,
        event: &GameEvent,
        known: Known<'_>,
        evidence: &mut Evidence,
    ) -> Result<(Position, Outcome), Error> {
        let (before, observer, at) = (&*from.table, &*from.observer, from.revision() + 1);
        let left_out = |detail: &str| LeftOut { revision: at, kind: Arc::clone(&event.kind), detail: detail.into() };
        let is_public = self.game.sees(&event.event, Observer::Public);
        let was_taken = match &known {
            // It moves no table, and no table says whether it broke a rule: whoever sees it asks the rules, and nobody else, so that nobody else spends time on what it holds.
            _ if !is_public => !self.game.sees(&event.event, observer.observer),
            Known::No => false,
            Known::State(state) => state.left_out_here().is_none(),
            Known::LeftOut(list) => find(list, at).is_none(),
        };
        if !was_taken && let Err(refusal) = self.game.check(&before.table, &event.event) {
            // Who sees nothing of an event does not hear of it in this way either.
            let as_seen_by = |observer| {
                let checked = self.game.check_view(&before.table, &event.event, observer)?;
                // A view may break another rule, such as that parts must not be missing.
                let same = checked.err().filter(|seen| seen.rule == refusal.rule);
                Some(same.map_or_else(|| AGAINST_A_RULE.to_owned(), |seen| seen.detail))
            };
            let table = match known {
                Known::State(state) => state,
                Known::No | Known::LeftOut(_) if !is_public => Arc::new(before.passed()),
                Known::No | Known::LeftOut(_) => {
                    let public = as_seen_by(Observer::Public).unwrap_or_else(|| AGAINST_A_RULE.to_owned());
                    Arc::new(before.leaving_out(left_out(&public), before.passed().spectator))
                }
            };
            let seen = as_seen_by(observer.observer);
            let observer = match &seen {
                Some(why) => observer.leaving_out(left_out(why)),
                None => observer.passed(),
            };
            return Ok((Position { table, observer: Arc::new(observer) }, Outcome::Refused { refusal, seen }));
        }
        let passage = self.passage(before, event, &known);
        let mut told = evidence.fresh();
        let take = self.take(observer, &passage, &mut told)?;
        let mut against = None;
        let table = match known {
            Known::State(state) if state.spectator.is_some() || before.spectator.is_none() => state,
            Known::LeftOut(list) => Arc::new(match find(list, at) {
                Some(left_out) => before.leaving_out(left_out.clone(), None),
                None => before.moved(passage.after.clone(), Arc::clone(&passage.settled), None),
            }),
            Known::State(_) | Known::No => {
                let (table, contradiction) = self.decide(observer, &passage, &take)?;
                against = contradiction;
                Arc::new(table)
            }
        };
        let against = table.left_out_here().map(|public| {
            let detail = public.detail.as_ref().to_owned();
            against.unwrap_or(Contradiction { detail, variables: Vec::new(), certain: true })
        });
        let (next, outcome) = match (take, against) {
            (Take::Yes(next), None) => (next, Outcome::Taken),
            (Take::Yes(_), Some(contradiction)) => {
                // What it made of the event is not what is believed.
                told = Evidence::off();
                (observer.leaving_out(left_out(&contradiction.detail)), Outcome::LeftOut(contradiction))
            }
            (Take::No { base, contradiction }, None) => {
                let belief = self.left_out(&base, &passage, &mut told);
                let next = ObserverState { belief, ..base.leaving_out(left_out(&contradiction.detail)) };
                (next, Outcome::LeftOut(contradiction))
            }
            (Take::No { base, contradiction }, Some(_)) => {
                (base.leaving_out(left_out(&contradiction.detail)), Outcome::LeftOut(contradiction))
            }
        };
        evidence.extend(told);
        Ok((Position { table, observer: Arc::new(next) }, outcome))
    }

    fn passage<'a>(&self, before: &'a TableState, event: &'a GameEvent, known: &Known<'_>) -> Passage<'a> {
        let (after, settled) = match known {
            Known::State(state) if state.left_out_here().is_none() => (state.table.clone(), Arc::clone(&state.settled)),
            _ => {
                let (after, settled) = self.game.advance(&before.table, &event.event);
                (after, settled.into())
            }
        };
        Passage { event, before, after, settled }
    }

    /// The table after an event: whether it moves is the spectator's to say. While an observer has left nothing out, and has not been folded again, it
    /// knows at least what the spectator knows, so that the spectator can take what it takes, and is not asked, even where there is one: that somebody
    /// else had to ask would show in the time that this one takes. So the table that comes of it has no spectator. Who was folded again may have begun
    /// again, from the table alone, and may then take what the spectator's belief rules out.
    /// Also gives why the spectator left the event out, where it did.
    fn decide(
        &self,
        observer: &ObserverState,
        passage: &Passage<'_>,
        take: &Take,
    ) -> Result<(TableState, Option<Contradiction>), Error> {
        let before = passage.before;
        let moved = |spectator| before.moved(passage.after.clone(), Arc::clone(&passage.settled), spectator);
        if let Take::Yes(next) = take
            && next.left_out.is_empty()
            && next.widening == 1
        {
            return Ok((moved(None), None));
        }
        let asked;
        let spectators = if observer.observer == Observer::Public {
            take
        } else {
            let spectator = match &before.spectator {
                Some(spectator) => Arc::clone(spectator),
                None => Arc::new(self.fold_again(Observer::Public, 1, before)?),
            };
            asked = self.take(&spectator, passage, &mut Evidence::off())?;
            &asked
        };
        Ok(match spectators {
            Take::Yes(next) => (moved(Some(Arc::new(next.clone()))), None),
            Take::No { base, contradiction } => {
                let at = before.revision + 1;
                let (kind, detail) = (Arc::clone(&passage.event.kind), contradiction.detail.as_str().into());
                let left_out = LeftOut { revision: at, kind, detail };
                let spectator = base.leaving_out(left_out.clone());
                (before.leaving_out(left_out, Some(Arc::new(spectator))), Some(contradiction.clone()))
            }
        })
    }

    /// What a belief makes of an event by itself.
    ///
    /// A belief that has dropped or only drawn worlds does not refuse, because the true one may be among those it lacks: it is folded
    /// again once with wider caps, and begins again from the public table, with these caps, if even then no world is left.
    fn take(&self, state: &ObserverState, passage: &Passage<'_>, evidence: &mut Evidence) -> Result<Take, Error> {
        let (game, before, happened) = (&**self.game, passage.before, passage.happened(state.observer));
        let mut told = evidence.fresh();
        let contradiction = match game.update(&state.belief, &happened, &mut told) {
            Ok(belief) => {
                evidence.extend(told);
                return Ok(Take::Yes(state.took(belief)));
            }
            Err(contradiction) => contradiction,
        };
        self.budget.need_room()?;
        let is_lossy = |state: &ObserverState| game.quality(&state.belief, &before.table).is_lossy();
        if contradiction.certain || !is_lossy(state) {
            return Ok(Take::No { base: state.clone(), contradiction });
        }
        let mut base = state.clone();
        if state.widening == 1 {
            base = self.fold_again(state.observer, WIDENING, before)?;
            let both = [(&state.belief, &before.table), (&base.belief, &before.table)];
            again::record(evidence, game, both, &EvidenceType::BEGUN_AGAIN, FOLDED_AGAIN);
            let mut told = evidence.fresh();
            match game.update(&base.belief, &happened, &mut told) {
                Ok(belief) => {
                    evidence.extend(told);
                    return Ok(Take::Yes(base.took(belief)));
                }
                Err(contradiction) if contradiction.certain || !is_lossy(&base) => {
                    return Ok(Take::No { base, contradiction });
                }
                Err(_) => {}
            }
        }
        Ok(match game.restart(&base.belief, &happened) {
            Some(belief) => {
                self.restarted(&base, passage, &belief, evidence);
                Take::Yes(base.took(belief))
            }
            None => Take::No { base, contradiction },
        })
    }

    /// The belief of an observer that leaves an event out by which the table moved.
    fn left_out(&self, base: &ObserverState, passage: &Passage<'_>, evidence: &mut Evidence) -> AnyBelief {
        let belief = self.game.left_out(&base.belief, &passage.happened(base.observer));
        if self.game.quality(&belief, &passage.after).method == Method::Restarted {
            self.restarted(base, passage, &belief, evidence);
        } else {
            let both = [(&base.belief, &passage.before.table), (&belief, &passage.after)];
            again::record(evidence, &**self.game, both, &EvidenceType::LEFT_OUT, LEFT_OUT);
        }
        belief
    }

    /// Records that a belief begins again after an event.
    fn restarted(&self, base: &ObserverState, passage: &Passage<'_>, belief: &AnyBelief, evidence: &mut Evidence) {
        let both = [(&base.belief, &passage.before.table), (belief, &passage.after)];
        again::record(evidence, &**self.game, both, &EvidenceType::BEGUN_AGAIN, RESTARTED);
    }

    /// An observer's belief at the revision of a table, folded from the first event with other caps. What the spectator left out on the way is
    /// known from that table.
    fn fold_again(&self, observer: Observer, widening: u32, table: &TableState) -> Result<ObserverState, Error> {
        self.budget.need_room()?;
        let mut position = Position {
            table: Arc::new(TableState::begin(&**self.game)),
            observer: Arc::new(ObserverState::begin(&**self.game, observer, widening)),
        };
        while position.revision() < table.revision {
            let at = position.revision() + 1;
            position = match self.script.event(at)? {
                None => position.passed(),
                Some(event) => {
                    self.check(&position, event)?;
                    self.step(&position, event, Known::LeftOut(&table.left_out), &mut Evidence::off())?.0
                }
            };
        }
        Ok(Arc::unwrap_or_clone(position.observer))
    }
}
