//! How often a key may ask, and how many streams it may keep.

use credence::service::Limits;
use reqwest::Method;
use serde_json::json;

use super::{deal, status};
use crate::harness::app::TestApp;

#[tokio::test]
async fn a_key_that_asks_too_often_is_told_when_to_come_back() {
    let app = TestApp::with_limits(Limits { requests_per_second: 1, ..Limits::default() }).await;
    // Without keys there is nobody to count.
    for _ in 0..20 {
        assert!(!app.get("/v1/games").await.expect(200).is_null());
    }
    let (admin, _) = app.make_key(json!({"role": "admin"})).await;
    let header = format!("Bearer {admin}");
    let mut statuses = Vec::new();
    for _ in 0..20 {
        statuses.push(app.ask(Method::GET, "/v1/games", &[("authorization", &header)], None).await);
    }
    assert_eq!(statuses[0].status, 200);
    assert_eq!(statuses[0].headers["ratelimit-policy"], "\"key\";q=1;w=1");
    assert_eq!(statuses[0].headers["ratelimit"], "\"key\";r=0;t=1");
    let refused = statuses.iter().find(|answer| answer.status == 429).expect("twenty in a second are too many");
    assert_eq!(refused.headers["retry-after"], "1");
    assert_eq!(refused.headers["ratelimit"], "\"key\";r=0;t=1");
    let problem = refused.problem(429, "rate-limited");
    assert_eq!((&problem["limit"], &problem["retry_after"]), (&json!("requests_per_second"), &json!(1)));
    // Whether the server lives is answered all the same.
    assert_eq!(status(&app, Some(&header), Method::GET, "/health/live", None).await, 200);
}

#[tokio::test]
async fn a_key_keeps_so_many_streams_and_others_keep_theirs() {
    let app = TestApp::with_limits(Limits { streams_per_key: 2, ..Limits::default() }).await;
    let (admin, _) = app.make_key(json!({"role": "admin"})).await;
    app.hold(Some(&admin));
    deal(&app, "g1").await;
    let (other, _) = app.make_key(json!({"role": "reader"})).await;
    let follow = |key: String| app.http.get(format!("{}/v1/games/g1/events/stream", app.base)).bearer_auth(key).send();
    let one = follow(admin.clone()).await.expect("a stream");
    let two = follow(admin.clone()).await.expect("a stream");
    let three = follow(admin.clone()).await.expect("an answer");
    assert_eq!((one.status().as_u16(), two.status().as_u16(), three.status().as_u16()), (200, 200, 429));
    assert!(three.headers().contains_key("retry-after"));
    assert_eq!(follow(other).await.expect("a stream").status(), 200);
}
