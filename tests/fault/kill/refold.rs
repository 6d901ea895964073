//! Compares what the killed servers serve with what a fresh one makes of the log alone: of a copy whose snapshots and profiles were dropped.

use std::collections::BTreeMap;

use futures::StreamExt;
use futures::stream::iter;
use tempfile::TempDir;

use crate::client::Ground;
use crate::harness::app::TestApp;
use crate::harness::{Observation, Place, history, of_game};
use crate::script::{OBSERVERS, PLAYERS};
use crate::tally::Wrong;

/// Readings at once.
const AT_ONCE: usize = 8;

/// Status and body of each path.
pub type Served = BTreeMap<String, (u16, Vec<u8>)>;

/// What servers serve of all games and players, each asked for some of it.
pub async fn served(urls: &[String], ground: &Ground) -> Served {
    let games: Vec<String> = ground.model.games().iter().filter(|(_, record)| record.opened).map(|(id, _)| id.clone()).collect();
    let beliefs = games.iter().flat_map(|game| OBSERVERS.map(|observer| format!("/v1/games/{game}/belief?observer={observer}")));
    let players = (0..PLAYERS).map(|player| format!("/v1/players/p{player}"));
    let http = reqwest::Client::new();
    let read = |(number, path): (usize, String)| {
        let sent = http.get(format!("{}{path}", urls[number % urls.len()])).send();
        async move {
            let answer = match sent.await {
                Ok(answer) => (answer.status().as_u16(), answer.bytes().await.map(|bytes| bytes.to_vec()).unwrap_or_default()),
                Err(error) => (0, error.to_string().into_bytes()),
            };
            (path, answer)
        }
    };
    let paths: Vec<(usize, String)> = beliefs.chain(players).enumerate().collect();
    iter(paths).map(read).buffer_unordered(AT_ONCE).collect().await
}

/// A copy of a log that no server runs on, without what can be dropped.
pub struct Copied {
    place: Place,
    /// Where it was copied from, to drop a database again.
    from: Place,
    /// Rows that were dropped: snapshots and profiles.
    pub dropped: [u64; 2],
    _folder: Option<TempDir>,
}

impl Copied {
    /// Makes the copy.
    pub async fn of(from: &Place) -> Self {
        let (place, folder) = match from {
            Place::Sqlite(file) => {
                let folder = tempfile::tempdir().expect("a folder");
                let copy = folder.path().join("copy.db");
                for ending in ["", "-wal"] {
                    let (from, to) = (format!("{}{ending}", file.display()), format!("{}{ending}", copy.display()));
                    // Where all was moved into the file, there is no other.
                    std::fs::copy(from, to)
                        .map(|_| ())
                        .or_else(|error| if ending.is_empty() { Err(error) } else { Ok(()) })
                        .expect("copied");
                }
                (Place::Sqlite(copy), Some(folder))
            }
            Place::Postgres(url) => {
                let name = name(url);
                from.run(&format!("CREATE DATABASE {name}_copy TEMPLATE {name}")).await;
                (Place::Postgres(url.replace(name, &format!("{name}_copy"))), None)
            }
        };
        let dropped = [place.run("DELETE FROM snapshots").await, place.run("DELETE FROM profiles").await];
        Self { place, from: from.clone(), dropped, _folder: folder }
    }

    /// Compares what was served with what is folded from nothing but the log. How many answers were compared.
    pub async fn compare(&self, served: &Served, ground: &Ground) -> usize {
        let fresh = TestApp::on(&self.place.url()).await;
        let again = crate::refold::served(std::slice::from_ref(&fresh.base), ground).await;
        for (path, (status, bytes)) in served {
            let right = &again[path];
            if *status != 200 || (*status, bytes) != (right.0, &right.1) {
                let [said, right] =
                    [bytes, &right.1].map(|bytes| String::from_utf8_lossy(bytes).chars().take(300).collect::<String>());
                ground.tally.wrong(Wrong::Belief, format!("{path}: {status} {said}, and after a refold {right}"));
            }
        }
        conduct(&fresh, ground).await;
        fresh.stop().await;
        served.len()
    }

    /// Drops it.
    pub async fn drop(self) {
        if let Place::Postgres(url) = &self.place {
            self.from.run(&format!("DROP DATABASE {} WITH (FORCE)", name(url))).await;
        }
    }
}

/// The name of the database in a URL.
fn name(url: &str) -> &str {
    url.split('?').next().and_then(|address| address.rsplit('/').next()).expect("a name")
}

/// What players' histories say is what their games settled, once.
async fn conduct(fresh: &TestApp, ground: &Ground) {
    let mut expected: BTreeMap<String, Vec<Observation>> = BTreeMap::new();
    for (id, record) in ground.model.games().iter().filter(|(_, record)| record.opened) {
        let players = record.players.iter().filter(|player| record.forgotten.as_ref() != Some(*player));
        for player in players {
            expected.entry(player.clone()).or_default();
        }
        for (revision, event) in (1..).zip(&record.events) {
            for (seat, observed) in record.settles.get(&event.id).into_iter().flatten() {
                let player = &record.players[usize::try_from(*seat).expect("small")];
                if let Some(expected) = expected.get_mut(player) {
                    expected.push((id.clone(), revision, *seat, observed.clone()));
                }
            }
        }
    }
    for (player, mut expected) in expected {
        let known = fresh.get(&format!("/v1/players/{player}")).await;
        if known.status != 200 {
            ground.tally.wrong(Wrong::Conduct, format!("{player} is not there: {}", String::from_utf8_lossy(&known.bytes)));
            continue;
        }
        let mut recorded = of_game(&history(fresh, &player, 1_000).await);
        recorded.sort();
        expected.sort();
        if recorded != expected {
            let more = recorded.iter().find(|observation| !expected.contains(observation));
            let less = expected.iter().find(|observation| !recorded.contains(observation));
            let counts = format!("{} recorded, {} settled", recorded.len(), expected.len());
            ground.tally.wrong(Wrong::Conduct, format!("{player}: {counts}; only recorded {more:?}; only settled {less:?}"));
        }
    }
}
