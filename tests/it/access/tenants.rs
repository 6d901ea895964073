//! Tenants: what one has does not exist for another.

use serde_json::json;

use super::deal;
use crate::harness::Place;
use crate::harness::app::TestApp;
use crate::harness::process::program;

fn key_of(folder: &std::path::Path, url: &str, tenant: &str) -> String {
    let made = program(&["keys", "create", "--role", "admin", "--tenant", tenant, "--database-url", url])
        .current_dir(folder)
        .output()
        .expect("the program runs");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    String::from_utf8(made.stdout).expect("text").trim().to_owned()
}

#[tokio::test]
async fn tenants_see_nothing_of_each_other() {
    let folder = tempfile::tempdir().expect("a folder");
    let url = format!("sqlite://{}", folder.path().join("log.db").display());
    let (ours, theirs) = (key_of(folder.path(), &url, "default"), key_of(folder.path(), &url, "theirs"));
    let app = TestApp::on(&url).await;
    app.hold(Some(&ours));
    deal(&app, "g1").await;
    app.hold(Some(&theirs));
    // Not there, and not forbidden: what another tenant has cannot be told from what nobody has.
    for (path, other) in [("/v1/games/g1", "/v1/games/nowhere"), ("/v1/players/p0", "/v1/players/nobody")] {
        let (one, none) = (app.get(path).await.problem(404, "not-found"), app.get(other).await.problem(404, "not-found"));
        let name = |path: &str| path.rsplit('/').next().expect("a name").to_owned();
        let as_if = none.to_string().replace(&name(other), &name(path));
        assert_eq!(one.to_string(), as_if);
    }
    for path in ["/v1/games", "/v1/players", "/v1/events"] {
        assert!(app.get(path).await.expect(200)["items"].as_array().expect("a list").is_empty(), "{path}");
    }
    assert_eq!(app.get("/v1/keys").await.expect(200)["items"].as_array().expect("a list").len(), 1);
    // The same id is another game, with players of its own.
    app.open_catan("g1", 3, json!({})).await;
    assert_eq!(app.get("/v1/games/g1").await.expect(200)["seats"].as_array().expect("seats").len(), 3);
    app.append("g1", json!({"type": "note", "data": {"text": "ours"}})).await;
    let cursor = app.get("/v1/events").await.expect(200)["cursor"].as_str().expect("a cursor").to_owned();
    app.hold(Some(&ours));
    assert_eq!(app.revision("g1").await, 1, "the game of the first tenant has moved by nothing");
    app.get(&format!("/v1/events?cursor={cursor}")).await.problem(410, "log-restored");
    let verified = program(&["verify", "--database-url", &url]).current_dir(folder.path()).output().expect("the program runs");
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
    app.stop().await;
}

/// A log whose counter is wrong makes the server not ready, which everybody may know. Whose it is, and where it stands, the operator alone is told.
#[tokio::test]
async fn whose_log_is_damaged_is_told_to_the_operator_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("log.db");
    let url = format!("sqlite://{}", file.display());
    let (ours, theirs) = (key_of(folder.path(), &url, "default"), key_of(folder.path(), &url, "theirs"));
    let app = TestApp::on(&url).await;
    app.hold(Some(&theirs));
    app.open_catan("g1", 3, json!({})).await;
    let place = Place::Sqlite(file);
    place.tamper("UPDATE log_head SET position = position + 7").await;
    for (key, is_told) in [(None, false), (Some(&theirs), false), (Some(&ours), true)] {
        app.hold(key.map(String::as_str));
        let problem = app.get("/health/ready").await.problem(500, "damaged");
        assert_eq!(
            problem["detail"].as_str().is_some_and(|detail| detail.contains("its counter stands at")),
            is_told,
            "{problem}"
        );
        assert!(is_told || !problem.to_string().contains("position"), "{problem}");
    }
    place.tamper("UPDATE log_head SET position = position - 7").await;
    app.get("/health/ready").await.expect(200);
    app.stop().await;
}

#[test]
fn keys_are_kept_from_the_command_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |arguments: &[&str]| {
        let done = program(arguments).current_dir(folder.path()).output().expect("the program runs");
        (done.status.success(), String::from_utf8(done.stdout).expect("text"), String::from_utf8(done.stderr).expect("text"))
    };
    let (made, key, _) = run(&["keys", "create", "--role", "referee", "--expires", "30d", "--name", "the table's host"]);
    assert!(made && key.starts_with("crd_"), "{key}");
    let id = &key[4..36];
    let (_, list, _) = run(&["keys", "list"]);
    assert!(list.contains(id) && list.contains("referee") && list.contains("the table's host"), "{list}");
    assert!(!list.contains(&key.trim()[37..]), "no secret is listed");
    let (revoked, _, said) = run(&["keys", "revoke", id]);
    assert!(revoked, "{said}");
    let (again, _, said) = run(&["keys", "revoke", id]);
    assert!(!again && said.contains(id), "{said}");
    let (_, trail, _) = run(&["keys", "trail"]);
    assert!(trail.contains("made") && trail.contains("revoked"), "{trail}");
    for wrong in [&["keys", "create", "--role", "king"][..], &["keys", "create", "--role", "admin", "--expires", "never"]] {
        assert!(!run(wrong).0, "{wrong:?}");
    }
    let (listed, _, said) = run(&["keys", "list", "--tenant", "nobody"]);
    assert!(!listed && said.contains("nobody"), "{said}");
}
