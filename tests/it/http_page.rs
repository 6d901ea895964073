//! The web page as it is served: a frame that is the same for everybody, and files that browsers keep. What it does in a browser is tried by
//! `tests/page/run`.

use std::path::Path;

use credence::rulesets::ALL;
use reqwest::Method;

use crate::access::guarded;
use crate::harness::app::{Answered, TestApp};

const PAGES: [&str; 8] =
    ["/", "/games/g1", "/games/g1/report", "/players", "/players/ann", "/rulesets/catan", "/operations", "/docs"];

fn text(answer: &Answered) -> String {
    String::from_utf8(answer.bytes.clone()).expect("text")
}

/// The values of an attribute, such as `src`.
fn named(page: &str, attribute: &str) -> Vec<String> {
    let start = format!("{attribute}=\"/page/");
    page.split(&start).skip(1).filter_map(|rest| Some(format!("/page/{}", rest.split('"').next()?))).collect()
}

#[tokio::test]
async fn every_page_is_the_same_frame_and_says_nothing_of_any_game() {
    let (app, admin) = guarded().await;
    app.open_catan("g1", 3, serde_json::json!({})).await;
    app.hold(None);
    let frame = text(&app.get("/").await);
    for path in PAGES {
        for key in [None, Some(admin.as_str())] {
            app.hold(key);
            let answer = app.get(path).await;
            assert_eq!((answer.status.as_u16(), text(&answer)), (200, frame.clone()), "{path}");
            let policy = answer.headers["content-security-policy"].to_str().expect("text").to_owned();
            assert!(
                policy.starts_with("default-src 'none'") && !policy.contains("unsafe") && !policy.contains("http"),
                "{policy}"
            );
        }
    }
    assert!(!frame.contains("http:") && !frame.contains("https:"), "{frame}");
}

/// Whoever reads the guide finds the way to every page, and back.
#[tokio::test]
async fn documents_stand_in_the_frame_of_the_pages() {
    let app = TestApp::fresh().await;
    let page = text(&app.get("/").await);
    let document = text(&app.ask(Method::GET, "/docs/guide", &[("accept", "text/html")], None).await);
    let head =
        |page: &str| page.split_once("<header").and_then(|(_, rest)| rest.split_once("</header>")).expect("a head").0.to_owned();
    assert_eq!(head(&page), head(&document));
    assert!(head(&page).contains("href=\"/docs/guide\""), "{page}");
    assert!(page.contains("<script") && document.contains("<article") && !document.contains("<script"), "{document}");
    assert!(![page, document].iter().any(|text| text.contains("{{")), "a place that nothing was put into");
}

#[tokio::test]
async fn files_are_kept_by_their_content_and_nothing_else_is_served() {
    let app = TestApp::fresh().await;
    let frame = text(&app.get("/").await);
    let files = [named(&frame, "src"), named(&frame, "href")].concat();
    assert!(files.len() >= 4, "{files:?}");
    for file in &files {
        let answer = app.get(file).await;
        assert_eq!(answer.status, 200, "{file}");
        assert!(answer.headers["cache-control"].to_str().expect("text").contains("immutable"), "{file}");
    }
    let base = files[0].rsplit_once('/').expect("a path").0.to_owned();
    let main = app.get(&format!("{base}/main.js")).await;
    assert_eq!(main.headers["content-type"], "text/javascript; charset=utf-8");
    for missing in ["/mod.rs", "/../mod.rs", "/%2e%2e/mod.rs", "/pictures/nobody.js", "/pictures/../hearts/mod.rs", "/"] {
        assert_eq!(app.get(&format!("{base}{missing}")).await.status, 404, "{missing}");
    }
    app.get("/page/0123456789abcdef/main.js").await.problem(404, "not-found");
    let posted = app.ask(Method::POST, "/", &[], Some(serde_json::json!({}))).await;
    assert_eq!(posted.status, 405);
}

/// Whoever opens an answer of the API in a tab has an error on the console otherwise.
#[tokio::test]
async fn a_browser_finds_the_icon_where_it_looks_by_itself() {
    let app = TestApp::fresh().await;
    let icon = app.get("/favicon.ico").await;
    assert_eq!((icon.status.as_u16(), icon.headers["content-type"].to_str().expect("text")), (200, "image/svg+xml"));
    assert!(text(&icon).starts_with("<svg"), "{}", text(&icon));
}

/// A module that is not there is an error in every browser, and in no compiler: every import names a file that is served.
#[tokio::test]
async fn modules_import_what_is_served() {
    let app = TestApp::fresh().await;
    let frame = text(&app.get("/").await);
    let mut left = named(&frame, "src").into_iter().filter(|file| file.ends_with(".js")).collect::<Vec<_>>();
    let base = left[0].rsplit_once('/').expect("a path").0.to_owned();
    let pictured = ALL.iter().filter(|ruleset| Path::new("src/rulesets").join(ruleset.key()).join("picture.js").exists());
    left.extend(pictured.map(|ruleset| format!("{base}/pictures/{}.js", ruleset.key())));
    let mut read = std::collections::BTreeSet::new();
    while let Some(file) = left.pop() {
        if !read.insert(file.clone()) {
            continue;
        }
        let answer = app.get(&file).await;
        assert_eq!(answer.status, 200, "{file}");
        let code = text(&answer);
        let elsewhere = code.replace("\"http://www.w3.org/2000/svg\"", "");
        assert!(!elsewhere.contains("http://") && !elsewhere.contains("https://"), "{file} names another server");
        let folder = file.rsplit_once('/').expect("a path").0;
        for start in ["from \"", "import(\"", "import \""] {
            for name in code.split(start).skip(1).filter_map(|rest| rest.split('"').next()).filter(|name| name.starts_with('.')) {
                let mut path: Vec<&str> = folder.split('/').collect();
                for part in name.split('/') {
                    match part {
                        "." => {}
                        ".." => drop(path.pop()),
                        part => path.push(part),
                    }
                }
                left.push(path.join("/"));
            }
        }
    }
    assert!(read.len() > 20, "{read:?}");
}
