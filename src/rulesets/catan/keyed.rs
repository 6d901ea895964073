//! Sets of worlds under keys of three widths, and code that runs the same on each.

use super::lanes::{Layout, Packed, Row};
use super::setup::MOST_SEATS;
use crate::belief::Worlds;
use crate::belief::stint::Strides;

/// Worlds under keys of the narrowest width that holds them.
#[derive(Clone, Debug)]
pub enum Keyed {
    /// Lanes of 2 to 6 bits, 3 at four seats: nearly every game.
    Narrow(Worlds<u64>),
    /// Lanes of 4 to 12 bits.
    Middle(Worlds<u128>),
    /// Lanes of 12 bits.
    Wide(Worlds<[u64; MOST_SEATS]>),
}

/// Runs the same code for every width.
macro_rules! each {
    ($keyed:expr, $worlds:ident => $body:expr) => {
        match $keyed {
            Keyed::Narrow($worlds) => $body,
            Keyed::Middle($worlds) => $body,
            Keyed::Wide($worlds) => $body,
        }
    };
}

/// The same, where the result is worlds again.
macro_rules! each_into {
    ($keyed:expr, $worlds:ident => $body:expr) => {
        match $keyed {
            Keyed::Narrow($worlds) => Keyed::Narrow($body),
            Keyed::Middle($worlds) => Keyed::Middle($body),
            Keyed::Wide($worlds) => Keyed::Wide($body),
        }
    };
}

pub(super) use {each, each_into};

impl Keyed {
    /// Packs rows, whose counts lie `spread` above `base` at most, as narrowly as they fit. The mass of rows that fit no key
    /// comes second.
    pub fn collect(seats: u8, base: &Row, spread: &Row, rows: &[(Row, f64)]) -> Option<(Self, f64)> {
        let fits = |layout: Layout| spread[..layout.lanes].iter().all(|spread| *spread <= layout.most());
        Some(if fits(<u64 as Packed>::layout(seats)) {
            (Self::Narrow(packed(seats, base, rows)?.0), 0.0)
        } else if fits(<u128 as Packed>::layout(seats)) {
            (Self::Middle(packed(seats, base, rows)?.0), 0.0)
        } else {
            let (worlds, lost) = packed(seats, base, rows)?;
            (Self::Wide(worlds), lost)
        })
    }
}

/// Packs the rows that fit above `base`; the mass of those that do not comes second.
fn packed<K: Packed>(seats: u8, base: &Row, rows: &[(Row, f64)]) -> Option<(Worlds<K>, f64)> {
    let layout = K::layout(seats);
    let (mut kept, mut mass, mut lost) = (Vec::with_capacity(rows.len()), 0.0, 0.0);
    let mut strides = Strides::default();
    for (row, weight) in rows {
        strides.step();
        mass += weight;
        let lanes: Row = std::array::from_fn(|lane| row[lane] - base[lane]);
        if lanes[..layout.lanes].iter().all(|lane| *lane <= layout.most()) {
            kept.push((K::pack(layout, &lanes), *weight));
        } else {
            lost += weight;
        }
    }
    Some((Worlds::collect(kept)?, if mass > 0.0 { lost / mass } else { 0.0 }))
}

/// Where the lanes of these worlds lie.
pub fn layout_of<K: Packed>(_: &Worlds<K>, seats: u8) -> Layout {
    K::layout(seats)
}

/// Lanes as a key of these worlds.
pub fn pack_for<K: Packed>(_: &Worlds<K>, layout: Layout, row: &Row) -> K {
    K::pack(layout, row)
}

/// The same worlds under keys of another width, in which they fit.
pub fn rewidened<K: Packed, L: Packed>(worlds: &Worlds<K>, seats: u8) -> Worlds<L> {
    let (from, to) = (K::layout(seats), L::layout(seats));
    worlds.rekeyed(|key| L::pack(to, &key.unpack(from)))
}
