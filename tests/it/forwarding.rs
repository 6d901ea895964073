//! Writes that a server passes on to the one that is preferred for their game. The servers are real processes on one Postgres.

use std::net::TcpListener;
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use crate::harness::{Place, Process, fresh_sqlite, on_postgres, program};
use crate::servers::{games, note, open, post, split, text, until_live};

/// A server that is advertised where it listens: on a port that was free a moment ago.
fn serve(place: &Place) -> Process {
    let address = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a port").to_string();
    let advertised = format!("http://{address}");
    Process::begin(program(&["serve", "--listen", &address, "--advertise", &advertised, "--database-url", &place.url()]))
        .expect("it starts")
}

/// Two servers that know each other, with a game in each partition.
async fn both(place: &Place, http: &reqwest::Client) -> [Process; 2] {
    split(place).await;
    let both = [serve(place), serve(place)];
    let mut live: Vec<&str> = both.iter().map(|server| server.url.as_str()).collect();
    live.sort_unstable();
    for server in &both {
        until_live(http, server, &live).await;
    }
    both
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
            assert_eq!(status, 201);
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
        // The opening of each game whose preferred server is the second, too.
        let opened = counts.iter().sum::<u64>() - passed;
        assert!(counts.iter().all(|count| *count > 0) && (1..16).contains(&opened), "{counts:?} of {passed}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_stopped_holds_up_a_write_for_two_seconds_and_doubles_none() {
    on_postgres(|place| async move {
        let http = reqwest::Client::new();
        let [first, second] = both(&place, &http).await;
        let mut its = Vec::new();
        for game in games() {
            // Those for which the second is preferred.
            if open(&http, &first, &game).await.1.is_some() {
                assert_eq!(post(&http, &first, &game, "before").await.0, 201);
                its.push(game);
            }
        }
        second.signal("STOP");
        let begun = Instant::now();
        assert_eq!(post(&http, &first, &its[0], "while").await.0, 201, "it has an id, and is carried out here");
        assert!((Duration::from_secs(2)..Duration::from_secs(7)).contains(&begun.elapsed()), "{:?}", begun.elapsed());
        assert!(forwarded(&http, &first, "unknown").await >= 1);
        // Whoever comes next does not wait for it again.
        let begun = Instant::now();
        assert_eq!(post(&http, &first, &its[0], "at once").await.0, 201);
        assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
        second.signal("CONT");
        let mut live = [first.url.as_str(), second.url.as_str()];
        live.sort_unstable();
        until_live(&http, &first, &live).await;
        // It got the request, and has carried it out by now: once in the log all the same.
        let log =
            http.get(format!("{}/v1/games/{}/events?observer=referee", second.url, its[0])).send().await.expect("it answers");
        let log: Value = log.json().await.expect("JSON");
        let ids: Vec<&str> =
            log["items"].as_array().expect("events").iter().skip(1).filter_map(|event| event["id"].as_str()).collect();
        assert_eq!(ids, ["before", "while", "at once"]);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_sent_twice_is_not_and_one_that_is_killed_holds_nothing_up() {
    on_postgres(|place| async move {
        let http = reqwest::Client::new();
        let [first, mut second] = both(&place, &http).await;
        let mut its = Vec::new();
        for game in games() {
            if open(&http, &first, &game).await.1.is_some() {
                its.push(game);
            }
        }
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

/// An advertised URL may lead to a server of another database, or to a stranger: nothing is sent there but the question whether it is the one that was meant.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_advertised_url_that_leads_elsewhere_takes_no_write() {
    on_postgres(|place| async move {
        split(&place).await;
        let (http, (_folder, file)) = (reqwest::Client::new(), fresh_sqlite());
        let other = Process::serve(&file.url());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let stranger = format!("http://{}", listener.local_addr().expect("an address"));
        let (seen, mut saw) = tokio::sync::mpsc::unbounded_channel();
        let page = async move |request: axum::extract::Request| {
            seen.send((request.method().clone(), request.uri().clone(), request.headers().clone())).expect("the test is there");
            "<html>it works</html>"
        };
        let answering = tokio::spawn(axum::serve(listener, axum::Router::new().fallback(page)).into_future());
        for elsewhere in [&other.url, &stranger] {
            let first = serve(&place);
            // It is alive on the same database, and says that it is reached elsewhere.
            let second = Process::serve_with(&place.url(), &[("CREDENCE_ADVERTISE", Path::new(elsewhere))]);
            let mut live = [first.url.as_str(), elsewhere.as_str()];
            live.sort_unstable();
            until_live(&http, &first, &live).await;
            let mut its = Vec::new();
            for game in games() {
                // The server of the other database has a game of this name, and would take events.
                assert!(matches!(open(&http, &other, &game).await.0, 200 | 201));
                let (status, named) = open(&http, &first, &game).await;
                assert!(matches!(status, 200 | 201), "{status}");
                assert_eq!(post(&http, &first, &game, elsewhere).await, (201, named.clone()));
                if named.is_some() {
                    its.push(game);
                }
            }
            assert!(forwarded(&http, &first, "not_sent").await >= 1);
            // It is asked again after a second.
            sleep(Duration::from_millis(1_100)).await;
            let anonymous = json!({"type": "note", "data": {"text": "once"}});
            let request = http.post(format!("{}/v1/games/{}/events", first.url, its[0])).json(&anonymous);
            let answer = whole(request).await;
            assert_eq!(answer.0, 201, "it was sent nowhere, and is carried out here: {}", answer.2);
            for outcome in ["answered", "unknown"] {
                assert_eq!(forwarded(&http, &first, outcome).await, 0, "{outcome}");
            }
            drop((first, second));
        }
        let mut asked = 0;
        while let Ok((method, uri, headers)) = saw.try_recv() {
            assert_eq!((method.as_str(), uri.path()), ("HEAD", "/health/live"));
            assert!(headers.contains_key("credence-challenge"), "{headers:?}");
            asked += 1;
        }
        assert!(asked >= 2, "asked {asked} times");
        // Where another server has come to that URL in the meantime, it takes nothing.
        let meant = http.post(format!("{}/v1/games/{}/events", other.url, games()[0]));
        let answer = whole(meant.header("credence-forwarded", "another").json(&note("late"))).await;
        assert_eq!((answer.0, &answer.2["type"]), (421, &json!("/problems/misdirected")), "{}", answer.2);
        for game in games() {
            let log = whole(http.get(format!("{}/v1/games/{game}/events?observer=referee", other.url))).await;
            assert_eq!(log.2["items"].as_array().expect("events").len(), 1, "its opening: {}", log.2);
        }
        answering.abort();
    })
    .await;
}
