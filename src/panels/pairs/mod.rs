//! The pairs of the shown type: table, matrix and comparison with an SRDF, their filter and selection.

mod filter;
mod review;
mod rows;
mod selection;
mod srdf;
mod table;

pub use review::ReviewView;
pub(super) use review::at_hand;
pub use rows::{Column, Filter, Rows, reason_rank};
pub use selection::Selection;
pub use srdf::SrdfView;
pub(super) use table::select as select_pair;

use super::state::UiState;
use super::widgets::{choice, empty_state};
use super::{matrix, words};
use crate::session::{Action, Session};
use egui::Ui;

/// Which of the views shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairsView {
    Table,
    Matrix,
    /// What a person should look at.
    Review,
    /// An SRDF beside what was computed.
    Srdf,
}

/// What the pair panel remembers between frames.
pub struct PairsState {
    pub rows: Rows,
    pub filter: Filter,
    /// Column and descending.
    pub sort: (Column, bool),
    pub selection: Selection,
    pub view: PairsView,
    pub review: ReviewView,
    pub srdf: SrdfView,
    /// Bring this row into sight in the next frame.
    pub scroll_to: Option<usize>,
    /// Put the keyboard into the filter field in the next frame.
    pub focus_filter: bool,
}

impl Default for PairsState {
    fn default() -> Self {
        Self {
            rows: Rows::default(),
            filter: Filter::default(),
            sort: (Column::Now, false),
            selection: Selection::default(),
            view: PairsView::Table,
            review: ReviewView::default(),
            srdf: SrdfView::default(),
            scroll_to: None,
            focus_filter: false,
        }
    }
}

impl PairsState {
    /// Brings rows and selection up to date with the session.
    pub fn follow(&mut self, session: &Session) {
        self.rows.update(session, &self.filter, self.sort);
        self.selection.follow(session);
        self.review.follow(session);
        self.srdf.follow(session);
        if self.view == PairsView::Srdf && self.srdf.title().is_none() {
            self.view = PairsView::Table;
        }
    }
}

pub(super) fn draw(ui: &mut Ui, session: &Session, state: &mut UiState, actions: &mut Vec<Action>) {
    state.pairs.follow(session);
    ui.horizontal(|ui| {
        ui.set_min_height(super::theme::CONTROL + 6.0);
        ui.spacing_mut().item_spacing.x = 4.0;
        for (view, label, hint) in [
            (PairsView::Table, "Pairs", "All pairs of the shown shape type"),
            (PairsView::Matrix, "Matrix", "The pairs as a matrix, coloured by reason"),
        ] {
            if choice(ui, state.pairs.view == view, label).on_hover_text(hint).clicked() {
                state.pairs.view = view;
            }
        }
        let chosen = state.pairs.view == PairsView::Review;
        let hint = "The pairs at which a person should look, with their witness configurations (N)";
        if choice(ui, chosen, state.pairs.review.title()).on_hover_text(hint).clicked() {
            state.pairs.view = PairsView::Review;
        }
        if let Some(title) = state.pairs.srdf.title() {
            let chosen = state.pairs.view == PairsView::Srdf;
            if choice(ui, chosen, title).on_hover_text("The pairs of an SRDF beside what is computed").clicked() {
                state.pairs.view = PairsView::Srdf;
            }
        }
        ui.separator();
        match state.pairs.view {
            PairsView::Srdf => srdf::head(ui, session, &mut state.pairs.srdf, actions),
            PairsView::Review => review::head(ui, session, &mut state.pairs.review, actions),
            PairsView::Table | PairsView::Matrix => filter::draw(ui, state, actions, session),
        }
    });
    if session.shape_set(session.shown_type()).is_none() {
        empty_state(ui, "Computing the shapes", "The pairs appear as soon as there are shapes.");
        return;
    }
    match state.pairs.view {
        PairsView::Table => table::draw(ui, session, &mut state.pairs, actions),
        PairsView::Review => review::draw(ui, session, &mut state.pairs.review, actions),
        PairsView::Srdf => srdf::draw(ui, session, &state.pairs.srdf, actions),
        PairsView::Matrix => matrix::draw(ui, session, &mut state.matrix, &mut state.pairs, actions),
    }
}

/// Reasons in the order of menus.
pub(super) fn all_reasons() -> [Option<crate::matrix::Reason>; 7] {
    use crate::matrix::Reason;
    let mut all = [
        None,
        Some(Reason::SameBody),
        Some(Reason::Adjacent),
        Some(Reason::Always),
        Some(Reason::Never),
        Some(Reason::User),
        Some(Reason::Imported),
    ];
    all.sort_by_key(|reason| reason_rank(*reason));
    all
}

/// The name of a reason with the number of its pairs.
pub(super) fn counted(reason: Option<crate::matrix::Reason>, rows: &Rows) -> String {
    format!("{} ({})", words::plain_reason(reason), super::widgets::thousands(rows.counts.of(reason) as u64))
}
