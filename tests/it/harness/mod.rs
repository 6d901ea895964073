//! What the tests stand on: real databases, fresh for each test, and short ways to write appends down.

pub mod app;
mod appends;
mod cluster;
mod cutting_proxy;
pub mod observed;
mod place;
mod played;
pub mod postgres;
pub mod process;
mod settled;

pub use appends::{LOG, OTHER_LOG, append, event, game, home, name, one, opening, part, player, read_all};
pub use cluster::Cluster;
pub use cutting_proxy::{Cut, CuttingProxy};
pub use place::{Place, fresh_sqlite, on_postgres, on_sqlite};
pub use played::{Played, bytes_of, tables, world, worlds_of};
pub use process::{Process, program};
pub use settled::{Observation, history, of_game, settled_in};
