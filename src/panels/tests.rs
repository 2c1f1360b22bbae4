use super::*;
use crate::matrix::{Decision, PairKey, Reason};
use crate::session::tests::rail;
use crate::session::{Action, PairPlace, Session};
use crate::shapes::ShapeType;
use crate::work::Mode;
use egui::{Key, Modifiers, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

/// A page without a browser: polls, draws, applies.
pub(super) struct Page {
    pub session: Session,
    pub ui: UiState,
    pub log: Vec<Action>,
    pub free: Rect,
}

impl Page {
    pub fn new(session: Session) -> Self {
        Self { session, ui: UiState::default(), log: Vec::new(), free: Rect::NOTHING }
    }

    pub fn frame(&mut self, ctx: &egui::Context) {
        self.session.poll(web_time::Instant::now());
        let drawn = draw(ctx, &self.session, &mut self.ui);
        self.free = drawn.free;
        for action in drawn.actions {
            self.log.push(action.clone());
            self.session.apply(action);
        }
    }
}

pub(super) fn harness(session: Session) -> Harness<'static, Page> {
    let builder = Harness::builder().with_size(Vec2::new(1280.0, 800.0));
    let mut harness = builder.build_ui_state(|ui, page: &mut Page| page.frame(ui.ctx()), Page::new(session));
    harness.run_steps(3);
    harness
}

pub(super) fn click(harness: &mut Harness<'static, Page>, label: &str) {
    harness.get_by_label(label).click();
    harness.run_steps(2);
}

fn press(harness: &mut Harness<'static, Page>, text: &str) {
    harness.event(egui::Event::Text(text.to_owned()));
    harness.run_steps(2);
}

/// The names of the pairs in the order of the table.
fn listed(harness: &Harness<'static, Page>) -> Vec<String> {
    let rows = &harness.state().ui.pairs.rows;
    let name = |pair| rows.shapes(pair).map(|(i, j)| format!("{} – {}", rows.name(i), rows.name(j)));
    rows.order().filter_map(name).collect()
}

fn decision(harness: &Harness<'static, Page>, a: &str, b: &str) -> (Decision, Option<Reason>) {
    let session = &harness.state().session;
    let place = PairPlace::find(session.shape_set(ShapeType::LinkHulls).unwrap(), &PairKey::links(a, b)).unwrap();
    let entry = &session.matrix(ShapeType::LinkHulls).unwrap().entries[place.index];
    (entry.decision, entry.reason)
}

#[test]
fn the_start_screen_offers_folder_files_and_samples() {
    let mut harness = harness(Session::new(Mode::Slices));
    assert_eq!(harness.state().free, Rect::NOTHING, "the whole window belongs to the start screen");
    harness.state_mut().ui.add_sample("arm", "Six-axis arm", "A rare collision", None);
    harness.run_steps(2);
    click(&mut harness, "Open folder");
    click(&mut harness, "Open files or zip");
    // The card is one button around a picture and two texts.
    harness.get_by_role_and_label(egui::accesskit::Role::Button, "Six-axis arm").click();
    harness.run_steps(2);
    let wanted = [Action::OpenFolder, Action::OpenFiles, Action::OpenSample { id: "arm".to_owned() }];
    assert_eq!(harness.state().log, wanted);
    harness.get_by_label("Nothing leaves this browser.");
}

#[test]
fn the_middle_stays_free_for_the_view() {
    let harness = harness(rail(50));
    let free = harness.state().free;
    assert!(free.width() > 500.0 && free.height() > 250.0, "{free:?}");
    assert!(free.left() > 200.0 && free.right() < 1080.0 && free.top() >= theme::TOP_BAR && free.bottom() < 700.0);
}

