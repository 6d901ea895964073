//! Making, listing and revoking keys.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::caller::Caller;
use super::secret::{Token, is_id};
use super::trail::REVOKED;
use crate::rulesets::{Observer, Seat};
use crate::service::games::timestamp;
use crate::service::names::is_plain;
use crate::service::page::page_of;
use crate::service::reads::check_observer;
use crate::service::{Error, PageRequest, Service, Time};
use crate::store::{KeyRow, LogId};

/// Longest name of a key, in bytes.
const NAME_BYTES: usize = 200;

/// A role, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RoleName {
    /// Everything, keys and erasing included.
    Admin,
    /// Opens games, appends anything, reads everything, names players, and makes keys for seats.
    Referee,
    /// Reads what everyone at a table sees, of all games, and the players.
    Reader,
    /// Appends what one seat of one game did, and reads what that seat sees.
    Seat,
}

impl RoleName {
    /// As it stands in the database.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Admin => "admin",
            Self::Referee => "referee",
            Self::Reader => "reader",
            Self::Seat => "seat",
        }
    }

    /// The role that stands in the database under this name.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        [Self::Admin, Self::Referee, Self::Reader, Self::Seat].into_iter().find(|role| role.as_str() == name)
    }
}

impl FromStr for RoleName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::of(text).ok_or_else(|| format!("{text:?} is no role; there are admin, referee, reader and seat"))
    }
}

/// A key to make.
#[derive(Clone, Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct KeyRequest {
    /// What may be done with it.
    pub role: RoleName,
    /// The game that it is for, where the role is `seat`.
    pub game: Option<String>,
    /// The seat in that game.
    pub seat: Option<Seat>,
    /// What people call it: up to 200 bytes.
    #[schema(max_length = 200)]
    pub name: Option<String>,
    /// From when on it is refused; never, if absent.
    #[schema(value_type = Option<String>, format = DateTime)]
    pub expires: Option<Time>,
}

/// A key, without its secret.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct KeyAnswer {
    /// Its id: what it is listed and revoked by, and what events name as their `reporter`. It is no secret.
    pub id: String,
    /// What may be done with it.
    pub role: String,
    /// The game that it is for, where it is a seat's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The seat in that game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// What people call it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// When it was made.
    #[schema(value_type = String, format = DateTime)]
    pub made: Time,
    /// From when on it is refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub expires: Option<Time>,
    /// When it was revoked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub revoked: Option<Time>,
    /// The last day on which it was used: midnight UTC. No more is kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub last_used: Option<Time>,
}

/// A key that was made just now.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct MadeKey {
    /// The key: shown this once, kept nowhere. Send it as `Authorization: Bearer …`.
    #[schema(value_type = String, example = "crd_0192f0c12d3e7f008a4b5c6d7e8f9a0b_…")]
    pub key: Token,
    /// What is known of it.
    #[serde(flatten)]
    pub about: KeyAnswer,
}

/// A page of keys.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct KeyList {
    /// Newest first.
    pub items: Vec<KeyAnswer>,
    /// Cursor of the next page; absent at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

impl Service {
    /// Makes a key for the caller's log.
    ///
    /// # Errors
    /// Where the game or the seat does not exist, or the request does not fit its role.
    pub async fn make_key(&self, by: &Caller, request: KeyRequest) -> Result<MadeKey, Error> {
        let KeyRequest { role, game, seat, name, expires } = request;
        self.check_key(by.log, role, game.as_deref(), seat).await?;
        if let Some(name) = name.as_ref().filter(|name| name.is_empty() || name.len() > NAME_BYTES || !is_plain(name)) {
            let detail = format!(
                "{name:?}: a name has 1 to {NAME_BYTES} bytes, and no characters that control or turn the direction of the text"
            );
            return Err(Error::malformed("/name", detail));
        }
        let now = self.clock.now_us();
        if expires.is_some_and(|expires| expires.micros() <= now) {
            return Err(Error::malformed("/expires", "this moment has passed: the key would be refused from the start"));
        }
        let token = Token::new(&self.entropy.uuid(now), self.entropy.bytes());
        let row = KeyRow {
            key: token.id().to_owned(),
            log: by.log,
            role: role.as_str().to_owned(),
            game,
            seat,
            name,
            hash: token.hash(),
            made_us: now,
            expires_us: expires.map(Time::micros),
            revoked_us: None,
            used_day: None,
        };
        let what = match (&row.game, row.seat) {
            (Some(game), Some(seat)) => format!("seat {seat} of game {game}"),
            _ => row.role.clone(),
        };
        let trail = self.trail_row("made", &row.key, by.key.as_deref(), what);
        self.store.add_key(&row, &trail).await?;
        self.guard();
        Ok(MadeKey { key: token, about: KeyAnswer::of(row)? })
    }

    /// A log's keys, newest first. Revoked and expired ones are among them.
    ///
    /// # Errors
    /// Where the page is asked for wrongly, or the database cannot be asked.
    pub async fn list_keys(&self, log: LogId, page: &PageRequest) -> Result<KeyList, Error> {
        let limit = page.limit(self)?;
        let before = page.cursor.as_deref();
        if before.is_some_and(|id| !is_id(id)) {
            return Err(PageRequest::unknown_cursor());
        }
        let rows = self.store.list_keys(log, before, PageRequest::fetch(limit)).await?;
        let (rows, next) = page_of(rows, limit, |row| row.key.clone());
        Ok(KeyList { items: rows.into_iter().map(KeyAnswer::of).collect::<Result<_, _>>()?, next })
    }

    /// Revokes a key of the caller's log. This server refuses it at once; others within `key_seconds`, for which they may still remember it.
    ///
    /// # Errors
    /// Where the log has no such key that was not revoked before.
    pub async fn revoke_key(&self, by: &Caller, id: &str) -> Result<(), Error> {
        let trail = self.trail_row(REVOKED, id, by.key.as_deref(), String::new());
        // What cannot be an id is none, and may be a text that the database does not take.
        if !is_id(id) || !self.store.revoke_key(by.log, &trail).await? {
            return Err(Error::NoKey(id.to_owned()));
        }
        self.keys.invalidate(id);
        Ok(())
    }

    async fn check_key(&self, log: LogId, role: RoleName, game: Option<&str>, seat: Option<Seat>) -> Result<(), Error> {
        match (role, game, seat) {
            (RoleName::Seat, Some(game), Some(seat)) => {
                let game = self.game(log, game).await?;
                check_observer(&game, Observer::Seat(seat))
            }
            (RoleName::Seat, None, _) => Err(Error::malformed("/game", "a seat's key is for one game: name it")),
            (RoleName::Seat, _, None) => Err(Error::malformed("/seat", "a seat's key is for one seat: name it")),
            (_, Some(_), _) => Err(Error::malformed("/game", "only a seat's key is for one game")),
            (_, _, Some(_)) => Err(Error::malformed("/seat", "only a seat's key is for one seat")),
            _ => Ok(()),
        }
    }
}

/// Microseconds of a day.
const DAY: i64 = 24 * 60 * 60 * 1_000_000;

impl KeyAnswer {
    fn of(row: KeyRow) -> Result<Self, Error> {
        let KeyRow { key, role, game, seat, name, made_us, expires_us, revoked_us, used_day, .. } = row;
        Ok(Self {
            id: key,
            role,
            game,
            seat,
            name,
            made: timestamp(made_us)?,
            expires: expires_us.map(timestamp).transpose()?,
            revoked: revoked_us.map(timestamp).transpose()?,
            last_used: used_day.map(|day| timestamp(day.saturating_mul(DAY))).transpose()?,
        })
    }
}
