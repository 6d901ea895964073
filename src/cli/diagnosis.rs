//! What the doctor says of one thing.

use std::fmt;

use serde::Serialize;

/// How it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum State {
    /// As it should be.
    Ok,
    /// It works, and may hurt some day.
    Warning,
    /// Events can be lost, or the server will not start.
    Wrong,
}

/// One line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Finding {
    /// What was looked at.
    pub name: String,
    /// How it is.
    pub state: State,
    /// What was found.
    pub what: String,
    /// What helps; absent where nothing need be done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cure: Option<String>,
}

impl Finding {
    /// As it should be.
    pub fn ok(name: &str, what: impl Into<String>) -> Self {
        Self { name: name.to_owned(), state: State::Ok, what: what.into(), cure: None }
    }

    /// It works, and may hurt some day.
    pub fn warning(name: &str, what: impl Into<String>, cure: impl Into<String>) -> Self {
        Self { state: State::Warning, cure: Some(cure.into()), ..Self::ok(name, what) }
    }

    /// Events can be lost, or the server will not start.
    pub fn wrong(name: &str, what: impl Into<String>, cure: impl Into<String>) -> Self {
        Self { state: State::Wrong, ..Self::warning(name, what, cure) }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = match self.state {
            State::Ok => "ok",
            State::Warning => "warning",
            State::Wrong => "WRONG",
        };
        write!(f, "{state:<8} {:<20} {}", self.name, self.what)?;
        if let Some(cure) = &self.cure {
            write!(f, " -> {cure}")?;
        }
        Ok(())
    }
}
