//! Statements over many rows for SQLite, in few fixed sizes, so that each is prepared once: the hop to the driver's thread
//! costs more than the row.

use sqlx::query::Query;
use sqlx::sqlite::SqliteArguments;
use sqlx::{AssertSqlSafe, SqlSafeStr, SqlStr, Sqlite};

/// Rows of one statement, largest first. 256 rows of 12 columns stay far below SQLite's 32,766 bound values.
const SIZES: [usize; 5] = [256, 64, 16, 4, 1];

/// A statement with a list of rows, `(?,?),(?,?)`, in each of the sizes.
pub(super) struct ManyRows(Vec<(usize, SqlStr)>);

/// A statement being bound.
pub(super) type Bound<'q> = Query<'q, Sqlite, SqliteArguments>;

impl ManyRows {
    /// The statement `before (?,...),(?,...) after`.
    pub fn new(before: &str, columns: usize, after: &str) -> Self {
        let row = format!("({})", vec!["?"; columns].join(","));
        let statement =
            |size: usize| AssertSqlSafe(format!("{before} {} {after}", vec![row.as_str(); size].join(","))).into_sql_str();
        Self(SIZES.iter().map(|size| (*size, statement(*size))).collect())
    }

    /// The statements that cover these rows, each with the rows that it is for.
    pub fn over<'s, 'r, T>(&'s self, mut rows: &'r [T]) -> impl Iterator<Item = (SqlStr, &'r [T])> + use<'s, 'r, T> {
        std::iter::from_fn(move || {
            let (size, statement) = self.0.iter().find(|(size, _)| *size <= rows.len())?;
            let (chunk, rest) = rows.split_at(*size);
            rows = rest;
            Some((statement.clone(), chunk))
        })
    }
}
