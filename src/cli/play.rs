//! Playing a transcript through the HTTP API, with a progress bar.

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use super::client::{Client, Refused, segment};
use super::scene::Scene;
use super::transcript::Transcript;
use super::{print, say};

/// Events in one request.
const BATCH: usize = 25;

/// Sends a whole game, and says what an observer is left with; or its events up to a scene, and prints below what is believed there. On a terminal a bar
/// moves; in a pipe one line says how it ended.
///
/// # Errors
/// What the server refused, in its words.
pub async fn play(
    client: &Client,
    game: &str,
    label: &str,
    transcript: &Transcript,
    observer: &str,
    scene: Option<&Scene>,
) -> anyhow::Result<()> {
    let events = &transcript.events[..scene.map_or(transcript.events.len(), |scene| scene.events.min(transcript.events.len()))];
    let style = ProgressStyle::with_template("{prefix:<16} {bar:24} {pos}/{len} events  {msg}")?.progress_chars("██░");
    let bar = ProgressBar::new(events.len() as u64).with_style(style).with_prefix(label.to_owned());
    bar.tick();
    client.open(game, &transcript.open).await?;
    for batch in batches(events) {
        client.append(game, &Value::Array(batch.to_vec())).await.map_err(|error| named(batch, error))?;
        bar.inc(batch.len() as u64);
    }
    let (of, left) = match scene {
        Some(_) => (transcript.events.len(), String::new()),
        None => (events.len(), summary(&client.get(&format!("/v1/games/{}/belief?observer={observer}", segment(game))).await?)),
    };
    if bar.is_hidden() {
        print(format!("{label:<16} {}/{of} events  {left}", events.len()).trim_end())?;
    } else {
        bar.finish_with_message(left);
        // The bar leaves the cursor after its last line.
        say("");
    }
    for line in scene.into_iter().flat_map(Scene::lines) {
        print(&format!("{:17}{line}", ""))?;
    }
    Ok(())
}

/// A retraction names an event that is recorded already, so it begins a request of its own.
fn batches(events: &[Value]) -> impl Iterator<Item = &[Value]> {
    events.chunk_by(|_, next| next["type"] != "retract").flat_map(|batch| batch.chunks(BATCH))
}

/// Names the event that was refused: the server knows its place in the request, and the reader the one in the transcript.
fn named(batch: &[Value], error: anyhow::Error) -> anyhow::Error {
    let pointer = error.downcast_ref().and_then(|Refused { pointer, .. }| pointer.as_deref());
    let index = pointer.and_then(|pointer| pointer.split('/').nth(1)?.parse::<usize>().ok());
    match index.and_then(|index| batch.get(index)) {
        Some(event) => error.context(format!("the event {} of the transcript", event["id"])),
        None => error,
    }
}

/// What an observer is left with, in a few words.
fn summary(belief: &Value) -> String {
    let items = belief["variables"].as_array().map_or(1, |variables| variables.len().max(1));
    let bits = belief["entropy_bits"].as_f64().unwrap_or_default() / items as f64;
    let worlds = belief["detail"]["worlds"].as_u64().map_or(String::new(), |worlds| format!("{worlds} worlds   "));
    format!("{worlds}{}   {bits:.2} bits an item left", belief["method"].as_str().unwrap_or_default())
}

/// The body that the server of the demo is asked with in an example line.
#[must_use]
pub fn worlds_request() -> Value {
    json!({"observer": "seat:0", "count": 3, "seed": 7})
}
