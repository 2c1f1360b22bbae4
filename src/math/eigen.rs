//! The principal directions of a symmetric matrix.

use super::{Mat3, Vec3};

/// Off-diagonal entries shrink quadratically; five sweeps are enough for every f64 matrix.
const SWEEPS: usize = 12;

/// The eigenvectors of a symmetric matrix as the columns of an orthogonal matrix (which may mirror), with the
/// eigenvalues in the same order (which is not sorted). Only the lower triangle is read.
///
/// Jacobi's rotations (Golub, Van Loan, "Matrix Computations", section 8.5). They need square roots only, and so give
/// the same bits on every target.
pub fn symmetric_eigen(matrix: &Mat3) -> (Vec3, Mat3) {
    let mut a = *matrix;
    let mut vectors = Mat3::identity();
    for _ in 0..SWEEPS {
        if a[(1, 0)] == 0.0 && a[(2, 0)] == 0.0 && a[(2, 1)] == 0.0 {
            break;
        }
        for (p, q) in [(1, 0), (2, 0), (2, 1)] {
            rotate(&mut a, &mut vectors, p, q);
        }
    }
    (Vec3::new(a[(0, 0)], a[(1, 1)], a[(2, 2)]), vectors)
}

/// Makes entry (p, q) of the lower triangle zero.
fn rotate(a: &mut Mat3, vectors: &mut Mat3, p: usize, q: usize) {
    let off = a[(p, q)];
    if off == 0.0 {
        return;
    }
    // Beside such a diagonal the entry is rounding.
    let (app, aqq) = (a[(p, p)], a[(q, q)]);
    if app.abs() + off.abs() == app.abs() && aqq.abs() + off.abs() == aqq.abs() {
        a[(p, q)] = 0.0;
        return;
    }
    let theta = (aqq - app) / (2.0 * off);
    // The smaller root of t² + 2θt - 1 = 0; θ² may overflow to infinity, where t is 0.
    let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
    let c = 1.0 / (t * t + 1.0).sqrt();
    let s = t * c;
    a[(p, p)] = app - t * off;
    a[(q, q)] = aqq + t * off;
    a[(p, q)] = 0.0;
    let r = 3 - p - q;
    let (rp, rq) = (a[lower(r, p)], a[lower(r, q)]);
    a[lower(r, p)] = c * rp - s * rq;
    a[lower(r, q)] = s * rp + c * rq;
    let (vp, vq) = (vectors.column(p).into_owned(), vectors.column(q).into_owned());
    vectors.set_column(p, &(vp * c - vq * s));
    vectors.set_column(q, &(vp * s + vq * c));
}

fn lower(i: usize, j: usize) -> (usize, usize) {
    (i.max(j), i.min(j))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_known_matrix() {
        // Eigenvalues 1, 3 and 5: the block [2 1; 1 2] has (1, -1) and (1, 1).
        let (values, vectors) = symmetric_eigen(&Mat3::new(2.0, 1.0, 0.0, 1.0, 2.0, 0.0, 0.0, 0.0, 5.0));
        let mut sorted = [values.x, values.y, values.z];
        sorted.sort_by(f64::total_cmp);
        for (found, wanted) in sorted.iter().zip([1.0, 3.0, 5.0]) {
            assert!((found - wanted).abs() < 1e-15);
        }
        let largest = (0..3).find(|&i| (values[i] - 3.0).abs() < 1e-9).map(|i| vectors.column(i).into_owned());
        let along = Vec3::new(1.0, 1.0, 0.0).normalize();
        assert!(largest.is_some_and(|v| (v.dot(&along).abs() - 1.0).abs() < 1e-15));
    }

    proptest! {
        #[test]
        fn vectors_are_orthogonal_and_bring_the_matrix_back(
            entries in prop::array::uniform6(-1.0f64..1.0),
            scale in -200i32..200,
        ) {
            let [a, b, c, d, e, f] = entries.map(|x| x * 2f64.powi(scale));
            let matrix = Mat3::new(a, b, c, b, d, e, c, e, f);
            let (values, vectors) = symmetric_eigen(&matrix);
            prop_assert!((vectors.transpose() * vectors - Mat3::identity()).norm() < 1e-14);
            let back = vectors * Mat3::from_diagonal(&values) * vectors.transpose();
            prop_assert!((back - matrix).norm() <= 1e-14 * matrix.norm());
        }
    }
}
