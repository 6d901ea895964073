//! The connections to Postgres that read: a pool, with a deadline on everything that is asked through it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use sqlx::Executor;
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};

use super::StoreError;
use super::sql::failed;

/// Longest wait for an answer. A server that is frozen, or a network that swallows everything, gives none at all.
pub(super) const LONGEST: Duration = Duration::from_secs(10);

/// The server gives up by itself before we do, so that it does not work for nobody. A server of ours that hangs in a transaction, or is cut off, loses its
/// locks as soon as one that commits. Each statement of a transaction sees what was committed until then, whatever the database's own default is.
const SESSION: &str = "SELECT set_config('statement_timeout', '9s', false), \
     set_config('idle_in_transaction_session_timeout', '3s', false), set_config('tcp_user_timeout', '9s', false), \
     set_config('default_transaction_isolation', 'read committed', false)";

/// What every connection asks for that commits: a sync, where the database's own default is none. A default that asks for more stays.
pub(super) const SYNCED: &str = "SELECT set_config('synchronous_commit', \
     CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, false)";

/// The same for a server that only reads: whatever it were to ask for, the database would refuse to write.
const READ_ONLY: &str = "SELECT set_config('default_transaction_read_only', 'on', false)";

/// What may be asked through the connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    /// Reading, and writing what stands beside the log: names, keys and tenants, whose commits are synced as those of events are.
    Any,
    /// Reading alone.
    ReadOnly,
}

/// A pool that is replaced when its server stops to answer: connections to it would be waited for until the network gives up, a quarter of an
/// hour later.
pub(super) struct Readers {
    options: PgConnectOptions,
    access: Access,
    /// How many there are at most.
    most: u32,
    /// The pool, and how many there were before it.
    pool: RwLock<(PgPool, u64)>,
    /// How many questions were answered.
    answered: AtomicU64,
}

impl Readers {
    pub fn new(options: PgConnectOptions, access: Access, most: u32) -> Self {
        let pool = RwLock::new((lazy(&options, access, most), 0));
        Self { options, access, most, pool, answered: AtomicU64::new(0) }
    }

    pub fn pool(&self) -> PgPool {
        self.pool.read().unwrap_or_else(PoisonError::into_inner).0.clone()
    }

    fn generation(&self) -> u64 {
        self.pool.read().unwrap_or_else(PoisonError::into_inner).1
    }

    /// Makes a new pool in place of one that gave no answer. Of those who waited for it, the first does.
    fn replace(&self, generation: u64) {
        let mut pool = self.pool.write().unwrap_or_else(PoisonError::into_inner);
        if pool.1 == generation {
            *pool = (lazy(&self.options, self.access, self.most), generation + 1);
        }
    }

    /// Waits for an answer, but not for ever. Where others were answered meanwhile the server is not frozen: all connections are in use, or the question
    /// is a long one, and a new pool would only ask more of the server.
    ///
    /// # Errors
    /// Where the database failed, or gave no answer.
    pub async fn within<T>(
        &self,
        doing: &'static str,
        asked: impl Future<Output = Result<T, sqlx::Error>>,
    ) -> Result<T, StoreError> {
        let (before, answered) = (self.generation(), self.answered.load(Ordering::Relaxed));
        match tokio::time::timeout(LONGEST, asked).await {
            Ok(answer) => {
                if answer.is_ok() {
                    self.answered.fetch_add(1, Ordering::Relaxed);
                }
                answer.map_err(|error| failed(doing, &error))
            }
            Err(_) => {
                if self.answered.load(Ordering::Relaxed) == answered {
                    self.replace(before);
                }
                Err(self.silent(doing))
            }
        }
    }

    /// What no answer may mean. While it tries to make a connection more, the pool looks at none that has come free.
    fn silent(&self, doing: &'static str) -> StoreError {
        let made = self.pool().size();
        if made >= self.most {
            return silent(doing);
        }
        let cause = format!(
            "no answer within {} s, with {made} of {} connections made or asked for; where Postgres or a pooler has no more to give, `pool_max_conns=N` in the database's \
             URL asks for fewer",
            LONGEST.as_secs(),
            self.most
        );
        StoreError::Unavailable { doing, cause }
    }

    pub async fn close(&self) {
        // What does not answer is left to the end of the process.
        let _ = tokio::time::timeout(LONGEST, self.pool().close()).await;
    }
}

/// The database gave no answer.
pub(super) fn silent(doing: &'static str) -> StoreError {
    StoreError::Unavailable { doing, cause: format!("no answer within {} s", LONGEST.as_secs()) }
}

fn lazy(options: &PgConnectOptions, access: Access, most: u32) -> PgPool {
    PgPoolOptions::new()
        .max_connections(most)
        // The deadline on the whole question comes first, and sees whether the server answers anybody.
        .acquire_timeout(2 * LONGEST)
        .after_connect(move |connection, _| {
            Box::pin(async move {
                connection.execute(SESSION).await?;
                connection.execute(SYNCED).await?;
                if access == Access::ReadOnly {
                    connection.execute(READ_ONLY).await?;
                }
                Ok(())
            })
        })
        .connect_lazy_with(options.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn of_those_who_waited_for_one_pool_the_first_replaces_it() {
        let readers = Readers::new(PgConnectOptions::new(), Access::Any, 2);
        for _ in 0..3 {
            readers.replace(0);
        }
        assert_eq!(readers.generation(), 1);
        readers.replace(1);
        assert_eq!(readers.generation(), 2);
    }

    #[tokio::test(start_paused = true)]
    async fn a_pool_whose_server_answers_others_is_kept() {
        let readers = Readers::new(PgConnectOptions::new(), Access::Any, 2);
        let never = || readers.within("asking", std::future::pending::<Result<(), sqlx::Error>>());
        let later = readers.within("asking", async {
            tokio::time::sleep(LONGEST / 2).await;
            Ok(())
        });
        let (silent, answered) = tokio::join!(never(), later);
        assert!(silent.is_err() && answered.is_ok());
        assert_eq!(readers.generation(), 0, "the server answered somebody");
        assert!(never().await.is_err());
        assert_eq!(readers.generation(), 1, "it answered nobody");
    }
}
