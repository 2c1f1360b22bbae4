//! Calls of macros.

use super::dom::{Element, Node, Place};
use super::evaluate::literal;
use super::expander::Expander;
use super::failure::{Outcome, fail};
use super::macros::{Macro, Parameter, ParameterKind};
use super::scope::{Block, Symbol};
use super::value::Value;
use crate::diagnostics::Diagnostic;
use crate::robot::urdf::tree::nearest;
use std::rc::Rc;

impl Expander<'_> {
    pub(super) fn call(
        &mut self,
        element: &Element,
        name: &str,
        scope: usize,
        out: &mut Vec<Node>,
        attributes: &mut Vec<(String, String)>,
    ) -> Outcome<()> {
        let (outer, found) = match self.find_macro(name, scope, element.place) {
            Ok(found) => found,
            // It may be in a file that is not there: the rest of the robot goes on without it.
            Err(failure) => {
                let Some(missing) = self.missing.last() else { return Err(failure) };
                let what =
                    format!("{}; it may be in '{missing}', which is not there. It was left out.", failure.message);
                let mend = "Add the file, or the folder of its package.";
                self.tell(element.place, Diagnostic::error("xacro-macro-missing", capitalised(&what)).mend(mend));
                return Ok(());
            }
        };
        let open = self.scopes.0.len();
        let inner = self.scopes.open(Some(outer));
        self.give_values(element, name, &found, scope, inner)?;
        self.give_blocks(element, name, &found, scope, inner)?;
        self.give_defaults(element, name, &found, scope, inner)?;
        if let Err(mut failure) = self.children(&found.body, inner, out, attributes) {
            failure.trace.push((format!("macro '{name}'"), element.place));
            return Err(failure);
        }
        self.scopes.0.truncate(open);
        Ok(())
    }

    /// The macro and the scope that its own scope lies in: that of the call, or that of its namespace.
    fn find_macro(&mut self, name: &str, scope: usize, place: Place) -> Outcome<(usize, Rc<Macro>)> {
        if let Some((_, found)) = self.scopes.nearest(scope, |scope| scope.macros.get(name).cloned()) {
            return Ok((scope, found));
        }
        if let Some((path, last)) = name.rsplit_once('.') {
            let mut at = scope;
            for part in path.split('.') {
                at = match self.lookup(at, part)? {
                    Some(Value::Namespace(inner)) => inner,
                    _ => return fail(place, format!("there is no namespace '{part}'"), "Include the file with ns."),
                };
            }
            if let Some((_, found)) = self.scopes.nearest(at, |scope| scope.macros.get(last).cloned()) {
                return Ok((at, found));
            }
        }
        let names: Vec<&str> = self.scopes.0.iter().flat_map(|scope| scope.macros.keys().map(String::as_str)).collect();
        let mend = match nearest(name, names.into_iter()) {
            Some(near) => format!("Is '{near}' meant?"),
            None => "Define it, or include the file that does, before this line.".into(),
        };
        fail(place, format!("<xacro:{name}> is neither a macro nor a word of xacro"), mend)
    }

    fn give_values(&mut self, element: &Element, name: &str, found: &Macro, scope: usize, inner: usize) -> Outcome<()> {
        for (attribute, text) in &element.attributes {
            if element.name == "xacro:call" && attribute == "macro" {
                continue;
            }
            let known =
                found.parameters.iter().any(|p| p.name == *attribute && matches!(p.kind, ParameterKind::Value { .. }));
            if !known {
                let names = found.parameters.iter().map(|p| p.name.as_str());
                let mend = match nearest(attribute, names) {
                    Some(near) => format!("Is '{near}' meant?"),
                    None => "Remove it, or add it to the macro's params.".into(),
                };
                return fail(element.place, format!("macro '{name}' has no parameter '{attribute}'"), mend);
            }
            let value = literal(self.value(text, scope, element.place)?);
            self.set(inner, attribute, value);
        }
        Ok(())
    }

    fn set(&mut self, scope: usize, name: &str, value: Value) {
        if let Some(scope) = self.scopes.get(scope) {
            scope.symbols.insert(name.to_owned(), Symbol::Value(value));
        }
    }

    /// The elements inside the call, expanded where it stands, in the order of the block parameters.
    fn give_blocks(&mut self, element: &Element, name: &str, found: &Macro, scope: usize, inner: usize) -> Outcome<()> {
        let blocks: Vec<&Parameter> =
            found.parameters.iter().filter(|p| !matches!(p.kind, ParameterKind::Value { .. })).collect();
        let mut given = Vec::new();
        self.children(element, scope, &mut given, &mut Vec::new())?;
        let mut given = given.into_iter().filter_map(|node| match node {
            Node::Element(element) => Some(element),
            Node::Text(_) => None,
        });
        for block in blocks {
            let Some(element) = given.next() else {
                let mend = format!("Write an element for it inside <xacro:{name}>.");
                return fail(element.place, format!("macro '{name}' lacks its block '{}'", block.name), mend);
            };
            let content_only = block.kind == ParameterKind::BlockContent;
            if let Some(scope) = self.scopes.get(inner) {
                scope.blocks.insert(block.name.clone(), Block { element, content_only, expanded: true });
            }
        }
        match given.next() {
            None => Ok(()),
            Some(extra) => {
                let message = format!("macro '{name}' has no use for <{}>", extra.name);
                fail(extra.place, message, "Remove it, or add a *block parameter to the macro.")
            }
        }
    }

    fn give_defaults(
        &mut self,
        element: &Element,
        name: &str,
        found: &Macro,
        scope: usize,
        inner: usize,
    ) -> Outcome<()> {
        for parameter in &found.parameters {
            let ParameterKind::Value { outer, default } = &parameter.kind else { continue };
            let given = element.attribute(&parameter.name).is_some()
                && !(element.name == "xacro:call" && parameter.name == "macro");
            if given {
                continue;
            }
            let forwarded = if *outer { self.lookup(scope, &parameter.name)? } else { None };
            let value = match (forwarded, default) {
                (Some(value), _) => value,
                // A default may name the parameters before it.
                (None, Some(text)) => literal(self.value(text, inner, found.body.place)?),
                (None, None) => {
                    let message = format!("macro '{name}' lacks its parameter '{}'", parameter.name);
                    return fail(element.place, message, format!("Add {}=\"...\".", parameter.name));
                }
            };
            self.set(inner, &parameter.name, value);
        }
        Ok(())
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
