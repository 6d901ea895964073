//! Statements with their values written into them, so that many go to Postgres in one message: its protocol takes bound values for one
//! statement at a time, and each message is a hop. Lists of rows are `VALUES`, which databases that are spread over nodes pass on as they are.

use std::fmt::Write as _;

use sqlx::AssertSqlSafe;

/// Statements in one text. The session must have `standard_conforming_strings` on: then an apostrophe is all that ends a literal.
#[derive(Debug, Default)]
pub(super) struct Script {
    text: String,
    statements: usize,
}

/// Where the counter of a log stands, and where it comes to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moved {
    pub log: i64,
    pub from: i64,
    pub to: i64,
}

/// One row of values being written.
#[derive(Debug)]
pub(super) struct Row<'s> {
    text: &'s mut String,
    first: bool,
}

impl Script {
    /// A statement as it stands.
    pub fn of(statement: &str) -> Self {
        Self { text: statement.to_owned(), statements: 1 }
    }

    /// Adds a statement as it stands.
    pub fn statement(&mut self, statement: &str) {
        self.begin().push_str(statement);
    }

    /// Adds `before (values),(values) after`, a list a row; nothing where there are no rows.
    pub fn rows<T>(&mut self, before: &str, rows: &[T], after: &str, write: impl Fn(&mut Row<'_>, &T)) {
        if rows.is_empty() {
            return;
        }
        self.begin().push_str(before);
        for (index, row) in rows.iter().enumerate() {
            self.text.push_str(if index == 0 { " (" } else { ",(" });
            write(&mut Row { text: &mut self.text, first: true }, row);
            self.text.push(')');
        }
        self.text.push_str(after);
    }

    /// The same statements as one, which Citus has the node of a log carry out and commit whole, after it has moved some counters. The function is the
    /// operator's to make (`docs/operating/citus/on_node.sql`).
    pub fn on_node_of(self, log: i64, counters: &[Moved]) -> Self {
        let mut text = format!("SELECT credence_on_node({log}");
        let mut array = |number: fn(&Moved) -> i64| {
            let numbers: Vec<String> = counters.iter().map(|moved| number(moved).to_string()).collect();
            // Writing into a string cannot fail.
            let _ = write!(text, ", '{{{}}}'", numbers.join(","));
        };
        array(|moved| moved.log);
        array(|moved| moved.from);
        array(|moved| moved.to);
        text.push_str(", ");
        quoted(&mut text, &self.text);
        text.push(')');
        Self { text, statements: 1 }
    }

    /// How many statements it holds.
    pub const fn len(&self) -> usize {
        self.statements
    }

    /// The whole text.
    pub fn into_sql(self) -> AssertSqlSafe<String> {
        // Safe: what stands in it are statements of this crate and values that `Row` wrote.
        AssertSqlSafe(self.text)
    }

    fn begin(&mut self) -> &mut String {
        if self.statements > 0 {
            self.text.push_str("; ");
        }
        self.statements += 1;
        &mut self.text
    }
}

impl Row<'_> {
    fn next(&mut self) -> &mut String {
        if !std::mem::replace(&mut self.first, false) {
            self.text.push(',');
        }
        self.text
    }

    /// A number.
    pub fn number(&mut self, number: i64) {
        // Writing into a string cannot fail.
        let _ = write!(self.next(), "{number}");
    }

    /// True or false.
    pub fn truth(&mut self, truth: bool) {
        self.next().push_str(if truth { "true" } else { "false" });
    }

    /// Text without NUL, or null.
    pub fn text(&mut self, text: Option<&str>) {
        let to = self.next();
        match text {
            Some(text) => quoted(to, text),
            None => to.push_str("NULL"),
        }
    }

    /// Bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let to = self.next();
        to.reserve(2 * bytes.len() + 5);
        to.push_str("'\\x");
        for byte in bytes {
            to.push(char::from(DIGITS[usize::from(byte >> 4)]));
            to.push(char::from(DIGITS[usize::from(byte & 15)]));
        }
        to.push('\'');
    }
}

/// A literal of text.
pub(super) fn quoted(to: &mut String, text: &str) {
    to.reserve(text.len() + 2);
    to.push('\'');
    for (index, piece) in text.split('\'').enumerate() {
        if index > 0 {
            to.push_str("''");
        }
        to.push_str(piece);
    }
    to.push('\'');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_so_that_none_ends_its_literal() {
        let mut script = Script::of("BEGIN");
        let rows = [(-1, Some("it's '' \\ ; --"), &b"\x00\xff'"[..], true), (i64::MAX, None, &b""[..], false)];
        script.rows("INSERT INTO t VALUES", &rows, " ON CONFLICT DO NOTHING", |row, (number, text, bytes, truth)| {
            row.number(*number);
            row.text(*text);
            row.bytes(bytes);
            row.truth(*truth);
        });
        script.rows("INSERT INTO none VALUES", &[], "", |_, (): &()| {});
        let expected = "BEGIN; INSERT INTO t VALUES (-1,'it''s '''' \\ ; --','\\x00ff27',true),\
                        (9223372036854775807,NULL,'\\x',false) ON CONFLICT DO NOTHING";
        assert_eq!((script.len(), script.text.as_str()), (2, expected));
        let script = script.on_node_of(7, &[Moved { log: 7, from: 40, to: 42 }, Moved { log: 9, from: 0, to: 1 }]);
        let expected =
            format!("SELECT credence_on_node(7, '{{7,9}}', '{{40,0}}', '{{42,1}}', '{}')", expected.replace('\'', "''"));
        assert_eq!((script.len(), script.into_sql().0), (1, expected));
    }
}
