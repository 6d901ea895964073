//! Reports, as a tracing event, what was believed when somebody asked: for tuning a model against what really happened.
//!
//! The event has the target [`BELIEF_SNAPSHOT`] and one field, `snapshot`: a JSON object. It is reported when a belief is served for
//! the first time and whenever worlds are drawn; and costs nothing where nobody listens to that target.

use serde::Serialize;

use super::answers::BeliefAnswer;
use crate::service::{Game, Knowledge};

/// Target of the tracing events.
pub const BELIEF_SNAPSHOT: &str = "belief_snapshot";

/// Worlds that were drawn from the belief.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct WorldsDrawn {
    /// How many were answered.
    pub drawn: usize,
    /// How many were thrown away on the way.
    pub rejected: u64,
}

/// What is reported of a belief.
#[derive(Serialize)]
struct Snapshot<'a> {
    game: &'a str,
    ruleset: &'a str,
    observer: &'a str,
    revision: u64,
    model: u32,
    method: crate::belief::Method,
    hash: &'a str,
    entropy_bits: f64,
    joint_entropy_bits: Option<f64>,
    confidence: f64,
    detail: &'a serde_json::Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    worlds: Option<WorldsDrawn>,
}

/// Whether anybody listens.
pub(super) fn is_on() -> bool {
    tracing::enabled!(target: BELIEF_SNAPSHOT, tracing::Level::INFO)
}

/// Reports a belief. Ask [`is_on`] first: this works the marginals out.
pub(super) fn report(game: &Game, knowledge: &Knowledge, worlds: Option<WorldsDrawn>) {
    let belief = BeliefAnswer::new(game, knowledge);
    let snapshot = Snapshot {
        game: &belief.game,
        ruleset: &belief.ruleset,
        observer: &belief.observer,
        revision: belief.revision,
        model: belief.model,
        method: belief.method,
        hash: &belief.hash,
        entropy_bits: belief.entropy_bits,
        joint_entropy_bits: belief.joint_entropy_bits,
        confidence: belief.confidence,
        detail: &belief.detail,
        worlds,
    };
    let snapshot = serde_json::to_string(&snapshot).expect("a snapshot is plain data with text keys");
    tracing::info!(target: BELIEF_SNAPSHOT, %snapshot);
}
