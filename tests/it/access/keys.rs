//! The life of a key: made once, listed without its secret, used, revoked, expired.

use reqwest::Method;
use serde_json::{Value, json};

use super::{guarded, status};
use crate::harness::app::TestApp;
use crate::harness::postgres::with_database;
use crate::harness::program;

#[tokio::test]
async fn a_key_is_shown_once_and_listed_without_its_secret() {
    let app = TestApp::fresh().await;
    app.get("/v1/games").await.expect(200);
    let made = app.post("/v1/keys", json!({"role": "admin", "name": "mine", "expires": "2999-01-01T00:00:00Z"})).await;
    assert_eq!(made.headers["cache-control"], "no-store");
    let made = made.expect(201);
    let key = made["key"].as_str().expect("a key");
    assert!(key.starts_with("crd_") && key.len() == 101, "{key}");
    assert_eq!(
        (&made["role"], &made["name"], &made["expires"]),
        (&json!("admin"), &json!("mine"), &json!("2999-01-01T00:00:00Z"))
    );
    // From now on, everybody needs one: at once on the server that made it.
    app.get("/v1/games").await.problem(401, "unauthenticated");
    app.hold(Some(key));
    let list = app.get("/v1/keys").await.expect(200);
    assert_eq!(list["items"][0]["id"], made["id"]);
    let secret = key.rsplit('_').next().expect("a secret");
    for path in ["/v1/keys", "/v1/access", "/metrics"] {
        let answer = String::from_utf8(app.get(path).await.bytes).expect("text");
        assert!(!answer.contains(secret), "{path} shows the secret");
    }
    let file = std::fs::read(app.database_url.trim_start_matches("sqlite://")).expect("the database");
    let bytes: Vec<u8> = (0..32).map(|at| u8::from_str_radix(&secret[2 * at..2 * at + 2], 16).expect("hexadecimal")).collect();
    assert!(!file.windows(32).any(|window| window == bytes) && !file.windows(64).any(|window| window == secret.as_bytes()));
}

/// From the first key on nobody is let in without one: a first key that could make no others would lock everybody out.
#[tokio::test]
async fn the_first_key_is_an_admins() {
    let app = TestApp::fresh().await;
    app.open_catan("g1", 3, json!({})).await;
    for (path, body) in [
        ("/v1/games/g1/seats/0/keys", json!({})),
        ("/v1/keys", json!({"role": "reader"})),
        ("/v1/keys", json!({"role": "referee"})),
    ] {
        let refused = app.post(path, body).await.problem(403, "not-allowed");
        assert!(refused["detail"].as_str().is_some_and(|detail| detail.contains("make an admin's key first")), "{refused}");
    }
    app.get("/v1/games/g1").await.expect(200);
    let (admin, _) = app.make_key(json!({"role": "admin"})).await;
    app.hold(Some(&admin));
    app.post("/v1/games/g1/seats/0/keys", json!({})).await.expect(201);
}

#[tokio::test]
async fn what_is_wrong_with_a_header_or_a_request_is_named() {
    let (app, admin) = guarded().await;
    app.hold(None);
    let asked = |header: String| {
        let app = &app;
        async move { app.ask(Method::GET, "/v1/games", &[("authorization", &header)], None).await }
    };
    asked(format!("bearer {admin}")).await.expect(200);
    for (header, said) in [
        (admin.clone(), "Bearer"),
        (format!("Basic {admin}"), "Bearer"),
        (format!("Bearer {}", &admin[..100]), "Bearer"),
        (format!("Bearer {}{}", &admin[..100], if admin.ends_with('0') { "1" } else { "0" }), "not known"),
        (format!("Bearer crd_{}_{}", "0".repeat(32), "0".repeat(64)), "not known"),
    ] {
        let answer = asked(header.clone()).await;
        assert_eq!(answer.headers["www-authenticate"], "Bearer realm=\"credence\"");
        let detail = answer.problem(401, "unauthenticated")["detail"].to_string();
        assert!(detail.contains(said) && !detail.contains(&admin), "{detail}");
    }
    let twice = [("authorization", &*format!("Bearer {admin}")), ("authorization", "Bearer x")];
    app.ask(Method::GET, "/v1/games", &twice, None).await.problem(401, "unauthenticated");
    app.hold(Some(&admin));
    for (body, pointer) in [
        (json!({"role": "owner"}), "/role"),
        (json!({"role": "admin", "game": "g1"}), "/game"),
        (json!({"role": "reader", "seat": 1}), "/seat"),
        (json!({"role": "seat", "seat": 1}), "/game"),
        (json!({"role": "seat", "game": "g1"}), "/seat"),
        (json!({"role": "admin", "name": ""}), "/name"),
        (json!({"role": "admin", "name": "a\u{0}b"}), "/name"),
        (json!({"role": "admin", "name": "a\u{2067}b"}), "/name"),
        (json!({"role": "admin", "name": "x".repeat(201)}), "/name"),
        (json!({"role": "admin", "expires": "2001-01-01T00:00:00Z"}), "/expires"),
        (json!({"role": "admin", "expires": "soon"}), "/expires"),
        (json!({"role": "admin", "tenant": "others"}), "/tenant"),
    ] {
        assert_eq!(app.post("/v1/keys", body.clone()).await.problem(422, "malformed")["pointer"], pointer, "{body}");
    }
    app.post("/v1/keys", json!({"role": "seat", "game": "g1", "seat": 1})).await.problem(404, "not-found");
    app.open_catan("g1", 4, json!({})).await;
    app.post("/v1/games/g1/seats/4/keys", json!({})).await.problem(404, "not-found");
    let of_body = json!({"role": "seat", "game": "g1", "seat": 4});
    assert_eq!(app.post("/v1/keys", of_body).await.problem(422, "malformed")["pointer"], "/seat");
    app.post("/v1/games/g1/seats/x/keys", json!({})).await.problem(404, "not-found");
}

