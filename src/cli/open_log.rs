//! A log, opened for a command that works on it as a server does.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context;

use crate::clock::{Entropy, SystemClock};
use crate::config::{Config, Flags};
use crate::service::Service;
use crate::store::{LogWriter, Store, Target, connect};
use crate::telemetry;

/// An open log.
pub(super) struct OpenLog {
    /// The use cases over it.
    pub service: Arc<Service>,
    writer: LogWriter,
    store: Arc<dyn Store>,
}

impl OpenLog {
    /// Opens the log that settings name. To open a SQLite file that is not there would make it: `nothing` says what is missing then.
    ///
    /// # Errors
    /// Where a setting cannot be used, or the log is not there or held by a server.
    pub async fn open(file: Option<&Path>, flags: &Flags, nothing: &'static str) -> anyhow::Result<Self> {
        let config = Config::read(file, flags)?;
        telemetry::log(&config.log, None)?;
        Target::of(&config.database_url).and_then(Target::must_exist).context(nothing)?;
        let store = connect(&config.database_url).await.context("the log cannot be opened")?;
        let writer = LogWriter::spawn(Arc::clone(&store));
        let entropy = Entropy::from_system().context("the system gives no randomness")?;
        let service = Service::new(Arc::clone(&store), writer.clone(), Arc::new(SystemClock), entropy, config.limits);
        Ok(Self { service, writer, store })
    }

    /// Lets go of it.
    pub async fn close(self) {
        self.writer.close().await;
        self.store.close().await;
    }
}
