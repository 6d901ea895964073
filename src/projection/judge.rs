//! Judging events before they are recorded: their shape, the rules, and the belief of the judge.
//!
//! A refusal is written for who reads it, from that observer's own belief: where that belief can take the event, it says no
//! more than that others have reported otherwise.
//!
//! What a seat reports of itself is judged by its own belief and by nothing else, so that neither the answer nor the time that it takes tells
//! the seat anything. Where the referee knows better, the event stands in the log, and the referee's fold leaves it out when it comes there.

use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::log::Note;
use super::{
    Budget, Error, FINISH, GameEvent, Log, Meaning, NOTE, Nobody, OPENING, Outcome, Position, RETRACT, Script, TableState, Walk,
    read_retraction,
};
use crate::belief::Contradiction;
use crate::rulesets::{AnyEvent, AnyGame, Conduct, Malformed, Observer, Rejection, Revision, decode};

/// What to do with an event that the judging belief cannot take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OnContradiction {
    /// Refuse it, and name the conflicting evidence.
    #[default]
    Reject,
    /// Keep it in the log; every fold that cannot take it leaves it out and lists it.
    Quarantine,
}

/// An event that somebody wishes to append.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// Its type.
    pub kind: String,
    /// Its data as canonical JSON text: the bytes that would be stored.
    pub payload: Vec<u8>,
    /// Where it stands in the request, as a JSON pointer.
    pub pointer: String,
}

/// What an event settled, or what a retraction changed in what an event had settled.
#[derive(Clone, Debug, PartialEq)]
pub struct Settled {
    /// The event.
    pub at: Revision,
    /// The event whose conduct it corrects, where it is a retraction that does.
    pub corrects: Option<Revision>,
    /// What was settled before; empty, where nothing is corrected.
    pub was: Vec<Conduct>,
    /// What is settled now.
    pub now: Vec<Conduct>,
}

/// The judgement of one request, for one revision of the game.
pub struct Judging<'a> {
    /// The game.
    pub game: &'a Arc<dyn AnyGame>,
    /// What becomes of an event that cannot be true.
    pub on_contradiction: OnContradiction,
    /// Its log, at least the end of it.
    pub log: &'a Log,
    /// The revision that it is judged for.
    pub head: Revision,
    /// The events.
    pub proposals: &'a [Proposal],
    /// Who reads a refusal.
    pub reader: Observer,
    /// How much may be done here.
    pub budget: &'a Budget,
}

/// What came of a judgement.
pub struct Judged {
    /// The judge's position after the events.
    pub position: Position,
    /// The tables on the way to it, under the script as it is after the events.
    pub tables: Vec<Arc<TableState>>,
    /// What each event means.
    pub meanings: Vec<Meaning>,
    /// What they settled about players.
    pub settled: Vec<Settled>,
    /// Whether they finished the game (`true`) or took its end back (`false`).
    pub finished: Option<bool>,
}

