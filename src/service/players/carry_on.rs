//! How folds of the players' streams are carried on: from what memory holds, from what is kept, or from the start.

use std::mem;
use std::sync::Arc;

use super::damage::{OrDamage, check_parts, damaged_player, or_damage};
use super::population::learning_moment;
use super::profiles::{Moment, Remembered, Until};
use super::recent::Recent;
use crate::projection::Budget;
use crate::rulesets::Revision;
use crate::service::{Error, Service};
use crate::store::{LogId, PlayerRow, StreamDamage, StreamId, Stretch};

/// Events of a player's stream read at once.
pub(super) const READ: u32 = 2_000;

/// Events that are folded where they were read; more are folded where that holds up nobody.
const FEW: u32 = 32;

/// Events read after the kept state that are worth keeping a newer one of one person: reading so many takes less than a commit.
const WORTH_KEEPING: u64 = 64;

impl Service {
    /// What is remembered of some persons, all as of one moment; or what is wrong with a person's stream.
    ///
    /// # Errors
    /// Where the log cannot be read.
    pub(in crate::service) async fn remembered(
        &self,
        log: LogId,
        persons: &[String],
    ) -> Result<Vec<OrDamage<Remembered>>, Error> {
        if persons.is_empty() {
            return Ok(Vec::new());
        }
        let persons: Vec<&str> = persons.iter().map(String::as_str).collect();
        // The position is asked for after the states in memory and the kept ones were read, so that none of them is past it; what is committed up to
        // it is seen by every read from here on.
        let all = self.recent(log, &persons).await?;
        let now = self.moment(log).await?;
        let all = self.carry_on_all(log, &persons, all, &Until::Moment(now.clone())).await?;
        let mut answer = Vec::with_capacity(all.len());
        for (person, carried) in persons.into_iter().zip(all) {
            let mut recent = match carried {
                Ok(recent) => recent,
                Err(damage) => {
                    answer.push(Err(damage));
                    continue;
                }
            };
            let followed = recent.now.followed();
            // Of one of whom nothing was settled there is no row that could say how far the stream was read.
            let is_worth_it = recent.now.revision.is_some() && followed.abs_diff(recent.kept) >= WORTH_KEEPING;
            if is_worth_it && !self.reads_only() {
                let until = learning_moment(&now);
                // Where that moment is now, the state is here already. To read it again may mean to read the whole stream, where games went on at once.
                let kept = match until == now {
                    true => self.store.keep_profiles(log, &[(person, recent.now.rows())]).await.map_err(Error::from),
                    false => self.remembered_until(log, &[person], &until).await.map(|_| ()),
                };
                match kept {
                    Ok(()) => recent.kept = followed,
                    // This reader has its answer, and the next one keeps it.
                    Err(error) => tracing::warn!(%error, "what is remembered of a player could not be kept"),
                }
            }
            answer.push(Ok(recent.now.clone()));
            // Of a player who is new there is nothing to hold. One of whom nothing was settled may have been seated in many games, and they are not read again.
            if followed > 0 {
                self.recent.insert((log, person.to_owned()), Arc::new(recent));
            }
        }
        Ok(answer)
    }

    /// What is remembered of one player now.
    ///
    /// # Errors
    /// Where the log cannot be read; [`Error::Damaged`] where the player's stream is damaged.
    pub(super) async fn remembered_player(&self, log: LogId, row: &PlayerRow) -> Result<Remembered, Error> {
        self.carried_on(log, &row.person).await?.map_err(|damage| damaged_player(&row.player, damage))
    }

    /// What is remembered of one person now; or what is wrong with the person's stream.
    pub(super) async fn carried_on(&self, log: LogId, person: &str) -> Result<OrDamage<Remembered>, Error> {
        let remembered = self.remembered(log, &[person.to_owned()]).await?.pop();
        Ok(remembered.unwrap_or_else(|| Ok(Remembered::default())))
    }

