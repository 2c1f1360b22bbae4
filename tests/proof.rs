//! Proofs on real robots and on chains made in code.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "survey/boxes.rs"]
#[allow(dead_code)]
mod boxes;
#[allow(dead_code)]
mod corpus;
#[path = "survey/oracle.rs"]
mod oracle;
#[path = "survey/reference.rs"]
#[allow(dead_code)]
mod reference;

use noclash::proof::{Candidate, PairProof, ProofPipeline, ProofSettings, Verdict, candidates};
use noclash::robot::{JointKind, Robot};
use noclash::shapes::{ShapeGeometry, ShapeSet, ShapeType, pairs};
use noclash::survey::{Survey, SurveySettings};
use noclash::work::run_to_end;
use std::sync::{Arc, Mutex};

fn prove(robot: &Arc<Robot>, set: &Arc<ShapeSet>, settings: &ProofSettings, list: Vec<Candidate>) -> Vec<PairProof> {
    let results: Arc<Mutex<Vec<PairProof>>> = Arc::default();
    let into = results.clone();
    let publish = Arc::new(move |proof| into.lock().unwrap().push(proof));
    let mut pipeline = ProofPipeline::new(robot.clone(), set.clone(), settings.clone(), list, publish).unwrap();
    run_to_end(&mut pipeline);
    drop(pipeline);
    Arc::try_unwrap(results).unwrap().into_inner().unwrap()
}

fn survey_candidates(robot: &Arc<Robot>, set: &Arc<ShapeSet>, samples: u64) -> Vec<Candidate> {
    let results = Arc::new(Mutex::new(None));
    let into = results.clone();
    let mut sets = ShapeType::ALL.map(boxes::empty_set);
    sets[set.shape_type.index()] = set.clone();
    let which = set.shape_type;
    let publish = Arc::new(move |r: Arc<noclash::survey::TypeSurvey>| {
        if r.shape_type == which {
            *into.lock().unwrap() = Some(r);
        }
    });
    let survey = Survey::new(robot.clone(), sets, &SurveySettings::default(), publish).unwrap();
    run_to_end(&mut survey.run_to(samples));
    let result = results.lock().unwrap().clone().unwrap();
    candidates(&survey, &result)
}

fn candidate(pair: usize) -> Candidate {
    Candidate { pair, always: false, seen: f64::INFINITY, starts: Vec::new() }
}

fn random_configuration(robot: &Robot, index: u64) -> Vec<f64> {
    noclash::survey::configuration(&robot.ranges(), 99, index)
}

/// No random configuration, within the limits or with every turning joint anywhere, contradicts a verdict.
fn assert_unrefuted(robot: &Robot, set: &ShapeSet, proof: &PairProof, samples: u64) {
    let (i, j) = pairs(set.shapes.len()).nth(proof.pair).unwrap();
    let any = matches!(proof.verdict, Verdict::Proved | Verdict::AlwaysProved);
    let checker = reference::Checker::new(robot, &set.shapes[i], &set.shapes[j]);
    for index in 0..samples {
        let mut q = random_configuration(robot, index);
        if any {
            for (value, dof) in q.iter_mut().zip(&robot.dofs) {
                let unit = (*value - dof.lower) / (dof.upper - dof.lower);
                *value = std::f64::consts::PI * (2.0 * unit - 1.0);
            }
        }
        let d = checker.distance(robot, &q);
        match proof.verdict {
            Verdict::Proved | Verdict::ProvedWithinLimits => assert!(d > 0.0, "{proof:?} {q:?}: {d}"),
            Verdict::AlwaysProved | Verdict::AlwaysProvedWithinLimits => assert!(d < 1e-9, "{proof:?} {q:?}: {d}"),
            Verdict::Refuted | Verdict::Open => {}
        }
    }
    if proof.configuration.len() == robot.dofs.len() && proof.closest.is_finite() {
        let d = checker.distance(robot, &proof.configuration);
        let tolerance = if d > 0.0 { 1e-6 } else { 1e-5 };
        assert!((d - proof.closest).abs() < tolerance, "{proof:?}: {d}");
    }
}

