//! `credence verify`: the proof that what is stored is what was written, or the names of all that is not.
//!
//! Each stream is read as of one moment, so that a server can write meanwhile without making a whole stream look damaged, and so that
//! the database need not keep that moment for long.

use std::collections::BTreeSet;
use std::mem;

use serde::Serialize;

use super::chain_check::BeingErased;
use super::damage::or_damage;
use super::gather::{Gathered, game_of, gather, person_of};
use super::{Damage, chain_check, game_check, listed, person_check, population_check, position_check};
use crate::store::{ASIDE, AsideRow, Listing, LogId, Scan, SnapshotRow, StoreError, StreamId, Trace, scan, stream_named};

/// Names read at once.
const LISTED: u32 = 500;

/// Times that a database is read which a server opens while it is read.
const TRIES: u32 = 3;

/// What was checked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Verified {
    /// Logs.
    pub logs: u64,
    /// Streams, without those that were set aside.
    pub streams: u64,
    /// Streams among them that were erased, because somebody was forgotten or a game was erased. They are checked by their commitments.
    pub erased: u64,
    /// Events.
    pub events: u64,
    /// Snapshots that were compared with a fold of the log.
    pub snapshots: u64,
    /// Profiles that were compared with a fold of their stream.
    pub profiles: u64,
    /// Kept populations that were compared with a fold.
    pub populations: u64,
    /// Streams that were set aside before.
    pub set_aside: Vec<SetAside>,
    /// Streams of persons who are being forgotten in steps, and of games that are being erased so.
    pub being_erased: Vec<BeingErased>,
}

/// A stream that was set aside: no damage any more, and never silent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SetAside {
    /// Whose log.
    pub log: i64,
    /// The stream's name now.
    pub stream: String,
    /// The stream's name before.
    pub was: String,
    /// When it was set aside, in microseconds since 1970 UTC.
    pub time_us: i64,
    /// How many of its events were left.
    pub events: u64,
    /// The first damage that was found in it.
    pub why: String,
}

/// Verifies the log at a URL. `progress` hears how many of how many streams are done; `found` hears of each damage, once it is certain.
///
/// # Errors
/// Where the database cannot be opened, or does not answer.
pub async fn verify_at(
    url: &str,
    progress: &mut (dyn FnMut(u64, u64) + Send),
    found: &mut (dyn FnMut(Damage) + Send),
) -> Result<Verified, StoreError> {
    for _ in 0..TRIES {
        let mut scan = scan(url).await?;
        let mut damages = Vec::new();
        let verified = verify(&mut *scan, progress, &mut |damage| damages.push(damage)).await;
        let disturbed = scan.disturbed();
        scan.close().await;
        if !disturbed {
            let verified = verified?;
            damages.into_iter().for_each(&mut *found);
            return Ok(verified);
        }
    }
    let cause = "servers open it again and again while it is read".to_owned();
    Err(StoreError::Unavailable { doing: "verifying the log", cause })
}

/// Verifies what a scan reads: see [`verify_at`].
///
/// # Errors
/// Where the database does not answer.
pub async fn verify(
    scan: &mut dyn Scan,
    progress: &mut (dyn FnMut(u64, u64) + Send),
    found: &mut (dyn FnMut(Damage) + Send),
) -> Result<Verified, StoreError> {
    let mut verifying = Verifying { scan, progress, found, verified: Verified::default(), streams: 0, unlisted: None };
    for finding in verifying.scan.pages().await? {
        (verifying.found)(Damage::of_database(finding));
    }
    let (mut damages, mut logs) = (Vec::new(), BTreeSet::new());
    for trace in Trace::ALL {
        let unlisted = |cause| Damage::of_database(format!("the logs that have {trace:?} cannot be listed ({cause})"));
        logs.extend(or_damage(verifying.scan.logs(trace).await, unlisted, &mut damages)?.unwrap_or_default());
    }
    verifying.tell(damages);
    for log in logs {
        verifying.log(log).await?;
        verifying.verified.logs += 1;
    }
    Ok(verifying.verified)
}

