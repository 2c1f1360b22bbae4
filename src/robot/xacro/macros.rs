//! The definition of a macro.

use super::dom::Element;
use std::rc::Rc;

#[derive(Debug)]
pub(super) struct Macro {
    pub parameters: Vec<Parameter>,
    pub body: Rc<Element>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Parameter {
    /// Without the stars of a block.
    pub name: String,
    pub kind: ParameterKind,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum ParameterKind {
    /// `name`, `name:=default`, `name:=^` (the value that the name has outside) or `name:=^|default`.
    Value { outer: bool, default: Option<String> },
    /// `*name`: the element itself.
    Block,
    /// `**name`: what is inside the element.
    BlockContent,
}

/// Reads the `params` of a macro.
pub(super) fn parameters(text: &str) -> Result<Vec<Parameter>, String> {
    let mut parameters: Vec<Parameter> = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let end = rest.find(|c: char| c.is_whitespace() || c == ':' || c == '=').unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        let (kind, name) = if let Some(name) = word.strip_prefix("**") {
            (ParameterKind::BlockContent, name)
        } else if let Some(name) = word.strip_prefix('*') {
            (ParameterKind::Block, name)
        } else {
            (ParameterKind::Value { outer: false, default: None }, word)
        };
        let mut parameter = Parameter { name: name.to_owned(), kind };
        rest = after;
        if let Some(after) = rest.strip_prefix(":=").or_else(|| rest.strip_prefix('=')) {
            let (outer, after) = match after.strip_prefix('^') {
                Some(after) => (true, after.strip_prefix('|').unwrap_or(after)),
                None => (false, after),
            };
            let end = default_end(after);
            let (default, after) = after.split_at(end);
            rest = after;
            match &mut parameter.kind {
                ParameterKind::Value { outer: own, default: text } => {
                    *own = outer;
                    // Without anything after `:=^` there is no default; `:=''` is an empty one.
                    *text = if default.is_empty() { None } else { Some(default.to_owned()) };
                }
                _ => return Err(format!("block parameter '{word}' cannot have a default")),
            }
        }
        if parameter.name.is_empty() {
            return Err(format!("'{text}' is not a list of parameters"));
        }
        if parameters.iter().any(|other| other.name == parameter.name) {
            return Err(format!("parameter '{}' is named twice", parameter.name));
        }
        parameters.push(parameter);
        rest = rest.trim_start();
    }
    Ok(parameters)
}

/// A default ends at white space outside quotes and `${...}`.
fn default_end(text: &str) -> usize {
    let mut quote = None;
    let mut depth = 0_usize;
    for (i, c) in text.char_indices() {
        match quote {
            Some(end) if c == end => quote = None,
            Some(_) => {}
            None => match c {
                '\'' | '"' => quote = Some(c),
                '{' | '(' | '[' => depth += 1,
                '}' | ')' | ']' => depth = depth.saturating_sub(1),
                c if c.is_whitespace() && depth == 0 => return i,
                _ => {}
            },
        }
    }
    text.len()
}
