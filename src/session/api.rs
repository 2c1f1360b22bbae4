//! The session as other programs see it: methods by name, arguments and answers as JSON.
//!
//! `public/api.js` documents the methods for JavaScript. Angles are radians, lengths metres; a pair is
//! `{"a": {"link": .., "part": ..}, "b": ..}`.

use super::state::Session;
use super::{Action, PairPlace, ReviewKind, Settings, SrdfFinding, SrdfReport};
use crate::matrix::{Decision, PairKey};
use crate::proximity::{ConvexBody, signed_distance};
use crate::robot::DofKind;
use crate::shapes::{ShapeGeometry, ShapeSet, ShapeType, pairs};
use crate::survey::configuration;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// Calls a method; `arguments` is a JSON array. Answers `{"ok": value}` or `{"error": "what went wrong"}`.
pub fn call(session: &mut Session, method: &str, arguments: &str) -> String {
    let answer = match serde_json::from_str::<Vec<Value>>(arguments) {
        Ok(arguments) => dispatch(session, method, &arguments),
        Err(error) => Err(format!("the arguments are no JSON array: {error}")),
    };
    match answer {
        Ok(value) => json!({ "ok": value }),
        Err(error) => json!({ "error": error }),
    }
    .to_string()
}

/// The bytes of one file by the name that `exportNames` lists; `<robot>.zip` is all of them.
pub fn export(session: &Session, name: &str) -> Option<Vec<u8>> {
    session.export_file(name)
}

fn dispatch(session: &mut Session, method: &str, arguments: &[Value]) -> Result<Value, String> {
    match method {
        "state" => Ok(state(session)),
        "summary" => Ok(session.summary()),
        "diagnostics" => to_json(&session.diagnostics()),
        "settings" => to_json(session.settings()),
        "setSettings" => set_settings(session, arguments),
        "resume" => act(session, Action::Continue),
        "restart" => act(session, Action::Restart),
        "cancel" => act(session, Action::Cancel),
        "undo" => act(session, Action::Undo),
        "redo" => act(session, Action::Redo),
        "act" => {
            let action = argument(arguments, 0, "the action")?;
            act(session, action)
        }
        "joints" => Ok(joints(session)),
        "getConfiguration" => Ok(json!(session.configuration())),
        "setConfiguration" => set_configuration(session, arguments),
        "transforms" => Ok(transforms(session)),
        "shapes" => Ok(shapes(shape_set(session, arguments)?)),
        "distances" => distances(session, arguments),
        "listPairs" => list_pairs(session, arguments),
        "show" => {
            let shape_type = argument(arguments, 0, "the shape type")?;
            act(session, Action::ShowType { shape_type })
        }
        "select" => select(session, arguments),
        "selected" => Ok(session.selected().map_or(Value::Null, |selected| {
            json!({
                "a": selected.key.a(),
                "b": selected.key.b(),
                "distance": selected.proximity.map(|p| p.distance),
                "point_a": selected.proximity.map(|p| p.point_a.as_slice().to_vec()),
                "point_b": selected.proximity.map(|p| p.point_b.as_slice().to_vec()),
            })
        })),
        "decide" => decide(session, arguments),
        "review" => review(session, arguments),
        "reviewNext" => act(session, Action::ReviewNext),
        "reviewTake" => {
            let decision = argument(arguments, 0, "the decision")?;
            act(session, Action::ReviewTake { decision })
        }
        "exportNames" => Ok(json!(session.export_names())),
        "exportMeshes" => Ok(json!(session.export_meshes())),
        "exportFormats" => Ok(export_formats(session)),
        "srdf" => srdf(session, arguments),
        "compareSrdf" => compare_srdf(session, arguments, |path| Action::CompareSrdf { path }),
        "importSrdf" => compare_srdf(session, arguments, |path| Action::ImportFile { path }),
        "toasts" => Ok(session.toasts().map(|toast| json!({"severity": toast.severity, "text": toast.text})).collect()),
        _ => Err(format!("there is no method \"{method}\"")),
    }
}

fn act(session: &mut Session, action: Action) -> Result<Value, String> {
    session.apply(action);
    Ok(Value::Null)
}

