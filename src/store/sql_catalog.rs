//! Lists of games, on both databases: a statement for each kind of filter, so that each reads an index of what it asks for, and how their rows decode.

use sqlx::{FromRow, Row};

use super::sql::{failed, unsigned};
use super::{CatalogFilter, CatalogGame};

/// One row a seat, newest game first.
macro_rules! games {
    ($($which:literal),*) => {
        concat!(
            "SELECT g.game, g.ruleset, s.revision, g.finished, g.opened_us, g.position, seats.person FROM (",
            "SELECT log_id, position, game, ruleset, finished, opened_us FROM games WHERE log_id = $1 AND position < $2",
            " AND ($3 IS NULL OR ruleset = $3) AND ($4 IS NULL OR finished = $4) AND ($5 IS NULL OR opened_us >= $5)",
            $($which,)*
            " ORDER BY position DESC LIMIT $6) g",
            " LEFT JOIN streams s ON s.log_id = $1 AND s.stream = 'game/' || g.game",
            " LEFT JOIN seats ON seats.log_id = $1 AND seats.position = g.position",
            " ORDER BY g.position DESC, seats.seat"
        )
    };
}

const ALL: &str = games!("");

/// `NOT finished` is how the index of open games says it.
const OPEN: &str = games!(" AND NOT finished");

const OF_RULESET: &str = games!(" AND ruleset = $3");

/// Positions and times are not in one order, since clocks differ and games are imported. Where few games are of that time or later, the first position of
/// one of them bounds the list, so that nobody walks the catalog to its beginning for another; where many are, a page meets enough of them on its way.
macro_rules! since {
    ($($which:literal),*) => {
        games!(
            $($which,)*
            " AND position >= CASE WHEN (SELECT count(*) FROM (SELECT 1 FROM games WHERE log_id = $1 AND opened_us >= $5 LIMIT 10000) later) < 10000",
            " THEN (SELECT min(position) FROM games WHERE log_id = $1 AND opened_us >= $5) ELSE 0 END"
        )
    };
}

const SINCE: &str = since!();

const OF_RULESET_SINCE: &str = since!(" AND ruleset = $3");

const OF_PERSON: &str =
    games!(" AND position IN (SELECT position FROM seats WHERE log_id = $1 AND person = $7 AND position < $2)");

/// The statement that lists the games that a filter asks for.
pub(super) fn games_by(filter: &CatalogFilter) -> &'static str {
    match (&filter.person, filter.finished, &filter.ruleset, filter.since_us) {
        (Some(_), ..) => OF_PERSON,
        (None, Some(false), ..) => OPEN,
        (None, _, Some(_), Some(_)) => OF_RULESET_SINCE,
        (None, _, Some(_), None) => OF_RULESET,
        (None, _, None, Some(_)) => SINCE,
        (None, _, None, None) => ALL,
    }
}

/// One seat of a game in the catalog.
#[derive(FromRow)]
pub(super) struct SeatRecord {
    game: String,
    ruleset: String,
    revision: Option<i64>,
    finished: bool,
    person: Option<String>,
}

impl SeatRecord {
    /// A game with its first seat, or one of which nothing else can be read.
    fn game(seat: Option<Self>, position: u64, opened_us: i64) -> CatalogGame {
        let nothing = Self { game: String::new(), ruleset: String::new(), revision: None, finished: false, person: None };
        let Self { game, ruleset, revision, finished, person } = seat.unwrap_or(nothing);
        let revision = revision.and_then(|revision| u64::try_from(revision).ok());
        CatalogGame { game, ruleset, revision, finished, opened_us, position, persons: person.into_iter().collect() }
    }
}

/// Where a game stands in the list of games of its partition, whatever else its row says.
#[derive(FromRow)]
pub(super) struct PlaceRecord {
    position: i64,
}

/// Where it stands among those of other partitions.
#[derive(FromRow)]
pub(super) struct OpenedRecord {
    opened_us: i64,
}

