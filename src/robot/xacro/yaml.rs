//! YAML to values, with the units that xacro knows as tags.

use super::value::Value;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::collections::HashMap;
use std::f64::consts::PI;
use std::fmt;

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a YAML value")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Int(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(i64::try_from(value).map_or(Value::Float(value as f64), Value::Int))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(Value::Float(value))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(Value::str(value))
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::None)
    }

    fn visit_none<E: Error>(self) -> Result<Value, E> {
        Ok(Value::None)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            items.push(item);
        }
        Ok(Value::list(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut entries: Vec<(Value, Value)> = Vec::new();
        let mut places: HashMap<String, usize> = HashMap::new();
        while let Some((key, value)) = map.next_entry::<Value, Value>()? {
            // The last of equal keys holds, as PyYAML has it.
            let place = *places.entry(key.repr()).or_insert(entries.len());
            match entries.get_mut(place) {
                Some(entry) => entry.1 = value,
                None => entries.push((key, value)),
            }
        }
        Ok(Value::Dict(entries.into()))
    }
}

/// Tags and the factors to metres and radians.
const UNITS: [(&str, f64); 6] = [
    ("!degrees", PI / 180.0),
    ("!radians", 1.0),
    ("!meters", 1.0),
    ("!millimeters", 0.001),
    ("!inches", 0.0254),
    ("!foot", 0.3048),
];

/// Reads a YAML file. `number` evaluates the text after a unit's tag.
pub(super) fn read(text: &str, number: &mut dyn FnMut(&str) -> Result<f64, String>) -> Result<Value, String> {
    let plain = replace_units(text, number)?;
    let mut options = serde_saphyr::Options::default();
    // As PyYAML, with which xacro reads.
    options.duplicate_keys = serde_saphyr::DuplicateKeyPolicy::LastWins;
    // `y` is a text there, and often a key.
    options.strict_booleans = true;
    serde_saphyr::from_str_with_options::<Value>(&plain, options).map_err(|error| {
        let message = error.to_string();
        // The library shows the text around the error after the first line.
        message.lines().next().unwrap_or("it is not YAML").to_owned()
    })
}

fn replace_units(text: &str, number: &mut dyn FnMut(&str) -> Result<f64, String>) -> Result<String, String> {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let tag = UNITS.iter().find_map(|(tag, factor)| Some((line.find(tag)?, tag, factor)));
        let comment = line.find('#').unwrap_or(line.len());
        let Some((at, tag, factor)) = tag.filter(|(at, ..)| *at < comment) else {
            out.push_str(line);
            continue;
        };
        let rest = line.get(at + tag.len()..comment).unwrap_or("");
        let end = rest.find([',', '}', ']', '\n', '\r']).unwrap_or(rest.len());
        let value = rest.get(..end).unwrap_or("").trim().trim_matches(|c| c == '"' || c == '\'');
        out.push_str(line.get(..at).unwrap_or(""));
        out.push_str(&super::value::float_text(number(value)? * factor));
        // What follows may hold another tag.
        let tail = line.get(at + tag.len() + end..).unwrap_or("");
        out.push_str(&replace_units(tail, number)?);
    }
    Ok(out)
}
