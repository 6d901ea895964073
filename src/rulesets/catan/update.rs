//! What each event does to a belief.
//!
//! A payment tells first (the cards were held) and moves then; a steal moves first and tells then, where the card is seen.

use super::belief::{Belief, covers, negative, size, total, variable, variables};
use super::bundle::{Bundle, Counts, DevCard, RESOURCES};
use super::event::{BankStock, Build, BuildPiece, Discard, Event, Monopoly, Offer, Steal};
use super::fold::{Fold, Folded, dev_variables};
use super::lanes::{Row, of_seat};
use super::likelihood::{BLUFFED_OFFER, REFUSED_THOUGH_HELD};
use super::table::Table;
use super::{discards, marginals, start};
use crate::belief::{Contradiction, Evidence, Parameter, Source, Telling};
use crate::rulesets::{Revision, Seat};

/// The belief after an event.
///
/// # Errors
/// Where no world is left.
pub fn update(
    belief: &Belief,
    table: &Table,
    event: &Event,
    at: Revision,
    evidence: &mut Evidence,
) -> Result<Belief, Contradiction> {
    let source = super::event::actor(event).map_or(Source::Game, Source::Seat);
    let telling = Telling::new(evidence, belief, marginals::frame, kind(event), source);
    let mut fold = Fold { belief: belief.clone(), at, telling };
    fold.event(table, event)?;
    fold.limit();
    Ok(fold.belief)
}

const fn kind(event: &Event) -> &'static str {
    match event {
        Event::Start(_) => "start",
        Event::Turn(_) | Event::HandSize(_) | Event::BankStock(_) | Event::Hand(_) => "assertion",
        Event::Production(_) => "production",
        Event::Build(_) => "build",
        Event::BankTrade(_) => "bank_trade",
        Event::PlayerTrade(_) => "player_trade",
        Event::Steal(_) => "steal",
        Event::Discard(_) => "discard",
        Event::Monopoly(_) => "monopoly",
        Event::YearOfPlenty(_) => "year_of_plenty",
        Event::PlayDevCard(_) => "dev_card",
        Event::Offer(_) => "offer",
        Event::Refuse(_) => "refuse",
    }
}

