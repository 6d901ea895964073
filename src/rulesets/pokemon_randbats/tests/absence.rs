//! What would have shown itself: a Rocky Helmet that was touched, a Sitrus Berry below half of all hit points.

use super::*;

/// By Bayes with the one chance in a thousand that a thing that always shows itself did not.
fn silent(before: f64) -> f64 {
    before * 1e-3 / (before * 1e-3 + 1.0 - before)
}

/// Toxapex, which holds a Rocky Helmet or Leftovers, stands before `out`.
fn before_toxapex(out: &str) -> Watching {
    let switch = format!("|switch|p1a: {out}|{out}, L80|100/100");
    watching(&[switch.as_str(), "|switch|p2a: Toxapex|Toxapex, L82, M|100/100", "|turn|1", "|"])
}

/// P(Rocky Helmet) of Toxapex: once `out` has hit it with this move, and once the lines of that are over.
fn helmet(out: &str, name: &str, lines: &[&str]) -> (f64, f64) {
    let made = format!("|move|p1a: {out}|{name}|p2a: Toxapex");
    let hit = more(&before_toxapex(out), &[made.as_str(), "|-damage|p2a: Toxapex|80/100"]);
    let over = more(&hit, &[lines, &["|", "|upkeep", "|turn|2"]].concat());
    let of = |belief: &Watching| p(belief, 1, 0, "item", "Rocky Helmet");
    (of(&hit), of(&over))
}

/// Leftovers that healed it would tell as much, so that its hit points are full again before they have their turn.
const FULL: [&str; 2] = ["|", "|-heal|p2a: Toxapex|100/100|[from] move: Wish|[wisher] Toxapex"];

/// Bullet Punch touches, and Air Slash does not.
#[test]
fn who_touches_a_helmet_is_hurt() {
    let (before, after) = helmet("Scizor", "Bullet Punch", &FULL);
    assert!((0.4..0.6).contains(&before), "{before}");
    near(after, silent(before), 1e-4);
    let hurt = ["|-damage|p1a: Scizor|84/100|[from] item: Rocky Helmet|[of] p2a: Toxapex", FULL[0], FULL[1]];
    near(helmet("Scizor", "Bullet Punch", &hurt).1, 1.0, 1e-3);
    let (before, after) = helmet("Skarmory", "Air Slash", &FULL);
    near(after, before, 1e-4);
    // Every Reuniclus has Magic Guard: nothing hurts it but a hit.
    let (before, after) = helmet("Reuniclus", "Knock Off", &FULL);
    near(after, before, 1e-4);
}

/// Who leaves by U-turn, and who is thrown out by a blow, has the helmet's lines behind it.
#[test]
fn who_leaves_after_the_blow_was_hurt_before() {
    let left = ["|switch|p1a: Skarmory|Skarmory, L80, M|100/100", FULL[0], FULL[1]];
    let (before, after) = helmet("Scizor", "U-turn", &left);
    near(after, silent(before), 1e-4);
    let thrown = ["|drag|p2a: Blissey|Blissey, L83, F|100/100"];
    let (before, after) = helmet("Poliwrath", "Circle Throw", &thrown);
    near(after, silent(before), 1e-4);
}

/// Whether these lines, in which it is touched or is not, are told of as a helmet's silence.
fn is_told(belief: &Watching, lines: &[&str]) -> bool {
    explained(belief, lines).1.iter().any(|piece| piece.kind == "no_rocky_helmet")
}

/// Nothing is said of who has fainted, was missed or stands behind a substitute, whose item is gone or does nothing; nor where who touched it has fainted.
#[test]
fn a_helmet_may_have_its_reasons() {
    let start = before_toxapex("Scizor");
    let (punch, hit) = ("|move|p1a: Scizor|Bullet Punch|p2a: Toxapex", "|-damage|p2a: Toxapex|80/100");
    assert!(is_told(&start, &[punch, hit, "|"]));
    assert!(!is_told(&start, &[punch, "|-damage|p2a: Toxapex|0 fnt", "|faint|p2a: Toxapex", "|"]));
    assert!(!is_told(&start, &[punch, "|-miss|p1a: Scizor|p2a: Toxapex", "|"]));
    assert!(!is_told(&start, &[punch, "|-activate|p2a: Toxapex|move: Substitute|[damage]", "|"]));
    assert!(!is_told(&start, &["|-fieldstart|move: Magic Room|[of] p1a: Scizor", punch, hit, "|"]));
    let taken = "|-enditem|p2a: Toxapex|Leftovers|[from] move: Knock Off|[of] p1a: Scizor";
    assert!(!is_told(&start, &["|move|p1a: Scizor|Knock Off|p2a: Toxapex", hit, taken, "|"]));
    let recoil = ["|-damage|p1a: Skarmory|0 fnt|[from] Recoil", "|faint|p1a: Skarmory", "|"];
    let bird = ["|move|p1a: Skarmory|Brave Bird|p2a: Toxapex", hit];
    assert!(!is_told(&before_toxapex("Skarmory"), &[&bird[..], &recoil].concat()));
}

