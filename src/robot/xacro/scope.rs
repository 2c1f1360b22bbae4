//! Properties and macros by name, inner scopes before outer ones.

use super::dom::{Element, Place};
use super::macros::Macro;
use super::value::Value;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What a name stands for.
#[derive(Clone, Debug)]
pub(super) enum Symbol {
    Value(Value),
    /// Evaluated when it is first asked for, in the scope that holds it.
    Lazy {
        text: String,
        place: Place,
    },
}

/// Elements that stand ready for `insert_block`.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub element: Rc<Element>,
    /// Insert what is inside the element, not the element itself.
    pub content_only: bool,
    /// False for the body of a property, which is expanded where it is inserted.
    pub expanded: bool,
}

#[derive(Debug, Default)]
pub(super) struct Scope {
    pub parent: Option<usize>,
    pub symbols: BTreeMap<String, Symbol>,
    pub blocks: BTreeMap<String, Block>,
    pub macros: BTreeMap<String, Rc<Macro>>,
}

/// All scopes that are open. Those of a macro's call are closed when it ends.
#[derive(Debug, Default)]
pub(super) struct Scopes(pub Vec<Scope>);

impl Scopes {
    pub fn open(&mut self, parent: Option<usize>) -> usize {
        self.0.push(Scope { parent, ..Scope::default() });
        self.0.len() - 1
    }

    pub fn get(&mut self, scope: usize) -> Option<&mut Scope> {
        self.0.get_mut(scope)
    }

    /// The nearest scope, from `scope` outwards, for which `find` finds something.
    pub fn nearest<'s, T>(&'s self, scope: usize, find: impl Fn(&'s Scope) -> Option<T>) -> Option<(usize, T)> {
        let mut at = Some(scope);
        while let Some(index) = at {
            let scope = self.0.get(index)?;
            if let Some(found) = find(scope) {
                return Some((index, found));
            }
            // A parent is always older than its child.
            at = scope.parent.filter(|parent| *parent < index);
        }
        None
    }

    pub fn outermost(&self, scope: usize) -> usize {
        let mut at = scope;
        while let Some(parent) = self.0.get(at).and_then(|scope| scope.parent).filter(|parent| *parent < at) {
            at = parent;
        }
        at
    }
}