struct Verifying<'a> {
    scan: &'a mut dyn Scan,
    progress: &'a mut (dyn FnMut(u64, u64) + Send),
    found: &'a mut (dyn FnMut(Damage) + Send),
    verified: Verified,
    /// Streams that there were when the check began.
    streams: u64,
    /// The name after which the heads of the log at hand cannot be listed, where that is so.
    unlisted: Option<Vec<u8>>,
}

impl Verifying<'_> {
    fn tell(&mut self, damages: Vec<Damage>) {
        damages.into_iter().for_each(&mut *self.found);
    }

    async fn log(&mut self, log: LogId) -> Result<(), StoreError> {
        let mut damages = Vec::new();
        let of_log = |cause| Damage::of_log(log, None, cause);
        let aside = or_damage(self.scan.set_aside(log).await, of_log, &mut damages)?.unwrap_or_default();
        let explained = or_damage(self.scan.missing(log).await, of_log, &mut damages)?.unwrap_or_default();
        if let Some(extent) = or_damage(self.scan.extent(log).await, of_log, &mut damages)? {
            self.streams += extent.streams;
            position_check::check(self.scan, log, extent, (&aside, &explained), &mut damages).await?;
        }
        self.tell(damages);
        self.verified.set_aside.extend(aside.into_iter().map(|row| said(log, row)));
        self.unlisted = self.each(log, Listing::Heads).await?;
        self.each(log, Listing::Events).await?;
        self.each(log, Listing::Games).await?;
        self.each(log, Listing::Snapshots).await?;
        self.each(log, Listing::Profiles).await?;
        let mut damages = Vec::new();
        let of_populations =
            |cause| Damage::of_log(log, None, format!("what is kept of the population cannot be read ({cause})"));
        if let Some(found) = or_damage(population_check::check(self.scan, log).await, of_populations, &mut damages)? {
            self.verified.populations += found.count;
            damages.extend(found.damages);
        }
        for position in or_damage(self.scan.stray_seats(log).await, of_log, &mut damages)?.unwrap_or_default() {
            damages.push(Damage::of_log(log, Some(position), "the catalog has seats here, and no game"));
        }
        self.tell(damages);
        Ok(())
    }

    /// Goes over all names of a list. The first checks streams; each further one looks for what those before it did not name. Gives the name after
    /// which the list cannot be read, where that is so.
    async fn each(&mut self, log: LogId, listing: Listing) -> Result<Option<Vec<u8>>, StoreError> {
        let mut after = Vec::new();
        loop {
            let mut damages = Vec::new();
            let unlisted = |cause| {
                let after = after.escape_ascii();
                Damage::of_log(log, None, format!("the list of {listing:?} after \"{after}\" cannot be read ({cause})"))
            };
            let names = or_damage(self.scan.names(log, listing, &after, LISTED).await, unlisted, &mut damages)?;
            self.tell(damages);
            let Some(names) = names else { return Ok(Some(after)) };
            for name in names.iter().filter(|name| !name.starts_with(ASIDE.as_bytes())) {
                match listed::text(log, listing, name) {
                    Ok(name) => self.named(log, listing, name).await?,
                    Err(damage) => (self.found)(damage),
                }
            }
            match names.last() {
                Some(last) if names.len() == LISTED as usize => after.clone_from(last),
                _ => return Ok(None),
            }
        }
    }

    async fn named(&mut self, log: LogId, listing: Listing, name: &str) -> Result<(), StoreError> {
        let stream = match listing {
            Listing::Games => StreamId::game(name),
            Listing::Profiles => StreamId::player(name),
            Listing::Heads | Listing::Events | Listing::Snapshots | Listing::Forgotten => stream_named(name),
        };
        if listing == Listing::Heads {
            return self.stream(log, &stream).await;
        }
        // A head that cannot be read was named when the heads were listed, or its stream was not.
        let has_head = self.scan.head(log, &stream).await;
        let is_unchecked = self.unlisted.as_ref().is_some_and(|after| name.as_bytes() > after.as_slice());
        match (listing, matches!(has_head, Ok(Some(_)))) {
            (Listing::Events, true) if is_unchecked => self.stream(log, &stream).await,
            (_, true) => Ok(()),
            (Listing::Events, false) => self.stream(log, &stream).await,
            (_, false) => {
                let has_events = self.scan.revisions(log, &stream, 0, 1).await;
                if matches!(has_events, Ok(revisions) if revisions.is_empty()) {
                    let what = match listing {
                        Listing::Games => "the catalog lists a game that has no stream",
                        Listing::Profiles => "a profile is kept of a stream that does not exist",
                        _ => "there are snapshots of a stream that does not exist",
                    };
                    (self.found)(Damage::of_stream(log, &stream, None, what));
                }
                Ok(())
            }
        }
    }

    async fn stream(&mut self, log: LogId, stream: &StreamId) -> Result<(), StoreError> {
        let mut gathered = gather(self.scan, log, stream).await?;
        let mut damages = chain_check::check(log, stream, &gathered);
        damages.append(&mut gathered.damages);
        self.verified.streams += 1;
        self.verified.erased += u64::from(gathered.head.is_some_and(|head| head.closed));
        self.verified.events += gathered.events.len() as u64;
        self.tell(damages.clone());
        self.tell(mem::take(&mut gathered.beside));
        let erased = chain_check::being_erased(log, stream, &gathered);
        // Nothing that was kept of a stream can be compared with what is left of it.
        let is_being_erased = erased.is_some();
        let is_whole = damages.is_empty() && !is_being_erased;
        self.verified.being_erased.extend(erased);
        if game_of(stream).is_some() && gathered.head.is_some_and(|head| head.closed) {
            if gathered.game.is_some() || !gathered.snapshots.is_empty() {
                let what = "the game was erased, and the catalog or a snapshot still names it";
                self.tell(vec![Damage::of_stream(log, stream, None, what)]);
            }
        } else if game_of(stream).is_some() && is_being_erased {
            // Its opening is gone first, without which nothing else of it can be read.
        } else if game_of(stream).is_some() {
            self.game(log, stream, gathered, is_whole).await?;
        } else if person_of(stream).is_some() {
            let person = person_check::check(log, stream, &gathered, is_whole);
            self.verified.profiles += person.count;
            self.tell(person.damages);
            if log.partitions() > 1 && is_whole && !gathered.profiles.is_empty() {
                let person = person_check::check_merged(self.scan, log, stream, gathered.profiles).await?;
                self.verified.profiles += person.count;
                self.tell(person.damages);
            }
        } else {
            (self.found)(Damage::of_stream(log, stream, None, "a stream is a game's or a player's, and this one is neither"));
        }
        let done = self.verified.streams;
        (self.progress)(done, done.max(self.streams));
        Ok(())
    }

    async fn game(&mut self, log: LogId, stream: &StreamId, gathered: Gathered, is_whole: bool) -> Result<(), StoreError> {
        let mut damages = Vec::new();
        let read = game_check::read(log, stream, &gathered, &mut damages);
        if let Some(game) = &read {
            damages.extend(game.check_catalog(log, stream, &gathered));
        }
        if let Some(game) = read.filter(|game| is_whole && game.is_whole()) {
            let mut states: Vec<(SnapshotRow, Vec<u8>)> = Vec::new();
            for row in gathered.snapshots.into_iter().filter(|row| game.is_ours(row)) {
                let of_row =
                    |cause| Damage::of_stream(log, stream, Some(row.revision), format!("a snapshot cannot be read ({cause})"));
                // One that was dropped meanwhile is none.
                if let Some(state) = or_damage(self.scan.state(log, stream, &row).await, of_row, &mut damages)?.flatten() {
                    states.push((row, state));
                }
            }
            self.verified.snapshots += states.len() as u64;
            if !states.is_empty() {
                let stream = stream.clone();
                let checked = tokio::task::spawn_blocking(move || game.check_snapshots(log, &stream, &states)).await;
                damages.extend(
                    checked.map_err(|error| StoreError::Unavailable { doing: "folding a game", cause: error.to_string() })?,
                );
            }
        }
        self.tell(damages);
        Ok(())
    }
}

fn said(log: LogId, row: AsideRow) -> SetAside {
    SetAside {
        log: log.0,
        stream: row.stream.as_str().to_owned(),
        was: row.was.as_str().to_owned(),
        time_us: row.time_us,
        events: row.events,
        why: row.why,
    }
}
