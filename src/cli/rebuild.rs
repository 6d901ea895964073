//! `credence rebuild`.

use std::path::Path;

use anyhow::{Context, bail};

use super::open_log::{DatabaseFlag, OpenLog};
use super::print;
use crate::service::Rebuilt;

/// Drop the profiles of all players, fold them from the log again, and say whether they are what stood, bit for bit.
///
/// Over Postgres the servers can go on meanwhile; a SQLite file must be free.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    database: DatabaseFlag,
}

/// Runs the subcommand. It fails where something differed, which it has put right then.
pub(super) async fn run(file: Option<&Path>, arguments: Arguments) -> anyhow::Result<()> {
    let log = OpenLog::open(arguments.database.config(file)?, "there is nothing to rebuild").await?;
    let mut counted = Counted::default();
    let rebuilt = counted.rebuild(&log).await;
    log.close().await;
    rebuilt?;
    let Counted { players, profiles: [equal, different, new], populations: [equal_populations, others] } = counted;
    print(&format!("{players} players: {equal} profiles equal bit for bit, {different} different, {new} not kept before"))?;
    print(&format!("{equal_populations} populations equal bit for bit, {others} different"))?;
    if different > 0 || others > 0 {
        bail!("{different} profiles and {others} populations were not what the log says; they are now");
    }
    Ok(())
}

/// What was folded again, of all tenants.
#[derive(Default)]
struct Counted {
    players: usize,
    /// Equal to what was kept, different from it, and not kept before.
    profiles: [usize; 3],
    /// Equal to what was kept, and different from it.
    populations: [usize; 2],
}

impl Counted {
    async fn rebuild(&mut self, log: &OpenLog) -> anyhow::Result<()> {
        let tenants = log.tenants().await?;
        let are_many = tenants.len() > 1;
        for (of, name) in tenants {
            if are_many {
                print(&format!("tenant {name}:"))?;
            }
            let rebuilt = log.service.rebuild(of, |rebuilt| {
                self.players += 1;
                for (count, rulesets) in self.profiles.iter_mut().zip([&rebuilt.equal, &rebuilt.different, &rebuilt.new]) {
                    *count += rulesets.len();
                }
                // Whoever reads may have seen enough; the work goes on.
                let _ = print(&describe(&rebuilt));
            });
            rebuilt.await.context("the profiles could not all be rebuilt; reading folds those that are missing")?;
            let populations = log.service.rebuild_populations(of).await;
            let populations = populations.context("the populations could not be rebuilt; opening a game folds them")?;
            let equal = populations.values().filter(|equal| **equal).count();
            self.populations[0] += equal;
            self.populations[1] += populations.len() - equal;
        }
        Ok(())
    }
}

fn describe(rebuilt: &Rebuilt) -> String {
    let said = |rulesets: &[String], what: &str| rulesets.iter().map(|ruleset| format!("{ruleset} {what}")).collect::<Vec<_>>();
    let all = [said(&rebuilt.equal, "equal"), said(&rebuilt.different, "DIFFERENT"), said(&rebuilt.new, "new")].concat();
    let what = if all.is_empty() { "nothing settled".to_owned() } else { all.join(", ") };
    let revision = rebuilt.revision.map_or_else(|| "-".to_owned(), |revision| revision.to_string());
    format!("{:<24} revision {revision:<8} {what}", rebuilt.player)
}
