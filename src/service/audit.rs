//! What an auditor asks first: is this the log that was written, and which code read it?

use std::sync::Arc;

use serde::Serialize;

use super::game::Game;
use super::{BeliefRequest, Error, Service};
use crate::rulesets::{Observer, Revision};
use crate::store::chain;

/// Events verified between two looks at other requests.
const READ: u32 = 1_000;

/// The state of a game's log and of one observer's belief.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct AuditAnswer {
    /// The game.
    pub game: String,
    /// Its last revision.
    pub revision: Revision,
    /// Its hash chain, read again from the database and walked.
    pub chain: ChainAnswer,
    /// Version of the ruleset's events.
    pub schema: u32,
    /// Version of the ruleset's inference.
    pub model: u32,
    /// Whose belief.
    pub observer: String,
    /// Fingerprint of that belief now.
    pub belief_hash: String,
    /// Snapshots of that observer's belief. This release keeps none: every belief is folded from the log.
    pub snapshots: Vec<String>,
}

/// The hash chain of a game's stream.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
pub struct ChainAnswer {
    /// Whether every event follows from the one before it and holds what it was committed to.
    pub verified: bool,
    /// What does not fit, and where.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broken: Option<String>,
    /// Hash of the last event, in hexadecimal; shown to the referee only, because it depends on everything that is hidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub head: Option<String>,
}

impl Service {
    /// Walks a game's chain, and says which code its beliefs come from.
    ///
    /// # Errors
    /// Where the seat does not exist or the log cannot be read.
    pub async fn audit(&self, game: &Arc<Game>, observer: Observer) -> Result<AuditAnswer, Error> {
        let following = self.following(game, &BeliefRequest::head(observer)).await?;
        let revision = following.revision;
        let mut previous = chain::GENESIS;
        let mut next: Revision = 0;
        let mut broken = None;
        while next <= revision && broken.is_none() {
            let events = self.store.read(game.key.0, &game.stream(), next, READ).await?;
            if events.is_empty() {
                broken = Some(format!("revision {next} is missing"));
            }
            for event in events.iter().take_while(|event| event.revision <= revision) {
                if let Err(error) = chain::verify(&previous, &game.stream(), next, event) {
                    broken = Some(error.to_string());
                    break;
                }
                previous = event.hash;
                next += 1;
            }
        }
        let head = (observer == Observer::Referee).then(|| hex(&previous));
        Ok(AuditAnswer {
            game: game.id().to_owned(),
            revision,
            chain: ChainAnswer { verified: broken.is_none(), broken, head },
            schema: game.ruleset.schema(),
            model: game.ruleset.model(),
            observer: observer.to_string(),
            belief_hash: self.marginals(&following).await?.hash(),
            snapshots: Vec::new(),
        })
    }
}

/// Lower-case hexadecimal of a hash.
pub(super) fn hex(bytes: &[u8; 32]) -> String {
    blake3::Hash::from_bytes(*bytes).to_hex().to_string()
}
