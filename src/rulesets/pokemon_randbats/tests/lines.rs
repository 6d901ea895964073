//! Facts read off battle lines by splitting them at their bars: without the parser, the battle or the belief, to check these by.

use std::collections::BTreeSet;

/// What a line says of a member's set.
#[derive(Clone, Debug)]
pub struct Statement {
    /// 0 for p1.
    pub side: usize,
    /// Who, by nickname.
    pub name: String,
    /// `move:<id>`, `item`, `ability` or `tera`.
    pub what: String,
    /// As lines write it; `yes` of a move.
    pub value: String,
    /// The line.
    pub line: String,
}

#[derive(Clone, Debug, Default)]
struct Out {
    name: String,
    since: usize,
    /// Its moves and ability may be another's.
    changed: bool,
}

/// Reads line by line.
#[derive(Clone, Debug, Default)]
pub struct Reader {
    out: [Out; 2],
    moved: BTreeSet<(usize, String)>,
    /// Nicknames by when they were first shown.
    pub order: [Vec<String>; 2],
    /// Everything that lines said.
    pub facts: Vec<Statement>,
}

fn who(text: &str) -> Option<(usize, String)> {
    let (place, name) = text.split_once(": ")?;
    match place {
        "p1a" | "p1" => Some((0, name.to_owned())),
        "p2a" | "p2" => Some((1, name.to_owned())),
        _ => None,
    }
}

fn id(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

impl Reader {
    fn state(&mut self, (side, name): (usize, String), what: &str, value: &str, line: &str) {
        let (what, value, line) = (what.to_owned(), value.to_owned(), line.to_owned());
        self.facts.push(Statement { side, name, what, value, line });
    }

    /// Of its set, where it did not change hands before.
    fn item(&mut self, of: (usize, String), item: &str, line: &str) {
        if !self.moved.contains(&of) {
            self.state(of, "item", item, line);
        }
    }

    fn ability(&mut self, of: (usize, String), ability: &str, line: &str) {
        if !self.out[of.0].changed {
            self.state(of, "ability", ability, line);
        }
    }

    fn shown(&mut self, (side, name): &(usize, String)) {
        if !self.order[*side].contains(name) {
            self.order[*side].push(name.clone());
        }
    }

    /// Takes a line in.
    pub fn read(&mut self, line: &str) {
        let parts: Vec<&str> = line.split('|').skip(1).collect();
        let Some((kind, rest)) = parts.split_first() else { return };
        let tag = |tag: &str| rest.iter().find_map(|part| part.strip_prefix(tag)).map(str::trim);
        let (from, of) = (tag("[from]").unwrap_or_default(), tag("[of]").and_then(who));
        let arg = |at: usize| rest.get(at).copied().unwrap_or_default();
        if *kind == "-weather" {
            if let (Some(ability), Some(of)) = (from.strip_prefix("ability: "), of) {
                self.ability(of, ability, line);
            }
            return;
        }
        let Some(whom) = who(arg(0)) else { return };
        match *kind {
            "switch" | "drag" => {
                self.shown(&whom);
                self.out[whom.0] = Out { name: whom.1, since: self.facts.len(), changed: false };
            }
            "replace" => {
                self.shown(&whom);
                let out = &mut self.out[whom.0];
                for fact in self.facts[out.since..].iter_mut().filter(|fact| fact.side == whom.0 && fact.name == out.name) {
                    fact.name.clone_from(&whom.1);
                }
                if self.moved.remove(&(whom.0, out.name.clone())) {
                    self.moved.insert(whom.clone());
                }
                out.name = whom.1;
            }
            "move" if from.is_empty() && !self.out[whom.0].changed && arg(1) != "Struggle" => {
                self.state(whom, &format!("move:{}", id(arg(1))), "yes", line);
            }
            "-terastallize" => self.state(whom, "tera", arg(1), line),
            "-transform" | "detailschange" | "-formechange" | "-endability" => self.out[whom.0].changed = true,
            "-ability" if from.is_empty() => self.ability(whom, arg(1), line),
            "-ability" => self.out.iter_mut().for_each(|out| out.changed = true),
            "-enditem" => {
                self.item(whom.clone(), arg(1), line);
                self.moved.insert(whom);
            }
            "-item" if from.is_empty() || from == "ability: Frisk" => self.item(whom, arg(1), line),
            "-item" => _ = self.moved.insert(whom),
            "-heal" | "-damage" => {
                if let Some(item) = from.strip_prefix("item: ") {
                    let holder = of.filter(|_| *kind == "-damage").unwrap_or(whom);
                    self.item(holder, item, line);
                }
            }
            "-activate" if arg(1) == "move: Poltergeist" => self.item(whom, arg(2), line),
            "-activate"
                if ["move: Skill Swap", "ability: Mummy", "ability: Lingering Aroma", "ability: Wandering Spirit"]
                    .contains(&arg(1)) =>
            {
                self.out.iter_mut().for_each(|out| out.changed = true);
            }
            "-block" => {
                if let Some(ability) = arg(1).strip_prefix("ability: ") {
                    self.ability(of.unwrap_or(whom), ability, line);
                }
            }
            _ => {}
        }
    }
}
