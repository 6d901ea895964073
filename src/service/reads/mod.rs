//! Reads: beliefs, the evidence behind them, worlds, questions, and what would be.

mod answers;
mod beliefs;
mod curve;
mod evidence;
mod knowledge;
mod packed;
mod queries;
mod telemetry;
mod timeline;
mod truth;
mod what_if;
mod worlds;

pub use answers::{BeliefAnswer, OutcomeAnswer, QuarantinedAnswer, VariableAnswer};
pub use beliefs::BeliefRequest;
pub use curve::{CurveAnswer, CurvePoint, CurveRequest};
pub use evidence::{EvidenceAnswer, EvidenceList, EvidenceRequest};
pub use knowledge::Knowledge;
pub use packed::PackedWorlds;
pub use queries::{QueriesAnswer, QueriesRequest};
pub use telemetry::BELIEF_SNAPSHOT;
pub use truth::{TruthAnswer, TruthChange, check_truth_length};
pub use what_if::WhatIfRequest;
pub use worlds::{DrawRequest, WorldsAnswer, WorldsHead, WorldsRequest};

pub(super) use beliefs::{FEW_EVENTS, check_observer};
pub(super) use timeline::{Window, WindowKey};
