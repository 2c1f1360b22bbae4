use super::prove_tests::fold;
use super::tests::{rail, reloaded, settle};
use super::*;
use crate::matrix::{Decision, PairKey, Reason};
use crate::shapes::ShapeType;

fn kinds(session: &Session, shape_type: ShapeType) -> Vec<(ReviewKind, String)> {
    session.review(shape_type).iter().map(|item| (item.kind, pair_name(&item.pair))).collect()
}

#[test]
fn what_only_the_search_saw_is_rare_and_its_witness_is_shown() {
    let mut session = fold();
    let queue = session.review(ShapeType::LinkHulls);
    assert_eq!(queue[0].kind, ReviewKind::Rare);
    assert_eq!(queue[0].pair, PairKey::links("a", "c"));
    assert!(queue[0].min < 0.0 && queue[0].collisions == 0);
    assert!(queue.iter().all(|item| item.kind != ReviewKind::Unseen), "all others are proved");
    session.apply(Action::ReviewNext);
    settle(&mut session);
    let selected = session.selected().unwrap();
    assert_eq!(selected.key, &queue[0].pair);
    assert!(selected.proximity.unwrap().distance < 0.0, "the robot is where they collide");
    assert_eq!(session.review_at(), Some((ShapeType::LinkHulls, &queue[0].pair)));

    // Skipped all the same: the warning about it waits until it is looked at again.
    session.apply(Action::SetDecision {
        shape_type: ShapeType::LinkHulls,
        pairs: vec![PairKey::links("a", "c")],
        decision: Some(Decision::Skip),
    });
    assert_eq!(kinds(&session, ShapeType::LinkHulls)[0], (ReviewKind::UserSkip, "a – c".to_owned()));
}

#[test]
fn a_decision_goes_to_the_next_pair_and_is_kept() {
    let mut session = fold();
    session.apply(Action::ReviewTake { decision: Some(Decision::Skip) });
    assert_eq!(session.undo_label(), None, "nothing is at hand yet");
    session.apply(Action::ReviewNext);
    let before = session.review(ShapeType::LinkHulls).len();
    session.apply(Action::ReviewTake { decision: Some(Decision::Check) });
    assert_eq!(session.review(ShapeType::LinkHulls).len(), before - 1);
    let set = session.shape_set(ShapeType::LinkHulls).unwrap();
    let place = PairPlace::find(set, &PairKey::links("a", "c")).unwrap();
    let entry = &session.matrix(ShapeType::LinkHulls).unwrap().entries[place.index];
    assert_eq!((entry.decision, entry.reason), (Decision::Check, Some(Reason::User)));
    for _ in 1..before {
        assert!(session.review_at().is_some());
        session.apply(Action::ReviewTake { decision: None });
    }
    assert!(session.review(ShapeType::LinkHulls).is_empty());
    assert_eq!((session.review_at(), session.reviewed()), (None, before));
    let again = reloaded(&mut session);
    assert_eq!(again.reviewed(), before, "what was looked at stays so");
    assert!(again.review(ShapeType::LinkHulls).is_empty());
}

#[test]
fn a_file_that_skips_what_collides_comes_first() {
    let mut session = rail(300);
    let srdf = r#"<robot name="rail"><disable_collisions link1="b" link2="d" reason="Never"/></robot>"#;
    session.apply(Action::AddFiles(vec![("rail.srdf".to_owned(), srdf.as_bytes().to_vec())]));
    settle(&mut session);
    assert_eq!(kinds(&session, ShapeType::LinkHulls)[0], (ReviewKind::ImportRefuted, "b – d".to_owned()));
    let answer: serde_json::Value = serde_json::from_str(&api::call(&mut session, "review", "[]")).unwrap();
    assert_eq!(answer["ok"]["counts"]["import_refuted"], 1);
    assert_eq!(answer["ok"]["items"][0]["kind"], "import_refuted");
    assert_eq!(answer["ok"]["items"][0]["a"]["link"], "b");
    api::call(&mut session, "reviewNext", "[]");
    api::call(&mut session, "reviewTake", r#"["check"]"#);
    assert!(kinds(&session, ShapeType::LinkHulls).iter().all(|(kind, _)| *kind != ReviewKind::ImportRefuted));
    assert_eq!(session.undo_label(), Some("Check b – d"));
}

/// The hulls of two crossed rods pass each other; the spheres around them do not.
#[test]
fn shape_types_that_disagree_are_told_apart() {
    let mut session = fold();
    let queue = session.review(ShapeType::LinkHulls);
    let disagreeing: Vec<&ReviewItem> = queue.iter().filter(|item| item.kind == ReviewKind::Disagree).collect();
    for item in &disagreeing {
        assert_ne!(item.shape_type, ShapeType::LinkHulls);
        assert!(item.collisions > 0);
        let set = session.shape_set(ShapeType::LinkHulls).unwrap();
        let place = PairPlace::find(set, &item.pair).unwrap();
        let hulls = &session.computed_matrix(ShapeType::LinkHulls).unwrap().entries[place.index];
        assert_eq!(hulls.reason, Some(Reason::Never));
    }
    // While such a pair is at hand, the queue stays that of the hulls.
    if let Some(item) = disagreeing.first() {
        let (shape_type, pair) = (item.shape_type, item.pair.clone());
        session.apply(Action::ReviewGo { shape_type, pair });
        assert_eq!(session.shown_type(), shape_type);
        assert_eq!(session.review_type(), ShapeType::LinkHulls);
    }
    session.apply(Action::ShowType { shape_type: ShapeType::PartHulls });
    assert_eq!(session.review_type(), ShapeType::PartHulls);
}
