//! Verdicts as bytes, to be kept from visit to visit.

use super::prove::Proofs;
use crate::proof::{PairProof, Verdict};
use std::collections::BTreeMap;

/// In the order of their numbers in the record.
const VERDICTS: [Verdict; 6] = [
    Verdict::Proved,
    Verdict::ProvedWithinLimits,
    Verdict::AlwaysProved,
    Verdict::AlwaysProvedWithinLimits,
    Verdict::Refuted,
    Verdict::Open,
];

/// All verdicts; numbers as bits, so that they come back as they were.
pub(super) fn write(proofs: &Proofs, clearance: f64) -> Vec<u8> {
    let mut out = Vec::new();
    let mut word = |value: u64| out.extend_from_slice(&value.to_le_bytes());
    word(clearance.to_bits());
    word(u64::from(proofs.complete));
    for found in &proofs.found {
        word(found.len() as u64);
        for proof in found.values() {
            let verdict = VERDICTS.iter().position(|verdict| *verdict == proof.verdict).unwrap_or_default();
            for value in [proof.pair as u64, verdict as u64, proof.boxes] {
                word(value);
            }
            word(proof.closest.to_bits());
            word(proof.margin.to_bits());
            word(proof.configuration.len() as u64);
            proof.configuration.iter().for_each(|value| word(value.to_bits()));
        }
    }
    out
}

/// `None` if the bytes are no such record, or of another clearance, or name pairs that do not exist. `dofs`: length of a
/// configuration; `pairs`: per type the number of pairs.
pub(super) fn read(bytes: &[u8], clearance: f64, dofs: usize, pairs: [usize; 6]) -> Option<Proofs> {
    let mut words = bytes.chunks_exact(8).map(|chunk| chunk.try_into().map(u64::from_le_bytes));
    let mut word = || words.next()?.ok();
    if word()? != clearance.to_bits() {
        return None;
    }
    let mut proofs = Proofs { complete: word()? == 1, ..Proofs::default() };
    for (found, pairs) in proofs.found.iter_mut().zip(pairs) {
        let count = usize::try_from(word()?).ok().filter(|count| *count <= pairs)?;
        let mut list = BTreeMap::new();
        for _ in 0..count {
            let pair = usize::try_from(word()?).ok().filter(|pair| *pair < pairs)?;
            let verdict = *VERDICTS.get(usize::try_from(word()?).ok()?)?;
            let boxes = word()?;
            let (closest, margin) = (f64::from_bits(word()?), f64::from_bits(word()?));
            let len = usize::try_from(word()?).ok().filter(|len| *len == 0 || *len == dofs)?;
            let mut configuration = Vec::with_capacity(len);
            for _ in 0..len {
                configuration.push(f64::from_bits(word()?));
            }
            list.insert(pair, PairProof { pair, verdict, closest, configuration, boxes, margin });
        }
        *found = list;
    }
    Some(proofs)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Proofs {
        let mut proofs = Proofs { complete: true, ..Proofs::default() };
        let proof = |pair, verdict| PairProof {
            pair,
            verdict,
            closest: -0.1,
            configuration: vec![0.1, f64::MIN_POSITIVE],
            boxes: 7,
            margin: f64::INFINITY,
        };
        proofs.found[2].insert(3, proof(3, Verdict::Refuted));
        proofs.found[5].insert(0, PairProof { configuration: Vec::new(), ..proof(0, Verdict::Proved) });
        proofs
    }

    #[test]
    fn verdicts_come_back_to_the_bit() {
        let bytes = write(&sample(), 0.25);
        let back = read(&bytes, 0.25, 2, [6; 6]).unwrap();
        assert!(back.complete);
        assert_eq!(back.found, sample().found);
        assert!(read(&bytes, 0.2, 2, [6; 6]).is_none(), "another clearance");
        assert!(read(&bytes, 0.25, 2, [3; 6]).is_none(), "a pair that does not exist");
        assert!(read(&bytes, 0.25, 3, [6; 6]).is_none(), "another robot");
    }

    #[test]
    fn damaged_records_are_refused() {
        let bytes = write(&sample(), 0.0);
        for cut in 0..bytes.len() {
            let _ = read(&bytes[..cut], 0.0, 2, [6; 6]);
        }
        assert!(read(&bytes[..bytes.len() - 8], 0.0, 2, [6; 6]).is_none());
        assert!(read(&[0xff; 64], 0.0, 2, [6; 6]).is_none());
    }
}
