//! The database file of a running server: deleted, replaced, known by other names, readable by others.

use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::PathBuf;

use super::{open_with, post_note};
use crate::harness::app::TestApp;
use crate::harness::{Place, Process, fresh_sqlite, program};

fn path_of(place: &Place) -> PathBuf {
    let Place::Sqlite(path) = place else { unreachable!("fresh_sqlite makes files") };
    path.clone()
}

#[tokio::test]
async fn a_file_that_was_deleted_or_replaced_takes_nothing() {
    for replaced in [false, true] {
        let (_directory, place) = fresh_sqlite();
        let path = path_of(&place);
        let app = TestApp::on(&place.url()).await;
        open_with(&app, "g1", 5).await;
        let aside = path.with_extension("aside");
        std::fs::rename(&path, &aside).expect("the file is moved away");
        if replaced {
            std::fs::copy(&aside, &path).expect("another file stands there");
        }
        post_note(&app, "g1", "lost").await.problem(503, "storage-replaced");
        app.get("/health/ready").await.problem(503, "storage-replaced");
        if replaced {
            std::fs::remove_file(&path).expect("the other file goes");
        }
        std::fs::rename(&aside, &path).expect("the file comes back");
        app.get("/health/ready").await.expect(200);
        assert_eq!(post_note(&app, "g1", "lost").await.expect(201)["revision"], 6);
        app.stop().await;
    }
}

#[tokio::test]
async fn a_second_server_is_refused_whatever_it_calls_the_file() {
    let (directory, place) = fresh_sqlite();
    let path = path_of(&place);
    let server = Process::serve(&place.url());
    let (soft, hard) = (directory.path().join("soft.db"), directory.path().join("hard.db"));
    symlink(&path, &soft).expect("a symbolic link");
    std::fs::hard_link(&path, &hard).expect("a hard link");
    // Releases before this one kept a lock file beside the database; that it can be removed changes nothing.
    let _ = std::fs::remove_file(directory.path().join("credence.db.lock"));
    for name in [&path, &soft, &hard] {
        let url = format!("sqlite:{}", name.display());
        let output = program(&["serve", "--listen", "127.0.0.1:0", "--database-url", &url]).output().expect("the program starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains("in use by another server"), "{}: {said}", name.display());
    }
    drop(server);
    let _free = Process::serve(&format!("sqlite:{}", soft.display()));
}

#[tokio::test]
async fn the_file_is_its_owners_alone() {
    let (_directory, place) = fresh_sqlite();
    let app = TestApp::on(&place.url()).await;
    open_with(&app, "g1", 2).await;
    let path = path_of(&place);
    for ending in ["", "-wal", "-shm"] {
        let file = PathBuf::from(format!("{}{ending}", path.display()));
        let mode = std::fs::metadata(&file).expect("the file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{}", file.display());
    }
    app.stop().await;
}
