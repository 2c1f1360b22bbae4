//! Expressions to values, with Python's rules for numbers, texts and containers.

use super::functions::{attribute, call, method};
use super::parser::Expr;
use super::value::Value;

/// What an expression can ask of its surroundings.
pub(super) trait Surroundings {
    /// The value of a property or an argument of a macro.
    fn lookup(&mut self, name: &str) -> Result<Option<Value>, String>;
    /// A property of an include with `ns`.
    fn lookup_in(&mut self, namespace: usize, name: &str) -> Result<Option<Value>, String>;
    /// An argument of the file (`xacro:arg`).
    fn argument(&mut self, name: &str) -> Result<Value, String>;
    /// The content of a YAML file.
    fn load_yaml(&mut self, path: &str) -> Result<Value, String>;
    /// Takes note that a name stands for nothing, which is an error.
    fn undefined(&mut self);
    /// A message of the description to its user.
    fn tell(&mut self, warning: bool, text: &str);
    /// Counts a step of work; an error after too many.
    fn step(&mut self) -> Result<(), String>;
}

/// Texts and lists made by operators are refused above this length.
const MAX_LENGTH: usize = 1 << 20;

pub(super) fn evaluate(expr: &Expr, around: &mut dyn Surroundings) -> Result<Value, String> {
    around.step()?;
    match expr {
        Expr::Value(value) => Ok(value.clone()),
        Expr::Name(name) => match around.lookup(name)? {
            Some(value) => Ok(value),
            None => attribute(&Value::Builtin(""), name).map_err(|_| {
                around.undefined();
                format!("'{name}' is not defined")
            }),
        },
        Expr::List(items) => {
            let items: Result<Vec<Value>, String> = items.iter().map(|item| evaluate(item, around)).collect();
            Ok(Value::list(items?))
        }
        Expr::Dict(items) => {
            let mut entries: Vec<(Value, Value)> = Vec::with_capacity(items.len());
            for (key, value) in items {
                let (key, value) = (evaluate(key, around)?, evaluate(value, around)?);
                match entries.iter_mut().find(|(other, _)| other.equals(&key)) {
                    Some(entry) => entry.1 = value,
                    None => entries.push((key, value)),
                }
            }
            Ok(Value::Dict(entries.into()))
        }
        Expr::Unary(op, operand) => unary(op, &evaluate(operand, around)?),
        Expr::Binary("and", a, b) => {
            let a = evaluate(a, around)?;
            if a.truth() { evaluate(b, around) } else { Ok(a) }
        }
        Expr::Binary("or", a, b) => {
            let a = evaluate(a, around)?;
            if a.truth() { Ok(a) } else { evaluate(b, around) }
        }
        Expr::Binary(op, a, b) => {
            let (a, b) = (evaluate(a, around)?, evaluate(b, around)?);
            binary(op, &a, &b)
        }
        Expr::Compare(first, rest) => {
            let mut left = evaluate(first, around)?;
            for (op, right) in rest {
                let right = evaluate(right, around)?;
                if !compare(op, &left, &right)? {
                    return Ok(Value::Bool(false));
                }
                left = right;
            }
            Ok(Value::Bool(true))
        }
        Expr::Choice(condition, yes, no) => {
            let chosen = if evaluate(condition, around)?.truth() { yes } else { no };
            evaluate(chosen, around)
        }
        Expr::Index(of, index) => {
            let (of, index) = (evaluate(of, around)?, evaluate(index, around)?);
            subscript(&of, &index)
        }
        Expr::Slice(of, start, end) => {
            let of = evaluate(of, around)?;
            let mut bound = |bound: &Option<Box<Expr>>| match bound {
                Some(expr) => match evaluate(expr, around)?.integer() {
                    Some(bound) => Ok(Some(bound)),
                    None => Err("a slice needs whole numbers".to_owned()),
                },
                None => Ok(None),
            };
            let (start, end) = (bound(start)?, bound(end)?);
            slice(&of, start, end)
        }
        Expr::Attribute(of, name) => match evaluate(of, around)? {
            Value::Namespace(scope) => {
                let found = around.lookup_in(scope, name)?;
                found.ok_or_else(|| {
                    around.undefined();
                    format!("'{name}' is not defined in this namespace")
                })
            }
            of => attribute(&of, name),
        },
        Expr::Call(function, positional, named) => {
            let values: Result<Vec<Value>, String> = positional.iter().map(|a| evaluate(a, around)).collect();
            let mut pairs = Vec::with_capacity(named.len());
            for (name, value) in named {
                pairs.push((name.clone(), evaluate(value, around)?));
            }
            // A method belongs to the value before the dot.
            if let Expr::Attribute(of, name) = &**function {
                let of = evaluate(of, around)?;
                if matches!(of, Value::Str(_) | Value::List(_) | Value::Dict(_)) && of.get(&Value::str(name)).is_none()
                {
                    return method(&of, name, &values?);
                }
            }
            match evaluate(function, around)? {
                Value::Builtin(name) => call(name, &values?, &pairs, around),
                other => Err(format!("{} cannot be called", other.kind())),
            }
        }
    }
}

