//! Draws the usual letters into egui's texture while the start screen is shown, a few per frame, so that the first
//! frame with a robot, during which the processors are busy, need not draw hundreds of them.

use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, Context, FontId, TextStyle};

/// How far the letters are prepared.
#[derive(Debug, Default)]
pub struct Letters {
    done: usize,
    /// The scale for which they are, as bits.
    scale: u32,
}

/// Letters are kept at as many fractions of a pixel by egui.
const FRACTIONS: usize = 4;

const STYLES: [TextStyle; 3] = [TextStyle::Body, TextStyle::Small, TextStyle::Monospace];

/// Beyond ASCII.
const SIGNS: &str = "·…−°×✓–—“”’≥≤²³µ\u{202f}\u{2009}";

impl Letters {
    /// Prepares some more; asks for another frame while there are more to come.
    pub fn prepare(&mut self, ctx: &Context) {
        let scale = ctx.pixels_per_point();
        if self.scale != scale.to_bits() {
            *self = Self { done: 0, scale: scale.to_bits() };
        }
        let Some(style) = STYLES.get(self.done / FRACTIONS) else { return };
        let font = ctx.global_style().text_styles.get(style).cloned().unwrap_or_default();
        let offset = (self.done % FRACTIONS) as f32 / FRACTIONS as f32 / scale;
        let job = one_letter_a_line(&font, offset);
        ctx.fonts_mut(|fonts| fonts.layout_job(job));
        self.done += 1;
        ctx.request_repaint();
    }
}

fn one_letter_a_line(font: &FontId, offset: f32) -> LayoutJob {
    let mut job = LayoutJob::default();
    for letter in ('!'..='~').chain(SIGNS.chars()) {
        job.append(&format!("{letter}\n"), offset, TextFormat::simple(font.clone(), Color32::WHITE));
    }
    job
}

#[cfg(test)]
mod tests {
    use super::{FRACTIONS, Letters, STYLES};
    use egui::{Context, FullOutput, Pos2, RawInput, TextStyle};

    fn frame(ctx: &Context, mut draw: impl FnMut(&Context)) -> FullOutput {
        ctx.run_ui(RawInput::default(), |ui| draw(ui.ctx()))
    }

    #[test]
    fn text_after_that_needs_no_new_letters_wherever_it_stands() {
        let ctx = Context::default();
        let mut letters = Letters::default();
        for _ in 0..STYLES.len() * FRACTIONS {
            frame(&ctx, |ctx| letters.prepare(ctx));
        }
        let output = frame(&ctx, |ctx| {
            letters.prepare(ctx);
            let painter = ctx.debug_painter();
            for (line, style) in [TextStyle::Body, TextStyle::Small, TextStyle::Monospace].into_iter().enumerate() {
                let font = ctx.global_style().text_styles[&style].clone();
                for (column, text) in ["link_6 · 12.5 % of 1 000", "−3.25 mm, Never: proved…"].iter().enumerate() {
                    let at = Pos2::new(3.3 + 310.7 * column as f32, 20.0 * line as f32);
                    painter.text(at, egui::Align2::LEFT_TOP, text, font.clone(), egui::Color32::WHITE);
                }
            }
        });
        assert_eq!(output.textures_delta.set.len(), 0);
    }
}
