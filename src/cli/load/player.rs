//! One client: the games that it plays, each in its order, and its connections.

use std::sync::Arc;

use anyhow::anyhow;
use bytes::Bytes;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use serde::Deserialize;

use super::script::Script;
use super::tally::Kind;
use crate::config::CLIENT_KEY;
use crate::http::{Answer, Server, Silence, Wire};

/// A game that is refused so often in a row is given up, and another one is begun.
const REFUSED: u32 = 3;

/// Which servers the requests of one game go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Routing {
    /// All to one: the CRC-32 of the game's id, modulo the number of servers. Where the count of a tenant's partitions is divisible by that number,
    /// each server has partitions of its own.
    ByGame,
    /// To one after the other.
    InTurn,
}

/// What was written, as far as answers say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Games that were opened.
    pub opened: u64,
    /// Events that were appended, finishes among them, openings not.
    pub events: u64,
    /// Games that were finished.
    pub finished: u64,
    /// Games that were given up because they were refused again and again.
    pub given_up: u64,
    /// Times that a game went on at a server which an answer had named.
    pub moved: u64,
}

impl Written {
    /// Both together.
    pub fn and(self, other: Self) -> Self {
        Self {
            opened: self.opened + other.opened,
            events: self.events + other.events,
            finished: self.finished + other.finished,
            given_up: self.given_up + other.given_up,
            moved: self.moved + other.moved,
        }
    }
}

/// A game that is being played.
struct Live {
    name: String,
    script: usize,
    /// Whether the server knows it.
    is_open: bool,
    /// The next event.
    at: usize,
    refused: u32,
    /// Whose turn it is to be asked, where the servers are asked in turn.
    turn: usize,
    /// The connection to the server that an answer has named for it.
    named: Option<usize>,
}

/// What is asked for, where nothing of it depends on the client.
pub struct Plan {
    /// The games.
    pub scripts: Vec<Script>,
    /// Number of players that sit in them.
    pub players: usize,
    /// What names of games begin with.
    pub prefix: String,
    /// Number of servers that were named at the start.
    pub servers: usize,
    /// Which of them a game goes to.
    pub routing: Routing,
    /// Whether a game goes on at the server that an answer names for it.
    pub follow: bool,
    /// The key, for servers that answers name.
    pub key: Option<String>,
    /// Of all requests for games that are open, how many read.
    pub reads: f64,
}

/// One client.
pub struct Player {
    plan: Arc<Plan>,
    number: usize,
    /// To the servers that were named at the start, and then to those that answers named.
    wires: Vec<Wire>,
    games: Vec<Live>,
    /// Games that were begun: each gets a name of its own.
    begun: usize,
    /// Whose turn it is.
    next: usize,
    rng: ChaCha8Rng,
    /// What came of it so far.
    pub written: Written,
}

/// An answer that is no good: its kind of problem.
#[derive(Deserialize)]
struct Problem {
    r#type: String,
}

impl Player {
    /// A client with so many games, none of them open yet.
    pub fn new(plan: Arc<Plan>, number: usize, wires: Vec<Wire>, games: usize, rng: ChaCha8Rng) -> Self {
        let written = Written::default();
        let mut player = Self { plan, number, wires, games: Vec::new(), begun: 0, next: 0, rng, written };
        for _ in 0..games {
            let game = player.begin();
            player.games.push(game);
        }
        player
    }

    fn begin(&mut self) -> Live {
        let name = format!("{}-{}-{}", self.plan.prefix, self.number, self.begun);
        let script = self.rng.random_range(0..self.plan.scripts.len());
        self.begun += 1;
        Live { name, script, is_open: false, at: 0, refused: 0, turn: self.begun, named: None }
    }

    /// Opens all games and plays each to some place of it, as if they had been played for long.
    ///
    /// # Errors
    /// What the server refused.
    pub async fn prepare(&mut self) -> anyhow::Result<()> {
        let plan = Arc::clone(&self.plan);
        for at in 0..self.games.len() {
            let script = &plan.scripts[self.games[at].script];
            self.open(at).await.map_err(|error| self.not_prepared(&error))?;
            let begin = self.rng.random_range(0..script.len());
            let path = format!("/v1/games/{}/events", self.games[at].name);
            for (events, list) in script.before(begin) {
                self.ask(at, "POST", &path, Some(list)).await.map_err(|error| self.not_prepared(&error))?;
                self.written.events += events as u64;
            }
            self.games[at].at = begin;
        }
        Ok(())
    }

