//! What all players of a log taught together: a projection of all their streams, folded again as the log grows.
//!
//! It is folded to certain positions of the log only, which lie the closer the smaller the log is, so that every server that looks at
//! the same log finds the same population there, bit for bit. A fold goes over all players, from what is kept of each, which takes
//! some tenths of a millisecond a player; who needs it first waits for it, and it goes on if they leave. What is kept says how often the log had forgotten a player, so
//! that nobody who was forgotten since stays in it.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::damage::OrDamage;
use super::merged::Merging;
use super::profiles::{Moment, Remembered, Until};
use super::recent::Recent;
use crate::rulesets::{ALL, AnyRuleset, Population, find};
use crate::service::{Error, Payer, Service};
use crate::store::{Alone, LogId, Position, RecordedEvent, StoredPopulation, StreamId};

/// Version of the fold. Raise it whenever the same streams give another population. (Fold 1 also learned from damaged streams, and fold 2 from all players of Hearts alike.)
const FOLD: u32 = 3;

/// Players listed at once.
const LISTED: u32 = 500;

/// Of these, so many whose streams are read in one question.
const READ_TOGETHER: usize = 64;

/// Events of a person read after the kept state that are worth keeping a newer one, where one commit keeps those of many persons.
const WORTH_KEEPING: u64 = 16;

/// Position of a log from which on a fold takes longer than to ask whether another server is at it.
const LARGE: Position = 1_024;

/// Leading binary digits of a position to which populations are folded: the log grows by a sixteenth to a thirty-second between two.
const DIGITS: u32 = 5;

/// What was learned of a log's players, and from how much of the log.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Learned {
    /// Position of the last event that it rests on.
    pub position: Position,
    /// What was learned.
    pub population: Population,
}

/// The kept state of one ruleset.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    fold: u32,
    population: Population,
    /// The moment that it was folded to, in a log of several partitions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    moment: Moment,
}

/// The last position at or before this one to which populations are folded.
const fn step(position: Position) -> Position {
    let spare = (Position::BITS - position.leading_zeros()).saturating_sub(DIGITS);
    position >> spare << spare
}

/// The moment to which populations are folded, when this is the log's end: in a log of several partitions, whoever folds first settles it. What is kept
/// of persons is kept as of it too, so that it is never past what a population is folded to, and no stream is read from its start for one.
pub(super) fn learning_moment(end: &Moment) -> Moment {
    match end[..] {
        [position] => vec![step(position)],
        _ => end.clone(),
    }
}

impl Learned {
    /// What is kept, where it is of this release's fold, of this position, and nobody was forgotten since.
    fn kept(row: &StoredPopulation, position: Position, forgotten: u64) -> Option<Self> {
        let kept: Kept = serde_json::from_slice(&row.state).ok()?;
        let holds = kept.fold == FOLD && row.position == position && row.forgotten == forgotten;
        holds.then_some(Self { position, population: kept.population })
    }
}

/// The fold of all players to every ruleset's population. Players are added in the order of their ids.
pub(in crate::service) struct PopulationFold {
    populations: Vec<Population>,
    moment: Moment,
}

impl PopulationFold {
    /// Nobody yet, as of a moment.
    pub(in crate::service) fn new(moment: Moment) -> Self {
        Self { populations: ALL.iter().map(|_| Population::default()).collect(), moment }
    }

    /// One player more.
    pub(in crate::service) fn add(&mut self, remembered: &Remembered) {
        for (population, ruleset) in self.populations.iter_mut().zip(ALL) {
            population.add(&ruleset.teaching(), &remembered.profile(ruleset.key()));
        }
    }

    fn kept(&self, population: &Population) -> Vec<u8> {
        let moment = if self.moment.len() > 1 { self.moment.clone() } else { Moment::new() };
        let kept = Kept { fold: FOLD, population: population.clone(), moment };
        serde_json::to_vec(&kept).expect("plain data with text keys")
    }

    /// As they are kept.
    fn rows(&self, position: Position, forgotten: u64) -> Vec<StoredPopulation> {
        let row = |(population, ruleset): (&Population, &&dyn AnyRuleset)| StoredPopulation {
            ruleset: ruleset.key().to_owned(),
            position,
            forgotten,
            state: self.kept(population),
        };
        self.populations.iter().zip(ALL).map(row).collect()
    }

