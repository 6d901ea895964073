//! A person's stream in a log of several partitions: one order over the parts of it that lie beside the games.
//!
//! What a game settles stands in the game's own partition, so that an append needs one transaction in one place. The order over all of it
//! needs no clock and no second commit: a game that is opened first takes a number of the person's in the home partition, greater than all before
//! ([`Service::seat_numbers`](crate::service::Service::seat_numbers)), and everything that the game settles carries that number. Events are ordered by
//! number, and those of one game, which lie in one partition, by their revisions there. Revisions of the merged stream count its events in that order.
//!
//! A game that settles something after a later game of the same person did stands before it, and moves the revisions behind it. Where games of a
//! person do not overlap, that cannot happen, and the merged stream is the stream of a log of one partition.

use serde::{Deserialize, Serialize};

use super::conduct::SEATED;
use super::profiles::{Moment, Remembered, stood_at};
use crate::service::Error;
use crate::store::RecordedEvent;
use crate::store::chain::Reached;

/// Where a fold of the parts of a merged stream has ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::service) struct Merging {
    /// The moment up to which every part was read.
    pub moment: Moment,
    /// The greatest number of a game of which something was folded.
    pub last: u64,
}

/// The number of the game that an event of a person's stream belongs to.
pub(super) fn number(event: &RecordedEvent) -> u64 {
    #[derive(Deserialize)]
    struct Numbered {
        number: Option<u64>,
    }
    let numbered = event.payload.as_ref().and_then(|payload| serde_json::from_slice::<Numbered>(payload).ok());
    // What was erased, and the event that says so, come last: nothing is folded from them.
    numbered.and_then(|numbered| numbered.number).unwrap_or(u64::MAX)
}

/// What stands in parts of a merged stream and was not read before.
pub(super) struct News<'a> {
    /// In the order of the merged stream, each event with the number of its game.
    pub events: Vec<(u64, &'a RecordedEvent)>,
    /// How far each part is followed with them.
    pub read: Vec<Reached>,
}

/// The events of the parts up to a moment, where the parts begin with what was not read yet.
pub(super) fn news<'a>(remembered: &Remembered, parts: &[&'a [RecordedEvent]], until: &Moment) -> News<'a> {
    let mut read = remembered.read.clone();
    read.resize(parts.len(), Reached::default());
    let mut events: Vec<(u64, &RecordedEvent)> = Vec::new();
    for (partition, part) in parts.iter().enumerate() {
        for event in part.iter().take_while(|event| stood_at(until, partition, event)) {
            read[partition] = Reached { next: event.revision.saturating_add(1), hash: event.hash };
            if event.kind != SEATED {
                events.push((number(event), event));
            }
        }
    }
    // Stable: events of one game are of one partition, and stay in their order.
    events.sort_by_key(|(number, _)| *number);
    News { events, read }
}

impl Remembered {
    /// The greatest number of a game of which something was folded; 0 where nothing was.
    pub(super) fn last_number(&self) -> u64 {
        self.merging.as_ref().map_or(0, |merging| merging.last)
    }

    /// Folds the events that follow up to a moment, each with the number of its game. So much of each part is read then.
    pub(super) fn take<'a>(
        &mut self,
        events: impl Iterator<Item = (u64, &'a RecordedEvent)>,
        read: Vec<Reached>,
        until: &Moment,
    ) -> Result<(), Error> {
        let mut last = self.last_number();
        for (number, event) in events {
            last = last.max(number);
            self.follow_as(self.next(), event)?;
        }
        self.read = read;
        self.merging = Some(Merging { moment: until.clone(), last });
        Ok(())
    }
}
