//! Examples by hand, and laws on simulated games.
