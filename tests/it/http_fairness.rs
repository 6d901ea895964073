//! Nobody can starve the others: what is done once for many, when a request counts, and what is answered whatever else happens. How long any
//! of it takes is measured by `tests/fault/abuse`.

use std::net::SocketAddr;

use credence::service::Limits;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::harness::app::{TestApp, first_session};
use crate::harness::{Process, fresh_sqlite};

/// A value that a server counted, all series of a name added up.
async fn counted(url: &str, name: &str) -> f64 {
    let text = reqwest::get(format!("{url}/metrics")).await.expect("an answer").text().await.expect("text");
    let of_it = text.lines().filter(|line| line.strip_prefix(name).is_some_and(|rest| rest.starts_with(['{', ' '])));
    of_it.filter_map(|line| line.rsplit(' ').next()?.parse::<f64>().ok()).sum()
}

#[tokio::test]
async fn readers_of_one_cold_game_share_one_load_and_one_fold() {
    let (_keep, place) = fresh_sqlite();
    let app = TestApp::on(&place.url()).await;
    app.open_catan("g1", 3, json!({"setup": {"bank": "unlimited"}})).await;
    for _ in 0..20 {
        app.append("g1", first_session()).await;
    }
    app.stop().await;
    // A program of its own, because a process has one set of counters.
    let server = Process::serve(&place.url());
    let path = format!("{}/v1/games/g1/belief?observer=seat:1&revision=60", server.url);
    let read = || async {
        let answer = reqwest::get(&path).await.expect("an answer");
        assert_eq!(answer.status(), 200);
        answer.bytes().await.expect("a body")
    };
    let bodies = futures::future::join_all((0..32).map(|_| read())).await;
    assert!(bodies.windows(2).all(|pair| pair[0] == pair[1]));
    assert_eq!(counted(&server.url, "credence_game_loads_total").await, 1.0);
    assert_eq!(counted(&server.url, "credence_fold_events_count").await, 1.0);
}

