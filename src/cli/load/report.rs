//! What was measured, in lines for people and as JSON.

use serde_json::{Map, Value, json};

use super::arrivals::Rate;
use super::drive::Done;

/// For scripts.
pub fn document(done: &Done) -> Value {
    let tally = &done.tally;
    let kinds: Map<String, Value> =
        tally.kinds.iter().map(|(kind, durations)| (kind.name().to_owned(), durations.told())).collect();
    json!({
        "intended_per_second": match done.run.rate { Rate::PerSecond(rate) => json!(rate), Rate::Max => Value::Null },
        "achieved_per_second": done.achieved(),
        "seconds": done.run.measured.as_secs_f64(),
        "warm_up_seconds": done.run.warm_up.as_secs_f64(),
        "all": tally.all.told(),
        "kinds": kinds,
        "waited_before_sent": tally.waited.told(),
        "errors": tally.errors,
        "never_sent": tally.unsent,
        "processors": done.shares.told(),
    })
}

/// For people.
pub fn lines(done: &Done) -> Vec<String> {
    let tally = &done.tally;
    let intended = match done.run.rate {
        Rate::PerSecond(rate) => format!("of {rate:.0} that arrived"),
        Rate::Max => "each client at its own pace: closed loop, so a stall counts once a client".to_owned(),
    };
    let mut lines = vec![
        format!(
            "{:.0} requests/s answered, {intended}; {} s after {} s of warm-up",
            done.achieved(),
            done.run.measured.as_secs(),
            done.run.warm_up.as_secs()
        ),
        format!("{:10} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}", "ms", "count", "p50", "p90", "p99", "p99.9", "max"),
    ];
    let row = |name: &str, durations: &super::tally::Durations| {
        let told = durations.told();
        let ms = |field: &str| told[field].as_f64().unwrap_or_default();
        format!(
            "{name:10} {:>9} {:>9.2} {:>9.2} {:>9.2} {:>9.2} {:>9.2}",
            durations.count(),
            ms("p50_ms"),
            ms("p90_ms"),
            ms("p99_ms"),
            ms("p99.9_ms"),
            ms("max_ms")
        )
    };
    lines.extend(tally.kinds.iter().map(|(kind, durations)| row(kind.name(), durations)));
    lines.push(row("all", &tally.all));
    lines.push(row("(waited)", &tally.waited));
    lines.extend(tally.errors.iter().map(|(error, count)| format!("error      {count:>9} × {error}")));
    if tally.unsent > 0 {
        lines.push(format!("error      {:>9} × never sent: no client was free within 10 s of the end", tally.unsent));
    }
    lines.push(done.shares.line());
    lines
}
