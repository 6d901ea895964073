//! The rules that an event must keep, judged from what is public.
//!
//! Whether the cards are there is no rule to judge here: who holds what is hidden, so a payment that cannot be is a
//! contradiction of a belief, not a refusal.

use super::bundle::{Amounts, Bundle, DevCard, Resource};
use super::event::{Build, BuildPiece, Discard, Event, Monopoly, Offer, Refuse, Start};
use super::setup::Bank;
use super::table::Table;
use crate::rulesets::{Checked, Seat, refuse, rule, seated};

/// Most cards of a resource that all hands together may hold where the bank has no end, and most cards in a hand at a start.
const MOST_CARDS: i32 = 1_000;

/// The cure where the numbers are wrong by which an event is judged.
pub const MISSED: &str = "; where events were missed, post a `start` that says how the table stands";

/// Most cards of a resource in one bundle of one event.
const MOST_IN_BUNDLE: i32 = 100;

/// May this event happen at this table?
///
/// # Errors
/// The rule that it breaks, by name.
pub fn check(table: &Table, event: &Event) -> Checked {
    match event {
        Event::Start(start) => check_start(table, start),
        Event::Turn(turn) => {
            seated(turn.seat, table.seats)?;
            rule("dice", turn.dice.is_none_or(|dice| (2..=12).contains(&dice)), || "two dice show 2 to 12")
        }
        Event::Production(production) => {
            rule(
                "production_empty",
                !production.gains.is_empty(),
                || "a production names at least one seat; leave it out where nobody got a card",
            )?;
            for (seat, gains) in &production.gains {
                seated(*seat, table.seats)?;
                rule("bundle_empty", gains.size() > 0, || format!("seat {seat} got no card: leave it out of `gains`"))?;
                small(gains)?;
            }
            endless(table, &production.total())
        }
        Event::Build(build) => check_build(table, build),
        Event::BankTrade(trade) => {
            seated(trade.seat, table.seats)?;
            exchange(&trade.give, &trade.get)?;
            endless(table, &trade.get.counts())
        }
        Event::PlayerTrade(trade) => {
            two_seats(table, trade.seat, trade.partner)?;
            between_seats(&trade.give, &trade.get)
        }
        Event::Steal(steal) => {
            two_seats(table, steal.thief, steal.victim)?;
            let empty = table.counts.sizes[usize::from(steal.victim)].most == 0;
            rule("victim_has_no_cards", !empty, || format!("seat {} holds no card, and cannot be robbed{MISSED}", steal.victim))
        }
        Event::Discard(discard) => check_discard(table, discard),
        Event::Monopoly(monopoly) => check_monopoly(table, monopoly),
        Event::YearOfPlenty(year) => {
            plays(table, year.seat, DevCard::YearOfPlenty)?;
            rule("year_of_plenty_cards", (1..=2).contains(&year.resources.size()), || {
                format!("year of plenty takes two cards, one where the bank has no more, and not {}", year.resources.size())
            })?;
            endless(table, &year.resources.counts())
        }
        Event::PlayDevCard(play) => {
            let own_event = matches!(play.card, DevCard::Monopoly | DevCard::YearOfPlenty);
            rule(
                "card_has_own_event",
                !own_event,
                || "monopoly and year of plenty are events of their own, which play the card",
            )?;
            plays(table, play.seat, play.card)
        }
        Event::HandSize(size) => {
            seated(size.seat, table.seats)?;
            rule("hand_size", i32::from(size.count) <= MOST_CARDS, || "a hand holds at most 1,000 cards")
        }
        Event::BankStock(stock) => {
            bank_is_seen(table)?;
            rule("bank_stock_empty", !stock.bundle.is_empty(), || "a bank stock lists at least one resource; 0 may be listed")?;
            let supply = table.setup.supply().unwrap_or(0);
            stock.bundle.iter().try_for_each(|(resource, count)| in_the_bank(*resource, i32::from(*count), supply))
        }
        Event::Hand(hand) => {
            seated(hand.seat, table.seats)?;
            rule(
                "bundle_size",
                hand.bundle.counts().iter().all(|count| *count <= MOST_CARDS),
                || "a hand holds at most 1,000 cards of a resource",
            )
        }
        Event::Offer(offer) => check_offer(table, offer),
        Event::Refuse(refusal) => {
            seated(refusal.seat, table.seats)?;
            check_refusal(table, refusal)
        }
    }
}

fn check_refusal(table: &Table, refusal: &Refuse) -> Checked {
    if let Some(maker) = refusal.maker {
        seated(maker, table.seats)?;
        rule("own_offer", maker != refusal.seat, || "a seat cannot refuse its own offer")?;
    }
    let offers = || table.offers_of(refusal.maker);
    if offers().any(|open| open.is_to(refusal.seat)) {
        return Ok(());
    }
    match offers().rfind(|open| open.offer.seat != refusal.seat) {
        Some(open) => refuse(
            "offer_not_made_to_seat",
            format!("the open offer of seat {} was not made to seat {}", open.offer.seat, refusal.seat),
        ),
        None if offers().next().is_some() => refuse("own_offer", "a seat cannot refuse its own offer"),
        None => refuse("no_open_offer", "there is no open offer to refuse"),
    }
}