impl Judging<'_> {
    /// Judges the events one after another, from the judge's position at the head: the referee's, or that of the seat that reports them.
    ///
    /// # Errors
    /// What is wrong with the first event that cannot be taken; or that the budget is spent or events are not in memory.
    pub fn judge(&self, position: Position) -> Result<Judged, Error> {
        let mut script = Script::of(self.log, self.head);
        let finish_before = self.log.finish(self.head);
        let mut finish = finish_before;
        let judge = position.observer.observer;
        let by_seat = matches!(judge, Observer::Seat(_));
        let (tables, meanings, settled) = (Vec::new(), Vec::with_capacity(self.proposals.len()), Vec::new());
        let mut judged = Judged { position, tables, meanings, settled, finished: None };
        for proposal in self.proposals {
            let pointer = proposal.pointer.as_str();
            let kind = proposal.kind.as_str();
            if finish.is_some() && kind != NOTE && kind != RETRACT {
                return Err(Error::Finished);
            }
            let (next, meaning) = match kind {
                OPENING => {
                    let detail = "a game is opened once, by PUT or POST of the game";
                    return Err(Error::malformed(format!("{pointer}/type"), detail));
                }
                NOTE | FINISH | RETRACT if by_seat => {
                    let detail = format!("a seat's key reports what its seat did; {kind} needs the key of a referee or an admin");
                    return Err(Error::NotItsOwn { detail, pointer: format!("{pointer}/type") });
                }
                NOTE => {
                    let note: Note = fields(&proposal.payload, pointer)?;
                    (judged.position.passed(), Meaning::Note(note.text.into()))
                }
                FINISH => {
                    let NoFields {} = fields(&proposal.payload, pointer)?;
                    finish = Some(judged.position.revision() + 1);
                    (judged.position.passed(), Meaning::Finish)
                }
                RETRACT => {
                    let read = |kind: &str, data: &[u8]| self.read(kind, data, INSTEAD);
                    let retraction = read_retraction(&proposal.payload, read).map_err(|error| error.below(pointer))?;
                    finish = finish.filter(|finish| *finish != retraction.revision);
                    let (next, corrected) = self.retraction(&mut script, &judged.position, &retraction, pointer)?;
                    judged.settled.extend(corrected);
                    judged.tables.clear();
                    (next, Meaning::Retraction(Arc::new(retraction)))
                }
                kind => {
                    let event = GameEvent { event: self.read(kind, &proposal.payload, pointer)?, kind: kind.into() };
                    if by_seat {
                        self.check_own(judge, &event, pointer)?;
                    }
                    (self.event(&script, &judged.position, &event, pointer)?, Meaning::Event(event))
                }
            };
            script.push(match &meaning {
                Meaning::Event(event) => Some(event.clone()),
                _ => None,
            });
            if !next.table.settled.is_empty() {
                let (at, now) = (next.revision(), next.table.settled.to_vec());
                judged.settled.push(Settled { at, corrects: None, was: Vec::new(), now });
            }
            judged.tables.push(Arc::clone(&next.table));
            judged.meanings.push(meaning);
            judged.position = next;
        }
        judged.finished = (finish.is_some() != finish_before.is_some()).then_some(finish.is_some());
        Ok(judged)
    }

    pub(super) fn walk<'a>(&'a self, script: &'a Script) -> Walk<'a> {
        Walk { game: self.game, script, line: None, budget: self.budget }
    }

    /// Decodes an event of the ruleset; `pointer` is where it stands.
    fn read(&self, kind: &str, data: &[u8], pointer: &str) -> Result<AnyEvent, Error> {
        if self.game.is_heavy(kind) {
            self.budget.need_room()?;
        }
        if pointer == INSTEAD && [OPENING, RETRACT, NOTE, FINISH].contains(&kind) {
            let detail = "only an event of the ruleset can stand instead of another";
            return Err(Error::malformed(format!("{pointer}/type"), detail));
        }
        self.game.read(kind, data).map_err(|malformed| locate(pointer, malformed.into()))
    }

    /// Whether a seat did this, and says no more of it than it saw.
    fn check_own(&self, observer: Observer, event: &GameEvent, pointer: &str) -> Result<(), Error> {
        let not_its_own = |detail| Err(Error::NotItsOwn { detail, pointer: pointer.to_owned() });
        if self.game.actor(&event.event).map(Observer::Seat) != Some(observer) {
            let whose =
                self.game.actor(&event.event).map_or_else(|| "the table".to_owned(), |seat| Observer::Seat(seat).to_string());
            let detail = format!(
                "{whose} did this, and the key is of {observer}: a seat's key reports what its seat did, that of a referee or an admin all else"
            );
            return not_its_own(detail);
        }
        if self.game.view(&event.event, observer) != self.game.view(&event.event, Observer::Referee) {
            return not_its_own(format!("the event holds what {observer} does not see"));
        }
        Ok(())
    }

    fn event(&self, script: &Script, judge: &Position, event: &GameEvent, pointer: &str) -> Result<Position, Error> {
        match self.walk(script).over(judge, event)? {
            (next, Outcome::Taken) => Ok(next),
            (_, Outcome::Refused { refusal, .. }) => Err(Error::rejected(pointer, refusal.into())),
            (next, Outcome::LeftOut(_)) if self.on_contradiction == OnContradiction::Quarantine => Ok(next),
            (_, Outcome::LeftOut(contradiction)) => Err(self.contradicted(script, judge, event, contradiction, pointer)?),
        }
    }

    fn contradicted(
        &self,
        script: &Script,
        judge: &Position,
        event: &GameEvent,
        contradiction: Contradiction,
        pointer: &str,
    ) -> Result<Error, Error> {
        let (walk, until) = (self.walk(script), judge.revision());
        let own = if self.reader == judge.observer.observer {
            Some(contradiction)
        } else {
            let readers = walk.to(Position::begin(&**self.game, self.reader), until, &mut Nobody)?;
            match walk.over(&readers, event)?.1 {
                Outcome::LeftOut(contradiction) => Some(contradiction),
                Outcome::Taken | Outcome::Refused { .. } => None,
            }
        };
        let (detail, conflicting) = match own {
            Some(own) => (own.detail, walk.conflicting(self.reader, until, &own.variables)?),
            None => (OTHERS.to_owned(), Vec::new()),
        };
        // Earlier events of the same request are not in the log, and will not be: their revisions would name nothing.
        let (evidence, in_request): (Vec<_>, Vec<_>) = conflicting.into_iter().partition(|revision| *revision <= self.head);
        let place = |revision| Some(self.proposals.get(usize::try_from(revision - self.head - 1).ok()?)?.pointer.clone());
        let evidence_in_request = in_request.into_iter().filter_map(place).collect();
        Ok(Error::Contradicted { detail, evidence, evidence_in_request, revision: self.head, pointer: pointer.to_owned() })
    }
}

/// What is said of a contradiction that rests on what the reader may not know: that there is one, and how to ask.
const OTHERS: &str =
    "others at the table have reported otherwise; ask with observer=referee for what, if you may read everything";

/// The same of a retraction after which something that others reported can not be.
pub(super) const OTHERS_THEN: &str =
    "others at the table have reported what can then not be; ask with observer=referee for what, if you may read everything";

/// Where the event stands that a retraction puts in the place of another, below the retraction.
const INSTEAD: &str = "/data/instead";

/// Puts what a ruleset rejected at its place in the request.
pub(super) fn locate(pointer: &str, rejection: Rejection) -> Error {
    match rejection {
        Rejection::Malformed(Malformed { unknown_tag: true, detail, .. }) => {
            let detail = detail.replacen("unknown variant", "unknown event type", 1);
            Error::malformed(format!("{pointer}/type"), format!("{detail}, `{RETRACT}`, `{NOTE}`, `{FINISH}`"))
        }
        Rejection::Malformed(malformed) => Error::rejected(&format!("{pointer}/data"), malformed.into()),
        refused @ Rejection::Refused(_) => Error::rejected(pointer, refused),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NoFields {}

/// Reads the data of an event that is no ruleset's.
fn fields<T: DeserializeOwned>(payload: &[u8], pointer: &str) -> Result<T, Error> {
    let pointer = format!("{pointer}/data");
    let data = serde_json::from_slice(payload).map_err(|error| Error::malformed(&*pointer, error.to_string()))?;
    decode(data).map_err(|error| Error::rejected(&pointer, error.into()))
}
