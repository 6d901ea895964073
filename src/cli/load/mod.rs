//! `credence load`.

use std::sync::Arc;
use std::time::Duration;

use anyhow::bail;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use super::outcome::{Outcome, Usage, conclude};
use super::say;
use crate::clock::Entropy;
use crate::config::client_key;
use crate::http::{Server, Wire};
use crate::rulesets::{ALL, find};
use crate::service::Error;
use arrivals::{Rate, Spread};
use drive::{Done, Run};
use highest::Search;
use player::{Plan, Player, Routing, Written};
use script::Script;

mod arrivals;
mod drive;
mod highest;
mod player;
mod processors;
mod report;
mod script;
mod tally;

/// Play simulated games on servers, and say how long answers took.
///
/// Requests arrive by a schedule that waits for no answer, and latency is counted from when a request was to be sent: a server that stalls is not
/// flattered. A key is taken from the variable CREDENCE_KEY. The servers keep what is played.
#[derive(clap::Args)]
pub struct Arguments {
    /// A server; repeat it for more: a game goes to the one at the CRC-32 of its id, modulo their number
    #[arg(long = "server", value_name = "URL", default_value = "http://127.0.0.1:7420")]
    urls: Vec<String>,
    /// Every game's requests go to the servers in turn
    #[arg(long)]
    contested: bool,
    /// A game goes on at the server that an answer names as the preferred one (`credence-server`)
    #[arg(long, conflicts_with = "contested")]
    follow: bool,
    /// What is played; the first ruleset of those that are hosted, if absent
    #[arg(long)]
    ruleset: Option<String>,
    /// Games that are played at once; one that ends is followed by a new one
    #[arg(long, default_value_t = 1_000)]
    games: usize,
    /// Requests that are under way at most; each client has a connection to every server
    #[arg(long, default_value_t = 32)]
    clients: usize,
    /// Requests that arrive in a second; `max` has each client send its next request as soon as the last one is answered
    #[arg(long, default_value = "1000", value_name = "RATE|max")]
    rate: Rate,
    /// How they are spread over time
    #[arg(long, value_enum, default_value_t = Spread::Poisson)]
    arrivals: Spread,
    /// Beliefs that are read for each event that is appended
    #[arg(long, default_value_t = 0.0)]
    reads_per_append: f64,
    /// Seconds that are measured
    #[arg(long, default_value_t = 30)]
    seconds: u64,
    /// Seconds before that, which are not
    #[arg(long, default_value_t = 5)]
    warm_up: u64,
    /// The same seed gives the same games and the same schedule
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Find the highest rate at which the 99th percentile stays below --p99 and all is answered: runs one after the other, from --rate upwards
    #[arg(long)]
    max: bool,
    /// Milliseconds that one in a hundred answers may take longer than, for --max
    #[arg(long, default_value_t = 50.0, value_name = "MS")]
    p99: f64,
    /// A server's process on this machine, to tell its share of the processors; repeat it for more
    #[arg(long = "server-pid", value_name = "PID")]
    server_pids: Vec<u32>,
    /// What names of games begin with; random if absent
    #[arg(long)]
    name: Option<String>,
    /// Answer with one JSON document
    #[arg(long)]
    json: bool,
}

/// Runs the subcommand.
pub(super) async fn run(arguments: Arguments) -> anyhow::Result<()> {
    conclude(arguments.json, load(&arguments).await)
}

async fn load(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let mut players = clients(arguments).await?;
    let mut outcome = Outcome { document: json!({}), ..Outcome::default() };
    let begun = arrivals::now();
    prepare(&mut players).await?;
    let prepared = written(&players);
    outcome.lines.push(format!(
        "{} games opened and brought to {} events in {:.1} s",
        prepared.opened,
        prepared.events,
        begun.elapsed().as_secs_f64()
    ));
    let players = if arguments.max {
        search(arguments, players, &mut outcome).await?
    } else {
        once(arguments, players, &mut outcome).await?
    };
    let all = written(&players);
    outcome.document["written"] = json!({
        "opened": all.opened,
        "events": all.events,
        "finished": all.finished,
        "given_up": all.given_up,
        "moved": all.moved,
    });
    outcome.lines.push(format!(
        "in the log now: {} games opened, {} events beside their openings, {} games finished; {} given up",
        all.opened, all.events, all.finished, all.given_up
    ));
    if arguments.follow {
        outcome.lines.push(format!("games went on {} times at a server that an answer had named", all.moved));
    }
    Ok(outcome)
}

