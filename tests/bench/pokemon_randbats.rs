//! Pokémon random battles measured: what the table is worth on teams it was not made from, what each inference is worth in
//! battles, and what both cost.
//!
//! `cargo bench --bench pokemon_randbats` prints everything; name sections to print them alone: `-- table held_out team battles
//! speed`. Battles are those of the fixture, or of the file that `RANDBATS` names (`data/pokemon_randbats/battles.mjs` makes it).

#![expect(clippy::disallowed_methods, reason = "a benchmark reads the clock, and may be told which battles to read")]

mod randbats;

/// A section: its name, and what prints it.
type Section = (&'static str, fn());

fn main() {
    let sections: [Section; 5] = [
        ("table", randbats::table::run),
        ("held_out", randbats::held_out::run),
        ("team", randbats::team::run),
        ("battles", randbats::battles::run),
        ("speed", randbats::speed::run),
    ];
    let asked: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    for (name, run) in sections {
        if asked.is_empty() || asked.iter().any(|section| section == name) {
            run();
            println!();
        }
    }
}
