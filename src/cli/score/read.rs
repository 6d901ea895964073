//! Files of games with their truth.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use anyhow::{Context, bail};
use flate2::read::MultiGzDecoder;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::projection::score::{Beliefs, Played};
use crate::rulesets::find;
use crate::service::Error;

/// How far a sum of probabilities may be above 1.
const ROUNDING: f64 = 1e-6;

/// A line: a game's opening, or one of its events.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    open: Option<Open>,
    event: Option<Event>,
    truth: Option<Value>,
    #[serde(default)]
    beliefs: BTreeMap<String, Beliefs>,
}

/// The body that opens a game, as far as it is read here.
#[derive(Deserialize)]
struct Open {
    ruleset: String,
    seats: Vec<Seat>,
    #[serde(default)]
    setup: Map<String, Value>,
    #[serde(default)]
    parameters: Map<String, Value>,
}

#[derive(Deserialize)]
struct Seat {
    player: Option<String>,
}

#[derive(Deserialize)]
struct Event {
    r#type: String,
    #[serde(default)]
    data: Map<String, Value>,
}

/// Reads games, and hands each over with the line on which it begins.
///
/// # Errors
/// Names the line and its mistake; or what `take` fails with.
pub fn games(path: &Path, mut take: impl FnMut(usize, Played) -> anyhow::Result<()>) -> anyhow::Result<()> {
    let named = || path.display();
    let raw: Box<dyn Read> = if path == Path::new("-") {
        Box::new(std::io::stdin())
    } else {
        Box::new(File::open(path).with_context(|| format!("{} cannot be opened", named()))?)
    };
    let text: Box<dyn Read> =
        if path.extension().is_some_and(|end| end == "gz") { Box::new(MultiGzDecoder::new(raw)) } else { raw };
    let mut game: Option<(usize, Played)> = None;
    for (index, line) in BufReader::new(text).lines().enumerate() {
        let number = index + 1;
        let at = || format!("line {number} of {}", named());
        let line = line.with_context(at)?;
        if line.trim().is_empty() {
            continue;
        }
        let line: Line = serde_json::from_str(&line).with_context(at)?;
        match (line.open, line.event, &mut game) {
            (Some(open), None, _) => {
                if let Some((line, played)) = game.take() {
                    take(line, played)?;
                }
                game = Some((number, begin(open)?));
            }
            (None, Some(event), Some((_, played))) => add(played, event, line.truth, checked(line.beliefs).with_context(at)?),
            (None, Some(_), None) => bail!("{}: an event stands before the first `open`", at()),
            _ => bail!("{}: a line holds `open`, the body that opens a game, or `event`", at()),
        }
    }
    match game {
        Some((line, played)) => take(line, played),
        None => bail!("{} holds no game", named()),
    }
}

/// A game before its first event: what is true then belongs to no event.
fn begin(open: Open) -> Result<Played, Error> {
    let ruleset = find(&open.ruleset).ok_or(Error::NoRuleset(open.ruleset))?;
    Ok(Played {
        ruleset,
        setup: json!(open.setup),
        parameters: json!(open.parameters),
        players: open.seats.into_iter().map(|seat| seat.player).collect(),
        events: Vec::new(),
        worlds: Vec::new(),
        beliefs: Vec::new(),
    })
}

/// Another tracker's beliefs, where they are probabilities.
fn checked(beliefs: BTreeMap<String, Beliefs>) -> anyhow::Result<BTreeMap<String, Beliefs>> {
    for (observer, variables) in &beliefs {
        if !observer.starts_with("seat:") {
            bail!("`beliefs` of {observer:?}: those of seats are scored, `seat:0` and so on");
        }
        for (variable, values) in variables {
            let (least, sum) = (values.values().copied().fold(0.0, f64::min), values.values().sum::<f64>());
            if least < 0.0 || !(0.0..=1.0 + ROUNDING).contains(&sum) {
                bail!("`beliefs` of {observer}, {variable}: probabilities are 0 to 1, and sum to 1 at most; these sum to {sum}");
            }
        }
    }
    Ok(beliefs)
}

/// Truth and beliefs are kept by the place of their event: lists are as long as the last that is told of them.
fn add(played: &mut Played, event: Event, truth: Option<Value>, beliefs: BTreeMap<String, Beliefs>) {
    let place = played.events.len();
    played.events.push((event.r#type, json!(event.data)));
    if truth.is_some() {
        played.worlds.resize(place, None);
        played.worlds.push(truth);
    }
    if !beliefs.is_empty() {
        played.beliefs.resize(place, BTreeMap::new());
        played.beliefs.push(beliefs);
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn read(text: &str) -> anyhow::Result<Vec<(usize, Played)>> {
        let mut file = tempfile::NamedTempFile::new().expect("a file");
        file.write_all(text.as_bytes()).expect("it takes text");
        let mut all = Vec::new();
        games(file.path(), |line, played| {
            all.push((line, played));
            Ok(())
        })?;
        Ok(all)
    }

    #[test]
    fn games_stand_one_after_another() {
        let open = r#"{"open":{"ruleset":"liars_dice","seats":[{"player":"a"},{}]}}"#;
        let call = r#"{"event":{"type":"call","data":{"seat":1}}}"#;
        let told = r#"{"event":{"type":"call","data":{"seat":1}},"truth":{"dice":{}},"beliefs":{"seat:0":{"x":{"1":0.5}}}}"#;
        let all = read(&format!("{open}\n{call}\n{told}\n\n{open}\n{call}\n")).expect("two games");
        assert_eq!(all.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 5]);
        let (first, second) = (&all[0].1, &all[1].1);
        assert_eq!(first.players, [Some("a".to_owned()), None]);
        assert_eq!((first.events.len(), first.worlds.len(), second.worlds.len()), (2, 2, 0));
        assert!(first.worlds[0].is_none() && first.beliefs[0].is_empty() && first.beliefs[1]["seat:0"]["x"]["1"] == 0.5);
    }

    #[test]
    fn mistakes_are_named_by_their_line() {
        for (text, wrong) in [
            (r#"{"event":{"type":"call"}}"#, "line 1 of"),
            ("{}", "a line holds `open`"),
            (r#"{"open":{"ruleset":"go","seats":[]}}"#, "go"),
            ("", "holds no game"),
            (r#"{"beliefs":{"public":{"x":{"1":0.5}}}}"#, "those of seats"),
            (r#"{"beliefs":{"seat:0":{"x":{"1":1,"0":0.2}}}}"#, "these sum to 1.2"),
            (r#"{"beliefs":{"seat:0":{"x":{"1":-0.5}}}}"#, "probabilities are 0 to 1"),
        ] {
            let open = r#"{"open":{"ruleset":"liars_dice","seats":[{},{}]}}"#;
            let text = text.replacen("{\"beliefs\"", &format!("{open}\n{{\"event\":{{\"type\":\"call\"}},\"beliefs\""), 1);
            let error = format!("{:#}", read(&text).err().expect("it is refused"));
            assert!(error.contains(wrong), "{text}: {error}");
        }
    }
}
