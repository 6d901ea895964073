//! How somebody comes out tells who it is: whoever stands there comes as it left, and who has fainted does not come.

use super::*;

use crate::belief::seeded;
use crate::rulesets::pokemon_randbats::likelihood::BENCH_CHANGE;

const LEADS: [&str; 4] =
    ["|switch|p1a: Lokix|Lokix, L82, M|100/100", "|switch|p2a: Scizor|Scizor, L79, M|100/100", "|turn|1", "|"];

fn comes(name: &str, condition: &str) -> String {
    let level = [("Lokix", "L82, M"), ("Mandibuzz", "L83, F")].into_iter().find(|(known, _)| *known == name);
    format!("|switch|p1a: {name}|{name}, {}|{condition}", level.map_or("L80", |(_, level)| level))
}

fn then(belief: &Watching, lines: &[&str]) -> Watching {
    more(belief, &[lines, &["|", "|upkeep", "|"]].concat())
}

fn illusion(belief: &Watching) -> f64 {
    belief.side(Side::P1).illusion()
}

/// The probability that a Zoroark was out in disguise at some time.
fn hidden(belief: &Watching) -> f64 {
    let hidden = belief.side(Side::P1).hypotheses.iter().filter(|one| one.hidden.is_some());
    hidden.fold(0.0, |sum, one| sum + one.weight)
}

/// How many of 100 drawn teams have a Zoroark.
fn drawn_with_zoroark(belief: &Watching) -> usize {
    let zoroark = |member: &&crate::rulesets::pokemon_randbats::belief::Member| {
        member.member.entry.is_some_and(|entry| belief.terms.illusionists.contains(&entry))
    };
    let mut rng = seeded(7, 0);
    (0..100).filter(|_| belief.side(Side::P1).draw(&belief.terms, &mut rng).iter().any(|member| zoroark(&member))).count()
}

/// Lokix fainted by what ends no Illusion, and comes back: a Zoroark fainted in its shape, as unlikely as it was.
#[test]
fn whose_likeness_fainted_comes_back() {
    let out = then(&watching(&LEADS), &[&comes("Mandibuzz", "100/100")]);
    let again = then(&out, &[&comes("Lokix", "100/100")]);
    let (before, suspicion) = (hidden(&again), illusion(&again));
    assert!(suspicion > 1e-4 && suspicion < 0.01, "{suspicion}");
    let fainted = then(&again, &["|-damage|p1a: Lokix|0 fnt|[from] psn", "|faint|p1a: Lokix"]);
    near(hidden(&fainted), before, 1e-9);
    let other = then(&fainted, &[&comes("Mandibuzz", "100/100")]);
    let back = then(&other, &[&comes("Lokix", "100/100")]);
    assert_eq!((illusion(&back), back.watch.quality().dropped_mass), (0.0, 0.0));
    near(hidden(&back), 1.0, 1e-12);
    assert_eq!(drawn_with_zoroark(&back), 100);
    // Of the Zoroark that has fainted nothing is feared any more.
    let last = then(&back, &[&comes("Mandibuzz", "100/100")]);
    assert_eq!(illusion(&last), 0.0);
}

/// A line revives who has fainted: it comes back, and no Zoroark follows from that.
#[test]
fn who_is_revived_comes_back() {
    let fainted =
        then(&watching(&LEADS), &["|-damage|p1a: Lokix|0 fnt|[from] psn", "|faint|p1a: Lokix", &comes("Mandibuzz", "100/100")]);
    let blessing = "|-heal|p1: Lokix|50/100|[from] move: Revival Blessing";
    let back = then(&fainted, &[blessing, &comes("Lokix", "50/100")]);
    assert!(hidden(&back) < 0.01, "{}", hidden(&back));
    assert_eq!(back.watch.quality().dropped_mass, 0.0);
    assert_eq!(back.marginals().detail["sides"][0]["members"][0]["hp"], 0.5);
    // It is not the one that is out who is healed, where the name was never shown.
    let odd = then(&fainted, &["|-heal|p1: Zoroark|50/100|[from] move: Revival Blessing"]);
    assert_eq!(odd.marginals().detail["sides"][0]["members"][1]["hp"], 1.0);
    near(hidden(&odd), 1.0, 1e-12);
    let itself = then(&odd, &["|switch|p1a: Zoroark|Zoroark, L83, F|50/100"]);
    assert!(hidden(&itself) < 1e-6 && itself.watch.quality().dropped_mass == 0.0, "{}", hidden(&itself));
}

