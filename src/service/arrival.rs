//! What a server that only reads does otherwise: it refuses to write, and waits for what was named and has not arrived yet.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::{Error, EventMark, FeedCursor, Game, PlayerAnswer, Seen, Service};
use crate::rulesets::Revision;
use crate::store::LogId;

/// The first pause before what was named is looked for again; each is twice as long as the one before, up to [`LONGEST_PAUSE`].
const FIRST_PAUSE: Duration = Duration::from_millis(2);

const LONGEST_PAUSE: Duration = Duration::from_millis(100);

/// How long something is waited for.
struct Patience {
    until: Instant,
    pause: Duration,
}

impl Patience {
    /// Waits a little; or says that what is missing has not arrived, where the time is over.
    async fn wait(&mut self, missing: Error) -> Result<(), Error> {
        if Instant::now() + self.pause > self.until {
            metrics::counter!("credence_not_arrived_total").increment(1);
            return Err(Error::NotArrived(Box::new(missing)));
        }
        sleep(self.pause).await;
        self.pause = (2 * self.pause).min(LONGEST_PAUSE);
        Ok(())
    }
}

impl Service {
    /// Names the server that writes, for whoever would write here. The first one counts.
    pub fn name_primary(&self, url: &str) {
        let _ = self.primary.set(url.to_owned());
    }

    /// Whether this server only reads.
    #[must_use]
    pub fn reads_only(&self) -> bool {
        self.store.reads_only()
    }

    /// Refuses to write, where this server only reads.
    ///
    /// # Errors
    /// Names the server that writes.
    pub(super) fn may_write(&self) -> Result<(), Error> {
        if self.reads_only() { Err(Error::ReadsOnly { primary: self.primary.get().cloned() }) } else { Ok(()) }
    }

    fn patience(&self) -> Patience {
        Patience { until: Instant::now() + Duration::from_secs(self.limits.arrival_seconds), pause: FIRST_PAUSE }
    }

    /// A game that has come to a revision, where one is named. A server that writes knows all there is; one that only reads waits for it.
    ///
    /// # Errors
    /// As [`Service::game`]; [`Error::NotArrived`] where it was waited for in vain.
    pub(super) async fn game_at(&self, log: LogId, id: &str, revision: Option<Revision>) -> Result<Arc<Game>, Error> {
        let Some(asked) = revision.filter(|_| self.reads_only()) else { return self.game(log, id).await };
        let mut patience = self.patience();
        loop {
            let missing = match self.game(log, id).await {
                Ok(game) if game.head() >= asked => return Ok(game),
                Ok(game) => Error::NoRevision { asked, head: game.head() },
                Err(missing @ Error::NoGame(_)) => missing,
                Err(error) => return Err(error),
            };
            patience.wait(missing).await?;
        }
    }

    /// The same for a player's stream.
    ///
    /// # Errors
    /// As [`Service::player`]; [`Error::NotArrived`] where it was waited for in vain.
    pub(super) async fn player_at(&self, log: LogId, player: &str, revision: Option<Revision>) -> Result<PlayerAnswer, Error> {
        if revision.is_none() || !self.reads_only() {
            return self.player(log, player, revision).await;
        }
        let mut patience = self.patience();
        loop {
            match self.player(log, player, revision).await {
                Err(missing @ (Error::NoPlayer(_) | Error::NoPlayerRevision { .. })) => patience.wait(missing).await?,
                answer => return answer,
            }
        }
    }

    /// The same for a cursor of the feed: whether the log holds its event, as soon as the log has come that far.
    ///
    /// # Errors
    /// As [`Service::feed_holds`]; [`Error::NotArrived`] where it was waited for in vain.
    pub(super) async fn feed_holds_at(&self, log: LogId, cursor: &FeedCursor) -> Result<bool, Error> {
        let mut patience = self.patience();
        loop {
            if self.feed_holds(log, cursor).await? {
                return Ok(true);
            }
            if !self.reads_only() || self.feed_end(log).await?.reaches(cursor) {
                return Ok(false);
            }
            let detail = "the event that the cursor names".to_owned();
            patience.wait(Error::Parameter { name: "cursor", detail }).await?;
        }
    }

    /// Whether the log holds the event that a mark was given for; a game that has not come that far is looked at again by whoever only reads.
    ///
    /// # Errors
    /// As [`Service::holds`]; [`Error::NotArrived`] where the mark is beyond the game's head here.
    pub(super) async fn holds_at(&self, seen: &Seen, mark: EventMark) -> Result<bool, Error> {
        let head = seen.game().head();
        if self.reads_only() && mark.revision > head {
            let missing = Error::NoRevision { asked: mark.revision, head };
            return Err(Error::NotArrived(Box::new(missing)));
        }
        self.holds(seen.game(), mark).await
    }
}