#[tokio::test]
async fn keys_are_listed_in_pages_and_what_happened_to_them_is_told() {
    let (app, _) = guarded().await;
    let mut made = Vec::new();
    for name in ["a", "b", "c", "d"] {
        made.push(app.make_key(json!({"role": "reader", "name": name})).await.1);
    }
    let (mut listed, mut path) = (Vec::new(), "/v1/keys?limit=2".to_owned());
    loop {
        let page = app.get(&path).await.expect(200);
        listed.extend(page["items"].as_array().expect("a list").iter().map(|key| key["id"].as_str().expect("an id").to_owned()));
        let Some(next) = page["next"].as_str() else { break };
        path = format!("/v1/keys?limit=2&cursor={next}");
    }
    for path in ["/v1/keys?cursor=null", "/v1/access?cursor=x", "/v1/keys?limit=0"] {
        app.get(path).await.problem(400, "parameter");
    }
    assert_eq!(listed.len(), 5, "the admin's own too");
    assert!(made.iter().all(|id| listed.contains(id)));
    app.ask(Method::DELETE, &format!("/v1/keys/{}", made[1]), &[], None).await.expect(204);
    app.ask(Method::DELETE, &format!("/v1/keys/{}", made[1]), &[], None).await.problem(404, "not-found");
    let trail = app.get("/v1/access").await.expect(200);
    let trail: Vec<(&str, &str)> = trail["items"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|entry| (entry["what"].as_str().expect("text"), entry["id"].as_str().expect("an id")))
        .collect();
    assert_eq!(trail[0], ("revoked", made[1].as_str()));
    assert_eq!(trail.iter().filter(|(what, _)| *what == "made").count(), 5);
    let key = &app.get("/v1/keys").await.expect(200)["items"];
    let revoked = key.as_array().expect("a list").iter().find(|key| key["id"] == *made[1]).expect("it is listed");
    assert!(revoked["revoked"].is_string());
}

#[tokio::test]
async fn a_key_that_is_refused_often_stands_in_the_trail_once() {
    let (app, admin) = guarded().await;
    let wrong = format!("Bearer {}{}", &admin[..admin.len() - 64], "0".repeat(64));
    for _ in 0..50 {
        assert_eq!(status(&app, Some(&wrong), Method::GET, "/v1/games", None).await, 401);
    }
    app.get("/v1/games").await.expect(200);
    // It is written after the answer, and before the server has ended.
    let app = app.restart().await;
    app.hold(Some(&admin));
    let trail = app.get("/v1/access").await.expect(200);
    let entries = trail["items"].as_array().expect("a list").iter();
    let often: Vec<&Value> = entries.filter(|entry| entry["what"] == "refused_often").collect();
    assert_eq!(often.len(), 1);
    assert_eq!(often[0]["detail"], "20 times within a minute: wrong");
}