    /// Whether a kept row is what was folded; `None` where another release kept it.
    pub(in crate::service) fn holds(&self, row: &StoredPopulation) -> Option<bool> {
        let (population, _) = self.populations.iter().zip(ALL).find(|(_, ruleset)| ruleset.key() == row.ruleset)?;
        (!is_foreign(row)).then(|| row.state == self.kept(population))
    }
}

/// Whether a row was written by a release that folds otherwise, or hosts another ruleset.
fn is_foreign(row: &StoredPopulation) -> bool {
    #[derive(Deserialize)]
    struct Release {
        fold: u32,
    }
    let release: Result<Release, _> = serde_json::from_slice(&row.state);
    find(&row.ruleset).is_none() || release.is_ok_and(|release| release.fold != FOLD)
}

/// The moment that a kept row was folded to.
pub(in crate::service) fn moment_of(row: &StoredPopulation) -> Moment {
    let kept: Option<Kept> = serde_json::from_slice(&row.state).ok();
    kept.map(|kept| kept.moment).filter(|moment| !moment.is_empty()).unwrap_or_else(|| vec![row.position])
}

/// What is kept of all rulesets; `None` where that of one of them is missing, or of another moment.
fn read(rows: Vec<StoredPopulation>, position: Position, forgotten: u64) -> Option<BTreeMap<String, Learned>> {
    let hosted = rows.into_iter().filter(|row| find(&row.ruleset).is_some());
    let read = |row: StoredPopulation| Some((row.ruleset.clone(), Learned::kept(&row, position, forgotten)?));
    let read: BTreeMap<_, _> = hosted.map(read).collect::<Option<_>>()?;
    (read.len() == ALL.len()).then_some(read)
}

impl Service {
    /// What the players of a log taught about a ruleset.
    ///
    /// # Errors
    /// Where the log cannot be read.
    pub async fn population(&self, log: LogId, ruleset: &'static dyn AnyRuleset) -> Result<Learned, Error> {
        Ok(self.populations(log).await?.remove(ruleset.key()).unwrap_or_default())
    }

    /// What the players of a log taught about each ruleset, by its key.
    ///
    /// # Errors
    /// Where the log cannot be read.
    pub(in crate::service) async fn populations(&self, log: LogId) -> Result<BTreeMap<String, Learned>, Error> {
        let service = self.me.upgrade().ok_or(Error::Cancelled)?;
        let until = service.learned_until(log).await?;
        if let Some(learned) = service.known_populations(log, &until).await? {
            return Ok(learned);
        }
        // A task of its own, so that whoever comes next finds what one who went away had begun; and one for all who wait for the same.
        let (position, forgotten, _) = until;
        let key = (log, position, forgotten);
        let folding = async move { service.learning.once(key, service.learn_anew(log, position)).await };
        tokio::spawn(Payer::current().scope(folding)).await.unwrap_or(Err(Error::Cancelled))
    }

    /// Folds what the players of a log taught, unless another has done so meanwhile, and keeps it.
    async fn learn_anew(&self, log: LogId, position: Position) -> Result<BTreeMap<String, Learned>, Error> {
        let _alone = self.learn_alone(log, position).await;
        // The log may have grown by what others wrote while this server waited.
        let until = self.learned_until(log).await?;
        if let Some(learned) = self.known_populations(log, &until).await? {
            return Ok(learned);
        }
        let (position, forgotten, moment) = until;
        let rows = self.learn(log, moment, position, forgotten).await?;
        if !self.reads_only()
            && let Err(error) = self.store.keep_populations(log, &rows).await
        {
            tracing::warn!(%error, "what the players of a log taught could not be kept");
        }
        Ok(read(rows, position, forgotten).unwrap_or_default())
    }

    /// Waits for another server that folds the same, where there may be one: what it kept is found afterwards. Where it takes too long, this server folds beside it.
    async fn learn_alone(&self, log: LogId, position: Position) -> Option<Alone> {
        if position < LARGE || !self.is_among_others() || self.reads_only() {
            return None;
        }
        let alone = self.store.learn_alone(log).await;
        alone.unwrap_or_else(|error| {
            tracing::warn!(log = log.0, %error, "another server that folds what the players of a log taught is not waited for");
            None
        })
    }

