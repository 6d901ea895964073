//! The game's own tools, for a command line: bytes in, bytes out. No file, no clock and no network.

mod priors;
mod showdown;

pub use priors::{Taken, describe, parameters, take};
pub use showdown::{read, read_p1, read_p2, read_spectator};
