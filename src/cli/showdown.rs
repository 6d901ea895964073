//! Battle logs of Pokémon Showdown as transcripts: a replay that was saved, or lines that a bot wrote down.

use anyhow::{Context, bail};
use serde_json::{Value, json};

use super::transcript::Transcript;

/// The feed that a log was written down from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Feed {
    /// The player of side p1.
    P1,
    /// The player of side p2.
    P2,
    /// Everybody else; replays are of this kind.
    Spectator,
}

impl Feed {
    fn name(self) -> &'static str {
        match self {
            Self::P1 => "p1",
            Self::P2 => "p2",
            Self::Spectator => "spectator",
        }
    }
}

/// Reads a log: plain lines, a replay's JSON (`.json` behind its address) or the page that its download button saves.
///
/// # Errors
/// Where no battle line is found, or a request is no JSON.
pub fn read(text: &str, feed: Feed) -> anyhow::Result<Transcript> {
    let log = log_of(text)?;
    let mut events = Vec::new();
    let mut batch: Vec<&str> = Vec::new();
    let (mut from_line, mut number) = (0, 0);
    let mut names = [None, None];
    let flush = |batch: &mut Vec<&str>, from_line: &mut usize, number: usize, events: &mut Vec<Value>| {
        if !batch.is_empty() {
            let data = json!({"channel": feed.name(), "from_line": *from_line, "lines": std::mem::take(batch)});
            events.push(json!({"id": format!("{}-{from_line}", feed.name()), "type": "protocol", "data": data}));
            *from_line = number;
        }
    };
    for line in log.lines().map(str::trim_end).filter(|line| line.starts_with('|')) {
        if let Some(request) = line.strip_prefix("|request|") {
            let request = request.trim();
            if feed != Feed::Spectator && !request.is_empty() && request != "null" {
                flush(&mut batch, &mut from_line, number, &mut events);
                let request: Value = serde_json::from_str(request).context("a |request| line is no JSON")?;
                let data = json!({"side": feed.name(), "request": request});
                events.push(json!({"id": format!("request-{number}"), "type": "request", "data": data}));
            }
            continue;
        }
        for (place, name) in names.iter_mut().enumerate() {
            let start = format!("|player|p{}|", place + 1);
            if let Some(rest) = line.strip_prefix(&start) {
                *name = name.take().or_else(|| rest.split('|').next().and_then(player));
            }
        }
        batch.push(line);
        number += 1;
        if line.starts_with("|turn|") || line.starts_with("|win|") || line == "|tie" {
            flush(&mut batch, &mut from_line, number, &mut events);
        }
    }
    flush(&mut batch, &mut from_line, number, &mut events);
    if events.is_empty() {
        bail!("it holds no battle line: they begin with a bar, as |turn|1 does");
    }
    let [one, other] = names;
    let (one, other) = (one.unwrap_or_else(|| "p1".to_owned()), other.unwrap_or_else(|| "p2".to_owned()));
    let other = if one == other { format!("{other}-2") } else { other };
    let open = json!({
        "ruleset": "pokemon_randbats",
        "setup": {"channels": [feed.name()]},
        "seats": [{"player": one}, {"player": other}],
    });
    Ok(Transcript { open, events })
}

/// A player's id, of the signs that ids may have.
fn player(name: &str) -> Option<String> {
    let id: String = name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).take(64).collect();
    (!id.is_empty()).then_some(id)
}

fn log_of(text: &str) -> anyhow::Result<String> {
    let start = text.trim_start();
    if start.starts_with('{') {
        let replay: Value = serde_json::from_str(start).context("it looks like a replay's JSON, and is none")?;
        return replay["log"].as_str().map(str::to_owned).context("the replay's JSON has no `log`");
    }
    if start.starts_with('<') {
        let marked = start.split_once("battle-log-data\">").map(|(_, rest)| rest).context("the page holds no battle log")?;
        let log = marked.split("</script>").next().unwrap_or_default();
        return Ok(log.replace("<\\/", "</"));
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "|player|p1|Ann B.|1|\n|player|p2|\u{e9}\u{e9}|2|\n|request|{\"side\":{}}\n|start\n|turn|1\n\n|\n|move|p1a: X|Rest|p1a: X\n|win|Ann B.\n";

    fn ids(transcript: &Transcript) -> Vec<&str> {
        transcript.events.iter().map(|event| event["id"].as_str().expect("an id")).collect()
    }

    #[test]
    fn a_log_becomes_batches_by_the_turn() {
        let transcript = read(LOG, Feed::Spectator).expect("a log");
        assert_eq!(transcript.open["seats"], json!([{"player": "annb"}, {"player": "p2"}]));
        assert_eq!(ids(&transcript), ["spectator-0", "spectator-4"]);
        assert_eq!(transcript.events[1]["data"]["lines"], json!(["|", "|move|p1a: X|Rest|p1a: X", "|win|Ann B."]));
    }

    #[test]
    fn a_players_requests_are_events_without_a_number() {
        let transcript = read(LOG, Feed::P1).expect("a log");
        assert_eq!(ids(&transcript), ["p1-0", "request-2", "p1-2", "p1-4"]);
        assert_eq!(transcript.events[2]["data"]["from_line"], 2);
    }

    #[test]
    fn replays_are_read_in_either_form() {
        let json = json!({"id": "x", "log": LOG}).to_string();
        let page = format!("<!DOCTYPE html>\n<script type=\"text/plain\" class=\"battle-log-data\">{LOG}</script>");
        for text in [json, page] {
            assert_eq!(ids(&read(&text, Feed::Spectator).expect("a replay")), ["spectator-0", "spectator-4"]);
        }
        assert!(read("no lines", Feed::Spectator).is_err());
        assert!(read("{\"id\": 1}", Feed::Spectator).is_err());
    }
}
