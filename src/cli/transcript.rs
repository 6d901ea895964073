//! Transcripts: a game as JSON lines, the first its opening, each other one event; the truth may stand beside.

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One line.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// The body that opens the game; on the first line only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open: Option<Value>,
    /// An event, with `type` and `data`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<Value>,
    /// The true world after it. Never sent to a server.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub truth: Option<Value>,
}

/// A whole game.
pub struct Transcript {
    /// The body that opens it.
    pub open: Value,
    /// Its events in order, each with an id, so that sending it again changes nothing.
    pub events: Vec<Value>,
}

impl Transcript {
    /// Reads a transcript.
    ///
    /// # Errors
    /// Names the line and its mistake.
    pub fn read(text: &str) -> anyhow::Result<Self> {
        let mut games = Self::read_all(text)?;
        match games.pop() {
            Some(game) if games.is_empty() => Ok(game),
            _ => bail!("one game is wanted, and more are here"),
        }
    }

    /// Reads transcripts, one game after another.
    ///
    /// # Errors
    /// Names the line and its mistake.
    pub fn read_all(text: &str) -> anyhow::Result<Vec<Self>> {
        let mut games: Vec<Self> = Vec::new();
        for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let number = index + 1;
            let line: Line = serde_json::from_str(line).with_context(|| format!("line {number}"))?;
            match (line.open, line.event, games.last_mut()) {
                (Some(open), None, _) => games.push(Self { open, events: Vec::new() }),
                (None, Some(Value::Object(mut event)), Some(game)) => {
                    event.entry("id").or_insert_with(|| format!("line-{number}").into());
                    game.events.push(Value::Object(event));
                }
                (_, _, None) => bail!("line {number}: the first line must hold `open`, the body that opens the game"),
                (_, _, Some(_)) => bail!("line {number}: expected `event`, an object, or `open`"),
            }
        }
        anyhow::ensure!(!games.is_empty(), "the transcript is empty");
        Ok(games)
    }
}
