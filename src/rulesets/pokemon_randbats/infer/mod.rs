//! What a line says of the sets: one kind of inference a file.

mod absence;
mod damage;
mod formula;
mod hazards;
mod immunity;
mod lock;
mod power_items;
mod reveal;
mod speed;
mod weather;

pub use absence::ANNOUNCED;
pub use formula::{Blow, Striker, is_plain, rolls};
pub use lock::{is_choice, is_choosable};
#[cfg(test)]
pub use speed::goes_first;
pub use speed::{Actor, Build, Pace, build_of, pace};
pub use weather::at_work;
