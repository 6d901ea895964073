//! What a battle settles about its players, by hand.

use super::*;
use crate::rulesets::Conduct;

/// (seat, tendency, context, done) of what these lines settle.
fn settled(table: Table, lines: &[&str]) -> (Table, Vec<(u8, &'static str, String, bool)>) {
    let from = table.lines();
    let (table, settled) = table.advance(&batch(from, lines));
    let one = |conduct: Conduct| match conduct {
        Conduct::Count { seat, tendency, context, successes, .. } => (seat, tendency, context, successes == 1),
        Conduct::Accuracy { .. } => panic!("nobody states anything here"),
    };
    (table, settled.into_iter().map(one).collect())
}

#[test]
fn turns_settle_conduct() {
    let of = |seat, tendency, context: &str, done| (seat, tendency, context.to_owned(), done);
    let table = Table::new(&opening(&[Channel::Spectator]));
    let start = [
        "|switch|p1a: Dondozo|Dondozo, L80, M|100/100",
        "|switch|p2a: Heatran|Heatran, L78, M|100/100",
        "|turn|1",
        "|",
        "|t:|1",
        "|switch|p1a: Weavile|Weavile, L79, M|100/100",
        "|move|p2a: Heatran|Earth Power|p1a: Weavile",
        "|-damage|p1a: Weavile|40/100",
        "|",
        "|upkeep",
        "|turn|2",
    ];
    let (table, first) = settled(table, &start);
    assert_eq!(first, [of(0, "switches_out", "healthy", true), of(1, "switches_out", "healthy", false)]);
    // A super effective hit is survived: the turn after tells whether Heatran stays.
    let blow = [
        "|",
        "|t:|2",
        "|move|p2a: Heatran|Protect|p2a: Heatran",
        "|-singleturn|p2a: Heatran|Protect",
        "|move|p1a: Weavile|Low Kick|p2a: Heatran",
        "|-supereffective|p2a: Heatran",
        "|-damage|p2a: Heatran|30/100",
        "|",
        "|upkeep",
        "|turn|3",
    ];
    let (table, second) = settled(table, &blow);
    assert_eq!(second, [of(1, "switches_out", "healthy", false), of(0, "switches_out", "hurt", false)]);
    // Who leaves by U-turn has moved; who is dragged out chose nothing.
    let third = [
        "|",
        "|t:|3",
        "|move|p2a: Heatran|Protect|p2a: Heatran",
        "|-fail|p2a: Heatran",
        "|move|p1a: Weavile|U-turn|p2a: Heatran",
        "|-damage|p2a: Heatran|20/100",
        "|",
        "|t:|3",
        "|switch|p1a: Dondozo|Dondozo, L80, M|100/100|[from] U-turn",
        "|drag|p2a: Sunflora|Sunflora, M|100/100",
        "|",
        "|upkeep",
        "|turn|12",
    ];
    let (table, settled_third) = settled(table, &third);
    let expected = [
        of(1, "protects_twice", "", true),
        of(1, "switches_out", "hurt", false),
        of(1, "stays_in_threatened", "", true),
        of(0, "switches_out", "hurt", false),
    ];
    assert_eq!(settled_third, expected);
    let (_, end) = settled(table, &["|-terastallize|p1a: Dondozo|Dragon", "|win|p1"]);
    assert_eq!(end, [of(0, "terastallizes_early", "", false), of(1, "terastallizes_early", "", false)]);
}
