//! Commands that only read: they say on a hot standby what they say on its primary, and change no tables of a database that others use.

use std::process::Output;

use credence::rulesets::find;
use serde_json::{Value, json};

use super::{DATABASE, Pair, replayed};
use crate::harness::app::TestApp;
use crate::harness::observed::play;
use crate::harness::{Played, on_postgres, program};

/// What each is called with, beside the database.
const COMMANDS: [&[&str]; 5] = [
    &["keys", "list", "--json"],
    &["tenants", "list", "--json"],
    &["player", "p1", "--json"],
    &["learn", "liars_dice", "--json"],
    &["score", "--json"],
];

fn over(url: &str, command: &[&str]) -> Output {
    program(&[command, &["--database-url", url]].concat()).output().expect("the program runs")
}

async fn play_a_game(app: &TestApp) {
    let game = Played::simulate(find("liars_dice").expect("it is hosted"), 2, None, 4);
    app.put("/v1/games/g", json!({"ruleset": "liars_dice", "seats": [{"player": "p1"}, {"player": "p2"}]})).await.expect(201);
    let event =
        |(kind, data): &(String, Vec<u8>)| json!({"type": kind, "data": serde_json::from_slice::<Value>(data).expect("JSON")});
    play(app, "g", &game.events.iter().map(event).collect::<Vec<_>>()).await;
    app.append("g", json!([{"id": "end", "type": "finish", "data": {}}])).await;
    app.post("/v1/keys", json!({"role": "admin", "name": "k"})).await.expect(201);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commands_say_the_same_on_a_standby() {
    let pair = Pair::with("local", Default::default()).await;
    play_a_game(&pair.writer).await;
    replayed(&pair.primary, &pair.standby).await;
    for command in COMMANDS {
        let [primary, standby] = [&pair.primary, &pair.standby].map(|cluster| over(&cluster.url(DATABASE), command));
        assert!(standby.status.success(), "{command:?}: {}", String::from_utf8_lossy(&standby.stderr));
        assert!(!standby.stdout.is_empty() && standby.stdout == primary.stdout, "{command:?}");
    }
    pair.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commands_that_read_change_no_tables() {
    on_postgres(|place| async move {
        let app = TestApp::on(&place.url()).await;
        play_a_game(&app).await;
        app.stop().await;
        place.tamper("DELETE FROM _sqlx_migrations WHERE version = (SELECT max(version) FROM _sqlx_migrations)").await;
        let before = place.count("SELECT count(*) FROM _sqlx_migrations").await;
        for command in COMMANDS {
            let refused = over(&place.url(), command);
            let said = String::from_utf8_lossy(&refused.stderr).into_owned();
            assert!(!refused.status.success() && said.contains("`credence serve` brings it up to date"), "{command:?}: {said}");
        }
        assert_eq!(place.count("SELECT count(*) FROM _sqlx_migrations").await, before);
    })
    .await;
}
