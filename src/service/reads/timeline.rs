//! Timelines of evidence, made and kept in windows: a page of a long game costs the windows that it stands in, and not the game.

use std::sync::Arc;

use super::beliefs::FEW_EVENTS;
use crate::projection::{Budget, Log, Nobody, Position, Script, Timed, Timeline, Walk};
use crate::rulesets::{Observer, Revision};
use crate::service::{BeliefRequest, Error, Game, GameKey, Service};

/// Events of a window. Their evidence is a few megabytes at most, and takes some ten milliseconds.
const EVENTS: Revision = 256;

/// What names a window: game, observer, the revision of whose script it is, and the first event.
pub(in crate::service) type WindowKey = (GameKey, Observer, Revision, Revision);

/// The evidence of some events that follow each other.
pub(in crate::service) struct Window {
    /// In the order of the events.
    pub pieces: Vec<Timed>,
    /// The last event.
    pub last: Revision,
    /// Where the next window begins.
    end: Position,
    /// Memory in bytes.
    weight: usize,
}

impl Window {
    /// Memory in bytes.
    pub(in crate::service) const fn weigh(&self) -> usize {
        self.weight
    }
}

/// The first event of the window in which one stands.
pub(super) const fn first_of(revision: Revision) -> Revision {
    revision.saturating_sub(1) / EVENTS * EVENTS + 1
}

impl Service {
    /// The window that begins with an event, as of a revision that is not before it.
    pub(super) async fn window(
        &self,
        game: &Arc<Game>,
        observer: Observer,
        as_of: Revision,
        first: Revision,
    ) -> Result<Arc<Window>, Error> {
        let key = window_key(game, observer, as_of, first);
        if let Some(window) = self.timelines.get(&key) {
            return Ok(window);
        }
        let make = async {
            let window = Arc::new(self.make_window(game, observer, as_of, first).await?);
            game.keep_in(&self.timelines, key.clone(), Arc::clone(&window));
            Ok(window)
        };
        self.windows.once((Arc::as_ptr(game).addr(), observer, key.2, first), make).await
    }

    async fn make_window(&self, game: &Arc<Game>, observer: Observer, as_of: Revision, first: Revision) -> Result<Window, Error> {
        let last = last_of(as_of, first);
        let from = self.window_start(game, observer, as_of, first).await?;
        let (log, script) = self.log_of_window(game, observer, as_of, (first, from.revision())).await?;
        let short = last - from.revision() <= FEW_EVENTS;
        let walk_over = |log: Log| {
            let (shared, from) = (Arc::clone(game), from.clone());
            move |budget: &Budget| {
                let script = Script::of(&log, script);
                let walk = Walk { game: &shared.opened, script: &script, line: None, budget };
                let mut timeline = Timeline::default();
                let start = walk.to(from.clone(), first - 1, &mut Nobody)?;
                let end = walk.to(start, last, &mut timeline)?;
                let weight = super::evidence::weigh(&timeline.0) + end.weigh(&*shared.opened) + end.table.weigh(&*shared.opened);
                Ok(Window { pieces: timeline.0, last, end, weight })
            }
        };
        self.work_over(game, log, short, walk_over).await
    }

    /// The log from where a window's walk starts, and the revision of whose script the window is.
    pub(super) async fn log_of_window(
        &self,
        game: &Arc<Game>,
        observer: Observer,
        as_of: Revision,
        (first, start): (Revision, Revision),
    ) -> Result<(Log, Revision), Error> {
        let last = last_of(as_of, first);
        let (_, _, script, _) = window_key(game, observer, as_of, first);
        // Of a script that later retractions changed they must be known, and with them the whole log.
        let log = if script == last { self.log_from(game, start + 1, last).await? } else { self.whole_log(game).await? };
        Ok((log, script))
    }

    /// A position before a window, or before its beginning: of the window before it, of whoever read there, or of a snapshot.
    pub(super) async fn window_start(
        &self,
        game: &Arc<Game>,
        observer: Observer,
        as_of: Revision,
        first: Revision,
    ) -> Result<Position, Error> {
        let before = first - 1;
        if before == 0 {
            return Ok(Position::begin(&*game.opened, observer));
        }
        let previous = first.checked_sub(EVENTS).map(|first| window_key(game, observer, as_of, first));
        if let Some(previous) = previous.and_then(|previous| self.timelines.get(&previous)) {
            return Ok(previous.end.clone());
        }
        if game.log().agrees(before, as_of) {
            let there = BeliefRequest { observer, revision: Some(before) };
            return Ok(self.knowledge(game, &there).await?.position.clone());
        }
        Ok(Position::begin(&*game.opened, observer))
    }
}

/// The last event of a window that begins with one.
pub(super) fn last_of(as_of: Revision, first: Revision) -> Revision {
    (first + EVENTS - 1).min(as_of)
}

/// A window is that of its last event's script where no later retraction has changed what it holds: then it stays while the game goes on.
fn window_key(game: &Game, observer: Observer, as_of: Revision, first: Revision) -> WindowKey {
    let last = last_of(as_of, first);
    let script = if game.log().agrees(last, as_of) { last } else { as_of };
    (game.key.clone(), observer, script, first)
}
