//! Connecting to Postgres: what a connection that writes asks for itself, and what it learns of the database.

use std::str::FromStr;
use std::sync::{PoisonError, RwLock};

use async_trait::async_trait;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions, Executor};
use tokio_rustls::rustls;

use super::postgres_nodes::Nodes;
use super::postgres_readers::SYNCED;
use super::postgres_write::PostgresWrite;
use super::sql::failed;
use super::write_connection::Database;
use super::{Durability, LogId, StoreError};

/// What each write connection asks for itself, and what its commits are worth then. A server of ours that hangs in a transaction, or is cut
/// off, loses its lock on the log after three seconds; one that waits for the lock gives up after those are over. A statement is about a few rows, which it finds by their keys, whatever the planner expects: to compile
/// it, to start processes for it, to read whole tables, to sort what lies in order, or to plan it each time would take longer than it does, with the counters
/// held. Only Citus must plan it each time, to find the node.
const SESSION: &str = "SELECT set_config('idle_in_transaction_session_timeout', '3s', false), set_config('lock_timeout', '5s', false), \
     set_config('statement_timeout', '8s', false), set_config('tcp_user_timeout', '8s', false), \
     set_config('standard_conforming_strings', 'on', false), \
     set_config('default_transaction_isolation', 'read committed', false), \
     set_config('jit', 'off', false), set_config('max_parallel_workers_per_gather', '0', false), \
     set_config('plan_cache_mode', CASE WHEN to_regclass('pg_dist_shard') IS NULL THEN 'force_generic_plan' ELSE 'auto' END, false), \
     set_config('enable_seqscan', 'off', false), set_config('enable_sort', 'off', false), \
     set_config('enable_hashjoin', 'off', false), set_config('enable_mergejoin', 'off', false)";

/// That nobody wrote for a while is no reason to end the session, whatever is set for the role: the next append would be refused. Postgres has this setting
/// from version 14 on.
const IDLE: &str = "SELECT set_config(name, '0', false) FROM pg_settings WHERE name = 'idle_session_timeout'";

/// Read again after it was set, on every connection.
const SETTINGS: &str = "SELECT current_setting('server_version'), current_setting('fsync'), current_setting('synchronous_commit'), \
     CASE WHEN pg_is_in_recovery() THEN 'is a read-only replica; the log needs the primary, or `serve --read-only`' \
          WHEN current_setting('default_transaction_read_only') = 'on' THEN 'takes no commits, because default_transaction_read_only is on for this role, \
               database or server: set it off (ALTER ROLE … SET default_transaction_read_only = off), or `serve --read-only`' END, \
     to_regclass('pg_dist_shard') IS NOT NULL, \
     to_regprocedure('credence_on_node(bigint,bigint[],bigint[],bigint[],text)') IS NOT NULL";

/// How to make a connection that writes, and what the last one that was made learned of the database.
pub(super) struct WriteOptions {
    pub connect: PgConnectOptions,
    learned: RwLock<Learned>,
}

/// What a connection learns of its database when it is made.
#[derive(Default)]
struct Learned {
    durability: Option<Durability>,
    nodes: Nodes,
}

/// What the database says of itself.
pub(super) struct Settings {
    pub durability: Durability,
    /// Why it takes no commits, and what to do about it; `None` where it takes some.
    read_only: Option<String>,
    /// Where its logs lie.
    nodes: Nodes,
    /// Whether the operator made the function that has a node of Citus commit.
    commits_on_node: bool,
}

impl WriteOptions {
    pub fn new(connect: PgConnectOptions) -> Self {
        Self { connect, learned: RwLock::default() }
    }

    /// Of a server that only reads: what its database says of itself is all that there will be.
    pub fn to_read(connect: PgConnectOptions, settings: Settings) -> Self {
        let Settings { durability, nodes, .. } = settings;
        let learned = Learned { durability: Some(durability), nodes };
        Self { connect, learned: RwLock::new(learned) }
    }

    /// What commits are worth, if a connection was ever made.
    pub fn durability(&self) -> Option<Durability> {
        self.learned.read().unwrap_or_else(PoisonError::into_inner).durability.clone()
    }

