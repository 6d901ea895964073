//! A log goes from one database to another and back, and is the same; a bad archive leaves nothing behind.

use std::io::{Read, Write};
use std::path::Path;
use std::process::Stdio;

use credence::service::operations::{self, ArchiveError};
use credence::store::StoreError;
use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use serde_json::{Value, json};

use super::{beliefs, fill, run, text, verify};
use crate::harness::app::TestApp;
use crate::harness::{Place, fresh_sqlite, home, on_postgres, program};
use crate::store_contract::laws;

async fn export(place: &Place, file: &Path) -> Vec<u8> {
    run(place, &["export", "--json", text(file)]).await.json(0);
    std::fs::read(file).expect("the archive")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_log_that_went_to_postgres_and_back_is_the_same() {
    on_postgres(|postgres| async move {
        let (folder, first) = fresh_sqlite();
        let (_other_folder, second) = fresh_sqlite();
        fill(&first).await;
        let file = |name: &str| folder.path().join(name);
        let archive = export(&first, &file("first")).await;
        run(&postgres, &["import", "--json", text(&file("first"))]).await.json(0);
        verify(&postgres).await.json(0);
        assert!(export(&postgres, &file("second")).await == archive, "Postgres holds the same");
        run(&second, &["import", "--json", text(&file("second"))]).await.json(0);
        assert!(export(&second, &file("third")).await == archive, "SQLite holds the same again");
        let verified = verify(&second).await.json(0);
        assert_eq!(verified["verified"]["erased"], 1);
        let before = beliefs(&first).await;
        assert!(before.len() > 28, "{}", before.len());
        for place in [&postgres, &second] {
            let after = beliefs(place).await;
            assert!(before.keys().eq(after.keys()), "the same games");
            for (path, body) in &before {
                assert!(after[path] == *body, "{path}");
            }
        }
        // Not over what is there, and not over the archive.
        for place in [&postgres, &second] {
            let refused = run(place, &["import", "--json", text(&file("first"))]).await.json(1);
            assert!(refused["error"].as_str().is_some_and(|error| error.contains("empty")), "{refused}");
        }
        run(&first, &["export", "--json", text(&file("first"))]).await.json(1);
        assert!(std::fs::read(file("first")).expect("the archive") == archive, "it is not touched");
        let piped = run(&first, &["export", "-"]).await;
        assert!(piped.code == Some(0) && piped.printed == archive, "{}", piped.complaint);
        assert_eq!(run(&first, &["export", "-", "--json"]).await.code, Some(2), "one of the two goes to standard output");
    })
    .await;
}

/// A SQLite file that nobody has open is read as it stands: where a server has come and gone meanwhile, what was read is called neither whole nor
/// damaged.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_a_server_opened_and_closed_meanwhile_is_not_called_damaged() {
    let (_folder, place) = fresh_sqlite();
    let app = TestApp::on(&place.url()).await;
    app.open_catan("g1", 3, json!({})).await;
    app.stop().await;
    let mut scan = credence::store::scan(&place.url()).await.expect("it opens");
    assert!(!scan.disturbed());
    let app = TestApp::on(&place.url()).await;
    app.append("g1", super::turns(1..400)).await;
    app.stop().await;
    assert!(scan.disturbed(), "it has taken its write-ahead log with it");
    // As pages that were read while it wrote may look.
    place.tamper("UPDATE events SET payload = x'7b7d' WHERE stream = 'game/g1' AND revision = 0").await;
    let error = operations::export(&mut *scan, Vec::new(), &mut |_, _| {}).await.expect_err("it is of no one moment");
    assert!(matches!(error, ArchiveError::Store(StoreError::Unavailable { .. })), "{error}");
    scan.close().await;
}

fn unpacked(archive: &[u8]) -> String {
    let mut text = String::new();
    MultiGzDecoder::new(archive).read_to_string(&mut text).expect("gzip");
    text
}

fn packed(text: &str) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(text.as_bytes()).expect("packed");
    packed.finish().expect("packed")
}

/// The same lines with a checksum that fits them: somebody meant to change them.
fn sealed_again(lines: &[String]) -> Vec<u8> {
    let (end, before) = lines.split_last().expect("a last line");
    let text: String = before.iter().map(|line| format!("{line}\n")).collect();
    let mut end: Value = serde_json::from_str(end).expect("JSON");
    end["end"]["blake3"] = blake3::hash(text.as_bytes()).to_hex().to_string().into();
    packed(&format!("{text}{end}\n"))
}

laws![a_bad_archive_leaves_nothing, a_tenants_games_are_given_to_no_other, a_log_whose_catalog_lacks_a_game_is_not_exported];

/// No `import` would take such an archive in, so that it is refused when it is made, wherever it goes.
async fn a_log_whose_catalog_lacks_a_game_is_not_exported(place: Place) {
    let app = TestApp::on(&place.url()).await;
    for game in ["g1", "g2"] {
        app.open_catan(game, 3, json!({})).await;
    }
    app.stop().await;
    place.tamper("DELETE FROM games WHERE game = 'g1'").await;
    let (log, logs) = (home().of_game("g1"), home().of_game("g2"));
    let others = u64::from(log == logs);
    let refused = run(&place, &["export", "-"]).await;
    let said = format!("its catalog lists {others} games, and {} were opened", others + 1);
    assert!(refused.code == Some(1) && refused.complaint.contains(&said), "{said}: {}", refused.complaint);
}

