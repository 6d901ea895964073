//! Many games at once with shared players: no conduct lost, none doubled, and every profile is what the log says.

use std::collections::BTreeMap;

use credence::rulesets::ALL;
use futures::StreamExt;
use futures::stream::iter;
use serde_json::{Value, json};

use crate::harness::app::TestApp;
use crate::harness::{LOG, Observation, Place, Played, history, of_game, on_postgres, program, settled_in, tables};

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

/// Plays a game through both servers in turn. What it settled, by player.
async fn play(servers: &[TestApp; 2], number: usize) -> BTreeMap<String, Vec<Observation>> {
    let (played, id) = (simulated(number), format!("game-{number}"));
    let seats: Vec<Value> = (0..played.game.seats()).map(|seat| json!({"player": player_of(number, seat)})).collect();
    let open = json!({"ruleset": played.ruleset.key(), "seats": seats});
    servers[number % 2].put(&format!("/v1/games/{id}"), open).await.expect(201);
    let events = played.events.iter().enumerate().map(|(index, (kind, data))| {
        let data: Value = serde_json::from_slice(data).expect("JSON");
        json!({"id": format!("e{index}"), "type": kind, "data": data})
    });
    let events: Vec<Value> = events.collect();
    for (turn, batch) in events.chunks(13).enumerate() {
        let path = format!("/v1/games/{id}/events");
        servers[turn % 2].post(&path, json!(batch)).await.expect(201);
        if (turn + number).is_multiple_of(5) {
            servers[(turn + 1) % 2].post(&path, json!(batch)).await.expect(200);
        }
    }
    let settled = settled_in(&played, &id);
    settled.into_iter().map(|(seat, observations)| (player_of(number, seat), observations)).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_lose_no_conduct_and_double_none() {
    on_postgres(|place| async move {
        let servers = [TestApp::on(&place.url()).await, TestApp::on(&place.url()).await];
        let games: Vec<_> = iter(0..GAMES).map(|number| play(&servers, number)).buffer_unordered(AT_ONCE).collect().await;
        let mut expected: BTreeMap<String, Vec<Observation>> = BTreeMap::new();
        for (player, observations) in games.into_iter().flatten() {
            expected.entry(player).or_default().extend(observations);
        }
        assert!(expected.values().map(Vec::len).sum::<usize>() > 5 * GAMES, "too little was settled to say anything");
        for (player, expected) in &mut expected {
            let mut recorded = of_game(&history(&servers[0], player, 1_000).await);
            recorded.sort();
            expected.sort();
            assert_eq!(&recorded, expected, "{player}");
        }
        every_profile_is_what_the_log_says(&servers, &place).await;
        for server in servers {
            server.stop().await;
        }
    })
    .await;
}

async fn every_profile_is_what_the_log_says(servers: &[TestApp; 2], place: &Place) {
    let store = place.open().await;
    let mut stood = Vec::new();
    for number in 0..PLAYERS {
        let path = format!("/v1/players/player-{number}");
        let answers = [servers[0].get(&path).await, servers[1].get(&path).await];
        assert_eq!(answers[0].expect(200), answers[1].expect(200), "both servers say the same");
        let person = store.find_player(LOG, &format!("player-{number}")).await.expect("found").expect("a player").person;
        stood.push((path, answers[0].bytes.clone(), store.profiles(LOG, &person).await.expect("profiles"), person));
    }
    let kept: usize = stood.iter().map(|(_, _, kept, _)| kept.len()).sum();
    assert!(kept >= PLAYERS, "{kept} profiles are kept: too few to say anything");
    // While the servers run.
    let output = program(&["rebuild", "--database-url", &place.url()]).output().expect("the program starts");
    let said = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains(&format!("{PLAYERS} players: {kept} profiles equal bit for bit, 0 different, ")), "{said}");
    let fresh = TestApp::on(&place.url()).await;
    for (path, bytes, kept, person) in stood {
        for server in [&servers[0], &servers[1], &fresh] {
            assert_eq!(server.get(&path).await.bytes, bytes, "{path} after the rebuild");
        }
        let rebuilt = store.profiles(LOG, &person).await.expect("profiles");
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
