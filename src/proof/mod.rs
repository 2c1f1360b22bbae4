//! Certificates that a pair never collides, and the search for counterexamples.