fn of(arguments: &Arguments, rate: Rate) -> Run {
    Run {
        rate,
        spread: arguments.arrivals,
        seed: arguments.seed,
        warm_up: Duration::from_secs(arguments.warm_up),
        measured: Duration::from_secs(arguments.seconds),
    }
}

/// One run. Where nothing at all was answered well, it has failed.
async fn once(arguments: &Arguments, players: Vec<Player>, outcome: &mut Outcome) -> anyhow::Result<Vec<Player>> {
    let (players, done) = drive::run(of(arguments, arguments.rate), players, &arguments.server_pids).await?;
    outcome.lines.extend(report::lines(&done));
    outcome.document = report::document(&done);
    if done.tally.all.count() == 0 {
        outcome.failure = Some("no request was answered well".to_owned());
    }
    Ok(players)
}

/// Runs until the highest rate is known.
async fn search(arguments: &Arguments, mut players: Vec<Player>, outcome: &mut Outcome) -> anyhow::Result<Vec<Player>> {
    let mut search = Search::from(match arguments.rate {
        Rate::PerSecond(rate) => rate,
        Rate::Max => highest::FIRST,
    });
    let (mut steps, mut best): (Vec<Value>, Option<Done>) = (Vec::new(), None);
    while let Some(rate) = search.next() {
        let done;
        (players, done) = drive::run(of(arguments, Rate::PerSecond(rate)), players, &arguments.server_pids).await?;
        let carried = highest::carried(&done, arguments.p99);
        let step = format!(
            "{rate:>8.0}/s arrive: {:>8.0}/s answered, p99 {:>8.2} ms, {} errors: {}",
            done.achieved(),
            done.tally.all.percentile(99.0),
            done.tally.failed(),
            if carried { "carried" } else { "too much" }
        );
        // A search takes minutes: each step is told when it is done.
        say(&step);
        let mut told = report::document(&done);
        told["carried"] = json!(carried);
        steps.push(told);
        search.note(carried);
        if carried {
            best = Some(done);
        }
    }
    outcome.document = json!({"steps": steps, "p99_limit_ms": arguments.p99, "highest_per_second": search.highest()});
    match best {
        Some(best) => {
            outcome.lines.push(format!("highest rate with p99 within {} ms:", arguments.p99));
            outcome.lines.extend(report::lines(&best));
        }
        None => outcome.failure = Some("no rate was carried".to_owned()),
    }
    Ok(players)
}

async fn clients(arguments: &Arguments) -> anyhow::Result<Vec<Player>> {
    let ruleset = match &arguments.ruleset {
        None => ALL[0],
        Some(name) => find(name).ok_or_else(|| Error::NoRuleset(name.clone()))?,
    };
    if arguments.clients == 0 || arguments.games < arguments.clients || arguments.seconds == 0 {
        bail!(Usage(
            "--clients and --seconds are at least 1, and each client needs a game: --games is at least --clients".to_owned()
        ));
    }
    let reads = arguments.reads_per_append;
    if !(reads.is_finite() && reads >= 0.0) {
        bail!(Usage("--reads-per-append is 0 or more".to_owned()));
    }
    let key = client_key();
    let mut servers = Vec::with_capacity(arguments.urls.len());
    for url in &arguments.urls {
        servers.push(Server::find(url, key.as_deref()).await?);
    }
    let prefix = match &arguments.name {
        Some(name) => name.clone(),
        None => format!("load-{:x}", Entropy::from_system()?.seed()),
    };
    let plan = Arc::new(Plan {
        scripts: Script::simulate(ruleset, arguments.seed)?,
        // So many that games which are played at once rarely have players in common.
        players: 4 * arguments.games.max(16),
        prefix,
        servers: servers.len(),
        follow: arguments.follow,
        key,
        routing: if arguments.contested { Routing::InTurn } else { Routing::ByGame },
        reads: reads / (1.0 + reads),
    });
    let client = |number: usize| {
        let wires = servers.iter().cloned().map(Wire::to).collect();
        // The first ones take what is left over.
        let games = arguments.games / arguments.clients + usize::from(number < arguments.games % arguments.clients);
        let mut rng = ChaCha8Rng::seed_from_u64(arguments.seed);
        rng.set_stream(number as u64 + 1);
        Player::new(Arc::clone(&plan), number, wires, games, rng)
    };
    Ok((0..arguments.clients).map(client).collect())
}

async fn prepare(players: &mut [Player]) -> anyhow::Result<()> {
    futures::future::try_join_all(players.iter_mut().map(Player::prepare)).await.map(drop)
}

fn written(players: &[Player]) -> Written {
    players.iter().map(|player| player.written).fold(Written::default(), Written::and)
}
