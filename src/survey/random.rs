//! Configurations as a function of (seed, index): a counter-based generator, so that any sample can be had without
//! those before it, in any order and on any thread.
//!
//! Philox4x32-10 of Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011, section
//! 3.3. The samples are independent and uniform, which the bound "0 of n means less than 3/n" rests on.

const MULTIPLIERS: [u32; 2] = [0xD251_1F53, 0xCD9E_8D57];
const KEY_STEPS: [u32; 2] = [0x9E37_79B9, 0xBB67_AE85];

/// Ten rounds of Philox on four 32-bit words.
pub fn philox4x32(counter: [u32; 4], key: [u32; 2]) -> [u32; 4] {
    let mut c = counter;
    let mut k = key;
    for round in 0..10 {
        if round > 0 {
            k = [k[0].wrapping_add(KEY_STEPS[0]), k[1].wrapping_add(KEY_STEPS[1])];
        }
        let p0 = u64::from(MULTIPLIERS[0]) * u64::from(c[0]);
        let p1 = u64::from(MULTIPLIERS[1]) * u64::from(c[2]);
        c = [(p1 >> 32) as u32 ^ c[1] ^ k[0], p1 as u32, (p0 >> 32) as u32 ^ c[3] ^ k[1], p0 as u32];
    }
    c
}

/// Two numbers uniform in [0, 1) with 53 random bits each: those of the degrees of freedom `2 pair` and `2 pair + 1`
/// in sample `index`.
fn uniform_pair(seed: u64, index: u64, pair: u32) -> [f64; 2] {
    let w = philox4x32([index as u32, (index >> 32) as u32, pair, 0], [seed as u32, (seed >> 32) as u32]);
    let unit =
        |low: u32, high: u32| ((u64::from(high) << 32 | u64::from(low)) >> 11) as f64 * (1.0 / (1u64 << 53) as f64);
    [unit(w[0], w[1]), unit(w[2], w[3])]
}

/// The number in [0, 1) that degree of freedom `dof` has in sample `index`.
pub fn sample_value(seed: u64, index: u64, dof: usize) -> f64 {
    uniform_pair(seed, index, (dof / 2) as u32)[dof % 2]
}

/// The value in `lower..=upper` that a [`sample_value`] stands for.
pub fn within(range: (f64, f64), unit: f64) -> f64 {
    (range.0 + (range.1 - range.0) * unit).max(range.0).min(range.1)
}

/// Configuration `index` of the survey with this seed: one value per range, radians or metres, uniform within it.
pub fn configuration(ranges: &[(f64, f64)], seed: u64, index: u64) -> Vec<f64> {
    let mut q = Vec::with_capacity(ranges.len());
    for (pair, two) in ranges.chunks(2).enumerate() {
        let units = uniform_pair(seed, index, pair as u32);
        q.extend(two.iter().zip(units).map(|(&range, unit)| within(range, unit)));
    }
    q
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The known answers that the authors publish with Random123 (`kat_vectors`).
    #[test]
    fn philox_gives_the_published_words() {
        assert_eq!(philox4x32([0; 4], [0; 2]), [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]);
        assert_eq!(philox4x32([u32::MAX; 4], [u32::MAX; 2]), [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]);
        assert_eq!(
            philox4x32([0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344], [0xa409_3822, 0x299f_31d0]),
            [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1]
        );
    }

    #[test]
    fn a_configuration_is_made_of_its_values() {
        let ranges = [(-1.0, 1.0), (0.0, 0.5), (2.0, 2.0)];
        let q = configuration(&ranges, 7, 123_456_789_012);
        for (dof, range) in ranges.iter().enumerate() {
            assert_eq!(q[dof], within(*range, sample_value(7, 123_456_789_012, dof)));
        }
        assert_eq!(q[2], 2.0);
    }

    /// Mean, variance and the correlation of neighbours lie within five standard errors of those of independent
    /// uniform numbers.
    #[test]
    fn values_are_uniform_and_uncorrelated() {
        let n = 20_000u64;
        for dof in 0..5 {
            let x: Vec<f64> = (0..n).map(|i| sample_value(3, i, dof)).collect();
            let y: Vec<f64> = (0..n).map(|i| sample_value(3, i, dof + 1)).collect();
            let mean = x.iter().sum::<f64>() / n as f64;
            assert!((mean - 0.5).abs() < 5.0 * (1.0 / 12.0 / n as f64).sqrt());
            let variance = x.iter().map(|v| (v - 0.5) * (v - 0.5)).sum::<f64>() / n as f64;
            assert!((variance - 1.0 / 12.0).abs() < 5.0 * (1.0 / 180.0 / n as f64).sqrt());
            for other in [&x[1..], &y[..]] {
                let c = x.iter().zip(other).map(|(a, b)| (a - 0.5) * (b - 0.5)).sum::<f64>() / n as f64;
                assert!(c.abs() < 5.0 / 12.0 / (n as f64).sqrt());
            }
        }
    }
}
