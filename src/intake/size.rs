//! Meshes whose size looks like a wrong unit.

use super::report::{MeshUse, Role, SizeSuspicion};

/// No link of a robot is this long; a link of 20 mm given in millimetres is.
const TOO_LONG: f64 = 20.0;
/// No link is this short; a link of 1 m scaled from millimetres twice is.
const TOO_SHORT: f64 = 0.001;
/// Factors between units that are mistaken for one another: millimetres, inches, centimetres, feet.
const FACTORS: [f64; 4] = [1000.0, 39.370_078_740_157_48, 100.0, 3.280_839_895_013_123];

/// Marks meshes whose size looks like a wrong unit: by themselves, or beside the other meshes of the same link.
pub(super) fn mark(uses: &mut [MeshUse]) {
    let sizes: Vec<f64> = uses.iter().map(|u| u.size.map_or(0.0, longest)).collect();
    let mut usual: Vec<f64> = sizes.iter().copied().filter(|s| *s > 0.0).collect();
    usual.sort_by(f64::total_cmp);
    let median = usual.get(usual.len() / 2).copied().unwrap_or(0.0);
    let suspicions: Vec<Option<SizeSuspicion>> = (0..uses.len())
        .map(|i| {
            let size = sizes[i];
            if size <= 0.0 {
                return None;
            }
            let factor = by_itself(size, median, usual.len()).or_else(|| beside_visual(i, uses, &sizes))?;
            Some(SizeSuspicion { size, factor })
        })
        .collect();
    for (mesh, suspicion) in uses.iter_mut().zip(suspicions) {
        mesh.suspicion = suspicion;
    }
}

pub(super) fn longest(size: [f64; 3]) -> f64 {
    size.into_iter().fold(0.0, f64::max)
}

fn by_itself(size: f64, median: f64, count: usize) -> Option<f64> {
    let odd_one = count >= 4;
    if size > TOO_LONG || (odd_one && size > 300.0 * median) {
        Some(1.0 / 1000.0)
    } else if size < TOO_SHORT && (median < TOO_SHORT || (odd_one && size < median / 300.0)) {
        Some(1000.0)
    } else {
        None
    }
}

/// The collision mesh and the visual mesh of one link differ by the factor between two units. The one that is farther
/// from usual lengths is the wrong one.
fn beside_visual(i: usize, uses: &[MeshUse], sizes: &[f64]) -> Option<f64> {
    let other = if uses[i].role == Role::Collision { Role::Visual } else { Role::Collision };
    let largest = |role: Role| {
        let same = uses.iter().zip(sizes).filter(|(u, _)| u.link == uses[i].link && u.role == role);
        same.map(|(_, size)| *size).fold(0.0, f64::max)
    };
    let (own, beside) = (largest(uses[i].role), largest(other));
    if own <= 0.0 || beside <= 0.0 || sizes[i] < own {
        return None;
    }
    let ratio = own / beside;
    let odd = |size: f64| libm::log(size / 0.3).abs();
    let factor = FACTORS.into_iter().find(|f| (ratio / f - 1.0).abs() < 0.05 || (ratio * f - 1.0).abs() < 0.05)?;
    if odd(own) <= odd(beside) {
        return None;
    }
    Some(if ratio > 1.0 { 1.0 / factor } else { factor })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mesh(link: &str, role: Role, size: f64) -> MeshUse {
        MeshUse {
            link: link.into(),
            role,
            uri: String::new(),
            line: None,
            path: None,
            found_by: None,
            case_differs: false,
            format: None,
            triangles: 12,
            size: Some([size, size / 2.0, size / 3.0]),
            suspicion: None,
            notes: Vec::new(),
            problem: None,
        }
    }

    fn factors(mut uses: Vec<MeshUse>) -> Vec<Option<f64>> {
        mark(&mut uses);
        uses.into_iter().map(|u| u.suspicion.map(|s| s.factor)).collect()
    }

    #[test]
    fn wrong_units_are_flagged() {
        use Role::{Collision, Visual};
        assert_eq!(factors(vec![mesh("a", Collision, 300.0), mesh("b", Collision, 0.3)]), vec![Some(0.001), None]);
        assert_eq!(factors(vec![mesh("a", Collision, 3e-4), mesh("b", Collision, 2e-4)]), vec![Some(1000.0); 2]);
        assert_eq!(
            factors(vec![mesh("a", Collision, 0.44), mesh("a", Visual, 17.323)]),
            vec![None, Some(1.0 / FACTORS[1])]
        );
        assert_eq!(factors(vec![mesh("a", Collision, 0.0003), mesh("a", Visual, 0.3)]), vec![Some(1000.0), None]);
    }

    #[test]
    fn right_sizes_are_not() {
        use Role::{Collision, Visual};
        let screws = vec![
            mesh("a", Collision, 0.002),
            mesh("b", Collision, 1.0),
            mesh("c", Collision, 1.2),
            mesh("d", Collision, 0.9),
        ];
        assert_eq!(factors(screws), vec![None; 4]);
        let base = vec![mesh("a", Collision, 0.5), mesh("a", Visual, 0.4), mesh("b", Collision, 12.0)];
        assert_eq!(factors(base), vec![None; 3]);
    }
}
