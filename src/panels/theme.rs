//! Colours, sizes and fonts of everything that is drawn with egui.

use crate::matrix::Reason;
use crate::session::Theme;
use egui::epaint::Shadow;
use egui::style::{HandleShape, ScrollStyle, WidgetVisuals};
use egui::{Color32, CornerRadius, FontFamily, FontId, Margin, Stroke, TextStyle, Vec2, Visuals};

/// Height of a line of a list or a table, points.
pub const ROW: f32 = 24.0;
/// Height of buttons and fields, points.
pub const CONTROL: f32 = 26.0;
/// Height of the top bar, points.
pub const TOP_BAR: f32 = 46.0;
/// Height of the job bar, points.
pub const JOB_BAR: f32 = 32.0;

/// The colours of one theme. Surfaces go from the back to the front: `sunken`, `panel`, `raised`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    pub sunken: Color32,
    pub panel: Color32,
    pub raised: Color32,
    pub hover: Color32,
    pub line: Color32,
    pub text: Color32,
    pub strong: Color32,
    pub weak: Color32,
    pub accent: Color32,
    /// Text on the accent colour.
    pub on_accent: Color32,
    /// Behind selected rows.
    pub selected: Color32,
    /// The first and the second shape of the selected pair, as the 3D view colours them.
    pub first: Color32,
    pub second: Color32,
    pub good: Color32,
    pub warning: Color32,
    pub error: Color32,
}

const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

impl Palette {
    pub const DARK: Palette = Palette {
        sunken: rgb(0x0f1114),
        panel: rgb(0x16191d),
        raised: rgb(0x22272d),
        hover: rgb(0x2c333b),
        line: rgb(0x2a3037),
        text: rgb(0xc8ced6),
        strong: rgb(0xf2f5f8),
        weak: rgb(0x8b95a1),
        accent: rgb(0x2fbfad),
        on_accent: rgb(0x04211d),
        selected: rgb(0x17403d),
        first: rgb(0x4d9dff),
        second: rgb(0xffc93c),
        good: rgb(0x5fcf80),
        warning: rgb(0xf0a83c),
        error: rgb(0xf2645c),
    };

    pub const LIGHT: Palette = Palette {
        sunken: rgb(0xffffff),
        panel: rgb(0xf5f6f8),
        raised: rgb(0xe6e9ed),
        hover: rgb(0xdadfe5),
        line: rgb(0xd3d8de),
        text: rgb(0x2b323a),
        strong: rgb(0x0c1116),
        weak: rgb(0x616b77),
        accent: rgb(0x0b7f74),
        on_accent: rgb(0xffffff),
        selected: rgb(0xc4e9e4),
        first: rgb(0x1f6fe0),
        second: rgb(0xb98300),
        good: rgb(0x1f8a45),
        warning: rgb(0xa86400),
        error: rgb(0xc62f28),
    };

    pub fn of(theme: Theme) -> Self {
        match theme {
            Theme::Dark => Self::DARK,
            Theme::Light => Self::LIGHT,
        }
    }

    /// The palette that matches what is drawn now.
    pub fn in_ui(ui: &egui::Ui) -> Self {
        if ui.visuals().dark_mode { Self::DARK } else { Self::LIGHT }
    }

    /// The colour that stands for a reason in table, matrix and inspector; `None` is a pair that is checked because
    /// it collides in some samples.
    pub fn reason(&self, reason: Option<Reason>) -> Color32 {
        let dark = *self == Self::DARK;
        let pick = |on_dark: u32, on_light: u32| rgb(if dark { on_dark } else { on_light });
        match reason {
            Some(Reason::SameBody) => pick(0x75808d, 0x77818d),
            Some(Reason::Adjacent) => pick(0x9d8cf0, 0x6a55c8),
            Some(Reason::Always) => pick(0xef7d57, 0xc2522c),
            Some(Reason::Never) => pick(0x4fbf76, 0x2a8a4c),
            Some(Reason::User) => pick(0xe678b8, 0xb03a83),
            Some(Reason::Imported) => pick(0x55b8d6, 0x1d7d9c),
            None => pick(0xe3c65a, 0x957400),
        }
    }
}

