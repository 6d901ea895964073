//! How good were the beliefs? This server's finished games, scored by what they showed in the end.

use std::collections::BTreeMap;
use std::sync::Arc;

use tokio::time::Instant;

use super::games::is_anonymous;
use super::{Error, Game, ListRequest, PageRequest, Service, Status};
use crate::projection::Script;
use crate::projection::score::{Finished, Key, Scorer, Scores, Tally};
use crate::rulesets::{Revision, SeatOpening};
use crate::store::LogId;

/// Moments of a game at which beliefs are scored for `/metrics`, at most: a long game is scored after every so many events. What is believed after one
/// event is much like what is believed after the next, so that more of them say little more; and 200 took a third of the processor time of a server whose
/// games finish as fast as they can be played.
const SCORED: usize = 24;

/// For how many times as long as a game took to be scored, none is scored after it. So scoring takes a twentieth of one processor at most, however fast games
/// finish.
const REST: u32 = 19;

/// Events of the longest game that is scored when it finishes: folding a longer one for all seats would hold up others for seconds.
const LONGEST: Revision = 5_000;

impl Service {
    /// Scores all finished games of a log, by ruleset: each belief as it was served, with the profiles that the game was opened with, after
    /// every `every`-th event. `progress` hears of each game, with its scores.
    ///
    /// # Errors
    /// Where the log cannot be read, or there is no such ruleset. Games that cannot be read, or whose ruleset this release does not host, are passed over.
    pub async fn score(
        &self,
        log: LogId,
        ruleset: Option<String>,
        every: usize,
        mut progress: impl FnMut(&str, &BTreeMap<&'static str, Scores>) + Send,
    ) -> Result<BTreeMap<&'static str, Scores>, Error> {
        let mut all: BTreeMap<&'static str, Scores> = BTreeMap::new();
        let mut cursor = None;
        loop {
            let page = PageRequest { cursor, ..PageRequest::default() };
            let request =
                ListRequest { ruleset: ruleset.clone(), status: Some(Status::Finished), page, ..ListRequest::default() };
            let list = self.list(log, request).await?;
            for item in list.items {
                let scores = async { self.score_game(&self.game(log, &item.game).await?, every).await };
                let scores = match scores.await {
                    Err(error) if error.is_of_one_game() => continue,
                    scores => scores?,
                };
                progress(&item.game, &scores);
                scores.into_iter().for_each(|(ruleset, scores)| all.entry(ruleset).or_default().join(scores));
            }
            cursor = list.next;
            if cursor.is_none() {
                return Ok(all);
            }
        }
    }

    async fn score_game(&self, game: &Arc<Game>, every: usize) -> Result<BTreeMap<&'static str, Scores>, Error> {
        let finished = Arc::new(self.finished(game).await?);
        self.work(false, move |budget| {
            let mut scorer = Scorer::new();
            scorer.every = every;
            scorer.follow(&finished, budget)?;
            Ok(scorer.into_scores())
        })
        .await
    }

    /// The events of a game as its retractions leave them, with what its opening knew of the players.
    async fn finished(&self, game: &Arc<Game>) -> Result<Finished, Error> {
        let log = self.whole_log(game).await?;
        let script = Script::of(&log, log.next().saturating_sub(1));
        let games = game.opening.seats.iter().map(|seat| seat.profile.games);
        let named = |(player, seat): (String, &SeatOpening)| Some(player).filter(|_| !is_anonymous(&seat.person));
        let players = self.players_of(game).await?.into_iter().zip(&game.opening.seats).map(named);
        Ok(Finished {
            game: Arc::clone(&game.opened),
            ruleset: game.ruleset.key(),
            players: players.collect(),
            history: games.min().unwrap_or(0),
            script,
        })
    }

    /// A game has finished: its score moves what `/metrics` shows, while nobody waits for it. One game is scored at a time, and then none for [`REST`] times
    /// as long; those that finish meanwhile are counted as passed over, and so are games of more than [`LONGEST`] events. A game is scored at its first end
    /// alone, and passed over at a later one: it would be counted twice.
    pub(in crate::service) fn note_score(self: Arc<Self>, log: LogId, id: String) {
        let Ok(permit) = Arc::clone(&self.scoring).try_acquire_owned() else { return passed_over() };
        let tracker = self.background.clone();
        tracker.spawn(async move {
            let begun = Instant::now();
            let scored = async {
                let game = self.game(log, &id).await?;
                if game.log().ends().nth(1).is_some() {
                    passed_over();
                    return Ok(BTreeMap::new());
                }
                if game.head() > LONGEST {
                    passed_over();
                    return Ok(BTreeMap::new());
                }
                let every = usize::try_from(game.head()).unwrap_or(usize::MAX).div_ceil(SCORED);
                self.score_game(&game, every).await
            };
            match scored.await {
                Ok(scores) => scores.iter().for_each(|(ruleset, scores)| count(ruleset, scores)),
                Err(error) => tracing::debug!(%error, game = id, "a finished game could not be scored"),
            }
            // Nobody waits for the end of the rest, not even who stops the server.
            let rest = begun.elapsed() * REST;
            tokio::spawn(async move {
                tokio::time::sleep(rest).await;
                drop(permit);
            });
        });
    }
}

fn passed_over() {
    metrics::counter!("credence_scores_passed_over_total").increment(1);
}

/// Adds a game's score to what `/metrics` shows, by how the beliefs were worked out. Sums that are no whole numbers are gauges that only grow.
fn count(ruleset: &'static str, scores: &Scores) {
    for (key, tally) in scores.iter() {
        match key {
            Key::All => metrics::counter!("credence_scored_games_total", "ruleset" => ruleset).increment(tally.games() as u64),
            Key::Method(method) => count_by(ruleset, method.name(), tally),
            _ => {}
        }
    }
}

fn count_by(ruleset: &'static str, method: &'static str, tally: &Tally) {
    let items = tally.items();
    metrics::counter!("credence_scored_items_total", "ruleset" => ruleset, "method" => method).increment(items as u64);
    for (by, bits) in [("served", tally.bits()), ("hard_facts", tally.hard_bits())] {
        let labels = [("ruleset", ruleset), ("method", method), ("by", by)];
        metrics::gauge!("credence_scored_bits", &labels).increment(bits.mean * items);
    }
    for (place, tenth) in tally.tenths().iter().enumerate() {
        let labels = [("ruleset", ruleset.to_owned()), ("method", method.to_owned()), ("tenth", place.to_string())];
        metrics::counter!("credence_served_probabilities_total", &labels).increment(tenth.served());
        metrics::gauge!("credence_served_probability_sum", &labels).increment(tenth.expected());
        metrics::counter!("credence_came_true_total", &labels).increment(tenth.came_true());
    }
}