/// Of the pairs that the published SRDF of the Panda calls "Never", exactly link 2 and link 6 do collide.
#[test]
fn the_panda_srdf_is_right_but_for_one_pair() {
    let Some((robot, set)) = oracle::link_hulls("panda") else { return };
    let srdf = oracle::find("panda", "srdf").unwrap();
    let text = std::fs::read_to_string(srdf).unwrap();
    let xml = roxmltree::Document::parse(&text).unwrap();
    let shape = |name: &str| set.shapes.iter().position(|s| s.id.link == name);
    let never: Vec<Candidate> = xml
        .descendants()
        .filter(|n| n.has_tag_name("disable_collisions") && n.attribute("reason") == Some("Never"))
        .filter_map(|n| Some((shape(n.attribute("link1")?)?, shape(n.attribute("link2")?)?)))
        .map(|(i, j)| candidate(noclash::shapes::pair_index(set.shapes.len(), i.min(j), i.max(j))))
        .collect();
    assert!(never.len() >= 22, "{}", never.len());
    let results = prove(&robot, &set, &ProofSettings::default(), never.clone());
    assert_eq!(results.len(), never.len());
    let names: Vec<(usize, usize)> = pairs(set.shapes.len()).collect();
    for proof in &results {
        let (i, j) = names[proof.pair];
        let (a, b) = (&set.shapes[i].id.link, &set.shapes[j].id.link);
        if a == "panda_link2" && b == "panda_link6" {
            assert_eq!(proof.verdict, Verdict::Refuted);
            assert!(proof.closest < -0.030, "{}", proof.closest);
            assert!(robot.dofs.iter().zip(&proof.configuration).all(|(d, q)| d.lower <= *q && *q <= d.upper));
        } else {
            assert!(matches!(proof.verdict, Verdict::Proved | Verdict::ProvedWithinLimits), "{a} {b} {proof:?}");
        }
        assert_unrefuted(&robot, &set, proof, 200);
    }
}

#[test]
fn verdicts_do_not_depend_on_threads() {
    let robot = Arc::new(boxes::arm(4));
    let set = boxes::sets_with(&robot)[2].clone();
    let list = survey_candidates(&robot, &set, 200);
    let pool = |threads: usize| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let run = |threads| pool(threads).install(|| prove(&robot, &set, &small(), list.clone()));
    let one = run(1);
    assert_eq!(one, run(3));
    assert!(one.iter().any(|p| p.verdict == Verdict::ProvedWithinLimits || p.verdict == Verdict::Proved));
    for proof in &one {
        assert_unrefuted(&robot, &set, proof, 300);
    }
}

fn small() -> ProofSettings {
    ProofSettings { pair_budget: 60_000, total_budget: 600_000, restarts: 20, ..ProofSettings::default() }
}

/// Two boxes on a chain of random joints; the outer one is put where it just touches the inner one at one random
/// configuration. Nobody may prove such a pair clear.
#[test]
fn a_planted_collision_is_never_proved_away() {
    let mut refuted = 0;
    for case in 0..24u64 {
        let joints = 2 + (case % 3) as usize;
        let robot = Arc::new(boxes::random_chain(joints, case));
        let q = random_configuration(&robot, 1_000 + case);
        let depth = [1e-2, 1e-3, 1e-4][(case % 3) as usize];
        let set = Arc::new(boxes::touching(&robot, &q, depth));
        let checker = reference::Checker::new(&robot, &set.shapes[0], &set.shapes[1]);
        assert!(checker.distance(&robot, &q) < 0.0, "planted");
        let results = prove(&robot, &set, &small(), vec![candidate(0)]);
        let proof = &results[0];
        assert!(matches!(proof.verdict, Verdict::Refuted | Verdict::Open), "case {case}: {proof:?}");
        refuted += u32::from(proof.verdict == Verdict::Refuted);
        if proof.verdict == Verdict::Refuted {
            assert!(checker.distance(&robot, &proof.configuration) <= 1e-9);
        }
    }
    assert!(refuted >= 20, "only {refuted} of 24 collisions were found");
}