    async fn known_populations(
        &self,
        log: LogId,
        (position, forgotten, _): &(Position, u64, Moment),
    ) -> Result<Option<BTreeMap<String, Learned>>, Error> {
        Ok(read(self.kept_populations(log).await?, *position, *forgotten))
    }

    /// To where populations are folded now, how often a player was forgotten, and the moment of such a fold. In a log of several partitions the
    /// position is the sum of theirs; whoever folds first at a step of it settles the moment, which is kept with what was learned.
    async fn learned_until(&self, log: LogId) -> Result<(Position, u64, Moment), Error> {
        let end = self.moment(log).await?;
        Ok((step(end.iter().sum()), self.store.count_forgotten(log).await?, learning_moment(&end)))
    }

    /// Drops what is kept of the populations, folds them again from the log, keeps that, and says of each ruleset whether it is what was kept, bit for bit; nothing
    /// of those that nothing was kept of, or from another moment.
    ///
    /// # Errors
    /// Where the log cannot be read.
    pub async fn rebuild_populations(&self, log: LogId) -> Result<BTreeMap<String, bool>, Error> {
        let (position, forgotten, moment) = self.learned_until(log).await?;
        let kept = self.kept_populations(log).await?;
        let now = kept.iter().find(|row| row.position == position && row.forgotten == forgotten && !is_foreign(row));
        let moment = now.map_or(moment, moment_of);
        self.store.drop_populations(log).await?;
        let rows = self.learn(log, moment, position, forgotten).await?;
        self.store.keep_populations(log, &rows).await?;
        let of_now = kept.iter().filter(|row| row.position == position && row.forgotten == forgotten && !is_foreign(row));
        Ok(of_now.map(|row| (row.ruleset.clone(), rows.contains(row))).collect())
    }

    /// Folds every ruleset's population to a moment.
    ///
    /// # Errors
    /// Where the log cannot be read.
    pub(in crate::service) async fn learn(
        &self,
        log: LogId,
        moment: Moment,
        position: Position,
        forgotten: u64,
    ) -> Result<Vec<StoredPopulation>, Error> {
        let mut fold = PopulationFold::new(moment.clone());
        let mut after: Option<String> = None;
        loop {
            let players = self.store.list_players(log, after.as_deref(), LISTED).await?;
            let Some(last) = players.last() else { return Ok(fold.rows(position, forgotten)) };
            after = Some(last.player.clone());
            for some in players.chunks(READ_TOGETHER) {
                let persons: Vec<&str> = some.iter().map(|row| row.person.as_str()).collect();
                let all = self.remembered_until(log, &persons, &moment).await?;
                // Streams that are damaged teach the population nothing: `credence verify` names them.
                all.iter().flatten().for_each(|recent| fold.add(&recent.now));
            }
        }
    }

    /// What is remembered of some persons as of a moment, from what is at hand where that is not past it. It is kept in its turn, of those of whom much was
    /// new; and in a log of several partitions, where what overlapping games settle is otherwise read again from the start, it stays in memory of those of whom
    /// anything was.
    ///
    /// # Errors
    /// Where the log cannot be read.
    pub(super) async fn remembered_until(
        &self,
        log: LogId,
        persons: &[&str],
        moment: &Moment,
    ) -> Result<Vec<OrDamage<Arc<Recent>>>, Error> {
        let at_hand = self.at_hand_until(log, persons, moment).await?;
        let before: Vec<u64> = at_hand.iter().map(|recent| recent.now.followed()).collect();
        let mut all = self.carry_on_all(log, persons, at_hand, &Until::Moment(moment.clone())).await?;
        let is_worth_keeping = |recent: &Recent| recent.now.followed().abs_diff(recent.kept) >= WORTH_KEEPING;
        let worth_keeping = persons.iter().zip(all.iter_mut()).filter_map(|(person, carried)| {
            let recent = carried.as_mut().ok().filter(|recent| is_worth_keeping(recent))?;
            Some((*person, recent))
        });
        let (of, worth_keeping): (Vec<_>, Vec<_>) =
            worth_keeping.map(|(person, recent)| ((person, recent.now.rows()), recent)).unzip();
        if !of.is_empty() && !self.reads_only() {
            match self.store.keep_profiles(log, &of).await {
                Ok(()) => worth_keeping.into_iter().for_each(|recent| recent.kept = recent.now.followed()),
                // What is not kept is folded again by the next one.
                Err(error) => tracing::warn!(%error, "profiles of players could not be kept"),
            }
        }
        let all: Vec<OrDamage<Arc<Recent>>> = all.into_iter().map(|carried| carried.map(Arc::new)).collect();
        for ((person, before), carried) in persons.iter().zip(before).zip(&all) {
            let Ok(recent) = carried else { continue };
            let key = (log, (*person).to_owned());
            // Whoever has opened a game meanwhile may have left a newer state.
            let held = self.recent.get(&key).map_or(0, |held| held.now.followed());
            if recent.now.merging.is_some() && recent.now.followed() > before.max(held) {
                self.recent.insert(key, Arc::clone(recent));
            }
        }
        Ok(all)
    }

