//! What a search player of Hearts wins by what it believes: points a deal against three simulated persons, the same cards and persons for
//! every arm.

pub mod fit;
#[path = "../share/mod.rs"]
mod share;
#[path = "../spread/mod.rs"]
mod spread;

use std::collections::BTreeMap;

use credence::belief::{Draws, Evidence, WorldRng, seeded, shuffle};
use credence::rulesets::hearts::{
    Card, CardSet, Deal, DealEnd, Direction, Event, Hearts, Parameters, Pass, Play, Receive, Style, Table, choose, legal_cards,
    passed,
};
use credence::rulesets::{Observer, Opening, Profile, PublicTable, Ruleset, Seat, Watch};

use self::spread::each;

/// Deals of each arm.
const DEALS: u64 = 8_000;
/// Worlds that a decision plays every card out in.
const WORLDS: usize = 48;
/// Who searches.
const SEARCHER: Seat = 0;

/// What the searching seat goes by.
struct Arm {
    name: &'static str,
    parameters: Parameters,
    /// Whether it has watched the others in games before.
    knows_past: bool,
    /// Whether it plays worlds out with the others' very programs, and not with the population's usual one.
    knows_programs: bool,
    /// Whether it sees all cards: the one world is the true one.
    sees_cards: bool,
}

/// Points a deal of each arm, and how much fewer than by the first arm. `past` gives the profiles that earlier games of persons left.
pub fn print(
    past: impl Fn(&[Style; 4], u64) -> [Profile; 4] + Sync,
    opening: impl Fn(Parameters, &[Profile; 4]) -> Opening<Hearts> + Sync,
) {
    let hard = Parameters { soft_weight: Some(0.0), ..Parameters::default() };
    let usual =
        || Arm { name: "", parameters: Parameters::default(), knows_past: false, knows_programs: false, sees_cards: false };
    let arms = [
        Arm { name: "hard facts", parameters: hard, ..usual() },
        Arm { name: "soft evidence, strangers", ..usual() },
        Arm { name: "and 20 games before it", knows_past: true, ..usual() },
        Arm { name: "and their programs", knows_past: true, knows_programs: true, ..usual() },
        Arm { name: "all cards seen", sees_cards: true, ..usual() },
    ];
    println!(
        "\npoints a deal of a search player against 3 simulated persons, {DEALS} deals, {WORLDS} worlds a decision; 6.5 would be chance;\nfewer than by the first line, and than by the line above"
    );
    let mut played: Vec<Vec<f64>> = Vec::new();
    for arm in arms {
        let points = each(DEALS, |deal| {
            let mut rng = seeded(deal, 31);
            let styles: [Style; 4] = std::array::from_fn(|_| Style::draw(&mut rng));
            let strangers: [Profile; 4] = std::array::from_fn(|_| Profile::default());
            let profiles = if arm.knows_past { past(&styles, deal) } else { strangers };
            let opening = opening(arm.parameters.clone(), &profiles);
            f64::from(Dealt::new(&opening, &styles, deal, &arm).play())
        });
        let (mean, within) = super::interval(&points);
        let fewer = |than: &Vec<f64>| {
            let fewer: Vec<f64> = than.iter().zip(&points).map(|(than, points)| than - points).collect();
            let (gain, within) = super::interval(&fewer);
            format!("   {gain:+.2} ± {within:.2}")
        };
        let gains: String = [played.first(), played.last()].into_iter().flatten().map(fewer).collect();
        println!("{:26} {mean:5.2} ± {within:.2}{gains}", arm.name);
        played.push(points);
    }
    if let [_, none, past, programs, cards] = played.as_slice() {
        for (what, known) in [("the programs are", programs), ("seeing all cards is", cards)] {
            let (reached, within) = share::share(none, past, known);
            println!("of what {what} worth to who knows no past, history reaches {reached:.2} ± {within:.2}");
        }
    }
}

/// A deal under way.
struct Dealt<'a> {
    opening: &'a Opening<Hearts>,
    watch: Watch<'a, Hearts>,
    table: Table,
    hands: [CardSet; 4],
    styles: &'a [Style; 4],
    /// How worlds are played out.
    supposed: [Style; 4],
    sees_cards: bool,
    deal: u64,
    rng: WorldRng,
}

