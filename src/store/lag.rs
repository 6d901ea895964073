//! How far a database that follows another one is behind it.

use sqlx::FromRow;

/// What is received is compared with what is replayed first: the time of the last replayed commit says nothing where nobody writes. Whether a
/// receiver runs is shown to every role; more of it is not.
pub(super) const LAG: &str = "SELECT pg_is_in_recovery() AS standby, EXISTS (SELECT 1 FROM pg_stat_wal_receiver) AS receiving, \
     CASE WHEN pg_is_in_recovery() THEN pg_wal_lsn_diff(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn())::bigint END AS bytes, \
     CASE WHEN pg_is_in_recovery() THEN extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())::float8 END AS age";

/// How far a server that only reads is behind those who write.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lag {
    /// Whether the database is a standby; one that is read beside its writers is not behind.
    pub standby: bool,
    /// Whether the standby is connected to its primary. Where it is not, what the primary has written since is not known here.
    pub receiving: bool,
    /// Bytes of write-ahead log that are here and not replayed yet; `None` where nothing was ever received.
    pub bytes: Option<u64>,
    /// Seconds that what is read may be behind: none where everything that was sent is replayed, or else the age of the last commit that is.
    /// `None` where no commit was ever replayed.
    pub seconds: Option<f64>,
}

/// A row that [`LAG`] gives.
#[derive(FromRow)]
pub(super) struct LagRecord {
    standby: bool,
    receiving: bool,
    bytes: Option<i64>,
    age: Option<f64>,
}

impl LagRecord {
    pub fn read(self) -> Lag {
        let Self { standby, receiving, bytes, age } = self;
        // A standby that was started anew replays beyond what it has received since: the difference is negative then.
        let bytes = bytes.map(|bytes| u64::try_from(bytes).unwrap_or_default());
        if !standby {
            return Lag { standby, receiving, bytes: Some(0), seconds: Some(0.0) };
        }
        let is_level = receiving && bytes == Some(0);
        let seconds = if is_level { Some(0.0) } else { age.map(|age| age.max(0.0)) };
        Lag { standby, receiving, bytes, seconds }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(standby: bool, receiving: bool, bytes: Option<i64>, age: Option<f64>) -> (Option<u64>, Option<f64>) {
        let lag = LagRecord { standby, receiving, bytes, age }.read();
        assert_eq!((lag.standby, lag.receiving), (standby, receiving));
        (lag.bytes, lag.seconds)
    }

    #[test]
    fn an_old_commit_is_no_lag_where_all_that_was_sent_is_replayed() {
        assert_eq!(read(true, true, Some(0), Some(86_400.0)), (Some(0), Some(0.0)));
        assert_eq!(read(true, true, Some(512), Some(3.5)), (Some(512), Some(3.5)));
        assert_eq!(read(true, true, Some(-512), Some(3.5)), (Some(0), Some(0.0)));
    }

    #[test]
    fn a_standby_that_lost_its_primary_may_be_behind_by_the_age_of_its_last_commit() {
        assert_eq!(read(true, false, Some(0), Some(60.0)), (Some(0), Some(60.0)));
        assert_eq!(read(true, false, None, None), (None, None));
        assert_eq!(read(true, false, None, Some(-0.5)), (None, Some(0.0)), "the two clocks differ");
    }

    #[test]
    fn a_database_that_follows_nobody_is_not_behind() {
        assert_eq!(read(false, false, None, None), (Some(0), Some(0.0)));
    }
}