    /// Why the games cannot be begun, with the servers that were asked.
    fn not_prepared(&self, error: &str) -> anyhow::Error {
        let urls: Vec<&str> = self.wires.iter().map(Wire::url).collect();
        anyhow!("no games can be begun at {}: {error} (a key is read from the variable {CLIENT_KEY})", urls.join(", "))
    }

    /// Sends the next request: of one game after the other, what is next in it.
    pub async fn play(&mut self) -> (Kind, Result<(), String>) {
        let at = self.next;
        self.next = (self.next + 1) % self.games.len();
        let game = &self.games[at];
        let (kind, answer) = if !game.is_open {
            (Kind::Open, self.open(at).await)
        } else if self.rng.random_bool(self.plan.reads) {
            (Kind::Read, self.read(at).await)
        } else {
            self.append(at).await
        };
        let game = &mut self.games[at];
        match &answer {
            Ok(()) => game.refused = 0,
            Err(_) => game.refused += 1,
        }
        if game.refused == REFUSED {
            self.written.given_up += 1;
            self.games[at] = self.begin();
        }
        (kind, answer)
    }

    async fn open(&mut self, at: usize) -> Result<(), String> {
        let game = &self.games[at];
        let script = &self.plan.scripts[game.script];
        let (first, players) = (self.rng.random_range(0..self.plan.players), self.plan.players);
        let body = script.opening((first..).map(|player| player % players));
        let path = format!("/v1/games/{}", game.name);
        self.ask(at, "PUT", &path, Some(body)).await?;
        self.games[at].is_open = true;
        self.written.opened += 1;
        Ok(())
    }

    async fn append(&mut self, at: usize) -> (Kind, Result<(), String>) {
        let game = &self.games[at];
        let script = &self.plan.scripts[game.script];
        let is_last = script.is_last(game.at);
        let (path, event) = (format!("/v1/games/{}/events", game.name), script.event(game.at));
        let kind = if is_last { Kind::Finish } else { Kind::Append };
        let answer = self.ask(at, "POST", &path, Some(event)).await;
        if answer.is_ok() {
            self.games[at].at += 1;
            self.written.events += 1;
            if is_last {
                self.written.finished += 1;
                self.games[at] = self.begin();
            }
        }
        (kind, answer)
    }

    async fn read(&mut self, at: usize) -> Result<(), String> {
        let game = &self.games[at];
        let seat = self.rng.random_range(0..self.plan.scripts[game.script].seats());
        let path = format!("/v1/games/{}/belief?observer=seat:{seat}", game.name);
        self.ask(at, "GET", &path, None).await
    }

    /// Asks the server that it is for. An event that was recorded although the answer was lost is sent again with its id, and answered well.
    async fn ask(&mut self, at: usize, method: &'static str, path: &str, body: Option<Bytes>) -> Result<(), String> {
        let game = &mut self.games[at];
        game.turn += 1;
        let choice = match self.plan.routing {
            Routing::InTurn => game.turn,
            Routing::ByGame => crc32fast::hash(game.name.as_bytes()) as usize,
        };
        let wire = game.named.unwrap_or(choice % self.plan.servers);
        match self.wires[wire].ask(method, path, body).await {
            Ok(Answer { status: 200..300, preferred, .. }) => {
                if let Some(url) = preferred.filter(|_| self.plan.follow) {
                    self.follow(at, &url).await;
                }
                Ok(())
            }
            Ok(Answer { status, body, .. }) => Err(problem(status, &body)),
            Err(silence) => {
                // A server that an answer has named may be gone: the one that named it knows who is there now.
                self.games[at].named = None;
                Err(match silence {
                    Silence::Broken(why) => format!("connection broken: {why}"),
                    Silence::Late => "no answer within 10 s".to_owned(),
                })
            }
        }
    }

    /// Has a game go on at a server. One that cannot be found is not gone to: any server answers.
    async fn follow(&mut self, at: usize, url: &str) {
        let known = self.wires.iter().position(|wire| wire.url() == url);
        if known.is_none() {
            let Ok(server) = Server::find(url, self.plan.key.as_deref()).await else { return };
            self.wires.push(Wire::to(server));
        }
        self.games[at].named = Some(known.unwrap_or(self.wires.len() - 1));
        self.written.moved += 1;
    }
}

fn problem(status: u16, body: &[u8]) -> String {
    serde_json::from_slice(body).map_or_else(|_| format!("status {status}"), |problem: Problem| problem.r#type)
}
