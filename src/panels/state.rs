//! What belongs to the drawing alone.

use super::bulk::BulkDialog;
use super::left::LeftTab;
use super::letters::Letters;
use super::matrix::MatrixView;
use super::pairs::PairsState;
use super::theme;
use crate::matrix::PairKey;
use crate::session::{Action, Session, Theme};
use crate::shapes::ShapeId;

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
    pub(super) letters: Letters,
    theme: Option<Theme>,
    /// What the host's clicks in the 3D view ask for, until the next drawing.
    queued: Vec<Action>,
    /// The first shape of a pair that is being picked in the 3D view.
    pub(super) picked: Option<ShapeId>,
    /// Pictures of samples that egui has not taken over yet, by id.
    pictures: Vec<(String, egui::ColorImage)>,
    textures: Vec<egui::TextureHandle>,
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
            letters: Letters::default(),
            theme: None,
            queued: Vec::new(),
            picked: None,
            pictures: Vec::new(),
            textures: Vec::new(),
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
            self.picked = None;
        }
        for (id, picture) in self.pictures.drain(..) {
            let texture = ctx.load_texture(format!("sample {id}"), picture, egui::TextureOptions::LINEAR);
            if let Some(item) = self.gallery.iter_mut().find(|item| item.id == id) {
                item.texture = Some(texture.id());
                self.textures.push(texture);
            }
        }
    }

    /// Adds a sample to the gallery, or its picture when that comes later.
    pub fn add_sample(&mut self, id: &str, name: &str, what: &str, picture: Option<egui::ColorImage>) {
        if !self.gallery.iter().any(|item| item.id == id) {
            let item = GalleryItem { id: id.to_owned(), name: name.to_owned(), what: what.to_owned(), texture: None };
            self.gallery.push(item);
        }
        self.pictures.extend(picture.map(|picture| (id.to_owned(), picture)));
    }

    /// Takes a click in the 3D view: the shapes of the shown type under it, the nearest first. The first click names
    /// one shape, the second the other; a click on a shape of the selected pair, or on nothing, begins anew.
    pub fn picked(&mut self, session: &Session, hits: &[usize]) {
        let Some(set) = session.shape_set(session.shown_type()) else { return };
        let Some(hit) = hits.first().and_then(|hit| set.shapes.get(*hit)) else {
            self.picked = None;
            self.queued.push(Action::SelectPair { pair: None });
            return;
        };
        match self.picked.take() {
            Some(first) if first != hit.id => {
                self.queued.push(Action::SelectPair { pair: Some(PairKey::new(first, hit.id.clone())) });
            }
            _ => {
                self.picked = Some(hit.id.clone());
                self.queued.push(Action::SelectPair { pair: None });
            }
        }
    }

    /// The shape that was clicked first in the 3D view; the next click makes it a pair.
    pub fn first_picked(&self) -> Option<&ShapeId> {
        self.picked.as_ref()
    }

    pub(super) fn take_actions(&mut self) -> Vec<Action> {
        std::mem::take(&mut self.queued)
    }
}
