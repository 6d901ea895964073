//! `credence player`.

use std::path::Path;

use anyhow::bail;
use serde_json::json;

use super::open_log::{DatabaseFlag, OpenLog};
use super::outcome::counted;
use super::print;
use crate::rulesets::{ALL, AnyRuleset, find};
use crate::service::{Error, PlayerAnswer, PlayerRulesetAnswer, RateAnswer, TendencyAnswer};

/// Say what past games say about a player, or about two of them, one beside the other: trust, and each rate with its 90 % interval, what it rests on, and what
/// the players of this log do.
///
/// Over Postgres servers can go on meanwhile; a SQLite file must be free (`credence backup` copies one that is not).
#[derive(clap::Args)]
pub struct Arguments {
    /// Id of the player
    player: String,
    /// Id of another player, who is shown beside
    beside: Option<String>,
    /// Only what games of this ruleset say
    #[arg(long)]
    ruleset: Option<String>,
    /// Print one JSON document: in `players`, what `GET /v1/players/{player}` answers of each
    #[arg(long)]
    json: bool,
    /// Whose log
    #[arg(long, default_value = "default")]
    tenant: String,
    #[command(flatten)]
    database: DatabaseFlag,
}

/// Runs the subcommand.
pub(super) async fn run(file: Option<&Path>, arguments: Arguments) -> anyhow::Result<()> {
    if let Some(key) = &arguments.ruleset
        && find(key).is_none()
    {
        bail!(Error::NoRuleset(key.clone()));
    }
    let log = OpenLog::open_to_read(arguments.database.config(file)?, "there are no players").await?;
    let players = players(&log, &arguments).await;
    log.close().await;
    let players = players?;
    if arguments.json {
        print(&serde_json::to_string_pretty(&json!({"players": players}))?)?;
        return Ok(());
    }
    for line in lines(&players) {
        if !print(&line)? {
            break;
        }
    }
    Ok(())
}

async fn players(log: &OpenLog, arguments: &Arguments) -> anyhow::Result<Vec<PlayerAnswer>> {
    let of = log.of_tenant(&arguments.tenant).await?;
    let mut players = Vec::new();
    for id in std::iter::once(&arguments.player).chain(&arguments.beside) {
        let mut player = log.service.player(of, id, None).await?;
        player.rulesets.retain(|known| arguments.ruleset.as_deref().is_none_or(|key| key == known.ruleset));
        players.push(player);
    }
    Ok(players)
}

fn lines(players: &[PlayerAnswer]) -> Vec<String> {
    let mut lines = Vec::new();
    for ruleset in ALL {
        let known = |player: &PlayerAnswer| player.rulesets.iter().find(|known| known.ruleset == ruleset.key()).cloned();
        let known: Vec<_> = players.iter().filter_map(|player| Some((player.player.player.as_str(), known(player)?))).collect();
        if known.iter().any(|(_, known)| known.games > 0) {
            lines.extend(of_ruleset(*ruleset, &known));
        }
    }
    if lines.is_empty() {
        lines.push("no game has settled anything yet".to_owned());
    }
    lines
}

/// What games of a ruleset say, of each player by id.
fn of_ruleset(ruleset: &dyn AnyRuleset, players: &[(&str, PlayerRulesetAnswer)]) -> Vec<String> {
    let mut lines = Vec::new();
    for (player, known) in players {
        let trust = known
            .trust
            .as_ref()
            .map_or(String::new(), |trust| format!("; trust {:.2} after {}", trust.value, counted(trust.rounds.into(), "round")));
        lines.push(format!("{}: {player} in {}{trust}", ruleset.key(), counted(known.games.into(), "game")));
    }
    lines.push(format!(
        "{:24} {:16} {:20} {:>7} {:>15} {:>8} {:>8} {:>7}",
        "tendency", "context", "player", "rate", "between (90 %)", "done", "chances", "popul."
    ));
    for tendency in ruleset.tendencies() {
        let of = |known: &PlayerRulesetAnswer| known.tendencies.iter().find(|rate| rate.tendency == tendency.name).cloned();
        let rates: Vec<(&str, TendencyAnswer)> =
            players.iter().filter_map(|(player, known)| Some((*player, of(known)?))).collect();
        let contexts: Vec<&str> = tendency.contexts.iter().map(|context| context.name).filter(|name| !name.is_empty()).collect();
        let mut rows = |context: &str, rates: Vec<(&str, &RateAnswer)>| {
            if rates.iter().any(|(_, rate)| rate.opportunities > 0.0) {
                lines.extend(rates.into_iter().map(|(player, rate)| row([tendency.name, context, player], rate)));
            }
        };
        // Over choices apart no rate means anything.
        if !ruleset.apart().contains(&tendency.name) {
            let over_all = if contexts.is_empty() { "" } else { "in all" };
            rows(over_all, rates.iter().map(|(player, rate)| (*player, &rate.rate)).collect());
        }
        for context in contexts {
            let those = rates.iter().filter_map(|(player, rate)| {
                let there = rate.contexts.iter().find(|known| known.context == context)?;
                Some((*player, &there.rate))
            });
            rows(context, those.collect());
        }
    }
    lines
}

/// A rate, by the prior that games which are opened now start from; and whether its interval leaves out what the population does.
fn row([tendency, context, player]: [&str; 3], rate: &RateAnswer) -> String {
    let (mean, [low, high], prior) = match &rate.learned {
        Some(learned) => (learned.mean, learned.interval_90, &learned.prior),
        None => (rate.mean, rate.interval_90, &rate.prior),
    };
    let population = prior.alpha / (prior.alpha + prior.beta);
    let differs = match rate.opportunities {
        0.0 => "",
        _ if low > population => "  more",
        _ if high < population => "  less",
        _ => "",
    };
    let between = format!("{low:.3}-{high:.3}");
    format!(
        "{tendency:24} {context:16} {player:20} {mean:>7.3} {between:>15} {:>8.1} {:>8.1} {population:>7.3}{differs}",
        rate.successes, rate.opportunities
    )
}
