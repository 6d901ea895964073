//! Worlds as numbers: one column a variable, and in each row the place of its value in the column's list.
//!
//! A ruleset names each value once, when it first meets it, and then only counts; so that a thousand worlds cost a thousand times fifty
//! numbers and no text.

use std::collections::{BTreeMap, BTreeSet};

/// The value of a variable that a world does not have.
const ABSENT: &str = "";

/// What of a world is not looked at.
const LEFT_OUT: usize = usize::MAX;

/// Worlds as columns of numbers.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    columns: Vec<Column>,
    /// Where the column of each variable stands, by the ruleset's number of the variable; or [`LEFT_OUT`].
    places: BTreeMap<u32, usize>,
    /// Ids of the variables that are kept; all, where it is `None`.
    kept: Option<BTreeSet<String>>,
    rows: usize,
    /// Where the next value is looked for first: worlds name their variables in the same order, nearly always.
    next: usize,
}

/// A variable, and its value in each world.
#[derive(Clone, Debug)]
pub struct Column {
    /// Its id.
    pub id: String,
    /// Its values, in the order in which worlds have them first; an empty one where some worlds have no such variable.
    pub values: Vec<String>,
    /// The place of its value in `values`, world by world.
    pub cells: Vec<u16>,
    variable: u32,
    /// Place of each value by the ruleset's number of it, plus one; 0 where no world has it yet.
    known: Vec<u16>,
}

impl Columns {
    /// Of the variables with these ids; others are left out.
    #[must_use]
    pub fn of(ids: BTreeSet<String>) -> Self {
        Self { kept: Some(ids), ..Self::default() }
    }

    /// Begins the next world.
    pub fn begin(&mut self) {
        self.rows += 1;
        self.next = 0;
    }

    /// The value of a variable in the world that was begun last. `variable` and `value` are numbers of the ruleset's choice, the same for
    /// the same variable and value in all worlds of a game; `name` gives the variable's id and the value's name, and is asked when either
    /// was not met before. A variable that is put twice keeps its first value.
    pub fn put(&mut self, variable: u32, value: u16, name: impl FnOnce() -> (String, String)) {
        let place = match self.columns.get(self.next) {
            Some(column) if column.variable == variable => self.next,
            _ => match self.places.get(&variable) {
                Some(place) => *place,
                None => return self.add(variable, value, name()),
            },
        };
        let Some(column) = self.columns.get_mut(place) else { return };
        self.next = place + 1;
        match column.known.get(usize::from(value)) {
            Some(known) if *known > 0 => column.push(self.rows, known - 1),
            _ => column.add(self.rows, value, name().1),
        }
    }

    /// The same for values that have no numbers. Do not mix it with [`Columns::put`] in one variable.
    pub fn put_text(&mut self, variable: u32, value: &str, id: impl FnOnce() -> String) {
        if self.columns.get(self.next).is_none_or(|column| column.variable != variable) {
            match self.places.get(&variable) {
                Some(place) => self.next = *place,
                None => return self.add(variable, 0, (id(), value.to_owned())),
            }
        }
        let Some(column) = self.columns.get_mut(self.next) else { return };
        self.next += 1;
        let place = column.values.iter().position(|known| known == value);
        let place = place.map_or_else(|| column.place(value.to_owned()), |place| place as u16);
        column.push(self.rows, place);
    }

    fn add(&mut self, variable: u32, value: u16, (id, name): (String, String)) {
        if self.kept.as_ref().is_some_and(|kept| !kept.contains(&id)) {
            self.places.insert(variable, LEFT_OUT);
            return;
        }
        self.next = self.columns.len() + 1;
        self.places.insert(variable, self.columns.len());
        let mut column = Column { id, values: Vec::new(), cells: Vec::new(), variable, known: Vec::new() };
        column.add(self.rows, value, name);
        self.columns.push(column);
    }

    /// The columns, each with a cell for every world, in the order in which worlds name their variables.
    #[must_use]
    pub fn finish(mut self) -> Vec<Column> {
        self.columns.iter_mut().for_each(|column| column.fill(self.rows));
        self.columns
    }
}

impl Column {
    fn push(&mut self, rows: usize, place: u16) {
        if self.cells.len() + 1 < rows {
            self.fill(rows - 1);
        }
        if self.cells.len() < rows {
            self.cells.push(place);
        }
    }

    /// Gives every world so far that has no such variable the value that says so.
    fn fill(&mut self, rows: usize) {
        if self.cells.len() < rows {
            let place = self.place(ABSENT.to_owned());
            self.cells.resize(rows, place);
        }
    }

    fn add(&mut self, rows: usize, value: u16, name: String) {
        let place = self.place(name);
        let value = usize::from(value);
        if self.known.len() <= value {
            self.known.resize(value + 1, 0);
        }
        self.known[value] = place + 1;
        self.push(rows, place);
    }

    fn place(&mut self, name: String) -> u16 {
        let place = self.values.iter().position(|known| *known == name).unwrap_or_else(|| {
            self.values.push(name);
            self.values.len() - 1
        });
        // No variable of any game has that many values.
        u16::try_from(place).unwrap_or(u16::MAX - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(columns: &mut Columns, variable: &str, value: u16) {
        let number = variable.bytes().fold(0_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(u32::from(byte)));
        columns.put(number, value, || (variable.to_owned(), format!("v{value}")));
    }

    #[test]
    fn values_are_counted_in_the_order_in_which_worlds_have_them() {
        let mut columns = Columns::of(["a", "b", "c"].map(str::to_owned).into());
        let worlds: [&[(&str, u16)]; 3] =
            [&[("a", 7), ("left out", 1), ("b", 2)], &[("a", 3), ("b", 2)], &[("b", 9), ("c", 0), ("a", 7)]];
        for world in worlds {
            columns.begin();
            world.iter().for_each(|(variable, value)| put(&mut columns, variable, *value));
        }
        let columns = columns.finish();
        let seen: Vec<_> =
            columns.iter().map(|column| (column.id.as_str(), column.values.join(" "), column.cells.clone())).collect();
        assert_eq!(
            seen,
            [
                ("a", "v7 v3".to_owned(), vec![0, 1, 0]),
                ("b", "v2 v9".to_owned(), vec![0, 0, 1]),
                ("c", "v0 ".to_owned(), vec![1, 1, 0]),
            ]
        );
    }

    #[test]
    fn a_world_without_a_variable_says_so() {
        let mut columns = Columns::default();
        for (variable, value) in [("a", 1), ("b", 1)] {
            columns.begin();
            put(&mut columns, variable, value);
            put(&mut columns, variable, value + 1);
        }
        let columns = columns.finish();
        assert_eq!(columns[0].values, ["v1", "v2", ""], "the second value is known, and not kept");
        assert_eq!((columns[0].cells.as_slice(), columns[1].cells.as_slice()), ([0, 2].as_slice(), [1, 0].as_slice()));
    }
}
