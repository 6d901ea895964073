//! Persons' streams that are not what was written: nothing is served of them, and nobody is seated with a profile that rests on one. All other
//! players go on, and so do the games that run.

use std::slice;

use super::profiles::Remembered;
use crate::rulesets::Revision;
use crate::service::{Error, Game, Service};
use crate::store::{LogId, PlayerRow, StoreError, StreamDamage, StreamId, Stretch};

/// What is remembered of a person, or what is wrong with the person's stream.
pub(in crate::service) type OrDamage<T> = Result<T, StreamDamage>;

/// What is answered where a player's stream is damaged. Whoever is answered named the player: the person behind it stays untold.
pub(in crate::service) fn damaged_player(player: &str, damage: StreamDamage) -> Error {
    let StreamDamage { revision, what } = damage;
    Error::Damaged(StreamDamage { revision, what: format!("of the stream of player {player:?} {what}").into() })
}

/// Tells damage of one stream from what stops everything.
pub(super) fn or_damage<T>(done: Result<T, Error>) -> Result<OrDamage<T>, Error> {
    match done {
        Ok(done) => Ok(Ok(done)),
        Err(Error::Damaged(damage)) => Ok(Err(damage)),
        Err(error) => Err(error),
    }
}

/// Sees to it that the parts of a merged stream, after what was folded of them, follow from it, and end where their heads say. A log of one partition has one
/// part.
///
/// # Errors
/// Names the first revision of a part that does not fit, and the part where there are several.
pub(super) fn check_parts(stream: &StreamId, remembered: &Remembered, parts: &[Stretch]) -> OrDamage<()> {
    for (partition, part) in parts.iter().enumerate() {
        let end = remembered.reached(partition).through(stream, &part.events).and_then(|end| end.is_end(part.head));
        let end = end.and_then(|()| part.check_erased());
        end.map_err(|broken| of_part(partition, parts.len(), broken))?;
    }
    Ok(())
}

/// Says in which of so many parts the damage is.
pub(super) fn of_part(partition: usize, parts: usize, damage: StreamDamage) -> StreamDamage {
    match parts {
        0 | 1 => damage,
        _ => StreamDamage { what: format!("in partition {partition} {}", damage.what).into(), ..damage },
    }
}

impl Service {
    /// What each of some streams holds from a revision on, or what is wrong with it. Where the database cannot read one of them they are read one by one,
    /// so that all others go on.
    ///
    /// # Errors
    /// Where the log cannot be read.
    pub(super) async fn stretches(
        &self,
        from: &[(LogId, StreamId, Revision)],
        limit: u32,
    ) -> Result<Vec<OrDamage<Stretch>>, Error> {
        match self.store.read_each(from, limit).await {
            Ok(read) => return Ok(read),
            Err(StoreError::Damaged { .. }) => {}
            Err(error) => return Err(error.into()),
        }
        let mut all = Vec::with_capacity(from.len());
        for one in from {
            all.push(match self.store.read_each(slice::from_ref(one), limit).await {
                Ok(mut read) => read.pop().unwrap_or_else(|| Ok(Stretch::default())),
                Err(StoreError::Damaged { place, what }) => {
                    Err(StreamDamage::somewhere(format!("cannot be read ({place}: {what})")))
                }
                Err(error) => return Err(error.into()),
            });
        }
        Ok(all)
    }

    /// A game settles something about a person whose stream is damaged, and takes nothing: the game goes on, and records nothing about that person any
    /// more. What it settles stands in its own events.
    pub(in crate::service) fn leave_out(&self, game: &Game, stream: StreamId, damage: &StreamDamage) {
        let (log, game_id) = (game.key.0.0, game.id());
        tracing::warn!(log, game = game_id, %stream, %damage, "a player's stream is damaged: what the game settles is not recorded in it");
        metrics::counter!("credence_damaged_total").increment(1);
        game.close(stream);
    }

    /// What was found wrong with a person's stream in the last ten seconds. Afterwards it is read again: it may have been repaired.
    pub(super) fn damaged_lately(&self, log: LogId, person: &str) -> Option<StreamDamage> {
        self.damaged_players.get(&(log, person.to_owned()))
    }

    /// Says that a person's stream was found damaged.
    pub(super) fn note_damaged_person(&self, log: LogId, person: &str, damage: &StreamDamage) {
        met(log, person, damage);
        self.damaged_players.insert((log, person.to_owned()), damage.clone());
    }

    /// What is answered where the past of a player cannot be read. What is kept of the player may be whole all the same: it is served on.
    pub(super) fn of_past(&self, log: LogId, row: &PlayerRow, error: Error) -> Error {
        let Error::Damaged(damage) = error else { return error };
        if self.damaged_lately(log, &row.person).is_none() {
            met(log, &row.person, &damage);
        }
        damaged_player(&row.player, damage)
    }
}

fn met(log: LogId, person: &str, damage: &StreamDamage) {
    tracing::error!(log = log.0, person, %damage, "a player's stream is damaged");
    metrics::counter!("credence_damaged_total").increment(1);
}
