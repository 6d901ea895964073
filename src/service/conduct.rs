//! What events settle about players, on its way into the players' streams: in the same append as the event that settled it.
//!
//! Ids are derived from what was settled and where, so that nothing is there twice, whatever is tried again. A retraction that
//! changes what was settled is followed by corrections, which name what does not hold any more and what holds now.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::budget::Budget;
use super::following::{Following, fold};
use super::game::{Game, canonical};
use super::script::Script;
use super::{Error, Service};
use crate::rulesets::{Conduct, Observed, Observer, Revision, Seat};
use crate::store::{Expected, NewEvent, Part, RecordedEvent, StreamId};

/// Type of an event in a player's stream: something was settled.
pub const SETTLED: &str = "conduct";
/// Type of an event in a player's stream: something that was settled does not hold any more.
pub const CORRECTED: &str = "conduct_corrected";
/// Type of the last event in the stream of a person who was forgotten.
pub const FORGOTTEN: &str = "forgotten";

/// Version of the data of these events.
const SCHEMA: u32 = 1;

/// What an event of a player's stream holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// The ruleset.
    pub ruleset: String,
    /// The game that it was settled in.
    pub game: String,
    /// The game's event that settled it, or the retraction that corrected it.
    pub revision: Revision,
    /// The seat in that game.
    pub seat: Seat,
    /// What was settled, or corrected.
    #[serde(flatten)]
    pub what: What,
}

/// What an entry says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum What {
    /// It was settled.
    Settled {
        /// What was observed.
        observed: Observed,
    },
    /// What an event had settled was put right.
    Corrected {
        /// Revision of that event.
        corrects: Revision,
        /// What it had settled, and does not.
        was: Vec<Observed>,
        /// What it settles now instead.
        now: Vec<Observed>,
    },
}

impl Entry {
    /// Reads an event of a player's stream; `None` where it was erased or is of another type.
    ///
    /// # Errors
    /// Where it does not decode.
    pub fn of(event: &RecordedEvent) -> Result<Option<Self>, Error> {
        let Some(payload) = event.payload.as_ref().filter(|_| [SETTLED, CORRECTED].contains(&event.kind.as_str())) else {
            return Ok(None);
        };
        let unreadable = |error| Error::Damaged(format!("revision {} of a player's stream: {error}", event.revision));
        serde_json::from_slice(payload).map(Some).map_err(unreadable)
    }

    /// Whether it says something of how accurate statements were.
    pub fn moves_trust(&self) -> bool {
        let is_accuracy = |observed: &Observed| matches!(observed, Observed::Accuracy { .. });
        match &self.what {
            What::Settled { observed } => is_accuracy(observed),
            What::Corrected { was, now, .. } => was.iter().chain(now).any(is_accuracy),
        }
    }

    fn kind(&self) -> &'static str {
        match self.what {
            What::Settled { .. } => SETTLED,
            What::Corrected { .. } => CORRECTED,
        }
    }

    /// The id: of the log's game, revision, seat, tendency and context, and which of several equal ones it is.
    fn id(&self, log: i64, nth: usize) -> String {
        let what = match &self.what {
            What::Settled { observed: Observed::Count { tendency, context, .. } } => json!([tendency, context]),
            What::Settled { observed: Observed::Accuracy { .. } } => json!(["accuracy"]),
            What::Corrected { corrects, .. } => json!([corrects]),
        };
        let name = canonical(&json!([log, self.game, self.revision, self.seat, self.kind(), what, nth]));
        let mut hasher = blake3::Hasher::new_derive_key("credence conduct id 1");
        hasher.update(&name).finalize().to_hex()[..32].to_owned()
    }
}

/// What one event of a game settled.
#[derive(Clone, Debug)]
pub struct Settled {
    /// The event.
    pub at: Revision,
    /// The event whose conduct it corrects, where it is a retraction that does.
    pub corrects: Option<Revision>,
    /// What was settled before; empty, where nothing is corrected.
    pub was: Vec<Conduct>,
    /// What is settled now.
    pub now: Vec<Conduct>,
}

impl Settled {
    /// What an event that was just followed settled.
    pub fn by(following: &Following) -> Self {
        Self { at: following.revision, corrects: None, was: Vec::new(), now: following.settled.clone() }
    }