/// Gathers the seats of each game. One of which a row does not decode keeps its place, so that the list goes on behind it, and is without an end, as others
/// that are damaged are; one without a time is the oldest. A row without a place is left out.
pub(super) fn games<R>(rows: &[R]) -> Vec<CatalogGame>
where
    R: Row,
    for<'r> PlaceRecord: FromRow<'r, R>,
    for<'r> OpenedRecord: FromRow<'r, R>,
    for<'r> SeatRecord: FromRow<'r, R>,
{
    let unread = |error: sqlx::Error| failed("listing games", &error);
    let mut games: Vec<CatalogGame> = Vec::new();
    for row in rows {
        let place = PlaceRecord::from_row(row).map_err(unread);
        let position = match place.and_then(|place| unsigned(place.position, "games.position")) {
            Ok(position) => position,
            Err(error) => {
                tracing::error!(%error, "a row of the catalog is left out of a list of games");
                continue;
            }
        };
        let opened = OpenedRecord::from_row(row).map(|opened| opened.opened_us);
        let opened_us = *opened.as_ref().unwrap_or(&0);
        let seat = opened.and_then(|_| SeatRecord::from_row(row)).map_err(unread);
        let seat = seat.inspect_err(|error| tracing::error!(position, %error, "a row of the catalog does not decode")).ok();
        let Some(game) = games.last_mut().filter(|game| game.position == position) else {
            games.push(SeatRecord::game(seat, position, opened_us));
            continue;
        };
        match seat {
            Some(seat) => game.persons.extend(seat.person),
            None => game.revision = None,
        }
    }
    games
}

#[cfg(test)]
mod tests {
    use sqlx::{Connection, SqliteConnection};

    use super::*;
    use crate::store::sqlite::MIGRATIONS;

    /// How SQLite finds the games that each filter asks for: by which index, and by which columns of it.
    #[tokio::test]
    async fn each_list_reads_an_index_of_what_it_asks_for() {
        let mut connection = SqliteConnection::connect("sqlite::memory:").await.expect("a database in memory");
        MIGRATIONS.run_direct(None, &mut connection, false).await.expect("the tables");
        let all = CatalogFilter::default();
        let hearts = CatalogFilter { ruleset: Some("hearts".to_owned()), ..all.clone() };
        let since = CatalogFilter { since_us: Some(1), ..all.clone() };
        for (filter, found) in [
            (all.clone(), "log_id=? AND position<?"),
            (CatalogFilter { finished: Some(false), ..all }, "games_open (log_id=? AND position<?"),
            (hearts.clone(), "games_by_ruleset (log_id=? AND ruleset=? AND position<?"),
            (since.clone(), "games_by_time (log_id=? AND opened_us>?"),
            (CatalogFilter { since_us: Some(1), ..hearts }, "position>? AND position<?"),
            (CatalogFilter { person: Some("p".to_owned()), ..since }, "seats_by_person (log_id=? AND person=? AND position<?"),
        ] {
            let asked = sqlx::AssertSqlSafe(format!("EXPLAIN QUERY PLAN {}", games_by(&filter)));
            let steps: Vec<(i64, i64, i64, String)> = sqlx::query_as(asked).fetch_all(&mut connection).await.expect("a plan");
            let steps: Vec<String> = steps.into_iter().map(|(_, _, _, step)| step).collect();
            let reads: Vec<&String> = steps.iter().filter(|step| step.contains(" games ")).collect();
            assert!(reads.iter().all(|step| step.starts_with("SEARCH")), "{filter:?} scans: {steps:#?}");
            assert!(steps.iter().any(|step| step.contains(found)), "{filter:?} is not found by {found}: {steps:#?}");
            // How many there are of the time, and the first of them.
            let by_time = reads.iter().filter(|step| step.contains("games_by_time")).count();
            assert_eq!(by_time, if filter.since_us.is_some() && filter.person.is_none() { 2 } else { 0 }, "{steps:#?}");
        }
    }
}
