//! A client: plays its games, and writes down every answer.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use credence::belief::{WorldRng, seeded};
use rand::RngExt;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::sync::RwLock;

use crate::model::{Acknowledged, Model, Record};
use crate::script::{Event, IfMatch, Script, Step};
use crate::send::{Answer, Request, Sender};
use crate::tally::{Tally, Wrong};

/// Games that a client plays at once.
const AT_ONCE: usize = 2;

/// What all clients hold together.
pub struct Ground {
    /// Decides everything.
    pub seed: u64,
    /// What they know.
    pub model: Model,
    /// What they count.
    pub tally: Arc<Tally>,
    /// Held by each for as long as a request is under way: whoever holds it alone finds all of them at rest.
    pub gate: RwLock<()>,
    /// Whether it is over.
    pub over: AtomicBool,
}

/// A client.
pub struct Client {
    ground: Arc<Ground>,
    number: u64,
    sender: Sender,
    rng: WorldRng,
    begun: u64,
}

impl Client {
    /// The client of a number.
    pub fn new(ground: Arc<Ground>, number: u64, sender: Sender) -> Self {
        let rng = seeded(ground.seed, (3 << 40) + number);
        Self { ground, number, sender, rng, begun: 0 }
    }

    /// Plays until it is over.
    pub async fn run(mut self) {
        let mut games: Vec<Script> = Vec::new();
        while !self.ground.over.load(Ordering::Relaxed) {
            while games.len() < AT_ONCE {
                games.push(self.next_game().await);
            }
            let place = self.rng.random_range(0..games.len());
            let Some(step) = games[place].steps.pop_front() else {
                games.remove(place);
                continue;
            };
            if self.rng.random_range(0..4) == 0 {
                self.sender.turn();
            }
            let ground = Arc::clone(&self.ground);
            let _held = ground.gate.read().await;
            if let Err((wrong, case)) = self.take(&games[place], &step).await {
                let game = games.remove(place).id;
                ground.tally.wrong(wrong, format!("{game}: {case}"));
            }
        }
    }

    async fn next_game(&mut self) -> Script {
        let (seed, client, number) = (self.ground.seed, self.number, self.begun);
        self.begun += 1;
        let made = tokio::task::spawn_blocking(move || Script::of(seed, client, number));
        let script = made.await.expect("a game is simulated");
        self.ground.model.begin(&script);
        script
    }

    /// Sends one request and writes down what came of it. What is wrong with the answer, where something is.
    async fn take(&mut self, game: &Script, step: &Step) -> Result<(), (Wrong, String)> {
        match step {
            Step::Open => self.open(game).await,
            Step::Append { .. } => self.append(game, step).await,
            Step::Read(observer) => {
                let path = format!("/v1/games/{}/belief?observer={observer}", game.id);
                let answer = self.ask(Method::GET, path, None).await;
                let head = self.ground.model.of(&game.id, |record| record.head());
                check(&answer, &[200])?;
                match answer.body["revision"].as_u64() {
                    Some(revision) if revision == head => Ok(()),
                    other => Err((Wrong::Lost, format!("{observer} is told of revision {other:?}; {head} was acknowledged"))),
                }
            }
            Step::Name(player, name) => {
                let body = Some(json!({"display_name": name}));
                let answer = self.ask(Method::PUT, format!("/v1/players/{player}"), body).await;
                check(&answer, &[200, 201])?;
                self.ground.model.of(&game.id, |record| record.named = Some((player.clone(), name.clone())));
                Ok(())
            }
            Step::Forget(player) => {
                let answer = self.ask(Method::DELETE, format!("/v1/players/{player}"), None).await;
                // An earlier sending may have done it.
                check(&answer, if answer.silent + answer.busy > 0 { &[204, 410] } else { &[204] })?;
                self.ground.model.of(&game.id, |record| record.forgotten = Some(player.clone()));
                Ok(())
            }
        }
    }

    async fn ask(&mut self, method: Method, path: String, body: Option<Value>) -> Answer {
        self.sender.send(&Request { method, path, if_match: None, body }).await
    }

    async fn open(&mut self, game: &Script) -> Result<(), (Wrong, String)> {
        let seats: Vec<Value> = game.players.iter().map(|player| json!({"player": player})).collect();
        let body = json!({"ruleset": game.ruleset, "seats": seats});
        let answer = self.ask(Method::PUT, format!("/v1/games/{}", game.id), Some(body)).await;
        check(&answer, if answer.silent + answer.busy > 0 { &[200, 201] } else { &[201] })?;
        self.count_unanswered(&answer, answer.status == 200);
        self.ground.model.of(&game.id, |record| record.opened = true);
        Tally::add(&self.ground.tally.acknowledged, 1);
        Ok(())
    }

    fn count_unanswered(&self, answer: &Answer, stood: bool) {
        Tally::add(&self.ground.tally.unanswered, answer.silent);
        // Of several sendings one at most was recorded.
        Tally::add(&self.ground.tally.in_after_all, u64::from(stood && answer.silent > 0));
    }

