//! Setting up what the server tells of itself: log lines on standard error, and counters.

use std::io::IsTerminal;
use std::sync::OnceLock;

use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use tracing_subscriber::EnvFilter;

/// Bounds of the histograms of durations, in seconds.
const BOUNDS: &[f64] = &[0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];

/// Log lines as the filter says. The first call wins.
///
/// # Errors
/// Where the filter cannot be read.
pub fn log(filter: &str) -> anyhow::Result<()> {
    let filter: EnvFilter =
        filter.parse().map_err(|error| anyhow::anyhow!("setting \"log\": {filter:?} is no filter of log lines: {error}"))?;
    // A second initialisation in one process (tests do that) keeps the first.
    let _ = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .compact()
        .try_init();
    Ok(())
}

/// Counters and histograms of this process: one set, whoever asks.
///
/// # Errors
/// Where another recorder was installed before.
pub fn metrics() -> anyhow::Result<PrometheusHandle> {
    static INSTALLED: OnceLock<Result<PrometheusHandle, String>> = OnceLock::new();
    let install = || {
        let builder = PrometheusBuilder::new().set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), BOUNDS);
        builder.and_then(PrometheusBuilder::install_recorder).map_err(|error| error.to_string())
    };
    INSTALLED.get_or_init(install).clone().map_err(anyhow::Error::msg)
}
