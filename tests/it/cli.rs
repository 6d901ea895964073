//! The program itself, as it is started from a shell: what it prints, and how it ends.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Output, Stdio};

use credence::belief::steers;
use credence::rulesets::ALL;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::harness::app::TestApp;

/// The program in a folder and an environment of its own: no setting and no log of the developer's gets in.
fn program(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_credence"));
    command.args(arguments).current_dir(folder).stdin(Stdio::null()).env_clear().env("CREDENCE_LOG", "warn");
    command
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    program(folder, arguments).output().expect("the program starts")
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a directory for temporary files")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

/// What was printed, after checking that it went well.
#[track_caller]
fn printed(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// What was complained of, after checking how it ended.
#[track_caller]
fn complaint(output: &Output, code: i32) -> String {
    assert_eq!(output.status.code(), Some(code), "{}{}", text(&output.stdout), text(&output.stderr));
    assert_eq!(text(&output.stdout), "", "a failure prints nothing to standard output");
    text(&output.stderr)
}

/// A server of its own process. Killed with the test, if the test fails.
struct Served {
    child: Child,
    lines: BufReader<ChildStdout>,
    /// What it said first.
    said: Vec<String>,
    url: String,
}

impl Served {
    fn start(folder: &Path) -> Self {
        Self::start_with(folder, &[])
    }

    fn start_with(folder: &Path, flags: &[&str]) -> Self {
        let mut command = program(folder, &["serve", "--listen", "127.0.0.1:0"]);
        command.args(flags);
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the program starts");
        let mut lines = BufReader::new(child.stdout.take().expect("its output is piped"));
        let line = |lines: &mut BufReader<ChildStdout>| {
            let mut line = String::new();
            lines.read_line(&mut line).expect("text");
            line
        };
        let said: Vec<String> = (0..3).map(|_| line(&mut lines)).collect();
        let url = said[0].split_whitespace().find(|word| word.starts_with("http://")).unwrap_or_else(|| panic!("{said:?}"));
        Self { child, lines, url: url.to_owned(), said }
    }

    /// Asks it to end, as the system does.
    fn terminate(mut self) -> Option<i32> {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().expect("kill").success());
        let mut rest = String::new();
        std::io::Read::read_to_string(&mut self.lines, &mut rest).expect("text");
        assert_eq!(rest, "", "it has said everything");
        self.child.wait().expect("it ends").code()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // An error says that it has ended.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

async fn get(url: &str) -> Value {
    let response = reqwest::get(url).await.expect("an answer");
    assert_eq!(response.status(), 200, "{url}");
    response.json().await.expect("JSON")
}

#[test]
fn a_simulation_is_its_seed() {
    let folder = folder();
    let of_seed = |seed: &str| printed(&run(folder.path(), &["simulate", "catan", "--seed", seed]));
    let seven = of_seed("7");
    assert!(seven.lines().count() > 100);
    assert!(seven.lines().all(|line| serde_json::from_str::<Value>(line).is_ok_and(|line| line.get("truth").is_some())));
    assert!(seven == of_seed("7"), "the same seed, the same bytes");
    assert!(seven != of_seed("8"), "another seed, another game");
    let three = printed(&run(folder.path(), &["simulate", "catan", "--seats", "3", "--turns", "5"]));
    assert!(three.lines().next().is_some_and(|line| line.matches("simulated-").count() == 3), "{three}");
    let complaint = complaint(&run(folder.path(), &["simulate", "chess"]), 1);
    assert!(complaint.contains("chess") && complaint.contains("catan"), "{complaint}");
}

#[tokio::test]
async fn a_game_is_posted_once_however_often_it_is_sent() {
    let folder = folder();
    let server = Served::start(folder.path());
    assert!(server.said[0].contains("this machine only"), "{:?}", server.said);
    assert!(server.said[1].contains("credence.db") && server.said[1].contains("every acknowledged event is on disk"));
    assert!(server.said[2].contains(&format!("{}/docs", server.url)));
    assert_eq!(get(&format!("{}/health/live", server.url)).await["status"], "live");

    let game = printed(&run(folder.path(), &["simulate", "catan", "--seed", "7"]));
    let file = folder.path().join("seven.jsonl");
    std::fs::write(&file, &game).expect("a file");
    let path = file.to_str().expect("a path in UTF-8");
    let post = || run(folder.path(), &["post", path, "--server", &server.url]);
    let said = printed(&post());
    let events = game.lines().count() as u64 - 1;
    assert!(said.contains(&format!("{events}/{events} events")) && said.contains("/v1/games/seven/belief"), "{said}");
    let standing = get(&format!("{}/v1/games/seven?observer=referee", server.url)).await;
    assert_eq!(standing["revision"], events);
    assert_eq!(printed(&post()), said, "the second time says the same");
    assert_eq!(get(&format!("{}/v1/games/seven?observer=referee", server.url)).await, standing, "and changes nothing");

    let why = printed(&run(folder.path(), &["why", "seven", "seat:1/ore", "--observer", "seat:0", "--server", &server.url]));
    assert!(why.lines().count() > 2 && why.starts_with("revision ") && why.contains(" -> "), "{why}");
    let complaint = complaint(&run(folder.path(), &["why", "eight", "--server", &server.url]), 1);
    assert!(complaint.contains("404") && complaint.contains("eight"), "{complaint}");

    assert_eq!(server.terminate(), Some(0), "SIGTERM is a good end");
    let again = Served::start(folder.path());
    assert_eq!(get(&format!("{}/v1/games/seven?observer=referee", again.url)).await, standing, "the data stays");
    assert_eq!(again.terminate(), Some(0));
}

/// What a command would write into a log in memory is gone when it ends: a key, say, that is printed and opens nothing.
#[test]
fn no_key_is_made_for_a_log_in_memory() {
    let folder = folder();
    let memory = ["--database-url", "sqlite::memory:"];
    for command in [&["keys", "create", "--role", "admin"][..], &["tenants", "create", "league"]] {
        let run = run(folder.path(), &[command, &memory].concat());
        assert!(run.stdout.is_empty() && complaint(&run, 1).contains("in memory is gone when this command ends"), "{command:?}");
    }
}

/// A mistake in a transcript is named by its own place there, wherever the request that held it began.
#[tokio::test]
async fn a_mistake_in_a_transcript_is_named_by_its_line() {
    let folder = folder();
    let server = Served::start(folder.path());
    let game = printed(&run(folder.path(), &["simulate", "catan", "--seed", "7"]));
    let mut lines: Vec<&str> = game.lines().take(60).collect();
    lines.insert(39, r#"{"event":{"type":"build","data":{"seat":1,"piece":"castle"}}}"#);
    std::fs::write(folder.path().join("wrong.jsonl"), lines.join("\n")).expect("a file");
    let complaint = complaint(&run(folder.path(), &["post", "wrong.jsonl", "--server", &server.url]), 1);
    let wrong = ["the event \"line-40\" of the transcript", "castle"];
    assert!(wrong.iter().all(|part| complaint.contains(part)), "{complaint}");
}

/// Every belief that is served and every draw of worlds is told, one JSON line each, with what the ruleset measures.
#[tokio::test]
async fn belief_snapshots_go_to_a_file() {
    let folder = folder();
    let server = Served::start_with(folder.path(), &["--log-belief-snapshots", "beliefs.jsonl"]);
    let game = printed(&run(folder.path(), &["simulate", "hearts", "--seed", "7", "--turns", "20"]));
    std::fs::write(folder.path().join("seven.jsonl"), &game).expect("a file");
    printed(&run(folder.path(), &["post", "seven.jsonl", "--server", &server.url]));
    let belief = get(&format!("{}/v1/games/seven/belief?observer=seat:2", server.url)).await;
    let asked = serde_json::json!({"observer": "seat:2", "count": 30, "seed": 1});
    let worlds = reqwest::Client::new().post(format!("{}/v1/games/seven/worlds", server.url)).json(&asked).send().await;
    assert_eq!(worlds.expect("an answer").status(), 200);
    let file = folder.path().join("beliefs.jsonl");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&file).expect("the file was made").permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "what is hidden in it is for its owner alone");
    }
    let text = std::fs::read_to_string(file).expect("the file was written");
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect();
    let told: Vec<&Value> = lines.iter().filter(|line| line["observer"] == "seat:2").collect();
    assert_eq!(told.len(), 2, "{text}");
    for line in &told {
        assert_eq!((&line["hash"], &line["revision"]), (&belief["hash"], &belief["revision"]), "{line}");
        let suits = line["detail"]["entropy_bits"].as_object().expect("entropy by suit");
        let sum: f64 = suits.values().map(|bits| bits.as_f64().expect("bits")).sum();
        assert!((sum - line["entropy_bits"].as_f64().expect("bits")).abs() < 1e-9, "{line}");
    }
    assert_eq!(told[0].get("worlds"), None);
    assert_eq!(told[1]["worlds"], serde_json::json!({"drawn": 30, "rejected": 0}));
}

#[tokio::test]
async fn one_file_serves_one_server() {
    let folder = folder();
    let server = Served::start(folder.path());
    let complaint = complaint(&run(folder.path(), &["serve", "--listen", "127.0.0.1:0"]), 1);
    assert!(complaint.contains("credence.db") && complaint.contains("in use by another server"), "{complaint}");
    assert_eq!(get(&format!("{}/health/ready", server.url)).await["status"], "ready", "the first one goes on");
}

#[tokio::test]
async fn the_demo_plays_every_ruleset() {
    let folder = folder();
    let said = printed(&run(folder.path(), &["demo", "--exit", "--listen", "127.0.0.1:0"]));
    // What the README quotes is what is said.
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).expect("the README");
    let quoted = readme.split("```console\n").find(|block| block.starts_with("catan ")).expect("the demo is quoted");
    for line in quoted.split("```").next().unwrap_or_default().lines() {
        assert!(said.lines().any(|known| known == line), "the README quotes {line:?}; the demo says\n{said}");
    }
    assert!(ALL.iter().all(|ruleset| said.lines().any(|line| line.starts_with(ruleset.key()))), "{said}");
    assert_eq!(said.lines().filter(|line| line.contains(" believes ") && line.contains(" before")).count(), ALL.len(), "{said}");
    assert!(folder.path().join("credence.db").is_file(), "the data stays");
    let again = printed(&run(folder.path(), &["demo", "--exit", "--listen", "127.0.0.1:0"]));
    assert_eq!(again.lines().count(), said.lines().count(), "a second time is as good: {again}");

    let elsewhere = self::folder();
    let server = Served::start(elsewhere.path());
    let address = server.url.trim_start_matches("http://");
    let third = self::folder();
    let said = printed(&run(third.path(), &["demo", "--exit", "--listen", address]));
    assert!(said.contains("a server that runs already"), "{said}");
    assert!(!third.path().join("credence.db").exists(), "it uses that server's log");
    for ruleset in ALL {
        let game = get(&format!("{}/v1/games/demo-{}", server.url, ruleset.key())).await;
        assert!(game["revision"].as_u64() > Some(0), "{game}");
    }
}

