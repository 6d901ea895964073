//! What lay in the rows, as everything that was seen of each card by the end of its round shows it.

use std::collections::BTreeMap;

use super::Vinto;
use super::event::Event;
use super::instance::Instance;
use super::rank::Rank;
use super::setup::Parameters;
use super::world::variable;
use crate::belief::Evidence;
use crate::rulesets::{Observer, Opening, Seat, Watch};

/// Where the cards of the rows lie after an event: seat, position, card.
type Rows = Vec<(Seat, usize, Instance)>;

/// The rank of each card in the rows after each event, where the referee knows it by the end of the round: cards keep their identity
/// while they move.
#[must_use]
pub fn hindsight(opening: &Opening<Vinto>, events: &[&Event]) -> Vec<BTreeMap<String, String>> {
    // All hard evidence is used, whatever the game uses, and no other.
    let parameters = Parameters { soft_weight: Some(0.0), ..Parameters::default() };
    let opening = Opening { parameters, ..opening.clone() };
    let mut watch = Watch::new(&opening, Observer::Referee);
    let mut rounds: Vec<(Vec<Rows>, BTreeMap<Instance, Rank>)> = vec![Default::default()];
    for event in events {
        if matches!(event, Event::Round(_)) {
            rounds.push(Default::default());
        }
        // What contradicts the rest of the log says nothing, and moves the cards all the same.
        if watch.see(event, &mut Evidence::off()).is_err() {
            watch.leave_out(event);
        }
        let (table, belief) = (&watch.table, &watch.belief);
        let placed = |(seat, row): (Seat, &[Instance])| {
            row.iter().enumerate().map(move |(position, card)| (seat, position, *card)).collect::<Vec<_>>()
        };
        let rows: Rows = table.rows().flat_map(placed).collect();
        let Some((course, known)) = rounds.last_mut() else { continue };
        known.extend(rows.iter().filter_map(|(_, _, card)| Some((*card, belief.known(*card)?))));
        let discards = table.discards().iter().map(|card| card.instance);
        known.extend(discards.filter_map(|card| Some((card, belief.known(card)?))));
        course.push(rows);
    }
    let truth = |known: &BTreeMap<Instance, Rank>, rows: &Rows| {
        let rank = |(seat, position, card): &(Seat, usize, Instance)| {
            Some((variable(*seat, *position), known.get(card)?.name().to_owned()))
        };
        rows.iter().filter_map(rank).collect()
    };
    rounds.iter().flat_map(|(course, known)| course.iter().map(|rows| truth(known, rows)).collect::<Vec<_>>()).collect()
}
