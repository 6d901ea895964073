//! `credence import`: takes an archive into an empty database, or only reads whether it is whole.

use std::collections::BTreeMap;
use std::io::Read;

use super::archive_file::{ArchiveReader, Next};
use super::archive_line::{End, Line};
use super::chain_walk::{ChainWalk, check_position};
use super::{ArchiveError, Damage, tenant_check};
use crate::store::{AsideRow, GameRow, LogId, LoggedEvent, MissingRow, PlayerRow, Position, Restore, stream_named};

/// Rows written at once.
const ROWS: usize = 2_000;

/// Takes an archive in, all or nothing. Every event is held to the one before it on the way. `progress` hears how many events were read.
///
/// # Errors
/// Where the archive is cut, was changed, or does not hold together; where the database holds something already, or fails. Nothing is
/// written then. The same where a log of the archive is another tenant's there.
pub async fn import<R: Read + Send>(
    from: R,
    mut restore: Box<dyn Restore>,
    progress: &mut (dyn FnMut(u64) + Send),
) -> Result<End, ArchiveError> {
    match taken(from, Some(&mut *restore), progress).await {
        Ok(end) => {
            restore.commit().await?;
            Ok(end)
        }
        Err(error) => {
            restore.abandon().await;
            Err(error)
        }
    }
}

/// Reads whether an archive is whole and holds together, and takes it nowhere.
///
/// # Errors
/// Where it does not.
pub async fn check_archive<R: Read + Send>(from: R, progress: &mut (dyn FnMut(u64) + Send)) -> Result<End, ArchiveError> {
    taken(from, None, progress).await
}

async fn taken<R: Read + Send>(
    from: R,
    mut restore: Option<&mut dyn Restore>,
    progress: &mut (dyn FnMut(u64) + Send),
) -> Result<End, ArchiveError> {
    if let Some(restore) = &mut restore
        && !restore.is_empty().await?
    {
        return Err(ArchiveError::NotEmpty);
    }
    let here = match &mut restore {
        Some(restore) => Some(restore.tenants().await?),
        None => None,
    };
    let (mut archive, header) = ArchiveReader::begin(from)?;
    if let Some(stream) = header.remains {
        return Err(ArchiveError::Refused(format!("it holds what was left of {stream} when that was set aside, not a log")));
    }
    let mut logs: BTreeMap<LogId, TakenLog> = BTreeMap::new();
    let mut events = 0;
    let end = loop {
        let line = match archive.next()? {
            Next::Line(line) => line,
            Next::End(end) => break end,
        };
        events += u64::from(matches!(line, Line::Event(_)));
        if let (Some(here), Line::Log { log, tenant, .. }) = (&here, &line) {
            tenant_check::check(here, LogId(*log), tenant.as_deref())?;
        }
        if let Some(log) = take(&mut logs, line)? {
            progress(events);
            if let Some(restore) = &mut restore {
                log.write(*restore).await?;
            }
            log.rows = Rows::default();
        }
    };
    tenant_check::check_homes(logs.keys().copied())?;
    for log in logs.into_values() {
        log.finish(restore.as_mut().map(|restore| &mut **restore as &mut dyn Restore)).await?;
    }
    Ok(end)
}

/// A log on its way in.
struct TakenLog {
    log: LogId,
    counter: Position,
    tenant: Option<String>,
    walk: ChainWalk,
    rows: Rows,
    /// Games of the catalog, and streams of games that begin: as many.
    games: u64,
    openings: u64,
}

/// Rows that wait to be written.
#[derive(Default)]
struct Rows {
    events: Vec<LoggedEvent>,
    games: Vec<GameRow>,
    players: Vec<PlayerRow>,
    forgotten: Vec<String>,
    aside: Vec<AsideRow>,
    missing: Vec<MissingRow>,
}

impl Rows {
    const fn is_full(&self) -> bool {
        self.events.len() + self.games.len() + self.players.len() + self.forgotten.len() >= ROWS
    }
}

