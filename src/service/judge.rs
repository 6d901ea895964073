//! Judging events before they are recorded: their shape, the rules, and the belief of the referee, who sees all of the log.
//!
//! A refusal is written for who reads it, from that observer's own belief: where that belief can take the event, it says no
//! more than that others have reported otherwise.

use std::sync::Arc;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::budget::Budget;
use super::conduct::Settled;
use super::following::{Following, Taken, check, fold, take};
use super::game::{FINISH, Game, NOTE, OPENING, OnContradiction, Play, RETRACT, read_retraction};
use super::record::{AppendRequest, EventRequest, payload};
use super::script::Script;
use super::{Error, evidence};
use crate::belief::{Contradiction, Evidence};
use crate::rulesets::{Malformed, Observer, Rejection, Revision, decode};

/// The judgement of one request, for one revision of the game.
pub struct Judging<'a> {
    /// The game.
    pub game: &'a Arc<Game>,
    /// The revision that it is judged for.
    pub head: Revision,
    /// The events.
    pub request: &'a AppendRequest,
    /// How much may be done here.
    pub budget: &'a Budget,
}

/// What came of a judgement.
pub struct Judged {
    /// What the judge knows after the events.
    pub judge: Arc<Following>,
    /// What they settled about players.
    pub settled: Vec<Settled>,
    /// Whether they finished the game (`true`) or took its end back (`false`).
    pub finished: Option<bool>,
}

impl Judging<'_> {
    /// Judges the events behind the known front one after another.
    ///
    /// # Errors
    /// What is wrong with the first event that cannot be taken; or that the budget is spent.
    pub fn judge(&self, known: usize, mut judge: Arc<Following>) -> Result<Judged, Error> {
        let mut script = Script::of(self.game, self.head);
        let finish_before = self.game.finish(self.head);
        let mut finish = finish_before;
        let mut settled = Vec::new();
        for (index, event) in self.request.events.iter().enumerate().skip(known) {
            let pointer = self.request.pointer(index);
            if finish.is_some() && event.r#type != NOTE && event.r#type != RETRACT {
                return Err(Error::Finished(self.game.id().to_owned()));
            }
            let (next, play) = match event.r#type.as_str() {
                OPENING => {
                    let detail = "a game is opened once, by PUT or POST of the game";
                    return Err(Error::malformed(format!("{pointer}/type"), detail));
                }
                NOTE => {
                    expect_fields::<NoteData>(event, &pointer)?;
                    (judge.pass(), None)
                }
                FINISH => {
                    expect_fields::<FinishData>(event, &pointer)?;
                    finish = Some(judge.revision + 1);
                    (judge.pass(), None)
                }
                RETRACT => {
                    let retraction =
                        read_retraction(&payload(event), self.game.ruleset.schema()).map_err(|error| error.below(&pointer))?;
                    finish = finish.filter(|finish| *finish != retraction.revision);
                    let (next, corrected) = self.retraction(&mut script, &judge, retraction, &pointer)?;
                    settled.extend(corrected);
                    (next, None)
                }
                kind => {
                    let play = Play { kind: kind.to_owned(), schema: self.game.ruleset.schema(), data: payload(event) };
                    (self.play(&script, &judge, &play, &pointer)?, Some(Arc::new(play)))
                }
            };
            script.push(play);
            if !next.settled.is_empty() {
                settled.push(Settled::by(&next));
            }
            judge = Arc::new(next);
        }
        let changed = finish.is_some() != finish_before.is_some();
        Ok(Judged { judge, settled, finished: changed.then_some(finish.is_some()) })
    }

    /// Who reads a refusal.
    pub(super) fn reader(&self) -> Observer {
        self.request.observer.unwrap_or(Observer::Public)
    }

    fn play(&self, script: &Script<'_>, judge: &Following, play: &Play, pointer: &str) -> Result<Following, Error> {
        check(&self.game.opened, judge, play, self.budget)?;
        let step = judge.fold.judge(play.event(), judge.revision + 1).map_err(|rejection| locate(pointer, rejection))?;
        match take(&self.game.opened, script, judge, play, step, self.budget)? {
            Taken::Yes(next) => Ok(next),
            Taken::No(next, contradiction) => match self.game.opening.on_contradiction {
                OnContradiction::Quarantine => Ok(next.quarantining(play, contradiction.detail)),
                OnContradiction::Reject => Err(self.contradicted(script, judge, play, contradiction, pointer)?),
            },
        }
    }

    fn contradicted(
        &self,
        script: &Script<'_>,
        judge: &Following,
        play: &Play,
        contradiction: Contradiction,
        pointer: &str,
    ) -> Result<Error, Error> {
        let (game, reader) = (self.game, self.reader());
        let own = if reader == judge.observer {
            Some(contradiction)
        } else {
            let begin = Following::begin(&game.opened, reader);
            let following = fold(&game.opened, script, begin, judge.revision, None, self.budget)?;
            let step = following.fold.follow(play.event(), judge.revision + 1, &mut Evidence::off())?;
            match take(&game.opened, script, &following, play, step, self.budget)? {
                Taken::Yes(_) => None,
                Taken::No(_, contradiction) => Some(contradiction),
            }
        };
        let (detail, evidence) = match own {
            Some(own) => {
                let evidence = evidence::conflicting(game, script, reader, judge.revision, &own.variables, self.budget)?;
                // Earlier events of the same request are not in the log, and will not be.
                (own.detail, evidence.into_iter().filter(|revision| *revision <= self.head).collect())
            }
            None => ("others at the table have reported otherwise".to_owned(), Vec::new()),
        };
        Ok(Error::Contradicted { detail, evidence, revision: self.head, pointer: pointer.to_owned() })
    }
}

/// Puts what a ruleset rejected at its place in the request.
pub fn locate(pointer: &str, rejection: Rejection) -> Error {
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
struct NoteData {
    #[expect(dead_code, reason = "read to check its shape; stored as it was sent")]
    text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FinishData {}

fn expect_fields<T: DeserializeOwned>(event: &EventRequest, pointer: &str) -> Result<(), Error> {
    let data = Value::Object(event.data.clone());
    decode::<T>(data).map(|_| ()).map_err(|error| Error::rejected(&format!("{pointer}/data"), error.into()))
}
