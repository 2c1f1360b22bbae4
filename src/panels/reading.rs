//! How the robot is read: which geometry counts, the arguments of a xacro, units of meshes.

use super::settings::{drafted, explain};
use super::theme::{CONTROL, Palette};
use super::widgets::{choice, section};
use crate::intake::{GeometryChoice, MeshUse};
use crate::mesh::MeshFormat;
use crate::robot::xacro::XacroArgument;
use crate::session::{Action, Session, Settings};
use egui::{Align, Label, Layout, RichText, TextEdit, Ui, Vec2};

const FIELD: f32 = 132.0;

/// The section of the settings.
pub(super) fn settings(ui: &mut Ui, session: &Session, settings: &mut Settings, live: &mut bool) {
    let Some(report) = session.load_report() else { return };
    section(ui, "Reading the robot");
    let load = &mut settings.load;
    let geometry = [
        (GeometryChoice::Collision, "Collision geometry", "Links collide with their <collision> elements"),
        (GeometryChoice::Visual, "Visual geometry", "Links collide with their <visual> elements"),
    ];
    choices(ui, &mut load.geometry, &geometry);
    explain(ui, "What links collide with. Where a link lacks the one, the other stands in.");
    if report.meshes.iter().any(|mesh| mesh.format == Some(MeshFormat::Collada)) {
        let axes = [
            (false, "Ignore up_axis", "As RViz does, for which robots are made"),
            (true, "Honour up_axis", "Turn COLLADA meshes whose <up_axis> is x or y so that it points along z"),
        ];
        choices(ui, &mut load.honour_up_axis, &axes);
    }
    arguments(ui, session, settings, live);
}

fn choices<T: Copy + PartialEq>(ui: &mut Ui, value: &mut T, all: &[(T, &str, &str)]) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for (one, text, why) in all {
            if choice(ui, value == one, *text).on_hover_text(*why).clicked() {
                *value = *one;
            }
        }
    });
}

/// What the start screen offers when a robot could not be read: the other robots among the files, and the arguments
/// that its xacro takes.
pub(super) fn failed(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    if session.is_reading() || session.read_path().is_none() {
        return;
    }
    if !session.xacro_arguments().is_empty() {
        ui.add_space(8.0);
        drafted(ui, session, actions, |ui, settings, live| arguments(ui, session, settings, live));
    }
    candidates(ui, session, actions);
}

/// The robots among the files, if there are several; a click opens another one.
pub(super) fn candidates(ui: &mut Ui, session: &Session, actions: &mut Vec<Action>) {
    let candidates = session.candidates();
    if candidates.len() < 2 {
        return;
    }
    section(ui, "Robots in these files");
    for (index, candidate) in candidates.iter().enumerate() {
        let open = session.read_path() == Some(candidate.path.as_str());
        if ui.selectable_label(open, &candidate.path).clicked() && !open {
            actions.push(Action::OpenCandidate { index });
        }
    }
}

fn arguments(ui: &mut Ui, session: &Session, settings: &mut Settings, live: &mut bool) {
    let all = session.xacro_arguments();
    if all.is_empty() {
        return;
    }
    section(ui, "Xacro arguments");
    explain(ui, "What the file takes, with its own defaults. Enter reads the robot again.");
    for argument in all {
        argument_row(ui, argument, settings, live);
    }
}

fn argument_row(ui: &mut Ui, argument: &XacroArgument, settings: &mut Settings, live: &mut bool) {
    let given = &mut settings.load.xacro.arguments;
    let palette = Palette::in_ui(ui);
    let needed = argument.default.is_none() && !given.contains_key(&argument.name);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let width = (ui.available_width() - FIELD - 28.0).clamp(40.0, 240.0);
        let color = if needed { palette.warning } else { palette.text };
        let name = Label::new(RichText::new(&argument.name).color(color)).truncate().halign(Align::LEFT);
        let place = format!("{}\n{}, line {}", argument.name, argument.file, argument.line);
        ui.allocate_ui_with_layout(Vec2::new(width, CONTROL), Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_width(width);
            ui.add(name).on_hover_text(place);
        });
        let mut text = given.get(&argument.name).cloned().unwrap_or_default();
        let hint = argument.default.clone().unwrap_or_else(|| "needs a value".to_owned());
        let field = TextEdit::singleline(&mut text).hint_text(hint).desired_width(FIELD);
        let response = ui.add(field);
        let label = format!("Argument {}", argument.name);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, &label));
        *live |= response.has_focus();
        if response.changed() {
            // Nothing written is the default, or for want of one an empty text.
            if text.is_empty() {
                given.remove(&argument.name);
            } else {
                given.insert(argument.name.clone(), text);
            }
        }
        let button = egui::Button::new("×").frame_when_inactive(false);
        if ui.add_enabled(given.contains_key(&argument.name), button).on_hover_text("Back to the default").clicked() {
            given.remove(&argument.name);
        }
    });
}