#[tokio::test]
async fn a_request_counts_from_when_its_body_is_there() {
    let app = TestApp::with_limits(Limits { requests_in_flight: 1, ..Limits::default() }).await;
    app.open_catan("g1", 3, json!({})).await;
    let address: SocketAddr = app.base.trim_start_matches("http://").parse().expect("an address");
    let body = json!({"type": "turn", "data": {"seat": 0}}).to_string();
    let head = format!(
        "POST /v1/games/g1/events HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    let mut slow = Vec::new();
    for _ in 0..8 {
        let mut connection = TcpStream::connect(address).await.expect("a connection");
        connection.write_all(format!("{head}{}", &body[..10]).as_bytes()).await.expect("written");
        slow.push(connection);
    }
    for path in ["/v1/games/g1/belief", "/health/live", "/health/ready"] {
        app.get(path).await.expect(200);
    }
    let mut answer = String::new();
    slow[0].write_all(&body.as_bytes()[10..]).await.expect("written");
    slow[0].read_to_string(&mut answer).await.expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 201"), "{answer}");
}

/// 400 KiB of spaces and an event, on a connection of its own: all of it but the last byte, which is kept.
async fn begin_large(address: SocketAddr, path: &str, key: Option<&str>) -> TcpStream {
    let body = format!("{}{}", " ".repeat(400 << 10), json!({"type": "turn", "data": {"seat": 0}}));
    let key = key.map_or(String::new(), |key| format!("authorization: Bearer {key}\r\n"));
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{key}content-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    let mut connection = TcpStream::connect(address).await.expect("a connection");
    connection.write_all(head.as_bytes()).await.expect("written");
    // A server that refuses the request may close before it has read all of it.
    connection.write_all(&body.as_bytes()[..body.len() - 1]).await.ok();
    connection
}

/// What is answered first on a connection.
async fn answered(connection: &mut TcpStream) -> String {
    let mut bytes = vec![0; 4_096];
    let count = connection.read(&mut bytes).await.expect("an answer");
    String::from_utf8_lossy(&bytes[..count]).into_owned()
}

#[tokio::test]
async fn bodies_that_one_key_leaves_half_sent_leave_room_for_others() {
    let (body_bytes, events) = (1 << 20, "/v1/games/g1/events");
    let app = TestApp::with_limits(Limits { body_bytes, bodies_bytes: 2 << 20, body_seconds: 3_600, ..Limits::default() }).await;
    let (admin, _) = app.make_key(json!({"role": "admin"})).await;
    app.hold(Some(&admin));
    app.open_catan("g1", 3, json!({})).await;
    let (other, _) = app.make_key(json!({"role": "referee"})).await;
    let address: SocketAddr = app.base.trim_start_matches("http://").parse().expect("an address");
    let mut strangers = Vec::new();
    for path in ["/problems", "/openapi.json", "/docs/guide", events] {
        for _ in 0..8 {
            strangers.push(begin_large(address, path, None).await);
        }
    }
    // Whichever of them come first take half of the room, which is not enough for the third.
    let mut slow = Vec::new();
    for _ in 0..3 {
        slow.push(begin_large(address, events, Some(&admin)).await);
    }
    let reading = slow.iter_mut().map(|connection| Box::pin(answered(connection)));
    let (refused, at, _) = futures::future::select_all(reading).await;
    assert!(refused.starts_with("HTTP/1.1 429") && refused.contains("bodies_bytes"), "{refused}");
    let mut quick = begin_large(address, events, Some(&other)).await;
    quick.write_all(b"}").await.expect("written");
    let taken = answered(&mut quick).await;
    assert!(taken.starts_with("HTTP/1.1 201"), "{taken}");
    // And what had room goes on.
    slow.remove(at);
    for mut connection in slow {
        connection.write_all(b"}").await.expect("written");
        let taken = answered(&mut connection).await;
        assert!(taken.starts_with("HTTP/1.1 201"), "{taken}");
    }
}

#[tokio::test]
async fn large_answers_are_the_same_compressed_or_not() {
    let app = TestApp::fresh().await;
    app.open_catan("g1", 3, json!({})).await;
    app.append("g1", first_session()).await;
    let wanted = json!({"observer": "public", "count": 1_000, "seed": 1});
    for media in ["application/json", "application/x-ndjson", "application/vnd.credence.worlds"] {
        let ask = |coding: &'static str| {
            let headers = [("accept", media), ("accept-encoding", coding)];
            let (app, wanted) = (&app, wanted.clone());
            async move { app.ask(reqwest::Method::POST, "/v1/games/g1/worlds", &headers, Some(wanted)).await }
        };
        let (plain, zipped) = (ask("identity").await, ask("gzip").await);
        assert_eq!((plain.status.as_u16(), zipped.status.as_u16()), (200, 200));
        assert_eq!(zipped.headers["content-encoding"], "gzip");
        assert!(!plain.headers.contains_key("content-encoding"));
        assert_eq!(plain.headers["content-length"], plain.bytes.len().to_string().as_str());
        for answer in [&plain, &zipped] {
            assert_eq!(answer.headers["content-type"], media);
            let vary: Vec<_> = answer.headers.get_all("vary").iter().collect();
            assert!(["accept", "accept-encoding"].iter().all(|name| vary.iter().any(|vary| vary == name)), "{vary:?}");
        }
        let mut unzipped = Vec::new();
        std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(&zipped.bytes[..]), &mut unzipped).expect("gzip");
        assert_eq!(unzipped, plain.bytes);
    }
}

