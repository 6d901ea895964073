//! Liar's dice measured: what the model is worth against no model and the seed's, and what it costs.
//!
//! `cargo bench --bench liars_dice` prints everything; name sections to print them alone: `-- loss calibration wins remote history
//! ceiling speed fit`. `remote` starts a server of its own and plays over HTTP.

mod dice;

/// A section: its name, and what prints it.
type Section = (&'static str, fn());

fn main() {
    let sections: [Section; 8] = [
        ("fit", dice::counted::run),
        ("loss", dice::loss::run),
        ("calibration", dice::calibration::run),
        ("wins", dice::wins::run),
        ("remote", dice::remote::run),
        ("history", dice::history::run),
        ("ceiling", dice::ceiling::run),
        ("speed", dice::speed::run),
    ];
    let asked: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    for (name, run) in sections {
        if asked.is_empty() || asked.iter().any(|section| section == name) {
            run();
            println!();
        }
    }
}
