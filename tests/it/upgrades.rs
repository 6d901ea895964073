//! Databases of earlier releases: each is opened, brought up to date after a backup, and serves what its own release served.
//!
//! `tests/fixtures/releases/make` makes them, once a release or schema.

use std::io::Read;
use std::path::{Path, PathBuf};

use credence::rulesets::find;
use credence::store::connect;
use flate2::read::GzDecoder;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};

use crate::harness::app::TestApp;
use crate::harness::{Place, fresh_sqlite, on_postgres};

/// Schemas of earlier releases, oldest first.
const RELEASES: [&str; 2] = ["schema-5", "schema-6"];

fn fixture(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/releases").join(name);
    let file = std::fs::File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut bytes = Vec::new();
    GzDecoder::new(file).read_to_end(&mut bytes).expect("a gzip file");
    bytes
}

/// What a player's answer says of the ruleset whose tendencies are the same today: without what all players taught, which earlier releases
/// did not tell, and without the name of the prior.
fn of_catan(player: &Value) -> Value {
    let Some(rulesets) = player["rulesets"].as_array() else { return player.clone() };
    let mut catan = rulesets.iter().find(|ruleset| ruleset["ruleset"] == "catan").expect("it is hosted").clone();
    let tendencies = catan["tendencies"].as_array_mut().expect("tendencies");
    // It is counted since model 9, and nothing of it was settled then.
    tendencies.retain(|tendency| tendency["tendency"] != "plays_new_card");
    for tendency in tendencies {
        let tendency = tendency.as_object_mut().expect("a tendency");
        tendency.remove("learned");
        tendency["prior"]["name"] = Value::Null;
    }
    json!([player["player"], player["revision"], catan])
}

/// Asks again what was asked then. Where the inference of a game has another MODEL now, its beliefs may differ, and say so.
async fn serves_what_was_served(place: &Place, release: &str, answers: &str) {
    let app = TestApp::on(&place.url()).await;
    app.get("/health/ready").await.expect(200);
    let (mut same, mut other_models, mut unchanged) = (0, 0, 0);
    for line in String::from_utf8(fixture(answers)).expect("text").lines() {
        let asked: Value = serde_json::from_str(line).expect("JSON");
        let (path, then) = (asked["path"].as_str().expect("a path"), &asked["answer"]);
        let now = app.get(path).await.expect(200);
        let model = then["ruleset"].as_str().and_then(find).map(|ruleset| u64::from(ruleset.model()));
        if then["model"].as_u64().is_some() && then["model"].as_u64() != model {
            assert_eq!(now["model"].as_u64(), model, "{release}: {path}: the answer says which inference it comes from");
            let apart_from_it = |mut answer: Value| {
                answer["model"] = Value::Null;
                answer
            };
            unchanged += usize::from(apart_from_it(now) == apart_from_it(then.clone()));
            other_models += 1;
        } else {
            let (now, then) =
                if path.starts_with("/v1/players/") { (of_catan(&now), of_catan(then)) } else { (now, then.clone()) };
            assert_eq!(now, then, "{release}: {path}");
            same += 1;
        }
    }
    assert!(
        same > 5 && same + unchanged > 15 && same + other_models > 40,
        "{release}: {same} answers are the same, {other_models} come from another MODEL, {unchanged} of which are the same all the same"
    );
    // Rules that could not be chosen when these games were opened stand in their setups now, as they held then.
    for (game, rule, held) in [
        ("vinto-1", "ace_on_self", json!(false)),
        ("hearts-1", "conceded_points", json!("unchecked")),
        ("liars_dice-1", "dice_lost", json!(true)),
    ] {
        let opening = app.get(&format!("/v1/games/{game}/events?observer=referee&limit=1")).await.expect(200);
        assert!(opening["items"][0]["data"]["setup"].get(rule).is_none(), "{release}: {game}: the log holds what was written");
        let setup = app.get(&format!("/v1/games/{game}")).await.expect(200)["setup"].clone();
        assert_eq!(setup[rule], held, "{release}: {game}: {setup}");
    }
    app.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_of_earlier_releases_are_upgraded_after_a_backup() {
    for release in RELEASES {
        let (directory, place) = fresh_sqlite();
        let Place::Sqlite(path) = &place else { unreachable!("fresh_sqlite makes files") };
        let then = fixture(&format!("{release}.db.gz"));
        std::fs::write(path, &then).expect("the file is written");
        serves_what_was_served(&place, release, &format!("{release}.answers.jsonl.gz")).await;
        let backup: Vec<PathBuf> = std::fs::read_dir(directory.path())
            .expect("a folder")
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.to_string_lossy().contains(".backup"))
            .collect();
        let [backup] = backup.as_slice() else { panic!("{release}: one backup, not {backup:?}") };
        let newest = "SELECT max(version) FROM _sqlx_migrations";
        let version = |path: PathBuf| async move {
            let mut file = SqliteConnection::connect(&format!("sqlite:{}?mode=ro", path.display())).await.expect("it opens");
            let found: i64 = sqlx::query_scalar(AssertSqlSafe(newest)).fetch_one(&mut file).await.expect("a version");
            // Dropped, it would be closed at some later time, and until then keep the files beside the database.
            file.close().await.expect("it closes");
            found
        };
        let (before, now) = (version(backup.clone()).await, version(path.clone()).await);
        assert!(before < now && release.ends_with(&format!("-{before}")), "{before} and {now}");
        // Opened again, nothing is left to do.
        connect(&place.url()).await.expect("it opens").close().await;
        assert_eq!(std::fs::read_dir(directory.path()).expect("a folder").count(), 2, "the file and one backup");
    }
}

/// An upgrade is gone back from by its copy, and comes again: what the older release wrote meanwhile is copied too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_upgrade_that_was_gone_back_from_is_copied_again() {
    let (directory, place) = fresh_sqlite();
    let Place::Sqlite(path) = &place else { unreachable!("fresh_sqlite makes files") };
    std::fs::write(path, fixture("schema-6.db.gz")).expect("the file is written");
    let copy = |number: &str| directory.path().join(format!("credence.db.schema-6.backup{number}"));
    let upgrade = async || connect(&place.url()).await.expect("it opens").close().await;
    let files = || std::fs::read_dir(directory.path()).expect("a folder").count();
    upgrade().await;
    assert!(copy("").exists() && files() == 2);
    let first = std::fs::read(copy("")).expect("the copy");
    // Nothing was written meanwhile.
    std::fs::copy(copy(""), path).expect("it is put back");
    upgrade().await;
    assert_eq!(files(), 2, "the same copy need not be made twice");
    std::fs::copy(copy(""), path).expect("it is put back");
    place.tamper("UPDATE players SET display_name = 'as the older release wrote it'").await;
    upgrade().await;
    assert!(copy("-2").exists() && files() == 3);
    assert!(std::fs::read(copy("")).expect("the copy") == first, "the first is not touched");
    let written = "SELECT count(*) FROM players WHERE display_name = 'as the older release wrote it'";
    assert!(Place::Sqlite(copy("-2")).count(written).await > 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn databases_of_earlier_releases_are_upgraded() {
    for release in RELEASES {
        on_postgres(|place| async move {
            let Place::Postgres(url) = &place else { unreachable!("on_postgres gives a database") };
            let sql = String::from_utf8(fixture(&format!("{release}.sql.gz"))).expect("text");
            let mut connection = PgConnection::connect(url).await.expect("the database answers");
            sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut connection).await.expect("the dump is read");
            connection.close().await.expect("closed");
            serves_what_was_served(&place, release, &format!("{release}.sql.answers.jsonl.gz")).await;
        })
        .await;
    }
}