/// Who fainted is terastallized no more, and its types are those of its species again.
#[test]
fn who_is_revived_is_not_terastallized() {
    let tera = |belief: &Watching| belief.marginals().detail["sides"][0]["members"][0]["terastallized"].clone();
    let faints = ["|-terastallize|p1a: Lokix|Steel", "|-damage|p1a: Lokix|0 fnt|[from] psn", "|faint|p1a: Lokix"];
    let fainted = then(&watching(&LEADS), &faints);
    assert_eq!(tera(&fainted), "Steel");
    let other = then(&fainted, &[&comes("Mandibuzz", "100/100")]);
    let back = then(&other, &["|-heal|p1: Lokix|50/100|[from] move: Revival Blessing", &comes("Lokix", "50/100")]);
    assert!(tera(&back).is_null(), "{}", tera(&back));
}

/// A feed that brings back who has fainted, without a reason, is taken all the same.
#[test]
fn a_feed_that_brings_back_the_fainted_is_taken() {
    let hit =
        then(&watching(&LEADS), &["|move|p2a: Scizor|Bullet Punch|p1a: Lokix", "|-damage|p1a: Lokix|0 fnt", "|faint|p1a: Lokix"]);
    let other = then(&hit, &[&comes("Mandibuzz", "100/100")]);
    let back = then(&other, &[&comes("Lokix", "100/100")]);
    assert_eq!(back.watch.quality().dropped_mass, 1.0);
    let again = then(&then(&back, &[&comes("Mandibuzz", "100/100")]), &[&comes("Lokix", "100/100")]);
    assert!(illusion(&again) < 0.1, "{}", illusion(&again));
}

/// Who was never out comes unhurt, and a Zoroark as it left: of one that left with 91, one that is shown for the first time with 91 is the Zoroark but for
/// what no line gives a reason for, with the odds of whose shape it takes.
#[test]
fn a_newcomer_that_is_hurt_is_the_zoroark() {
    let lines = ["|move|p1a: Lokix|Bitter Malice|p2a: Scizor", "|-damage|p1a: Lokix|91/100|[from] item: Life Orb"];
    let malice = then(&watching(&LEADS), &lines);
    assert!(illusion(&malice) > 0.99, "{}", illusion(&malice));
    let left = then(&malice, &[&comes("Mandibuzz", "100/100")]);
    let hurt = more(&left, &["|switch|p1a: Brambleghast|Brambleghast, L84, F|91/100"]);
    // Nobody has fainted: each of five may be the last of the party, whom the Zoroark looks like.
    let (disguised, real) = (1.0 / 5.0, BENCH_CHANGE.value);
    near(illusion(&hurt), disguised / (disguised + real), 2e-3);
    let unhurt = more(&left, &["|switch|p1a: Brambleghast|Brambleghast, L84, F|100/100"]);
    near(illusion(&unhurt), disguised * real / (disguised * real + 1.0), 1e-5);
}

/// A Zoroark that was out in disguise comes out as itself, hurt as it left: it is one Zoroark, which has what was seen of it.
#[test]
fn the_hidden_one_comes_out_as_itself() {
    let lines = ["|move|p1a: Lokix|Bitter Malice|p2a: Scizor", "|-damage|p1a: Lokix|91/100|[from] item: Life Orb"];
    let malice = then(&watching(&LEADS), &lines);
    let left = then(&malice, &[&comes("Mandibuzz", "100/100")]);
    let itself = more(&left, &["|switch|p1a: Zoroark|Zoroark-Hisui, L80, F|91/100"]);
    assert_eq!(itself.watch.quality().dropped_mass, 0.0);
    assert!(hidden(&itself) < 1e-3, "{}", hidden(&itself));
    assert!(p(&itself, 0, 2, "item", "Life Orb") > 0.99 && p(&itself, 0, 2, "move:bittermalice", "yes") > 0.99);
    let zoroarks = |team: &[crate::rulesets::pokemon_randbats::belief::Member]| {
        let is = |entry: usize| itself.terms.illusionists.contains(&entry);
        team.iter().filter(|member| member.member.entry.is_some_and(is)).count()
    };
    let mut rng = seeded(7, 0);
    assert!((0..100).all(|_| zoroarks(&itself.side(Side::P1).draw(&itself.terms, &mut rng)) == 1));
}