#[tokio::test]
async fn pages_of_evidence_are_the_timeline_whatever_their_size() {
    let app = TestApp::fresh().await;
    app.open_catan("g1", 3, json!({"setup": {"bank": "unlimited"}})).await;
    for _ in 0..140 {
        app.append("g1", first_session()).await;
    }
    // A correction of an early event changes all windows after it, and the pages of what was before stay what they were.
    let all = async |query: &str, limit: usize| {
        let (mut items, mut cursor) = (Vec::new(), String::new());
        loop {
            let page = app.get(&format!("/v1/games/g1/evidence?limit={limit}{query}{cursor}")).await.expect(200);
            items.extend(page["items"].as_array().expect("pieces").clone());
            let Some(next) = page["next"].as_str() else { return items };
            assert_eq!(page["items"].as_array().map(Vec::len), Some(limit));
            cursor = format!("&cursor={next}");
        }
    };
    for query in ["", "&observer=seat:1", "&from=250&to=270", "&type=steal"] {
        let (large, small) = (all(query, 1_000).await, all(query, 37).await);
        assert_eq!(large, small, "{query}");
        let revisions: Vec<u64> = large.iter().map(|piece: &Value| piece["revision"].as_u64().expect("one")).collect();
        assert!(revisions.is_sorted(), "{query}");
    }
    let (before, middle) = (all("", 1_000).await, all("&from=250&to=270", 1_000).await);
    let within = |piece: &&Value| (250..=270).contains(&piece["revision"].as_u64().expect("one"));
    assert_eq!(before.iter().filter(within).cloned().collect::<Vec<_>>(), middle);
    app.append("g1", json!({"type": "retract", "data": {"revision": 2, "reason": "nobody was robbed"}})).await;
    let after = all("", 1_000).await;
    assert!(after.iter().all(|piece| piece["revision"] != 2));
    assert_eq!(after, all("", 53).await);
}

/// A connection on which so many worlds were asked for, and of whose answers nobody takes any: one of them holds all the room that there is.
async fn stuck(app: &TestApp, wanted: &Value) -> tokio::net::TcpStream {
    let body = wanted.to_string();
    let request = format!(
        "POST /v1/games/g1/worlds HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let socket = tokio::net::TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(4_096).expect("a small one");
    let address: SocketAddr = app.base.trim_start_matches("http://").parse().expect("an address");
    let mut idle = socket.connect(address).await.expect("a connection");
    idle.write_all(request.repeat(ASKED).as_bytes()).await.expect("written");
    idle.readable().await.expect("the first head");
    idle
}

/// More answers, one after the other, than lie between two programs unread.
const ASKED: usize = 16;

#[tokio::test]
async fn answers_that_nobody_takes_make_room_again() {
    let app = TestApp::with_limits(Limits { write_seconds: 1, answer_bytes: 1 << 20, ..Limits::default() }).await;
    app.open_catan("g1", 6, json!({})).await;
    app.append("g1", first_session()).await;
    let wanted = json!({"observer": "public", "count": 10_000, "seed": 1});
    let mut idle = stuck(&app, &wanted).await;
    // An answer takes all the room that there is. Who waits for it is served in turn, so that one of these comes behind the one that is stuck.
    let mut bytes = 0;
    for _ in 0..ASKED + 1 {
        let answered = app.post("/v1/games/g1/worlds", wanted.clone()).await;
        assert_eq!(answered.status, 200);
        bytes = answered.bytes.len();
    }
    let mut taken = Vec::new();
    let end = idle.read_to_end(&mut taken).await;
    assert!(end.is_err() || taken.len() < ASKED * bytes, "{} bytes of {}", taken.len(), ASKED * bytes);
}

#[tokio::test]
async fn what_is_refused_waits_for_no_room() {
    let limits = Limits { write_seconds: 3_600, request_seconds: 5, answer_bytes: 1 << 20, page: 100, ..Limits::default() };
    let app = TestApp::with_limits(limits).await;
    app.open_catan("g1", 6, json!({})).await;
    app.append("g1", first_session()).await;
    let wanted = json!({"observer": "public", "count": 10_000, "seed": 1});
    let _idle = stuck(&app, &wanted).await;
    // Until one is given up, who waits for room is served between the answers that still fit into the connection.
    let mut given_up = false;
    for _ in 0..=ASKED {
        let answered = app.post("/v1/games/g1/worlds", wanted.clone()).await;
        given_up = answered.status == 503;
        if given_up {
            answered.problem(503, "timeout");
            break;
        }
    }
    assert!(given_up, "the room is not taken, so that this test says nothing");
    for path in ["/v1/games", "/v1/players", "/v1/events", "/v1/games/g1/events", "/v1/games/g1/evidence", "/v1/games/g1/curve"] {
        app.get(&format!("{path}?limit=9007199254740991")).await.problem(422, "over-limit");
    }
}
