//! `credence repair`: sets one damaged stream aside, so that the rest of the log is sound again. Nothing is made up, and nothing goes silently:
//! what is left of the stream is kept in a file and, under another name, in the log; what is missing is written down.

use std::io::{Read, Write};
use std::time::Duration;

use serde::Serialize;

use super::archive_file::{ArchiveReader, ArchiveWriter, Next};
use super::archive_line::{End, Hash, Line};
use super::gather::{Gathered, game_of, gather, person_of};
use super::position_check::{explained_spans, unexplained};
use super::{ArchiveError, Damage, chain_check, game_check, person_check};
use crate::clock::Entropy;
use crate::service::access::REVOKED;
use crate::store::{ASIDE, AsideRow, LogId, LoggedEvent, MissingRow, Position, Restore, Scan, StreamId, TrailRow, stream_named};

/// Positions read at once.
const READ: u32 = 10_000;

/// How long a session of a server that has just stopped may take to be gone from the database's list, and how often the list is read meanwhile.
const LEAVING: Duration = Duration::from_secs(2);
const LOOKS: u32 = 20;

/// What setting a stream aside will do.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Repair {
    /// Whose log.
    pub log: i64,
    /// The stream.
    pub stream: String,
    /// Its name afterwards.
    pub aside: String,
    /// How many of its events are left.
    pub events: u64,
    /// Positions of the log that are missing where the stream has lost events: first and last of each gap.
    pub missing: Vec<(Position, Position)>,
    /// What is damaged.
    pub damages: Vec<Damage>,
    #[serde(skip)]
    remains: Vec<Line>,
}

/// Refuses where a server has the database open: it would go on from what it holds in memory, and write events into a stream that is no longer
/// there. It is asked while nothing else can be written, right before the stream is moved.
///
/// # Errors
/// [`ArchiveError::Served`] where there is one.
pub async fn must_have_no_servers(scan: &mut dyn Scan) -> Result<(), ArchiveError> {
    let mut sessions = scan.servers().await?;
    for _ in 0..LOOKS {
        if sessions == 0 {
            return Ok(());
        }
        tokio::time::sleep(LEAVING / LOOKS).await;
        sessions = scan.servers().await?;
    }
    if sessions == 0 { Ok(()) } else { Err(ArchiveError::Served(sessions)) }
}

/// Looks at a stream, and says what setting it aside would do.
///
/// # Errors
/// [`ArchiveError::NotDamaged`] where there is no such stream, or it verifies.
pub async fn plan_repair(scan: &mut dyn Scan, log: LogId, name: &str) -> Result<Repair, ArchiveError> {
    let stream = stream_named(name);
    if game_of(&stream).or(person_of(&stream)).is_none() {
        return Err(ArchiveError::NotDamaged(format!("{name:?} is no stream: they are named game/ID and player/PERSON")));
    }
    let gathered = gather(scan, log, &stream).await?;
    let is_there = gathered.head.is_some() || !gathered.events.is_empty() || gathered.game.is_some();
    if !is_there && gathered.damages.is_empty() && gathered.unreadable.is_empty() {
        return Err(ArchiveError::NotDamaged(format!("there is no stream {name}")));
    }
    let damages = damages(log, &stream, &gathered);
    if damages.is_empty() {
        return Err(ArchiveError::NotDamaged(format!(
            "{name} verifies, and stays where it is: what is damaged beside it can be had from it again. `credence rebuild` puts profiles right, and a \
             snapshot is dropped when it is next read"
        )));
    }
    let asides = scan.set_aside(log).await?;
    let names = (1..).map(|number: u32| if number == 1 { format!("{ASIDE}{name}") } else { format!("{ASIDE}{name}/{number}") });
    let is_free = |name: &String| asides.iter().all(|row| row.stream.as_str() != name);
    let aside = names.into_iter().find(is_free).unwrap_or_default();
    let counter = scan.extent(log).await?.counter.unwrap_or(0);
    let missing = missing(scan, log, &gathered, counter).await?;
    let events = gathered.events.len() as u64;
    let remains = remains(log, &stream, counter, gathered);
    Ok(Repair { log: log.0, stream: name.to_owned(), aside, events, missing, damages, remains })
}

/// Damages of the stream itself and of its row in the catalog. Snapshots and profiles are no reason to set a stream aside.
fn damages(log: LogId, stream: &StreamId, gathered: &Gathered) -> Vec<Damage> {
    let mut found = chain_check::check(log, stream, gathered);
    found.extend(gathered.damages.iter().cloned());
    if game_of(stream).is_some() {
        if let Some(game) = game_check::read(log, stream, gathered, &mut found) {
            found.extend(game.check_catalog(log, stream, gathered));
        }
    } else {
        let kept = Gathered { profiles: Vec::new(), events: gathered.events.clone(), ..Gathered::default() };
        found.extend(person_check::check(log, stream, &kept, false).damages);
    }
    found
}

