//! The values of expressions: those of Python that descriptions use.

use std::rc::Rc;

/// A value. Containers are shared, never changed.
#[derive(Clone, Debug)]
pub(super) enum Value {
    None,
    Bool(bool),
    Int(i64),
    Float(f64),
    Str(Rc<str>),
    /// A list or a tuple.
    List(Rc<Vec<Value>>),
    /// In the order in which the keys were written.
    Dict(Rc<Vec<(Value, Value)>>),
    /// Index of the scope of an include with `ns`.
    Namespace(usize),
    /// A function or a group of functions (`math`, `xacro`) by its name.
    Builtin(&'static str),
}

impl Value {
    pub fn str(text: &str) -> Self {
        Value::Str(Rc::from(text))
    }

    pub fn list(items: Vec<Value>) -> Self {
        Value::List(Rc::new(items))
    }

    pub fn kind(&self) -> &'static str {
        match self {
            Value::None => "None",
            Value::Bool(_) => "a truth value",
            Value::Int(_) | Value::Float(_) => "a number",
            Value::Str(_) => "a text",
            Value::List(_) => "a list",
            Value::Dict(_) => "a dictionary",
            Value::Namespace(_) => "a namespace",
            Value::Builtin(_) => "a function",
        }
    }

    /// As a number; truth values count as 0 and 1.
    pub fn number(&self) -> Option<f64> {
        match self {
            Value::Bool(value) => Some(f64::from(u8::from(*value))),
            Value::Int(value) => Some(*value as f64),
            Value::Float(value) => Some(*value),
            _ => None,
        }
    }

    pub fn integer(&self) -> Option<i64> {
        match self {
            Value::Bool(value) => Some(i64::from(*value)),
            Value::Int(value) => Some(*value),
            _ => None,
        }
    }

    pub fn truth(&self) -> bool {
        match self {
            Value::None => false,
            Value::Bool(value) => *value,
            Value::Int(value) => *value != 0,
            Value::Float(value) => *value != 0.0,
            Value::Str(text) => !text.is_empty(),
            Value::List(items) => !items.is_empty(),
            Value::Dict(items) => !items.is_empty(),
            Value::Namespace(_) | Value::Builtin(_) => true,
        }
    }

    /// Equality as `==` has it: numbers by value, whatever their kind.
    pub fn equals(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::None, Value::None) => true,
            (Value::Str(a), Value::Str(b)) => a == b,
            (Value::List(a), Value::List(b)) => a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| a.equals(b)),
            (Value::Dict(a), Value::Dict(b)) => {
                a.len() == b.len() && a.iter().all(|(key, value)| find(b, key).is_some_and(|other| value.equals(other)))
            }
            (Value::Namespace(a), Value::Namespace(b)) => a == b,
            (Value::Builtin(a), Value::Builtin(b)) => a == b,
            (Value::Int(a), Value::Int(b)) => a == b,
            _ => matches!((self.number(), other.number()), (Some(a), Some(b)) if a == b),
        }
    }

    /// The value of a key of a dictionary.
    pub fn get(&self, key: &Value) -> Option<&Value> {
        match self {
            Value::Dict(items) => find(items, key),
            _ => None,
        }
    }

    /// The text that `str()` makes.
    pub fn text(&self) -> String {
        match self {
            Value::Str(text) => text.to_string(),
            other => other.repr(),
        }
    }

    /// The text that `repr()` makes.
    pub fn repr(&self) -> String {
        match self {
            Value::None => "None".into(),
            Value::Bool(true) => "True".into(),
            Value::Bool(false) => "False".into(),
            Value::Int(value) => value.to_string(),
            Value::Float(value) => float_text(*value),
            Value::Str(text) => {
                let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
                let escaped = text.replace('\\', "\\\\").replace('\n', "\\n");
                let escaped = if quote == '\'' { escaped.replace('\'', "\\'") } else { escaped };
                format!("{quote}{escaped}{quote}")
            }
            Value::List(items) => {
                let items: Vec<String> = items.iter().map(Value::repr).collect();
                format!("[{}]", items.join(", "))
            }
            Value::Dict(items) => {
                let items: Vec<String> =
                    items.iter().map(|(key, value)| format!("{}: {}", key.repr(), value.repr())).collect();
                format!("{{{}}}", items.join(", "))
            }
            Value::Namespace(_) => "<namespace>".into(),
            Value::Builtin(name) => format!("<function {name}>"),
        }
    }

    /// What a property's text stands for: a quoted text, a whole number, a number, a truth value, or itself.
    pub fn literal(text: &str) -> Value {
        if text.len() >= 2 && text.starts_with('\'') && text.ends_with('\'') {
            return Value::str(text.get(1..text.len() - 1).unwrap_or(""));
        }
        let trimmed = text.trim();
        if !trimmed.contains('_') {
            if let Ok(value) = trimmed.parse::<i64>() {
                return Value::Int(value);
            }
            if let Ok(value) = trimmed.parse::<f64>() {
                return Value::Float(value);
            }
        }
        match text {
            "true" | "True" => Value::Bool(true),
            "false" | "False" => Value::Bool(false),
            _ => Value::str(text),
        }
    }
}

fn find<'a>(items: &'a [(Value, Value)], key: &Value) -> Option<&'a Value> {
    items.iter().find(|(other, _)| other.equals(key)).map(|(_, value)| value)
}

/// The shortest text that reads back as the same number, laid out as Python does.
pub(super) fn float_text(value: f64) -> String {
    if value.is_nan() {
        return "nan".into();
    }
    if value.is_infinite() {
        return if value > 0.0 { "inf".into() } else { "-inf".into() };
    }
    let scientific = format!("{value:e}");
    let Some((digits, exponent)) = scientific.split_once('e') else { return scientific };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..16).contains(&exponent) {
        let text = format!("{value}");
        return if text.contains('.') { text } else { format!("{text}.0") };
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.abs())
}
