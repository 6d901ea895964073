//! The public state of a battle: what the spectators' feed shows, how many lines each feed has, and what settles conduct.

use super::PokemonRandbats;
use super::battle::Battle;
use super::channels::Lines;
use super::conduct::Watch;
use super::event::{Channel, Event, Protocol};
use super::prior::embedded;
use super::protocol::Message;
use super::request;
use super::setup::Setup;
use super::world::unpack;
use crate::rulesets::{Conduct, Opening, Refusal};

/// Most lines of one event: longer than most battles are whole, and folded in a moment.
pub const MOST_LINES: usize = 2_000;

/// The table.
#[derive(Clone, Debug)]
pub struct Table {
    setup: Setup,
    /// How many lines of each feed are recorded.
    known: [u32; 3],
    /// Fingerprints of the spectators' lines.
    lines: Lines,
    /// The battle as spectators see it; as it began, where their feed is not posted.
    pub battle: Battle,
    watch: Watch,
}

impl Table {
    /// Before the first event.
    #[must_use]
    pub fn new(opening: &Opening<PokemonRandbats>) -> Self {
        let setup = opening.setup.clone();
        Self { setup, known: [0; 3], lines: Lines::default(), battle: Battle::default(), watch: Watch::default() }
    }

    /// How many lines of the spectators' feed are recorded.
    #[cfg(test)]
    pub fn lines(&self) -> u32 {
        self.known[Channel::Spectator.index()]
    }

    /// May this event be recorded?
    ///
    /// # Errors
    /// `channel`, `lines`, `lines_many`, `line_break`, `line_gap`, `line_differs` for lines; `request`; `team`.
    pub fn check(&self, event: &Event) -> Result<(), Refusal> {
        match event {
            Event::Protocol(batch) => self.check_lines(batch),
            Event::Request(asked) => {
                request::read(embedded(), asked).map(|_| ()).map_err(|detail| Refusal::new("request", detail))
            }
            Event::Team(told) => {
                unpack(embedded(), &told.packed).map(|_| ()).map_err(|error| Refusal::new("team", error.to_string()))
            }
        }
    }

    fn check_lines(&self, batch: &Protocol) -> Result<(), Refusal> {
        let refuse = |rule, detail: String| Err(Refusal::new(rule, detail));
        let channel = batch.channel;
        if !self.setup.channels().contains(&channel) {
            return refuse("channel", format!("the feed {} is not one of the setup's `channels`", channel.name()));
        }
        let Some(lines) = &batch.lines else {
            return refuse("lines", "`lines` is missing: send the lines as they were received".to_owned());
        };
        if batch.count.is_some() {
            return refuse("lines", "`count` stands in views only: send `lines` without it".to_owned());
        }
        if lines.len() > MOST_LINES {
            let detail =
                format!("{} lines at once; send at most {MOST_LINES} an event, with `from_line` of the next", lines.len());
            return refuse("lines_many", detail);
        }
        if let Some(at) = lines.iter().position(|line| line.contains(['\n', '\r'])) {
            return refuse("line_break", format!("lines[{at}] holds a line break: send each line by itself"));
        }
        let known = self.known[channel.index()];
        if batch.from_line > known {
            let detail = format!(
                "{known} lines of {} are recorded, and these begin at {}: send from line {known} on",
                channel.name(),
                batch.from_line
            );
            return refuse("line_gap", detail);
        }
        if channel == Channel::Spectator
            && let Err(differs) = self.lines.new_ones(batch)
        {
            return refuse("line_differs", format!("line {} was recorded otherwise", differs.line));
        }
        Ok(())
    }

    /// The table after an event, and the conduct that it settled.
    #[must_use]
    pub fn advance(mut self, public_view: &Event) -> (Self, Vec<Conduct>) {
        let mut settled = Vec::new();
        if let Event::Protocol(batch) = public_view {
            let known = &mut self.known[batch.channel.index()];
            *known = (*known).max(batch.from_line.saturating_add(batch.count()));
            if batch.channel == Channel::Spectator
                && let Ok(new) = self.lines.new_ones(batch)
            {
                self.lines.extend(Channel::Spectator, &new);
                for line in new {
                    let message = Message::read(line);
                    self.watch.see(&self.battle, &message, &mut settled);
                    if matches!(message, Message::Move { .. } | Message::Turn(_) | Message::Gap | Message::Upkeep) {
                        self.battle.settle();
                    }
                    self.battle.apply(&message);
                }
            }
        }
        (self, settled)
    }
}