/// The positions without an event that lie where the stream has lost events. Where another stream has lost events there too, that one is named by
/// its own revisions still.
async fn missing(
    scan: &mut dyn Scan,
    log: LogId,
    gathered: &Gathered,
    counter: Position,
) -> Result<Vec<(Position, Position)>, ArchiveError> {
    let (mut next, mut after, mut spans) = (0, 0, Vec::new());
    for event in &gathered.events {
        if event.revision > next {
            spans.push((after, event.position));
        }
        (next, after) = (event.revision + 1, event.position);
    }
    if gathered.head.map_or(gathered.events.is_empty(), |head| head.revision >= next) {
        spans.push((after, counter.saturating_add(1)));
    }
    let explained = explained_spans(&scan.missing(log).await?);
    let mut gaps: Vec<(Position, Position)> = Vec::new();
    for (mut after, before) in spans {
        while after + 1 < before {
            let positions = scan.positions(log, after, READ).await?;
            let next = positions.first().copied().unwrap_or(before).min(before);
            if after + 1 < next {
                gaps.push((after + 1, next - 1));
            }
            // Over what follows without a gap.
            let mut run = next;
            for position in positions.into_iter().skip(1).take_while(|position| *position < before) {
                if position > run + 1 {
                    gaps.push((run + 1, position - 1));
                }
                run = position;
            }
            after = run;
        }
    }
    Ok(gaps.into_iter().flat_map(|gap| unexplained(gap, &explained)).collect())
}

fn remains(log: LogId, stream: &StreamId, counter: Position, gathered: Gathered) -> Vec<Line> {
    let mut lines = vec![Line::Log { log: log.0, position: counter, tenant: None }];
    if let Some(head) = gathered.head {
        let (revision, hash, closed) = (head.revision, Hash(head.hash), head.closed);
        lines.push(Line::Head { log: log.0, stream: stream.as_str().to_owned(), revision, hash, closed });
    }
    let event = |event| Line::event(log, LoggedEvent { stream: stream.clone(), event });
    lines.extend(gathered.events.into_iter().map(event));
    lines.extend(gathered.game.map(|row| Line::game(log, row)));
    lines
}

impl Repair {
    /// Writes what is left of the stream as an archive.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub fn write_remains<W: Write>(&self, into: W) -> Result<End, ArchiveError> {
        let mut archive = ArchiveWriter::begin(into, Some(&self.stream))?;
        self.remains.iter().try_for_each(|line| archive.write(line))?;
        Ok(archive.finish()?.1)
    }

    /// Reads that archive again, and compares every line.
    ///
    /// # Errors
    /// Where it is not what was written.
    pub fn check_remains<R: Read>(&self, from: R) -> Result<(), ArchiveError> {
        let (mut archive, _) = ArchiveReader::begin(from)?;
        let mut lines = Vec::with_capacity(self.remains.len());
        while let Next::Line(line) = archive.next()? {
            lines.push(line);
        }
        if lines == self.remains { Ok(()) } else { Err(ArchiveError::Written("it is not what was written".to_owned())) }
    }

    /// Sets the stream aside, in one transaction. `scan` reads beside it, before anything is changed: what was planned must still be so.
    ///
    /// # Errors
    /// [`ArchiveError::Changed`] where the stream is not what it was when this was planned; or where the database fails. Nothing is changed then.
    pub async fn carry_out(
        &self,
        mut scan: Box<dyn Scan>,
        mut restore: Box<dyn Restore>,
        now_us: i64,
        entropy: &Entropy,
    ) -> Result<(), ArchiveError> {
        let done = match plan_repair(&mut *scan, LogId(self.log), &self.stream).await {
            Ok(now) if now == *self => self.move_aside(&mut *restore, now_us, entropy).await,
            Ok(_) => Err(ArchiveError::Changed),
            Err(error) => Err(error),
        };
        // Of the connections to a SQLite file the last one moves the write-ahead log into it, and one that only reads cannot do that.
        scan.close().await;
        match done {
            Ok(()) => Ok(restore.commit().await?),
            Err(error) => {
                restore.abandon().await;
                Err(error)
            }
        }
    }

    /// Whoever held a key for a seat of it would read, and report, whatever game is opened under its name next.
    async fn revoke_keys_of_seats(&self, restore: &mut dyn Restore, at_us: i64, entropy: &Entropy) -> Result<(), ArchiveError> {
        let home = LogId(self.log).home();
        for key in restore.keys_of_seats(home, &stream_named(&self.stream)).await? {
            let detail = format!("{} was set aside", self.stream);
            let trail = TrailRow { entry: entropy.uuid(at_us), at_us, what: REVOKED.to_owned(), key, by: None, detail };
            restore.revoke_key(home, &trail).await?;
        }
        Ok(())
    }

    async fn move_aside(&self, restore: &mut dyn Restore, time_us: i64, entropy: &Entropy) -> Result<(), ArchiveError> {
        let (log, was, stream) = (LogId(self.log), stream_named(&self.stream), stream_named(&self.aside));
        restore.move_aside(log, &was, &stream).await?;
        self.revoke_keys_of_seats(restore, time_us, entropy).await?;
        let why = self.damages.first().map(ToString::to_string).unwrap_or_default();
        let missing = |(first, last): &(Position, Position)| MissingRow { first: *first, last: *last, stream: stream.clone() };
        let missing: Vec<MissingRow> = self.missing.iter().map(missing).collect();
        let row = AsideRow { stream: stream.clone(), was, time_us, events: self.events, why };
        Ok(restore.put_aside(log, &[row], &missing).await?)
    }
}