    /// What memory or the projection holds of some persons, where that is not past a moment.
    async fn at_hand_until(&self, log: LogId, persons: &[&str], moment: &Moment) -> Result<Vec<Recent>, Error> {
        let is_past = |kept: &Merging| kept.moment.iter().zip(moment).any(|(kept, asked)| kept > asked);
        // Of a stream that lies whole in one log memory does not say at which moment it ends, and is mostly past the last step.
        let in_memory = |person: &&str| {
            let recent = self.recent.get(&(log, (*person).to_owned()))?;
            recent.now.merging.as_ref().is_some_and(|merging| !is_past(merging)).then_some(recent)
        };
        let in_memory: Vec<Option<Arc<Recent>>> = persons.iter().map(in_memory).collect();
        let others: Vec<&str> =
            persons.iter().zip(&in_memory).filter(|(_, recent)| recent.is_none()).map(|(person, _)| *person).collect();
        let mut kept = self.kept(log, &others).await?;
        // The end of a merged fold says where it is; of another, the event does that it ended with.
        let ends = |(person, kept): (&&str, &Remembered)| Some((log, StreamId::player(person), kept.revision?));
        let ends: Vec<_> = others.iter().zip(&kept).filter_map(ends).collect();
        // One that cannot be read is folded from the start, which says what is wrong with the stream.
        let mut last = if log.partitions() == 1 { self.stretches(&ends, 1).await? } else { Vec::new() }.into_iter();
        for kept in kept.iter_mut().filter(|kept| kept.revision.is_some()) {
            let last = last.next();
            let is_past = match &kept.merging {
                Some(merging) => is_past(merging),
                None => {
                    let last = last.and_then(|last| last.ok()?.events.into_iter().next());
                    let is_before = |last: RecordedEvent| moment.first().is_some_and(|asked| last.position <= *asked);
                    !last.is_some_and(is_before)
                }
            };
            if is_past {
                *kept = Remembered::default();
            }
        }
        Ok(Recent::or_kept(in_memory, kept))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_of_folds_lie_a_sixteenth_apart() {
        assert_eq!([0, 1, 31, 32, 33, 34, 63, 64, 67, 68].map(step), [0, 1, 31, 32, 32, 34, 62, 64, 64, 68]);
        assert_eq!(step(1_000_003), 983_040);
        for position in 1..100_000 {
            assert!(
                step(position) <= position
                    && position - step(position) <= position / 16
                    && step(step(position)) == step(position)
            );
        }
    }

    #[test]
    fn what_is_kept_of_another_moment_is_not_read() {
        let row = |state: &str| StoredPopulation {
            ruleset: "hearts".to_owned(),
            position: 64,
            forgotten: 1,
            state: state.as_bytes().to_vec(),
        };
        let good = row(&format!(r#"{{"fold":{FOLD},"population":{{"players":0,"tendencies":{{}}}}}}"#));
        assert!(Learned::kept(&good, 64, 1).is_some());
        assert!(Learned::kept(&good, 68, 1).is_none() && Learned::kept(&good, 64, 2).is_none());
        assert!(Learned::kept(&row(r#"{"fold":0,"population":{"players":0,"tendencies":{}}}"#), 64, 1).is_none());
        assert!(Learned::kept(&row("{"), 64, 1).is_none());
    }
}
