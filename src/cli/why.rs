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
    /// Whose belief: public, seat:N or referee; that of the seat of a seat's key if absent, and else public
    #[arg(long)]
    observer: Option<String>,
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
        if let Some(observer) = &arguments.observer {
            query.append_pair("observer", observer);
        }
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

/// What is this close to 0 or 1 would print as 0 or 1, though it is neither.
const LEAST: f64 = 0.0005;

/// A distribution in few words: numbers in their order, and what is all but impossible counted at its end.
fn distribution(values: &Value) -> String {
    let mut outcomes: Vec<(&str, f64)> =
        values.as_object().into_iter().flatten().map(|(value, p)| (value.as_str(), p.as_f64().unwrap_or_default())).collect();
    let number = |value: &str| value.parse::<u64>().ok();
    if outcomes.iter().all(|(value, _)| number(value).is_some()) {
        outcomes.sort_by_key(|(value, _)| number(value));
    }
    let (shown, rare): (Vec<_>, Vec<_>) = outcomes.into_iter().partition(|(_, p)| *p >= LEAST);
    let entry = |(value, p): &(&str, f64)| match *p {
        p if (1.0 - LEAST..1.0).contains(&p) => format!("{value}: >0.999"),
        p => format!("{value}: {p:.3}"),
    };
    let tail = match &rare[..] {
        [] => None,
        [(value, _)] => Some(format!("{value}: <0.001")),
        several => Some(format!("{} others: <0.001 each", several.len())),
    };
    let entries: Vec<String> = shown.iter().map(entry).chain(tail).collect();
    format!("{{{}}}", entries.join(", "))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::distribution;

    #[test]
    fn a_distribution_is_printed_in_order_and_says_what_is_not_quite_certain() {
        let counts = json!({"0": 0.25, "1": 0.5, "10": 0.05, "2": 0.1999, "3": 0.00005, "4": 0.00005});
        assert_eq!(distribution(&counts), "{0: 0.250, 1: 0.500, 2: 0.200, 10: 0.050, 2 others: <0.001 each}");
        assert_eq!(distribution(&json!({"Leftovers": 0.0001, "Life Orb": 0.9999})), "{Life Orb: >0.999, Leftovers: <0.001}");
        assert_eq!(distribution(&json!({"KS": 1.0})), "{KS: 1.000}");
        assert_eq!(distribution(&json!(null)), "{}");
    }
}
