//! `credence serve`.

use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::advertised::{Part, own_url, part};
use super::open_log::unopened;
use super::{print, say};
use crate::clock::{Entropy, SystemClock};
use crate::config::{Config, ConfigError, Flags, unknown_variables};
use crate::http::{App, acceptor, listen};
use crate::service::{KeyRequest, RoleName, Service, Token};
use crate::store::{Durability, LogWriter, Store, Target, connect, connect_to_read};
use crate::telemetry::{self, BeliefSnapshots};

/// Longest wait for the database at the end, beyond that for requests under way.
const CLOSING: Duration = Duration::from_secs(30);

/// Run the server.
#[derive(clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    flags: Flags,
}

/// A server that runs.
pub struct Server {
    /// Where it listens.
    pub address: SocketAddr,
    scheme: &'static str,
    /// How safe an acknowledged event is.
    pub durability: Durability,
    /// Whether keys guard it.
    pub guarded: bool,
    /// The key that was made because there was none, to be shown once.
    pub first_key: Option<Token>,
    stop: CancellationToken,
    serving: JoinHandle<()>,
    writer: LogWriter,
    store: Arc<dyn Store>,
    service: Arc<Service>,
}

/// Opens the log and starts to serve.
///
/// # Errors
/// Where the database cannot be used, or the port is taken.
pub async fn start(config: &Config) -> anyhow::Result<Server> {
    if config.needs_keys() && !config.first_key && Target::of(&config.database_url)?.must_exist().is_err() {
        // A new log holds no key: nothing is made that is then not served.
        return Err(open(config));
    }
    let part = part(config)?;
    let opened = if config.read_only { connect_to_read(&config.database_url).await } else { connect(&config.database_url).await };
    let store = opened.with_context(|| unopened(config))?;
    let writer = LogWriter::spawn(Arc::clone(&store));
    let entropy = Entropy::from_system().context("the system gives no randomness")?;
    let service = Service::new(Arc::clone(&store), writer.clone(), Arc::new(SystemClock), entropy, config.limits.clone());
    if let Some(primary) = &config.primary {
        service.name_primary(primary);
    }
    service.look_for_keys().await.context("the keys cannot be read")?;
    if config.needs_keys() && !config.first_key && !service.is_guarded() {
        return Err(open(config));
    }
    let mut hosts = config.allow_hosts.clone();
    // The URL that is printed must be answered.
    hosts.push(match config.listen.ip() {
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => format!("[{ip}]"),
    });
    service.check_positions();
    let app = App::new(Arc::clone(&service), telemetry::metrics()?, hosts).with_origins(&config.cors_origins);
    let app = app.with_context(|| config.named("cors_origins"))?;
    let tls = match (&config.tls_cert, &config.tls_key) {
        (Some(certificates), Some(key)) => {
            let named = || format!("{}, with {}", config.named("tls_cert"), config.named("tls_key"));
            Some(acceptor(certificates, key).with_context(named)?)
        }
        _ => None,
    };
    let scheme = if tls.is_some() { "https" } else { "http" };
    let listening = listen(config.listen, app, tls).await.with_context(|| {
        format!(
            "cannot listen on {} ({}); --listen takes another address, and 127.0.0.1:0 a free port",
            config.listen,
            config.named("listen")
        )
    })?;
    match part {
        Part::Advertised(url) => service.take_part(url.to_owned(), true),
        Part::AtItsAddress => match own_url(listening.address, &config.database_url).await? {
            Some(url) => service.take_part(url, false),
            None => tracing::info!("no address was found at which other servers reach this one; --advertise names it"),
        },
        Part::None => {}
    }
    // The last that can fail: whoever makes the first key shows it, and nothing shows it again. Nobody is answered before it is made.
    let first_key = first_key(&service, config).await?;
    let stop = CancellationToken::new();
    Ok(Server {
        address: listening.address,
        scheme,
        durability: store.durability(),
        guarded: service.is_guarded(),
        first_key,
        serving: tokio::spawn(listening.serve(stop.clone())),
        stop,
        writer,
        store,
        service,
    })
}

