//! `credence keys`.

use std::path::Path;

use anyhow::Context;
use jiff::{Span, SpanRelativeTo};
use serde_json::{Value, json};

use super::client::{Client, segment};
use super::open_log::{DatabaseFlag, OpenLog};
use super::{print, say};
use crate::clock::{Clock, SystemClock};
use crate::rulesets::Seat;
use crate::service::{Caller, KeyRequest, PageRequest, RoleName, Time};

/// Make, list and revoke keys, and say what happened to them.
///
/// Works on the database itself, so that who can read it is who may. A server that holds a SQLite file is asked with --server, and with an
/// admin's key in the variable CREDENCE_KEY where it has keys already.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// Make a key, and print it: this once
    Create(Create),
    /// List keys, newest first, without their secrets
    List(Where),
    /// Revoke a key: running servers refuse it within a second
    Revoke(Revoke),
    /// Say what happened to keys, newest first: made, revoked, refused often
    Trail(Where),
}

#[derive(clap::Args)]
struct Create {
    /// What may be done with it
    #[arg(long, value_name = "admin|referee|reader|seat")]
    role: RoleName,
    /// The game that a seat's key is for
    #[arg(long)]
    game: Option<String>,
    /// The seat that a seat's key is for
    #[arg(long)]
    seat: Option<Seat>,
    /// What people call it
    #[arg(long)]
    name: Option<String>,
    /// How long it is good, such as 30d or 12h [default: for ever]
    #[arg(long, value_name = "TIME", value_parser = read_span)]
    expires: Option<i64>,
    #[command(flatten)]
    at: Where,
}

#[derive(clap::Args)]
struct Revoke {
    /// The key's id, as it is listed
    id: String,
    #[command(flatten)]
    at: Where,
}

#[derive(clap::Args)]
struct Where {
    /// Whose log; `create` makes a tenant that is not there
    #[arg(long, default_value = "default", conflicts_with = "server")]
    tenant: String,
    /// Ask a running server at this URL, with the key in CREDENCE_KEY, instead of opening the database
    #[arg(long, value_name = "URL")]
    server: Option<String>,
    /// Print JSON lines
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    database: DatabaseFlag,
}

/// Microseconds that a text such as `30d` names; a day has 24 hours.
fn read_span(text: &str) -> Result<i64, String> {
    let wrong = |_| format!("{text:?} is no length of time, such as 30d, 12h or 45m");
    let span: Span = text.parse().map_err(wrong)?;
    let length = span.to_duration(SpanRelativeTo::days_are_24_hours()).map_err(wrong)?;
    let micros = i64::try_from(length.as_micros()).ok().filter(|micros| *micros > 0);
    micros.ok_or_else(|| format!("{text:?} is not later than now"))
}

/// Runs the subcommand.
pub(super) async fn run(file: Option<&Path>, arguments: Arguments) -> anyhow::Result<()> {
    match arguments.what {
        What::Create(create) => self::create(file, create).await,
        What::List(at) => list(file, at).await,
        What::Revoke(revoke) => self::revoke(file, revoke).await,
        What::Trail(at) => trail(file, at).await,
    }
}

async fn create(file: Option<&Path>, create: Create) -> anyhow::Result<()> {
    let Create { role, game, seat, name, expires, at } = create;
    let expires = match expires {
        None => None,
        Some(length) => {
            let end = SystemClock.now_us().checked_add(length).and_then(Time::of_micros);
            Some(end.context("--expires lies beyond the year 9999")?)
        }
    };
    let made = match &at.server {
        Some(url) => {
            let mut body = json!({"role": role});
            for (field, value) in
                [("game", json!(game)), ("seat", json!(seat)), ("name", json!(name)), ("expires", json!(expires))]
            {
                if !value.is_null() {
                    body[field] = value;
                }
            }
            Client::new(url)?.post("/v1/keys", &body).await?
        }
        None => {
            let log = OpenLog::open_or_make(at.database.config(file)?).await.context(HELD)?;
            let made = async {
                let (of, is_new) = log.make_tenant(&at.tenant, 1).await?;
                if is_new {
                    say(&format!("tenant {:?} is new", at.tenant));
                }
                let request = KeyRequest { role, game, seat, name, expires };
                Ok::<_, anyhow::Error>(log.service.make_key(&Caller { log: of, ..Caller::local() }, request).await?)
            };
            let made = made.await;
            log.close().await;
            serde_json::to_value(made?)?
        }
    };
    if at.json {
        print(&made.to_string())?;
    } else {
        print(made["key"].as_str().unwrap_or_default())?;
        say(&format!("{}. It is shown this once; send it as `Authorization: Bearer …`", describe(&made)));
    }
    Ok(())
}