#[test]
fn the_table_sorts_by_any_column_and_filters_by_name() {
    let mut harness = harness(rail(300));
    let session = &harness.state().session;
    let rows = &harness.state().ui.pairs.rows;
    let distances = session.live_distances();
    let now: Vec<f64> = rows.order().map(|pair| distances[pair]).collect();
    assert!(now.is_sorted(), "by the distance at the present configuration at first: {now:?}");
    assert_eq!(now.len(), 6);
    click(&mut harness, "Sort by shape a");
    assert_eq!(listed(&harness)[..3].iter().filter(|name| name.starts_with("a – ")).count(), 3);
    click(&mut harness, "Sort by shape a");
    assert_eq!(listed(&harness)[0], "c – d");
    click(&mut harness, "Sort by collides");
    let session = &harness.state().session;
    let survey = session.survey(ShapeType::LinkHulls).unwrap();
    let hits: Vec<u64> = harness.state().ui.pairs.rows.order().map(|pair| survey.pairs[pair].collisions).collect();
    assert!(hits.is_sorted());
    press(&mut harness, "/");
    harness.get_by_label("Filter by name").type_text("D A");
    harness.run_steps(2);
    assert_eq!(listed(&harness), ["a – d"]);
    click(&mut harness, "Clear");
    assert_eq!(listed(&harness).len(), 6);
}

#[test]
fn rows_are_selected_with_mouse_and_keys_and_decided_by_one_key() {
    let mut harness = harness(rail(300));
    click(&mut harness, "Sort by shape a");
    click(&mut harness, "a – c");
    let selected = |harness: &Harness<'static, Page>| harness.state().session.selected().map(|s| s.key.clone());
    assert_eq!(selected(&harness), Some(PairKey::links("a", "c")));
    let order = listed(&harness);
    let row = order.iter().position(|name| name == "a – c").unwrap();
    harness.key_press(Key::ArrowDown);
    harness.run_steps(2);
    let next = harness.state().session.selected().unwrap().place.index;
    assert_eq!(harness.state().ui.pairs.rows.row_of(next), Some(row + 1));
    harness.key_press(Key::ArrowUp);
    harness.run_steps(2);
    assert_eq!(selected(&harness), Some(PairKey::links("a", "c")));

    assert_eq!(decision(&harness, "a", "c"), (Decision::Skip, Some(Reason::Never)));
    press(&mut harness, "c");
    assert_eq!(decision(&harness, "a", "c"), (Decision::Check, Some(Reason::User)));
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run_steps(2);
    assert_eq!(decision(&harness, "a", "c"), (Decision::Skip, Some(Reason::Never)));
    click(&mut harness, "Redo");
    assert_eq!(decision(&harness, "a", "c"), (Decision::Check, Some(Reason::User)));
    press(&mut harness, "a");
    assert_eq!(decision(&harness, "a", "c"), (Decision::Skip, Some(Reason::Never)));

    harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
    harness.run_steps(2);
    press(&mut harness, "s");
    assert_eq!(harness.state().session.undo_label(), Some("Skip 6 pairs"));
    harness.key_press(Key::Escape);
    harness.run_steps(2);
    assert_eq!(selected(&harness), None);
}

#[test]
fn letters_in_a_field_are_no_commands() {
    let mut harness = harness(rail(50));
    click(&mut harness, "a – c");
    press(&mut harness, "/");
    harness.get_by_label("Filter by name").type_text("c");
    harness.run_steps(2);
    assert_eq!(harness.state().session.undo_label(), None);
    assert_eq!(harness.state().ui.pairs.filter.text, "c");
}

#[test]
fn many_pairs_are_skipped_after_a_look_at_them() {
    let mut harness = harness(rail(300));
    // The pair b – d collides in some samples; take a farther one as the limit.
    assert_eq!(decision(&harness, "b", "d"), (Decision::Check, None));
    click(&mut harness, "a – d");
    press(&mut harness, "b");
    assert!(harness.state().ui.bulk.is_some());
    harness.get_by_label_contains("will be skipped");
    assert_eq!(harness.state().session.undo_label(), None, "nothing is done before it is confirmed");
    click(&mut harness, "Skip 1 pair");
    assert!(harness.state().ui.bulk.is_none());
    assert_eq!(decision(&harness, "b", "d"), (Decision::Skip, Some(Reason::User)));
    assert!(harness.state().session.undo_label().unwrap().starts_with("Skip 1 pair below"));
    click(&mut harness, "Undo");
    assert_eq!(decision(&harness, "b", "d"), (Decision::Check, None));
}