/// Why a server that other machines could reach does not start without a key.
fn open(config: &Config) -> anyhow::Error {
    anyhow::Error::new(ConfigError::Open(config.listen)).context(config.named("listen"))
}

/// Makes an admin's key where there is none yet, and one is asked for.
async fn first_key(service: &Service, config: &Config) -> anyhow::Result<Option<Token>> {
    if !config.first_key || service.is_guarded() {
        return Ok(None);
    }
    let name = Some("first key".to_owned());
    let request = KeyRequest { role: RoleName::Admin, game: None, seat: None, name, expires: None };
    let made = service.make_key(&service.local(), request).await.context("no key could be made")?;
    Ok(Some(made.key))
}

impl Server {
    /// Its URL.
    #[must_use]
    pub fn url(&self) -> String {
        format!("{}://{}", self.scheme, self.address)
    }

    /// Becomes ready with what has failed, where something has after which nothing may be acknowledged.
    pub async fn failed(&self) -> String {
        self.store.failure().happened().await
    }

    /// Ends it: requests under way are finished, what is queued is written, the database is closed. Where the database does not answer, that is
    /// not waited for beyond `drain_seconds` and half a minute: nothing that was acknowledged depends on it.
    pub async fn stop(self) {
        let longest = Duration::from_secs(self.service.limits().drain_seconds) + CLOSING;
        let end = async {
            self.stop.cancel();
            let _ = self.serving.await;
            self.service.finish().await;
            self.writer.close().await;
            self.store.close().await;
        };
        if tokio::time::timeout(longest, end).await.is_err() {
            tracing::warn!("the database did not answer while the server was stopped; what was not acknowledged may be lost");
        }
    }
}

/// Says where the server is, who may come in, and how safe the data is. A server goes on where nobody reads it.
///
/// # Errors
/// Where it cannot be printed.
pub(super) fn announce(server: &Server, config: &Config) -> anyhow::Result<()> {
    let access = match (server.guarded, config.open_to_network) {
        (true, _) => "with a key",
        (false, true) => "whoever reaches the port, no keys",
        (false, false) => "this machine only, no keys",
    };
    let Durability { database, place, promise, .. } = &server.durability;
    print(&format!("credence {}   {}   access: {access}", env!("CARGO_PKG_VERSION"), server.url()))?;
    print(&format!("data: {place} ({database}; {promise})"))?;
    if let Some(key) = &server.first_key {
        print(&format!("key:  {}   (an admin's; it is shown this once)", key.reveal()))?;
    }
    Ok(())
}

/// Waits until the user or the system says stop.
///
/// # Errors
/// Where signals cannot be received.
pub(super) async fn stopped() -> anyhow::Result<()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let mut terminate = signal(SignalKind::terminate())?;
        tokio::select! {
            interrupted = tokio::signal::ctrl_c() => interrupted?,
            _ = terminate.recv() => {}
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await?;
    Ok(())
}

/// Runs the subcommand.
pub(super) async fn run(file: Option<&Path>, arguments: Arguments) -> anyhow::Result<()> {
    let config = Config::read(file, &arguments.flags)?;
    let snapshots = config.log_belief_snapshots.as_deref().map(BeliefSnapshots::open).transpose();
    let snapshots = snapshots.with_context(|| config.named("log_belief_snapshots"))?;
    telemetry::log(&config.log, snapshots).with_context(|| config.named("log"))?;
    for variable in unknown_variables() {
        tracing::warn!(variable, "no setting has the name of this variable; docs/settings.md lists those there are");
    }
    let server = start(&config).await?;
    announce(&server, &config)?;
    let data = if server.durability.kept { "stays" } else { "goes" };
    print(&format!("API:  {}/docs   Ctrl-C stops; the data {data}.", server.url()))?;
    tokio::select! {
        stopped = stopped() => stopped?,
        what = server.failed() => {
            say(&format!("credence: stopped at once: {what}"));
            // Whatever is dropped would close the database; closing writes, and what is written does not reach the disk.
            std::process::exit(1);
        }
    }
    tracing::info!("stopping");
    server.stop().await;
    Ok(())
}