#[test]
fn documents_are_printed() {
    let folder = folder();
    let list = printed(&run(folder.path(), &["docs"]));
    assert!(list.contains("credence docs catan") && list.contains("credence docs operating"), "{list}");
    assert!(printed(&run(folder.path(), &["docs", "vinto"])).starts_with("# Vinto"));
    let unknown = complaint(&run(folder.path(), &["docs", "chess"]), 2);
    assert!(unknown.contains("liars_dice") && unknown.contains("recipes"), "{unknown}");
}

#[test]
fn wrong_usage_ends_with_2() {
    let folder = folder();
    for arguments in
        [&["fly"][..], &[], &["simulate"], &["serve", "--lisen", "127.0.0.1:0"], &["simulate", "catan", "--seed", "x"]]
    {
        let complaint = complaint(&run(folder.path(), arguments), 2);
        assert!(complaint.contains("--help"), "{arguments:?}: {complaint}");
    }
    assert!(printed(&run(folder.path(), &["--help"])).contains("serve"));
    assert!(std::fs::read_dir(folder.path()).expect("a folder").next().is_none(), "nothing was made");
}

#[test]
fn a_bad_setting_is_named_with_its_source() {
    let folder = folder();
    let said = complaint(&run(folder.path(), &["serve", "--listen", "nowhere"]), 1);
    assert!(said.contains("\"listen\"") && said.contains("the command line"), "{said}");

    let output = program(folder.path(), &["serve"]).env("CREDENCE_LIMITS__WORLDS", "many").output().expect("started");
    let said = complaint(&output, 1);
    assert!(said.contains("\"CREDENCE_LIMITS__WORLDS\"") && said.contains("environment"), "{said}");

    for (variable, value) in [("KEY_SECONDS", "9223372036854775807"), ("WORLDS", "0")] {
        let output =
            program(folder.path(), &["serve"]).env(format!("CREDENCE_LIMITS__{variable}"), value).output().expect("started");
        let said = complaint(&output, 1);
        let name = format!("\"CREDENCE_LIMITS__{variable}\"");
        assert!(said.contains(&name) && said.contains("environment") && said.contains("1 to 2147483647"), "{said}");
    }

    for (flags, setting, detail) in [
        (&["--log", "a=b=c"][..], "log", "a=b=c"),
        (&["--cors-origin", "*"], "cors_origins", "https://example.org"),
        (&["--tls-cert", "no.pem", "--tls-key", "no.key"], "tls_cert", "no.pem"),
        (&["--log-belief-snapshots", "no/file"], "log_belief_snapshots", "no/file"),
        (&["--advertise", "here"], "advertise", "http://10.0.0.1:7420"),
    ] {
        let arguments = [&["serve", "--listen", "127.0.0.1:0"], flags].concat();
        let said = complaint(&run(folder.path(), &arguments), 1);
        assert!(said.contains(&format!("{setting:?} from the command line")) && said.contains(detail), "{said}");
    }

    std::fs::write(folder.path().join("credence.toml"), "[limits]\nworlds = \"many\"\n").expect("a file");
    let said = complaint(&run(folder.path(), &["serve"]), 1);
    assert!(said.contains("\"limits.worlds\"") && said.contains("credence.toml"), "{said}");
    std::fs::write(folder.path().join("other.toml"), "wordls = 1\n").expect("a file");
    let said = complaint(&run(folder.path(), &["serve", "--config", "other.toml"]), 1);
    assert!(said.contains("wordls") && said.contains("other.toml"), "{said}");

    let said = complaint(&run(self::folder().path(), &["serve", "--database-url", "mysql://root:secret@db/x"]), 1);
    assert!(said.contains("sqlite:") && said.contains("postgres://") && !said.contains("secret"), "{said}");
}

