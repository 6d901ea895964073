//! Setting up what the server tells of itself: log lines on standard error, and counters.

use std::fmt::Debug;
use std::fs::{File, OpenOptions};
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::sync::OnceLock;

use anyhow::Context as _;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;

use crate::service::{BELIEF_SNAPSHOT, describe};

/// Bounds of the histograms of durations, in seconds.
const SECONDS: &[f64] = &[0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];

/// Bounds of the histograms of how many appends or events were done at once.
const COUNTS: &[f64] = &[1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1_024.0, 4_096.0, 16_384.0];

/// Log lines as the filter says, and belief snapshots to their file, if there is one. The first call wins.
///
/// # Errors
/// Where the filter cannot be read.
pub fn log(filter: &str, snapshots: Option<BeliefSnapshots>) -> anyhow::Result<()> {
    anyhow::ensure!(!filter.trim().is_empty(), "it is empty; off logs nothing");
    let filter: EnvFilter = filter.parse().map_err(|error| anyhow::anyhow!("{filter:?} is no filter of log lines: {error}"))?;
    // A second initialisation in one process (tests do that) keeps the first.
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .compact()
        .with_filter(filter);
    let only = Targets::new().with_target(BELIEF_SNAPSHOT, LevelFilter::INFO);
    // Filtered only where there is a file: a filter alone would say that somebody listens.
    let snapshots = snapshots.map(|layer| layer.with_filter(only));
    let _ = tracing_subscriber::registry().with(lines).with(snapshots).try_init();
    Ok(())
}

/// Writes the `snapshot` field of each event as a line of a file.
pub struct BeliefSnapshots {
    file: File,
}

impl BeliefSnapshots {
    /// Appends to the file at a path, which is made where it is missing.
    ///
    /// # Errors
    /// Where it cannot be opened.
    pub fn open(path: &Path) -> anyhow::Result<Self> {
        let mut options = OpenOptions::new();
        // Beliefs of those who see what is hidden stand in it: it is made for its owner alone.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.create(true).append(true).open(path);
        Ok(Self { file: file.with_context(|| format!("belief snapshots cannot be written to {}", path.display()))? })
    }
}

impl<S: Subscriber> Layer<S> for BeliefSnapshots {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut line = Line(String::new());
        event.record(&mut line);
        line.0.push('\n');
        // One write a line: lines of several threads do not mix. A full disk stops the recorder, not the server.
        if let Err(error) = (&self.file).write_all(line.0.as_bytes()) {
            tracing::error!(%error, "a belief snapshot was not written");
        }
    }
}

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        if field.name() == "snapshot" {
            self.0 = format!("{value:?}");
        }
    }
}

/// Counters and histograms of this process: one set, whoever asks.
///
/// # Errors
/// Where another recorder was installed before.
pub fn metrics() -> anyhow::Result<PrometheusHandle> {
    static INSTALLED: OnceLock<Result<PrometheusHandle, String>> = OnceLock::new();
    let install = || {
        let builder = PrometheusBuilder::new().set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), SECONDS);
        let counts = Matcher::Suffix("_appends".to_owned());
        let events = Matcher::Suffix("_events".to_owned());
        let builder = builder
            .and_then(|builder| builder.set_buckets_for_metric(counts, COUNTS))
            .and_then(|builder| builder.set_buckets_for_metric(events, COUNTS));
        let handle = builder.and_then(PrometheusBuilder::install_recorder).map_err(|error| error.to_string())?;
        describe();
        Ok(handle)
    };
    INSTALLED.get_or_init(install).clone().map_err(anyhow::Error::msg)
}
