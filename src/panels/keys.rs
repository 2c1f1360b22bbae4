//! The keyboard: everything that a button does.

use super::bulk::BulkDialog;
use super::pairs::{PairsView, select_pair};
use super::state::UiState;
use crate::matrix::Decision;
use crate::session::{Action, Export, Session, Witness};
use crate::shapes::ShapeType;
use egui::{Event, Key, KeyboardShortcut, Modifiers, Ui};

const UNDO: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::Z);
const REDO: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::Z);
const REDO_TOO: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::Y);
const OPEN: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::O);
const SAVE: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::S);
const ALL: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::A);

/// Turns keys into actions. Plain letters count only while no field has the keyboard and no dialog is open.
pub(super) fn handle(ui: &Ui, session: &Session, state: &mut UiState, actions: &mut Vec<Action>) {
    let ctx = ui.ctx();
    let dialog = state.help || state.bulk.is_some();
    let typing = ctx.text_edit_focused();
    let pressed = |shortcut: &KeyboardShortcut| ctx.input_mut(|input| input.consume_shortcut(shortcut));
    if ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::F1)) {
        state.help = !state.help;
    }
    if pressed(&OPEN) {
        actions.push(Action::OpenFolder);
    }
    if session.robot().is_none() || dialog {
        return;
    }
    if pressed(&SAVE) {
        actions.push(Action::Export { what: Export::Zip });
    }
    if typing {
        return;
    }
    if pressed(&REDO) || pressed(&REDO_TOO) {
        actions.push(Action::Redo);
    } else if pressed(&UNDO) {
        actions.push(Action::Undo);
    }
    if pressed(&ALL) {
        let state = &mut state.pairs;
        let (rows, selection) = (&state.rows, &mut state.selection);
        selection.all(rows.order());
    }
    arrows(ui, session, state, actions);
    letters(ui, session, state, actions);
    if ctx.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape)) {
        state.pairs.selection.clear();
        actions.push(Action::SelectPair { pair: None });
    }
}

/// Up and down walk through the table unless a slider or another widget has the keyboard.
fn arrows(ui: &Ui, session: &Session, state: &mut UiState, actions: &mut Vec<Action>) {
    if ui.ctx().memory(|memory| memory.focused().is_some()) {
        return;
    }
    for (key, step) in [(Key::ArrowDown, 1isize), (Key::ArrowUp, -1), (Key::PageDown, 12), (Key::PageUp, -12)] {
        for (modifiers, extend) in [(Modifiers::SHIFT, true), (Modifiers::NONE, false)] {
            if ui.input_mut(|input| input.consume_key(modifiers, key)) {
                walk(session, state, step, extend, actions);
            }
        }
    }
}

fn walk(session: &Session, state: &mut UiState, step: isize, extend: bool, actions: &mut Vec<Action>) {
    let pairs = &mut state.pairs;
    pairs.follow(session);
    if pairs.rows.is_empty() {
        return;
    }
    let now = session.selected().and_then(|selected| pairs.rows.row_of(selected.place.index));
    let last = pairs.rows.len() - 1;
    let row = now.map_or(0, |row| row.saturating_add_signed(step).min(last));
    let Some(pair) = pairs.rows.pair(row) else { return };
    if extend {
        let rows = &pairs.rows;
        pairs.selection.extend_to(pair, |pair| rows.row_of(pair), |row| rows.pair(row));
    } else {
        pairs.selection.only(pair);
    }
    pairs.scroll_to = Some(row);
    select_pair(session, pairs, pair, actions);
}

fn letters(ui: &Ui, session: &Session, state: &mut UiState, actions: &mut Vec<Action>) {
    // Text rather than keys: where the letter is on the keyboard does not matter.
    let typed: Vec<String> = ui.input(|input| {
        let text = |event: &Event| if let Event::Text(text) = event { Some(text.to_lowercase()) } else { None };
        input.events.iter().filter_map(text).collect()
    });
    for text in typed {
        letter(&text, session, state, actions);
    }
}

/// The review shows, and the pair that it is at is the selected one.
fn reviewing(session: &Session, state: &UiState) -> bool {
    state.pairs.view == PairsView::Review && super::pairs::at_hand(session)
}

fn letter(text: &str, session: &Session, state: &mut UiState, actions: &mut Vec<Action>) {
    let selected = || session.selected().map(|selected| selected.key.clone());
    let decide = |state: &UiState, decision| {
        let pairs = state.pairs.selection.keys(session);
        (!pairs.is_empty()).then(|| Action::SetDecision { shape_type: session.shown_type(), pairs, decision })
    };
    match text {
        "h" => actions.push(Action::Home),
        "r" => actions.push(Action::RandomConfiguration),
        "v" => actions.push(Action::ShowVisual { on: !session.shows_visual() }),
        "f" if session.selected().is_some() => actions.push(Action::FrameSelection),
        "f" => actions.push(Action::FrameAll),
        "n" => {
            state.pairs.view = PairsView::Review;
            actions.push(Action::ReviewNext);
        }
        "s" if reviewing(session, state) => actions.push(Action::ReviewTake { decision: Some(Decision::Skip) }),
        "c" if reviewing(session, state) => actions.push(Action::ReviewTake { decision: Some(Decision::Check) }),
        "l" if reviewing(session, state) => actions.push(Action::ReviewTake { decision: None }),
        "s" => actions.extend(decide(state, Some(Decision::Skip))),
        "c" => actions.extend(decide(state, Some(Decision::Check))),
        "a" => actions.extend(decide(state, None)),
        "m" => actions.extend(selected().map(|pair| Action::GoToWitness { pair, which: Witness::Closest })),
        "x" => actions.extend(selected().map(|pair| Action::GoToWitness { pair, which: Witness::Farthest })),
        "b" => {
            let limits = session.selected().and_then(|selected| BulkDialog::limits(session, selected.place.index));
            state.bulk = limits.map(|(distance, _)| BulkDialog::below_distance(distance));
        }
        "t" => {
            state.pairs.view = match state.pairs.view {
                PairsView::Table => PairsView::Matrix,
                PairsView::Matrix | PairsView::Review | PairsView::Srdf => PairsView::Table,
            };
        }
        "/" => {
            state.pairs.view = PairsView::Table;
            state.pairs.focus_filter = true;
        }
        "?" => state.help = true,
        _ => {
            let digit = text.parse::<usize>().ok().filter(|digit| (1..=6).contains(digit));
            actions.extend(digit.map(|digit| Action::ShowType { shape_type: ShapeType::ALL[digit - 1] }));
        }
    }
}