    /// What memory holds of each of some persons, or else the projection.
    async fn recent(&self, log: LogId, persons: &[&str]) -> Result<Vec<Recent>, Error> {
        let in_memory: Vec<Option<Arc<Recent>>> =
            persons.iter().map(|person| self.recent.get(&(log, (*person).to_owned()))).collect();
        let others: Vec<&str> =
            persons.iter().zip(&in_memory).filter(|(_, recent)| recent.is_none()).map(|(person, _)| *person).collect();
        Ok(Recent::or_kept(in_memory, self.kept(log, &others).await?))
    }

    /// What is kept of each of some persons.
    pub(super) async fn kept(&self, log: LogId, persons: &[&str]) -> Result<Vec<Remembered>, Error> {
        if persons.is_empty() {
            return Ok(Vec::new());
        }
        Ok(self.kept_profiles(log, persons).await?.into_iter().map(Remembered::kept).collect())
    }

    /// The end of each partition of a log: every event up to it is seen by every later read.
    pub(in crate::service) async fn moment(&self, log: LogId) -> Result<Moment, Error> {
        Ok(self.store.positions(&log.home().each().collect::<Vec<_>>()).await?)
    }

    /// What was remembered of a person as of a revision that the stream has, of which it is known what is remembered now: folded from what is kept, or from
    /// the nearest state in memory, or else from the start. States of merged streams are not kept: what comes late moves their revisions.
    ///
    /// # Errors
    /// Where the log cannot be read; [`Error::Damaged`] where the stream is damaged up to there.
    pub(in crate::service) async fn remembered_at(
        &self,
        log: LogId,
        person: &str,
        revision: Option<Revision>,
        now: &Remembered,
    ) -> Result<Remembered, Error> {
        let Some(revision) = revision else { return Ok(Remembered::default()) };
        if log.partitions() > 1 {
            return self.merged_at(log, person, revision, now).await;
        }
        let kept = self.kept(log, &[person]).await?;
        let places = (1..=(revision + 1) / Revision::from(READ)).rev().map(|place| place * Revision::from(READ) - 1);
        let mut states = places.filter_map(|place| self.remembered.get(&(log, person.to_owned(), place)));
        let in_memory = states.next().map(|state| Remembered::clone(&state));
        let is_before = |kept: &Remembered| kept.revision.is_some_and(|kept| kept <= revision);
        // What is kept may be of a much earlier revision, where this server cannot keep anything.
        let nearest = kept.into_iter().filter(is_before).chain(in_memory).max_by_key(|state| state.revision).unwrap_or_default();
        self.carry_on(log, person, nearest, &Until::Revision(revision)).await
    }

    /// Folds what stands after it in a person's stream.
    ///
    /// # Errors
    /// Where the log cannot be read; [`Error::Damaged`] where the stream is damaged.
    pub(in crate::service) async fn carry_on(
        &self,
        log: LogId,
        person: &str,
        remembered: Remembered,
        until: &Until,
    ) -> Result<Remembered, Error> {
        let carried = self.carry_on_all(log, &[person], vec![Recent::of(remembered)], until).await?.pop();
        carried.map_or_else(|| Ok(Remembered::default()), |carried| carried.map(|recent| recent.now).map_err(Error::Damaged))
    }

    /// The same for some persons, each with what is remembered with the newest events; or what is wrong with a person's stream.
    ///
    /// What is new must follow from what is at hand, and end where the stream's head says. Where it does not, what is at hand may be what is wrong (a row
    /// that was kept and changed, or memory of what the database has lost): then the stream is folded from the start, and what that says is the answer.
    pub(super) async fn carry_on_all(
        &self,
        log: LogId,
        persons: &[&str],
        all: Vec<Recent>,
        until: &Until,
    ) -> Result<Vec<OrDamage<Recent>>, Error> {
        // Whoever asks again and again does not have a damaged stream read as often.
        let lately: Vec<_> = persons.iter().map(|person| self.damaged_lately(log, person)).collect();
        let others = persons.iter().zip(all).zip(&lately).filter(|(_, damage)| damage.is_none());
        let (persons, all): (Vec<&str>, Vec<Recent>) = others.map(|((person, recent), _)| (*person, recent)).unzip();
        let mut carried = self.carry_on_read(log, &persons, all, until).await?.into_iter();
        let answer = |damage: Option<StreamDamage>| match damage {
            Some(damage) => Err(damage),
            None => carried.next().unwrap_or_else(|| Ok(Recent::default())),
        };
        Ok(lately.into_iter().map(answer).collect())
    }