#[test]
fn an_open_port_is_refused_with_advice() {
    let folder = folder();
    let said = complaint(&run(folder.path(), &["serve", "--listen", "0.0.0.0:0"]), 1);
    assert!(said.contains("0.0.0.0:0") && said.contains("127.0.0.1") && said.contains("--open-to-network"), "{said}");
    assert!(!folder.path().join("credence.db").exists(), "nothing was made");
}

#[test]
fn priors_are_kept_by_what_they_say() {
    let folder = folder();
    let at = folder.path();
    std::fs::write(at.join("full.json"), r#"{"ditto": {"87,choicescarf,imposter,transform,steel": 2}}"#).expect("a file");
    let taken = printed(&run(at, &["priors", "import", "full.json"]));
    let hash = taken.split_whitespace().next().expect("a hash").to_owned();
    assert_eq!(printed(&run(at, &["priors", "import", "full.json"])), taken, "twice is once");
    let listed = printed(&run(at, &["priors", "list"]));
    assert_eq!(listed.lines().count(), 2, "{listed}");
    assert!(listed.lines().next().is_some_and(|line| line.ends_with("(embedded)")) && listed.contains(&taken), "{listed}");
    let shown: Value = serde_json::from_str(&printed(&run(at, &["priors", "show", &hash[..8]]))).expect("JSON");
    assert_eq!(shown["priors"], hash.as_str());
    assert!(shown["table"].as_str().is_some_and(|table| !table.is_empty()), "{shown}");
    assert!(complaint(&run(at, &["priors", "show", "none"]), 1).contains("no table has a hash that begins with"));
    std::fs::write(at.join("other.json"), r#"{"ditto": {"87,nothing,imposter,transform,steel": 2}}"#).expect("a file");
    assert!(complaint(&run(at, &["priors", "import", "other.json"]), 1).contains(r#"item "nothing" is not known"#));
    std::fs::write(at.join(format!("credence-priors/{hash}.json.gz")), "damage").expect("a file");
    assert!(printed(&run(at, &["priors", "list"])).contains("not used"));
}

/// A Pokémon may be called what steers a terminal: no summary of evidence holds that, and `why` prints none of it.
#[tokio::test(flavor = "multi_thread")]
async fn a_nickname_steers_no_terminal() {
    let (app, folder) = (TestApp::fresh().await, folder());
    let opening = json!({"ruleset": "pokemon_randbats", "seats": [{}, {}], "setup": {"channels": ["p2"]}});
    app.put("/v1/games/p", opening).await.expect(201);
    let name = "\u{1b}]0;owned\u{7}\u{9b}2J\u{202e}";
    let lines = json!([
        "|start",
        format!("|switch|p1a: {name}|Weavile, L79, M|100/100"),
        "|switch|p2a: B|Swalot, L90, M|100/100",
        "|turn|1",
        format!("|move|p1a: {name}|Knock Off|p2a: B"),
        "|-damage|p2a: B|50/100"
    ]);
    app.append("p", json!({"type": "protocol", "data": {"channel": "p2", "from_line": 0, "lines": lines}})).await;
    let evidence = app.get("/v1/games/p/evidence?observer=seat:1").await.expect(200);
    let items = evidence["items"].as_array().expect("a list");
    let summaries: Vec<&str> = items.iter().filter_map(|piece| piece["summary"].as_str()).collect();
    assert!(summaries.iter().any(|summary| summary.contains("owned")), "nothing is said of it by its name: {summaries:?}");
    assert!(summaries.iter().all(|summary| !summary.contains(steers)), "{summaries:?}");
    for more in [&[] as &[&str], &["--json"]] {
        let arguments = [&["why", "p", "--observer", "seat:1", "--server", &app.base], more].concat();
        let why = printed(&run(folder.path(), &arguments));
        assert!(why.contains("owned") && !why.contains(|character| character != '\n' && steers(character)), "{why:?}");
    }
}

/// Who reads the addresses of sent games stops reading them: all games are sent all the same.
#[tokio::test(flavor = "multi_thread")]
async fn games_are_sent_whether_or_not_anybody_reads_where_they_are() {
    let (app, folder) = (TestApp::fresh().await, folder());
    let games: Vec<String> =
        ["1", "2", "3"].map(|seed| printed(&run(folder.path(), &["simulate", "vinto", "--seed", seed]))).into();
    std::fs::write(folder.path().join("g.jsonl"), games.concat()).expect("a file");
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let sent =
        program(folder.path(), &["post", "g.jsonl", "--server", &app.base]).stdout(writer).output().expect("the program starts");
    assert_eq!(sent.status.code(), Some(0), "{}", text(&sent.stderr));
    for game in ["g-1", "g-2", "g-3"] {
        assert!(app.revision(game).await > 10, "{game}");
    }
}

/// The first key is shown by the server that made it. One that cannot start makes none: nobody would ever see it.
#[test]
fn a_server_that_cannot_start_makes_no_first_key() {
    let folder = folder();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let at = taken.local_addr().expect("it is bound").to_string();
    let said = complaint(&run(folder.path(), &["serve", "--first-key", "--listen", &at]), 1);
    assert!(said.contains("cannot listen on"), "{said}");
    let server = Served::start_with(folder.path(), &["--first-key"]);
    assert!(server.said.iter().any(|line| line.starts_with("key:")), "{:?}", server.said);
}
