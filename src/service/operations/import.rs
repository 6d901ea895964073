//! `credence import`: takes an archive into an empty database, or only reads whether it is whole.

use std::collections::BTreeMap;
use std::io::Read;
use std::mem;

use super::archive_file::{ArchiveReader, Next};
use super::archive_line::{End, Line};
use super::chain_walk::{ChainWalk, check_number, check_position};
use super::{ArchiveError, Damage, tenant_check};
use crate::store::{AsideRow, GameRow, LogId, LoggedEvent, MissingRow, PlayerRow, Position, Restore, stream_named};

/// Rows written at once.
const ROWS: usize = 2_000;

/// Bytes of lines after which the rows in them are written, however few they are: events of a long game may hold a quarter of a megabyte each.
const BYTES: usize = 8 << 20;

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
    let mut taking = Taking::default();
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
        if let Some(left) = taking.go_to(log_of(&line)?) {
            left.write(&mut restore).await?;
        }
        if let Some(full) = taking.take(line, archive.length())? {
            progress(events);
            full.write(&mut restore).await?;
        }
    };
    tenant_check::check_homes(taking.logs.keys().copied())?;
    for log in taking.logs.into_values() {
        log.finish(&mut restore).await?;
    }
    Ok(end)
}

/// All logs on their way in.
#[derive(Default)]
struct Taking {
    logs: BTreeMap<LogId, TakenLog>,
    /// The log of the last line. Of no other do rows wait, so that many logs take no more memory than one.
    at: Option<LogId>,
}

/// A log on its way in.
struct TakenLog {
    log: LogId,
    counter: Position,
    tenant: Option<String>,
    walk: ChainWalk,
    rows: Rows,
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
    /// How many lines they came in, and how long those were.
    lines: usize,
    bytes: usize,
}

impl Rows {
    const fn is_full(&self) -> bool {
        self.lines >= ROWS || self.bytes >= BYTES
    }
}

fn refused<T>(what: &str) -> Result<T, ArchiveError> {
    Err(ArchiveError::Refused(what.to_owned()))
}

/// The log that a line is of.
fn log_of(line: &Line) -> Result<LogId, ArchiveError> {
    match line {
        Line::Credence(_) | Line::Head { .. } | Line::End(_) => refused("a line stands where it does not belong"),
        Line::Event(event) => Ok(LogId(event.log())),
        Line::Log { log, .. }
        | Line::Aside { log, .. }
        | Line::Missing { log, .. }
        | Line::Closed { log, .. }
        | Line::Game { log, .. }
        | Line::Player { log, .. }
        | Line::Forgotten { log, .. } => Ok(LogId(*log)),
    }
}

impl Taking {
    /// Goes to the log of the next line. Gives the one that is left for it: its rows are to be written now.
    fn go_to(&mut self, log: LogId) -> Option<&mut TakenLog> {
        let left = self.at.replace(log).filter(|left| *left != log)?;
        self.logs.get_mut(&left)
    }

    /// Takes a line of so many bytes. Gives the log whose rows are to be written now.
    fn take(&mut self, line: Line, bytes: usize) -> Result<Option<&mut TakenLog>, ArchiveError> {
        let number = log_of(&line)?;
        if let Line::Log { position, tenant, .. } = line {
            let walk = ChainWalk::begin(number, position).map_err(broken)?;
            let taken = TakenLog { log: number, counter: position, tenant, walk, rows: Rows::default() };
            return if self.logs.insert(number, taken).is_none() { Ok(None) } else { refused("a log stands in it twice") };
        }
        let Some(log) = self.logs.get_mut(&number) else { return refused("a line is of a log that was not named before") };
        log.take(line)?;
        log.rows.lines += 1;
        log.rows.bytes += bytes;
        Ok(log.rows.is_full().then_some(log))
    }
}

impl TakenLog {
    fn take(&mut self, line: Line) -> Result<(), ArchiveError> {
        match line {
            Line::Event(event) => {
                let (_, logged) = event.logged();
                self.walk.follow(&logged).map_err(broken)?;
                self.rows.events.push(logged);
            }
            Line::Closed { stream, .. } => self.walk.close(&stream_named(&stream)).map_err(broken)?,
            Line::Game { game, position, ruleset, finished, opened_us, seats, .. } => {
                check_position(self.log, position).map_err(broken)?;
                seats.iter().try_for_each(|(seat, _)| check_number(self.log, "a seat's number", *seat)).map_err(broken)?;
                self.walk.list_game();
                self.rows.games.push(GameRow { game, position, ruleset, finished, opened_us, seats });
            }
            Line::Player { player, person, display_name, .. } => {
                self.rows.players.push(PlayerRow { player, person, display_name });
            }
            Line::Forgotten { mark, .. } => self.rows.forgotten.push(mark),
            Line::Aside { stream, was, time_us, events, why, .. } => {
                check_number(self.log, "the number of events that were set aside", events).map_err(broken)?;
                let (stream, was) = (stream_named(&stream), stream_named(&was));
                self.rows.aside.push(AsideRow { stream, was, time_us, events, why });
            }
            Line::Missing { first, last, stream, .. } => {
                let row = MissingRow { first, last, stream: stream_named(&stream) };
                self.walk.explain(&row).map_err(broken)?;
                self.rows.missing.push(row);
            }
            Line::Credence(_) | Line::Log { .. } | Line::Head { .. } | Line::End(_) => {}
        }
        Ok(())
    }

    /// Writes the rows that wait. Where the archive is only read, they were read.
    async fn write(&mut self, restore: &mut Option<&mut dyn Restore>) -> Result<(), ArchiveError> {
        let Rows { events, games, players, forgotten, aside, missing, .. } = mem::take(&mut self.rows);
        let Some(restore) = restore else { return Ok(()) };
        restore.put_aside(self.log, &aside, &missing).await?;
        restore.put_events(self.log, &events).await?;
        restore.put_games(self.log, &games).await?;
        restore.put_players(self.log, &players).await?;
        restore.put_forgotten(self.log, &forgotten).await?;
        Ok(())
    }

    async fn finish(mut self, restore: &mut Option<&mut dyn Restore>) -> Result<(), ArchiveError> {
        self.write(restore).await?;
        let heads = self.walk.finish().map_err(broken)?;
        let Some(restore) = restore else { return Ok(()) };
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

#[cfg(test)]
mod tests {
    use super::*;

    fn forgotten(log: i64, number: i64) -> Line {
        Line::Forgotten { log, mark: number.to_string() }
    }

    #[test]
    fn rows_of_one_log_wait_and_no_more_than_are_written_at_once() {
        let mut taking = Taking::default();
        for log in 1..=5 {
            for line in
                [Line::Log { log, position: 0, tenant: None }].into_iter().chain((0..10).map(|number| forgotten(log, number)))
            {
                if let Some(left) = taking.go_to(LogId(log)) {
                    assert_eq!((left.log, left.rows.lines), (LogId(log - 1), 10));
                    left.rows = Rows::default();
                }
                assert!(taking.take(line, 100).expect("taken").is_none());
                assert!(taking.logs.values().all(|taken| taken.log == LogId(log) || taken.rows.lines == 0), "log {log}");
            }
        }
        let full = taking.take(forgotten(5, 10), BYTES).expect("taken").expect("few rows, and much in them");
        full.rows = Rows::default();
        for number in 11..11 + ROWS as i64 - 1 {
            assert!(taking.take(forgotten(5, number), 100).expect("taken").is_none());
        }
        assert!(taking.take(forgotten(5, 0), 100).expect("taken").is_some(), "many rows");
    }
}
