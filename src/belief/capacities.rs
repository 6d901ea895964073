//! Which holders an item may still have, where every holder takes exactly as many items as it has room for.

/// Most holders. A holder without room costs nothing.
pub const HOLDERS: usize = 4;

/// A set of holders: bit h stands for holder h.
pub type Holders = u8;

/// No assignment exists: these holders would have to take more items than they have room for, or room would stay empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overfull {
    /// Holders of too many: items that none but these may hold are more than their room. All holders where the room is
    /// not that of all items.
    pub holders: Holders,
}

/// Strikes from each item the holders that it has in no assignment. Items whose set is empty are not there.
///
/// By Hall's theorem an assignment exists where no set of holders has less room than items that only it may hold. Where a set has
/// exactly as much, others may put nothing there; and that is all that can be struck, because giving one more item to
/// a holder breaks the condition exactly for the sets that are full.
///
/// # Errors
/// Where no assignment exists; the items are unchanged then.
pub fn narrow(items: &mut [Holders], capacities: [u8; HOLDERS]) -> Result<(), Overfull> {
    const SETS: usize = 1 << HOLDERS;
    let mut demand = [0_i32; SETS];
    for item in &*items {
        demand[usize::from(*item)] += i32::from(*item != 0);
    }
    // Items whose holders lie in a set: sums over subsets, one holder at a time.
    for holder in 0..HOLDERS {
        for set in (0..SETS).filter(|set| set & 1 << holder != 0) {
            demand[set] += demand[set & !(1 << holder)];
        }
    }
    let mut room = [0_i32; SETS];
    for set in 1..SETS {
        let holder = set.trailing_zeros() as usize;
        room[set] = room[set & (set - 1)] + i32::from(capacities[holder]);
    }
    if let Some(set) = (1..SETS).find(|set| demand[*set] > room[*set]) {
        return Err(Overfull { holders: set as Holders });
    }
    if demand[SETS - 1] < room[SETS - 1] {
        return Err(Overfull { holders: (SETS - 1) as Holders });
    }
    // What an item may still be held by, by what it might have been held by.
    let mut left: [Holders; SETS] = std::array::from_fn(|set| set as Holders);
    for full in (1..SETS).filter(|set| demand[*set] == room[*set]) {
        for (set, left) in left.iter_mut().enumerate() {
            if set & !full != 0 {
                *left &= !(full as Holders);
            }
        }
    }
    for item in items {
        *item = left[usize::from(*item)];
    }
    Ok(())
}
