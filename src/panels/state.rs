//! What belongs to the drawing alone.

use super::bulk::BulkDialog;
use super::left::LeftTab;
use super::matrix::MatrixView;
use super::pairs::PairsState;
use super::theme;
use crate::session::{Session, Theme};

/// A sample robot on the start screen. The host fills the list in and loads the pictures.
#[derive(Clone, Debug, PartialEq)]
pub struct GalleryItem {
    pub id: String,
    pub name: String,
    /// One line: what it shows.
    pub what: String,
    pub texture: Option<egui::TextureId>,
}

/// Tabs, filters, sorting, open dialogs; kept by the host between frames.
pub struct UiState {
    /// Sample robots, from the host.
    pub gallery: Vec<GalleryItem>,
    /// Files are being dragged over the page, from the host.
    pub dropping: bool,
    pub show_left: bool,
    pub show_right: bool,
    pub(super) left_tab: LeftTab,
    pub(super) pairs: PairsState,
    pub(super) matrix: MatrixView,
    pub(super) bulk: Option<BulkDialog>,
    pub(super) help: bool,
    theme: Option<Theme>,
}

impl Default for UiState {
    fn default() -> Self {
        Self {
            gallery: Vec::new(),
            dropping: false,
            show_left: true,
            show_right: true,
            left_tab: LeftTab::Joints,
            pairs: PairsState::default(),
            matrix: MatrixView::default(),
            bulk: None,
            help: false,
            theme: None,
        }
    }
}

impl UiState {
    /// Takes over what the session says about looks.
    pub(super) fn follow(&mut self, ctx: &egui::Context, session: &Session) {
        let theme = session.preferences().theme;
        if self.theme != Some(theme) {
            theme::apply(ctx, theme);
            self.theme = Some(theme);
        }
        if session.robot().is_none() {
            self.bulk = None;
        }
    }
}
