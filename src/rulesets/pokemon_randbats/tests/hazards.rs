//! Who comes out over Stealth Rock and Spikes: boots, the order of what strikes, and a disguise that hides types.

use super::*;

/// Spikes, and then stones, lie on the side of p2; who stands there is about to leave.
fn laid(out: &str) -> Watching {
    watching(&[
        "|switch|p1a: Skarmory|Skarmory, L80, M|100/100",
        out,
        "|turn|1",
        "|move|p1a: Skarmory|Spikes|p2a: Foe",
        "|-sidestart|p2: B|Spikes",
        "|",
        "|upkeep",
        "|turn|2",
        "|move|p1a: Skarmory|Stealth Rock|p2a: Foe",
        "|-sidestart|p2: B|move: Stealth Rock",
        "|",
        "|upkeep",
        "|turn|3",
        "|",
    ])
}

/// Spikes were laid first, so that they strike first: who faints by them does not meet the stones, which say nothing of its boots then.
#[test]
fn who_faints_by_spikes_is_not_spared_by_stones() {
    let hurt = more(
        &laid("|switch|p2a: Lanturn|Lanturn, L89, F|100/100"),
        &[
            // It is no Zoroark.
            "|move|p1a: Skarmory|Brave Bird|p2a: Lanturn",
            "|-damage|p2a: Lanturn|60/100",
            "|",
            "|-damage|p2a: Lanturn|6/100|[from] psn",
            "|turn|4",
            "|",
            "|switch|p2a: Weavile|Weavile, L79, M|100/100",
            "|-damage|p2a: Weavile|88/100|[from] Spikes",
            "|-damage|p2a: Weavile|64/100|[from] Stealth Rock",
            "|turn|5",
            "|",
        ],
    );
    let boots = |belief: &Watching| p(belief, 1, 0, "item", "Heavy-Duty Boots");
    let before = boots(&hurt);
    assert!(before > 0.2, "{before}");
    let dead = [
        "|switch|p2a: Lanturn|Lanturn, L89, F|6/100",
        "|-damage|p2a: Lanturn|0 fnt|[from] Spikes",
        "|faint|p2a: Lanturn",
        "|",
        "|upkeep",
    ];
    let (after, pieces) = explained(&hurt, &dead);
    // By Bayes with the one chance in a thousand that boots fail; a Zoroark in its place is next to impossible.
    near(boots(&after), before * 1e-3 / (before * 1e-3 + 1.0 - before), 1e-4);
    assert!(pieces.iter().any(|piece| piece.kind == "no_boots"));
    assert!(pieces.iter().all(|piece| piece.kind != "boots"), "{pieces:?}");
}

fn illusion(belief: &Watching) -> f64 {
    belief.side(Side::P2).illusion()
}

/// How much stones take tells who stands there. Talonflame, of Fire and Flying, loses half, and Spikes do not reach it; a Zoroark loses an
/// eighth to either. Every listed Talonflame wears boots, which fail once in a thousand.
#[test]
fn hazards_strike_whoever_stands_there() {
    let start = laid("|switch|p2a: Blissey|Blissey, L83, F|100/100");
    let talonflame = "|switch|p2a: Talonflame|Talonflame, L84, M|100/100";
    let after = |lines: &[&str]| more(&start, &[&[talonflame], lines, &["|turn|4", "|"]].concat());
    let before = illusion(&more(&start, &[talonflame]));
    assert!(before > 1e-5 && before < 0.05, "{before}");
    // Half: boots failed a Talonflame, or stones took four times what a Zoroark of no boots loses. Both are once in a thousand.
    let half = illusion(&after(&["|-damage|p2a: Talonflame|50/100|[from] Stealth Rock"]));
    assert!(half < 2.0 * before, "{half}, before {before}");
    let both = ["|-damage|p2a: Talonflame|88/100|[from] Spikes", "|-damage|p2a: Talonflame|76/100|[from] Stealth Rock"];
    assert!(illusion(&after(&both)) > 0.99, "{}", illusion(&after(&both)));
    // Unhurt: it wears boots, as Talonflame does and as not every Zoroark does.
    let unhurt = illusion(&after(&[]));
    assert!(unhurt < before, "{unhurt}, before {before}");
}

/// Of one that flies nothing follows from Spikes that do not hurt it; of a Zoroark in its place it would.
#[test]
fn spikes_say_nothing_of_the_boots_of_who_flies() {
    let spikes = [
        "|switch|p1a: Skarmory|Skarmory, L80, M|100/100",
        "|switch|p2a: Blissey|Blissey, L83, F|100/100",
        "|turn|1",
        "|-sidestart|p2: B|Spikes",
        "|turn|2",
        "|",
    ];
    let out = more(&watching(&spikes), &["|switch|p2a: Mandibuzz|Mandibuzz, L83, F|100/100"]);
    let later = more(&out, &["|turn|3", "|"]);
    let boots = |belief: &Watching| p(belief, 1, 1, "item", "Heavy-Duty Boots");
    near(boots(&later), boots(&out), 1e-6);
    assert!(illusion(&later) < illusion(&out), "a Zoroark without boots would have been hurt");
}