    /// The same, with all streams read.
    async fn carry_on_read(
        &self,
        log: LogId,
        persons: &[&str],
        all: Vec<Recent>,
        until: &Until,
    ) -> Result<Vec<OrDamage<Recent>>, Error> {
        if persons.is_empty() {
            return Ok(Vec::new());
        }
        let at_hand: Vec<bool> = all.iter().map(|recent| !recent.now.read.is_empty()).collect();
        let carried = match until {
            Until::Moment(moment) if log.partitions() > 1 => self.carry_on_merged(log, persons, all, moment).await?,
            _ => self.carry_on_whole(log, persons, all, until).await?,
        };
        let mut answers = Vec::with_capacity(carried.len());
        for ((person, at_hand), carried) in persons.iter().zip(at_hand).zip(carried) {
            let answer = match carried {
                Err(damage) if at_hand => {
                    tracing::warn!(log = log.0, person, %damage, "a player's stream is folded again from the start");
                    self.folded_from_the_start(log, person, until).await?
                }
                carried => carried,
            };
            if let Err(damage) = &answer {
                self.note_damaged_person(log, person, damage);
            }
            answers.push(answer);
        }
        Ok(answers)
    }

    /// Folds a person's stream from the start, and drops what is kept of it, which did not fit.
    async fn folded_from_the_start(&self, log: LogId, person: &str, until: &Until) -> Result<OrDamage<Recent>, Error> {
        let nothing = Recent::default();
        let folded = match until {
            Until::Moment(moment) if log.partitions() > 1 => self.merged_anew(log, person, nothing, moment).await?,
            _ => self.to_the_end(log, person, nothing.now, until).await?.map(Recent::folded),
        };
        if folded.is_ok() {
            self.drop_kept_profiles(log, person).await;
        }
        Ok(folded)
    }

    /// Carries on folds of streams that lie whole in one log.
    async fn carry_on_whole(
        &self,
        log: LogId,
        persons: &[&str],
        all: Vec<Recent>,
        until: &Until,
    ) -> Result<Vec<OrDamage<Recent>>, Error> {
        // Of most persons little is new: all are asked for at once.
        let stands = |(person, recent): (&&str, &Recent)| (log, StreamId::player(person), recent.now.next());
        let from: Vec<_> = persons.iter().zip(&all).map(stands).collect();
        let news = self.stretches(&from, FEW).await?;
        let mut answers = Vec::with_capacity(all.len());
        for ((person, mut recent), news) in persons.iter().zip(all).zip(news) {
            let is_before_a_place = recent.now.next() % Revision::from(READ) + u64::from(FEW) < u64::from(READ);
            let now = mem::take(&mut recent.now);
            let carried = match news {
                Err(damage) => Err(damage),
                Ok(news) if news.events.len() < FEW as usize && is_before_a_place => {
                    or_damage(now.followed_by(&StreamId::player(person), &news, FEW, until))?
                }
                Ok(_) => self.to_the_end(log, person, now, until).await?,
            };
            answers.push(carried.map(|now| {
                recent.now = now;
                recent
            }));
        }
        Ok(answers)
    }

