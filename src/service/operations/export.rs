//! `credence export`: a whole database as an archive, as of one moment, beside a running server.

use std::collections::BTreeSet;
use std::io::Write;

use super::archive_file::ArchiveWriter;
use super::archive_line::{End, Line};
use super::chain_walk::ChainWalk;
use super::{ArchiveError, Damage, listed};
use crate::store::{ASIDE, Extent, Listing, LogId, LoggedEvent, MissingRow, Position, Scan, StoreError, Trace, stream_named};

/// Rows read at once.
const READ: u32 = 2_000;

/// Writes everything that a scan reads but projections: profiles and snapshots are folded again from the events. `progress` hears how many of
/// how many events are written.
///
/// # Errors
/// Where the archive cannot be written, the database does not answer, or the log is damaged: an archive of a damaged log could be
/// taken in nowhere. What cannot be read of a stream that was set aside is no such damage.
pub async fn export<W: Write + Send>(
    scan: &mut dyn Scan,
    into: W,
    progress: &mut (dyn FnMut(u64, u64) + Send),
) -> Result<(W, End), ArchiveError> {
    let mut archive = ArchiveWriter::begin(into, None)?;
    let written = export_logs(scan, &mut archive, progress).await;
    // Asked first: what was read while somebody wrote may look damaged.
    if scan.disturbed() {
        let cause = "a server opened it meanwhile; try again".to_owned();
        return Err(StoreError::Unavailable { doing: "exporting the log", cause }.into());
    }
    written?;
    archive.finish()
}

async fn export_logs<W: Write + Send>(
    scan: &mut dyn Scan,
    archive: &mut ArchiveWriter<W>,
    progress: &mut (dyn FnMut(u64, u64) + Send),
) -> Result<(), ArchiveError> {
    scan.begin().await?;
    let mut logs = BTreeSet::new();
    for trace in Trace::ALL {
        logs.extend(scan.logs(trace).await?);
    }
    for log in logs {
        export_log(scan, log, archive, progress).await?;
    }
    Ok(scan.end().await?)
}

async fn export_log<W: Write + Send>(
    scan: &mut dyn Scan,
    log: LogId,
    archive: &mut ArchiveWriter<W>,
    progress: &mut (dyn FnMut(u64, u64) + Send),
) -> Result<(), ArchiveError> {
    let Extent { counter, tenant, .. } = scan.extent(log).await?;
    let counter = counter.unwrap_or(0);
    archive.write(&Line::Log { log: log.0, position: counter, tenant })?;
    let mut walk = ChainWalk::begin(log, counter).map_err(ArchiveError::Damaged)?;
    for row in scan.set_aside(log).await? {
        archive.write(&Line::aside(log, row))?;
    }
    for row in scan.missing(log).await? {
        archive.write(&Line::missing(log, &row))?;
        walk.explain(&row).map_err(ArchiveError::Damaged)?;
    }
    export_events(scan, (log, counter), archive, &mut walk, progress).await?;
    let mut after = String::new();
    while let Some(names) = page(scan, log, Listing::Heads, &mut after).await? {
        for stream in names.iter().filter(|name| !name.starts_with(ASIDE)).map(|name| stream_named(name)) {
            if scan.head(log, &stream).await?.is_some_and(|head| head.closed) {
                archive.write(&Line::Closed { log: log.0, stream: stream.as_str().to_owned() })?;
                walk.close(&stream).map_err(ArchiveError::Damaged)?;
            }
        }
    }
    let mut after = String::new();
    while let Some(games) = page(scan, log, Listing::Games, &mut after).await? {
        for game in &games {
            if let Some(row) = scan.game(log, game).await? {
                archive.write(&Line::game(log, row))?;
                walk.list_game();
            }
        }
    }
    walk.finish().map_err(ArchiveError::Damaged)?;
    let mut after = String::new();
    loop {
        let players = scan.players(log, &after, READ).await?;
        let Some(last) = players.last() else { break };
        after.clone_from(&last.player);
        for row in players {
            archive.write(&Line::player(log, row))?;
        }
    }
    let mut after = String::new();
    while let Some(marks) = page(scan, log, Listing::Forgotten, &mut after).await? {
        for mark in marks {
            archive.write(&Line::Forgotten { log: log.0, mark })?;
        }
    }
    Ok(())
}

