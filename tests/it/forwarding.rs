//! Writes that a server passes on to the one that is preferred for their game. The servers are real processes on one Postgres.

use std::net::TcpListener;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use crate::harness::{Place, Process, fresh_sqlite, on_postgres, program};
use crate::servers::{games, note, open, post, servers, split, text, until_live, until_reached};

/// A server that is advertised where it listens: on a port that was free a moment ago.
fn serve(place: &Place) -> Process {
    let address = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a port").to_string();
    serve_at(place, &address, &format!("http://{address}"))
}

/// A server that says of itself that it is reached at some URL.
fn serve_at(place: &Place, listen: &str, advertised: &str) -> Process {
    Process::begin(program(&["serve", "--listen", listen, "--advertise", advertised, "--database-url", &place.url()]))
        .expect("it starts")
}

/// Appends that two servers make in turn to a game, which they open if it is not there.
const IN_TURN: [&str; 4] = ["turn-1", "turn-2", "turn-3", "turn-4"];

/// Has both servers write in turn to a game in each partition, after which each knows that the other one does.
async fn share(http: &reqwest::Client, both: &[Process; 2]) {
    for game in games() {
        assert_eq!(open(http, &both[0], &game).await.0, 201);
        for (id, server) in IN_TURN.iter().zip(both.iter().cycle()) {
            assert_eq!(post(http, server, &game, id).await.0, 201, "{id}");
        }
    }
}

/// Two servers that reach each other and share a game in each partition.
async fn both(place: &Place, http: &reqwest::Client) -> [Process; 2] {
    split(place).await;
    let both = [serve(place), serve(place)];
    until_reached(http, &both).await;
    share(http, &both).await;
    both
}

/// The games that a server names another one for.
async fn elsewhere(http: &reqwest::Client, server: &Process) -> Vec<String> {
    let mut its = Vec::new();
    for game in games() {
        let (status, named) = open(http, server, &game).await;
        assert_eq!(status, 200, "it is open");
        its.extend(named.map(|_| game));
    }
    its
}

/// How many requests a server passed on, by what became of them.
async fn forwarded(http: &reqwest::Client, server: &Process, outcome: &str) -> u64 {
    let metrics = text(http, server, "/metrics").await;
    let label = format!("credence_forwarded_total{{outcome=\"{outcome}\"}} ");
    metrics.lines().find_map(|line| line.strip_prefix(&label)).map_or(0, |count| count.parse().expect("a number"))
}

