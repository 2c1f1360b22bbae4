//! What expressions can call: Python's `math`, its plain functions, methods of texts and containers, and `xacro.`.

use super::eval::{Surroundings, order};
use super::value::Value;
use std::f64::consts::{PI, TAU};

const MATH: [&str; 33] = [
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "ceil", "copysign", "cos", "cosh", "degrees", "exp",
    "expm1", "fabs", "floor", "fmod", "hypot", "isclose", "isfinite", "isinf", "isnan", "log", "log10", "log1p",
    "log2", "pow", "radians", "sin", "sinh", "sqrt", "tan", "tanh",
];
const MORE_MATH: [&str; 2] = ["trunc", "fsum"];
const PLAIN: [&str; 18] = [
    "abs",
    "all",
    "any",
    "bool",
    "dict",
    "divmod",
    "enumerate",
    "float",
    "int",
    "len",
    "list",
    "max",
    "min",
    "range",
    "reversed",
    "round",
    "sorted",
    "str",
];
const MORE_PLAIN: [&str; 4] = ["sum", "tuple", "zip", "repr"];
const XACRO: [&str; 10] = [
    "load_yaml",
    "arg",
    "message",
    "warning",
    "error",
    "fatal",
    "dotify",
    "tokenize",
    "abs_filename",
    "print_location",
];
const GROUPS: [&str; 3] = ["math", "xacro", "python"];

