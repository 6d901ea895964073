//! The types of evidence that this game's pieces have.

use crate::rulesets::EvidenceType;

/// What each type says.
pub const EVIDENCE: &[EvidenceType] = &[
    EvidenceType { name: "deal", description: "Cards were dealt; a hand that the observer sees is known." },
    EvidenceType { name: "pass", description: "Cards were passed, so they were held." },
    EvidenceType { name: "receive", description: "Cards were taken up from another seat." },
    EvidenceType { name: "exchange", description: "All passes were made: cards changed hands." },
    EvidenceType { name: "play", description: "A card was played, so it was held." },
    EvidenceType { name: "void", description: "Suit was not followed: none of it is held." },
    EvidenceType { name: "only_hearts", description: "Hearts were led before they were broken: nothing else was held." },
    EvidenceType {
        name: "only_penalty_cards",
        description: "A penalty card was thrown on the first trick: nothing else was held.",
    },
    EvidenceType { name: "leads", description: "What a seat led, beside what it could have led." },
    EvidenceType { name: "follows", description: "What a seat followed suit with, beside what it could have." },
    EvidenceType { name: "sloughs", description: "What a seat threw that could not follow suit, beside what it could have." },
    EvidenceType { name: "passes", description: "What a seat passed, beside what it could have." },
    EvidenceType {
        name: "seed_queen",
        description: "Preset `seed`: a seat that could have given the queen of spades away holds her less.",
    },
    EvidenceType { name: "seed_slough", description: "Preset `seed`: who throws a card of a suit holds more of the others." },
    EvidenceType::LEFT_OUT,
];