fn unary(op: &str, a: &Value) -> Result<Value, String> {
    match (op, a) {
        ("not", a) => Ok(Value::Bool(!a.truth())),
        ("~", a) => {
            a.integer().map(|a| Value::Int(!a)).ok_or_else(|| format!("~ needs a whole number, not {}", a.kind()))
        }
        ("-", Value::Float(a)) => Ok(Value::Float(-a)),
        ("+", Value::Float(a)) => Ok(Value::Float(*a)),
        (_, a) => match a.integer() {
            Some(a) if op == "-" => Ok(a.checked_neg().map_or(Value::Float(-(a as f64)), Value::Int)),
            Some(a) => Ok(Value::Int(a)),
            None => Err(format!("{op} needs a number, not {}", a.kind())),
        },
    }
}

fn binary(op: &str, a: &Value, b: &Value) -> Result<Value, String> {
    if let (Some(x), Some(y)) = (a.integer(), b.integer()) {
        return integers(op, x, y);
    }
    if let (Some(x), Some(y)) = (a.number(), b.number()) {
        return floats(op, x, y);
    }
    match (op, a, b) {
        ("+", Value::Str(a), Value::Str(b)) => bounded(a.len() + b.len()).map(|()| Value::str(&format!("{a}{b}"))),
        ("+", Value::List(a), Value::List(b)) => {
            bounded(a.len() + b.len())?;
            Ok(Value::list(a.iter().chain(b.iter()).cloned().collect()))
        }
        ("*", Value::Str(text), n) | ("*", n, Value::Str(text)) if n.integer().is_some() => {
            let times = usize::try_from(n.integer().unwrap_or(0)).unwrap_or(0);
            bounded(text.len().saturating_mul(times))?;
            Ok(Value::str(&text.repeat(times)))
        }
        ("*", Value::List(items), n) | ("*", n, Value::List(items)) if n.integer().is_some() => {
            let times = usize::try_from(n.integer().unwrap_or(0)).unwrap_or(0);
            bounded(items.len().saturating_mul(times))?;
            Ok(Value::list((0..times).flat_map(|_| items.iter().cloned()).collect()))
        }
        ("%", Value::Str(pattern), b) => percent(pattern, b),
        _ => Err(format!("{op} is not possible between {} and {}", a.kind(), b.kind())),
    }
}

fn bounded(length: usize) -> Result<(), String> {
    if length > MAX_LENGTH { Err("the result is too long".into()) } else { Ok(()) }
}

