//! The seed's claim over the HTTP API: the agent plays against a running server, and knows of its opponents what the server says.
//!
//! The opponents' earlier games are played out and appended first, so that their past stands in the server's own player streams.
//! Every game of the agent is opened before the first is played: each begins with that past, and no arm learns from another's games.

use std::sync::Arc;
use std::time::Duration;

use credence::rulesets::liars_dice::{Event, LiarsDice, Parameters};
use credence::rulesets::{Opening, Ruleset};
use serde_json::{Value, json};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use super::contest::{AGENT, Contest, seats_of};
use super::serving::Serving;
use super::wins::{GAMES, gain, opening_of, won_from};
use super::{Person, agent, all_off, interval, persons_with, population};

/// Games played at once.
const AT_ONCE: usize = 64;
/// Games of each arm that are played in this process as well, and must end alike.
const CHECKED: u64 = 100;

/// How the agent's games are opened.
#[derive(Clone)]
struct Arm {
    key: &'static str,
    name: &'static str,
    parameters: Parameters,
    /// Whether the opponents sit down under the ids that their past stands under, or as strangers.
    known: bool,
}

fn arms() -> [Arm; 4] {
    let arm = |key, name, parameters, known| Arm { key, name, parameters, known };
    [
        arm("on", "everything on, opponents after 20 games", Parameters::default(), true),
        arm("strangers", "(a) everything on, the same opponents under new ids", Parameters::default(), false),
        arm("habits", "(b) betting_history_enabled, player_trust_enabled off", population(), true),
        arm("seed", "(c) preset seed: all switches off", all_off(), true),
    ]
}

/// Plays, and prints the win rates.
pub fn run() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("the runtime starts");
    runtime.block_on(measure());
}

async fn measure() {
    let server = Serving::start();
    // The server closes connections that said nothing for ten seconds: none is used that is about to be.
    let http = reqwest::Client::builder().pool_idle_timeout(Duration::from_secs(5)).build().expect("a client");
    let api = Api { http, base: format!("{}/v1", server.url) };
    let persons = Arc::new(past(&api).await);
    println!(
        "over HTTP, SQLite: win rate of an agent that plays by best_response, {GAMES} games against 3 mixed opponents,\n\
         the same dice and opponents in every arm; what everything on gains over each, paired by game"
    );
    let arms = arms();
    each_game(&arms, |arm, number| {
        let api = api.clone();
        async move { open(&api, &arm, number).await }
    })
    .await;
    let wins = each_game(&arms, |arm, number| {
        let (api, persons) = (api.clone(), Arc::clone(&persons));
        async move {
            let there = play(&api, &persons, &arm, number).await;
            if number < CHECKED {
                let (_, opponents) = opening_of(&persons, arm.parameters.clone(), arm.known, number);
                let here = won_from(&api.opening(&arm, number).await, opponents, number);
                assert!(here == there, "{}-{number} ends otherwise in one process", arm.key);
            }
            f64::from(u8::from(there))
        }
    })
    .await;
    for (arm, wins_of) in arms.iter().zip(&wins) {
        let (rate, half) = interval(wins_of);
        let gains = if arm.key == "on" { String::new() } else { gain(&wins[0], wins_of) };
        println!("{:<56} {:.1} % +- {:.1}   {gains}", arm.name, 100.0 * rate, 100.0 * half);
    }
    println!("the first {CHECKED} games of each line ended alike in one process");
}

/// Runs something for every game of every arm, several at once; gives what it gave, by arm and game.
async fn each_game<T: Default + Clone + Send + 'static, F: Future<Output = T> + Send + 'static>(
    arms: &[Arm],
    run: impl Fn(Arm, u64) -> F,
) -> Vec<Vec<T>> {
    let mut results = vec![vec![T::default(); GAMES as usize]; arms.len()];
    let gate = Arc::new(Semaphore::new(AT_ONCE));
    let mut tasks = JoinSet::new();
    for number in 0..GAMES {
        for (at, arm) in arms.iter().enumerate() {
            let permit = Arc::clone(&gate).acquire_owned().await.expect("the gate stays open");
            let task = run(arm.clone(), number);
            tasks.spawn(async move {
                let result = task.await;
                drop(permit);
                (at, number, result)
            });
            while let Some(done) = tasks.try_join_next() {
                let (at, number, result) = done.expect("a game is played to its end");
                results[at][number as usize] = result;
            }
        }
    }
    while let Some(done) = tasks.join_next().await {
        let (at, number, result) = done.expect("a game is played to its end");
        results[at][number as usize] = result;
    }
    results
}

