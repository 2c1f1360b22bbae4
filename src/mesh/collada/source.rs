//! `<source>` elements: numbers in rows.

use super::document::{Library, child, children};
use crate::math::Vec3;
use crate::mesh::text::number;
use roxmltree::Node;

/// All numbers in an element's text, also where a comment divides it.
pub(super) fn numbers(node: Node<'_, '_>) -> Vec<f64> {
    let texts = node.children().filter(|n| n.is_text()).filter_map(|n| n.text());
    texts.flat_map(str::split_ascii_whitespace).map(number).collect()
}

/// All indices in an element's text; what is not an index becomes `u32::MAX`, which no list reaches.
pub(super) fn indices(node: Node<'_, '_>) -> Vec<u32> {
    let texts = node.children().filter(|n| n.is_text()).filter_map(|n| n.text());
    texts.flat_map(str::split_ascii_whitespace).map(|word| word.parse().unwrap_or(u32::MAX)).collect()
}

/// The positions of a `<source>`, in the file's unit: rows of its accessor, of which the first three named parameters
/// are x, y and z. A row that is cut off is left out.
pub(super) fn positions(source: Node<'_, '_>, library: &Library<'_, '_>) -> Vec<Vec3> {
    let accessor = child(source, "technique_common").and_then(|t| child(t, "accessor"));
    let array = child(source, "float_array").or_else(|| library.find("float_array", accessor?.attribute("source")?));
    let Some(array) = array else { return Vec::new() };
    let values = numbers(array);
    let attribute = |name: &str| accessor.and_then(|a| a.attribute(name)).and_then(|v| v.trim().parse::<usize>().ok());
    let stride = attribute("stride").unwrap_or(3).max(1);
    let offset = attribute("offset").unwrap_or(0).min(values.len());
    let count = attribute("count").unwrap_or(usize::MAX);
    let mut columns: Vec<usize> = accessor
        .map(|a| {
            children(a, "param").enumerate().filter(|(_, p)| p.attribute("name").is_some()).map(|(i, _)| i).collect()
        })
        .unwrap_or_default();
    if columns.is_empty() {
        columns = (0..stride.min(3)).collect();
    }
    let column = |row: &[f64], i: usize| match columns.get(i) {
        Some(c) => row.get(*c).copied().unwrap_or(f64::NAN),
        None => 0.0,
    };
    values[offset..]
        .chunks_exact(stride)
        .take(count)
        .map(|row| Vec3::new(column(row, 0), column(row, 1), column(row, 2)))
        .collect()
}
