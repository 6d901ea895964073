//! A search player that asks a running server for its worlds, over the HTTP API. It reports to the server what its seat saw, and knows nothing of
//! beliefs: the server's defaults, and the same server set to count cards only, are the two arms.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use credence::belief::WeightKind;
use credence::rulesets::vinto::{Event, Parameters, Vinto, World};
use credence::rulesets::{Change, Opening, PopulationSource, Ruleset, Seat};
use serde_json::{Value, json};
use tokio::runtime::Handle;

use super::search::{Worlds, weighed};
use super::serving::Serving;
use super::wins::{Here, Score, game, seat_of};
use super::{SIGHTS, counting, interval, opening, setup};

/// Games of each arm.
const GAMES: u64 = 500;
/// The first games of each arm are played in this process too, and must end alike.
const CHECKED: u64 = 50;
/// Games played at once.
const AT_ONCE: usize = 4;
const SEATS: usize = 4;

/// Worlds that a server draws, for one seat of one of its games.
struct There {
    handle: Handle,
    api: Api,
    game: String,
    seat: Seat,
    /// What the seat saw since it last asked.
    unreported: Vec<Event>,
}

impl There {
    /// Opens a game.
    fn open(handle: &Handle, api: &Api, game: String, opening: &Opening<Vinto>, seat: Seat) -> Self {
        // Persons without a past, on a server that reads nothing of what others taught: what games teach is measured elsewhere.
        let seats: Vec<Value> = (0..opening.seats.len()).map(|at| json!({"player": format!("{game}-{at}")})).collect();
        let body = json!({"ruleset": Vinto::KEY, "seats": seats, "setup": opening.setup, "parameters": opening.parameters});
        handle.block_on(api.send(api.http.put(format!("{}/games/{game}", api.base)), &body));
        Self { handle: handle.clone(), api: api.clone(), game, seat, unreported: Vec::new() }
    }

    /// Appends what the server does not know yet, in one request.
    fn append(&mut self) {
        let events: Vec<Value> = self.unreported.drain(..).map(|event| reported(&event)).collect();
        if !events.is_empty() {
            self.post("events", &Value::Array(events));
        }
    }

    fn post(&self, route: &str, body: &Value) -> Value {
        let request = self.api.http.post(format!("{}/games/{}/{route}", self.api.base, self.game));
        self.handle.block_on(self.api.send(request, body))
    }
}

impl Worlds for There {
    fn watch(&mut self, change: &Change<'_, Vinto>) {
        self.unreported.push(change.view.clone());
    }

    fn worlds(&mut self, count: usize, seed: u64) -> Vec<(f64, World)> {
        self.append();
        let mut answer = self.post("worlds", &json!({"observer": format!("seat:{}", self.seat), "count": count, "seed": seed}));
        let Value::Array(worlds) = answer["worlds"].take() else { panic!("worlds are a list") };
        let world = |mut drawn: Value| {
            let world = serde_json::from_value(drawn["world"].take()).expect("a world");
            match drawn["importance"].as_f64() {
                Some(importance) => (WeightKind::LogImportance, (libm::log(importance), world)),
                None => (WeightKind::LogProbability, (drawn["ln_probability"].as_f64().expect("a number"), world)),
            }
        };
        let (kinds, drawn): (Vec<_>, Vec<_>) = worlds.into_iter().map(world).unzip();
        weighed(kinds.first().copied().unwrap_or(WeightKind::LogProbability), drawn)
    }
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
}

/// An event as the API takes it.
fn reported(event: &Event) -> Value {
    let Value::Object(event) = serde_json::to_value(event).expect("plain data") else { panic!("an event is an object") };
    let (kind, data) = event.into_iter().next().expect("an event has a type");
    json!({"type": kind, "data": data})
}

/// How its games ended.
fn arm(handle: &Handle, api: &Api, name: &str, opening: &Opening<Vinto>) -> Vec<Score> {
    let (next, scores) = (AtomicU64::new(0), Mutex::new(vec![Score::default(); GAMES as usize]));
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= GAMES {
                        return;
                    }
                    let seat = seat_of(opening, seed);
                    let there = There::open(handle, api, format!("{name}-{seed}"), opening, seat);
                    let (score, mut there) = game(opening, seed, there);
                    // The end of the game, after its last decision.
                    there.append();
                    if seed < CHECKED {
                        let (here, _) = game(opening, seed, Here::new(opening, seat));
                        assert!(here == score, "{name}-{seed} ends otherwise in one process: {here:?}, not {score:?}");
                    }
                    scores.lock().expect("no game panics while it counts")[seed as usize] = score;
                }
            });
        }
    });
    scores.into_inner().expect("every game was played")
}

/// Plays, and prints the table.
pub fn run() {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("the runtime starts");
    let server = Serving::start();
    // The server closes connections that said nothing for ten seconds: none is used that is about to be.
    let http = reqwest::Client::builder().pool_idle_timeout(std::time::Duration::from_secs(5)).build().expect("a client");
    let api = Api { http, base: format!("{}/v1", server.url) };
    println!(
        "a search player that asks a server for worlds, among three persons of the simulated population: share of its rounds won,"
    );
    println!(
        "{GAMES} games of {SEATS} seats, where a quarter would be chance; the same persons and first deal for both arms, and the first"
    );
    println!("{CHECKED} games of each played in this process too, where they end alike");
    println!("draws   rounds   beliefs            card counting      difference, 95 % interval, paired by game");
    for (name, draws) in SIGHTS {
        let play = |arm_name: &str, parameters: Parameters| {
            let parameters = Parameters { population: Some(PopulationSource::Shipped), ..parameters };
            let opening = opening(setup(draws), parameters, SEATS);
            arm(runtime.handle(), &api, &format!("{name}-{arm_name}"), &opening)
        };
        let (beliefs, counted) = (play("beliefs", Parameters::default()), play("counting", counting()));
        let rounds: f64 = beliefs.iter().map(|score| score.rounds).sum();
        let [beliefs, counted] = [beliefs, counted].map(|arm| arm.into_iter().map(Score::share).collect::<Vec<f64>>());
        let difference: Vec<f64> = beliefs.iter().zip(&counted).map(|(a, b)| a - b).collect();
        let ((a, aw), (b, bw), (d, dw)) = (interval(&beliefs), interval(&counted), interval(&difference));
        println!("{name:6}  {rounds:6.0}   {a:.3} ± {aw:.3}      {b:.3} ± {bw:.3}      {d:+.3} ± {dw:.3}");
    }
}
