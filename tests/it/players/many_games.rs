//! Many games at once with shared players: no conduct lost, none doubled, and every profile is what the log says.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use credence::belief::seeded;
use credence::rulesets::ALL;
use futures::StreamExt;
use futures::stream::iter;
use rand::RngExt;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::sync::{RwLock, watch};

use crate::harness::app::{TestApp, partition};
use crate::harness::{Observation, Place, Played, Process, history, home, of_game, on_postgres, program, settled_in, tables};

/// Games, over all rulesets and tables in turn.
const GAMES: usize = 200;
/// Who plays them.
const PLAYERS: usize = 9;
/// Games that are played at once.
const AT_ONCE: usize = 24;

fn player_of(game: usize, seat: usize) -> String {
    format!("player-{}", (game * 5 + seat) % PLAYERS)
}

fn simulated(number: usize) -> Played {
    let ruleset = ALL[number % ALL.len()];
    let tables: Vec<usize> = tables(ruleset).into_iter().filter(|seats| *seats <= PLAYERS).collect();
    Played::simulate(ruleset, tables[number % tables.len()], Some(16), number as u64)
}

/// Two servers on one log.
trait Pair {
    /// Sends a request to one of them until it is answered, and checks the status: another where the request may have been
    /// taken before.
    async fn send(&self, server: usize, method: Method, path: &str, body: Value, expected: u16);
}

impl Pair for [TestApp; 2] {
    async fn send(&self, server: usize, method: Method, path: &str, body: Value, expected: u16) {
        let answer = match method {
            Method::PUT => self[server].put(path, body).await,
            _ => self[server].post(path, body).await,
        };
        answer.expect(expected);
    }
}

/// Two servers that are killed and started again while they are asked.
struct Killed {
    servers: [RwLock<Process>; 2],
    http: reqwest::Client,
    /// Requests begun.
    begun: watch::Sender<u64>,
    /// Requests that got no answer.
    broken_off: AtomicU64,
}

impl Pair for Killed {
    async fn send(&self, mut server: usize, method: Method, path: &str, body: Value, _: u16) {
        loop {
            let url = format!("{}{path}", self.servers[server].read().await.url);
            self.begun.send_modify(|begun| *begun += 1);
            if let Ok(answer) = self.http.request(method.clone(), url).json(&body).send().await {
                let status = answer.status().as_u16();
                if let Ok(said) = answer.text().await {
                    assert!([200, 201].contains(&status), "{status}: {said}");
                    return;
                }
            }
            self.broken_off.fetch_add(1, Ordering::Relaxed);
            server = 1 - server;
        }
    }
}

