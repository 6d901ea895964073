//! Which servers are alive, and for which partitions this one is preferred, as the last sign of life told. For speed alone: any server takes any append.

use std::collections::BTreeMap;
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
    /// By URL, the servers that have proved to be those that signed in there, and have answered since.
    reached: RwLock<BTreeMap<String, LiveServer>>,
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
    /// Where the others reach this server: its setting `advertise`, or its own address.
    url: String,
    /// Servers that showed a sign of life in the last 3 seconds, this one among them. Empty where that is not known at the moment. Those that are not
    /// advertised are shown to the operator alone.
    live: Vec<String>,
    /// Of the others, those that writes can be passed on to: they have proved to be the servers that are alive, and have answered since.
    reached: Vec<String>,
    /// Tenants whose logs have several partitions, and how many of them this server is preferred for; the first 100 of them. Shown to the operator
    /// alone: an admin of the tenant `default`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tenants: Vec<TenantShare>,
}

impl Service {
    /// Has this server take part in the preference, under the URL at which the others reach it. The first one counts. `advertised`: whether clients may be named
    /// that URL.
    pub fn take_part(&self, url: String, advertised: bool) {
        let _ = self.servers.own.set(LiveServer { url, advertised, secret: self.nonce() });
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
    pub fn takes_part(&self) -> bool {
        self.servers.own.get().is_some()
    }

    /// Whether requests are passed on to this server and by it. Servers do not speak TLS with each other, so its URL must begin with `http://`.
    #[must_use]
    pub fn speaks_plainly(&self) -> bool {
        self.servers.own.get().is_some_and(LiveServer::is_plain)
    }

    /// Whether this is the server that made the secret, by which another one shows that it reads the same database.
    #[must_use]
    pub fn made(&self, secret: &[u8]) -> bool {
        self.servers.own.get().is_some_and(|own| own.secret.as_bytes() == secret)
    }

    /// Tells the others that this server is alive, and takes note of those that are. To be called each second by a server that takes part.
    ///
    /// # Errors
    /// Where the database failed.
    pub async fn show_life(&self) -> Result<(), Error> {
        let Some(own) = self.servers.own.get() else { return Ok(()) };
        let live = self.store.show_life(own).await?;
        let known = self.known();
        let known = match known.left.checked_sub(1) {
            // What is preferred depends on the URLs alone.
            Some(left) if known.live.iter().map(|server| &server.url).eq(live.iter().map(|server| &server.url)) => {
                Known { left, live, ..(*known).clone() }
            }
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
        Ok(self.store.sign_off(own).await?)
    }

    /// Whether other servers than this one are alive.
    pub(super) fn is_among_others(&self) -> bool {
        self.known().live.len() > 1
    }

    /// The server that is preferred for a partition, where that is not this one, and this one takes part.
    fn preferred_elsewhere(&self, log: LogId) -> Option<LiveServer> {
        let own = self.servers.own.get()?;
        let known = self.known();
        preferred(&known.live, log).filter(|server| server.url != own.url).cloned()
    }

    /// The URL that clients may be named for a partition: that of the preferred server, where it is another one.
    #[must_use]
    pub fn named_for(&self, log: LogId) -> Option<String> {
        self.preferred_elsewhere(log).filter(|server| server.advertised).map(|server| server.url)
    }

    /// The server that a write to a game is passed on to: the preferred one, where it can be reached, and where this server and another one write to the game in turn.
    /// So nothing is passed on where a balancer keeps the writes of each game together.
    #[must_use]
    pub fn passes_on_to(&self, log: LogId, game: &str) -> Option<LiveServer> {
        let reached = self.servers.reached.read().unwrap_or_else(PoisonError::into_inner);
        if reached.is_empty() {
            return None;
        }
        let log = log.of_game(game);
        self.games.get(&(log, game.to_owned())).filter(|game| game.is_written_in_turn(self.clock.now_us()))?;
        self.preferred_elsewhere(log).filter(|server| reached.get(&server.url) == Some(server))
    }

    /// Those of the other servers that have not proved who they are, or have not answered since.
    #[must_use]
    pub fn unreached(&self) -> Vec<LiveServer> {
        let known = self.known();
        let mut reached = self.servers.reached.write().unwrap_or_else(PoisonError::into_inner);
        reached.retain(|_, server| known.live.contains(server));
        let others = known.live.iter().filter(|server| self.servers.own.get().is_some_and(|own| own.url != server.url));
        others.filter(|server| !reached.contains_key(&server.url)).cloned().collect()
    }

    /// Takes note that a server has proved to be the one that signed in with its URL, where that one is still alive.
    pub fn note_reached(&self, server: LiveServer) {
        if self.known().live.contains(&server) {
            self.servers.reached.write().unwrap_or_else(PoisonError::into_inner).insert(server.url.clone(), server);
        }
    }

    /// A server did not answer, or another one did at its URL: it has to prove itself again.
    pub fn note_unreached(&self, url: &str) {
        self.servers.reached.write().unwrap_or_else(PoisonError::into_inner).remove(url);
    }

    /// What is known of the servers. Tenants, and URLs that are not advertised, are for the operator: `None` where nothing is left, or this server takes no
    /// part.
    #[must_use]
    pub fn servers(&self, to_operator: bool) -> Option<ServersAnswer> {
        let is_shown = |server: &&LiveServer| to_operator || server.advertised;
        let own = self.servers.own.get().filter(is_shown)?;
        let known = self.known();
        let urls =
            |servers: &mut dyn Iterator<Item = &LiveServer>| servers.filter(is_shown).map(|server| server.url.clone()).collect();
        let live = urls(&mut known.live.iter());
        let reached = urls(&mut self.servers.reached.read().unwrap_or_else(PoisonError::into_inner).values());
        let tenants = if to_operator { known.tenants.clone() } else { Vec::new() };
        Some(ServersAnswer { url: own.url.clone(), live, reached, tenants })
    }

    /// Sets the gauges of it, where this server takes part.
    pub(super) fn measure_servers(&self) {
        if self.takes_part() {
            let known = self.known();
            metrics::gauge!("credence_preferred_partitions").set(known.preferred as f64);
            metrics::gauge!("credence_live_servers").set(known.live.len() as f64);
            let reached = self.servers.reached.read().unwrap_or_else(PoisonError::into_inner).len();
            metrics::gauge!("credence_reached_servers").set(reached as f64);
        }
    }
}
