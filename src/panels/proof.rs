//! What the proofs found out about the selected pair, and whether they are made.

use super::theme::Palette;
use super::widgets::{fact, section, thousands};
use crate::proof::{PROVED_TYPE, Verdict};
use crate::session::{Action, SelectedPair, Session, Settings, Witness};
use egui::{Label, RichText, Ui};

/// The verdict on the selected pair, what it rests on, and the way to the closest configuration that was found.
pub(super) fn draw(ui: &mut Ui, session: &Session, selected: &SelectedPair<'_>, actions: &mut Vec<Action>) {
    let Some(proof) = session.proof(session.shown_type(), selected.place.index) else { return };
    let palette = Palette::in_ui(ui);
    let lengths = session.preferences().lengths;
    let with_unit = |metres: f64| format!("{} {}", lengths.format(metres), lengths.symbol());
    section(ui, "Proof");
    ui.spacing_mut().item_spacing.y = 3.0;
    let (text, color) = match proof.verdict {
        Verdict::Proved => ("Cannot collide at any values of the joints between them.", palette.good),
        Verdict::ProvedWithinLimits => ("Cannot collide within the joint limits.", palette.good),
        Verdict::AlwaysProved => ("Overlaps at any values of the joints between them.", palette.weak),
        Verdict::AlwaysProvedWithinLimits => ("Overlaps everywhere within the joint limits.", palette.weak),
        Verdict::Refuted if proof.closest > 0.0 => {
            ("A search found it closer than the clearance, which no sample saw.", palette.error)
        }
        Verdict::Refuted => ("A search found a collision that no sample saw.", palette.error),
        Verdict::Open => ("Neither a collision was found nor a proof within the budget.", palette.warning),
    };
    ui.add(Label::new(RichText::new(text).color(color)).wrap());
    let searched = !proof.configuration.is_empty();
    if searched {
        fact(ui, if proof.closest <= 0.0 { "Deepest found" } else { "Closest found" }, with_unit(proof.closest));
    }
    if session.shown_type() != PROVED_TYPE {
        let text = match proof.verdict {
            Verdict::Refuted => "These shapes were looked at where the hulls of the two links collide.",
            _ => "Follows from the proof for the hulls of the two links, within which these parts lie.",
        };
        ui.add(Label::new(RichText::new(text).color(palette.weak)).wrap());
    }
    if proof.boxes > 0 {
        let hint = "Boxes of joint values that were examined; in each the pair was shown to be clear, or it was split";
        fact(ui, "Boxes examined", thousands(proof.boxes)).on_hover_text(hint);
    }
    if searched {
        let (text, hint) = match proof.verdict {
            Verdict::Refuted => ("Go to collision", "The configuration in which the search found the pair deepest (M)"),
            _ => ("Go to closest found", "The configuration in which the search found the pair closest"),
        };
        ui.add_space(4.0);
        if ui.button(text).on_hover_text(hint).clicked() {
            actions.push(Action::GoToWitness { pair: selected.key.clone(), which: Witness::Search });
        }
    }
}

/// Whether the proofs are made.
pub(super) fn settings(ui: &mut Ui, settings: &mut Settings) {
    section(ui, "Proofs");
    let hint = "After the survey: search for collisions that it missed, then prove what cannot collide";
    ui.checkbox(&mut settings.prove, "Prove “never”").on_hover_text(hint);
    let color = Palette::in_ui(ui).weak;
    let text = "Pairs of link hulls that no sample saw colliding are searched for a collision, and proved where none is \
                found; parts and enclosing shapes follow where geometry allows it.";
    ui.label(RichText::new(text).color(color).small());
}
