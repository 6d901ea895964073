//! Vinto measured: what each kind of evidence is worth, what the posterior costs, and what a search player wins by it.
//!
//! `cargo bench --bench vinto` prints everything; name sections to print them alone: `-- loss speed remote history fit`.
//! `remote` starts a server of its own and plays over HTTP.

mod rows;

/// A section: its name, and what prints it.
type Section = (&'static str, fn());

fn main() {
    let sections: [Section; 5] = [
        ("loss", rows::loss::run),
        ("speed", rows::speed::run),
        ("remote", rows::remote::run),
        ("history", rows::history::run),
        ("fit", rows::fit::run),
    ];
    let asked: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    for (name, run) in sections {
        if asked.is_empty() || asked.iter().any(|section| section == name) {
            run();
            println!();
        }
    }
}