/// Makes egui look like Noclash. Cheap enough to call when the theme changes; not meant for every frame.
pub fn apply(ctx: &egui::Context, theme: Theme) {
    let palette = Palette::of(theme);
    let egui_theme = match theme {
        Theme::Dark => egui::Theme::Dark,
        Theme::Light => egui::Theme::Light,
    };
    ctx.set_theme(egui_theme);
    ctx.style_mut_of(egui_theme, |style| {
        style.visuals = visuals(theme, &palette);
        style.text_styles = [
            (TextStyle::Small, FontId::new(11.5, FontFamily::Proportional)),
            (TextStyle::Body, FontId::new(13.5, FontFamily::Proportional)),
            (TextStyle::Button, FontId::new(13.5, FontFamily::Proportional)),
            (TextStyle::Heading, FontId::new(17.0, FontFamily::Proportional)),
            (TextStyle::Monospace, FontId::new(12.5, FontFamily::Monospace)),
        ]
        .into();
        style.drag_value_text_style = TextStyle::Body;
        let spacing = &mut style.spacing;
        spacing.item_spacing = Vec2::new(8.0, 6.0);
        spacing.button_padding = Vec2::new(10.0, 4.0);
        spacing.interact_size = Vec2::new(32.0, CONTROL);
        spacing.menu_margin = Margin::same(6);
        spacing.window_margin = Margin::same(16);
        spacing.indent = 16.0;
        spacing.slider_width = 120.0;
        spacing.slider_rail_height = 4.0;
        spacing.icon_width = 16.0;
        spacing.icon_width_inner = 9.0;
        spacing.tooltip_width = 380.0;
        spacing.combo_height = 420.0;
        spacing.scroll = ScrollStyle {
            bar_width: 9.0,
            floating_width: 5.0,
            floating_allocated_width: 6.0,
            dormant_handle_opacity: 0.45,
            dormant_background_opacity: 0.0,
            ..ScrollStyle::floating()
        };
        style.interaction.tooltip_delay = 0.4;
        style.interaction.selectable_labels = false;
        style.animation_time = 0.08;
    });
}

fn visuals(theme: Theme, p: &Palette) -> Visuals {
    let mut v = match theme {
        Theme::Dark => Visuals::dark(),
        Theme::Light => Visuals::light(),
    };
    let radius = CornerRadius::same(5);
    let widget = |fill: Color32, border: Color32, text: Color32| WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: Stroke::new(1.0, border),
        corner_radius: radius,
        fg_stroke: Stroke::new(1.0, text),
        expansion: 0.0,
    };
    v.widgets.noninteractive = widget(p.panel, p.line, p.text);
    v.widgets.inactive = widget(p.raised, Color32::TRANSPARENT, p.text);
    v.widgets.hovered = widget(p.hover, p.line, p.strong);
    v.widgets.active = widget(p.hover, p.accent, p.strong);
    v.widgets.open = widget(p.hover, p.line, p.strong);
    v.selection.bg_fill = p.selected;
    v.selection.stroke = Stroke::new(1.0, if theme == Theme::Dark { p.accent } else { p.strong });
    v.hyperlink_color = p.accent;
    v.faint_bg_color = if theme == Theme::Dark { Color32::from_white_alpha(4) } else { Color32::from_black_alpha(6) };
    v.extreme_bg_color = p.sunken;
    v.text_edit_bg_color = Some(p.sunken);
    v.code_bg_color = p.raised;
    v.warn_fg_color = p.warning;
    v.error_fg_color = p.error;
    v.weak_text_color = Some(p.weak);
    v.panel_fill = p.panel;
    v.window_fill = p.panel;
    v.window_stroke = Stroke::new(1.0, p.line);
    v.window_corner_radius = CornerRadius::same(9);
    v.menu_corner_radius = CornerRadius::same(7);
    v.window_shadow = Shadow { offset: [0, 12], blur: 36, spread: 0, color: Color32::from_black_alpha(110) };
    v.popup_shadow = Shadow { offset: [0, 6], blur: 18, spread: 0, color: Color32::from_black_alpha(90) };
    v.handle_shape = HandleShape::Circle;
    v.slider_trailing_fill = true;
    v.indent_has_left_vline = false;
    v
}
