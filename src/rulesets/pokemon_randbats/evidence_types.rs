//! The types of evidence that this game's pieces have.

use crate::rulesets::EvidenceType;

/// What each type says.
pub const EVIDENCE: &[EvidenceType] = &[
    EvidenceType {
        name: "shown",
        description: "Somebody came out: that it is in the team, and by its hit points and status who it may really be.",
    },
    EvidenceType { name: "revived", description: "Who had fainted was revived, so it was that one that had fainted." },
    EvidenceType { name: "illusion_ended", description: "An Illusion ended: what was seen is the Zoroark's." },
    EvidenceType {
        name: "true_shape",
        description: "It was hit and no Illusion ended, or it was transformed or copied, or changed its form: it is what it seems to be.",
    },
    EvidenceType { name: "move_revealed", description: "A move of the own set was made or named." },
    EvidenceType { name: "item_revealed", description: "An item of the own set was shown." },
    EvidenceType { name: "item_moved", description: "What is held now changed: lost, taken, given or found again." },
    EvidenceType { name: "ability_revealed", description: "The ability was shown." },
    EvidenceType { name: "tera_revealed", description: "It terastallized." },
    EvidenceType {
        name: "request",
        description: "Its own player was asked to choose, which names the whole team and who is out.",
    },
    EvidenceType { name: "team", description: "Its own player reported the whole team." },
    EvidenceType { name: "speed", description: "Who moved first, beside who is faster with which set." },
    EvidenceType { name: "choice_lock", description: "Two different moves in one stay: no Choice item." },
    EvidenceType { name: "repeated", description: "The same move again, as a Choice item makes it." },
    EvidenceType { name: "no_assault_vest", description: "A status move was chosen: no Assault Vest." },
    EvidenceType { name: "no_leftovers", description: "Nothing was healed at the end of a turn." },
    EvidenceType { name: "no_life_orb", description: "A blow cost its user nothing." },
    EvidenceType { name: "no_rocky_helmet", description: "It was touched, and who touched it was not hurt." },
    EvidenceType { name: "no_sitrus_berry", description: "It has less than half of its hit points, and ate nothing." },
    EvidenceType { name: "no_orb", description: "No burn or poison set in at the end of a turn: no Flame or Toxic Orb." },
    EvidenceType {
        name: "regenerated",
        description: "It came out as hurt as it left, or with a third of its hit points more: Regenerator.",
    },
    EvidenceType {
        name: "boots",
        description: "A hazard did not hurt, catch or poison: Heavy-Duty Boots, or what else protects from it.",
    },
    EvidenceType {
        name: "no_boots",
        description: "A hazard hurt, caught or poisoned: no boots, and the types of one whom it strikes so.",
    },
    EvidenceType { name: "not_announced", description: "It came out, and an item or an ability that announces itself was not." },
    EvidenceType { name: "immune", description: "A move had no effect, beside the types that it may have." },
    EvidenceType { name: "damage", description: "What a hit took, beside what it would have taken with each set." },
    EvidenceType::LEFT_OUT,
];