impl Killed {
    /// Kills either server, again and again, after so many requests that any moment of one may be hit.
    async fn kill(&self, place: &Place, kills: &AtomicU64) {
        let (mut rng, mut next, mut begun) = (seeded(12, 0), 0, self.begun.subscribe());
        loop {
            next += rng.random_range(10..50);
            begun.wait_for(|begun| *begun >= next).await.expect("it is still counted");
            let mut server = self.servers[rng.random_range(0..2)].write().await;
            server.kill();
            *server = tokio::task::block_in_place(|| Process::serve(&place.url()));
            kills.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Plays a game through both servers in turn. What it settled, by player.
async fn play(servers: &impl Pair, number: usize) -> BTreeMap<String, Vec<Observation>> {
    let (played, id) = (simulated(number), format!("game-{number}"));
    let seats: Vec<Value> = (0..played.game.seats()).map(|seat| json!({"player": player_of(number, seat)})).collect();
    let open = json!({"ruleset": played.ruleset.key(), "seats": seats});
    servers.send(number % 2, Method::PUT, &format!("/v1/games/{id}"), open, 201).await;
    let events = played.events.iter().enumerate().map(|(index, (kind, data))| {
        let data: Value = serde_json::from_slice(data).expect("JSON");
        json!({"id": format!("e{index}"), "type": kind, "data": data})
    });
    let events: Vec<Value> = events.collect();
    for (turn, batch) in events.chunks(13).enumerate() {
        let path = format!("/v1/games/{id}/events");
        servers.send(turn % 2, Method::POST, &path, json!(batch), 201).await;
        if (turn + number).is_multiple_of(5) {
            servers.send((turn + 1) % 2, Method::POST, &path, json!(batch), 200).await;
        }
    }
    let settled = settled_in(&played, &id);
    settled.into_iter().map(|(seat, observations)| (player_of(number, seat), observations)).collect()
}

/// Plays all games, several at once. What they settled, by player.
async fn play_all(servers: &impl Pair) -> BTreeMap<String, Vec<Observation>> {
    let games: Vec<_> = iter(0..GAMES).map(|number| play(servers, number)).buffer_unordered(AT_ONCE).collect().await;
    let mut expected: BTreeMap<String, Vec<Observation>> = BTreeMap::new();
    for (player, observations) in games.into_iter().flatten() {
        expected.entry(player).or_default().extend(observations);
    }
    assert!(expected.values().map(Vec::len).sum::<usize>() > 5 * GAMES, "too little was settled to say anything");
    expected
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_lose_no_conduct_and_double_none() {
    on_postgres(|place| async move {
        let servers = [TestApp::on(&place.url()).await, TestApp::on(&place.url()).await];
        let expected = play_all(&servers).await;
        every_history_is_what_was_settled(&servers[0], expected).await;
        let corrected = retract_some(&servers).await;
        assert!(corrected > 20, "{corrected} corrections: too few to say anything");
        let gone = servers[0].ask(Method::DELETE, &format!("/v1/players/player-{}", PLAYERS - 1), &[], None).await;
        gone.expect(204);
        every_profile_is_what_the_log_says(&servers, &place, PLAYERS - 1).await;
        for server in servers {
            server.stop().await;
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killing_either_of_two_servers_changes_nothing() {
    on_postgres(|place| async move {
        partition(&place.url()).await;
        let servers = [Process::serve(&place.url()), Process::serve(&place.url())].map(RwLock::new);
        let (begun, broken_off, kills) = (watch::Sender::new(0), AtomicU64::new(0), AtomicU64::new(0));
        let killed = Killed { servers, http: reqwest::Client::new(), begun, broken_off };
        let expected = tokio::select! {
            expected = play_all(&killed) => expected,
            () = killed.kill(&place, &kills) => unreachable!("it never ends"),
        };
        let (kills, broken_off) = (kills.into_inner(), killed.broken_off.into_inner());
        assert!(kills > 15 && broken_off > 15, "{kills} kills broke {broken_off} requests off: too few to say anything");
        drop(killed.servers);
        let servers = [TestApp::on(&place.url()).await, TestApp::on(&place.url()).await];
        every_history_is_what_was_settled(&servers[0], expected).await;
        every_profile_is_what_the_log_says(&servers, &place, PLAYERS).await;
        for server in servers {
            server.stop().await;
        }
    })
    .await;
}

/// Takes an event back in every third game, where the rules let it go. How many histories say so.
async fn retract_some(servers: &[TestApp; 2]) -> usize {
    let mut corrected = 0;
    for number in (0..GAMES).step_by(3) {
        let path = format!("/v1/games/game-{number}/events");
        let head = servers[0].revision(&format!("game-{number}")).await;
        for revision in (head.saturating_sub(4)..=head).rev() {
            let data = json!({"revision": revision, "reason": "a test"});
            let answer = servers[number % 2].post(&path, json!({"type": "retract", "data": data})).await;
            assert!([201, 422].contains(&answer.status.as_u16()), "{}", String::from_utf8_lossy(&answer.bytes));
        }
    }
    for player in 0..PLAYERS {
        let items = history(&servers[1], &format!("player-{player}"), 1_000).await;
        corrected += items.iter().filter(|item| item.get("corrects").is_some()).count();
    }
    corrected
}

async fn every_history_is_what_was_settled(server: &TestApp, expected: BTreeMap<String, Vec<Observation>>) {
    for (player, mut expected) in expected {
        let mut recorded = of_game(&history(server, &player, 1_000).await);
        recorded.sort();
        expected.sort();
        assert_eq!(recorded, expected, "{player}");
    }
}

/// The first players, all who are not forgotten, are rebuilt to what they were.
async fn every_profile_is_what_the_log_says(servers: &[TestApp; 2], place: &Place, players: usize) {
    let store = place.open().await;
    let mut stood = Vec::new();
    for number in 0..players {
        let path = format!("/v1/players/player-{number}");
        let answers = [servers[0].get(&path).await, servers[1].get(&path).await];
        assert_eq!(answers[0].expect(200), answers[1].expect(200), "both servers say the same");
        let person = store.find_player(home(), &format!("player-{number}")).await.expect("found").expect("a player").person;
        stood.push((
            path,
            answers[0].bytes.clone(),
            store.profiles(home(), &[&person]).await.expect("profiles").concat(),
            person,
        ));
    }
    let kept: usize = stood.iter().map(|(_, _, kept, _)| kept.len()).sum();
    assert!(kept >= players, "{kept} profiles are kept: too few to say anything");
    // While the servers run.
    let output = program(&["rebuild", "--database-url", &place.url()]).output().expect("the program starts");
    let said = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains(&format!("{players} players: {kept} profiles equal bit for bit, 0 different, ")), "{said}");
    let fresh = TestApp::on(&place.url()).await;
    for (path, bytes, kept, person) in stood {
        for server in [&servers[0], &servers[1], &fresh] {
            assert_eq!(server.get(&path).await.bytes, bytes, "{path} after the rebuild");
        }
        let rebuilt = store.profiles(home(), &[&person]).await.expect("profiles").concat();
        assert!(rebuilt.len() >= kept.len() && rebuilt.iter().all(|row| row.revision >= kept[0].revision));
    }
    // What was tampered with is found, and put right.
    place.tamper("UPDATE profiles SET state = state || state WHERE ruleset = 'catan'").await;
    let output = program(&["rebuild", "--database-url", &place.url()]).output().expect("the program starts");
    let said = String::from_utf8(output.stdout).expect("text");
    assert!(!output.status.success() && said.contains("catan DIFFERENT"), "{said}");
    let output = program(&["rebuild", "--database-url", &place.url()]).output().expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    fresh.stop().await;
    store.close().await;
}