#[test]
fn shapes_and_views_are_chosen_by_key() {
    let mut harness = harness(rail(50));
    press(&mut harness, "4");
    assert_eq!(harness.state().session.shown_type(), ShapeType::PartSpheres);
    assert_eq!(listed(&harness).len(), 6);
    press(&mut harness, "v");
    assert!(harness.state().session.shows_visual());
    press(&mut harness, "t");
    harness.run_steps(2);
    press(&mut harness, "?");
    harness.get_by_label("Reasons");
    harness.key_press(Key::F1);
    harness.run_steps(2);
    assert!(harness.query_by_label("Reasons").is_none());
}

#[test]
fn nothing_is_sorted_again_while_nothing_changes() {
    let mut harness = harness(rail(50));
    let page = harness.state_mut();
    let (filter, sort) = (page.ui.pairs.filter.clone(), page.ui.pairs.sort);
    assert!(!page.ui.pairs.rows.update(&page.session, &filter, sort));
    page.session.apply(Action::RandomConfiguration);
    crate::session::tests::settle(&mut page.session);
    assert!(page.ui.pairs.rows.update(&page.session, &filter, sort));
    assert!(!page.ui.pairs.rows.update(&page.session, &filter, sort));
}

#[test]
fn two_clicks_in_the_view_make_a_pair() {
    let mut harness = harness(rail(50));
    let page = harness.state_mut();
    page.ui.picked(&page.session, &[3, 1]);
    assert_eq!(page.ui.first_picked().unwrap().link, "d");
    page.ui.picked(&page.session, &[1]);
    harness.run_steps(2);
    let selected = harness.state().session.selected().map(|s| s.key.clone());
    assert_eq!(selected, Some(PairKey::links("b", "d")));
    let page = harness.state_mut();
    page.ui.picked(&page.session, &[]);
    harness.run_steps(2);
    assert!(harness.state().session.selected().is_none());
}

#[test]
fn an_srdf_is_compared_pair_by_pair() {
    let mut session = rail(300);
    let srdf = r#"<robot name="rail"><disable_collisions link1="b" link2="d" reason="Never"/>
        <disable_collisions link1="a" link2="c" reason="Never"/><disable_collisions link1="a" link2="x"/></robot>"#;
    session.apply(Action::AddFiles(vec![("rail.srdf".to_owned(), srdf.as_bytes().to_vec())]));
    crate::session::tests::settle(&mut session);
    session.apply(Action::Undo);
    let mut harness = harness(session);
    click(&mut harness, "SRDF (1)");
    harness.get_by_label_contains("Links that the robot does not have: x");
    click(&mut harness, "Refuted (1)");
    assert!(harness.query_by_label("a – c").is_none(), "only the refuted pair shows");
    click(&mut harness, "b – d");
    let selected = harness.state().session.selected().map(|s| s.key.clone());
    assert_eq!(selected, Some(PairKey::links("b", "d")));
    press(&mut harness, "4");
    click(&mut harness, "b – d");
    assert_eq!(harness.state().session.shown_type(), ShapeType::LinkHulls, "back to a type that the file speaks of");
    click(&mut harness, "Import its pairs");
    harness.run_steps(20);
    assert_eq!(decision(&harness, "b", "d"), (Decision::Skip, Some(Reason::Imported)));
    assert!(harness.query_by_label("Import its pairs").is_none(), "what holds is not offered again");
    press(&mut harness, "t");
    assert!(harness.query_by_label("Refuted (1)").is_none());
}