fn to_json(value: &impl serde::Serialize) -> Result<Value, String> {
    serde_json::to_value(value).map_err(|error| error.to_string())
}

fn argument<T: DeserializeOwned>(arguments: &[Value], index: usize, what: &str) -> Result<T, String> {
    let value = arguments.get(index).cloned().unwrap_or(Value::Null);
    serde_json::from_value(value).map_err(|error| format!("{what} (argument {}): {error}", index + 1))
}

fn shape_set<'a>(session: &'a Session, arguments: &[Value]) -> Result<&'a std::sync::Arc<ShapeSet>, String> {
    let shape_type: ShapeType = argument(arguments, 0, "the shape type")?;
    session.shape_set(shape_type).ok_or_else(|| "there are no shapes yet".to_owned())
}

fn state(session: &Session) -> Value {
    let job = session.job();
    let running = job.as_ref().filter(|job| !job.finished);
    json!({
        "robot": session.robot().map(|robot| robot.name.clone()),
        "reading": session.is_reading(),
        "busy": running.is_some() || session.is_reading(),
        "stage": running.map(|job| job.stage_key.clone()),
        "text": running.map(|job| format!("{}: {}", job.title, job.stage)),
        "done": running.map_or(0, |job| job.units.0),
        "total": running.map_or(0, |job| job.units.1),
        "overall": job.as_ref().map_or(0.0, |job| job.fraction),
        "cancelled": job.as_ref().is_some_and(|job| job.cancelled),
        "error": job.as_ref().and_then(|job| job.failure.clone()),
        "live": session.is_live(),
        "shown": session.shown_type(),
        "visual": session.shows_visual(),
        "undo": session.undo_label(),
        "redo": session.redo_label(),
        "mode": match session.mode() {
            crate::work::Mode::Threads => "threads",
            crate::work::Mode::Slices => "slices",
        },
    })
}

/// Fields that are given replace those that hold; objects are merged.
fn set_settings(session: &mut Session, arguments: &[Value]) -> Result<Value, String> {
    let given: Value = argument(arguments, 0, "the settings")?;
    if !given.is_object() {
        return Err("the settings (argument 1) must be an object".to_owned());
    }
    let mut value = to_json(session.settings())?;
    overlay(&mut value, &given)?;
    let settings: Settings = serde_json::from_value(value).map_err(|error| error.to_string())?;
    act(session, Action::Configure { settings: Box::new(settings) })
}

fn overlay(value: &mut Value, given: &Value) -> Result<(), String> {
    match (value, given) {
        (Value::Object(value), Value::Object(given)) => {
            for (key, part) in given {
                match value.get_mut(key) {
                    // Keyed by joint, and by link: new keys are welcome there and nowhere else.
                    Some(slot) if key == "ranges" || key == "links" => *slot = part.clone(),
                    Some(slot) => overlay(slot, part)?,
                    None => return Err(format!("there is no setting \"{key}\"")),
                }
            }
        }
        (value, given) => *value = given.clone(),
    }
    Ok(())
}

fn joints(session: &Session) -> Value {
    let Some(robot) = session.robot() else { return json!([]) };
    let joint = |(dof, value): (&crate::robot::Dof, &f64)| {
        json!({
            "name": dof.name,
            "kind": match dof.kind { DofKind::Revolute => "revolute", DofKind::Prismatic => "prismatic" },
            "lower": dof.lower,
            "upper": dof.upper,
            "limited": dof.limited,
            "wraps": dof.wraps,
            "value": value,
        })
    };
    robot.dofs.iter().zip(session.configuration()).map(joint).collect()
}

fn set_configuration(session: &mut Session, arguments: &[Value]) -> Result<Value, String> {
    let values: Vec<f64> = argument(arguments, 0, "the configuration")?;
    let expected = session.configuration().len();
    if values.len() != expected {
        return Err(format!("{} values are given for {expected} degrees of freedom", values.len()));
    }
    act(session, Action::SetConfiguration { values })
}