/// Revoked on one server, a key is refused by the other within `key_seconds`, and a stream that it opened there ends.
#[tokio::test]
async fn a_revoked_key_is_refused_on_every_server_and_its_streams_end() {
    with_database(|url| async move {
        let one = TestApp::on(&url).await;
        let (admin, _) = one.make_key(json!({"role": "admin"})).await;
        one.hold(Some(&admin));
        one.open_catan("g1", 4, json!({})).await;
        let other = TestApp::on(&url).await;
        let (reader, id) = one.make_key(json!({"role": "reader"})).await;
        other.hold(Some(&reader));
        other.get("/v1/games").await.expect(200);
        let stream = other.http.get(format!("{}/v1/games/g1/events/stream?from=0", other.base)).bearer_auth(&reader);
        let stream = stream.send().await.expect("a stream");
        assert_eq!(stream.status(), 200);
        one.ask(Method::DELETE, &format!("/v1/keys/{id}"), &[], None).await.expect(204);
        // The bound itself: a second by default.
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
        other.get("/v1/games").await.problem(401, "unauthenticated");
        let sent = stream.text().await.expect("the stream ends");
        assert!(sent.contains("\"revision\":0"), "{sent}");
        one.stop().await;
        other.stop().await;
    })
    .await;
}

#[tokio::test]
async fn the_day_of_the_last_use_is_noted_and_no_more() {
    let (app, admin) = guarded().await;
    app.get("/v1/games").await.expect(200);
    // It is written after the answer, and before the server has ended.
    let app = app.restart().await;
    app.hold(Some(&admin));
    let keys = app.get("/v1/keys").await.expect(200);
    let used: Vec<&str> = keys["items"].as_array().expect("a list").iter().filter_map(|key| key["last_used"].as_str()).collect();
    assert_eq!(used.len(), 1, "{keys}");
    assert!(used.iter().all(|day| day.ends_with("T00:00:00Z")), "{used:?}");
}

/// The commands that talk to a server bring the key of their environment.
#[tokio::test(flavor = "multi_thread")]
async fn commands_bring_the_key_of_their_environment() {
    let (app, admin) = guarded().await;
    super::deal(&app, "g1").await;
    let why = |key: Option<&str>| {
        let mut command = program(&["why", "g1", "--server", &app.base]);
        command.envs(key.map(|key| ("CREDENCE_KEY", key))).output().expect("the program runs")
    };
    let without = why(None);
    let said = String::from_utf8_lossy(&without.stderr).into_owned();
    assert!(!without.status.success() && said.contains("401") && said.contains("credence keys create"), "{said}");
    let with = why(Some(&admin));
    assert!(with.status.success(), "{}", String::from_utf8_lossy(&with.stderr));
    let made = program(&["keys", "create", "--role", "reader", "--server", &app.base]).env("CREDENCE_KEY", &admin).output();
    let made = made.expect("the program runs");
    assert!(made.status.success() && made.stdout.starts_with(b"crd_"), "{}", String::from_utf8_lossy(&made.stderr));
}

/// A cursor is what the document says of cursors: a client that checks it takes the second page.
#[tokio::test]
async fn cursors_of_keys_are_as_the_document_has_them() {
    let (app, _) = guarded().await;
    app.make_key(json!({"role": "reader"})).await;
    let document = app.get("/openapi.json").await.expect(200);
    let hexadecimal = |digits: usize| {
        move |text: &str| text.len() == digits && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    };
    for (path, pattern, groups) in [
        ("/v1/keys", "^[0-9a-f]{32}$", &[32][..]),
        ("/v1/access", "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$", &[8, 4, 4, 4, 12]),
    ] {
        let parameters = document["paths"][path]["get"]["parameters"].as_array().expect("a list");
        let cursor = parameters.iter().find(|parameter| parameter["name"] == "cursor").expect("it has pages");
        assert_eq!(cursor["schema"]["pattern"], pattern, "{path}");
        let page = app.get(&format!("{path}?limit=1")).await.expect(200);
        let next = page["next"].as_str().expect("there is a second page");
        assert!(
            next.split('-').count() == groups.len()
                && next.split('-').zip(groups).all(|(part, digits)| hexadecimal(*digits)(part)),
            "{next}"
        );
        let second = app.get(&format!("{path}?limit=1&cursor={next}")).await.expect(200);
        assert_ne!(second["items"], page["items"], "{path}");
    }
}

#[tokio::test]
async fn a_path_that_is_no_text_is_a_problem_like_any_other() {
    let (app, _) = guarded().await;
    app.post("/v1/games/%FF/seats/0/keys", json!({})).await.problem(404, "not-found");
    app.get("/docs/guide/%FF").await.problem(404, "not-found");
}
