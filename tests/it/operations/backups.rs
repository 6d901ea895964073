//! A backup that is made beside a running server is a log that can be served.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::json;

use super::{beliefs, fill, run, text, turns, verify};
use crate::harness::app::TestApp;
use crate::harness::{Place, fresh_sqlite, on_postgres};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_beside_a_server_under_load_serves_the_same_beliefs() {
    let (folder, place) = fresh_sqlite();
    fill(&place).await;
    let app = Arc::new(TestApp::on(&place.url()).await);
    app.open_catan("busy", 3, json!({})).await;
    let stop = Arc::new(AtomicBool::new(false));
    let load = {
        let (app, stop) = (Arc::clone(&app), Arc::clone(&stop));
        tokio::spawn(async move {
            let mut step = 1;
            while !stop.load(Ordering::Relaxed) {
                app.append("busy", turns(step..step + 2)).await;
                step += 2;
            }
        })
    };
    let mut last = 0;
    for number in 0..3 {
        let acknowledged = app.revision("busy").await;
        let file = folder.path().join(format!("backup-{number}"));
        let made = run(&place, &["backup", "--json", text(&file)]).await.json(0);
        assert_eq!(made["damages"], json!([]));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = std::fs::metadata(&file).expect("the backup").permissions().mode();
            assert_eq!(mode & 0o777, 0o600, "it is its owner's alone");
        }
        let copy = TestApp::on(&Place::Sqlite(file.clone()).url()).await;
        last = copy.revision("busy").await;
        assert!(last >= acknowledged, "{last} of {acknowledged}");
        copy.stop().await;
    }
    stop.store(true, Ordering::Relaxed);
    load.await.expect("the load ends");
    let app = Arc::into_inner(app).expect("nobody else holds it");
    assert!(app.revision("busy").await >= last);
    app.stop().await;
    let copy = Place::Sqlite(folder.path().join("backup-2"));
    verify(&copy).await.json(0);
    let (before, after) = (beliefs(&place).await, beliefs(&copy).await);
    for (path, body) in before.iter().filter(|(path, _)| !path.contains("busy")) {
        assert!(after[path] == *body, "{path}");
    }
    // A file that is there is not touched.
    let taken = folder.path().join("taken");
    std::fs::write(&taken, "precious").expect("written");
    run(&place, &["backup", "--json", text(&taken)]).await.json(1);
    assert_eq!(std::fs::read_to_string(&taken).expect("text"), "precious");
    // What cannot be made leaves nothing.
    let (nowhere, missing) = (folder.path().join("nowhere"), Place::Sqlite(folder.path().join("missing.db")));
    run(&missing, &["backup", "--json", text(&nowhere)]).await.json(1);
    let Place::Sqlite(missing) = missing else { unreachable!("it is SQLite") };
    assert!(!nowhere.exists() && !missing.exists());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_is_backed_up_with_its_own_tools() {
    on_postgres(|place| async move {
        let ran = run(&place, &["backup", "/nowhere/backup"]).await;
        assert_eq!(ran.code, Some(2), "{}", ran.complaint);
        assert!(ran.complaint.contains("pg_dump") && ran.complaint.contains("pg_restore"), "{}", ran.complaint);
    })
    .await;
}