fn check_start(table: &Table, start: &Start) -> Checked {
    for (seat, hand) in &start.hands {
        seated(*seat, table.seats)?;
        start_size(*seat, hand.size())?;
        let size = start.hand_sizes.get(seat).map_or(hand.size(), |size| i32::from(*size));
        let differs = || format!("seat {seat} holds {size} cards by `hand_sizes`, and {} by `hands`", hand.size());
        rule("hand_size_differs", size == hand.size(), differs)?;
    }
    for (seat, size) in &start.hand_sizes {
        seated(*seat, table.seats)?;
        start_size(*seat, i32::from(*size))?;
    }
    check_start_dev_cards(table, start)?;
    let all: i32 = start.hand_sizes.values().map(|size| i32::from(*size)).sum::<i32>()
        + start.hands.iter().filter(|(seat, _)| !start.hand_sizes.contains_key(seat)).map(|(_, hand)| hand.size()).sum::<i32>();
    let supply = table.setup.supply();
    if let Some(supply) = supply {
        let more = || format!("the hands hold {all} cards together, and there are {}", 5 * supply);
        rule("more_cards_than_exist", all <= 5 * supply, more)?;
    }
    let Some(bank) = start.bank else { return Ok(()) };
    bank_is_seen(table)?;
    let supply = supply.unwrap_or(0);
    Resource::ALL.into_iter().zip(bank.counts()).try_for_each(|(resource, count)| in_the_bank(resource, count, supply))?;
    rule("cards_do_not_add_up", bank.size() + all == 5 * supply, || {
        format!("the bank's {} cards and the hands' {all} are not the {} that there are", bank.size(), 5 * supply)
    })
}

fn start_size(seat: Seat, size: i32) -> Checked {
    rule("hand_size", size <= MOST_CARDS, || {
        format!("a hand holds at most 1,000 cards at a start, and that of seat {seat} {size}")
    })
}

/// The bank holds no more of a resource than there are cards of it.
fn in_the_bank(resource: Resource, count: i32, supply: i32) -> Checked {
    rule("bank_stock", count <= supply, || format!("the bank cannot hold {count} {}: there are {supply}", resource.name()))
}

fn check_start_dev_cards(table: &Table, start: &Start) -> Checked {
    let deck = table.dev_cards.deck;
    let mut seen: [u32; 5] = [0; 5];
    for (card, count) in &start.dev_cards_played {
        seen[*card as usize] += u32::from(*count);
    }
    for (seat, cards) in &start.dev_cards_held {
        seated(*seat, table.seats)?;
        let named: u32 = cards.values().map(|count| u32::from(*count)).sum();
        let held = start.dev_cards_of(*seat);
        rule("dev_cards_differ", named <= held, || format!("seat {seat} holds {held} development cards, and {named} are named"))?;
        for (card, count) in cards {
            seen[*card as usize] += u32::from(*count);
        }
    }
    for ((card, seen), there_are) in DevCard::ALL.into_iter().zip(seen).zip(deck) {
        let more = || format!("{seen} {} cards are held and played, and the deck has {there_are}", card.words());
        rule("more_dev_cards_than_exist", seen <= there_are, more)?;
    }
    for seat in start.dev_cards.keys() {
        seated(*seat, table.seats)?;
    }
    let played: u32 = start.dev_cards_played.values().map(|count| u32::from(*count)).sum();
    let held: u32 = (0..table.seats).map(|seat| start.dev_cards_of(seat)).sum();
    let there_are: u32 = deck.iter().sum();
    let more = || format!("{held} development cards are held and {played} played, and the deck has {there_are}");
    rule("more_dev_cards_than_exist", played + held <= there_are, more)
}

fn check_build(table: &Table, build: &Build) -> Checked {
    seated(build.seat, table.seats)?;
    if build.piece == BuildPiece::DevCard {
        rule("dev_card_free", !build.free, || "a development card is never free")?;
        rule("no_dev_card_left", table.dev_cards.stock() > 0, || format!("no development card is left to buy{MISSED}"))?;
    }
    let Some(card) = build.card else { return Ok(()) };
    rule("card_of_a_building", build.piece == BuildPiece::DevCard, || "only a development card has a type")?;
    rule("card_not_in_deck", table.dev_cards.deck[card as usize] > 0, || {
        format!("the deck of this table has no {} card", card.words())
    })
}

