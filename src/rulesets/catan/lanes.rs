//! All hands of one world in a few machine words.
//!
//! A count has a lane of bits; lanes lie in order of seat and resource, the first in the highest bits. So keys of every
//! width sort as the counts do, and adding a constant to every lane is one addition a word, as long as no lane overflows.

use super::bundle::{Amounts, RESOURCES};
use super::setup::MOST_SEATS;
use crate::belief::Key;

/// Lanes at the largest table.
pub const LANES: usize = MOST_SEATS * RESOURCES;

/// A number for each count, in lane order.
pub type Row = [i32; LANES];

/// The lane of a seat's first resource.
pub const fn first_lane(seat: u8) -> usize {
    seat as usize * RESOURCES
}

/// One seat's part of a row.
pub fn of_seat(row: &Row, seat: u8) -> Amounts {
    std::array::from_fn(|resource| row[first_lane(seat) + resource])
}

/// All cards of a resource in hands.
pub fn total(row: &Row, resource: usize) -> i32 {
    (0..MOST_SEATS).map(|seat| row[seat * RESOURCES + resource]).sum()
}

/// Cards in a seat's hand.
pub fn size(row: &Row, seat: u8) -> i32 {
    of_seat(row, seat).iter().sum()
}

/// Where lanes lie in a key of one width.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// Lanes in use.
    pub lanes: usize,
    bits: u32,
}

impl Layout {
    /// Greatest value of a lane.
    pub const fn most(self) -> i32 {
        (1 << self.bits) - 1
    }
}

/// Words that hold lanes.
pub trait Packed: Key {
    /// As many bits a lane as fit, at most 12, and one bit of the key to spare for [`Key::LAST`].
    fn layout(seats: u8) -> Layout;

    /// A lane's value.
    fn lane(self, layout: Layout, lane: usize) -> i32;

    /// A key of lanes that each fit.
    fn pack(layout: Layout, row: &Row) -> Self;

    /// The key with each lane lowered by that of another, which is no greater.
    #[must_use]
    fn minus(self, other: Self) -> Self;

    /// All lanes; those not in use are 0.
    fn unpack(self, layout: Layout) -> Row {
        std::array::from_fn(|lane| if lane < layout.lanes { self.lane(layout, lane) } else { 0 })
    }
}

macro_rules! packed_integer {
    ($word:ty) => {
        impl Packed for $word {
            fn layout(seats: u8) -> Layout {
                let lanes = first_lane(seats);
                Layout { lanes, bits: ((<$word>::BITS - 1) / lanes as u32).min(12) }
            }

            #[inline]
            fn lane(self, layout: Layout, lane: usize) -> i32 {
                let shift = (layout.lanes - 1 - lane) as u32 * layout.bits;
                (self >> shift) as i32 & layout.most()
            }

            #[inline]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }

            fn pack(layout: Layout, row: &Row) -> Self {
                row[..layout.lanes].iter().fold(0, |key, value| key << layout.bits | *value as $word)
            }
        }
    };
}

packed_integer!(u64);
packed_integer!(u128);

/// A word a seat: wide enough for any hand that the table allows.
impl Packed for [u64; MOST_SEATS] {
    fn layout(seats: u8) -> Layout {
        Layout { lanes: first_lane(seats), bits: 12 }
    }

    #[inline]
    fn lane(self, layout: Layout, lane: usize) -> i32 {
        let shift = (RESOURCES - 1 - lane % RESOURCES) as u32 * layout.bits;
        (self[lane / RESOURCES] >> shift) as i32 & layout.most()
    }

    fn minus(mut self, other: Self) -> Self {
        self.iter_mut().zip(other).for_each(|(word, other)| *word = word.wrapping_sub(other));
        self
    }

    fn pack(layout: Layout, row: &Row) -> Self {
        std::array::from_fn(|seat| of_seat(row, seat as u8).iter().fold(0, |key, value| key << layout.bits | *value as u64))
    }
}