/// Takes one line. Gives the log whose rows are to be written now.
fn take(logs: &mut BTreeMap<LogId, TakenLog>, line: Line) -> Result<Option<&mut TakenLog>, ArchiveError> {
    let refused = |what: &str| Err(ArchiveError::Refused(what.to_owned()));
    let number = match &line {
        Line::Log { log, position, tenant } => {
            let (log, position) = (LogId(*log), *position);
            let taken = TakenLog {
                log,
                counter: position,
                tenant: tenant.clone(),
                walk: ChainWalk::begin(log, position).map_err(broken)?,
                rows: Rows::default(),
                games: 0,
                openings: 0,
            };
            return if logs.insert(log, taken).is_none() { Ok(None) } else { refused("a log stands in it twice") };
        }
        Line::Credence(_) | Line::Head { .. } | Line::End(_) => return refused("a line stands where it does not belong"),
        Line::Event(event) => event.log(),
        Line::Aside { log, .. }
        | Line::Missing { log, .. }
        | Line::Closed { log, .. }
        | Line::Game { log, .. }
        | Line::Player { log, .. }
        | Line::Forgotten { log, .. } => *log,
    };
    let Some(log) = logs.get_mut(&LogId(number)) else { return refused("a line is of a log that was not named before") };
    log.take(line)?;
    Ok(log.rows.is_full().then_some(log))
}

impl TakenLog {
    fn take(&mut self, line: Line) -> Result<(), ArchiveError> {
        match line {
            Line::Event(event) => {
                let (_, logged) = event.logged();
                self.walk.follow(&logged).map_err(broken)?;
                // A game that was erased is not in the catalog.
                let opens = logged.event.revision == 0 && logged.event.payload.is_some();
                self.openings += u64::from(opens && logged.stream.as_str().starts_with("game/"));
                self.rows.events.push(logged);
            }
            Line::Closed { stream, .. } => self.walk.close(&stream_named(&stream)).map_err(broken)?,
            Line::Game { game, position, ruleset, finished, opened_us, seats, .. } => {
                check_position(self.log, position).map_err(broken)?;
                self.games += 1;
                self.rows.games.push(GameRow { game, position, ruleset, finished, opened_us, seats });
            }
            Line::Player { player, person, display_name, .. } => {
                self.rows.players.push(PlayerRow { player, person, display_name });
            }
            Line::Forgotten { mark, .. } => self.rows.forgotten.push(mark),
            Line::Aside { stream, was, time_us, events, why, .. } => {
                let (stream, was) = (stream_named(&stream), stream_named(&was));
                self.rows.aside.push(AsideRow { stream, was, time_us, events, why });
            }
            Line::Missing { first, last, stream, .. } => {
                let row = MissingRow { first, last, stream: stream_named(&stream) };
                self.walk.explain(row.clone()).map_err(broken)?;
                self.rows.missing.push(row);
            }
            Line::Credence(_) | Line::Log { .. } | Line::Head { .. } | Line::End(_) => {}
        }
        Ok(())
    }

    async fn write(&self, restore: &mut dyn Restore) -> Result<(), ArchiveError> {
        let Rows { events, games, players, forgotten, aside, missing } = &self.rows;
        restore.put_aside(self.log, aside, missing).await?;
        restore.put_events(self.log, events).await?;
        restore.put_games(self.log, games).await?;
        restore.put_players(self.log, players).await?;
        restore.put_forgotten(self.log, forgotten).await?;
        Ok(())
    }

    async fn finish(self, restore: Option<&mut dyn Restore>) -> Result<(), ArchiveError> {
        if self.games != self.openings {
            let what = format!("its catalog lists {} games, and {} were opened", self.games, self.openings);
            return Err(ArchiveError::Refused(what));
        }
        let Some(restore) = restore else { return self.walk.finish().map(drop).map_err(broken) };
        self.write(restore).await?;
        let heads = self.walk.finish().map_err(broken)?;
        restore.put_heads(self.log, &heads).await?;
        restore.put_log(self.log, self.counter, self.tenant.as_deref()).await?;
        Ok(())
    }
}

/// What does not hold together in an archive.
#[expect(clippy::needless_pass_by_value, reason = "it maps an error")]
fn broken(damage: Damage) -> ArchiveError {
    ArchiveError::Refused(damage.to_string())
}
