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

/// The last of a team of two has nobody to switch to, whatever befalls it.
#[test]
fn whoever_is_left_alone_chooses_nothing_by_staying() {
    let of = |seat, tendency, context: &str, done| (seat, tendency, context.to_owned(), done);
    let table = Table::new(&opening(&[Channel::Spectator]));
    let start = [
        "|teamsize|p1|2",
        "|switch|p1a: Dondozo|Dondozo, L80, M|100/100",
        "|switch|p2a: Heatran|Heatran, L78, M|100/100",
        "|turn|1",
        "|",
        "|move|p2a: Heatran|Earth Power|p1a: Dondozo",
        "|-supereffective|p1a: Dondozo",
        "|-damage|p1a: Dondozo|0 fnt",
        "|faint|p1a: Dondozo",
        "|",
        "|upkeep",
        "|switch|p1a: Weavile|Weavile, L79, M|100/100",
        "|turn|2",
    ];
    let (table, first) = settled(table, &start);
    assert_eq!(first, [of(1, "switches_out", "healthy", false)]);
    let hit = [
        "|",
        "|move|p2a: Heatran|Magma Storm|p1a: Weavile",
        "|-supereffective|p1a: Weavile",
        "|-damage|p1a: Weavile|20/100",
        "|move|p1a: Weavile|Swords Dance|p1a: Weavile",
        "|",
        "|upkeep",
        "|turn|3",
    ];
    let (table, second) = settled(table, &hit);
    assert_eq!(second, [of(1, "switches_out", "healthy", false)]);
    let stays = [
        "|",
        "|move|p1a: Weavile|Low Kick|p2a: Heatran",
        "|move|p2a: Heatran|Earth Power|p1a: Weavile",
        "|",
        "|upkeep",
        "|turn|4",
    ];
    assert_eq!(settled(table, &stays).1, [of(1, "switches_out", "healthy", false)]);
}

/// Enduring makes the next protection as unlikely as protecting does.
#[test]
fn enduring_is_protecting_too() {
    let table = Table::new(&opening(&[Channel::Spectator]));
    let start = [
        "|switch|p1a: Dondozo|Dondozo, L80, M|100/100",
        "|switch|p2a: Heatran|Heatran, L78, M|100/100",
        "|turn|1",
        "|",
        "|move|p2a: Heatran|Protect|p2a: Heatran",
        "|-singleturn|p2a: Heatran|Protect",
        "|",
        "|upkeep",
        "|turn|2",
    ];
    let (table, _) = settled(table, &start);
    let (_, second) = settled(table, &["|", "|move|p2a: Heatran|Endure|p2a: Heatran", "|", "|upkeep", "|turn|3"]);
    assert!(second.contains(&(1, "protects_twice", String::new(), true)), "{second:?}");
}

/// Who is hit before it moves had chosen to stay when it was whole.
#[test]
fn a_choice_is_of_the_health_that_the_turn_began_with() {
    let table = Table::new(&opening(&[Channel::Spectator]));
    let turn = [
        "|switch|p1a: Slowbro|Slowbro, L84, M|100/100",
        "|switch|p2a: Heatran|Heatran, L78, M|100/100",
        "|turn|1",
        "|",
        "|move|p2a: Heatran|Earth Power|p1a: Slowbro",
        "|-damage|p1a: Slowbro|30/100",
        "|move|p1a: Slowbro|Scald|p2a: Heatran",
        "|",
        "|upkeep",
        "|turn|2",
    ];
    let (table, first) = settled(table, &turn);
    assert!(first.contains(&(0, "switches_out", "healthy".to_owned(), false)), "{first:?}");
    let (_, second) = settled(table, &["|", "|move|p1a: Slowbro|Scald|p2a: Heatran", "|", "|upkeep", "|turn|3"]);
    assert_eq!(second, [(0, "switches_out", "hurt".to_owned(), false)]);
}