impl Fold<'_> {
    fn event(&mut self, table: &Table, event: &Event) -> Folded {
        match event {
            Event::Turn(_) => {}
            Event::Start(start) => {
                self.count(event);
                start::start(&mut self.belief, start, self.at)?;
                self.belief.dev_cards.join(start).ok_or_else(|| Contradiction {
                    detail: "the development cards named are more than there are".to_owned(),
                    variables: (0..table.seats).flat_map(|seat| dev_variables(seat, &DevCard::ALL)).collect(),
                    certain: true,
                })?;
                self.telling.moved(&self.belief, || "The game was joined with these hands on the table.".to_owned());
            }
            Event::Production(production) => {
                let mut all = [0; RESOURCES];
                for gains in production.gains.values() {
                    all.iter_mut().zip(gains.counts()).for_each(|(sum, count)| *sum += count);
                }
                self.bank_pays(&all)?;
                for (seat, gains) in &production.gains {
                    self.belief.hands.shift(*seat, &gains.counts());
                }
                self.count(event);
                self.telling.moved(&self.belief, || {
                    let parts: Vec<String> =
                        production.gains.iter().map(|(seat, gains)| format!("seat {seat} {gains}")).collect();
                    format!("The bank paid {}.", parts.join("; "))
                });
            }
            Event::Build(build) => self.build(event, build)?,
            Event::BankTrade(trade) => {
                self.pays(trade.seat, &trade.give, "trade")?;
                self.bank_pays(&trade.get.counts())?;
                self.bank_gets(&trade.give.counts());
                self.belief.hands.shift(trade.seat, &swap(&trade.get, &trade.give));
                self.count(event);
                self.telling
                    .moved(&self.belief, || format!("Seat {} gave the bank {} for {}.", trade.seat, trade.give, trade.get));
            }
            Event::PlayerTrade(trade) => {
                self.pays(trade.seat, &trade.give, "trade")?;
                self.pays(trade.partner, &trade.get, "trade")?;
                self.belief.hands.shift(trade.seat, &swap(&trade.get, &trade.give));
                self.belief.hands.shift(trade.partner, &swap(&trade.give, &trade.get));
                self.count(event);
                self.telling.moved(&self.belief, || {
                    format!("Seat {} gave seat {} {} for {}.", trade.seat, trade.partner, trade.give, trade.get)
                });
            }
            Event::Steal(steal) => self.steal(event, steal)?,
            Event::Discard(discard) => self.discard(event, discard)?,
            Event::Monopoly(monopoly) => self.monopoly(event, monopoly)?,
            Event::YearOfPlenty(year) => {
                self.plays(year.seat, DevCard::YearOfPlenty)?;
                self.telling.turn_to("year_of_plenty");
                self.bank_pays(&year.resources.counts())?;
                self.belief.hands.shift(year.seat, &year.resources.counts());
                self.count(event);
                self.telling.moved(&self.belief, || format!("Seat {} took {} from the bank.", year.seat, year.resources));
            }
            Event::PlayDevCard(play) => self.plays(play.seat, play.card)?,
            Event::HandSize(asserted) => {
                let (seat, count) = (asserted.seat, i32::from(asserted.count));
                self.learn(
                    |row| size(row, seat) == count,
                    &variables(seat, &[1; RESOURCES]),
                    || format!("Seat {seat} holds {count} cards."),
                    || format!("seat {seat} cannot hold {count} cards: in no world does it"),
                )?;
                self.count(event);
            }
            Event::BankStock(stock) => self.bank_stock(event, stock)?,
            Event::Hand(hand) => {
                let (seat, counts) = (hand.seat, hand.bundle.counts());
                self.learn(
                    |row| of_seat(row, seat) == counts,
                    &variables(seat, &[1; RESOURCES]),
                    || format!("Seat {seat} holds {}.", hand.bundle),
                    || format!("seat {seat} cannot hold exactly {}: in no world does it", hand.bundle),
                )?;
            }
            Event::Offer(offer) => self.offer(offer),
            Event::Refuse(refuse) => {
                if let Some(offer) = &table.offer {
                    self.refuse(refuse.seat, offer);
                }
            }
        }
        Ok(())
    }

    fn build(&mut self, event: &Event, build: &Build) -> Folded {
        if !build.free {
            let cost = Bundle::of(build.piece.cost());
            self.pays(build.seat, &cost, build.piece.words())?;
            self.bank_gets(&cost.counts());
            self.belief.hands.shift(build.seat, &negative(&cost));
        }
        if build.piece == BuildPiece::DevCard {
            self.belief.dev_cards.buy(build.seat).ok_or_else(|| Contradiction {
                detail: "no development card is left to buy".to_owned(),
                variables: dev_variables(build.seat, &DevCard::ALL),
                certain: true,
            })?;
        }
        self.count(event);
        self.telling.moved(&self.belief, || format!("Seat {} built or bought {}.", build.seat, build.piece.words()));
        let Some(card) = build.card else { return Ok(()) };
        let p = self.belief.dev_cards.see(build.seat, card).ok_or_else(|| Contradiction {
            detail: format!("seat {} cannot have bought a {} card: none is left", build.seat, card.words()),
            variables: dev_variables(build.seat, &[card]),
            certain: true,
        })?;
        self.telling.turn_to("dev_card");
        self.telling.learned(&self.belief, &dev_variables(build.seat, &[card]), p, || {
            format!("The card that seat {} bought is a {} card.", build.seat, card.words())
        });
        Ok(())
    }

    fn steal(&mut self, event: &Event, steal: &Steal) -> Folded {
        let (thief, victim) = (steal.thief, steal.victim);
        let known_size = self.belief.counts.sizes[usize::from(victim)].exact();
        if known_size.is_none_or(|size| size < 1) {
            self.learn(
                |row| size(row, victim) > 0,
                &variables(victim, &[1; RESOURCES]),
                || format!("Seat {victim} held a card."),
                || format!("seat {victim} holds no card that could be stolen"),
            )?;
        }
        let Some(card) = steal.resource else {
            self.belief.hands.steal(thief, victim, known_size);
            self.count(event);
            self.telling.moved(&self.belief, || format!("Seat {thief} stole a card from seat {victim}."));
            return Ok(());
        };
        if self.telling.is_on() {
            let mut unseen = self.belief.clone();
            unseen.hands.steal(thief, victim, known_size);
            unseen.counts.apply(&unseen.terms.setup, event);
            self.telling.moved(&unseen, || format!("Seat {thief} stole a card from seat {victim}."));
        }
        let p = self.belief.hands.steal_seen(thief, victim, known_size, card).ok_or_else(|| Contradiction {
            detail: format!("seat {victim} holds no {} that could be stolen, in any world", card.name()),
            variables: vec![variable(victim, card)],
            certain: false,
        })?;
        self.belief.survived(p);
        self.count(event);
        self.telling.learned(&self.belief, &[variable(thief, card), variable(victim, card)], p, || {
            format!("The card that seat {thief} stole from seat {victim} was {}.", card.name())
        });
        Ok(())
    }

    fn discard(&mut self, event: &Event, discard: &Discard) -> Folded {
        let (seat, count) = (discard.seat, i32::from(discard.count));
        if let Some(cards) = &discard.cards {
            self.pays(seat, cards, "a discard")?;
            self.bank_gets(&cards.counts());
            self.belief.hands.shift(seat, &negative(cards));
            self.count(event);
            self.telling.moved(&self.belief, || format!("Seat {seat} discarded {cards}."));
            return Ok(());
        }
        self.learn(
            |row| size(row, seat) >= count,
            &variables(seat, &[1; RESOURCES]),
            || format!("Seat {seat} held at least {count} cards."),
            || format!("seat {seat} does not hold {count} cards in any world"),
        )?;
        discards::unseen(&mut self.belief, seat, discard.count, self.at);
        for least in &mut self.belief.totals.0 {
            *least = (*least - count).max(0);
        }
        self.count(event);
        self.telling.moved(&self.belief, || format!("Seat {seat} discarded {count} cards that were not seen."));
        Ok(())
    }

    fn monopoly(&mut self, event: &Event, monopoly: &Monopoly) -> Folded {
        let (seat, resource, seats) = (monopoly.seat, monopoly.resource, self.belief.terms.seats);
        let kind = resource as usize;
        self.plays(seat, DevCard::Monopoly)?;
        self.telling.turn_to("monopoly");
        let others = || (0..seats).filter(move |other| *other != seat);
        let about: Vec<String> = others().map(|other| variable(other, resource)).collect();
        let held = |row: &Row, other: Seat| of_seat(row, other)[kind];
        if let Some(taken) = &monopoly.taken {
            let told = |other: Seat| taken.get(&other).map_or(0, |count| i32::from(*count));
            let list = || {
                let parts: Vec<String> = others().map(|other| format!("{} from seat {other}", told(other))).collect();
                parts.join(", ")
            };
            self.learn(
                |row| others().all(|other| held(row, other) == told(other)),
                &about,
                || format!("The monopoly of seat {seat} took all {}: {}.", resource.name(), list()),
                || format!("a monopoly on {} cannot take exactly {}: in no world are these held", resource.name(), list()),
            )?;
            let mut change = [0; RESOURCES];
            for other in others() {
                change[kind] = -told(other);
                self.belief.hands.shift(other, &change);
            }
            change[kind] = others().map(told).sum();
            self.belief.hands.shift(seat, &change);
        } else {
            let told = monopoly.total.map_or(0, i32::from);
            self.learn(
                |row| others().map(|other| held(row, other)).sum::<i32>() == told,
                &about,
                || format!("The others held {told} {} together.", resource.name()),
                || {
                    format!(
                        "a monopoly on {} cannot take {told}: in no world do the others hold so many together",
                        resource.name()
                    )
                },
            )?;
            let lost = self.belief.hands.transform(|row, weight, into| {
                let mut row = *row;
                for other in others() {
                    row[usize::from(other) * RESOURCES + kind] = 0;
                }
                row[usize::from(seat) * RESOURCES + kind] += told;
                into.push((row, weight));
            });
            self.belief.lose(lost);
        }
        self.count(event);
        self.telling.moved(&self.belief, || format!("All {} went to seat {seat}.", resource.name()));
        Ok(())
    }

    fn bank_stock(&mut self, event: &Event, stock: &BankStock) -> Folded {
        let supply = self.belief.terms.setup.supply().unwrap_or(0);
        let (least, most) = self.belief.totals;
        let settled = stock.bundle.iter().all(|(resource, count)| {
            let held = supply - i32::from(*count);
            least[*resource as usize] == held && most[*resource as usize] == held
        });
        if !settled {
            let listed: Vec<String> =
                stock.bundle.iter().map(|(resource, count)| format!("{count} {}", resource.name())).collect();
            let about: Vec<String> = (0..self.belief.terms.seats)
                .flat_map(|seat| stock.bundle.keys().map(move |resource| variable(seat, *resource)))
                .collect();
            self.learn(
                |row| stock.bundle.iter().all(|(resource, count)| total(row, *resource as usize) == supply - i32::from(*count)),
                &about,
                || format!("The bank holds {}.", listed.join(", ")),
                || format!("the bank cannot hold {}: in no world do the hands hold the rest", listed.join(", ")),
            )?;
        }
        for (resource, count) in &stock.bundle {
            let held = supply - i32::from(*count);
            self.belief.totals.0[*resource as usize] = held;
            self.belief.totals.1[*resource as usize] = held;
        }
        self.count(event);
        Ok(())
    }

    fn offer(&mut self, offer: &Offer) {
        let (seat, needed) = (offer.seat, offer.give.counts());
        let softness = self.belief.terms.parameters.softness();
        if softness == 0.0 || self.belief.hands.surely_holds(seat, &needed) {
            return;
        }
        let bluff = libm::pow(BLUFFED_OFFER, softness);
        let told = self.belief.hands.reweigh(|row| if covers(&of_seat(row, seat), &needed) { 1.0 } else { bluff });
        self.belief.survived(told.expected);
        let parameter = Parameter { name: "bluffed_offer", value: bluff };
        self.telling.leaned(&self.belief, &variables(seat, &needed), told, parameter, || {
            format!("Seat {seat} offers {}: it probably holds that.", offer.give)
        });
    }

    fn refuse(&mut self, seat: Seat, offer: &Offer) {
        let needed = offer.get.counts();
        let softness = self.belief.terms.parameters.softness();
        if softness == 0.0 {
            return;
        }
        let though_held = libm::pow(REFUSED_THOUGH_HELD, softness);
        let told = self.belief.hands.reweigh(|row| if covers(&of_seat(row, seat), &needed) { though_held } else { 1.0 });
        self.belief.survived(told.expected);
        let parameter = Parameter { name: "refused_though_held", value: though_held };
        self.telling.leaned(&self.belief, &variables(seat, &needed), told, parameter, || {
            format!("Seat {seat} does not give {}: it may not hold that.", offer.get)
        });
    }
}

fn swap(get: &Bundle, give: &Bundle) -> Counts {
    let (get, give) = (get.counts(), give.counts());
    std::array::from_fn(|kind| get[kind] - give[kind])
}
