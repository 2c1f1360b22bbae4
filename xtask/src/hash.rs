//! A content hash for names of builds: FNV-1a with 64 bits (Fowler, Noll, Vo). It guards against mix-ups, not against
//! attackers.

/// Hash of a sequence of byte strings; where one ends and the next begins counts.
pub struct Hash(u64);

impl Hash {
    pub fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    pub fn add(&mut self, bytes: &[u8]) -> &mut Self {
        for byte in bytes.iter().copied().chain((bytes.len() as u64).to_le_bytes()) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        self
    }

    /// 16 hexadecimal digits.
    pub fn hex(&self) -> String {
        format!("{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Hash;

    #[test]
    fn boundaries_count() {
        let one = Hash::new().add(b"ab").add(b"c").hex();
        let other = Hash::new().add(b"a").add(b"bc").hex();
        assert_ne!(one, other);
        assert_eq!(one.len(), 16);
    }
}
