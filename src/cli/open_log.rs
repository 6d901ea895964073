//! A log, opened for a command that works on it as a server does.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context;

use crate::clock::{Entropy, SystemClock};
use crate::config::{Config, Flags};
use crate::service::Service;
use crate::store::{LogId, LogWriter, Store, StoreError, Target, connect, connect_to_read};
use crate::telemetry;

/// Which log a command works on.
#[derive(clap::Args)]
pub(super) struct DatabaseFlag {
    /// Where the log is: sqlite://PATH or postgres://… [default: sqlite://credence.db]
    #[arg(long, value_name = "URL")]
    database_url: Option<String>,
}

impl DatabaseFlag {
    /// The settings, with the log that was named. From then on lines are logged as they say.
    ///
    /// # Errors
    /// Where a setting cannot be used.
    pub fn config(&self, file: Option<&Path>) -> anyhow::Result<Config> {
        let flags = Flags { database_url: self.database_url.clone(), ..Flags::default() };
        let config = Config::read(file, &flags)?;
        telemetry::log(&config.log, None).with_context(|| config.named("log"))?;
        Ok(config)
    }
}

/// An open log.
pub(super) struct OpenLog {
    /// The use cases over it.
    pub service: Arc<Service>,
    writer: LogWriter,
    store: Arc<dyn Store>,
}

impl OpenLog {
    /// Opens the log that settings name, to work on it. `nothing` says what is missing where a SQLite file is not there.
    ///
    /// # Errors
    /// Where the log is not there or held by a server.
    pub async fn open(config: Config, nothing: &'static str) -> anyhow::Result<Self> {
        must_exist(&config, nothing)?;
        Self::open_or_make(config).await
    }

    /// The same, for a command that only reads. A database that others use meanwhile, which may be a hot standby, is not changed, not even its tables. A SQLite
    /// file has no other user: one of an older release is brought up to date, and copied first.
    ///
    /// # Errors
    /// As [`open`](Self::open); and where a Postgres database has another release's schema.
    pub async fn open_to_read(config: Config, nothing: &'static str) -> anyhow::Result<Self> {
        must_exist(&config, nothing)?;
        match Target::of(&config.database_url)? {
            Target::Sqlite(_) => Self::open_or_make(config).await,
            Target::Postgres(url) => Self::over(connect_to_read(url).await, &config),
        }
    }

    /// The same, where a file that is not there is made.
    ///
    /// # Errors
    /// Where the log is held by a server, or cannot be made.
    pub async fn open_or_make(config: Config) -> anyhow::Result<Self> {
        anyhow::ensure!(
            !Target::of(&config.database_url)?.is_throwaway(),
            "a log in memory is gone when this command ends: name a file with --database-url, or a running server"
        );
        Self::over(connect(&config.database_url).await, &config)
    }

    fn over(opened: Result<Arc<dyn Store>, StoreError>, config: &Config) -> anyhow::Result<Self> {
        let store = opened.with_context(|| unopened(config))?;
        let writer = LogWriter::spawn(Arc::clone(&store));
        let entropy = Entropy::from_system().context("the system gives no randomness")?;
        let service = Service::new(Arc::clone(&store), writer.clone(), Arc::new(SystemClock), entropy, config.limits.clone());
        Ok(Self { service, writer, store })
    }

    /// The log of a tenant.
    ///
    /// # Errors
    /// Where there is no such tenant.
    pub async fn of_tenant(&self, tenant: &str) -> anyhow::Result<LogId> {
        let found = self.store.find_tenant(tenant).await.context("the tenants cannot be read")?;
        found.with_context(|| format!("there is no tenant {tenant:?}; `credence tenants create` makes one"))
    }

    /// The log of a tenant, who is made where there is none, with a log of so many partitions. `true`, where that was so.
    ///
    /// # Errors
    /// Where it cannot be made.
    pub async fn make_tenant(&self, tenant: &str, partitions: u16) -> anyhow::Result<(LogId, bool)> {
        if let Some(log) = self.store.find_tenant(tenant).await.context("the tenants cannot be read")? {
            return Ok((log, false));
        }
        Ok((self.store.make_tenant(tenant, partitions).await.context("the tenant cannot be made")?, true))
    }

    /// All tenants, with their logs.
    ///
    /// # Errors
    /// Where they cannot be read.
    pub async fn tenants(&self) -> anyhow::Result<Vec<(LogId, String)>> {
        self.store.tenants().await.context("the tenants cannot be read")
    }

    /// Lets go of it.
    pub async fn close(self) {
        self.service.finish().await;
        self.writer.close().await;
        self.store.close().await;
    }
}

/// Refuses a SQLite file that is not there, which would be made: `nothing` says what is missing then.
fn must_exist(config: &Config, nothing: &'static str) -> anyhow::Result<()> {
    Target::of(&config.database_url).and_then(Target::must_exist).context(nothing)
}

/// What is said of a log that cannot be opened: which setting names it, and where that stands.
pub(super) fn unopened(config: &Config) -> String {
    format!("the log cannot be opened ({})", config.named("database_url"))
}