/// Whole numbers that outgrow 64 bits go on as floats.
fn integers(op: &str, a: i64, b: i64) -> Result<Value, String> {
    let exact = match op {
        "+" => a.checked_add(b),
        "-" => a.checked_sub(b),
        "*" => a.checked_mul(b),
        "//" | "%" | "/" if b == 0 => return Err("division by zero".into()),
        "/" => return Ok(Value::Float(a as f64 / b as f64)),
        "//" => a.checked_div(b).and_then(|q| q.checked_sub(i64::from(a % b != 0 && (a < 0) != (b < 0)))),
        "%" => Some(a.checked_rem(b).map_or(0, |r| if r != 0 && (r < 0) != (b < 0) { r + b } else { r })),
        "**" => match u32::try_from(b) {
            Ok(b) => a.checked_pow(b),
            Err(_) => None,
        },
        "|" => Some(a | b),
        "&" => Some(a & b),
        "^" => Some(a ^ b),
        "<<" => u32::try_from(b).ok().and_then(|b| 1_i64.checked_shl(b)).and_then(|f| a.checked_mul(f)),
        ">>" => u32::try_from(b).ok().map(|b| a >> b.min(63)),
        _ => return Err(format!("'{op}' is not supported")),
    };
    match exact {
        Some(value) => Ok(Value::Int(value)),
        None => floats(op, a as f64, b as f64),
    }
}

fn floats(op: &str, a: f64, b: f64) -> Result<Value, String> {
    let result = match op {
        "+" => a + b,
        "-" => a - b,
        "*" => a * b,
        "/" | "//" | "%" if b == 0.0 => return Err("division by zero".into()),
        "/" => a / b,
        "//" => (a / b).floor(),
        "%" => {
            let r = a % b;
            if r != 0.0 && (r < 0.0) != (b < 0.0) { r + b } else { r }
        }
        "**" => libm::pow(a, b),
        _ => return Err(format!("'{op}' needs whole numbers")),
    };
    if result.is_infinite() && a.is_finite() && b.is_finite() {
        return Err("the result is too large for a number".into());
    }
    Ok(Value::Float(result))
}

fn compare(op: &str, a: &Value, b: &Value) -> Result<bool, String> {
    let ordered = |accept: fn(std::cmp::Ordering) -> bool| -> Result<bool, String> {
        order(a, b).map(|order| order.is_some_and(accept))
    };
    match op {
        "==" => Ok(a.equals(b)),
        "!=" => Ok(!a.equals(b)),
        "is" => Ok(std::mem::discriminant(a) == std::mem::discriminant(b) && a.equals(b)),
        "is not" => Ok(std::mem::discriminant(a) != std::mem::discriminant(b) || !a.equals(b)),
        "in" => contains(b, a),
        "not in" => contains(b, a).map(|found| !found),
        "<" => ordered(std::cmp::Ordering::is_lt),
        ">" => ordered(std::cmp::Ordering::is_gt),
        "<=" => ordered(std::cmp::Ordering::is_le),
        _ => ordered(std::cmp::Ordering::is_ge),
    }
}

/// `None` if one is not a number in the sense of IEEE 754.
pub(super) fn order(a: &Value, b: &Value) -> Result<Option<std::cmp::Ordering>, String> {
    match (a, b) {
        (Value::Str(a), Value::Str(b)) => Ok(Some(a.cmp(b))),
        (Value::List(a), Value::List(b)) => {
            for (a, b) in a.iter().zip(b.iter()) {
                if !a.equals(b) {
                    return order(a, b);
                }
            }
            Ok(Some(a.len().cmp(&b.len())))
        }
        _ => match (a.number(), b.number()) {
            (Some(a), Some(b)) => Ok(a.partial_cmp(&b)),
            _ => Err(format!("{} and {} have no order", a.kind(), b.kind())),
        },
    }
}

fn contains(container: &Value, item: &Value) -> Result<bool, String> {
    match (container, item) {
        (Value::Str(text), Value::Str(part)) => Ok(text.contains(&**part)),
        (Value::List(items), _) => Ok(items.iter().any(|other| other.equals(item))),
        (Value::Dict(_), _) => Ok(container.get(item).is_some()),
        _ => Err(format!("'in' needs a text, a list or a dictionary, not {}", container.kind())),
    }
}