fn transforms(session: &Session) -> Value {
    let Some(robot) = session.robot() else { return json!([]) };
    let row = |link: &crate::robot::Link, pose: &crate::math::Pose| {
        let (r, t) = (&pose.rotation, &pose.translation);
        let rows: Vec<[f64; 4]> = (0..3).map(|i| [r[(i, 0)], r[(i, 1)], r[(i, 2)], t[i]]).collect();
        json!({ "link": link.name, "matrix": [rows[0], rows[1], rows[2], [0.0, 0.0, 0.0, 1.0]] })
    };
    robot.links.iter().zip(session.link_poses()).map(|(link, pose)| row(link, pose)).collect()
}

fn shapes(set: &ShapeSet) -> Value {
    let geometry = |geometry: &ShapeGeometry| match geometry {
        ShapeGeometry::Sphere(s) => json!({"type": "sphere", "center": s.center.as_slice(), "radius": s.radius}),
        ShapeGeometry::Box(b) => {
            let row = |i: usize| [b.rotation[(i, 0)], b.rotation[(i, 1)], b.rotation[(i, 2)]];
            json!({
                "type": "box",
                "center": b.center.as_slice(),
                "rotation": [row(0), row(1), row(2)],
                "half_extents": b.half_extents.as_slice(),
            })
        }
        ShapeGeometry::Hull(hull) => {
            let vertices: Vec<&[f64]> = hull.vertices.iter().map(|vertex| vertex.as_slice()).collect();
            json!({"type": "hull", "vertices": vertices, "triangles": hull.triangles})
        }
    };
    set.shapes
        .iter()
        .map(|shape| json!({"link": shape.id.link, "part": shape.id.part, "geometry": geometry(&shape.geometry)}))
        .collect()
}

/// Computed on the spot, whatever the live distances are at.
fn distances(session: &Session, arguments: &[Value]) -> Result<Value, String> {
    let set = shape_set(session, arguments)?;
    let poses = session.link_poses();
    let bodies: Vec<Option<ConvexBody>> = set.shapes.iter().map(|s| ConvexBody::new(&s.geometry).ok()).collect();
    let mut list = Vec::with_capacity(set.pair_count());
    for (i, j) in pairs(set.shapes.len()) {
        let (a, b) = (&set.shapes[i], &set.shapes[j]);
        let mut entry = json!({"a": a.id, "b": b.id, "distance": null});
        if let (Some(body_a), Some(body_b), Some(pose_a), Some(pose_b)) =
            (&bodies[i], &bodies[j], poses.get(a.link), poses.get(b.link))
        {
            let found = signed_distance(body_a, body_b, &pose_a.relative(pose_b));
            entry["distance"] = json!(found.distance);
            entry["point_a"] = json!(pose_a.transform_point(&found.point_a).as_slice());
            entry["point_b"] = json!(pose_a.transform_point(&found.point_b).as_slice());
        }
        list.push(entry);
    }
    Ok(Value::Array(list))
}

fn list_pairs(session: &Session, arguments: &[Value]) -> Result<Value, String> {
    let set = shape_set(session, arguments)?;
    let shape_type = set.shape_type;
    let matrix = session.matrix(shape_type).ok_or_else(|| "there are no decisions yet".to_owned())?;
    let survey = session.survey(shape_type);
    let witness = session.survey_settings().map(|settings| {
        let ranges = &settings.ranges;
        move |sample: u64| configuration(ranges, settings.seed, sample)
    });
    let mut list = Vec::with_capacity(matrix.entries.len());
    for (index, ((i, j), entry)) in pairs(set.shapes.len()).zip(&matrix.entries).enumerate() {
        let mut value = json!({
            "a": set.shapes[i].id,
            "b": set.shapes[j].id,
            "decision": entry.decision,
            "reason": entry.reason,
            "evidence": entry.evidence,
            "note": entry.note,
        });
        if let Some(proof) = session.proof(shape_type, index) {
            value["proof"] = json!({
                "verdict": proof.verdict,
                "closest": proof.closest,
                "configuration": proof.configuration,
                "boxes": proof.boxes,
                "margin": proof.margin,
            });
        }
        let stats = survey.and_then(|survey| survey.pairs.get(index)).filter(|stats| stats.samples > 0);
        if let Some(stats) = stats {
            value["distance"] = json!({"min": stats.min, "mean": stats.mean, "max": stats.max});
            value["collisions"] = json!(stats.collisions);
            value["samples"] = json!(stats.samples);
            if let Some(witness) = &witness {
                value["witness"] = json!({"min": witness(stats.argmin), "max": witness(stats.argmax)});
            }
        }
        list.push(value);
    }
    Ok(Value::Array(list))
}

