//! The program `credence`.

fn main() -> std::process::ExitCode {
    credence::cli::run()
}