async fn export_events<W: Write + Send>(
    scan: &mut dyn Scan,
    (log, counter): (LogId, u64),
    archive: &mut ArchiveWriter<W>,
    walk: &mut ChainWalk,
    progress: &mut (dyn FnMut(u64, u64) + Send),
) -> Result<(), ArchiveError> {
    let mut after = 0;
    loop {
        let stood = read(scan, log, after).await?;
        let Some(last) = stood.last() else { return Ok(()) };
        after = position(last);
        for stands in stood {
            if position(&stands) > counter {
                let what = "an event stands beyond the counter";
                return Err(ArchiveError::Damaged(Damage::of_log(log, Some(position(&stands)), what)));
            }
            match stands {
                Ok(logged) => {
                    walk.follow(&logged).map_err(ArchiveError::Damaged)?;
                    archive.write(&Line::event(log, logged))?;
                }
                Err(row) => {
                    archive.write(&Line::missing(log, &row))?;
                    walk.explain(&row).map_err(ArchiveError::Damaged)?;
                }
            }
        }
        progress(after, counter);
    }
}

/// An event; or where some of a stream that was set aside stand, one after the other, which cannot be read: they are missing from the archive, as others are
/// that were lost.
type Stands = Result<LoggedEvent, MissingRow>;

/// The last position of it.
const fn position(stands: &Stands) -> Position {
    match stands {
        Ok(logged) => logged.event.position,
        Err(row) => row.last,
    }
}

/// What stands after a position.
async fn read(scan: &mut dyn Scan, log: LogId, after: Position) -> Result<Vec<Stands>, StoreError> {
    match scan.logged(log, after, READ).await {
        Ok(events) => Ok(events.into_iter().map(Ok).collect()),
        Err(error @ (StoreError::Damaged { .. } | StoreError::DamagedStream { .. })) => {
            match one_by_one(scan, log, after).await {
                // Where a page is damaged, Postgres answers nothing more of the same moment.
                Err(StoreError::Unavailable { .. }) => Err(error),
                read => read,
            }
        }
        Err(error) => Err(error),
    }
}

/// The same, each event for itself, so that it is known which one cannot be read.
async fn one_by_one(scan: &mut dyn Scan, log: LogId, after: Position) -> Result<Vec<Stands>, StoreError> {
    let mut stood: Vec<Stands> = Vec::new();
    for position in scan.positions(log, after, READ).await? {
        match scan.logged(log, position.saturating_sub(1), 1).await {
            Ok(events) => stood.extend(events.into_iter().map(Ok)),
            Err(error @ (StoreError::Damaged { .. } | StoreError::DamagedStream { .. })) => {
                let stream = scan.stream_at(log, position).await?.filter(|stream| stream.as_str().starts_with(ASIDE));
                let stream = stream.ok_or(error)?;
                match stood.last_mut() {
                    Some(Err(row)) if row.stream == stream && row.last.saturating_add(1) == position => row.last = position,
                    _ => stood.push(Err(MissingRow { first: position, last: position, stream })),
                }
            }
            Err(error) => return Err(error),
        }
    }
    Ok(stood)
}

/// The next names of a list; `None` after the last.
async fn page(
    scan: &mut dyn Scan,
    log: LogId,
    listing: Listing,
    after: &mut String,
) -> Result<Option<Vec<String>>, ArchiveError> {
    let names = scan.names(log, listing, after.as_bytes(), READ).await?;
    let text = |name: &Vec<u8>| listed::text(log, listing, name).map(str::to_owned).map_err(ArchiveError::Damaged);
    let names = names.iter().map(text).collect::<Result<Vec<String>, _>>()?;
    Ok(names.last().cloned().map(|last| {
        *after = last;
        names
    }))
}