    /// Entries for the streams of the seats' persons.
    fn entries(&self, game: &Game) -> Vec<Entry> {
        let entry = |seat, what| Entry {
            ruleset: game.opening.ruleset.clone(),
            game: game.id().to_owned(),
            revision: self.at,
            seat,
            what,
        };
        let observed = |conduct: &[Conduct]| -> Vec<(Seat, Observed)> { conduct.iter().filter_map(Conduct::observed).collect() };
        let now = observed(&self.now);
        let Some(corrects) = self.corrects else {
            return now.into_iter().map(|(seat, observed)| entry(seat, What::Settled { observed })).collect();
        };
        let mut by_seat: BTreeMap<Seat, [Vec<Observed>; 2]> = BTreeMap::new();
        for (place, conduct) in [observed(&self.was), now].into_iter().enumerate() {
            for (seat, observed) in conduct {
                by_seat.entry(seat).or_default()[place].push(observed);
            }
        }
        let changed = by_seat.into_iter().filter(|(_, [was, now])| was != now);
        changed.map(|(seat, [was, now])| entry(seat, What::Corrected { corrects, was, now })).collect()
    }
}

/// What each event of a script settles as an observer folds it, from a revision on.
///
/// # Errors
/// Where stored events do not decode, or the budget is spent.
pub fn settled(
    game: &Game,
    script: &Script<'_>,
    observer: Observer,
    from: Revision,
    budget: &Budget,
) -> Result<BTreeMap<Revision, Vec<Conduct>>, Error> {
    let before = from.saturating_sub(1);
    let mut following = fold(&game.opened, script, Following::begin(&game.opened, observer), before, None, budget)?;
    let mut settled = BTreeMap::new();
    for at in before + 1..=script.last() {
        following = fold(&game.opened, script, following, at, None, budget)?;
        settled.insert(at, following.settled.clone());
    }
    Ok(settled)
}

/// What a retraction at a revision changes in what events settle.
pub fn changes(at: Revision, was: &BTreeMap<Revision, Vec<Conduct>>, now: &BTreeMap<Revision, Vec<Conduct>>) -> Vec<Settled> {
    let of = |settled: &BTreeMap<Revision, Vec<Conduct>>, revision| settled.get(revision).cloned().unwrap_or_default();
    let revisions = was.keys().filter(|revision| of(was, revision) != of(now, revision));
    revisions.map(|revision| Settled { at, corrects: Some(*revision), was: of(was, revision), now: of(now, revision) }).collect()
}

impl Service {
    /// The parts of an append that carry what was settled to the persons' streams, in the order of the seats.
    pub(super) fn conduct_parts(&self, game: &Game, settled: &[Settled], now_us: i64) -> Vec<Part> {
        let mut events: BTreeMap<Seat, Vec<NewEvent>> = BTreeMap::new();
        for entry in settled.iter().flat_map(|settled| settled.entries(game)) {
            let of_seat = events.entry(entry.seat).or_default();
            let free = |id: &String| of_seat.iter().all(|event| event.id != *id);
            let id = (0..).map(|nth| entry.id(game.key.0.0, nth)).find(free).unwrap_or_default();
            let (kind, payload) = (entry.kind().to_owned(), canonical(&json!(entry)));
            of_seat.push(NewEvent { id, kind, schema: SCHEMA, time_us: now_us, payload, salt: self.entropy.bytes() });
        }
        let part = |(seat, events): (Seat, Vec<NewEvent>)| {
            let person = &game.opening.seats.get(usize::from(seat))?.person;
            Some(Part { stream: StreamId::player(person), expected: Expected::Any, events })
        };
        events.into_iter().filter_map(part).collect()
    }

    /// Whether an event stands in a stream already with the content that it is to have: it was recorded before.
    ///
    /// # Errors
    /// Where another stands under its id: that cannot be, as ids are derived from the content; or where the database failed.
    pub(super) async fn stands_already(&self, game: &Game, part: &Part, id: &str, at: Revision) -> Result<(), Error> {
        let stands = self.store.read(game.key.0, &part.stream, at, 1).await?;
        let asked = part.events.iter().find(|event| event.id == id);
        match (stands.first(), asked) {
            (Some(stands), Some(asked)) if stands.kind == asked.kind && stands.payload.as_ref() == Some(&asked.payload) => Ok(()),
            _ => {
                Err(Error::Damaged(format!("revision {at} of {} stands for other conduct of game {:?}", part.stream, game.id())))
            }
        }
    }
}
