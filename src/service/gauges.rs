//! What an operator watches that no single request tells: the queue of the writer, what the caches hold, what is damaged.

use super::{Error, Service};
use crate::store::Lag;

/// Names and units of everything that `/metrics` shows beyond the requests, for people. They are set when somebody asks.
pub fn describe() {
    use metrics::{Unit, describe_counter, describe_gauge, describe_histogram};
    describe_counter!("credence_requests_total", "Requests answered, by method, route and status");
    describe_histogram!("credence_request_seconds", Unit::Seconds, "Time to answer, by method and route");
    describe_counter!(
        "credence_forwarded_total",
        "Requests passed on to the server that is preferred for their game, by outcome: answered, not_sent, unknown"
    );
    describe_gauge!("credence_queue_appends", "Appends that wait for the next commit; at 4,096 further ones are refused");
    describe_histogram!("credence_group_appends", "Appends that shared one commit");
    describe_histogram!("credence_group_events", "Events that shared one commit");
    describe_histogram!("credence_group_follows", "Questions for what is new in a game that shared one statement, on Postgres");
    describe_histogram!("credence_commit_seconds", Unit::Seconds, "Time of one commit: look-ups, decision, rows, and sync");
    describe_histogram!(
        "credence_fold_seconds",
        Unit::Seconds,
        "Time of folding one observer to the revision that was asked for"
    );
    describe_histogram!("credence_fold_events", "Events folded to the revision that was asked for");
    describe_counter!(
        "credence_unanswered_total",
        "What was asked with events that were recorded, and could not be answered at that moment"
    );
    describe_counter!("credence_work_total", "Pieces of work on threads of their own, by how they ended");
    describe_gauge!("credence_work_waiting", "Pieces of work that wait for a thread, by lane");
    describe_counter!("credence_game_loads_total", "Games read from the database because they were not in memory");
    describe_counter!("credence_game_hits_total", "Games found in memory");
    describe_gauge!("credence_cache_bytes", Unit::Bytes, "Approximate bytes in a cache, by its name");
    describe_gauge!("credence_cache_entries", "Entries in a cache, by its name");
    describe_gauge!("credence_games_damaged", "Games whose stored events are not what was written");
    describe_counter!("credence_damaged_total", "Times that a damage was met");
    // Shown from the start: the first one that is counted is an increase then.
    metrics::counter!("credence_damaged_total").increment(0);
    metrics::counter!("credence_snapshots_total", "outcome" => "damaged").increment(0);
    describe_gauge!("credence_logs_with_gaps", "Logs in which positions are missing");
    describe_counter!(
        "credence_stale_games_total",
        "Games dropped from memory because the database does not hold what memory held"
    );
    describe_counter!("credence_scored_games_total", "Finished games whose beliefs were scored by what they showed in the end");
    describe_counter!(
        "credence_scores_passed_over_total",
        "Finished games that were not scored: too long, or another one was being scored"
    );
    describe_counter!(
        "credence_scored_items_total",
        "Hidden items that were scored: one variable of one observer after one event"
    );
    describe_gauge!(
        "credence_scored_bits",
        "Log loss of those items in bits, as served and by hard facts alone: a sum that grows"
    );
    describe_counter!("credence_served_probabilities_total", "Probabilities that were scored, by the tenth that they fell into");
    describe_gauge!("credence_served_probability_sum", "Their sum: how many of them should have come true");
    describe_counter!("credence_came_true_total", "How many of them were of what was true");
    describe_counter!("credence_snapshots_total", "Snapshots: written, thawed, compared with a fold, differing, damaged");
    describe_counter!(
        "credence_keys_refused_total",
        "Requests whose key was refused: malformed, unknown, wrong, revoked, expired"
    );
    describe_gauge!("credence_ready", "1 where an append would be written, 0 where not, as last asked by /health/ready");
    describe_gauge!(
        "credence_live_servers",
        "Servers that showed a sign of life in the last 3 s, this one among them; 0 where that is not known"
    );
    describe_gauge!("credence_reached_servers", "Other servers on the same database that writes can be passed on to");
    describe_gauge!(
        "credence_preferred_partitions",
        "Partitions of all tenants' logs for which this server is the preferred one"
    );
    describe_gauge!("credence_read_only", "1 where this server only reads");
    describe_gauge!("credence_standby_receiving", "1 where the standby that is read is connected to its primary");
    describe_gauge!("credence_standby_lag_bytes", Unit::Bytes, "Write-ahead log that the standby has received and not replayed");
    describe_gauge!("credence_standby_lag_seconds", Unit::Seconds, "How far what is read may be behind what was written");
    describe_counter!("credence_not_arrived_total", "Games, revisions and cursors that were waited for in vain");
    describe_counter!(
        "credence_reads_tried_again_total",
        "Reads that the standby cancelled, or failed to answer, and that were tried again"
    );
    describe_gauge!("credence_synced", "1 where every commit is on disk before it is acknowledged");
    // What an alert waits for stands there before it happens: `increase` does not see a series that begins with 1.
    metrics::counter!("credence_stale_games_total").increment(0);
    metrics::counter!("credence_snapshots_total", "outcome" => "differs").increment(0);
}

impl Service {
    /// How far this server is behind those who write, where it only reads; sets the gauges of it.
    ///
    /// # Errors
    /// Where the database failed.
    pub async fn lag(&self) -> Result<Option<Lag>, Error> {
        let lag = self.store.lag().await?;
        if let Some(lag) = lag {
            metrics::gauge!("credence_standby_receiving").set(f64::from(u8::from(lag.receiving)));
            metrics::gauge!("credence_standby_lag_bytes").set(lag.bytes.map_or(f64::NAN, |bytes| bytes as f64));
            metrics::gauge!("credence_standby_lag_seconds").set(lag.seconds.unwrap_or(f64::NAN));
        }
        Ok(lag)
    }

    /// Sets the gauges of this moment.
    pub fn measure(&self) {
        metrics::gauge!("credence_read_only").set(f64::from(u8::from(self.reads_only())));
        metrics::gauge!("credence_queue_appends").set(self.writer.waiting() as f64);
        metrics::gauge!("credence_games_damaged").set(self.count_damaged() as f64);
        metrics::gauge!("credence_synced").set(f64::from(u8::from(self.store.durability().synced)));
        self.measure_servers();
        for (lane, waiting) in self.lanes.waiting() {
            metrics::gauge!("credence_work_waiting", "lane" => lane).set(waiting as f64);
        }
        let cache = |name: &'static str, entries: u64, bytes: u64| {
            metrics::gauge!("credence_cache_entries", "cache" => name).set(entries as f64);
            metrics::gauge!("credence_cache_bytes", "cache" => name).set(bytes as f64);
        };
        cache("games", self.games.entry_count(), self.games.weighted_size());
        cache("logs", self.logs.entry_count(), self.logs.weighted_size());
        cache("past", self.past.entry_count(), self.past.weighted_size());
        cache("timelines", self.timelines.entry_count(), self.timelines.weighted_size());
        cache("recent_players", self.recent.entry_count(), self.recent.weighted_size());
        cache("spans", self.spans.entry_count(), self.spans.weighted_size());
        cache("players", self.remembered.entry_count(), self.remembered.weighted_size());
    }
}
