//! Everything the user has, and the one list of actions.