/// What most likely keeps the database from being opened.
const HELD: &str = "the keys cannot be reached in the database; a server that runs on it is asked with --server URL";

async fn list(file: Option<&Path>, at: Where) -> anyhow::Result<()> {
    pages(file, &at, "/v1/keys", describe).await
}

async fn trail(file: Option<&Path>, at: Where) -> anyhow::Result<()> {
    pages(file, &at, "/v1/access", |entry| {
        let text = |field: &str| entry[field].as_str().unwrap_or_default().to_owned();
        let nobody = if entry["what"] == "refused_often" { "callers without a valid key" } else { "this machine" };
        let by = entry["by"].as_str().map_or_else(|| nobody.to_owned(), |by| format!("key {by}"));
        format!("{}  {:<13}  {}  by {by}  {}", text("time"), text("what"), text("id"), text("detail"))
    })
    .await
}

async fn revoke(file: Option<&Path>, revoke: Revoke) -> anyhow::Result<()> {
    let Revoke { id, at } = revoke;
    match &at.server {
        Some(url) => Client::new(url)?.delete(&format!("/v1/keys/{}", segment(&id))).await?,
        None => {
            let log = OpenLog::open(at.database.config(file)?, "there are no keys").await.context(HELD)?;
            let revoked = async {
                let of = log.of_tenant(&at.tenant).await?;
                Ok::<_, anyhow::Error>(log.service.revoke_key(&Caller { log: of, ..Caller::local() }, &id).await?)
            };
            let revoked = revoked.await;
            log.close().await;
            revoked?;
        }
    }
    print(&format!("key {id} is revoked"))?;
    Ok(())
}

/// Prints a list to its end, from a server or from the database.
async fn pages(file: Option<&Path>, at: &Where, path: &str, line: impl Fn(&Value) -> String) -> anyhow::Result<()> {
    let mut cursor: Option<String> = None;
    let log = match at.server {
        Some(_) => None,
        None => Some(OpenLog::open_to_read(at.database.config(file)?, "there are no keys").await.context(HELD)?),
    };
    let done = async {
        loop {
            let page = match (&log, &at.server) {
                (Some(log), _) => {
                    let (of, page) = (log.of_tenant(&at.tenant).await?, PageRequest { limit: None, cursor: cursor.take() });
                    match path {
                        "/v1/keys" => serde_json::to_value(log.service.list_keys(of, &page).await?)?,
                        _ => serde_json::to_value(log.service.access_trail(of, &page).await?)?,
                    }
                }
                (None, url) => {
                    let query = cursor.take().map_or(String::new(), |cursor| format!("?cursor={cursor}"));
                    Client::new(url.as_deref().unwrap_or_default())?.get(&format!("{path}{query}")).await?
                }
            };
            for item in page["items"].as_array().into_iter().flatten() {
                if !print(&if at.json { item.to_string() } else { line(item) })? {
                    return Ok(());
                }
            }
            cursor = page["next"].as_str().map(str::to_owned);
            if cursor.is_none() {
                return Ok(());
            }
        }
    };
    let done: anyhow::Result<()> = done.await;
    if let Some(log) = log {
        log.close().await;
    }
    done
}

/// A key in one line.
fn describe(key: &Value) -> String {
    let text = |field: &str| key[field].as_str().unwrap_or_default().to_owned();
    let mut line = format!("{}  {:<7}", text("id"), text("role"));
    if let Some(game) = key["game"].as_str() {
        line.push_str(&format!("  seat {} of {game}", key["seat"]));
    }
    for (field, words) in
        [("name", ""), ("made", "made "), ("expires", "expires "), ("revoked", "REVOKED "), ("last_used", "used ")]
    {
        if key[field].is_string() {
            line.push_str(&format!("  {words}{}", text(field)));
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::read_span;

    #[test]
    fn lengths_of_time_are_read() {
        assert_eq!(read_span("30d"), Ok(30 * 86_400 * 1_000_000));
        assert_eq!(read_span("12h"), Ok(12 * 3_600 * 1_000_000));
        for wrong in ["", "30", "soon", "-3d", "0s", "1 year"] {
            assert!(read_span(wrong).is_err(), "{wrong:?}");
        }
    }
}
