//! Pages of other origins: which a browser lets in, and which hosts are answered for.

use std::net::SocketAddr;

use credence::cli::start;
use credence::config::Config;
use reqwest::Method;

async fn preflight(base: &str, origin: &str) -> reqwest::Response {
    let request = reqwest::Client::new().request(Method::OPTIONS, format!("{base}/v1/games"));
    let request = request.header("origin", origin).header("access-control-request-method", "POST");
    request.header("access-control-request-headers", "authorization,content-type").send().await.expect("an answer")
}

#[tokio::test]
async fn an_origin_is_let_in_where_it_is_named_and_no_other() {
    let config = Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        database_url: "sqlite::memory:".to_owned(),
        cors_origins: vec!["https://bots.example.org".to_owned()],
        ..Config::default()
    };
    let server = start(&config).await.expect("the server starts");
    let named = preflight(&server.url(), "https://bots.example.org").await;
    assert_eq!(named.headers()["access-control-allow-origin"], "https://bots.example.org");
    let allowed = named.headers()["access-control-allow-headers"].to_str().expect("text").to_owned();
    assert!(allowed.contains("authorization") && !named.headers().contains_key("access-control-allow-credentials"), "{allowed}");
    let other = preflight(&server.url(), "https://elsewhere.example.org").await;
    assert!(!other.headers().contains_key("access-control-allow-origin"));
    let get = reqwest::Client::new().get(format!("{}/v1/games", server.url())).header("origin", "https://bots.example.org");
    let read = get.send().await.expect("an answer");
    assert_eq!(read.headers()["access-control-allow-origin"], "https://bots.example.org");
    assert!(read.headers()["access-control-expose-headers"].to_str().expect("text").contains("etag"));
    // What depends on the key depends on it also where it is not there.
    let get = reqwest::Client::new().get(format!("{}/v1/games/none", server.url())).header("origin", "https://bots.example.org");
    let missing = get.send().await.expect("an answer");
    let varies: Vec<&str> = missing.headers().get_all("vary").iter().map(|vary| vary.to_str().expect("text")).collect();
    assert!(
        missing.status() == 404 && ["origin", "authorization"].iter().all(|name| varies.join(",").contains(name)),
        "{varies:?}"
    );
    server.stop().await;
    for wrong in ["*", "example.org", "https://example.org/", "https://example.org/page", "ftp://example.org"] {
        let config = Config { cors_origins: vec![wrong.to_owned()], ..config.clone() };
        let error = start(&config).await.err().map(|error| format!("{error:#}")).unwrap_or_default();
        assert!(error.contains("\"cors_origins\"") && error.contains("is no origin"), "{wrong}: {error}");
    }
}