    /// How many nodes of Citus the logs lie on; 0 where the database is not spread over nodes.
    pub fn nodes(&self) -> usize {
        self.learned.read().unwrap_or_else(PoisonError::into_inner).nodes.count()
    }

    /// On which of the nodes a log lies.
    pub fn node_of(&self, log: LogId) -> usize {
        self.learned.read().unwrap_or_else(PoisonError::into_inner).nodes.of(log)
    }
}

#[async_trait]
impl Database for WriteOptions {
    type Connection = PostgresWrite;

    const SHARED: bool = true;

    async fn connect(&self) -> Result<PostgresWrite, StoreError> {
        let doing = "connecting to the database";
        let mut connection = connected(&self.connect).await?;
        connection.execute(SESSION).await.map_err(|error| failed(doing, &error))?;
        connection.execute(SYNCED).await.map_err(|error| failed(doing, &error))?;
        connection.execute(IDLE).await.map_err(|error| failed(doing, &error))?;
        let Settings { durability, read_only, nodes, commits_on_node } = settings(&mut connection, &self.connect).await?;
        if let Some(why) = read_only {
            return Err(StoreError::ReadOnly { cause: format!("{} {why}", durability.place) });
        }
        let on_nodes = nodes.count() > 0;
        let learned = Learned { durability: Some(durability), nodes };
        *self.learned.write().unwrap_or_else(PoisonError::into_inner) = learned;
        Ok(PostgresWrite { connection, begun: false, on_nodes, commits_on_node: on_nodes && commits_on_node })
    }
}

/// Connections that read, a server, where the URL does not say how many.
const READERS: u32 = 16;

/// How many connections may read, in the word that pgx has for it, and which sqlx does not know.
const POOL: &str = "pool_max_conns";

/// Parameters of a URL that sqlx takes, beside `options[…]`.
const TAKEN: [&str; 18] = [
    "sslmode",
    "ssl-mode",
    "sslrootcert",
    "ssl-root-cert",
    "ssl-ca",
    "sslcert",
    "ssl-cert",
    "sslkey",
    "ssl-key",
    "statement-cache-capacity",
    "host",
    "hostaddr",
    "port",
    "dbname",
    "user",
    "password",
    "application_name",
    "options",
];

/// How many connections may read by a URL, the URL with the parameters alone that sqlx takes, and the names of those that nobody takes: sqlx would write
/// these into the log with their values, of which one may be a secret under a mistyped name.
///
/// # Errors
/// Where the number of connections is no number from 2 to 1,000. With one, whoever commits by it would keep out all who read.
fn parameters(url: &str) -> Result<(u32, String, Vec<String>), StoreError> {
    let Some((base, query)) = url.split_once('?') else { return Ok((READERS, url.to_owned(), Vec::new())) };
    let (mut most, mut taken, mut unknown) = (READERS, Vec::new(), Vec::new());
    for pair in query.split('&') {
        let Some((name, value)) = form_urlencoded::parse(pair.as_bytes()).next() else { continue };
        if name == POOL {
            let wrong =
                || StoreError::Unusable(format!("{POOL} of the database's URL is {value:?}; it takes a number from 2 to 1000"));
            most = value.parse().ok().filter(|number| (2..=1_000).contains(number)).ok_or_else(wrong)?;
        } else if TAKEN.contains(&&*name) || name.starts_with("options[") {
            taken.push(pair);
        } else {
            unknown.push(name.into_owned());
        }
    }
    let url = if taken.is_empty() { base.to_owned() } else { format!("{base}?{}", taken.join("&")) };
    Ok((most, url, unknown))
}

/// What a URL says of how to connect, and how many connections may read.
///
/// # Errors
/// Where it is none of Postgres, or the number is none.
pub(super) fn understood(url: &str) -> Result<(PgConnectOptions, u32), StoreError> {
    let (most, url, unknown) = parameters(url)?;
    for parameter in unknown {
        tracing::warn!(parameter, "the database's URL has a parameter that is not known, and that is left out");
    }
    let options = PgConnectOptions::from_str(&url)
        .map_err(|error| StoreError::Unusable(format!("the database URL is not understood: {error}")))?;
    Ok((options.application_name("credence").disable_statement_logging(), most))
}