fn check_discard(table: &Table, discard: &Discard) -> Checked {
    seated(discard.seat, table.seats)?;
    let count = i32::from(discard.count);
    rule("discard_empty", count > 0, || "a discard is of at least one card")?;
    match &discard.cards {
        Some(cards) => rule("discard_count_differs", cards.size() == count, || {
            format!("`count` is {count}, and {} cards are named", cards.size())
        })?,
        None => rule(
            "discard_is_public",
            !table.setup.discards_are_public(),
            || "at this table everyone sees the cards discarded: name them",
        )?,
    }
    let Some(size) = table.counts.sizes[usize::from(discard.seat)].exact() else { return Ok(()) };
    let limit = table.setup.limit();
    rule("discard_below_limit", size > limit, || format!("a hand of {size} does not discard: the limit is {limit}{MISSED}"))?;
    rule("discard_half", count == size / 2, || format!("a hand of {size} discards {}, half of it rounded down{MISSED}", size / 2))
}

fn check_monopoly(table: &Table, monopoly: &Monopoly) -> Checked {
    plays(table, monopoly.seat, DevCard::Monopoly)?;
    let Some(taken) = &monopoly.taken else {
        rule("monopoly_counts", monopoly.total.is_some(), || "a monopoly says what was taken, by seat or in total")?;
        return rule(
            "bundle_size",
            monopoly.total.is_none_or(|total| i32::from(total) <= MOST_CARDS),
            || "at most 1,000 cards can be taken",
        );
    };
    let mut sum = 0;
    for (seat, count) in taken {
        two_seats(table, monopoly.seat, *seat)?;
        rule("bundle_size", i32::from(*count) <= MOST_CARDS, || "at most 1,000 cards can be taken")?;
        sum += i32::from(*count);
    }
    let total = monopoly.total.map_or(sum, i32::from);
    rule("monopoly_total_differs", total == sum, || format!("`total` is {total}, and what was taken comes to {sum}"))
}

fn check_offer(table: &Table, offer: &Offer) -> Checked {
    seated(offer.seat, table.seats)?;
    between_seats(&offer.give, &offer.get)?;
    offer.to.iter().try_for_each(|seat| two_seats(table, offer.seat, *seat))
}

/// Seat and type allow that the card is played; whether the seat holds it is hidden.
fn plays(table: &Table, seat: Seat, card: DevCard) -> Checked {
    seated(seat, table.seats)?;
    rule("no_dev_card_held", table.dev_cards.held[usize::from(seat)] > 0, || {
        format!("seat {seat} holds no development card{MISSED}")
    })?;
    rule("no_such_card_left", table.dev_cards.unplayed(card) > 0, || {
        format!("all {} cards of the deck ({}) have been played{MISSED}", card.words(), table.dev_cards.deck[card as usize])
    })
}

/// Both seats are at the table, and they are not one.
pub(super) fn two_seats(table: &Table, one: Seat, other: Seat) -> Checked {
    seated(one, table.seats)?;
    seated(other, table.seats)?;
    rule("same_seat", one != other, || format!("it takes two different seats, and both are {one}"))
}

/// What seats trade, where one may give without getting.
fn between_seats(give: &Bundle, get: &Bundle) -> Checked {
    rule("trade_empty", give.size() + get.size() > 0, || "a trade moves at least one card")?;
    small(give)?;
    small(get)?;
    no_overlap(give, get)
}

fn exchange(give: &Bundle, get: &Bundle) -> Checked {
    bundle(give)?;
    bundle(get)?;
    no_overlap(give, get)
}

fn bundle(cards: &Bundle) -> Checked {
    rule("bundle_empty", cards.size() > 0, || "a bundle holds at least one card")?;
    small(cards)
}

fn small(cards: &Bundle) -> Checked {
    let within = cards.counts().iter().all(|count| *count <= MOST_IN_BUNDLE);
    rule("bundle_size", within, || format!("a bundle holds at most 100 cards of a resource, and not {cards}"))
}

fn no_overlap(give: &Bundle, get: &Bundle) -> Checked {
    let both = Resource::ALL.into_iter().find(|resource| [give, get].iter().all(|cards| cards.counts()[*resource as usize] > 0));
    match both {
        None => Ok(()),
        Some(resource) => refuse("same_resource_both_ways", format!("{} cannot be given and got in one trade", resource.name())),
    }
}

/// Counts stay within what can be tracked even where the bank has no end.
fn endless(table: &Table, gains: &Amounts) -> Checked {
    if table.setup.supply().is_some() {
        return Ok(());
    }
    let within =
        table.counts.at_most.iter().zip(gains).all(|(held, gain)| *gain == 0 || held.saturating_add(*gain) <= MOST_CARDS);
    rule("card_limit", within, || "all hands together hold at most 1,000 cards of a resource")
}

fn bank_is_seen(table: &Table) -> Checked {
    rule("bank_not_visible", table.setup.bank == Some(Bank::Visible), || "at this table nobody sees what the bank holds")
}
