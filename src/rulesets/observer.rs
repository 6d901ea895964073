//! Whose knowledge it is.

use std::fmt;
use std::str::FromStr;

use serde::Deserialize;

use super::places::Seat;

/// Whose knowledge a view or a belief is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(try_from = "String")]
pub enum Observer {
    /// A spectator.
    Public,
    /// The player in a seat.
    Seat(Seat),
    /// Everything that is in the log.
    Referee,
}

impl Observer {
    /// Whether something that only these seats may see is seen.
    #[must_use]
    pub fn is_among(self, seats: &[Seat]) -> bool {
        match self {
            Self::Public => false,
            Self::Seat(seat) => seats.contains(&seat),
            Self::Referee => true,
        }
    }
}

impl fmt::Display for Observer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Public => f.write_str("public"),
            Self::Seat(seat) => write!(f, "seat:{seat}"),
            Self::Referee => f.write_str("referee"),
        }
    }
}

/// The text is not `public`, `seat:N` or `referee`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an observer is public, seat:N or referee, not {0:?}")]
pub struct UnknownObserver(pub String);

impl TryFrom<String> for Observer {
    type Error = UnknownObserver;

    fn try_from(text: String) -> Result<Self, UnknownObserver> {
        text.parse()
    }
}

impl FromStr for Observer {
    type Err = UnknownObserver;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let seat = || text.strip_prefix("seat:").filter(|n| *n == "0" || !n.starts_with(['0', '+'])).and_then(|n| n.parse().ok());
        match text {
            "public" => Ok(Self::Public),
            "referee" => Ok(Self::Referee),
            _ => seat().map(Self::Seat).ok_or_else(|| UnknownObserver(text.to_owned())),
        }
    }
}