/// The boxes of a certificate fill the ranges, and in none of them do the shapes meet.
#[test]
fn certificates_hold() {
    let robot = boxes::arm(4);
    let set = boxes::sets_with(&robot)[2].clone();
    let mut checked = 0;
    for (i, j) in pairs(set.shapes.len()) {
        let (a, b) = (&set.shapes[i], &set.shapes[j]);
        let Some(certificate) = noclash::proof::certificate(&robot, a, b, &small()).unwrap() else { continue };
        checked += 1;
        let ranges: Vec<(f64, f64)> =
            certificate.dofs.iter().map(|&d| (robot.dofs[d].lower, robot.dofs[d].upper)).collect();
        let volume = |half: &[f64]| half.iter().product::<f64>();
        let whole: Vec<f64> = ranges.iter().map(|(l, u)| (u - l) / 2.0).collect();
        let sum: f64 = certificate.boxes.iter().map(|b| volume(&b.half)).sum();
        assert!((sum / volume(&whole) - 1.0).abs() < 1e-9);
        let checker = reference::Checker::new(&robot, a, b);
        for (index, certified) in certificate.boxes.iter().enumerate().take(500) {
            let at = |t: &dyn Fn(usize) -> f64| {
                let mut q = vec![0.0; robot.dofs.len()];
                for (k, &dof) in certificate.dofs.iter().enumerate() {
                    q[dof] = certified.center[k] + t(k) * certified.half[k];
                }
                q
            };
            assert!(certified.margin > 0.0);
            assert!(checker.distance(&robot, &at(&|_| 0.0)) >= certified.margin);
            for corner in 0..4u64 {
                let t = |k: usize| 2.0 * noclash::survey::sample_value(corner, index as u64, k) - 1.0;
                assert!(checker.distance(&robot, &at(&|k| t(k).signum())) > 0.0);
                assert!(checker.distance(&robot, &at(&t)) > 0.0);
            }
        }
    }
    assert!(checked >= 3, "{checked}");
}

/// Splits the ranges until each piece lies within one certified box: then the boxes leave nothing out. They come from
/// cuts through the middle, so that of several boxes in a piece each lies on one side of a middle.
fn covered(lower: &[f64], upper: &[f64], boxes: &[(Vec<f64>, Vec<f64>)]) -> bool {
    let tolerance = |k: usize| 1e-9 * (upper[k] - lower[k]);
    let within = |b: &(Vec<f64>, Vec<f64>)| {
        (0..lower.len()).all(|k| b.0[k] <= lower[k] + tolerance(k) && upper[k] <= b.1[k] + tolerance(k))
    };
    if boxes.iter().any(within) {
        return true;
    }
    for k in 0..lower.len() {
        let middle = 0.5 * (lower[k] + upper[k]);
        let left: Vec<_> = boxes.iter().filter(|b| b.1[k] <= middle + tolerance(k)).cloned().collect();
        let right: Vec<_> = boxes.iter().filter(|b| b.0[k] >= middle - tolerance(k)).cloned().collect();
        if left.len() + right.len() == boxes.len() && !left.is_empty() && !right.is_empty() {
            let (mut low, mut high) = (lower.to_vec(), upper.to_vec());
            (high[k], low[k]) = (middle, middle);
            return covered(lower, &high, &left) && covered(&low, upper, &right);
        }
    }
    false
}

/// The plainest bound there is, with parry's distances: no point of B is further from a joint than all offsets behind
/// that joint are long together, so B moves by no more than the sum over the joints of that times the angle. Returns
/// false if it has not shown the box to be clear in `budget` distances.
fn plainly_clear(
    distance: &dyn Fn(&[f64]) -> f64,
    reach: &[f64],
    center: Vec<f64>,
    half: Vec<f64>,
    budget: &mut u32,
) -> bool {
    let mut open = vec![(center, half)];
    while let Some((center, half)) = open.pop() {
        if *budget == 0 {
            return false;
        }
        *budget -= 1;
        let d = distance(&center);
        assert!(d > 0.0, "a certified box holds a collision at {center:?}");
        let moves: Vec<f64> = half.iter().zip(reach).map(|(h, r)| h * r).collect();
        if d - 1e-6 > moves.iter().sum::<f64>() {
            continue;
        }
        let k = (0..moves.len()).max_by(|a, b| moves[*a].total_cmp(&moves[*b])).unwrap();
        for side in [-0.5, 0.5] {
            let (mut c, mut h) = (center.clone(), half.clone());
            c[k] += side * half[k];
            h[k] *= 0.5;
            open.push((c, h));
        }
    }
    true
}