/// P(Sitrus Berry) of Veluza, which holds one or a Choice item: at the end of a turn in which it was hit by `out`, and these lines followed, and when the next
/// turn has begun. `out` came out with lines of its own.
fn berry(out: &str, announced: &[&str], lines: &[&str]) -> (Watching, f64, f64) {
    let switch = format!("|switch|p1a: {out}|{out}, L80|100/100");
    let start = [&[switch.as_str()], announced, &["|switch|p2a: Veluza|Veluza, L85, M|100/100", "|turn|1", "|"]].concat();
    let made = format!("|move|p1a: {out}|Air Slash|p2a: Veluza");
    let ended = more(&watching(&start), &[&[made.as_str()], lines, &["|", "|upkeep"]].concat());
    let next = more(&ended, &["|turn|2", "|"]);
    let of = |belief: &Watching| p(belief, 1, 0, "item", "Sitrus Berry");
    let (before, after) = (of(&ended), of(&next));
    (next, before, after)
}

const LOW: &str = "|-damage|p2a: Veluza|40/100";

#[test]
fn a_berry_is_eaten_below_half() {
    let (next, before, after) = berry("Skarmory", &[], &[LOW]);
    assert!((0.2..0.8).contains(&before), "{before}");
    near(after, silent(before), 1e-4);
    // It says so once, as long as it stays below half.
    let later = more(&next, &["|", "|upkeep", "|turn|3", "|"]);
    near(p(&later, 1, 0, "item", "Sitrus Berry"), after, 1e-9);
    // Half is shown of all that is more than 49 percent. Unnerve, which every Pyroar has, lets nobody eat, and Heal Block nothing heal.
    let unnerved: &[&str] = &["|-ability|p1a: Pyroar|Unnerve"];
    let half = ["|-damage|p2a: Veluza|50/100"];
    let blocked = [LOW, "|-start|p2a: Veluza|move: Heal Block"];
    for (out, announced, lines) in
        [("Skarmory", &[][..], &half[..]), ("Pyroar", unnerved, &[LOW][..]), ("Skarmory", &[], &blocked[..])]
    {
        let (_, before, after) = berry(out, announced, lines);
        near(after, before, 1e-9);
    }
}

/// It was thrown out before a turn began, and comes back below half: it would eat at once.
#[test]
fn a_berry_is_eaten_on_coming_back() {
    let thrown = [LOW, "|move|p1a: Skarmory|Whirlwind|p2a: Veluza", "|drag|p2a: Blissey|Blissey, L83, F|100/100"];
    let (away, before, after) = berry("Skarmory", &[], &thrown);
    near(after, before, 1e-9);
    let back = more(&away, &["|switch|p2a: Veluza|Veluza, L85, M|40/100", "|", "|upkeep", "|turn|3", "|"]);
    near(p(&back, 1, 0, "item", "Sitrus Berry"), silent(before), 1e-4);
}

/// Anger Shell, without which no Klawf holds a berry, may put it off.
#[test]
fn an_ability_may_put_a_berry_off() {
    let ended = watching(&[
        "|switch|p1a: Skarmory|Skarmory, L80, M|100/100",
        "|switch|p2a: Klawf|Klawf, L90, M|100/100",
        "|turn|1",
        "|",
        "|move|p1a: Skarmory|Body Press|p2a: Klawf",
        "|-damage|p2a: Klawf|40/100",
        "|",
        "|upkeep",
    ]);
    let next = more(&ended, &["|turn|2", "|"]);
    let of = |belief: &Watching| p(belief, 1, 0, "item", "Sitrus Berry");
    assert!(of(&ended) > 0.01, "{}", of(&ended));
    near(of(&next), of(&ended), 1e-4);
}

/// The pieces of evidence say what was not seen.
#[test]
fn what_was_not_seen_is_told() {
    let hit = ["|move|p1a: Scizor|Bullet Punch|p2a: Toxapex", "|-damage|p2a: Toxapex|80/100", "|"];
    let told = explained(&before_toxapex("Scizor"), &hit).1;
    let helmet = told.iter().find(|piece| piece.kind == "no_rocky_helmet").expect("a piece");
    assert_eq!(helmet.summary, "Toxapex was hit with Bullet Punch, and no Rocky Helmet hurt who touched it.");
    let low =
        ["|switch|p1a: Skarmory|Skarmory, L80, M|100/100", "|switch|p2a: Veluza|Veluza, L85, M|100/100", "|turn|1", "|", LOW];
    let told = explained(&watching(&low), &["|", "|upkeep", "|turn|2"]).1;
    let berry = told.iter().find(|piece| piece.kind == "no_sitrus_berry").expect("a piece");
    assert_eq!(berry.summary, "Veluza has less than half of its hit points, and ate no Sitrus Berry.");
}
