//! Setting up what the server tells of itself: log lines on standard error, and counters.

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
    let _ = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).compact().try_init();
    Ok(())
}

/// Counters and histograms of this process. The first call installs them; others render their own, empty ones.
///
/// # Errors
/// Where the bounds are refused, which they are not.
pub fn metrics() -> anyhow::Result<PrometheusHandle> {
    let builder = PrometheusBuilder::new().set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), BOUNDS)?;
    let recorder = builder.build_recorder();
    let handle = recorder.handle();
    let _ = metrics::set_global_recorder(recorder);
    Ok(handle)
}