/// `value.name` without a call. The empty built-in stands for the names that are known everywhere.
pub(super) fn attribute(value: &Value, name: &str) -> Result<Value, String> {
    let known = |lists: &[&[&'static str]]| {
        lists.iter().flat_map(|list| list.iter()).find(|known| **known == name).map(|known| Value::Builtin(known))
    };
    let found = match value {
        Value::Dict(_) => {
            return value.get(&Value::str(name)).cloned().ok_or_else(|| format!("there is no key '{name}'"));
        }
        Value::Builtin("") => {
            constant(name).or_else(|| known(&[&MATH, &MORE_MATH, &PLAIN, &MORE_PLAIN, &XACRO, &GROUPS]))
        }
        Value::Builtin("math") => constant(name).or_else(|| known(&[&MATH, &MORE_MATH])),
        Value::Builtin("xacro") => known(&[&XACRO]),
        Value::Builtin("python") => known(&[&PLAIN, &MORE_PLAIN]),
        _ => None,
    };
    found.ok_or_else(|| format!("'{name}' is not known of {}", value.kind()))
}

fn constant(name: &str) -> Option<Value> {
    Some(Value::Float(match name {
        "pi" => PI,
        "tau" => TAU,
        "e" => std::f64::consts::E,
        "inf" => f64::INFINITY,
        "nan" => f64::NAN,
        _ => return None,
    }))
}

pub(super) fn call(
    name: &str,
    values: &[Value],
    named: &[(String, Value)],
    around: &mut dyn Surroundings,
) -> Result<Value, String> {
    if name == "dict" && values.is_empty() {
        let entries: Vec<(Value, Value)> = named.iter().map(|(key, value)| (Value::str(key), value.clone())).collect();
        return Ok(Value::Dict(entries.into()));
    }
    if let Some((key, _)) = named.first() {
        return Err(format!("{name}() takes no '{key}=' here"));
    }
    if MATH.contains(&name) || MORE_MATH.contains(&name) {
        return math(name, values);
    }
    if XACRO.contains(&name) {
        return xacro(name, values, around);
    }
    plain(name, values)
}

fn math(name: &str, values: &[Value]) -> Result<Value, String> {
    let wrong = || format!("{name}() does not take {}", kinds(values));
    if name == "fsum" {
        return sum(values, true);
    }
    let numbers: Option<Vec<f64>> = values.iter().map(Value::number).collect();
    let numbers = numbers.ok_or_else(wrong)?;
    let result = match (name, numbers.as_slice()) {
        ("acos", [x]) => libm::acos(*x),
        ("acosh", [x]) => libm::acosh(*x),
        ("asin", [x]) => libm::asin(*x),
        ("asinh", [x]) => libm::asinh(*x),
        ("atan", [x]) => libm::atan(*x),
        ("atan2", [y, x]) => libm::atan2(*y, *x),
        ("atanh", [x]) => libm::atanh(*x),
        ("ceil", [x]) => return whole(x.ceil()),
        ("floor", [x]) => return whole(x.floor()),
        ("trunc", [x]) => return whole(libm::trunc(*x)),
        ("copysign", [x, y]) => x.copysign(*y),
        ("cos", [x]) => libm::cos(*x),
        ("cosh", [x]) => libm::cosh(*x),
        ("degrees", [x]) => x * (180.0 / PI),
        ("radians", [x]) => x * (PI / 180.0),
        ("exp", [x]) => libm::exp(*x),
        ("expm1", [x]) => libm::expm1(*x),
        ("fabs", [x]) => x.abs(),
        ("fmod", [x, y]) => libm::fmod(*x, *y),
        ("hypot", all) => all.iter().map(|x| x * x).sum::<f64>().sqrt(),
        ("isclose", [x, y]) => return Ok(Value::Bool((x - y).abs() <= 1e-9 * x.abs().max(y.abs()))),
        ("isfinite", [x]) => return Ok(Value::Bool(x.is_finite())),
        ("isinf", [x]) => return Ok(Value::Bool(x.is_infinite())),
        ("isnan", [x]) => return Ok(Value::Bool(x.is_nan())),
        ("log", [x]) => libm::log(*x),
        ("log", [x, base]) => libm::log(*x) / libm::log(*base),
        ("log10", [x]) => libm::log10(*x),
        ("log1p", [x]) => libm::log1p(*x),
        ("log2", [x]) => libm::log2(*x),
        ("pow", [x, y]) => libm::pow(*x, *y),
        ("sin", [x]) => libm::sin(*x),
        ("sinh", [x]) => libm::sinh(*x),
        ("sqrt", [x]) => x.sqrt(),
        ("tan", [x]) => libm::tan(*x),
        ("tanh", [x]) => libm::tanh(*x),
        _ => return Err(wrong()),
    };
    if result.is_nan() && !numbers.iter().any(|x| x.is_nan()) {
        return Err(format!("{name}() of {} is not defined", shown(values)));
    }
    Ok(Value::Float(result))
}

fn whole(value: f64) -> Result<Value, String> {
    if value.abs() < 9.0e18 { Ok(Value::Int(value as i64)) } else { Err(format!("{value} is no whole number")) }
}

fn plain(name: &str, values: &[Value]) -> Result<Value, String> {
    let wrong = || format!("{name}() does not take {}", kinds(values));
    Ok(match (name, values) {
        ("abs", [Value::Float(x)]) => Value::Float(x.abs()),
        ("abs", [x]) => Value::Int(x.integer().and_then(i64::checked_abs).ok_or_else(wrong)?),
        ("all", [x]) => Value::Bool(items(x)?.iter().all(Value::truth)),
        ("any", [x]) => Value::Bool(items(x)?.iter().any(Value::truth)),
        ("bool", [x]) => Value::Bool(x.truth()),
        ("dict", [Value::Dict(entries)]) => Value::Dict(entries.clone()),
        ("divmod", [a, b]) => {
            let (a, b) = (a.number().ok_or_else(wrong)?, b.number().filter(|b| *b != 0.0).ok_or_else(wrong)?);
            let quotient = (a / b).floor();
            Value::list(vec![Value::Float(quotient), Value::Float(a - quotient * b)])
        }
        ("enumerate", [x]) => Value::list(
            items(x)?.into_iter().enumerate().map(|(i, x)| Value::list(vec![Value::Int(i as i64), x])).collect(),
        ),
        ("float", [Value::Str(text)]) => {
            Value::Float(text.trim().parse().map_err(|_| format!("'{text}' is not a number"))?)
        }
        ("float", [x]) => Value::Float(x.number().ok_or_else(wrong)?),
        ("int", [Value::Str(text)]) => {
            Value::Int(text.trim().parse().map_err(|_| format!("'{text}' is not a whole number"))?)
        }
        ("int", [Value::Float(x)]) => return whole(libm::trunc(*x)),
        ("int", [x]) => Value::Int(x.integer().ok_or_else(wrong)?),
        ("len", [Value::Str(text)]) => Value::Int(text.chars().count() as i64),
        ("len", [x]) => Value::Int(items(x)?.len() as i64),
        ("list" | "tuple", []) => Value::list(Vec::new()),
        ("list" | "tuple", [x]) => Value::list(items(x)?),
        ("max" | "min", [x]) => extreme(name == "max", &items(x)?)?,
        ("max" | "min", [_, _, ..]) => extreme(name == "max", values)?,
        ("range", [end]) => range(0, end.integer().ok_or_else(wrong)?, 1)?,
        ("range", [start, end]) => range(start.integer().ok_or_else(wrong)?, end.integer().ok_or_else(wrong)?, 1)?,
        ("range", [start, end, step]) => range(
            start.integer().ok_or_else(wrong)?,
            end.integer().ok_or_else(wrong)?,
            step.integer().ok_or_else(wrong)?,
        )?,
        ("repr", [x]) => Value::str(&x.repr()),
        ("reversed", [x]) => Value::list(items(x)?.into_iter().rev().collect()),
        ("round", [x]) => match x.integer() {
            Some(x) => Value::Int(x),
            None => return whole(half_to_even(x.number().ok_or_else(wrong)?)),
        },
        ("round", [x, digits]) => {
            let digits = usize::try_from(digits.integer().ok_or_else(wrong)?).ok().filter(|d| *d <= 17);
            let (x, digits) = (x.number().ok_or_else(wrong)?, digits.ok_or_else(wrong)?);
            Value::Float(format!("{x:.digits$}").parse().unwrap_or(x))
        }
        ("sorted", [x]) => {
            let mut items = items(x)?;
            for pair in items.windows(2) {
                order(&pair[0], &pair[1])?;
            }
            items.sort_by(|a, b| order(a, b).ok().flatten().unwrap_or(std::cmp::Ordering::Equal));
            Value::list(items)
        }
        ("str", []) => Value::str(""),
        ("str", [x]) => Value::str(&x.text()),
        ("sum", [_]) => return sum(values, false),
        ("zip", [a, b]) => {
            let pairs = items(a)?.into_iter().zip(items(b)?);
            Value::list(pairs.map(|(a, b)| Value::list(vec![a, b])).collect())
        }
        _ => return Err(wrong()),
    })
}

/// Rounds halves to the even neighbour, as Python's `round` does.
fn half_to_even(x: f64) -> f64 {
    x.round_ties_even()
}

fn sum(values: &[Value], float: bool) -> Result<Value, String> {
    let [list] = values else { return Err(format!("sum() does not take {}", kinds(values))) };
    let items = items(list)?;
    let whole: Option<i64> =
        items.iter().try_fold(0_i64, |total, item| item.integer().and_then(|item| total.checked_add(item)));
    if let (Some(whole), false) = (whole, float) {
        return Ok(Value::Int(whole));
    }
    let numbers: Option<Vec<f64>> = items.iter().map(Value::number).collect();
    numbers.map(|numbers| Value::Float(numbers.iter().sum())).ok_or_else(|| "sum() needs numbers".into())
}

fn range(start: i64, end: i64, step: i64) -> Result<Value, String> {
    const LONGEST: usize = 100_000;
    if step == 0 {
        return Err("range() needs a step other than 0".into());
    }
    let mut items = Vec::new();
    let mut at = start;
    while if step > 0 { at < end } else { at > end } {
        if items.len() >= LONGEST {
            return Err(format!("range() of more than {LONGEST} numbers"));
        }
        items.push(Value::Int(at));
        match at.checked_add(step) {
            Some(next) => at = next,
            None => break,
        }
    }
    Ok(Value::list(items))
}

fn extreme(largest: bool, items: &[Value]) -> Result<Value, String> {
    let mut items = items.iter();
    let mut best = items.next().ok_or("min() and max() need at least one value")?;
    for item in items {
        let order = order(item, best)?;
        let better = if largest { order.is_some_and(|o| o.is_gt()) } else { order.is_some_and(|o| o.is_lt()) };
        if better {
            best = item;
        }
    }
    Ok(best.clone())
}

fn items(value: &Value) -> Result<Vec<Value>, String> {
    match value {
        Value::List(items) => Ok(items.to_vec()),
        Value::Dict(entries) => Ok(entries.iter().map(|(key, _)| key.clone()).collect()),
        Value::Str(text) => Ok(text.chars().map(|c| Value::str(&c.to_string())).collect()),
        other => Err(format!("{} has no elements", other.kind())),
    }
}

fn xacro(name: &str, values: &[Value], around: &mut dyn Surroundings) -> Result<Value, String> {
    let joined = || values.iter().map(Value::text).collect::<Vec<_>>().join(" ");
    match (name, values) {
        ("load_yaml", [path]) => around.load_yaml(&path.text()),
        ("arg", [name]) => around.argument(&name.text()),
        ("message" | "print_location", _) => Ok(Value::str("")),
        ("warning" | "error", _) => {
            around.tell(name == "warning", &joined());
            Ok(Value::str(""))
        }
        ("fatal", _) => Err(format!("the file says: {}", joined())),
        ("dotify", [value]) => Ok(value.clone()),
        ("abs_filename", [path]) => Ok(path.clone()),
        ("tokenize", [text]) => {
            let text = text.text();
            let words = text.split(|c: char| c == ',' || c == ';' || c.is_whitespace()).filter(|word| !word.is_empty());
            Ok(Value::list(words.map(Value::str).collect()))
        }
        _ => Err(format!("{name}() does not take {}", kinds(values))),
    }
}

/// `value.name(...)` of a text, a list or a dictionary.
pub(super) fn method(value: &Value, name: &str, values: &[Value]) -> Result<Value, String> {
    let wrong = || format!("{name}() is not supported for {} with {}", value.kind(), kinds(values));
    Ok(match (value, name, values) {
        (Value::Str(text), "lower", []) => Value::str(&text.to_lowercase()),
        (Value::Str(text), "upper", []) => Value::str(&text.to_uppercase()),
        (Value::Str(text), "capitalize", []) => {
            let mut letters = text.chars();
            let first: String = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
            Value::str(&(first + &letters.as_str().to_lowercase()))
        }
        (Value::Str(text), "strip", []) => Value::str(text.trim()),
        (Value::Str(text), "lstrip", []) => Value::str(text.trim_start()),
        (Value::Str(text), "rstrip", []) => Value::str(text.trim_end()),
        (Value::Str(text), "strip", [Value::Str(set)]) => Value::str(text.trim_matches(|c| set.contains(c))),
        (Value::Str(text), "split", []) => Value::list(text.split_whitespace().map(Value::str).collect()),
        (Value::Str(text), "split", [Value::Str(at)]) if !at.is_empty() => {
            Value::list(text.split(&**at).map(Value::str).collect())
        }
        (Value::Str(text), "startswith", [Value::Str(start)]) => Value::Bool(text.starts_with(&**start)),
        (Value::Str(text), "endswith", [Value::Str(end)]) => Value::Bool(text.ends_with(&**end)),
        (Value::Str(text), "find", [Value::Str(part)]) => Value::Int(
            text.find(&**part).map_or(-1, |at| text.get(..at).map_or(0, |before| before.chars().count()) as i64),
        ),
        (Value::Str(text), "count", [Value::Str(part)]) if !part.is_empty() => {
            Value::Int(text.matches(&**part).count() as i64)
        }
        (Value::Str(text), "replace", [Value::Str(old), Value::Str(new)]) if !old.is_empty() => {
            if text.len().saturating_mul(new.len().max(1)) > 1 << 22 {
                return Err("the result is too long".into());
            }
            Value::str(&text.replace(&**old, new))
        }
        (Value::Str(text), "join", [list]) => {
            let parts: Vec<String> = items(list)?.iter().map(Value::text).collect();
            Value::str(&parts.join(text))
        }
        (Value::Str(text), "format", values) => Value::str(&braces(text, values)?),
        (Value::Str(text), "isdigit", []) => Value::Bool(!text.is_empty() && text.chars().all(|c| c.is_ascii_digit())),
        (Value::Dict(entries), "keys", []) => Value::list(entries.iter().map(|(key, _)| key.clone()).collect()),
        (Value::Dict(entries), "values", []) => Value::list(entries.iter().map(|(_, value)| value.clone()).collect()),
        (Value::Dict(entries), "items", []) => {
            Value::list(entries.iter().map(|(key, value)| Value::list(vec![key.clone(), value.clone()])).collect())
        }
        (Value::Dict(_), "get", [key]) => value.get(key).cloned().unwrap_or(Value::None),
        (Value::Dict(_), "get", [key, default]) => value.get(key).cloned().unwrap_or_else(|| default.clone()),
        (Value::List(list), "index", [item]) => {
            let at = list.iter().position(|other| other.equals(item));
            Value::Int(at.ok_or_else(|| format!("{} is not in the list", item.repr()))? as i64)
        }
        (Value::List(list), "count", [item]) => {
            Value::Int(list.iter().filter(|other| other.equals(item)).count() as i64)
        }
        _ => return Err(wrong()),
    })
}

/// `text.format(values)` with `{}`, `{0}` and `{:.3f}`.
fn braces(text: &str, values: &[Value]) -> Result<String, String> {
    let mut out = String::new();
    let mut rest = text;
    let mut next = 0;
    while let Some(at) = rest.find(['{', '}']) {
        out.push_str(rest.get(..at).unwrap_or(""));
        let found = rest.get(at..at + 1).unwrap_or("");
        rest = rest.get(at + 1..).unwrap_or("");
        if rest.starts_with(found) {
            out.push_str(found);
            rest = rest.get(1..).unwrap_or("");
            continue;
        }
        let end = rest.find('}').filter(|_| found == "{").ok_or("a brace in format() stands alone")?;
        let field = rest.get(..end).unwrap_or("");
        rest = rest.get(end + 1..).unwrap_or("");
        let (which, format) = field.split_once(':').unwrap_or((field, ""));
        let index = match which {
            "" => {
                next += 1;
                next - 1
            }
            which => which.parse::<usize>().map_err(|_| format!("format() does not know '{which}'"))?,
        };
        let value = values.get(index).ok_or("there are too few values for format()")?;
        out.push_str(&super::eval::formatted(value, format)?);
    }
    out.push_str(rest);
    Ok(out)
}

fn kinds(values: &[Value]) -> String {
    if values.is_empty() {
        return "no values".into();
    }
    values.iter().map(Value::kind).collect::<Vec<_>>().join(", ")
}

fn shown(values: &[Value]) -> String {
    values.iter().map(Value::text).collect::<Vec<_>>().join(", ")
}
