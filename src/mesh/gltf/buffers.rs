//! The bytes that a glTF file refers to.

use super::{FORMAT, index, list};
use crate::mesh::error::MeshError;
use crate::mesh::load::LoadOptions;
use crate::mesh::text::percent_decoded;
use base64::Engine;
use base64::alphabet::{STANDARD, URL_SAFE};
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

enum Bytes<'r> {
    Chunk(&'r [u8]),
    Shared(Arc<[u8]>),
    Own(Vec<u8>),
}

/// Buffers are fetched when first asked for.
pub(super) struct Buffers<'r> {
    root: &'r Value,
    chunk: Option<&'r [u8]>,
    options: LoadOptions<'r>,
    fetched: BTreeMap<usize, Bytes<'r>>,
}

impl<'r> Buffers<'r> {
    pub(super) fn new(root: &'r Value, chunk: Option<&'r [u8]>, options: &LoadOptions<'r>) -> Self {
        Self { root, chunk, options: *options, fetched: BTreeMap::new() }
    }

    /// The bytes of a buffer view and the distance of its rows (0: none given).
    pub(super) fn view(&mut self, number: usize) -> Result<(&[u8], usize), MeshError> {
        let root = self.root;
        let view = list(&root["bufferViews"])
            .get(number)
            .ok_or_else(|| MeshError::syntax(FORMAT, format!("buffer view {number} does not exist")))?;
        let buffer = index(&view["buffer"])
            .ok_or_else(|| MeshError::syntax(FORMAT, format!("buffer view {number} names no buffer")))?;
        if !self.fetched.contains_key(&buffer) {
            let bytes = self.fetch(buffer)?;
            self.fetched.insert(buffer, bytes);
        }
        let bytes: &[u8] = match self.fetched.get(&buffer) {
            Some(Bytes::Chunk(bytes)) => bytes,
            Some(Bytes::Shared(bytes)) => bytes,
            Some(Bytes::Own(bytes)) => bytes,
            None => &[],
        };
        let start = index(&view["byteOffset"]).unwrap_or(0).min(bytes.len());
        let length = index(&view["byteLength"]).unwrap_or(0);
        let end = start.saturating_add(length).min(bytes.len());
        Ok((&bytes[start..end], index(&view["byteStride"]).unwrap_or(0)))
    }

    fn fetch(&self, number: usize) -> Result<Bytes<'r>, MeshError> {
        let buffer = list(&self.root["buffers"])
            .get(number)
            .ok_or_else(|| MeshError::syntax(FORMAT, format!("buffer {number} does not exist")))?;
        let Some(uri) = buffer["uri"].as_str() else {
            return match self.chunk {
                Some(chunk) => Ok(Bytes::Chunk(chunk)),
                None => Err(MeshError::syntax(FORMAT, format!("buffer {number} has neither a uri nor a binary chunk"))),
            };
        };
        if let Some(data) = uri.strip_prefix("data:") {
            let payload = data.split_once(";base64,").map(|(_, payload)| payload);
            let decoded = payload.and_then(decode_base64);
            return decoded
                .map(Bytes::Own)
                .ok_or_else(|| MeshError::syntax(FORMAT, format!("buffer {number} holds data that are not base64")));
        }
        let find = |name: &str| self.options.companion.and_then(|find| find(name));
        find(uri)
            .or_else(|| find(&percent_decoded(uri)))
            .map(Bytes::Shared)
            .ok_or_else(|| MeshError::MissingPart { name: percent_decoded(uri).into_owned() })
    }
}

fn decode_base64(text: &str) -> Option<Vec<u8>> {
    let config = GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent);
    let text = text.trim();
    [STANDARD, URL_SAFE].iter().find_map(|alphabet| GeneralPurpose::new(alphabet, config).decode(text).ok())
}
