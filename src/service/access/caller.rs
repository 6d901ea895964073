//! Who asks, and what the role allows. Every rule of access stands here.

use std::sync::Arc;

use super::keys::RoleName;
use crate::rulesets::{Observer, Seat};
use crate::service::{DEFAULT_LOG, Error};
use crate::store::LogId;

/// Who asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caller {
    /// Whose log is asked.
    pub log: LogId,
    /// What may be asked of it.
    pub role: Role,
    /// Id of the key; `None` where no key guards the server.
    pub key: Option<Arc<str>>,
}

/// What a caller may do in its tenant's log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// Everything, keys and erasing included.
    Admin,
    /// Opens games, appends anything, reads everything, names players, and makes keys for seats.
    Referee,
    /// Reads what everyone at a table sees, of all games, and the players.
    Reader,
    /// Appends what one seat of one game did, and reads what that seat sees.
    Seat(SeatOf),
}

impl Role {
    /// Its name, as keys are made with it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Admin => RoleName::Admin.as_str(),
            Self::Referee => RoleName::Referee.as_str(),
            Self::Reader => RoleName::Reader.as_str(),
            Self::Seat(_) => RoleName::Seat.as_str(),
        }
    }
}

/// A seat of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatOf {
    /// The game.
    pub game: Arc<str>,
    /// The seat.
    pub seat: Seat,
}

impl Caller {
    /// The machine's own user, who may do everything with the first tenant's log.
    #[must_use]
    pub const fn local() -> Self {
        Self { log: DEFAULT_LOG, role: Role::Admin, key: None }
    }

    /// May it make and revoke keys, erase, and forget?
    ///
    /// # Errors
    /// [`Error::Forbidden`]
    pub fn may_administer(&self) -> Result<(), Error> {
        match self.role {
            Role::Admin => Ok(()),
            _ => Err(self.forbidden("only an admin's key may do this")),
        }
    }

    /// May it watch the server, which counts what all tenants do? The operator of a server is who has an admin's key of the first tenant.
    ///
    /// # Errors
    /// [`Error::Forbidden`]
    pub fn may_operate(&self) -> Result<(), Error> {
        match self.role {
            Role::Admin if self.log.tenant() == DEFAULT_LOG.tenant() => Ok(()),
            _ => Err(self.forbidden("only an admin's key of the tenant `default` may do this")),
        }
    }

    /// May it open games, name players, mint keys for seats, and take back what others reported?
    ///
    /// # Errors
    /// [`Error::Forbidden`]
    pub fn may_referee(&self) -> Result<(), Error> {
        match self.role {
            Role::Admin | Role::Referee => Ok(()),
            _ => Err(self.forbidden("only a referee's or an admin's key may do this")),
        }
    }

    /// May it read what belongs to more than one game: lists, players, the feed?
    ///
    /// # Errors
    /// [`Error::Forbidden`]
    pub fn may_survey(&self) -> Result<(), Error> {
        match &self.role {
            Role::Admin | Role::Referee | Role::Reader => Ok(()),
            Role::Seat(_) => Err(self.forbidden("only a reader's, a referee's or an admin's key reads more than one game")),
        }
    }

    /// May it read a game at all? Answered from the key alone, so that it says nothing of which games there are.
    ///
    /// # Errors
    /// [`Error::Forbidden`]
    pub fn may_enter(&self, game: &str) -> Result<(), Error> {
        match &self.role {
            Role::Seat(own) if *own.game != *game => {
                Err(self.forbidden("a seat's key is for its own game; a reader's, a referee's or an admin's key reads all"))
            }
            _ => Ok(()),
        }
    }

    /// Through whose eyes it reads: the observer asked for, or the one that goes with the role.
    ///
    /// # Errors
    /// [`Error::Forbidden`] where that observer sees what the caller may not.
    pub fn observer(&self, asked: Option<Observer>) -> Result<Observer, Error> {
        match (&self.role, asked) {
            (Role::Admin | Role::Referee, asked) => Ok(asked.unwrap_or(Observer::Public)),
            (Role::Reader | Role::Seat(_), Some(Observer::Public)) | (Role::Reader, None) => Ok(Observer::Public),
            (Role::Seat(own), None) => Ok(Observer::Seat(own.seat)),
            (Role::Seat(own), Some(Observer::Seat(seat))) if seat == own.seat => Ok(Observer::Seat(seat)),
            (Role::Seat(own), Some(_)) => Err(self.forbidden(&format!(
                "this key reads as seat:{} and as public; a referee's or an admin's key reads as anyone",
                own.seat
            ))),
            (Role::Reader, Some(_)) => {
                Err(self.forbidden("a reader's key reads as public; a referee's or an admin's key reads as anyone"))
            }
        }
    }

    /// Whether it appends to a game, and if it does so for one seat: then it may report what that seat did, and that seat's own belief judges it.
    ///
    /// # Errors
    /// [`Error::Forbidden`]
    pub fn may_append(&self, game: &str) -> Result<Option<Seat>, Error> {
        self.may_enter(game)?;
        match &self.role {
            Role::Admin | Role::Referee => Ok(None),
            Role::Seat(own) => Ok(Some(own.seat)),
            Role::Reader => {
                Err(self.forbidden("a seat's key appends what its seat does, and a referee's or an admin's key appends anything"))
            }
        }
    }

    fn forbidden(&self, detail: &str) -> Error {
        let role = match self.role {
            Role::Admin => "an admin's",
            Role::Referee => "a referee's",
            Role::Reader => "a reader's",
            Role::Seat(_) => "a seat's",
        };
        Error::Forbidden { detail: format!("{detail}; this is {role} key"), pointer: String::new() }
    }
}
