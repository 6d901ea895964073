//! What must stand in no log line and in no metric, at any level: keys, hidden cards, names of persons.

use std::io::Read;
use std::process::Stdio;

use serde_json::json;

use crate::harness::process::program;

/// A hidden card, a name, and an id of a player, in words that stand nowhere else.
const NAME: &str = "Wilhelmina Featherstonehaugh";
const PLAYER: &str = "wilhelmina-f";

#[tokio::test]
async fn no_line_and_no_metric_tells_what_is_secret() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = program(&["serve", "--listen", "127.0.0.1:0", "--first-key", "--log", "trace"]);
    command.env_remove("CREDENCE_LOG").current_dir(folder.path()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    // Read as they come: a full pipe would stop the server.
    let mut told = child.stderr.take().expect("its lines are piped");
    let told = std::thread::spawn(move || {
        let mut lines = String::new();
        told.read_to_string(&mut lines).expect("text");
        lines
    });
    let mut printed = std::io::BufRead::lines(std::io::BufReader::new(child.stdout.take().expect("piped")));
    let mut line = || printed.next().expect("a line").expect("text");
    let first = line();
    let base = first.split_whitespace().find(|word| word.starts_with("http://")).expect("a URL").to_owned();
    let key = std::iter::repeat_with(&mut line).find(|line| line.starts_with("key:")).expect("the first key is shown");
    let key = key.split_whitespace().nth(1).expect("a key").to_owned();
    let http = reqwest::Client::new();
    let put = |path: &str, body| http.put(format!("{base}{path}")).bearer_auth(&key).json(&body).send();
    let post = |path: &str, body| http.post(format!("{base}{path}")).bearer_auth(&key).json(&body).send();
    let get = |path: &str| http.get(format!("{base}{path}")).bearer_auth(&key).send();
    let players = [json!({"player": PLAYER}), json!({"player": "b"}), json!({"player": "c"})];
    assert_eq!(put(&format!("/v1/players/{PLAYER}"), json!({"display_name": NAME})).await.expect("asked").status(), 201);
    assert_eq!(put("/v1/games/g", json!({"ruleset": "liars_dice", "seats": players})).await.expect("asked").status(), 201);
    // Dice that nobody would write by chance: five sixes and a five, of a cup of its own.
    let events = json!([
        {"type": "round", "data": {"dice": {"0": 5, "1": 5, "2": 5}, "starter": 0}},
        {"type": "roll", "data": {"seat": 0, "dice": [6, 6, 6, 6, 5]}}
    ]);
    assert_eq!(post("/v1/games/g/events", events.clone()).await.expect("asked").status(), 201);
    // Refusals, too, are told without their content.
    assert_eq!(
        post("/v1/games/g/events", json!({"type": "roll", "data": {"seat": 7, "dice": [6, 6, 6, 6, 5]}}))
            .await
            .expect("asked")
            .status(),
        422
    );
    assert_eq!(post("/v1/games/g/seats/0/keys", json!({"name": "a seat's"})).await.expect("asked").status(), 201);
    for path in
        ["/v1/games/g/belief?observer=referee", &format!("/v1/players/{PLAYER}/history"), &format!("/v1/games?player={PLAYER}")]
    {
        assert_eq!(get(path).await.expect("asked").status(), 200, "{path}");
    }
    let wrong = http.get(format!("{base}/v1/games")).bearer_auth(key.replace("crd_", "crd-")).send().await.expect("asked");
    assert_eq!(wrong.status(), 401);
    let metrics = get("/metrics").await.expect("asked").text().await.expect("text");
    crate::harness::process::signal(child.id(), "TERM");
    child.wait().expect("it ends");
    let lines = told.join().expect("read");
    assert!(lines.contains("stopping"), "the lines were read to the last: {lines}");
    let secret = &key[37..];
    for secret in [secret, NAME, PLAYER, "6, 6, 6, 6, 5", "6,6,6,6,5"] {
        for (what, text) in [("a log line", &lines), ("a metric", &metrics)] {
            let shown = text.lines().find(|line| line.contains(secret));
            assert!(shown.is_none(), "{what} tells a secret: {}", shown.unwrap_or_default());
        }
    }
}