/// A second, independent proof of what a certificate claims, that shares nothing with the first but the URDF and the
/// shapes: forward kinematics and distances of the reference, and a bound that a reader can check in a minute.
#[test]
fn a_simple_checker_confirms_certificates() {
    let robot = boxes::arm(4);
    let set = boxes::sets_with(&robot)[2].clone();
    let (mut confirmed, mut boxes_confirmed) = (0, 0);
    for (i, j) in pairs(set.shapes.len()) {
        let (a, b) = (&set.shapes[i], &set.shapes[j]);
        let Some(certificate) = noclash::proof::certificate(&robot, a, b, &small()).unwrap() else { continue };
        let limits = |k: usize| (robot.dofs[certificate.dofs[k]].lower, robot.dofs[certificate.dofs[k]].upper);
        let n = certificate.dofs.len();
        let (lower, upper): (Vec<f64>, Vec<f64>) = (0..n).map(limits).unzip();
        let ends = |b: &noclash::proof::CertifiedBox| {
            let end = |side: f64| b.center.iter().zip(&b.half).map(|(c, h)| c + side * h).collect::<Vec<f64>>();
            (end(-1.0), end(1.0))
        };
        let ends: Vec<_> = certificate.boxes.iter().map(ends).collect();
        assert!(covered(&lower, &upper, &ends), "the boxes leave something out");
        // From B back to A: how far B's points can be from each joint.
        let ShapeGeometry::Hull(hull) = &b.geometry else { continue };
        let mut far = hull.vertices.iter().map(|v| v.norm()).fold(0.0, f64::max);
        let mut reach = vec![0.0; n];
        let mut link = b.link;
        let mut serial = true;
        while link != a.link {
            let Some(joint) = robot.joints.iter().find(|joint| joint.child == link) else {
                serial = false;
                break;
            };
            serial &= joint.mimic.is_none();
            let slides = joint.kind == JointKind::Prismatic;
            if let Some(k) = certificate.dofs.iter().position(|dof| Some(*dof) == joint.dof) {
                // Metres per radian, or per metre of a slide.
                reach[k] = if slides { 1.0 } else { far };
                far += if slides { lower[k].abs().max(upper[k].abs()) } else { 0.0 };
            }
            far += joint.origin.translation.norm();
            link = joint.parent;
        }
        if !serial {
            continue;
        }
        let checker = reference::Checker::new(&robot, a, b);
        let distance = |at: &[f64]| {
            let mut q = vec![0.0; robot.dofs.len()];
            certificate.dofs.iter().zip(at).for_each(|(&dof, &value)| q[dof] = value);
            checker.distance(&robot, &q)
        };
        let mut budget = 200_000;
        let all = certificate
            .boxes
            .iter()
            .all(|b| plainly_clear(&distance, &reach, b.center.clone(), b.half.clone(), &mut budget));
        confirmed += u32::from(all);
        boxes_confirmed += if all { certificate.boxes.len() } else { 0 };
    }
    println!("{confirmed} certificates of {boxes_confirmed} boxes confirmed");
    assert!(confirmed >= 1, "only {confirmed}");
}

/// A pair that comes within the clearance is refuted, one that stays further away is not.
#[test]
fn the_clearance_counts() {
    let robot = Arc::new(boxes::planar(0.5, (0.0, 1.0)));
    let shapes = vec![
        boxes::sphere_shape(0, "base", None, noclash::math::Vec3::zeros(), 0.1),
        boxes::sphere_shape(1, "tip", None, noclash::math::Vec3::new(0.2, 0.0, 0.0), 0.1),
    ];
    let set = Arc::new(ShapeSet { shape_type: ShapeType::LinkSpheres, shapes });
    // The spheres come nearest at q = 1: sqrt(0.5^2 + 0.2^2 + 2 * 0.5 * 0.2 * cos 1) - 0.2.
    let nearest = (0.29 + 0.2 * 1f64.cos()).sqrt() - 0.2;
    let verdict = |clearance: f64| {
        let settings = ProofSettings { clearance, ..small() };
        prove(&robot, &set, &settings, vec![candidate(0)])[0].clone()
    };
    assert_eq!(verdict(nearest - 1e-4).verdict, Verdict::ProvedWithinLimits);
    let refuted = verdict(nearest + 1e-4);
    assert_eq!(refuted.verdict, Verdict::Refuted);
    assert!((refuted.closest - nearest).abs() < 1e-6);
    // At any angle the spheres come within 0.1: folded, at q = pi.
    assert_eq!(verdict(0.1 - 1e-4).verdict, Verdict::Proved);
    assert_eq!(verdict(0.1 + 1e-4).verdict, Verdict::ProvedWithinLimits);
}
