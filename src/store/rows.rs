//! Statements over many rows for SQLite, in a limited number of sizes, so that each is prepared once: the hop to the driver's
//! thread costs more than the rows.

use sqlx::query::Query;
use sqlx::sqlite::SqliteArguments;
use sqlx::{AssertSqlSafe, SqlSafeStr, SqlStr, Sqlite};

/// Up to here there is a statement for each number of rows; most groups are one hop then.
const EXACT: usize = 64;

/// The larger sizes. 256 rows of 12 columns stay far below SQLite's 32,766 bound values.
const LARGE: [usize; 2] = [256, 128];

/// Statements that a connection keeps prepared: all sizes of those that every group needs.
pub(super) const KEPT_PREPARED: usize = 512;

/// A statement with a list of rows, `(?,?),(?,?)`, in each of the sizes, largest first.
pub(super) struct ManyRows(Vec<(usize, SqlStr)>);

/// Several statements for one request to the driver's thread. Their values are bound in the order of their marks.
#[derive(Default)]
pub(super) struct Script(String);

impl Script {
    /// Adds a statement as it stands.
    pub fn statement(&mut self, statement: &str) {
        self.0.push_str(statement);
        self.0.push(';');
    }

    /// Adds a statement over these rows.
    pub fn rows<T>(&mut self, statement: &ManyRows, rows: &[T]) {
        for (statement, _) in statement.over(rows) {
            self.statement(statement.as_str());
        }
    }

    /// The whole text.
    pub fn into_sql(self) -> AssertSqlSafe<String> {
        // Safe: no value stands in it.
        AssertSqlSafe(self.0)
    }
}

/// A statement being bound.
pub(super) type Bound<'q> = Query<'q, Sqlite, SqliteArguments>;

impl ManyRows {
    /// The statement `before (?,...),(?,...) after`.
    pub fn new(before: &str, columns: usize, after: &str) -> Self {
        let row = format!("({})", vec!["?"; columns].join(","));
        let statement =
            |size: usize| AssertSqlSafe(format!("{before} {} {after}", vec![row.as_str(); size].join(","))).into_sql_str();
        Self(LARGE.into_iter().chain((1..=EXACT).rev()).map(|size| (size, statement(size))).collect())
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
