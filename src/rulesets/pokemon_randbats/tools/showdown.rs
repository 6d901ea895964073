//! Battle logs of Pokémon Showdown as transcripts: a replay that was saved, or lines that a bot wrote down.

use serde_json::{Value, json};

use crate::rulesets::Ruleset;
use crate::rulesets::pokemon_randbats::{Channel, PokemonRandbats};

/// Reads a log that was written down from a feed: plain lines, a replay's JSON (`.json` after its address) or the page that its download
/// button saves. Gives the lines of a transcript: first `{"open": ...}`, the body that opens the game, then one `{"event": ...}` each.
/// A player's requests are events of that player's feed.
///
/// # Errors
/// Where no battle line is found, a request is no JSON, or the bytes are no text; in words.
pub fn read(text: &[u8], feed: Channel) -> Result<Vec<Value>, String> {
    let text = str::from_utf8(text).map_err(|error| format!("it is not text in UTF-8: {error}"))?;
    let log = log_of(text)?;
    let mut batches = Batches { feed, events: Vec::new(), lines: Vec::new(), from_line: 0 };
    let mut names = [None, None];
    for line in log.lines().map(str::trim_end).filter(|line| line.starts_with('|')) {
        if let Some(request) = line.strip_prefix("|request|") {
            batches.request(request.trim())?;
            continue;
        }
        for (place, name) in names.iter_mut().enumerate() {
            let start = format!("|player|p{}|", place + 1);
            if let Some(rest) = line.strip_prefix(&start) {
                *name = name.take().or_else(|| rest.split('|').next().and_then(player));
            }
        }
        batches.lines.push(line.to_owned());
        if line.starts_with("|turn|") || line.starts_with("|win|") || line == "|tie" {
            batches.end();
        }
    }
    batches.end();
    if batches.events.is_empty() {
        return Err("it holds no battle line: they begin with a bar, as |turn|1 does".to_owned());
    }
    let [one, other] = names;
    let (one, other) = (one.unwrap_or_else(|| "p1".to_owned()), other.unwrap_or_else(|| "p2".to_owned()));
    let other = if one == other { format!("{other}-2") } else { other };
    let open = json!({
        "ruleset": PokemonRandbats::KEY,
        "setup": {"channels": [feed.name()]},
        "seats": [{"player": one}, {"player": other}],
    });
    let events = batches.events.into_iter().map(|event| json!({"event": event}));
    Ok(std::iter::once(json!({"open": open})).chain(events).collect())
}

/// Lines on their way into events: one a turn.
struct Batches {
    feed: Channel,
    events: Vec<Value>,
    lines: Vec<String>,
    /// Number of the first of the lines.
    from_line: usize,
}

impl Batches {
    fn end(&mut self) {
        if self.lines.is_empty() {
            return;
        }
        let (feed, from_line) = (self.feed.name(), self.from_line);
        let lines = std::mem::take(&mut self.lines);
        self.from_line += lines.len();
        let data = json!({"channel": feed, "from_line": from_line, "lines": lines});
        self.events.push(json!({"id": format!("{feed}-{from_line}"), "type": "protocol", "data": data}));
    }

    /// Spectators are sent empty requests, and players too while they wait.
    fn request(&mut self, request: &str) -> Result<(), String> {
        if self.feed == Channel::Spectator || request.is_empty() || request == "null" {
            return Ok(());
        }
        self.end();
        let request: Value = serde_json::from_str(request).map_err(|error| format!("a |request| line is no JSON: {error}"))?;
        let data = json!({"side": self.feed.name(), "request": request});
        self.events.push(json!({"id": format!("request-{}", self.from_line), "type": "request", "data": data}));
        Ok(())
    }
}

/// A player's id, of the signs that ids may have.
fn player(name: &str) -> Option<String> {
    let id: String = name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).take(64).collect();
    (!id.is_empty()).then_some(id)
}

fn log_of(text: &str) -> Result<String, String> {
    let start = text.trim_start();
    if start.starts_with('{') {
        let replay: Value =
            serde_json::from_str(start).map_err(|error| format!("it looks like a replay's JSON, and is none: {error}"))?;
        return replay["log"].as_str().map(str::to_owned).ok_or_else(|| "the replay's JSON has no `log`".to_owned());
    }
    if start.starts_with('<') {
        let (_, rest) = start.split_once("battle-log-data\">").ok_or("the page holds no battle log")?;
        let log = rest.split("</script>").next().unwrap_or_default();
        return Ok(log.replace("<\\/", "</"));
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "|player|p1|Ann B.|1|\n|player|p2|\u{e9}\u{e9}|2|\n|request|{\"side\":{}}\n|start\n|turn|1\n\n|\n|move|p1a: X|Rest|p1a: X\n|win|Ann B.\n";

    fn ids(transcript: &[Value]) -> Vec<&str> {
        transcript[1..].iter().map(|line| line["event"]["id"].as_str().expect("an id")).collect()
    }

    #[test]
    fn a_log_becomes_batches_by_the_turn() {
        let transcript = read(LOG.as_bytes(), Channel::Spectator).expect("a log");
        assert_eq!(transcript[0]["open"]["seats"], json!([{"player": "annb"}, {"player": "p2"}]));
        assert_eq!(ids(&transcript), ["spectator-0", "spectator-4"]);
        assert_eq!(transcript[2]["event"]["data"]["lines"], json!(["|", "|move|p1a: X|Rest|p1a: X", "|win|Ann B."]));
    }

    #[test]
    fn a_players_requests_are_events_without_a_number() {
        let transcript = read(LOG.as_bytes(), Channel::P1).expect("a log");
        assert_eq!(ids(&transcript), ["p1-0", "request-2", "p1-2", "p1-4"]);
        assert_eq!(transcript[3]["event"]["data"]["from_line"], 2);
        assert_eq!(read(LOG.as_bytes(), Channel::P2).expect("a log")[2]["event"]["data"]["side"], "p2");
    }

    #[test]
    fn replays_are_read_in_either_form() {
        let json = json!({"id": "x", "log": LOG}).to_string();
        let page = format!("<!DOCTYPE html>\n<script type=\"text/plain\" class=\"battle-log-data\">{LOG}</script>");
        for text in [json, page] {
            assert_eq!(ids(&read(text.as_bytes(), Channel::Spectator).expect("a replay")), ["spectator-0", "spectator-4"]);
        }
        for wrong in [&b"no lines"[..], b"{\"id\": 1}", b"{", b"<p>", b"\xff|turn|1", b"|request|{"] {
            assert!(read(wrong, Channel::P1).is_err());
        }
    }
}
