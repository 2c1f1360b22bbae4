//! egui: a panel is a function of the session that returns actions.