    async fn append(&mut self, game: &Script, step: &Step) -> Result<(), (Wrong, String)> {
        let Step::Append { known, events, if_match, observer } = step else { unreachable!("an append") };
        let prepared = self.ground.model.of(&game.id, |record| prepare(record, *known, events));
        let Some((known, new, head)) = prepared else { return Ok(()) };
        let if_match = match if_match {
            IfMatch::None => None,
            IfMatch::Right => Some(head),
            IfMatch::Past if head == 0 => return Ok(()),
            IfMatch::Past => Some(head - 1),
        };
        let sent = known.iter().chain(&new).map(|event| json!({"id": event.id, "type": event.kind, "data": event.data}));
        let body = Some(sent.collect());
        let query = observer.map_or(String::new(), |observer| format!("?observer={observer}"));
        let path = format!("/v1/games/{}/events{query}", game.id);
        let answer = self.sender.send(&Request { method: Method::POST, path, if_match, body }).await;
        match answer.status {
            412 if if_match.is_some_and(|revision| revision != head) => {
                self.count_unanswered(&answer, false);
                let told = answer.body["revision"].as_u64();
                if told == Some(head) { Ok(()) } else { Err((Wrong::Lost, format!("412 says {told:?}, acknowledged is {head}"))) }
            }
            422 if matches!(events.as_slice(), [Event::Retract(..)]) => {
                self.count_unanswered(&answer, false);
                self.ground.model.of(&game.id, |record| record.refused.extend(new.into_iter().map(|event| event.id)));
                Ok(())
            }
            _ => {
                check(&answer, &[200, 201])?;
                let stood = compare(&answer, head, &known, &new)?;
                self.count_unanswered(&answer, stood);
                let belief = &answer.body["belief"]["revision"];
                if observer.is_some() && belief.as_u64() != Some(head + new.len() as u64) {
                    return Err((
                        Wrong::Answer,
                        format!("a belief of revision {belief} after {} events", head + new.len() as u64),
                    ));
                }
                Tally::add(&self.ground.tally.acknowledged, new.len() as u64);
                self.ground.model.of(&game.id, |record| {
                    record.finished |= new.iter().any(|event| event.kind == "finish");
                    record.events.extend(new);
                });
                Ok(())
            }
        }
    }
}

/// The events of an append, and the revision that the game is at; `None` where there is nothing to send.
fn prepare(record: &Record, known: usize, events: &[Event]) -> Option<(Vec<Acknowledged>, Vec<Acknowledged>, u64)> {
    let known = record.events[record.events.len().saturating_sub(known)..].to_vec();
    let new = |event: &Event| {
        let (id, kind, data) = match event {
            Event::Plain(id, kind, data) => (id.clone(), (*kind).to_owned(), data.clone()),
            Event::Played(id, kind, data) => (id.clone(), kind.clone(), data.clone()),
            Event::Retract(id, instead) => {
                let revision = record.revision_of(id)?;
                let mut data = json!({"revision": revision, "reason": "the harness"});
                if *instead {
                    let event = &record.events[usize::try_from(revision).expect("small") - 1];
                    data["instead"] = json!({"type": event.kind, "data": event.data});
                }
                (format!("r-{instead}-{id}"), "retract".to_owned(), data)
            }
        };
        Some(Acknowledged { id, kind, data })
    };
    let new = events.iter().map(new).collect::<Option<Vec<_>>>()?;
    (!known.is_empty() || !new.is_empty()).then(|| (known, new, record.head()))
}

fn check(answer: &Answer, expected: &[u16]) -> Result<(), (Wrong, String)> {
    if expected.contains(&answer.status) {
        return Ok(());
    }
    let Answer { status, body, silent, busy } = answer;
    Err((Wrong::Answer, format!("{status} after {silent} sendings without an answer and {busy} put off: {body}")))
}

/// Compares the answer of an append with what it must be. Whether the new events stood before this sending.
fn compare(answer: &Answer, head: u64, known: &[Acknowledged], new: &[Acknowledged]) -> Result<bool, (Wrong, String)> {
    let entries = answer.body["appended"].as_array().map_or(&[][..], Vec::as_slice);
    if entries.len() != known.len() + new.len() {
        return Err((Wrong::Answer, format!("{} entries for {} events", entries.len(), known.len() + new.len())));
    }
    let first = head + 1 - known.len() as u64;
    let mut stood = BTreeSet::new();
    for ((entry, event), revision) in entries.iter().zip(known.iter().chain(new)).zip(first..) {
        let duplicate = entry["duplicate"].as_bool();
        if entry["id"] != event.id || entry["revision"] != revision {
            return Err((Wrong::Moved, format!("{} was expected at {revision}; the answer is {entry}", event.id)));
        }
        if revision > head {
            stood.insert(duplicate);
        } else if duplicate != Some(true) {
            return Err((Wrong::Doubled, format!("{} was acknowledged at {revision} and is called new: {entry}", event.id)));
        }
    }
    if stood.len() > 1 {
        return Err((Wrong::Half, format!("of a request some events stood and some did not: {}", answer.body)));
    }
    let stood = stood.contains(&Some(true));
    if stood && answer.silent + answer.busy == 0 {
        return Err((Wrong::Stray, format!("events that were never sent stand already: {}", answer.body)));
    }
    Ok(stood)
}
