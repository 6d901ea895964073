//! `credence doctor`.

use std::path::Path;

use serde_json::json;

use super::diagnosis::{Finding, State};
use super::outcome::{LogFlags, Outcome, conclude, counted};
use super::{machine, sqlite_file};
use crate::clock::{Clock, SystemClock};
use crate::store::{Scan, Target, scan};

/// Largest difference between the clocks of this machine and of Postgres that nobody will notice, in microseconds.
const CLOCKS_AGREE: u64 = 2_000_000;

/// Connections that a server takes from Postgres: its readers and its writer.
const CONNECTIONS: u64 = 17;

/// Look whether this machine and the database are fit to keep a log: how fast the disk confirms, settings, permissions, room, clock, limits.
///
/// Each line is ok, a warning, or wrong, with the cure. Ends with 1 where something is wrong.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    flags: LogFlags,
}

/// Runs the subcommand.
pub(super) async fn run(file: Option<&Path>, arguments: Arguments) -> anyhow::Result<()> {
    conclude(arguments.flags.json, doctor(file, &arguments).await)
}

async fn doctor(settings: Option<&Path>, arguments: &Arguments) -> anyhow::Result<Outcome> {
    let config = arguments.flags.config(settings)?;
    let url = &config.database_url;
    let mut findings = Vec::new();
    let target = Target::of(url)?;
    if let Target::Sqlite(path) = target {
        findings.extend(sqlite_file::findings(Path::new(path)));
    }
    if target.must_exist().is_ok() {
        match scan(url).await {
            Ok(mut scan) => {
                findings.extend(database(&mut *scan, target).await);
                scan.close().await;
            }
            Err(error) => findings.push(Finding::wrong(
                "database",
                format!("it cannot be read: {error}"),
                "correct --database-url, or let this user read the database; a database that is empty or older is brought up to date by `credence serve`",
            )),
        }
    }
    findings.extend(machine::findings(SystemClock.now_us()));
    let wrong = findings.iter().filter(|finding| finding.state == State::Wrong).count() as u64;
    Ok(Outcome {
        document: json!({"findings": findings}),
        lines: findings.iter().map(ToString::to_string).collect(),
        failure: (wrong > 0).then(|| format!("{} found to be wrong", counted(wrong, "thing"))),
    })
}

async fn database(scan: &mut dyn Scan, target: Target<'_>) -> Vec<Finding> {
    let settings = match scan.settings().await {
        Ok(settings) => settings,
        Err(error) => return vec![Finding::wrong("database", error.to_string(), "see what its own log says")],
    };
    let of = |setting: &(String, String)| match target {
        Target::Sqlite(_) => sqlite_setting(&setting.0, &setting.1),
        Target::Postgres(_) => postgres_setting(&setting.0, &setting.1),
    };
    settings.iter().filter_map(of).collect()
}

fn sqlite_setting(name: &str, value: &str) -> Option<Finding> {
    Some(match (name, value) {
        ("version", _) => Finding::ok("version", format!("SQLite {value}, part of this program")),
        ("journal_mode", "wal") => Finding::ok("journal", "a write-ahead log; servers set synchronous=FULL themselves"),
        ("journal_mode", _) => Finding::ok("journal", format!("{value}; the next server makes it a write-ahead log")),
        _ => return None,
    })
}

fn postgres_setting(name: &str, value: &str) -> Option<Finding> {
    let number = value.parse::<u64>().unwrap_or(0);
    Some(match (name, value) {
        ("version", _) => Finding::ok("version", format!("Postgres {value}")),
        ("fsync", "off") => Finding::wrong(name, "off: a crash of its machine can destroy the database", "set fsync = on"),
        ("full_page_writes", "off") => {
            Finding::wrong(name, "off: a crash of its machine can tear pages", "set full_page_writes = on")
        }
        ("synchronous_commit", "off") => {
            Finding::warning(name, "off; servers turn it on for their own sessions", "set synchronous_commit = on for all others")
        }
        ("data_checksums", "off") => Finding::warning(
            name,
            "off: damaged pages are read as if they were whole; `credence verify` finds them by their hashes",
            "pg_checksums --enable, while Postgres is stopped",
        ),
        ("max_connections", _) if number < 2 * CONNECTIONS => Finding::warning(
            name,
            format!("{value}; a server takes up to {CONNECTIONS}"),
            "raise max_connections, or run fewer servers",
        ),
        ("replica", "true") => Finding::wrong(
            name,
            "it is a replica, which takes no events",
            "name the primary in --database-url, or serve it with --read-only",
        ),
        ("replica", _) => Finding::ok("primary", "it takes writes"),
        ("now_us", _) => clock_of_postgres(i64::try_from(number).unwrap_or(i64::MAX)),
        ("sessions", _) => Finding::ok("servers", format!("{} of servers are open", counted(number, "connection"))),
        _ => Finding::ok(name, value),
    })
}

fn clock_of_postgres(theirs: i64) -> Finding {
    let apart = SystemClock.now_us().abs_diff(theirs);
    let what = format!("{} ms apart from the clock of Postgres", apart / 1_000);
    if apart <= CLOCKS_AGREE {
        Finding::ok("clocks", what)
    } else {
        Finding::warning("clocks", what, "keep both machines on NTP; times order nothing, but people read them")
    }
}
