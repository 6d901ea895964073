//! The integration tests, in one binary. `tests/run` runs them: they need a Postgres server.

mod access;
mod circles;
mod cli;
mod contract;
mod documents;
#[path = "../fault/mod.rs"]
mod fault;
mod harness;
mod http_bodies;
mod http_corrections;
mod http_curve;
mod http_events;
mod http_fairness;
mod http_feed;
mod http_page;
mod http_privacy;
mod http_protocol;
mod http_reads;
mod http_restart;
mod http_stream;
mod http_turn;
mod http_worlds;
mod log_writer;
mod operations;
mod players;
mod readers;
mod ruleset_laws;
mod score;
mod snapshots;
mod store_contract;
mod store_crash;
mod store_postgres;
mod store_sqlite;
mod tidy;
mod transcripts;
mod upgrades;
