//! What may be recorded: judged from what is public, and of lines and teams that not everybody sees from their form alone.

use super::event::{Channel, Event, Protocol, Side};
use super::prior::embedded;
use super::request;
use super::table::Table;
use super::world::unpack;
use crate::rulesets::{Checked, Refusal, refuse};

/// Most lines of one event: more than most whole battles have, and few enough to be read in a moment.
pub const MOST_LINES: usize = 2_000;

/// May this event be recorded?
///
/// # Errors
/// `channel`, `lines`, `lines_many`, `line_break`, `line_gap`, `line_differs`, `resync`, `request_public` for lines; `request`; `team`.
pub fn check(table: &Table, event: &Event) -> Checked {
    match event {
        Event::Protocol(batch) => check_lines(table, batch),
        Event::Request(asked) => match request::read(embedded(), asked) {
            Ok(_) => Ok(()),
            Err(detail) => refuse("request", format!("{detail}; leave this request out: the lines are read without it")),
        },
        Event::Team(team) => {
            unpack(embedded(), &team.packed).map(|_| ()).map_err(|error| Refusal::new("team", error.to_string()))
        }
    }
}

fn check_lines(table: &Table, batch: &Protocol) -> Checked {
    let channel = batch.channel;
    if !table.is_posted(channel) {
        return refuse("channel", format!("the feed {} is not one of the setup's `channels`", channel.name()));
    }
    let Some(lines) = &batch.lines else {
        return refuse("lines", "`lines` is missing: send the lines as they were received");
    };
    if batch.count.is_some() {
        return refuse("lines", "`count` stands in views only: send `lines` without it");
    }
    if lines.len() > MOST_LINES {
        let detail = format!("{} lines at once; send at most {MOST_LINES} an event, with `from_line` of the next", lines.len());
        return refuse("lines_many", detail);
    }
    if let Some(at) = lines.iter().position(|line| line.contains(['\n', '\r'])) {
        return refuse("line_break", format!("lines[{at}] holds a line break: send each line by itself"));
    }
    check_requests(batch)?;
    if batch.resync && batch.from_line != 0 {
        return refuse("resync", "after a rejoin the battle is sent again from its start: `from_line` is 0");
    }
    // How many lines a player was sent is that player's own: whoever sees them judges their numbers.
    if channel != Channel::Spectator {
        return Ok(());
    }
    let known = table.lines();
    if batch.from_line > known {
        let detail =
            format!("{known} lines of spectator are recorded, and these begin at {}: send from line {known} on", batch.from_line);
        return refuse("line_gap", detail);
    }
    if let Err(differs) = table.marks().new_ones(batch) {
        return refuse("line_differs", format!("line {} was recorded otherwise{}", differs.line, differs.hint()));
    }
    Ok(())
}

fn check_requests(batch: &Protocol) -> Checked {
    let Some(side) = batch.channel.seat().and_then(Side::of) else {
        return match batch.requests().next() {
            Some(_) => refuse(
                "request_public",
                "a request is private to its player: send these lines as `p1` or `p2`, and list that feed in the setup's `channels`",
            ),
            None => Ok(()),
        };
    };
    for asked in batch.requests() {
        if let Err(detail) = request::read_line(embedded(), side, asked) {
            let detail = format!("a |request| line cannot be read: {detail}; leave that line out, and send the others");
            return refuse("request", detail);
        }
    }
    Ok(())
}
