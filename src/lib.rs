//! Credence: an event-sourced belief server for games with hidden information.
//!
//! Bots post what happened at a table. Credence appends it to a log, folds the log into what each observer of that table
//! should believe about what is hidden, and serves beliefs, sampled worlds, answers to a game's own questions, and the
//! evidence behind every number.
//!
//! # Map
//!
//! Imports run one way: `main, cli, http -> service -> { projection -> rulesets -> belief, store }`; a test holds it.
//!
//! - [`belief`]: the probability kit. No game, no input or output, no clock.
//! - [`rulesets`]: one folder a game; the seam is [`rulesets::Ruleset`].
//! - [`projection`]: the pure fold of a game's log: one public table, and each observer's belief over it.
//! - [`store`]: the append-only log; the seam is [`store::Store`], with two backends.
//! - [`service`]: the use cases. Knows neither axum nor SQL.
//! - [`http`]: the contract that bots rely on.
//! - [`cli`]: one subcommand a file.
//! - [`guide`]: the documents, as they are printed and served.

pub mod belief;
pub mod cli;
pub mod clock;
pub mod config;
pub mod guide;
pub mod http;
pub mod projection;
pub mod rulesets;
pub mod service;
pub mod store;
pub mod telemetry;