#[derive(Clone)]
struct Api {
    http: reqwest::Client,
    base: String,
}

impl Api {
    async fn send(&self, request: reqwest::RequestBuilder, body: &Value) -> Value {
        let answer = request.json(body).send().await.expect("an answer");
        let status = answer.status();
        let text = answer.text().await.expect("a body");
        assert!(status.is_success(), "{status}: {text} for {body}");
        serde_json::from_str(&text).expect("JSON")
    }

    async fn put(&self, path: &str, body: &Value) -> Value {
        self.send(self.http.put(format!("{}/{path}", self.base)), body).await
    }

    async fn post(&self, path: &str, body: &Value) -> Value {
        self.send(self.http.post(format!("{}/{path}", self.base)), body).await
    }

    /// What a game of the agent was opened with: what was known of each player, and what all had taught together. In their earlier games on the server each
    /// was read with what was known by then, so that how well dice fitted what was said differs from what it was among strangers.
    async fn opening(&self, arm: &Arm, number: u64) -> Opening<LiarsDice> {
        let opening = format!("{}/games/{}-{number}/events?observer=referee&limit=1", self.base, arm.key);
        let answer = self.http.get(opening).send().await.expect("an answer").error_for_status().expect("the game's events");
        let mut events: Value = answer.json().await.expect("JSON");
        serde_json::from_value(events["items"][0]["data"].take()).expect("an opening")
    }

    async fn open(&self, game: &str, players: Vec<String>, parameters: Value) {
        let seats: Vec<Value> = players.into_iter().map(|player| json!({"player": player})).collect();
        let body = json!({"ruleset": LiarsDice::KEY, "seats": seats, "parameters": parameters});
        self.put(&format!("games/{game}"), &body).await;
    }

    /// Appends in one request; no more than the server takes at once are ever due.
    async fn append(&self, game: &str, events: &[Event]) {
        if !events.is_empty() {
            self.post(&format!("games/{game}/events"), &Value::Array(events.iter().map(sent).collect())).await;
        }
    }
}

/// An event as the API takes it.
fn sent(event: &Event) -> Value {
    let Value::Object(event) = serde_json::to_value(event).expect("plain data") else { panic!("an event is an object") };
    let (kind, data) = event.into_iter().next().expect("an event has a type");
    json!({"type": kind, "data": data})
}

/// Plays everybody's earlier games, and appends them.
async fn past(api: &Api) -> Vec<Person> {
    let mut games: Vec<(String, Vec<usize>, Vec<Event>)> = Vec::new();
    let persons = persons_with(31, |id, seats, game| games.push((id.to_owned(), seats.to_vec(), game.events.clone())));
    for (id, seats, events) in games {
        api.open(&id, seats.iter().map(|at| format!("person-{at}")).collect(), json!({})).await;
        for part in events.chunks(1_000) {
            api.append(&id, part).await;
        }
    }
    persons
}

async fn open(api: &Api, arm: &Arm, number: u64) {
    let opponent = |at: usize| if arm.known { format!("person-{at}") } else { format!("stranger-{number}-{at}") };
    let opponents = seats_of(number).into_iter().map(opponent);
    let players = [format!("agent-{}-{number}", arm.key)].into_iter().chain(opponents).collect();
    let parameters = serde_json::to_value(&arm.parameters).expect("plain data");
    api.open(&format!("{}-{number}", arm.key), players, parameters).await;
}

/// Plays a game to its end: at each move of the agent, what happened since is appended, and the server is asked.
async fn play(api: &Api, persons: &[Person], arm: &Arm, number: u64) -> bool {
    let game = format!("{}-{number}", arm.key);
    // Rules and opponents; what is known of them is the server's to say.
    let (opening, opponents) = opening_of(persons, arm.parameters.clone(), false, number);
    let mut contest = Contest::new(&opening, opponents, number);
    let asked = json!({"observer": format!("seat:{AGENT}"), "queries": [{"type": "best_response"}]});
    while let Some(events) = contest.next() {
        api.append(&game, &events).await;
        let answer = api.post(&format!("games/{game}/queries"), &asked).await;
        contest.act(&agent::decide(&answer["answers"][0]));
    }
    api.append(&game, &contest.unreported()).await;
    contest.won()
}