    /// Folds all that follows in a stream that lies whole in one log, page by page.
    async fn to_the_end(
        &self,
        log: LogId,
        person: &str,
        mut remembered: Remembered,
        until: &Until,
    ) -> Result<OrDamage<Remembered>, Error> {
        let stream = StreamId::player(person);
        loop {
            // Up to the next place at which a state is worth remembering.
            let limit = READ - (remembered.next() % Revision::from(READ)) as u32;
            let page = self.stretches(&[(log, stream.clone(), remembered.next())], limit).await?.pop();
            let page = match page.unwrap_or_else(|| Ok(Stretch::default())) {
                Ok(page) => page,
                Err(damage) => return Ok(Err(damage)),
            };
            let (read, end) = (page.events.len(), remembered.next() + page.events.len() as Revision);
            let (stream, until) = (stream.clone(), until.clone());
            let folding = move |_: &Budget| remembered.clone().followed_by(&stream, &page, limit, &until);
            remembered = match or_damage(self.work(read <= FEW as usize, folding).await)? {
                Ok(folded) => folded,
                Err(damage) => return Ok(Err(damage)),
            };
            // An event past the end of the fold was met, or the end of the stream.
            if remembered.next() < end || read < limit as usize {
                return Ok(Ok(remembered));
            }
            if let Some(revision) = remembered.revision {
                self.remembered.insert((log, person.to_owned(), revision), Arc::new(remembered.clone()));
            }
        }
    }

    /// Folds what stands after it in the parts of each person's merged stream; from the start, where something stands before what is at hand.
    async fn carry_on_merged(
        &self,
        log: LogId,
        persons: &[&str],
        all: Vec<Recent>,
        until: &Moment,
    ) -> Result<Vec<OrDamage<Recent>>, Error> {
        let streams: Vec<StreamId> = persons.iter().map(|person| StreamId::player(person)).collect();
        let folded: Vec<&Remembered> = all.iter().map(|recent| &recent.now).collect();
        let parts = self.parts(log, &streams, &folded).await?;
        let mut answers = Vec::with_capacity(all.len());
        for ((person, recent), parts) in persons.iter().zip(all).zip(parts) {
            let kept = recent.kept;
            let merged = match parts {
                Ok(parts) => or_damage(self.merged(person, recent, parts, until).await)?,
                Err(damage) => Err(damage),
            };
            answers.push(match merged {
                Ok(Some(merged)) => Ok(merged),
                Ok(None) => self.merged_anew(log, person, Recent::nothing(kept), until).await?,
                Err(damage) => Err(damage),
            });
        }
        Ok(answers)
    }

    /// Folds all parts of a person's merged stream, where nothing of it is at hand.
    async fn merged_anew(&self, log: LogId, person: &str, nothing: Recent, until: &Moment) -> Result<OrDamage<Recent>, Error> {
        let mut parts = self.parts(log, &[StreamId::player(person)], &[&nothing.now]).await?;
        match parts.pop().unwrap_or_else(|| Ok(Vec::new())) {
            Ok(parts) => Ok(or_damage(self.merged(person, nothing, parts, until).await)?.map(Option::unwrap_or_default)),
            Err(damage) => Ok(Err(damage)),
        }
    }

    /// Merges parts, which must follow from it, into what was folded before: few events where they were read, and many where that holds up nobody.
    async fn merged(
        &self,
        person: &str,
        mut before: Recent,
        parts: Vec<Stretch>,
        until: &Moment,
    ) -> Result<Option<Recent>, Error> {
        let stream = StreamId::player(person);
        if parts.iter().all(|part| part.events.is_empty()) && before.now.followed() > 0 {
            check_parts(&stream, &before.now, &parts).map_err(Error::Damaged)?;
            if let Some(merging) = &mut before.now.merging {
                merging.moment.clone_from(until);
            }
            return Ok(Some(before));
        }
        let short = parts.iter().map(|part| part.events.len()).sum::<usize>() <= FEW as usize;
        let until = until.clone();
        self.work(short, move |_| {
            check_parts(&stream, &before.now, &parts).map_err(Error::Damaged)?;
            let mut after = before.clone();
            Ok(after.merge(&parts, &until)?.then_some(after))
        })
        .await
    }
}