fn subscript(of: &Value, index: &Value) -> Result<Value, String> {
    let position = |length: usize| -> Result<usize, String> {
        let i = index.integer().ok_or_else(|| format!("an index must be a whole number, not {}", index.repr()))?;
        let from_end = if i < 0 { i.checked_add(length as i64) } else { Some(i) };
        from_end
            .and_then(|i| usize::try_from(i).ok())
            .filter(|&i| i < length)
            .ok_or_else(|| format!("the index {i} is outside a length of {length}"))
    };
    match of {
        Value::Dict(_) => of.get(index).cloned().ok_or_else(|| format!("there is no key {}", index.repr())),
        Value::List(items) => position(items.len()).map(|i| items.get(i).cloned().unwrap_or(Value::None)),
        Value::Str(text) => {
            let i = position(text.chars().count())?;
            Ok(Value::str(&text.chars().skip(i).take(1).collect::<String>()))
        }
        other => Err(format!("{} has no elements", other.kind())),
    }
}

fn slice(of: &Value, start: Option<i64>, end: Option<i64>) -> Result<Value, String> {
    let range = |length: usize| {
        let place = |bound: i64| {
            let bound = if bound < 0 { bound.saturating_add(length as i64).max(0) } else { bound };
            usize::try_from(bound).unwrap_or(0).min(length)
        };
        let start = start.map_or(0, place);
        (start, end.map_or(length, place).saturating_sub(start))
    };
    match of {
        Value::List(items) => {
            let (start, count) = range(items.len());
            Ok(Value::list(items.iter().skip(start).take(count).cloned().collect()))
        }
        Value::Str(text) => {
            let (start, count) = range(text.chars().count());
            Ok(Value::str(&text.chars().skip(start).take(count).collect::<String>()))
        }
        other => Err(format!("{} has no elements", other.kind())),
    }
}

/// `pattern % values` for %s, %r, %d, %i, %f, %g with an optional precision.
fn percent(pattern: &str, values: &Value) -> Result<Value, String> {
    let single = [values.clone()];
    let mut values = match values {
        Value::List(items) => items.iter(),
        _ => single.iter(),
    };
    let mut out = String::new();
    let mut rest = pattern;
    while let Some(at) = rest.find('%') {
        out.push_str(rest.get(..at).unwrap_or(""));
        rest = rest.get(at + 1..).unwrap_or("");
        let length = rest.find(|c: char| c.is_ascii_alphabetic() || c == '%').ok_or("a % stands alone")?;
        let (options, kind) = rest.split_at(length);
        let (kind, after) = kind.split_at(1);
        rest = after;
        if kind == "%" {
            out.push('%');
            continue;
        }
        let value = values.next().ok_or("there are too few values for the text's %")?;
        out.push_str(&formatted(value, &format!("{options}{kind}"))?);
    }
    out.push_str(rest);
    Ok(Value::str(&out))
}

/// A value by a format such as `.3f`, `02d` or `s`.
pub(super) fn formatted(value: &Value, format: &str) -> Result<String, String> {
    let unsupported = || format!("the format '{format}' is not supported");
    let kind = format.chars().last().filter(char::is_ascii_alphabetic);
    let options = if kind.is_some() { format.get(..format.len() - 1).unwrap_or("") } else { format };
    let (width, precision) = options.split_once('.').unwrap_or((options, ""));
    let (zeros, width) = match width.strip_prefix('0') {
        Some(width) => (true, width),
        None => (false, width),
    };
    let size = |text: &str| match text {
        "" => Ok(None),
        text => text.parse::<usize>().ok().filter(|&n| n <= 64).map(Some).ok_or_else(unsupported),
    };
    let (width, precision) = (size(width)?.unwrap_or(0), size(precision)?);
    let number = || value.number().ok_or_else(|| format!("the format '{format}' needs a number"));
    let text = match kind {
        None | Some('s') => value.text(),
        Some('r') => value.repr(),
        Some('d' | 'i') => match value.integer() {
            Some(value) => value.to_string(),
            None => format!("{:.0}", libm::trunc(number()?)),
        },
        Some('f') => format!("{:.*}", precision.unwrap_or(6), number()?),
        Some('g') if precision.is_none() => {
            let text = format!("{:.5e}", number()?);
            let rounded: f64 = text.parse().unwrap_or(0.0);
            super::value::float_text(rounded).trim_end_matches(".0").to_owned()
        }
        Some(_) => return Err(unsupported()),
    };
    let missing = width.saturating_sub(text.chars().count());
    Ok(if zeros { "0".repeat(missing) + &text } else { " ".repeat(missing) + &text })
}
