//! Segments and trajectories, sampled and continuous.
