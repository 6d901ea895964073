//! One run: clients take what arrives, for a warm-up and for the time that is measured.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context;
use tokio::task::JoinSet;

use super::arrivals::{Arrivals, Rate, Schedule, Spread, now};
use super::player::Player;
use super::processors::{Reading, Shares};
use super::tally::Tally;

/// What has arrived and was not sent when the time is over is still sent for so long.
const AFTERWARDS: Duration = Duration::from_secs(10);

/// How one run is done.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// What arrives.
    pub rate: Rate,
    /// How it is spread over time.
    pub spread: Spread,
    /// The same seed gives the same schedule.
    pub seed: u64,
    /// What is not measured.
    pub warm_up: Duration,
    /// What is.
    pub measured: Duration,
}

/// What came of it.
pub struct Done {
    /// How it was done.
    pub run: Run,
    /// Latencies and errors.
    pub tally: Tally,
    /// Who used the processors while it was measured.
    pub shares: Shares,
}

impl Done {
    /// Good answers a second that came in time.
    pub fn achieved(&self) -> f64 {
        self.tally.in_time as f64 / self.run.measured.as_secs_f64()
    }
}

/// Runs, and gives the clients back with their games.
///
/// # Errors
/// Where a client panicked.
pub async fn run(run: Run, players: Vec<Player>, server_pids: &[u32]) -> anyhow::Result<(Vec<Player>, Done)> {
    let begun = now();
    let (measured_from, until) = (begun + run.warm_up, begun + run.warm_up + run.measured);
    let tally = Arc::new(Tally::until(until));
    let arrivals = Arc::new(Arrivals::none());
    let clients = players.len();
    let coming = match run.rate {
        Rate::Max => None,
        Rate::PerSecond(rate) => {
            let (arrivals, schedule) = (Arc::clone(&arrivals), Schedule::new(rate, run.spread, run.seed));
            Some(std::thread::spawn(move || arrivals.come(schedule, begun, run.warm_up, run.warm_up + run.measured, clients)))
        }
    };
    let mut playing = JoinSet::new();
    for player in players {
        let (tally, arrivals) = (Arc::clone(&tally), Arc::clone(&arrivals));
        playing.spawn(async move {
            match run.rate {
                Rate::Max => closed(player, &tally, measured_from, until).await,
                Rate::PerSecond(_) => open(player, &tally, &arrivals, until).await,
            }
        });
    }
    tokio::time::sleep_until(measured_from.into()).await;
    let first = Reading::take(server_pids);
    tokio::time::sleep_until(until.into()).await;
    let shares = Reading::take(server_pids).since(&first);
    let mut players = Vec::with_capacity(clients);
    while let Some(player) = playing.join_next().await {
        players.push(player.context("a client failed")?);
    }
    if let Some(coming) = coming {
        coming.join().map_err(|_| anyhow::anyhow!("the schedule failed"))?;
    }
    let tally = Arc::into_inner(tally).context("a client is left")?.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok((players, Done { run, tally, shares }))
}

/// Takes what arrives, until nothing more comes.
async fn open(mut player: Player, tally: &Mutex<Tally>, arrivals: &Arrivals, until: Instant) -> Player {
    while let Some(arrival) = arrivals.next().await {
        let sent = now();
        if sent > until + AFTERWARDS {
            tally.lock().unwrap_or_else(PoisonError::into_inner).unsent += u64::from(arrival.counts);
            continue;
        }
        let (kind, answer) = player.play().await;
        if arrival.counts {
            Tally::add(tally, kind, [arrival.intended, sent, now()], answer);
        }
    }
    player
}

/// Sends one request after the other.
async fn closed(mut player: Player, tally: &Mutex<Tally>, measured_from: Instant, until: Instant) -> Player {
    loop {
        let sent = now();
        if sent >= until {
            return player;
        }
        let (kind, answer) = player.play().await;
        if sent >= measured_from {
            Tally::add(tally, kind, [sent, sent, now()], answer);
        }
    }
}
