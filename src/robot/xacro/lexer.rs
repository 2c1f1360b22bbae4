//! An expression's text to tokens.

use super::value::Value;

#[derive(Clone, Debug)]
pub(super) enum Token {
    Value(Value),
    Name(String),
    /// An operator or a bracket.
    Op(&'static str),
}

/// Longer ones first.
const OPERATORS: [&str; 36] = [
    "**", "//", "<<", ">>", "<=", ">=", "==", "!=", "+", "-", "*", "/", "%", "<", ">", "(", ")", "[", "]", "{", "}",
    ",", ":", ".", "|", "&", "^", "~", "=", "not", "and", "or", "if", "else", "in", "is",
];

pub(super) fn tokenise(text: &str) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let (token, length) = if first.is_ascii_digit() || (first == '.' && second_is_digit(rest)) {
            number(rest)?
        } else if first == '\'' || first == '"' {
            string(rest, first)?
        } else if first.is_alphabetic() || first == '_' {
            let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            (word(rest.get(..length).unwrap_or("")), length)
        } else {
            let op = OPERATORS.iter().find(|op| rest.starts_with(**op));
            let op = op.ok_or_else(|| format!("'{first}' is not understood"))?;
            (Token::Op(op), op.len())
        };
        tokens.push(token);
        rest = rest.get(length..).unwrap_or("").trim_start();
    }
    Ok(tokens)
}

fn second_is_digit(text: &str) -> bool {
    text.chars().nth(1).is_some_and(|c| c.is_ascii_digit())
}

fn word(word: &str) -> Token {
    match word {
        "True" | "true" => Token::Value(Value::Bool(true)),
        "False" | "false" => Token::Value(Value::Bool(false)),
        "None" => Token::Value(Value::None),
        _ => match OPERATORS.iter().find(|op| **op == word) {
            Some(op) => Token::Op(op),
            None => Token::Name(word.to_owned()),
        },
    }
}

fn number(text: &str) -> Result<(Token, usize), String> {
    let bytes = text.as_bytes();
    let at = |i: usize| bytes.get(i).copied().unwrap_or(0);
    if at(0) == b'0' && matches!(at(1), b'x' | b'X') {
        let length = text.get(2..).unwrap_or("").bytes().take_while(u8::is_ascii_hexdigit).count();
        let digits = text.get(2..2 + length).unwrap_or("");
        let value = i64::from_str_radix(digits, 16).map_err(|_| format!("0x{digits} is not a number"))?;
        return Ok((Token::Value(Value::Int(value)), 2 + length));
    }
    let mut i = 0;
    let digits = |i: &mut usize| {
        while at(*i).is_ascii_digit() || (at(*i) == b'_' && at(*i + 1).is_ascii_digit()) {
            *i += 1;
        }
    };
    digits(&mut i);
    let mut whole = true;
    if at(i) == b'.' {
        whole = false;
        i += 1;
        digits(&mut i);
    }
    if matches!(at(i), b'e' | b'E') {
        let sign = usize::from(matches!(at(i + 1), b'+' | b'-'));
        if at(i + 1 + sign).is_ascii_digit() {
            whole = false;
            i += 1 + sign;
            digits(&mut i);
        }
    }
    let word = text.get(..i).unwrap_or("").replace('_', "");
    if at(i).is_ascii_alphabetic() || at(i) == b'_' {
        return Err(format!("a letter follows the number {word}"));
    }
    let value = match word.parse::<i64>() {
        Ok(value) if whole => Value::Int(value),
        _ => Value::Float(word.parse().map_err(|_| format!("{word} is not a number"))?),
    };
    Ok((Token::Value(value), i))
}

fn string(text: &str, quote: char) -> Result<(Token, usize), String> {
    let mut value = String::new();
    let mut characters = text.char_indices().skip(1);
    while let Some((i, c)) = characters.next() {
        if c == quote {
            return Ok((Token::Value(Value::str(&value)), i + 1));
        }
        if c != '\\' {
            value.push(c);
            continue;
        }
        match characters.next() {
            Some((_, 'n')) => value.push('\n'),
            Some((_, 't')) => value.push('\t'),
            Some((_, c @ ('\\' | '\'' | '"'))) => value.push(c),
            Some((_, c)) => value.extend(['\\', c]),
            None => break,
        }
    }
    Err(format!("a text that starts with {quote} does not end"))
}