/// Status, named server and body of an answer, but for what says when and by whom it was answered.
async fn whole(request: reqwest::RequestBuilder) -> (u16, Option<String>, Value) {
    let answer = request.send().await.expect("it answers");
    let named = answer.headers().get("credence-server").map(|url| url.to_str().expect("text").to_owned());
    (answer.status().as_u16(), named, answer.json().await.expect("JSON"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_passed_on_is_answered_as_the_preferred_server_answers() {
    on_postgres(|place| async move {
        let http = reqwest::Client::new();
        let [first, second] = both(&place, &http).await;
        let mut passed = 0;
        for game in games() {
            let (status, named) = open(&http, &first, &game).await;
            assert_eq!(status, 200, "it is open, and whoever is asked says so");
            let at_second = named.is_some();
            assert!(named.is_none_or(|url| url == second.url));
            let at = |server: &Process, what: &str| http.post(format!("{}/v1/games/{game}/{what}", server.url));
            let (elsewhere, preferred) = if at_second { (&first, &second) } else { (&second, &first) };
            let gains = |id: &str, wood: u8| json!([{"id": id, "type": "production", "data": {"gains": {"1": {"wood": wood}}}}]);
            // Taken, taken before, refused, and misspelt: each is answered as the preferred server would.
            for (body, status) in [
                (gains("a", 2), 201),
                (gains("a", 2), 200),
                (gains("a", 3), 409),
                (gains("b", 99), 422),
                (json!({"type": "prodaction"}), 422),
            ] {
                let there = whole(at(elsewhere, "events?observer=seat:1").json(&body)).await;
                assert_eq!((there.0, there.1.as_ref()), (status, Some(&preferred.url)), "{}", there.2);
                // The first was taken by now; the others are answered alike over and over.
                let here = whole(at(preferred, "events?observer=seat:1").json(&body)).await;
                assert!(status == 201 || (there.0, &there.2) == (here.0, &here.2), "{} and {}", there.2, here.2);
                assert_eq!(here.1, None);
                passed += 1;
            }
            let turn = json!({"observer": "public", "events": [note("turn")], "variables": []});
            assert_eq!(whole(at(elsewhere, "turn").json(&turn)).await.0, 201);
            let stale = at(elsewhere, "events").header("if-match", "\"0\"").json(&note("late"));
            assert_eq!(whole(stale).await.0, 412, "headers are passed on");
            passed += 2;
            // What only one of them may carry out is not passed around.
            assert_eq!(post(&http, preferred, &game, "here").await, (201, None));
        }
        let counts = [forwarded(&http, &first, "answered").await, forwarded(&http, &second, "answered").await];
        assert!(counts.iter().all(|count| *count > 0) && counts.iter().sum::<u64>() == passed, "{counts:?} of {passed}");
    })
    .await;
}

/// A large answer is not held by the server that passes it on, and comes whole all the same, compressed or not.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_large_answer_is_passed_on_as_it_comes() {
    on_postgres(|place| async move {
        let http = reqwest::Client::new();
        let [first, second] = both(&place, &http).await;
        let game = &elsewhere(&http, &first).await[0];
        let cards = json!({"wood": 2, "brick": 2, "sheep": 2, "wheat": 2, "ore": 2});
        let mut events = vec![json!({"type": "production", "data": {"gains": {"0": cards, "1": cards, "2": cards}}})];
        let steals = [(3, 0), (3, 1), (3, 2), (1, 0), (2, 1)];
        events.extend(steals.map(|(thief, victim)| json!({"type": "steal", "data": {"thief": thief, "victim": victim}})));
        assert_eq!(whole(http.post(format!("{}/v1/games/{game}/events", first.url)).json(&events)).await.0, 201);
        let turn = json!({"observer": "public", "worlds": {"count": 2_000, "seed": 1}, "variables": []});
        let mut answers = Vec::new();
        for coding in ["identity", "gzip"] {
            let ask = async |server: &Process| {
                let asked =
                    http.post(format!("{}/v1/games/{game}/turn", server.url)).header("accept-encoding", coding).json(&turn);
                let answer = asked.send().await.expect("it answers");
                assert_eq!(answer.status(), 200);
                let head = ["content-encoding", "content-length", "content-type", "vary"]
                    .map(|name| answer.headers().get(name).map(|value| value.to_str().expect("text").to_owned()));
                (head, answer.bytes().await.expect("it comes whole"))
            };
            let passed = forwarded(&http, &first, "answered").await;
            let (there, here) = (ask(&first).await, ask(&second).await);
            assert_eq!(forwarded(&http, &first, "answered").await, passed + 1);
            assert_eq!(
                (there.0[0].as_deref() == Some("gzip"), there.0[1].as_deref()),
                (coding == "gzip", Some(&*there.1.len().to_string()))
            );
            assert!(there == here, "{:?} and {:?}", there.0, here.0);
            answers.push(there.1.len());
        }
        assert!(answers[0] > answers[1] && answers[1] > 16 << 10, "{answers:?}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_stopped_holds_up_one_write_and_doubles_none() {
    on_postgres(|place| async move {
        let http = reqwest::Client::new();
        let [first, second] = both(&place, &http).await;
        let its = elsewhere(&http, &first).await;
        assert_eq!(post(&http, &first, &its[0], "before").await.0, 201);
        second.signal("STOP");
        let begun = Instant::now();
        assert_eq!(post(&http, &first, &its[0], "while").await.0, 201, "it has an id, and is carried out here");
        assert!((Duration::from_secs(2)..Duration::from_secs(7)).contains(&begun.elapsed()), "{:?}", begun.elapsed());
        assert!(forwarded(&http, &first, "unknown").await >= 1);
        // Whoever comes next does not wait for it again.
        let begun = Instant::now();
        assert_eq!(post(&http, &first, &its[0], "at once").await.0, 201);
        assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
        // Long enough for it to be taken for dead, so that whatever is known of it afterwards is new.
        until_live(&http, &first, &[&first.url]).await;
        second.signal("CONT");
        // It has proved itself again before anything more is passed on to it.
        let both = [first, second];
        until_reached(&http, &both).await;
        let [first, second] = both;
        let answered = forwarded(&http, &first, "answered").await;
        assert_eq!(post(&http, &first, &its[0], "again").await.0, 201);
        assert_eq!(forwarded(&http, &first, "answered").await, answered + 1);
        // It got the request, and has carried it out by now: once in the log all the same.
        let log =
            http.get(format!("{}/v1/games/{}/events?observer=referee", second.url, its[0])).send().await.expect("it answers");
        let log: Value = log.json().await.expect("JSON");
        let ids = log["items"].as_array().expect("events").iter().filter_map(|event| event["id"].as_str());
        let ids: Vec<&str> = ids.skip(1 + IN_TURN.len()).collect();
        assert_eq!(ids, ["before", "while", "at once", "again"]);
    })
    .await;
}

/// An answer that takes longer than a server is waited for that gives no sign of life.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_slow_is_waited_for() {
    on_postgres(|place| async move {
        let http = reqwest::Client::new();
        let [first, _second] = both(&place, &http).await;
        let its = elsewhere(&http, &first).await;
        let held = place.clone();
        let holding =
            tokio::spawn(
                async move { held.run("DO $$ BEGIN PERFORM FROM log_head FOR UPDATE; PERFORM pg_sleep(3.5); END $$").await },
            );
        let begun = Instant::now();
        while place.count("SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'DO %' AND wait_event = 'PgSleep'").await == 0 {
            assert!(begun.elapsed() < Duration::from_secs(30), "the counters are held");
        }
        let (begun, answered) = (Instant::now(), forwarded(&http, &first, "answered").await);
        assert_eq!(post(&http, &first, &its[0], "slow").await.0, 201);
        assert!(begun.elapsed() > Duration::from_millis(2_500), "{:?}", begun.elapsed());
        assert_eq!([forwarded(&http, &first, "answered").await, forwarded(&http, &first, "unknown").await], [answered + 1, 0]);
        holding.await.expect("the counters are let go");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_sent_twice_is_not_and_one_that_is_killed_holds_nothing_up() {
    on_postgres(|place| async move {
        let http = reqwest::Client::new();
        let [first, mut second] = both(&place, &http).await;
        let its = elsewhere(&http, &first).await;
        second.signal("STOP");
        let anonymous = json!({"type": "note", "data": {"text": "once"}});
        let request = http.post(format!("{}/v1/games/{}/events", first.url, its[0])).json(&anonymous);
        let sent = tokio::spawn(whole(request));
        // Longer than a request is waited for that could be carried out here.
        sleep(Duration::from_secs(4)).await;
        assert!(!sent.is_finished(), "it may be in the log, or not");
        second.kill();
        let answer = sent.await.expect("the task ends");
        assert_eq!((answer.0, &answer.2["type"]), (503, &json!("/problems/unavailable")), "{}", answer.2);
        assert!(answer.2["detail"].as_str().expect("text").contains("not known"), "{}", answer.2);
        let begun = Instant::now();
        for game in &its {
            assert_eq!(post(&http, &first, game, "alone").await.0, 201);
        }
        assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    })
    .await;
}

/// Servers that nobody advertised reach each other at their own addresses, which no client is shown. What one of them alone writes to stays there, whoever is
/// preferred for it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_that_are_not_advertised_pass_on_what_they_would_write_in_turn() {
    on_postgres(|place| async move {
        split(&place).await;
        let http = reqwest::Client::new();
        let served = |more: &[&str]| {
            let begin = ["serve", "--listen", "127.0.0.1:0", "--database-url", &place.url()].map(str::to_owned);
            let arguments: Vec<String> = begin.into_iter().chain(more.iter().map(|word| (*word).to_owned())).collect();
            Process::begin(program(&arguments.iter().map(String::as_str).collect::<Vec<_>>())).expect("it starts")
        };
        // Only the first is asked by this name.
        let both = [served(&["--allow-host", "bots.example"]), served(&[])];
        until_reached(&http, &both).await;
        let [first, second] = &both;
        for game in games() {
            assert_eq!(open(&http, first, &game).await, (201, None));
            for id in IN_TURN {
                assert_eq!(post(&http, first, &game, &format!("alone-{id}")).await, (201, None));
            }
        }
        let counts = async || [forwarded(&http, first, "answered").await, forwarded(&http, second, "answered").await];
        assert_eq!(counts().await, [0, 0], "one server alone writes to each game");
        for game in games() {
            for (id, server) in IN_TURN.iter().zip(both.iter().rev().cycle()) {
                assert_eq!(post(&http, server, &game, id).await, (201, None));
            }
        }
        let before = counts().await;
        for game in games() {
            let request = http.post(format!("{}/v1/games/{game}/events", first.url)).header("host", "bots.example");
            assert_eq!(whole(request.json(&note("by name"))).await.0, 201, "the name was looked at where it came in");
            assert_eq!(post(&http, second, &game, "there").await, (201, None));
        }
        let after = counts().await;
        assert_eq!(after.iter().sum::<u64>() - before.iter().sum::<u64>(), games().len() as u64, "{before:?} {after:?}");
        assert!(after.iter().zip(before).all(|(after, before)| *after > before), "{before:?} {after:?}");
        // Whoever is not the operator is shown none of it.
        let admin = json!({"role": "admin"});
        let key = whole(http.post(format!("{}/v1/keys", first.url)).json(&admin)).await.2["key"].clone();
        let ready = async |key: Option<&str>| {
            let request = http.get(format!("{}/health/ready", first.url));
            whole(key.map_or(request.try_clone().expect("no body"), |key| request.bearer_auth(key))).await.2["servers"].clone()
        };
        assert_eq!(ready(None).await, Value::Null);
        assert_eq!(ready(key.as_str()).await["reached"], json!([second.url]));
    })
    .await;
}

/// A URL may lead to a server of another database, to that of a copy, or to a stranger: nothing is sent there but the question whether it is the one that was
/// meant.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_url_that_leads_elsewhere_takes_no_write() {
    on_postgres(|copy| async move {
        on_postgres(|place| async move {
            split(&place).await;
            split(&copy).await;
            let (http, (_folder, file)) = (reqwest::Client::new(), fresh_sqlite());
            let other = Process::serve(&file.url());
            // It takes part as well, and so has a secret; only that it is another one.
            let copied = serve(&copy);
            until_live(&http, &copied, &[&copied.url]).await;
            let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
            let stranger = format!("http://{}", listener.local_addr().expect("an address"));
            let (seen, mut saw) = tokio::sync::mpsc::unbounded_channel();
            let page = async move |request: axum::extract::Request| {
                seen.send((request.method().clone(), request.uri().clone(), request.headers().clone()))
                    .expect("the test is there");
                "<html>it works</html>"
            };
            let answering = tokio::spawn(axum::serve(listener, axum::Router::new().fallback(page)).into_future());
            for game in games() {
                // Both have games of these names, and would take events.
                assert_eq!([open(&http, &other, &game).await, open(&http, &copied, &game).await], [(201, None), (201, None)]);
            }
            for (round, elsewhere) in [&stranger, &other.url, &copied.url].into_iter().enumerate() {
                // The second is alive on the same database, and says that it is reached elsewhere.
                let both = [serve(&place), serve_at(&place, "127.0.0.1:0", elsewhere)];
                let mut live = [both[0].url.as_str(), elsewhere.as_str()];
                live.sort_unstable();
                until_live(&http, &both[0], &live).await;
                for game in games() {
                    assert_eq!(open(&http, &both[0], &game).await.0, if round == 0 { 201 } else { 200 });
                    for (id, server) in IN_TURN.iter().zip(both.iter().cycle()) {
                        assert_eq!(post(&http, server, &game, &format!("{round}-{id}")).await.0, 201);
                    }
                    let anonymous = json!({"type": "note", "data": {"text": "once"}});
                    let request = http.post(format!("{}/v1/games/{game}/events", both[0].url)).json(&anonymous);
                    let answer = whole(request).await;
                    assert_eq!(answer.0, 201, "it was sent nowhere, and is carried out here: {}", answer.2);
                }
                if round == 0 {
                    // It is asked more than once.
                    for _ in 0..2 {
                        let asked = tokio::time::timeout(Duration::from_secs(30), saw.recv()).await.expect("it is asked");
                        let (method, uri, headers) = asked.expect("a request");
                        assert_eq!((method.as_str(), uri.path()), ("HEAD", "/health/live"));
                        assert!(headers.contains_key("credence-challenge"), "{headers:?}");
                    }
                }
                // A question was sent there each second, and another one is answered within one.
                sleep(Duration::from_millis(2_500)).await;
                assert_eq!(servers(&http, &both[0]).await["reached"], json!([]));
                for outcome in ["answered", "unknown", "not_sent"] {
                    assert_eq!(forwarded(&http, &both[0], outcome).await, 0, "{outcome}");
                }
            }
            while let Ok((method, uri, _)) = saw.try_recv() {
                assert_eq!((method.as_str(), uri.path()), ("HEAD", "/health/live"));
            }
            for there in [&other, &copied] {
                // Where another server has come to that URL in the meantime, it takes nothing.
                let meant = http.post(format!("{}/v1/games/{}/events", there.url, games()[0]));
                let answer = whole(meant.header("credence-forwarded", "another").json(&note("late"))).await;
                assert_eq!((answer.0, &answer.2["type"]), (421, &json!("/problems/misdirected")), "{}", answer.2);
                for game in games() {
                    let log = whole(http.get(format!("{}/v1/games/{game}/events?observer=referee", there.url))).await;
                    assert_eq!(log.2["items"].as_array().expect("events").len(), 1, "its opening: {}", log.2);
                }
            }
            answering.abort();
        })
        .await;
    })
    .await;
}
