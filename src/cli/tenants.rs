//! `credence tenants`.

use std::path::Path;

use anyhow::{Context, bail};
use serde_json::json;

use super::open_log::{DatabaseFlag, OpenLog};
use super::print;
use crate::store::MOST_PARTITIONS;

/// Make and list tenants: each has a log of its own, which only its keys open.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// Make a tenant; its first key is made with `credence keys create --tenant NAME`
    Create(Create),
    /// List tenants, with the numbers of their logs and how many partitions each has
    List(List),
}

#[derive(clap::Args)]
struct Create {
    /// What the tenant is called
    name: String,
    /// Partitions of its log, 1 to 1024, which can never change: several let servers on one Postgres, or nodes of Citus, write to it side by side.
    /// On SQLite they gain nothing
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=i64::from(MOST_PARTITIONS)))]
    partitions: u16,
    #[command(flatten)]
    database: DatabaseFlag,
}

#[derive(clap::Args)]
struct List {
    /// Print JSON lines
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    database: DatabaseFlag,
}

/// Runs the subcommand.
pub(super) async fn run(file: Option<&Path>, arguments: Arguments) -> anyhow::Result<()> {
    match arguments.what {
        What::Create(create) => self::create(file, create).await,
        What::List(list) => self::list(file, list).await,
    }
}

/// What most likely keeps the database from being opened.
const HELD: &str = "the tenants cannot be reached in the database; where a server runs on a SQLite file, it is stopped for this";

async fn create(file: Option<&Path>, Create { name, partitions, database }: Create) -> anyhow::Result<()> {
    let log = OpenLog::open_or_make(database.config(file)?).await.context(HELD)?;
    let made = log.make_tenant(&name, partitions).await;
    log.close().await;
    let (id, is_new) = made?;
    if id.partitions() != partitions {
        bail!(
            "tenant {name:?} is there already, and the partitions of its log cannot change: {} now, {partitions} asked for",
            id.partitions()
        );
    }
    let state = if is_new { "is made" } else { "is there already" };
    print(&format!(
        "tenant {name:?} {state}, with {partitions} partition(s): `credence keys create --tenant {name:?} --role admin`"
    ))?;
    Ok(())
}

async fn list(file: Option<&Path>, List { json, database }: List) -> anyhow::Result<()> {
    let log = OpenLog::open_to_read(database.config(file)?, "there are no tenants").await.context(HELD)?;
    let tenants = log.tenants().await;
    log.close().await;
    for (id, name) in tenants? {
        let line = match json {
            true => json!({"tenant": name, "log": id.0, "partitions": id.partitions()}).to_string(),
            false => format!("{name:<24}  log {:<16}  {} partition(s)", id.0, id.partitions()),
        };
        if !print(&line)? {
            break;
        }
    }
    Ok(())
}
