//! One run on one database: rounds of load, each ended by a fault; comparisons between them and at the end; and what is said of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use tokio::sync::RwLock;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};

use crate::Arguments;
use crate::client::{Client, Ground};
use crate::compare::{Compared, compare};
use crate::faults::own_postgres;
use crate::harness::Place;
use crate::model::Model;
use crate::plan::{self, Round};
use crate::progress::Progress;
use crate::refold::{Copied, served};
use crate::send::Sender;
use crate::servers::Servers;
use crate::tally::{Tally, Wrong};

/// Rounds between two comparisons.
const COMPARED_EVERY: u64 = 20;

/// Runs all rounds. Whether nothing went wrong.
pub async fn run(arguments: &Arguments, seed: u64, place: Place) -> bool {
    let begun = Instant::now();
    let (name, kind) = match &place {
        Place::Sqlite(_) => ("sqlite, one server", plan::Ground::Sqlite),
        Place::Postgres(_) => ("postgres, two servers", plan::Ground::Postgres { ours: own_postgres().is_some() }),
    };
    println!("{name}: {} rounds, {} clients, seed {seed}", arguments.rounds, arguments.clients);
    let tally = Arc::new(Tally::new());
    let ground =
        Ground { seed, model: Model::default(), tally: Arc::clone(&tally), gate: RwLock::new(()), over: AtomicBool::new(false) };
    let ground = Arc::new(ground);
    let mut servers = Servers::start_all(place, arguments.program.as_deref(), Arc::clone(&tally)).await;
    let mut clients = JoinSet::new();
    for number in 0..arguments.clients {
        let sender = Sender::new(servers.urls.subscribe(), Arc::clone(&tally), usize::try_from(number).expect("few clients"));
        clients.spawn(Client::new(Arc::clone(&ground), number, sender).run());
    }
    let progress = Progress::new(arguments.rounds);
    let mut rounds = 0;
    for number in 0..arguments.rounds {
        let round = Round::of(seed, number, kind);
        if !load(&round, &tally).await || !servers.suffer(&round).await {
            break;
        }
        if let Some(ended) = clients.try_join_next() {
            tally.wrong(Wrong::Stuck, format!("a client gave up: {ended:?}"));
            break;
        }
        rounds += 1;
        progress.round();
        if rounds % COMPARED_EVERY == 0 && rounds < arguments.rounds {
            let Some(compared) = at_rest(&mut servers, &ground).await else { break };
            progress.say(format!("{rounds} rounds: {} events in {} streams compared", compared.events, compared.streams));
        }
    }
    let last = end(&mut servers, &ground).await;
    progress.finish();
    clients.abort_all();
    if !tally.is_clean() {
        println!("  the servers said last: {}", servers.last_words());
    }
    report(rounds, last, &tally, begun.elapsed());
    println!("  seed: {seed}");
    tally.is_clean()
}

/// Waits until so much was answered, and then for a moment. `false` where nothing is answered any more.
async fn load(round: &Round, tally: &Tally) -> bool {
    let mut answered = tally.answered.subscribe();
    let enough = *answered.borrow() + round.answers;
    // What it gives is a lock on the count, which must not be held any longer.
    if timeout(Servers::PATIENCE, answered.wait_for(|answered| *answered >= enough)).await.is_err() {
        tally.wrong(Wrong::Stuck, format!("not {} requests are answered in two minutes", round.answers));
        return false;
    }
    sleep(Duration::from_micros(round.micros)).await;
    true
}

/// Compares while the clients rest. `None` where they do not come to rest, or a server does not start again.
async fn at_rest(servers: &mut Servers, ground: &Ground) -> Option<Compared> {
    let Ok(_alone) = timeout(Servers::PATIENCE, ground.gate.write()).await else {
        ground.tally.wrong(Wrong::Stuck, "a request is not answered in two minutes".to_owned());
        return None;
    };
    servers.kill_all();
    let compared = compare(&servers.place, ground).await;
    servers.start_missing().then_some(compared)
}

/// The last comparison: the log, and beliefs, profiles and conduct against a refold.
async fn end(servers: &mut Servers, ground: &Ground) -> (Compared, String) {
    ground.over.store(true, Ordering::Relaxed);
    let Ok(_alone) = timeout(Servers::PATIENCE, ground.gate.write()).await else {
        ground.tally.wrong(Wrong::Stuck, "a request is not answered in two minutes".to_owned());
        return (Compared::default(), "none compared".to_owned());
    };
    if servers.running.iter().any(Option::is_none) {
        return (compare(&servers.place, ground).await, "none compared".to_owned());
    }
    let urls = servers.urls.borrow().clone();
    let served = served(&urls, ground).await;
    servers.kill_all();
    let compared = compare(&servers.place, ground).await;
    let copied = Copied::of(&servers.place).await;
    let (answers, [snapshots, profiles]) = (copied.compare(&served, ground).await, copied.dropped);
    copied.drop().await;
    (compared, format!("{answers} answers, without {snapshots} snapshots and {profiles} profiles"))
}

fn report(rounds: u64, (compared, beliefs): (Compared, String), tally: &Tally, took: Duration) {
    let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    let said = |wrong: Wrong| match tally.count(wrong) {
        0 => "whole".to_owned(),
        count => format!("{count} WRONG"),
    };
    let [lost, doubled, moved, half, stray] =
        [Wrong::Lost, Wrong::Doubled, Wrong::Moved, Wrong::Half, Wrong::Stray].map(|wrong| tally.count(wrong));
    println!("  rounds: {rounds} in {} s", took.as_secs());
    println!("  killed: {}", tally.kills());
    println!("  requests: {}, of which {} were put off (503)", read(&tally.requests), read(&tally.busy));
    println!("  acknowledged events: {}; in the log, with those of players: {}", read(&tally.acknowledged), compared.events);
    println!(
        "  requests without an answer: {}, of which {} turned out to be in",
        read(&tally.unanswered),
        read(&tally.in_after_all)
    );
    println!("  start-up: {}", tally.starts());
    println!("  acknowledged: lost {lost}, doubled {doubled}, moved {moved}; in by half {half}, in and not acknowledged {stray}");
    println!(
        "  chains: {} ({} streams); positions and revisions: {}",
        said(Wrong::Chain),
        compared.streams,
        said(Wrong::Position)
    );
    println!("  beliefs and profiles against a refold: {} ({beliefs}); conduct: {}", said(Wrong::Belief), said(Wrong::Conduct));
    let others = [Wrong::Answer, Wrong::Stuck].map(|wrong| tally.count(wrong));
    println!("  wrong answers: {}; stuck: {}", others[0], others[1]);
}
