//! `credence rebuild`.

use std::path::Path;

use anyhow::{Context, bail};

use super::open_log::OpenLog;
use super::print;
use crate::config::Flags;
use crate::service::{DEFAULT_LOG, Rebuilt};

/// Drop the profiles of all players, fold them from the log again, and say whether they are what stood, bit for bit.
///
/// Over Postgres the servers can go on meanwhile; a SQLite file must be free.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    flags: Flags,
}

/// Runs the subcommand. It fails where something differed, which it has put right then.
pub(super) async fn run(file: Option<&Path>, arguments: Arguments) -> anyhow::Result<()> {
    let log = OpenLog::open(file, &arguments.flags, "there is nothing to rebuild").await?;
    let (mut players, mut counts) = (0, [0; 3]);
    let rebuilt = log
        .service
        .rebuild(DEFAULT_LOG, |rebuilt| {
            players += 1;
            for (count, rulesets) in counts.iter_mut().zip([&rebuilt.equal, &rebuilt.different, &rebuilt.new]) {
                *count += rulesets.len();
            }
            // Whoever reads may have seen enough; the work goes on.
            let _ = print(&describe(&rebuilt));
        })
        .await;
    let populations = log.service.rebuild_populations(DEFAULT_LOG).await;
    log.close().await;
    rebuilt.context("the profiles could not all be rebuilt; reading folds those that are missing")?;
    let [equal, different, new] = counts;
    print(&format!("{players} players: {equal} profiles equal bit for bit, {different} different, {new} not kept before"))?;
    let populations = populations.context("the populations could not be rebuilt; opening a game folds them")?;
    let others: Vec<&str> = populations.iter().filter(|(_, equal)| !**equal).map(|(ruleset, _)| ruleset.as_str()).collect();
    print(&format!("{} populations equal bit for bit, {} different", populations.len() - others.len(), others.len()))?;
    if different > 0 || !others.is_empty() {
        bail!("{different} profiles and {} populations were not what the log says; they are now", others.len());
    }
    Ok(())
}

fn describe(rebuilt: &Rebuilt) -> String {
    let said = |rulesets: &[String], what: &str| rulesets.iter().map(|ruleset| format!("{ruleset} {what}")).collect::<Vec<_>>();
    let all = [said(&rebuilt.equal, "equal"), said(&rebuilt.different, "DIFFERENT"), said(&rebuilt.new, "new")].concat();
    let what = if all.is_empty() { "nothing settled".to_owned() } else { all.join(", ") };
    let revision = rebuilt.revision.map_or_else(|| "-".to_owned(), |revision| revision.to_string());
    format!("{:<24} revision {revision:<8} {what}", rebuilt.player)
}
