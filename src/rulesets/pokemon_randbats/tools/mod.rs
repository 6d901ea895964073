//! What the command line does with battles of other programs: logs of Showdown, and prior tables. No file, no clock and no network.

mod priors;
mod showdown;

use serde_json::Value;

use super::event::Channel;
use crate::rulesets::{PriorTables, Reader};

/// Battle logs of Pokémon Showdown.
pub const READERS: &[Reader] = &[Reader {
    name: "showdown",
    about: "a battle log of Pokémon Showdown: lines, a replay's JSON, or the page that its download button saves",
    feeds: &[("spectator", "public"), ("p1", "seat:0"), ("p2", "seat:1")],
    read,
}];

/// Prior tables of random battles.
pub const PRIORS: PriorTables = PriorTables { take: priors::take, describe: priors::describe, parameters: priors::parameters };

fn read(text: &[u8], feed: &str) -> Result<Vec<Value>, String> {
    let channel = [Channel::Spectator, Channel::P1, Channel::P2].into_iter().find(|channel| channel.name() == feed);
    showdown::read(text, channel.ok_or_else(|| format!("{feed:?} is no feed of a battle"))?)
}
