//! The types of evidence that this game's pieces have.

use crate::rulesets::EvidenceType;

/// What each type says.
pub const EVIDENCE: &[EvidenceType] = &[
    EvidenceType { name: "round", description: "All dice were rolled anew." },
    EvidenceType { name: "roll", description: "A seat saw its own dice." },
    EvidenceType {
        name: "bid",
        description: "A bid: who bids a face probably has it, by how often this player's bids have dice behind them.",
    },
    EvidenceType { name: "no_call", description: "The standing bid was not called, which says how likely the seat thought it." },
    EvidenceType { name: "call", description: "The standing bid was called, which says how likely the seat thought it." },
    EvidenceType {
        name: "exact",
        description: "A seat said that the bid was exactly right, which says how likely it thought that.",
    },
    EvidenceType { name: "reveal", description: "The cups were lifted." },
    EvidenceType::LEFT_OUT,
];