/// Lokix is out, and Lokix comes: one of the two is a Zoroark.
#[test]
fn nobody_takes_its_own_place() {
    let start = then(&watching(&LEADS), &[&comes("Mandibuzz", "100/100")]);
    let out = then(&start, &[&comes("Lokix", "100/100")]);
    let twice = then(&out, &[&comes("Lokix", "100/100")]);
    near(hidden(&twice), 1.0, 1e-12);
    // It was the Zoroark that left, or Lokix left and it came: each was as likely as the Zoroark's coming in Lokix's shape.
    near(illusion(&twice), 0.5, 0.05);
}

/// Who comes back healed by a third has the ability that heals so on leaving, and who comes as it left has another, by Bayes with the odds of what no
/// line gives a reason for.
#[test]
fn who_comes_back_healed_regenerates() {
    let klawf = |condition: &str| format!("|switch|p1a: Klawf|Klawf, L90, M|{condition}");
    // P(Regenerator) of a Klawf that left with 40, and of the same when it comes back so.
    let regenerates = |start: &Watching, condition: &str| {
        let hit = then(start, &[&klawf("100/100"), "|move|p2a: Scizor|Bullet Punch|p1a: Klawf", "|-damage|p1a: Klawf|40/100"]);
        let left = then(&hit, &[&comes("Lokix", "100/100")]);
        let back = then(&left, &[&klawf(condition)]);
        (p(&left, 0, 1, "ability", "Regenerator"), p(&back, 0, 1, "ability", "Regenerator"))
    };
    let start = watching(&LEADS);
    let (before, healed) = regenerates(&start, "73/100");
    assert!(before > 0.3 && before < 0.7, "{before}");
    near(healed, before / (before + (1.0 - before) * BENCH_CHANGE.value), 1e-4);
    let (before, unhealed) = regenerates(&start, "40/100");
    near(unhealed, before * BENCH_CHANGE.value / (before * BENCH_CHANGE.value + 1.0 - before), 1e-4);
    // The seed's rules do not know it.
    let parameters = Parameters { preset: Some(Preset::Seed), ..Parameters::default() };
    let (setup, parameters) = setup::resolve(Setup::default(), parameters, 2).expect("a table");
    let opening = Opening { setup, parameters, seats: Vec::new(), population: Population::default() };
    let (before, after) = regenerates(&more(&Watching::new(opening, Observer::Public), &LEADS), "73/100");
    near(after, before, 1e-12);
}

/// Regenerator that is switched off heals nothing: how such a member comes back says nothing, neither of its ability nor of a disguise.
#[test]
fn who_left_without_its_ability_may_come_back_as_it_will() {
    let slowking = |condition: &str| format!("|switch|p1a: Slowking|Slowking, L88, M|{condition}");
    let back = |and: &[&str]| {
        let out = more(&watching(&LEADS), &[&slowking("100/100"), "|-damage|p1a: Slowking|60/100|[from] psn"]);
        then(&then(&then(&out, and), &[&comes("Lokix", "100/100")]), &[&slowking("60/100")])
    };
    assert!(illusion(&back(&["|-endability|p1a: Slowking"])) < 0.01);
    // Where it works, a Slowking that it did not heal is hardly one.
    assert!(illusion(&back(&[])) > 0.1);
}

/// Who was burnt comes back burnt, but for a line that says that it is cured.
#[test]
fn a_status_stays_until_a_line_cures_it() {
    let burnt = then(&watching(&LEADS), &["|-status|p1a: Lokix|brn", &comes("Mandibuzz", "100/100")]);
    let cured = more(&burnt, &["|-curestatus|p1: Lokix|brn|[msg]"]);
    let returns = |belief: &Watching, condition: &str| then(belief, &[&comes("Lokix", condition)]);
    // A burn stays until a line cures it: the other way round it is somebody else, or unexplained.
    assert!(illusion(&returns(&burnt, "100/100 brn")) < 1e-3);
    assert!(illusion(&returns(&burnt, "100/100")) > 0.1);
    assert!(illusion(&returns(&cured, "100/100")) < 0.01);
    assert!(illusion(&returns(&cured, "100/100 brn")) > 0.1);
}

/// However often somebody comes and goes in peace, who is out may always be the Zoroark: hypotheses of disguises that are over leave it a place.
#[test]
fn a_suspicion_never_loses_its_place() {
    let mut belief = watching(&LEADS);
    for turn in 0..12 {
        let name = if turn % 2 == 0 { "Mandibuzz" } else { "Lokix" };
        belief = then(&belief, &[&comes(name, "100/100")]);
        assert!(illusion(&belief) > 1e-4, "{turn}: {}", illusion(&belief));
    }
}
