//! Keeping a log: checking it, copying it from one database to another, and setting a damaged stream aside.
//!
//! None of this serves anyone, so nothing here needs a [`Service`](super::Service): it works on the rows that a
//! [`Scan`](crate::store::Scan) reads, beside whatever server has the log open.

mod archive_error;
mod archive_file;
mod archive_line;
mod chain_check;
mod chain_walk;
mod damage;
mod export;
mod game_check;
mod gather;
mod import;
mod listed;
mod person_check;
mod population_check;
mod position_check;
mod repair;
mod tenant_check;
mod verify;

pub use archive_error::ArchiveError;
pub use archive_line::End;
pub use damage::Damage;
pub use export::export;
pub use import::{check_archive, import};
pub use repair::{Repair, must_have_no_servers, plan_repair};
pub use verify::{Verified, verify, verify_at};