/// Connects.
///
/// # Errors
/// Where it cannot be done, with the cure where the server's certificate is what is in the way: Citus makes itself one of version 1, and no setting of
/// ours would take it.
pub(super) async fn connected(options: &PgConnectOptions) -> Result<PgConnection, StoreError> {
    let doing = "connecting to the database";
    options.connect().await.map_err(|error| match &error {
        sqlx::Error::Io(broken) if broken.get_ref().is_some_and(|inner| inner.is::<rustls::Error>()) => StoreError::Unavailable {
            doing,
            cause: format!(
                "{error}; where the certificate is signed by an authority of your own, `sslrootcert=FILE` in the database's URL names that; else give the \
                 server another certificate, or connect without TLS by `sslmode=disable`"
            ),
        },
        _ => failed(doing, &error),
    })
}

/// Asks the server what its commits are worth, whether it takes none, and where its logs lie.
///
/// # Errors
/// Where it cannot be asked.
pub(super) async fn settings(connection: &mut PgConnection, options: &PgConnectOptions) -> Result<Settings, StoreError> {
    let (version, fsync, synchronous_commit, read_only, is_citus, commits_on_node): (
        String,
        String,
        String,
        Option<String>,
        bool,
        bool,
    ) = sqlx::query_as(SETTINGS).fetch_one(&mut *connection).await.map_err(|error| failed("asking for settings", &error))?;
    let nodes = if is_citus {
        Nodes::ask(connection).await.map_err(|error| failed("asking where the logs lie", &error))?
    } else {
        Nodes::default()
    };
    let server = options
        .get_socket()
        .map_or_else(|| format!("{}:{}", options.get_host(), options.get_port()), |socket| socket.display().to_string());
    let place = format!("{server}/{}", options.get_database().unwrap_or(options.get_username()));
    let lost = |setting| format!("a crash of the database server can lose acknowledged events, because {setting}=off there");
    let promise = match (fsync.as_str(), synchronous_commit.as_str()) {
        ("off", _) => lost("fsync"),
        (_, "off") => lost("synchronous_commit"),
        // Settings of a session stay with the coordinator.
        _ if nodes.count() > 0 => {
            "every acknowledged event is on disk, if no node has fsync=off or synchronous_commit=off".to_owned()
        }
        _ => "every acknowledged event is on disk".to_owned(),
    };
    let synced = fsync != "off" && synchronous_commit != "off";
    if !synced {
        tracing::warn!(place, promise, "the database does not sync its commits");
    }
    let durability = Durability { database: format!("Postgres {version}"), place, synced, kept: true, promise };
    Ok(Settings { durability, read_only, nodes, commits_on_node })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_bounds_the_connections_that_read() {
        let read = |url: &str| parameters(url).map(|(most, url, _)| (most, url)).map_err(|error| error.to_string());
        assert_eq!(read("postgres://a@b/c"), Ok((16, "postgres://a@b/c".to_owned())));
        assert_eq!(read("postgres://a@b/c?pool_max_conns=4"), Ok((4, "postgres://a@b/c".to_owned())));
        let among = "postgres://a@b/c?sslmode=require&pool_max_conns=2&host=/tmp";
        assert_eq!(read(among), Ok((2, "postgres://a@b/c?sslmode=require&host=/tmp".to_owned())));
        for wrong in ["0", "1", "1001", "", "many", "4&pool_max_conns"] {
            let refused = read(&format!("postgres://a@b/c?pool_max_conns={wrong}")).expect_err("no number of connections");
            assert!(refused.contains("it takes a number from 2 to 1000"), "{refused}");
        }
    }

    #[test]
    fn a_parameter_that_nobody_takes_is_named_without_its_value() {
        let url = "postgres://a@b/c?pasword=secret&sslmode=require&options[search_path]=d&options%5Bjit%5D=off&flag";
        let left = "postgres://a@b/c?sslmode=require&options[search_path]=d&options%5Bjit%5D=off".to_owned();
        assert_eq!(parameters(url), Ok((16, left, vec!["pasword".to_owned(), "flag".to_owned()])));
        assert_eq!(parameters("postgres://a@b/c?flag"), Ok((16, "postgres://a@b/c".to_owned(), vec!["flag".to_owned()])));
    }
}
