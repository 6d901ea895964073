//! Keeping a log: checking it, copying it from one database to another, and setting a damaged stream aside.
//!
//! None of this serves anyone, so nothing here needs a [`Service`](super::Service): it works on the rows that a
//! [`Scan`](crate::store::Scan) reads, beside whatever server has the log open.

mod chain_check;
mod damage;
mod game_check;
mod gather;
mod person_check;
mod position_check;
mod verify;

pub use damage::Damage;
pub use verify::{Verified, verify, verify_at};
