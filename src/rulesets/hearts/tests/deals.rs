//! Ten thousand deals through whole play: every draw is a deal that could be.

use serde_json::json;

use super::{game, opening};
use crate::belief::{Draws, Evidence, seeded};
use crate::rulesets::hearts::{CardSet, Event, Hearts, Style, World};
use crate::rulesets::{Observer, Ruleset, Watch};

/// What one observer knows of the hands for certain, by the events alone.
#[derive(Default)]
struct Known {
    /// Cards that must be in a hand while they are not played, and cards that cannot be.
    holds: [CardSet; 4],
    lacks: [CardSet; 4],
    played: CardSet,
    left: [usize; 4],
}

impl Known {
    fn take(&mut self, event: &Event, lead: Option<super::Card>) {
        match event {
            Event::Deal(deal) => {
                *self = Self { left: [13; 4], ..Self::default() };
                for (seat, hand) in &deal.hands {
                    self.holds[usize::from(*seat)] = *hand;
                }
            }
            Event::Pass(pass) => {
                let cards = pass.cards.unwrap_or_default();
                self.holds[usize::from(pass.seat)] = self.holds[usize::from(pass.seat)].without(cards);
                self.holds[usize::from(pass.to)] = self.holds[usize::from(pass.to)].or(cards);
            }
            Event::Receive(receive) => {
                let hand = &mut self.holds[usize::from(receive.seat)];
                *hand = hand.or(receive.cards.unwrap_or_default());
            }
            Event::Play(play) => {
                let seat = usize::from(play.seat);
                self.played.insert(play.card);
                self.left[seat] -= 1;
                if let Some(lead) = lead.filter(|lead| lead.suit() != play.card.suit()) {
                    self.lacks[seat] = self.lacks[seat].or(lead.suit().cards());
                }
            }
            Event::DealEnd(_) => {}
        }
    }

    /// What a drawn deal breaks.
    fn broken(&self, world: &World) -> Option<&'static str> {
        let all = world.hands.iter().fold(CardSet::EMPTY, |all, hand| all.or(*hand));
        if all != CardSet::FULL.without(self.played) || (0..4).any(|seat| world.hands[seat].len() != self.left[seat]) {
            return Some("a hand size");
        }
        if (0..4).any(|seat| !world.hands[seat].and(self.lacks[seat]).is_empty()) {
            return Some("a void");
        }
        let missing = |seat: usize| !self.holds[seat].without(self.played).without(world.hands[seat]).is_empty();
        (0..4).any(missing).then_some("a pass")
    }
}

#[test]
fn ten_thousand_deals_break_nothing() {
    let opening = opening(json!({}));
    let (mut deals, mut draws) = (0, 0);
    for seed in 0..2_500 {
        let mut rng = seeded(seed, 5);
        let styles: [Style; 4] = std::array::from_fn(|_| Style::draw(&mut rng));
        let played = game(json!({}), None, &styles, seed);
        let observer = if seed % 5 == 4 { Observer::Public } else { Observer::Seat((seed % 5) as u8) };
        let mut watch = Watch::<Hearts>::new(&opening, observer);
        let mut known = Known::default();
        for (at, event) in (1..).zip(&played.events) {
            let view = Hearts::view(&opening, event, observer).unwrap();
            known.take(&view, watch.table.trick().first().map(|lead| lead.card));
            watch.see(event, &mut Evidence::off()).unwrap();
            deals += usize::from(matches!(event, Event::Deal(_)));
            // A few times in each deal, at other places in each game: a posterior is worked out for each.
            if !matches!(event, Event::Play(_)) || (at + seed) % 13 != 0 || watch.table.left() == [0; 4] {
                continue;
            }
            let sampled = watch.sample(Draws { seed, count: 8 });
            assert_eq!(sampled.rejected, 0);
            for (_, world) in &sampled.worlds {
                let broken = known.broken(world);
                assert!(broken.is_none(), "game {seed}, {observer} after revision {at}: {world:?} breaks {broken:?}");
                draws += 1;
            }
            let truth = &played.truth[at as usize];
            let ln = watch.ln_probability(truth);
            assert!(ln > f64::NEG_INFINITY, "game {seed}, {observer} after revision {at}: the truth is ruled out");
        }
    }
    assert!(deals == 10_000 && draws > 250_000, "{deals} deals, {draws} draws");
}
