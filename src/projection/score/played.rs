//! A finished game as a file tells it, and the script that its events leave.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::projection::{Error, FINISH, GameEvent, Log, NOTE, RETRACT, Retraction, Script, read_retraction};
use crate::rulesets::{AnyEvent, AnyGame, AnyRuleset, Malformed, Rejection, Revision, Unreadable};

/// Probabilities that another tracker gave: of each value, by variable.
pub type Beliefs = BTreeMap<String, BTreeMap<String, f64>>;

/// A finished game, as a file tells it.
pub struct Played {
    /// Its game.
    pub ruleset: &'static dyn AnyRuleset,
    /// The table's rules, as a client sends them.
    pub setup: Value,
    /// The model's parameters, as a client sends them.
    pub parameters: Value,
    /// Who sits in each seat; `None` where nobody is to be remembered.
    pub players: Vec<Option<String>>,
    /// Type and data of each event, as the log holds it: retractions, remarks and the end among them.
    pub events: Vec<(String, Value)>,
    /// The true world after each event, or nothing; where there is none, the truth is what the log itself says in the end.
    pub worlds: Vec<Option<Value>>,
    /// What another tracker believed after each event, by observer, to be scored in place of this server; empty where this server is to be.
    pub beliefs: Vec<BTreeMap<String, Beliefs>>,
}

/// Why a game cannot be scored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unscored {
    /// Its opening is refused.
    #[error(transparent)]
    Opening(#[from] Rejection),
    /// Its opening does not decode.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// An event does not decode.
    #[error("event {event}: {reason}")]
    Event {
        /// Its place among the events, from 1.
        event: usize,
        /// Why not.
        reason: String,
    },
    /// It cannot be folded.
    #[error(transparent)]
    Fold(#[from] Error),
    /// A true world does not decode.
    #[error("the truth after event {event}: {reason}")]
    Truth {
        /// The event's place, from 1.
        event: usize,
        /// Why not.
        reason: String,
    },
}

/// The events of a file, as they would stand in a log after the opening, and to be folded as a log's are: remarks and ends are nothing to a fold, and what
/// a retraction took back is gone, or is what stands instead, in the whole game.
///
/// # Errors
/// Where an event does not decode, or a retraction takes back what it cannot.
pub(super) fn script(played: &Played, game: &dyn AnyGame) -> Result<Script, Unscored> {
    let mut script = Script::of(&Log::default(), 0);
    for (place, (kind, data)) in played.events.iter().enumerate() {
        let wrong = |error: Error| Unscored::Event { event: place + 1, reason: error.to_string() };
        let text = serde_json::to_vec(data).expect("JSON values are serialisable");
        let read = |pointer: &str, kind: &str, text: &[u8]| -> Result<AnyEvent, Error> {
            game.read(kind, text).map_err(|error: Malformed| Error::rejected(pointer, error.into()))
        };
        match kind.as_str() {
            FINISH | NOTE => script.push(None),
            RETRACT => {
                let retraction = read_retraction(&text, |kind, text| read("/data/instead/data", kind, text)).map_err(wrong)?;
                check(played, place, &retraction).map_err(wrong)?;
                script.replace(retraction.revision, retraction.instead);
                script.push(None);
            }
            _ => {
                let event = read("/data", kind, &text).map_err(wrong)?;
                script.push(Some(GameEvent { kind: kind.as_str().into(), event }));
            }
        }
    }
    Ok(script)
}

/// What a log takes back: an event that stands before the retraction, and is none itself. The opening is revision 0.
fn check(played: &Played, place: usize, retraction: &Retraction) -> Result<(), Error> {
    let target = usize::try_from(retraction.revision).ok().and_then(|revision| revision.checked_sub(1));
    let target = target.filter(|target| *target < place).and_then(|target| played.events.get(target));
    let revision: Revision = retraction.revision;
    let wrong = match target.map(|(kind, _)| kind.as_str()) {
        None => format!("revision {revision} is no event of this game before the retraction; its first event is revision 1"),
        Some(RETRACT) => format!("revision {revision} is a retraction, which cannot be retracted; retract its target again"),
        Some(FINISH | NOTE) if retraction.instead.is_some() => "nothing can stand instead of a note or an end".to_owned(),
        Some(_) => return Ok(()),
    };
    Err(Error::malformed("/data/revision", wrong))
}
