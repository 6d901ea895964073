//! What each event does to a belief.
//!
//! A payment is evidence first (the cards were held) and moves cards then; a steal moves a card first and is evidence then, where
//! the card is seen.

use super::Catan;
use super::belief::Belief;
use super::bundle::{Bundle, DevCard, RESOURCES, covers, in_words, negative, swap};
use super::check::MISSED;
use super::event::{BankStock, Build, BuildPiece, Discard, Event, Hand, HandSize, Monopoly, Offer, Steal};
use super::fold::{OnTheWay, Standing, Updated, Updating};
use super::lanes::{Row, of_seat, size, total};
use super::likelihood::{BLUFFED_OFFER, REFUSED_THOUGH_HELD};
use super::variables::{dev_variables, variable, variables};
use super::{discards, marginals, start, view};
use crate::belief::{Contradiction, Evidence, EvidenceRecorder, Parameter, Source};
use crate::rulesets::{Change, Seat};

/// The belief after an event.
///
/// # Errors
/// Where no world is left.
pub fn update(belief: &Belief, change: Change<'_, Catan>, evidence: &mut Evidence) -> Result<Belief, Contradiction> {
    let (event, before) = (change.view, change.before);
    let mut now = Standing { belief: belief.clone(), counts: &before.counts, dev_cards: &before.dev_cards };
    now.belief.dev_cards.keep_within(now.dev_cards);
    let source = view::actor(event).map_or(Source::Game, Source::Seat);
    let on_the_way = if evidence.is_on() { OnTheWay::of(event, &before.dev_cards) } else { None };
    let recorder = EvidenceRecorder::new(evidence, &now, marginals::frame, kind(event), source);
    let mut updating = Updating { now, change, recorder, on_the_way: on_the_way.as_ref() };
    updating.event(event).map_err(|found| {
        // Worlds that were lost cannot make possible what the counts rule out.
        Contradiction { certain: found.certain || before.counts.refute(&before.setup, event), ..found }
    })?;
    updating.limit();
    Ok(updating.now.belief)
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

impl Updating<'_> {
    fn event(&mut self, event: &Event) -> Updated {
        match event {
            Event::Turn(turn) => self.takes_turn(turn.seat),
            Event::Start(start) => {
                self.count();
                let dealt = start::start(&self.now.belief.terms, self.now.counts, start, self.change.at)?;
                (self.now.belief.dropped, self.now.belief.restarted) = (0.0, false);
                self.now.belief.hold(dealt);
                let seats = self.now.belief.terms.seats;
                self.now.belief.dev_cards.join(start, self.now.dev_cards).ok_or_else(|| Contradiction {
                    detail: "the development cards named are more than there are".to_owned(),
                    variables: (0..seats).flat_map(|seat| dev_variables(seat, &DevCard::ALL)).collect(),
                    certain: true,
                })?;
                self.recorder.moved(&self.now, || "The game goes on from these hands on the table.".to_owned());
            }
            Event::Production(production) => {
                self.bank_pays(&production.total())?;
                for (seat, gains) in &production.gains {
                    self.now.belief.hands.shift(*seat, &gains.counts());
                }
                self.count();
                self.recorder.moved(&self.now, || {
                    let parts: Vec<String> =
                        production.gains.iter().map(|(seat, gains)| format!("seat {seat} {gains}")).collect();
                    format!("The bank paid {}.", parts.join("; "))
                });
            }
            Event::Build(build) => self.build(build)?,
            Event::BankTrade(trade) => {
                self.pays(trade.seat, &trade.give, "trade")?;
                self.bank_pays(&trade.get.counts())?;
                self.bank_gets(&trade.give.counts());
                self.now.belief.hands.shift(trade.seat, &swap(&trade.get, &trade.give));
                self.count();
                self.recorder.moved(&self.now, || format!("Seat {} gave the bank {} for {}.", trade.seat, trade.give, trade.get));
            }
            Event::PlayerTrade(trade) => {
                self.pays(trade.seat, &trade.give, "trade")?;
                self.pays(trade.partner, &trade.get, "trade")?;
                self.now.belief.hands.shift(trade.seat, &swap(&trade.get, &trade.give));
                self.now.belief.hands.shift(trade.partner, &swap(&trade.give, &trade.get));
                self.count();
                self.recorder.moved(&self.now, || {
                    format!("Seat {} gave seat {} {} for {}.", trade.seat, trade.partner, trade.give, trade.get)
                });
            }
            Event::Steal(steal) => self.steal(steal)?,
            Event::Discard(discard) => self.discard(discard)?,
            Event::Monopoly(monopoly) => self.monopoly(monopoly)?,
            Event::YearOfPlenty(year) => {
                self.plays(year.seat, DevCard::YearOfPlenty)?;
                self.recorder.turn_to("year_of_plenty");
                self.bank_pays(&year.resources.counts())?;
                self.now.belief.hands.shift(year.seat, &year.resources.counts());
                self.count();
                self.recorder.moved(&self.now, || format!("Seat {} took {} from the bank.", year.seat, year.resources));
            }
            Event::PlayDevCard(play) => self.plays(play.seat, play.card)?,
            Event::HandSize(asserted) => self.hand_size(asserted)?,
            Event::BankStock(stock) => self.bank_stock(stock)?,
            Event::Hand(hand) => self.hand(hand)?,
            Event::Offer(_) | Event::Refuse(_) if self.change.before.is_said_again(event) => {}
            Event::Offer(offer) => self.offer(offer),
            Event::Refuse(refuse) => {
                if let Some(wanted) = self.change.before.wanted(refuse) {
                    self.refuse(refuse.seat, wanted);
                }
            }
        }
        Ok(())
    }

    fn build(&mut self, build: &Build) -> Updated {
        if !build.free {
            let cost = Bundle::of(build.piece.cost());
            self.pays(build.seat, &cost, build.piece.words())?;
            self.bank_gets(&cost.counts());
            self.now.belief.hands.shift(build.seat, &negative(&cost));
        }
        if build.piece == BuildPiece::DevCard && self.now.dev_cards.stock() == 0 {
            return Err(Contradiction {
                detail: "no development card is left to buy".to_owned(),
                variables: dev_variables(build.seat, &DevCard::ALL),
                certain: true,
            });
        }
        let drawn = build.card.filter(|_| self.recorder.is_on()).map(|card| self.holdings().draws(card));
        self.count();
        self.recorder.moved(&self.now, || format!("Seat {} built or bought {}.", build.seat, build.piece.words()));
        let Some(card) = build.card else { return Ok(()) };
        self.now.belief.dev_cards.see(build.seat, card, self.now.dev_cards).ok_or_else(|| Contradiction {
            detail: format!("seat {} cannot have bought a {} card: none is left", build.seat, card.words()),
            variables: dev_variables(build.seat, &[card]),
            certain: true,
        })?;
        self.recorder.turn_to("dev_card");
        self.recorder.learned(&self.now, &dev_variables(build.seat, &[card]), drawn.unwrap_or(1.0), || {
            format!("The card that seat {} bought is a {} card.", build.seat, card.words())
        });
        Ok(())
    }

    fn steal(&mut self, steal: &Steal) -> Updated {
        let (thief, victim) = (steal.thief, steal.victim);
        let held = self.now.belief.hands.require_any(victim).ok_or_else(|| Contradiction {
            detail: format!("seat {victim} holds no card that could be stolen"),
            variables: variables(victim, &[1; RESOURCES]),
            certain: false,
        })?;
        if held < 1.0 {
            self.learned(|| variables(victim, &[1; RESOURCES]), held, || format!("Seat {victim} held a card."));
        }
        let Some(card) = steal.resource else {
            self.now.belief.hands.steal(thief, victim);
            self.count();
            self.recorder.moved(&self.now, || format!("Seat {thief} stole a card from seat {victim}."));
            return Ok(());
        };
        if self.recorder.is_on() {
            let mut unseen = self.now.clone();
            unseen.belief.hands.steal(thief, victim);
            unseen.counts = &self.change.after.counts;
            self.recorder.moved(&unseen, || format!("Seat {thief} stole a card from seat {victim}."));
        }
        let p = self.now.belief.hands.steal_seen(thief, victim, card).ok_or_else(|| Contradiction {
            detail: format!("seat {victim} holds no {} that could be stolen, in any world", card.name()),
            variables: vec![variable(victim, card)],
            certain: false,
        })?;
        let belief = &mut self.now.belief;
        if belief.draws.is_some() {
            let mut likelihood = 0.0;
            belief.hands.visit(|row, weight| {
                let left = of_seat(row, victim);
                likelihood += weight * f64::from(left[card as usize] + 1) / f64::from(left.iter().sum::<i32>() + 1);
            });
            belief.survived(p, likelihood);
        }
        self.count();
        self.tell(
            || vec![variable(thief, card), variable(victim, card)],
            p,
            || format!("The card that seat {thief} stole from seat {victim} was {}.", card.name()),
        );
        Ok(())
    }

    fn discard(&mut self, discard: &Discard) -> Updated {
        let (seat, count) = (discard.seat, i32::from(discard.count));
        // Half of a hand above the limit is discarded. Where everybody knows the size, the rules have been asked; here each world is.
        let limit = self.now.belief.terms.setup.limit();
        let sizes = || format!("{} or {} cards, more than {limit}", 2 * count, 2 * count + 1);
        self.learn(
            |row| size(row, seat) > limit && size(row, seat) / 2 == count,
            || variables(seat, &[1; RESOURCES]),
            || format!("Seat {seat} held {}: it discarded {count}.", sizes()),
            || format!("seat {seat} cannot discard {count} cards: in no world does it hold {}", sizes()),
        )?;
        if let Some(cards) = &discard.cards {
            self.pays(seat, cards, "a discard")?;
            self.bank_gets(&cards.counts());
            self.now.belief.hands.shift(seat, &negative(cards));
            self.count();
            self.recorder.moved(&self.now, || format!("Seat {seat} discarded {cards}."));
            return Ok(());
        }
        discards::unseen(&mut self.now.belief, seat, discard.count, self.change.at);
        for least in &mut self.now.belief.totals.0 {
            *least = (*least - count).max(0);
        }
        self.count();
        self.recorder.moved(&self.now, || format!("Seat {seat} discarded {count} cards that were not seen."));
        Ok(())
    }

    fn monopoly(&mut self, monopoly: &Monopoly) -> Updated {
        let (seat, resource, seats) = (monopoly.seat, monopoly.resource, self.now.belief.terms.seats);
        let kind = resource as usize;
        self.plays(seat, DevCard::Monopoly)?;
        self.recorder.turn_to("monopoly");
        let others = || (0..seats).filter(move |other| *other != seat);
        let about = || others().map(|other| variable(other, resource)).collect();
        let held = |row: &Row, other: Seat| of_seat(row, other)[kind];
        if let Some(taken) = &monopoly.taken {
            let reported = |other: Seat| taken.get(&other).map_or(0, |count| i32::from(*count));
            let list = || {
                let parts: Vec<String> = others().map(|other| format!("{} from seat {other}", reported(other))).collect();
                parts.join(", ")
            };
            self.learn(
                |row| others().all(|other| held(row, other) == reported(other)),
                about,
                || format!("The monopoly of seat {seat} took all {}: {}.", resource.name(), list()),
                || format!("a monopoly on {} cannot take exactly {}: in no world are these held", resource.name(), list()),
            )?;
            let mut change = [0; RESOURCES];
            for other in others() {
                change[kind] = -reported(other);
                self.now.belief.hands.shift(other, &change);
            }
            change[kind] = others().map(reported).sum();
            self.now.belief.hands.shift(seat, &change);
        } else {
            let reported = monopoly.total.map_or(0, i32::from);
            self.learn(
                |row| others().map(|other| held(row, other)).sum::<i32>() == reported,
                about,
                || format!("The others held {reported} {} together.", resource.name()),
                || {
                    format!(
                        "a monopoly on {} cannot take {reported}: in no world do the others hold so many together",
                        resource.name()
                    )
                },
            )?;
            let lost = self.now.belief.hands.transform(|row, weight, into| {
                let mut row = *row;
                for other in others() {
                    row[usize::from(other) * RESOURCES + kind] = 0;
                }
                row[usize::from(seat) * RESOURCES + kind] += reported;
                into.push((row, weight));
            });
            self.now.belief.lose(lost);
        }
        self.count();
        self.recorder.moved(&self.now, || format!("All {} went to seat {seat}.", resource.name()));
        Ok(())
    }

    fn hand_size(&mut self, asserted: &HandSize) -> Updated {
        let (seat, count) = (asserted.seat, i32::from(asserted.count));
        let counted = self.change.before.counts.sizes[usize::from(seat)].exact();
        self.learn(
            |row| size(row, seat) == count,
            || variables(seat, &[1; RESOURCES]),
            || format!("Seat {seat} holds {count} cards."),
            || match counted {
                Some(counted) => format!("seat {seat} cannot hold {count} cards: it holds {counted}{MISSED}"),
                None => format!("seat {seat} cannot hold {count} cards: in no world does it{MISSED}"),
            },
        )?;
        self.count();
        Ok(())
    }

    fn hand(&mut self, hand: &Hand) -> Updated {
        let (seat, counts) = (hand.seat, hand.bundle.counts());
        let held = self.now.belief.surely_held(seat);
        self.learn(
            |row| of_seat(row, seat) == counts,
            || variables(seat, &[1; RESOURCES]),
            || format!("Seat {seat} holds {}.", hand.bundle),
            || match held {
                Some(held) => format!("seat {seat} cannot hold exactly {}: it holds {}{MISSED}", hand.bundle, in_words(&held)),
                None => format!("seat {seat} cannot hold exactly {}: in no world does it{MISSED}", hand.bundle),
            },
        )
    }

    fn bank_stock(&mut self, stock: &BankStock) -> Updated {
        let supply = self.now.belief.terms.setup.supply().unwrap_or(0);
        let (least, most) = self.now.belief.totals;
        let settled = stock.bundle.iter().all(|(resource, count)| {
            let held = supply - i32::from(*count);
            least[*resource as usize] == held && most[*resource as usize] == held
        });
        if !settled {
            let listed: Vec<String> =
                stock.bundle.iter().map(|(resource, count)| format!("{count} {}", resource.name())).collect();
            let seats = self.now.belief.terms.seats;
            let holds: Vec<String> = stock
                .bundle
                .iter()
                .filter_map(|(resource, count)| {
                    let (fewest, greatest) = (supply - most[*resource as usize], supply - least[*resource as usize]);
                    let range = if fewest == greatest { fewest.to_string() } else { format!("{fewest} to {greatest}") };
                    (!(fewest..=greatest).contains(&i32::from(*count))).then(|| format!("{range} {}", resource.name()))
                })
                .collect();
            self.learn(
                |row| stock.bundle.iter().all(|(resource, count)| total(row, *resource as usize) == supply - i32::from(*count)),
                || (0..seats).flat_map(|seat| stock.bundle.keys().map(move |resource| variable(seat, *resource))).collect(),
                || format!("The bank holds {}.", listed.join(", ")),
                || match &holds[..] {
                    [] => format!("the bank cannot hold {}: in no world do the hands hold the rest{MISSED}", listed.join(", ")),
                    _ => format!("the bank cannot hold {}: it holds {}{MISSED}", listed.join(", "), holds.join(", ")),
                },
            )?;
        }
        for (resource, count) in &stock.bundle {
            let held = supply - i32::from(*count);
            self.now.belief.totals.0[*resource as usize] = held;
            self.now.belief.totals.1[*resource as usize] = held;
        }
        self.count();
        Ok(())
    }

    fn offer(&mut self, offer: &Offer) {
        let (seat, needed) = (offer.seat, offer.give.counts());
        let softness = self.now.belief.terms.parameters.softness();
        if softness == 0.0 || self.now.belief.hands.surely_holds(seat, &needed) {
            return;
        }
        let bluff = libm::pow(BLUFFED_OFFER, softness);
        // Only the sentence needs to know it, and it takes a look at every world.
        let cannot_hold = self.recorder.is_on() && !covers(&self.now.belief.most_held(seat), &needed);
        let shifted = self.now.belief.hands.reweigh(|row| if covers(&of_seat(row, seat), &needed) { 1.0 } else { bluff });
        let parameter = Parameter { name: "bluffed_offer", value: bluff };
        self.leaned(
            || variables(seat, &needed),
            shifted,
            parameter,
            || {
                let give = &offer.give;
                if cannot_hold {
                    format!("Seat {seat} offers {give}, which it cannot hold.")
                } else {
                    format!("Seat {seat} offers {give}: it probably holds that.")
                }
            },
        );
    }

    /// A seat does not give what was wanted of it. Where nothing was, everybody holds that.
    fn refuse(&mut self, seat: Seat, wanted: &Bundle) {
        let needed = wanted.counts();
        let softness = self.now.belief.terms.parameters.softness();
        if softness == 0.0 || wanted.size() == 0 {
            return;
        }
        let though_held = libm::pow(REFUSED_THOUGH_HELD, softness);
        let surely = self.recorder.is_on() && self.now.belief.hands.surely_holds(seat, &needed);
        let shifted = self.now.belief.hands.reweigh(|row| if covers(&of_seat(row, seat), &needed) { though_held } else { 1.0 });
        let parameter = Parameter { name: "refused_though_held", value: though_held };
        self.leaned(
            || variables(seat, &needed),
            shifted,
            parameter,
            || {
                format!(
                    "Seat {seat} does not give {wanted}{}",
                    if surely { ", though it holds that." } else { ": it may not hold that." }
                )
            },
        );
    }
}