/// Beside a mesh whose size looks like a wrong unit: the mend; beside one that was scaled: the way back.
pub(super) fn unit_button(ui: &mut Ui, session: &Session, mesh: &MeshUse, actions: &mut Vec<Action>) {
    let Some(path) = &mesh.path else { return };
    let given = session.settings().load.mesh_factors.get(path).copied();
    let (text, hint, factor) = match (given, mesh.suspicion) {
        (Some(factor), _) => (
            format!("Undo × {}", short(factor)),
            format!("{path} is scaled by {}; use it as it is", short(factor)),
            None,
        ),
        (None, Some(suspicion)) => (
            format!("Scale × {}", short(suspicion.factor)),
            format!("Scale {path} by {} wherever the robot uses it", short(suspicion.factor)),
            Some(suspicion.factor),
        ),
        (None, None) => return,
    };
    if ui.small_button(text).on_hover_text(hint).clicked() {
        let mut settings = session.settings().clone();
        match factor {
            Some(factor) => settings.load.mesh_factors.insert(path.clone(), factor),
            None => settings.load.mesh_factors.remove(path),
        };
        actions.push(Action::Configure { settings: Box::new(settings) });
    }
}

/// A factor between units with as many digits as tell them apart.
fn short(factor: f64) -> String {
    let text = format!("{factor:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{click, harness};
    use crate::intake::GeometryChoice;
    use crate::session::tests::settle;
    use crate::session::{Action, Session};
    use crate::work::Mode;
    use egui_kittest::kittest::Queryable;

    fn opened(files: &[(&str, &str)]) -> Session {
        let mut session = Session::new(Mode::Slices);
        let mut settings = session.settings().clone();
        (settings.samples, settings.prove) = (20, false);
        session.apply(Action::Configure { settings: Box::new(settings) });
        let files = files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect();
        session.apply(Action::AddFiles(files));
        settle(&mut session);
        session
    }

    const XACRO: &str = r#"<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:arg name="size" default="2"/>
        <link name="a"><collision><geometry><box size="${$(arg size)} 1 $(arg DEPTH)"/></geometry></collision></link></robot>"#;

    #[test]
    fn a_xacro_that_lacks_an_argument_is_given_it_on_the_start_screen() {
        let session = opened(&[("r/a.xacro", XACRO), ("r/other.xacro", &XACRO.replace("DEPTH", "size"))]);
        assert!(session.robot().is_none());
        assert!(session.diagnostics().iter().any(|d| d.message.contains("'DEPTH'")), "{:?}", session.diagnostics());
        let mut page = harness(session);
        page.get_by_label("r/other.xacro");
        let field = page.get_by_label("Argument DEPTH");
        field.focus();
        field.type_text("3");
        page.run_steps(2);
        assert!(!page.state().session.is_busy(), "nothing is read while it is typed");
        page.key_press(egui::Key::Enter);
        page.run_steps(3);
        settle(&mut page.state_mut().session);
        page.run_steps(3);
        let session = &page.state().session;
        assert!(session.robot().is_some(), "{:?}", session.diagnostics());
        assert!(session.diagnostics().iter().all(|d| !d.message.contains("DEPTH")), "{:?}", session.diagnostics());
        let size = session.load_report().map(|report| report.links.len());
        assert_eq!(size, Some(1));
    }

    #[test]
    fn the_geometry_that_counts_is_chosen_and_forgotten_with_the_robot() {
        let urdf = |name: &str| {
            format!(
                "<robot name='{name}'><link name='a'><collision><geometry><sphere radius='1'/></geometry></collision>
                <visual><geometry><box size='1 1 1'/></geometry></visual></link></robot>"
            )
        };
        let mut page = harness(opened(&[("a.urdf", &urdf("a")), ("b.urdf", &urdf("b"))]));
        click(&mut page, "Settings");
        page.get_by_label("Visual geometry").click_accesskit();
        page.run_steps(2);
        let session = &mut page.state_mut().session;
        settle(session);
        assert!(matches!(session.model().unwrap().links[0].collision[0].solid, crate::intake::Solid::Box { .. }));
        session.apply(Action::OpenCandidate { index: 1 });
        settle(session);
        assert_eq!(session.settings().load.geometry, GeometryChoice::Collision);
        assert!(matches!(session.model().unwrap().links[0].collision[0].solid, crate::intake::Solid::Sphere { .. }));
    }

    #[test]
    fn a_mesh_in_a_wrong_unit_is_mended_with_one_click() {
        let stl = "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 300 0 0\nvertex 0 200 0\nendloop\nendfacet\n\
            facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 0 200 0\nvertex 0 0 100\nendloop\nendfacet\nendsolid";
        let urdf = "<robot name='r'><link name='a'><collision><geometry><mesh filename='a.stl'/></geometry></collision></link></robot>";
        let mut page = harness(opened(&[("r/r.urdf", urdf), ("r/a.stl", stl)]));
        click(&mut page, "Report (1)");
        let longest = |page: &egui_kittest::Harness<'static, super::super::tests::Page>| {
            page.state().session.load_report().unwrap().meshes[0].size.unwrap()[0]
        };
        assert_eq!(longest(&page), 300.0);
        page.get_by_label("Scale × 0.001").click_accesskit();
        page.run_steps(2);
        settle(&mut page.state_mut().session);
        page.run_steps(2);
        assert!((longest(&page) - 0.3).abs() < 1e-12);
        assert!(page.state().session.diagnostics().iter().all(|d| d.code != "mesh-size"));
        page.get_by_label("Undo × 0.001").click_accesskit();
        page.run_steps(2);
        settle(&mut page.state_mut().session);
        assert_eq!(longest(&page), 300.0);
    }
}
