//! Tests of the rules and of the simulator, and tests of the belief.

mod beliefs;
mod rules;