impl<'a> Dealt<'a> {
    fn new(opening: &'a Opening<Hearts>, styles: &'a [Style; 4], deal: u64, arm: &Arm) -> Self {
        let mut rng = seeded(deal, 32);
        let mut deck: Vec<Card> = Card::all().collect();
        shuffle(&mut deck, &mut rng);
        let hands: [CardSet; 4] = std::array::from_fn(|seat| deck[13 * seat..13 * (seat + 1)].iter().copied().collect());
        let watch = Watch::new(opening, Observer::Seat(SEARCHER));
        let table = Table::new(opening);
        let supposed = if arm.knows_programs { *styles } else { [Style::usual(); 4] };
        let mut dealt = Self { opening, watch, table, hands, styles, supposed, sees_cards: arm.sees_cards, deal, rng };
        let direction = if deal.is_multiple_of(2) { Direction::Left } else { Direction::Right };
        dealt.record(&Event::Deal(Deal { deal: 0, direction, hands: (0..).zip(hands).collect() }));
        dealt.pass(direction);
        dealt
    }

    fn pass(&mut self, direction: Direction) {
        let given: [CardSet; 4] = std::array::from_fn(|seat| passed(self.hands[seat], &self.styles[seat], false, &mut self.rng));
        for (seat, cards) in (0..).zip(given) {
            let to = direction.to(seat).expect("cards are passed");
            self.record(&Event::Pass(Pass { seat, to, cards: Some(cards) }));
        }
        for (seat, cards) in (0..).zip(given) {
            let to = usize::from(direction.to(seat).expect("cards are passed"));
            self.hands[usize::from(seat)] = self.hands[usize::from(seat)].without(cards);
            self.hands[to] = self.hands[to].or(cards);
        }
        for seat in 0..4 {
            let from = direction.from(seat).expect("cards are passed");
            self.record(&Event::Receive(Receive { seat, from, cards: Some(given[usize::from(from)]) }));
        }
    }

    fn record(&mut self, event: &Event) {
        self.watch.see(event, &mut Evidence::off()).expect("it happened");
        let public = Hearts::view(self.opening, event, Observer::Public).expect("seen by all");
        self.table = self.table.clone().advance(&public).0;
    }

    /// Plays to the end. Points of the searching seat, 26 for each other where one shot the moon.
    fn play(mut self) -> i32 {
        while let Some(seat) = turn(&self.table, &self.hands) {
            let at = usize::from(seat);
            let card = if seat == SEARCHER {
                self.search()
            } else {
                choose(&self.table, seat, self.hands[at], &self.styles[at], &mut self.rng)
            };
            self.hands[at].remove(card);
            self.record(&Event::Play(Play { seat, card }));
        }
        let points = scored(&self.table);
        self.record(&Event::DealEnd(DealEnd { points: (0..).zip(points).collect(), passes: BTreeMap::new() }));
        points[usize::from(SEARCHER)]
    }

    /// The card that costs least on average over worlds in which it is played out.
    fn search(&mut self) -> Card {
        let cards = legal_cards(&self.table, self.hands[usize::from(SEARCHER)]);
        if cards.len() == 1 {
            return cards.iter().next().expect("there is one");
        }
        let seed = 1_000 * self.deal + self.table.plays.len() as u64;
        let worlds: Vec<[CardSet; 4]> = if self.sees_cards {
            vec![self.hands; WORLDS]
        } else {
            let sampled = self.watch.sample(Draws { seed, count: WORLDS });
            sampled.worlds.into_iter().map(|(_, world)| world.hands).collect()
        };
        let cost = |card: Card| -> i32 {
            (0..).zip(&worlds).map(|(number, hands)| self.play_out(*hands, card, seeded(seed, number))).sum()
        };
        cards.iter().min_by_key(|card| cost(*card)).expect("a hand with a card")
    }

    fn play_out(&self, mut hands: [CardSet; 4], first: Card, mut rng: WorldRng) -> i32 {
        let mut table = self.table.clone();
        let mut chosen = Some(first);
        while let Some(seat) = turn(&table, &hands) {
            let at = usize::from(seat);
            let card = chosen.take().unwrap_or_else(|| choose(&table, seat, hands[at], &self.supposed[at], &mut rng));
            hands[at].remove(card);
            table = table.advance(&Event::Play(Play { seat, card })).0;
        }
        scored(&table)[usize::from(SEARCHER)]
    }
}

/// Whose turn it is; `None` where no card is left.
fn turn(table: &Table, hands: &[CardSet; 4]) -> Option<Seat> {
    if hands.iter().all(|hand| hand.is_empty()) {
        return None;
    }
    table.turn().or_else(|| (0..4).find(|seat| hands[usize::from(*seat)].contains(Card::TWO_OF_CLUBS)))
}

fn scored(table: &Table) -> [i32; 4] {
    let taken = table.taken();
    if taken.contains(&26) { taken.map(|points| 26 - points) } else { taken }
}