fn select(session: &mut Session, arguments: &[Value]) -> Result<Value, String> {
    let pair: Option<PairKey> = argument(arguments, 0, "the pair")?;
    if let Some(pair) = &pair {
        known(session, session.shown_type(), pair)?;
    }
    act(session, Action::SelectPair { pair })
}

fn decide(session: &mut Session, arguments: &[Value]) -> Result<Value, String> {
    let shape_type: ShapeType = argument(arguments, 0, "the shape type")?;
    let pairs: Vec<PairKey> = argument(arguments, 1, "the pairs")?;
    let decision: Option<Decision> = argument(arguments, 2, "the decision")?;
    for pair in &pairs {
        known(session, shape_type, pair)?;
    }
    act(session, Action::SetDecision { shape_type, pairs, decision })
}

/// The pairs that a person should look at, those first where it is worth most; of the type at hand unless one is named.
fn review(session: &Session, arguments: &[Value]) -> Result<Value, String> {
    let shape_type: Option<ShapeType> = argument(arguments, 0, "the shape type")?;
    let items = session.review(shape_type.unwrap_or_else(|| session.review_type()));
    let count = |kind: ReviewKind| items.iter().filter(|item| item.kind == kind).count();
    let counts: serde_json::Map<String, Value> =
        ReviewKind::ALL.into_iter().map(|kind| (kind.word().to_owned(), json!(count(kind)))).collect();
    let at = session.review_at().map(|(shape_type, pair)| json!({"shape_type": shape_type, "pair": pair}));
    Ok(json!({"items": to_json(&items)?, "counts": counts, "at": at, "reviewed": session.reviewed()}))
}

fn export_formats(session: &Session) -> Value {
    let one = |(format, files): (&crate::formats::Format, Vec<String>)| {
        json!({
            "id": format.id,
            "name": format.name,
            "what": format.what,
            "extension": format.extension,
            "files": files,
        })
    };
    session.export_formats().into_iter().map(one).collect()
}

/// The report on an SRDF beside one link-level type, link hulls unless another is named; `null` without an SRDF.
fn srdf(session: &Session, arguments: &[Value]) -> Result<Value, String> {
    let shape_type: Option<ShapeType> = argument(arguments, 0, "the shape type")?;
    let shape_type = shape_type.unwrap_or(ShapeType::LinkHulls);
    if shape_type.is_part() {
        return Err("an SRDF speaks of links: name link_spheres, link_boxes or link_hulls".to_owned());
    }
    let Some(report) = session.srdf_report(shape_type) else { return Ok(Value::Null) };
    let mut value = to_json(&report)?;
    value["counts"] = srdf_counts(&report);
    value["files"] = json!(session.srdf_files());
    Ok(value)
}

/// Rows per finding.
pub(super) fn srdf_counts(report: &SrdfReport) -> Value {
    SrdfFinding::ALL.into_iter().map(|finding| (finding.word().to_owned(), json!(report.count(finding)))).collect()
}

fn compare_srdf(
    session: &mut Session,
    arguments: &[Value],
    action: impl FnOnce(String) -> Action,
) -> Result<Value, String> {
    let path: String = argument(arguments, 0, "the path")?;
    if session.files().get(&path).is_none() {
        return Err(format!("there is no file \"{path}\""));
    }
    act(session, action(path))
}

fn known(session: &Session, shape_type: ShapeType, pair: &PairKey) -> Result<(), String> {
    let set = session.shape_set(shape_type).ok_or_else(|| "there are no shapes yet".to_owned())?;
    match PairPlace::find(set, pair) {
        Some(_) => Ok(()),
        None => Err(format!("there is no pair {} of type {}", super::pair_name(pair), shape_type.word())),
    }
}