async fn a_bad_archive_leaves_nothing(place: Place) {
    let (folder, source) = fresh_sqlite();
    let ran = run(&source, &["demo", "--exit", "--listen", "127.0.0.1:0"]).await;
    assert_eq!(ran.code, Some(0), "{}", ran.complaint);
    let archive = export(&source, &folder.path().join("whole")).await;
    let text_of = unpacked(&archive);
    let lines: Vec<String> = text_of.lines().map(str::to_owned).collect();
    let event = lines.iter().position(|line| line.contains(r#""revision":9,"#)).expect("a tenth event");
    let with = |place: usize, line: Option<String>| {
        let mut lines = lines.clone();
        match line {
            Some(line) => lines[place] = line,
            None => drop(lines.remove(place)),
        }
        lines
    };
    let moved = lines[event].replacen(r#""time_us":1"#, r#""time_us":2"#, 1);
    let mut flipped = archive.clone();
    flipped[archive.len() / 2] ^= 4;
    let bad = [
        ("cut", archive[..archive.len() / 2].to_vec()),
        ("without its last byte", archive[..archive.len() - 1].to_vec()),
        ("without its last line", packed(&lines[..lines.len() - 1].join("\n"))),
        ("flipped", flipped),
        ("changed", packed(&with(event, Some(moved.clone())).join("\n"))),
        ("changed and sealed again", sealed_again(&with(event, Some(moved)))),
        ("an event removed and sealed again", sealed_again(&with(event, None))),
        ("empty", Vec::new()),
        ("text", b"hello\n".to_vec()),
    ];
    for (what, bytes) in bad {
        let file = folder.path().join("bad");
        std::fs::write(&file, &bytes).expect("written");
        let refused = run(&place, &["import", "--json", text(&file)]).await.json(1);
        assert!(refused["error"].as_str().is_some_and(|error| error.contains("nothing was imported")), "{what}: {refused}");
        if let Place::Sqlite(path) = &place {
            assert!(!path.exists(), "{what}: not even an empty database");
        }
        let mut command = program(&["import", "-", "--database-url", &place.url()]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
        let mut input = child.stdin.take().expect("it is piped");
        // It may have seen enough before it has read everything.
        drop(input.write_all(&bytes));
        drop(input);
        assert_eq!(child.wait().expect("it ends").code(), Some(1), "{what}");
        let after = verify(&place).await.json(0);
        assert_eq!(after["verified"]["events"], 0, "{what}: {after}");
        if let Place::Sqlite(path) = &place {
            std::fs::remove_file(path).expect("it was made for standard input");
        }
    }
    run(&place, &["import", "--json", text(&folder.path().join("whole"))]).await.json(0);
    verify(&place).await.json(0);
}

/// An admin's key of a tenant, who is made where there is none.
async fn key_of(place: &Place, tenant: &str) -> String {
    let made = run(place, &["keys", "create", "--role", "admin", "--tenant", tenant, "--json"]).await;
    let made: Value = serde_json::from_slice(&made.printed).unwrap_or_else(|error| panic!("{error}: {}", made.complaint));
    made["key"].as_str().expect("a key").to_owned()
}

async fn a_tenants_games_are_given_to_no_other(place: Place) {
    let (folder, source) = fresh_sqlite();
    let key = key_of(&source, "beta").await;
    let app = TestApp::on(&source.url()).await;
    app.hold(Some(&key));
    app.open_catan("beta-secret", 3, json!({})).await;
    app.stop().await;
    let file = folder.path().join("archive");
    export(&source, &file).await;

    // The second tenant of this database has the same number as the second of that one.
    let key = key_of(&place, "alpha").await;
    let refused = run(&place, &["import", "--json", text(&file)]).await.json(1);
    let why = refused["error"].as_str().expect("an error");
    assert!(why.contains("\"alpha\"'s in this database, and \"beta\"'s in the archive"), "{refused}");
    assert!(why.contains("make tenants and keys afterwards"), "{refused}");
    assert_eq!(verify(&place).await.json(0)["verified"]["events"], 0);
    let app = TestApp::on(&place.url()).await;
    app.hold(Some(&key));
    assert_eq!(app.get("/v1/games").await.expect(200)["items"], json!([]));
    app.stop().await;

    // It is no other's where the same tenant has that number there, or nobody has.
    for known in [true, false] {
        let (_folder, other) = fresh_sqlite();
        let before = if known { Some(key_of(&other, "beta").await) } else { None };
        run(&other, &["import", "--json", text(&file)]).await.json(0);
        let key = match before {
            Some(key) => key,
            None => key_of(&other, "beta").await,
        };
        let app = TestApp::on(&other.url()).await;
        app.hold(Some(&key));
        assert_eq!(app.get("/v1/games").await.expect(200)["items"][0]["game"], "beta-secret");
        app.stop().await;
    }
    // The tenant has another number there.
    let (_folder, third) = fresh_sqlite();
    key_of(&third, "alpha").await;
    key_of(&third, "beta").await;
    run(&third, &["import", "--json", text(&file)]).await.json(1);
}
