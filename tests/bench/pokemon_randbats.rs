//! Pokémon random battles measured: what the table is worth on teams it was not made from, what each inference is worth in
//! battles, and what both cost.
//!
//! `cargo bench --bench pokemon_randbats` prints everything; name sections to print them alone: `-- table held_out team taken
//! battles disguises speed`. Battles are those of the fixture, or of a file that is named beside the sections and ends with `.gz`
//! (`data/pokemon_randbats/battles.mjs` makes it). `-- worlds` prints worlds alone, for `data/pokemon_randbats/worlds.mjs`.

#![expect(clippy::disallowed_methods, reason = "a benchmark reads the clock")]

mod randbats;

/// A section: its name, and what prints it.
type Section = (&'static str, fn());

fn main() {
    let sections: [Section; 7] = [
        ("table", randbats::table::run),
        ("held_out", randbats::held_out::run),
        ("team", randbats::team::run),
        ("taken", randbats::taken::run),
        ("battles", randbats::battles::run),
        ("disguises", randbats::disguises::run),
        ("speed", randbats::speed::run),
    ];
    let asked: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-') && !randbats::is_file(argument)).collect();
    if asked.iter().any(|section| section == "worlds") {
        return randbats::worlds::run();
    }
    for (name, run) in sections {
        if asked.is_empty() || asked.iter().any(|section| section == name) {
            run();
            println!();
        }
    }
}
