//! How the columns of a table share the room that they are given.

use egui::{Align, Layout, Sense, Ui};
use egui_extras::{Column, TableBuilder};

/// One column: least width by hand, width to begin with, and its part of what is left over.
#[derive(Clone, Copy)]
pub struct Share {
    pub least: f32,
    pub width: f32,
    pub part: f32,
}

/// A column of a table, widths in points.
pub const fn share(least: f32, width: f32, part: f32) -> Share {
    Share { least, width, part }
}

/// A striped table of rows that can be clicked, with columns that the user can resize. The widths are shared out anew
/// when the room has changed much.
pub fn table<'a>(ui: &'a mut Ui, name: &str, shares: &[Share]) -> TableBuilder<'a> {
    const STEP: f32 = 120.0;
    let room = ui.available_width();
    let widths = shared_out(room - ui.spacing().item_spacing.x * shares.len() as f32, shares);
    let mut table = TableBuilder::new(ui)
        .id_salt((name, (room / STEP) as i32))
        .striped(true)
        .sense(Sense::click())
        .cell_layout(Layout::left_to_right(Align::Center))
        .auto_shrink(false);
    for (at, (share, width)) in shares.iter().zip(widths).enumerate() {
        table = table.column(if at + 1 == shares.len() {
            Column::remainder().at_least(share.least).clip(true)
        } else {
            Column::initial(width).at_least(share.least).resizable(true).clip(true)
        });
    }
    table
}

/// The widths: what is left over, or missing, by parts, but never less than the least.
fn shared_out(room: f32, shares: &[Share]) -> Vec<f32> {
    let wanted: f32 = shares.iter().map(|share| share.width).sum();
    let parts: f32 = shares.iter().map(|share| share.part).sum();
    let each = if parts > 0.0 { (room - wanted) / parts } else { 0.0 };
    shares.iter().map(|share| (share.width + each * share.part).max(share.least)).collect()
}

#[cfg(test)]
mod tests {
    use super::{share, shared_out};

    #[test]
    fn what_is_left_over_goes_by_parts_and_no_column_is_narrower_than_its_least() {
        let shares = [share(50.0, 100.0, 3.0), share(40.0, 60.0, 1.0)];
        assert_eq!(shared_out(160.0, &shares), [100.0, 60.0]);
        assert_eq!(shared_out(200.0, &shares), [130.0, 70.0]);
        assert_eq!(shared_out(40.0, &shares), [50.0, 40.0]);
        assert_eq!(shared_out(0.0, &[]), [0.0; 0]);
    }
}
