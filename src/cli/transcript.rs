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
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let (_, first) = lines.next().context("the transcript is empty")?;
        let first: Line = serde_json::from_str(first).context("line 1")?;
        let open = first.open.context("line 1: the first line must hold `open`, the body that opens the game")?;
        let mut events = Vec::new();
        for (index, line) in lines {
            let number = index + 1;
            let line: Line = serde_json::from_str(line).with_context(|| format!("line {number}"))?;
            if line.open.is_some() {
                bail!("line {number} opens another game: a transcript holds one; split the file before each line with `open`");
            }
            let Some(Value::Object(mut event)) = line.event else { bail!("line {number}: expected `event`, an object") };
            event.entry("id").or_insert_with(|| format!("line-{number}").into());
            events.push(Value::Object(event));
        }
        Ok(Self { open, events })
    }
}
