//! Which servers are alive on one Postgres.

use async_trait::async_trait;

use super::servers::{LiveServer, Servers};
use super::{PostgresStore, StoreError};

/// The sign of life and the look at the others are one statement, so that both are by one reading of the clock. What a statement writes it does not
/// read, hence the union. The commit waits for no disk and no standby: a sign that is lost is followed by another. Servers that were not seen for
/// a day are taken out, because a server that was killed takes itself out only where it is started again with its URL.
const SHOW_LIFE: &str = "WITH shown AS (INSERT INTO servers (url, secret, advertised, seen_at) \
     SELECT $1, $2, $3, clock_timestamp() WHERE set_config('synchronous_commit', 'off', true) = 'off' \
     ON CONFLICT (url) DO UPDATE SET secret = excluded.secret, advertised = excluded.advertised, seen_at = excluded.seen_at \
     RETURNING url, secret, advertised), \
     gone AS (DELETE FROM servers WHERE url <> $1 AND seen_at < clock_timestamp() - interval '1 day') \
     SELECT url, secret, advertised FROM shown UNION \
     SELECT url, secret, advertised FROM servers WHERE url <> $1 AND seen_at > clock_timestamp() - interval '3 seconds' ORDER BY url";

const SIGN_OFF: &str = "DELETE FROM servers WHERE url = $1 AND secret = $2";

#[async_trait]
impl Servers for PostgresStore {
    async fn show_life(&self, own: &LiveServer) -> Result<Vec<LiveServer>, StoreError> {
        let pool = self.readers.pool();
        let query = sqlx::query_as(SHOW_LIFE).bind(&own.url).bind(&own.secret).bind(own.advertised);
        self.readers.within("showing a sign of life", query.fetch_all(&pool)).await
    }

    async fn sign_off(&self, own: &LiveServer) -> Result<(), StoreError> {
        let pool = self.readers.pool();
        self.readers
            .within("signing off", sqlx::query(SIGN_OFF).bind(&own.url).bind(&own.secret).execute(&pool))
            .await
            .map(|_| ())
    }
}