#[test]
fn other_formats_are_downloaded_from_the_menu() {
    let mut harness = harness(rail(50));
    click(&mut harness, "Download");
    harness.get_by_label_contains("For other programs: link hulls");
    harness.get_by_label_contains("SRDF (MoveIt, Pinocchio)").click();
    harness.run_steps(2);
    let wanted = crate::session::Export::Format { shape_type: ShapeType::LinkHulls, id: "srdf".to_owned() };
    assert!(harness.state().log.contains(&Action::Export { what: wanted }));
}

#[test]
fn the_inspector_leads_to_a_collision_that_no_sample_saw() {
    let mut harness = harness(crate::session::prove_tests::fold());
    click(&mut harness, "a – d");
    harness.get_by_label("Cannot collide at any values of the joints between them.");
    click(&mut harness, "a – c");
    harness.get_by_label("A search found a collision that no sample saw.");
    // It may lie below what the window shows.
    harness.get_by_label("Go to collision").click_accesskit();
    harness.run_steps(4);
    let selected = harness.state().session.selected().unwrap();
    assert!(selected.proximity.unwrap().distance < 0.0);
}

#[test]
fn proofs_are_switched_off_in_the_settings() {
    let mut harness = harness(rail(50));
    click(&mut harness, "Settings");
    harness.get_by_label("Prove “never”").click_accesskit();
    harness.run_steps(2);
    assert!(!harness.state().session.settings().prove);
}

#[test]
fn the_review_is_walked_through_by_keys() {
    let mut harness = harness(crate::session::prove_tests::fold());
    press(&mut harness, "n");
    let session = &harness.state().session;
    assert_eq!(session.selected().unwrap().key, &PairKey::links("a", "c"));
    harness.run_steps(3);
    assert!(harness.state().session.selected().unwrap().proximity.unwrap().distance < 0.0, "its witness is shown");
    harness.get_by_label("Collides rarely");
    harness.get_by_label("a – c");
    press(&mut harness, "c");
    assert_eq!(decision(&harness, "a", "c"), (Decision::Check, Some(Reason::User)));
    assert!(harness.query_by_label("Collides rarely").is_none(), "it is done");
    // Whatever is left is left as it is.
    for _ in 0..20 {
        press(&mut harness, "l");
    }
    harness.get_by_label("Nothing is left to review");
    assert_eq!(harness.state().session.undo_label(), Some("Check a – c"));
    click(&mut harness, "Pairs");
    click(&mut harness, "a – c");
    press(&mut harness, "s");
    assert_eq!(decision(&harness, "a", "c"), (Decision::Skip, Some(Reason::User)), "outside the review S is as ever");
    click(&mut harness, "Review (1)");
}

#[test]
fn the_inspector_says_what_would_change_a_decision() {
    let mut harness = harness(crate::session::prove_tests::fold());
    click(&mut harness, "a – d");
    harness.get_by_label_contains("What would change it: More clearance");
    click(&mut harness, "a – c");
    harness.get_by_label_contains("What would change it: Joint limits that leave this configuration out");
}

#[test]
fn the_fit_of_every_link_is_told_and_its_fineness_is_set() {
    let mut harness = harness(rail(50));
    click(&mut harness, "Fit");
    harness.get_by_label("4 on 4 links");
    // The first link is open: a box, whose hull and box are the solid, and whose sphere is as large as its diagonal.
    harness.get_by_label("exact solids");
    let times = std::f64::consts::PI * 3.0f64.sqrt() / 2.0;
    harness.get_by_label(&format!("{times:.2} ×"));
    click(&mut harness, "Fit of a");
    assert!(harness.query_by_label("exact solids").is_none());
    click(&mut harness, "Fit of c");
    harness.get_by_label("exact solids");
    harness.get_by_label("Fineness of all links").focus();
    harness.run_steps(2);
    harness.key_press(Key::ArrowRight);
    harness.run_steps(2);
    let fineness = harness.state().session.settings().shapes.fineness;
    assert!(fineness > 1.0, "{fineness}");
}
