//! `credence score`.

mod plot;
mod read;
mod report;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::open_log::{DatabaseFlag, OpenLog};
use super::outcome::Usage;
use super::{print, say};
use crate::projection::score::{Scorer, Scores};
use crate::rulesets::find;
use crate::service::Error;

/// Say how good beliefs were: over this log's finished games, or over files of games with their truth.
///
/// Prints the bits that the truth cost for each hidden item that hard facts leave open, beside hard facts alone and public counts; how
/// often what was given a probability came true, by tenths; and how often the truth was given less than 1 %. A file is what `credence
/// simulate` prints, one game after another: a line with `open`, then a line an event with `truth`, the world after it; a line may hold
/// `beliefs`, another tracker's probabilities by observer, variable and value, which are scored in place of Credence's; games without any are then
/// left out. Without `truth` a game is scored by what its own log shows in the end. Players are remembered from one game of the files to the next.
///
/// Over Postgres servers can go on meanwhile; a SQLite file must be free (`credence backup` copies one that is not).
#[derive(clap::Args)]
pub struct Arguments {
    /// Files of games, `-` for standard input, `.gz` unpacked; the log's own finished games where none is named
    files: Vec<PathBuf>,
    /// Files of games that were played before: players are remembered from them, and nothing of them is scored. May be named again
    #[arg(long, value_name = "FILE", requires = "files")]
    learn_from: Vec<PathBuf>,
    /// Only games of this ruleset
    #[arg(long)]
    ruleset: Option<String>,
    /// Score after every so many events
    #[arg(long, default_value_t = NonZeroUsize::MIN, value_name = "EVENTS")]
    every: NonZeroUsize,
    /// Parameters of the model, as JSON, for games of files; those of their `open` lines are left out then
    #[arg(long, value_name = "JSON", requires = "files")]
    parameters: Option<String>,
    /// Meet every player of the files as a stranger in each game
    #[arg(long, requires = "files")]
    strangers: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    /// Tell also the bits, hard facts and items of each game and observer, to compare two runs game by game
    #[arg(long, requires = "json")]
    by_game: bool,
    /// Also draw calibration and bits into this SVG file
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Whose log
    #[arg(long, default_value = "default")]
    tenant: String,
    #[command(flatten)]
    database: DatabaseFlag,
}

/// Scores by ruleset.
type All = BTreeMap<&'static str, Scores>;

/// The scores of one game.
struct OneGame {
    ruleset: &'static str,
    /// Its id, or the file and the line on which it begins.
    name: String,
    scores: Scores,
}

/// Runs the subcommand.
pub(super) async fn run(file: Option<&Path>, arguments: Arguments) -> anyhow::Result<()> {
    if let Some(key) = &arguments.ruleset
        && find(key).is_none()
    {
        bail!(Error::NoRuleset(key.clone()));
    }
    let (scores, games) = if arguments.files.is_empty() { of_log(file, &arguments).await? } else { of_files(&arguments)? };
    if scores.values().all(|scores| scores.iter().next().is_none()) {
        bail!(
            "nothing was scored: no finished game leaves something open that it shows in the end (what ends a game of a log is the \
             event `finish`)"
        );
    }
    if let Some(path) = &arguments.plot {
        plot::draw(&scores, path).with_context(|| format!("{} cannot be drawn", path.display()))?;
    }
    if arguments.json {
        let games = arguments.by_game.then_some(&games[..]);
        print(&serde_json::to_string_pretty(&report::document(&scores, games))?)?;
        return Ok(());
    }
    for line in report::lines(&scores) {
        if !print(&line)? {
            break;
        }
    }
    Ok(())
}

fn of_files(arguments: &Arguments) -> anyhow::Result<(All, Vec<OneGame>)> {
    let parameters = match &arguments.parameters {
        None => None,
        Some(text) => {
            Some(serde_json::from_str(text).map_err(|error| Usage(format!("--parameters is no JSON object: {error}")))?)
        }
    };
    let (mut scorer, mut games) = (Scorer::new(), Vec::new());
    (scorer.every, scorer.remembers) = (arguments.every.get(), !arguments.strangers);
    let lessons = arguments.learn_from.iter().map(|path| (path, false));
    for (path, is_scored) in lessons.chain(arguments.files.iter().map(|path| (path, true))) {
        read::games(path, |line, mut played| {
            if arguments.ruleset.as_deref().is_some_and(|key| key != played.ruleset.key()) {
                return Ok(());
            }
            if let Some(parameters) = &parameters {
                played.parameters = serde_json::Value::clone(parameters);
            }
            let begins = || format!("the game that begins on line {line} of {}", path.display());
            if !is_scored {
                return scorer.learn(&played).with_context(begins);
            }
            let scores = scorer.play(&played).with_context(begins)?;
            if arguments.by_game {
                let game = OneGame { ruleset: played.ruleset.key(), name: format!("{}:{line}", path.display()), scores };
                games.push((!played.beliefs.is_empty(), game));
            }
            Ok(())
        })?;
    }
    if scorer.left_out() > 0 {
        games.retain(|(has_beliefs, _)| *has_beliefs);
    }
    warnings(&scorer).iter().for_each(|warning| say(&format!("warning: {warning}")));
    Ok((scorer.into_scores(), games.into_iter().map(|(_, game)| game).collect()))
}

/// What of another tracker's beliefs was not scored though it was meant to be.
fn warnings(scorer: &Scorer) -> Vec<String> {
    let (misspelt, mut warnings) = (&scorer.misspelt, Vec::new());
    if let Some(one) = misspelt.observers.first() {
        let count = misspelt.observers.len();
        warnings.push(format!(
            "{count} observers of `beliefs` are no seats of their game, and were not scored; such as {one:?} (seats are `seat:0` and so on)"
        ));
    }
    if let Some(one) = misspelt.variables.first() {
        let count = misspelt.variables.len();
        warnings.push(format!("{count} variables of `beliefs` are none of their game's, and were not scored; such as {one:?}"));
    }
    if let Some((variable, value)) = misspelt.values.first() {
        let count = misspelt.values.len();
        warnings.push(format!(
            "{count} values of `beliefs` have a chance that hard facts never allow in their game (misspelt?); such as {value:?} of {variable:?}"
        ));
    }
    if scorer.left_out() > 0 {
        let count = scorer.left_out();
        warnings
            .push(format!("{count} games have no `beliefs`, and were left out: beliefs of two trackers are not summed together"));
    }
    warnings
}

async fn of_log(file: Option<&Path>, arguments: &Arguments) -> anyhow::Result<(All, Vec<OneGame>)> {
    let log = OpenLog::open_to_read(arguments.database.config(file)?, "there are no games to score").await?;
    let bar = indicatif::ProgressBar::new_spinner().with_message("games");
    let of = log.of_tenant(&arguments.tenant).await?;
    let mut games = Vec::new();
    let progress = |name: &str, scores: &All| {
        bar.inc(1);
        if arguments.by_game {
            let game =
                |(ruleset, scores): (&&'static str, &Scores)| OneGame { ruleset, name: name.to_owned(), scores: scores.clone() };
            games.extend(scores.iter().map(game));
        }
    };
    let scores = log.service.score(of, arguments.ruleset.clone(), arguments.every.get(), progress).await;
    bar.finish_and_clear();
    log.close().await;
    Ok((scores.context("the finished games could not all be scored")?, games))
}
