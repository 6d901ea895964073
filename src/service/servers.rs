//! Which servers are alive, and for which partitions this one is preferred, as the last sign of life told. For speed alone: any server takes any append.

use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use serde::Serialize;
use utoipa::ToSchema;

use super::preference::preferred;
use super::{Error, Service};
use crate::store::{LiveServer, LogId};

/// Tenants that are listed at most, so that the answer stays small.
const LISTED: usize = 100;

/// Signs of life from one look at the tenants to the next, where the servers are the same: tenants are rarely made.
const LOOK_EVERY: u32 = 10;

/// What a server that takes part in the preference knows of the others.
#[derive(Default)]
pub(super) struct Servers {
    /// This server; absent where it takes no part.
    own: OnceLock<LiveServer>,
    known: RwLock<Arc<Known>>,
}

/// What the last sign of life told: one view, of which no part is older than another.
#[derive(Clone, Default)]
struct Known {
    /// Servers that are alive, this one among them. None where the table could not be read: then nobody is preferred.
    live: Vec<LiveServer>,
    /// Partitions for which this server is preferred, of all tenants' logs together; a log that was never split is one.
    preferred: u64,
    tenants: Vec<TenantShare>,
    /// Signs of life before the tenants are looked at again.
    left: u32,
}

/// Of how many of a tenant's partitions this server is the preferred one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct TenantShare {
    /// The tenant's name.
    tenant: String,
    /// Partitions of its log.
    partitions: u16,
    /// Of those, how many this server is preferred for.
    preferred: u16,
}

/// The servers that are alive, and what this one is preferred for. Any server takes any append all the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ServersAnswer {
    /// Where clients reach this server: its setting `advertise`.
    url: String,
    /// Servers that showed a sign of life in the last 3 seconds, this one among them. Empty where that is not known at the moment.
    live: Vec<String>,
    /// Tenants whose logs have several partitions, and how many of them this server is preferred for; the first 100 of them. Shown to the operator
    /// alone: an admin of the tenant `default`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tenants: Vec<TenantShare>,
}

impl Service {
    /// Has this server take part in the preference, under the URL at which clients reach it. The first one counts.
    pub fn advertise(&self, url: &str) {
        let _ = self.servers.own.set(LiveServer { url: url.to_owned(), secret: self.nonce() });
    }

    /// A text that nobody has seen before.
    #[must_use]
    pub fn nonce(&self) -> String {
        self.entropy.bytes::<16>().map(|byte| format!("{byte:02x}")).concat()
    }

    /// What this server answers a challenge, to prove that it is the one that signed in to the database; `None` where it takes no part.
    #[must_use]
    pub fn proof(&self, challenge: &[u8]) -> Option<String> {
        self.servers.own.get().map(|own| own.proof(challenge))
    }

    /// Whether this server takes part in the preference.
    #[must_use]
    pub fn is_advertised(&self) -> bool {
        self.servers.own.get().is_some()
    }

    /// Whether this is the server that made the secret, by which another one shows that it reads the same database.
    #[must_use]
    pub fn made(&self, secret: &[u8]) -> bool {
        self.servers.own.get().is_some_and(|own| own.secret.as_bytes() == secret)
    }

    /// Tells the others that this server is alive, and takes note of those that are. To be called each second by a server that is advertised.
    ///
    /// # Errors
    /// Where the database failed.
    pub async fn show_life(&self) -> Result<(), Error> {
        let Some(own) = self.servers.own.get() else { return Ok(()) };
        let live = self.store.show_life(own).await?;
        let known = self.known();
        let known = match known.left.checked_sub(1) {
            Some(left) if known.live == live => Known { left, ..(*known).clone() },
            _ => self.known_of(&own.url, live).await?,
        };
        self.know(known);
        Ok(())
    }

    /// What this server has of all tenants' partitions, where these are alive.
    async fn known_of(&self, url: &str, live: Vec<LiveServer>) -> Result<Known, Error> {
        let mut known = Known { live, left: LOOK_EVERY, ..Known::default() };
        for (log, tenant) in self.store.tenants().await? {
            let of_this = log.each().filter(|log| preferred(&known.live, *log).is_some_and(|server| server.url == url)).count();
            known.preferred += of_this as u64;
            if log.partitions() > 1 && known.tenants.len() < LISTED {
                known.tenants.push(TenantShare { tenant, partitions: log.partitions(), preferred: of_this as u16 });
            }
            // Many tenants with many partitions are a long calculation: requests come between.
            tokio::task::yield_now().await;
        }
        Ok(known)
    }

    fn known(&self) -> Arc<Known> {
        Arc::clone(&self.servers.known.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn know(&self, known: Known) {
        *self.servers.known.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(known);
    }

    /// Forgets which servers are alive, where it could not be asked: then none is named to anybody.
    pub fn forget_servers(&self) {
        self.know(Known::default());
    }

    /// Has the others prefer this server for nothing any more. To be called when it stops.
    ///
    /// # Errors
    /// Where the database failed: then they do three seconds later.
    pub async fn sign_off(&self) -> Result<(), Error> {
        let Some(own) = self.servers.own.get() else { return Ok(()) };
        Ok(self.store.sign_off(&own.url).await?)
    }

    /// The server that is preferred for a partition, where that is not this one, and this one is advertised.
    #[must_use]
    pub fn preferred_elsewhere(&self, log: LogId) -> Option<LiveServer> {
        let own = self.servers.own.get()?;
        let known = self.known();
        preferred(&known.live, log).filter(|server| server.url != own.url).cloned()
    }

    /// What is known of the servers; `None` where this one takes no part. `with_tenants` lists tenants by their names, which are for the operator.
    #[must_use]
    pub fn servers(&self, with_tenants: bool) -> Option<ServersAnswer> {
        let url = self.servers.own.get()?.url.clone();
        let Known { live, tenants, .. } = (*self.known()).clone();
        let live = live.into_iter().map(|server| server.url).collect();
        Some(ServersAnswer { url, live, tenants: if with_tenants { tenants } else { Vec::new() } })
    }

    /// Sets the gauges of it, where this server takes part.
    pub(super) fn measure_servers(&self) {
        if self.is_advertised() {
            let known = self.known();
            metrics::gauge!("credence_preferred_partitions").set(known.preferred as f64);
            metrics::gauge!("credence_live_servers").set(known.live.len() as f64);
        }
    }
}
