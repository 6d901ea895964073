//! The web page: what is in the log, for people who would rather look than read.
//!
//! What is served here is the same for everybody, and says nothing of any game: a frame, a style sheet, and modules of plain JavaScript that
//! ask the API, with the caller's own key, for what they show. So a page can show nobody more than the API would answer them, and no cookie
//! has to be kept from other sites. A game's own picture of a belief stands in its folder: `src/rulesets/<key>/picture.js`.
//!
//! All files stand below one path that holds a hash of all of them: browsers keep them until the release changes, and modules name each other
//! by relative paths.

use std::borrow::Cow;
use std::sync::OnceLock;

use axum::Router;
use axum::extract::Path;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use rust_embed::{Embed, EmbeddedFile};

use super::App;
use super::problem::{NOT_FOUND, Problem};
use crate::rulesets::ALL;

/// The frame, the style sheets and the modules.
#[derive(Embed)]
#[folder = "src/http/page/"]
#[include = "*.html"]
#[include = "*.css"]
#[include = "*.js"]
#[include = "*.svg"]
struct Files;

/// Each game's own picture.
#[derive(Embed)]
#[folder = "src/rulesets/"]
#[include = "*/picture.js"]
struct Pictures;

/// The paths of pages. All answer with the same frame, whose script looks at the path.
const PAGES: [&str; 8] = [
    "/",
    "/games/{game}",
    "/games/{game}/report",
    "/players",
    "/players/{player}",
    "/rulesets/{ruleset}",
    "/operations",
    "/docs",
];

const FILES: &str = "/page/{release}/{*file}";

/// Where browsers look for an icon of what names none, such as an answer that somebody opened in a tab.
const ICON: &str = "/favicon.ico";

/// Nothing but this server's own files is loaded or run, no text becomes markup, and no other site may frame the page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

/// What stands in the head of the pages that a script fills.
const HEAD: &str = r#"<meta name="pictures" content="{{pictures}}">
<link rel="stylesheet" href="{{base}}/game.css">
<link rel="stylesheet" href="{{base}}/pictures.css">
<script type="module" src="{{base}}/main.js"></script>"#;

/// What stands in them where no script runs.
const UNFILLED: &str = "<noscript>This page reads the server's API with JavaScript. Without it, the API can be asked as \
     <a href=\"/docs/guide\">the guide</a> says.</noscript>";

/// Whether a route is the page's.
pub fn is_route(route: &str) -> bool {
    route == FILES || route == ICON || PAGES.contains(&route)
}

/// The pages and their files.
pub fn routes() -> Router<App> {
    let pages = PAGES.into_iter().fold(Router::new(), |router, path| router.route(path, get(frame)));
    pages.route(FILES, get(file)).route(ICON, get(icon))
}

/// The icon at a path without a release in it, so that browsers keep it for a day and no longer.
async fn icon() -> Response {
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CACHE_CONTROL, "public, max-age=86400"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    (headers, Files::get("icon.svg").map(|file| file.data.into_owned()).unwrap_or_default()).into_response()
}

async fn frame() -> Response {
    static FRAME: OnceLock<String> = OnceLock::new();
    let page = FRAME.get_or_init(|| {
        let drawn = ALL.iter().map(|ruleset| ruleset.key()).filter(|key| picture(key).is_some());
        let drawn: Vec<&str> = drawn.collect();
        framed("Credence", &HEAD.replace("{{pictures}}", &drawn.join(" ")), UNFILLED)
    });
    sent(page.as_str())
}

/// A page in the frame that all share: its title, what else stands in its head, and its content, each as markup.
pub fn framed(title: &str, head: &str, content: &str) -> String {
    let frame = Files::get("index.html").map(|file| String::from_utf8_lossy(&file.data).into_owned()).unwrap_or_default();
    let frame = frame.replace("{{head}}", head).replace("{{base}}", base()).replace("{{title}}", title);
    // The content comes last: what looks like a place in it is its own.
    frame.replace("{{main}}", content)
}

/// A page as it is sent: under the policy, and asked for anew each time.
pub fn sent(page: impl IntoResponse) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CACHE_CONTROL, "no-cache"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
    ];
    (headers, page).into_response()
}

async fn file(Path((asked, name)): Path<(String, String)>) -> Result<Response, Problem> {
    let missing = || Problem::new(&NOT_FOUND, format!("this release has no file {name:?} at {asked:?}; load the page again"));
    let file = match name.strip_prefix("pictures/").and_then(|name| name.strip_suffix(".js")) {
        Some(ruleset) => picture(ruleset),
        None => Files::get(&name),
    };
    let file = file.filter(|_| asked == release()).ok_or_else(missing)?;
    let headers = [
        (header::CONTENT_TYPE, media(&name)),
        (header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable")),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    ];
    Ok((headers, file.data.into_owned()).into_response())
}

fn picture(ruleset: &str) -> Option<EmbeddedFile> {
    Pictures::get(&format!("{ruleset}/picture.js"))
}

fn media(name: &str) -> HeaderValue {
    HeaderValue::from_static(match name.rsplit_once('.') {
        Some((_, "js")) => "text/javascript; charset=utf-8",
        Some((_, "css")) => "text/css; charset=utf-8",
        Some((_, "svg")) => "image/svg+xml",
        _ => "text/html; charset=utf-8",
    })
}

/// Below which path the files stand.
fn base() -> &'static str {
    static BASE: OnceLock<String> = OnceLock::new();
    BASE.get_or_init(|| format!("/page/{}", release()))
}

/// A hash of all files, which changes with any of them.
fn release() -> &'static str {
    static RELEASE: OnceLock<String> = OnceLock::new();
    RELEASE.get_or_init(|| {
        let mut hasher = blake3::Hasher::new();
        let mut take = |name: &str, data: Cow<'static, [u8]>| {
            hasher.update(&(name.len() as u64).to_le_bytes()).update(name.as_bytes());
            hasher.update(&(data.len() as u64).to_le_bytes()).update(&data);
        };
        for name in Files::iter() {
            Files::get(&name).into_iter().for_each(|file| take(&name, file.data));
        }
        for name in Pictures::iter() {
            Pictures::get(&name).into_iter().for_each(|file| take(&name, file.data));
        }
        hasher.finalize().to_hex()[..16].to_owned()
    })
}
