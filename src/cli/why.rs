//! `credence why`.

use std::path::Path;

use serde_json::Value;

use super::client::{Client, segment};
use super::post::server;
use super::{print, say};

/// Print the timeline of evidence behind a belief.
#[derive(clap::Args)]
pub struct Arguments {
    /// Id of the game
    game: String,
    /// About this variable, or those with this prefix where it ends in `*`
    variable: Option<String>,
    /// Whose belief: public, seat:N or referee
    #[arg(long, default_value = "public")]
    observer: String,
    /// Why it was believed after this event: corrections that came later are not in it
    #[arg(long)]
    revision: Option<u64>,
    /// Print the pieces of evidence as JSON lines
    #[arg(long)]
    json: bool,
    /// URL of the server; that of the configuration if absent
    #[arg(long)]
    server: Option<String>,
}

/// Runs the subcommand.
pub(super) async fn run(file: Option<&Path>, arguments: Arguments) -> anyhow::Result<()> {
    let client = Client::new(&server(file, arguments.server)?)?;
    let (mut cursor, mut is_empty) = (None::<String>, true);
    loop {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.append_pair("observer", &arguments.observer);
        if let Some(cursor) = &cursor {
            query.append_pair("cursor", cursor);
        }
        if let Some(variable) = &arguments.variable {
            query.append_pair("variable", variable);
        }
        if let Some(revision) = arguments.revision {
            query.append_pair("revision", &revision.to_string());
        }
        let page = client.get(&format!("/v1/games/{}/evidence?{}", segment(&arguments.game), query.finish())).await?;
        for piece in page["items"].as_array().into_iter().flatten() {
            is_empty = false;
            let text = if arguments.json { piece.to_string() } else { describe(piece, arguments.variable.as_deref()) };
            if !print(&text)? {
                return Ok(());
            }
        }
        cursor = page["next"].as_str().map(str::to_owned);
        if cursor.is_none() {
            if is_empty {
                say("no event has moved what is believed here");
            }
            return Ok(());
        }
    }
}

fn describe(piece: &Value, variable: Option<&str>) -> String {
    let text = |field: &str| piece[field].as_str().unwrap_or_default().to_owned();
    let gain = piece["information_gain_bits"].as_f64().unwrap_or_default();
    let bits = if gain > 0.0 { format!("   {gain:.2} bits") } else { String::new() };
    let corrected = piece["corrected_by"].as_u64().map_or(String::new(), |at| format!("   (as revision {at} corrected it)"));
    let line = format!("revision {:<5} {:<16} {}{bits}{corrected}", piece["revision"].to_string(), text("type"), text("summary"));
    let Some(variable) = variable.filter(|variable| !variable.ends_with('*')) else { return line };
    let (before, after) = (distribution(&piece["before"][variable]), distribution(&piece["after"][variable]));
    format!("{line}\n{:>15} {before} -> {after}", "")
}

fn distribution(values: &Value) -> String {
    let entry = |(value, p): (&String, &Value)| format!("{value}: {:.3}", p.as_f64().unwrap_or_default());
    let entries: Vec<String> = values.as_object().into_iter().flatten().map(entry).collect();
    format!("{{{}}}", entries.join(", "))
}
