//! The types of evidence that this game's pieces have.

use crate::rulesets::EvidenceType;

/// What each type says.
pub const EVIDENCE: &[EvidenceType] = &[
    EvidenceType { name: "move", description: "Cards moved: dealt, drawn, swapped or shuffled, with what was known of them." },
    EvidenceType {
        name: "direct_observation",
        description: "A card was seen: looked at, drawn in sight, discarded, tossed in or turned up at the end.",
    },
    EvidenceType { name: "king_declaration", description: "A king named a card, rightly or wrongly." },
    EvidenceType {
        name: "toss_in_failure",
        description: "A card was tossed in wrongly: it is what was seen, or none of the ranks that would have matched.",
    },
    EvidenceType { name: "swap_behavior", description: "Which card a seat gave up and which it kept, beside what it drew." },
    EvidenceType { name: "action_usage", description: "Whether and how a seat used the action of a card." },
    EvidenceType {
        name: "no_toss_in",
        description: "What a seat tossed in, or that it tossed nothing in: what it knows of its row probably does not match.",
    },
    EvidenceType { name: "vinto_call", description: "A seat called Vinto: its row is probably low." },
    EvidenceType::LEFT_OUT,
];
