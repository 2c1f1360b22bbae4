//! Distances against enumeration, closed forms and parry, and what must not matter: order, frame, size, warm start.

mod closed_forms;
mod degenerate;
mod properties;
mod reference;
