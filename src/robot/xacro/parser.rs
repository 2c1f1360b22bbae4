//! Tokens to a tree, by binding power (Pratt 1973), with Python's precedences.

use super::lexer::{Token, tokenise};
use super::value::Value;

#[derive(Clone, Debug)]
pub(super) enum Expr {
    Value(Value),
    Name(String),
    List(Vec<Expr>),
    Dict(Vec<(Expr, Expr)>),
    Unary(&'static str, Box<Expr>),
    Binary(&'static str, Box<Expr>, Box<Expr>),
    /// `a < b <= c`: the first operand, then operators with theirs.
    Compare(Box<Expr>, Vec<(&'static str, Expr)>),
    /// Condition, value if true, value if false.
    Choice(Box<Expr>, Box<Expr>, Box<Expr>),
    Index(Box<Expr>, Box<Expr>),
    Slice(Box<Expr>, Option<Box<Expr>>, Option<Box<Expr>>),
    Attribute(Box<Expr>, String),
    Call(Box<Expr>, Vec<Expr>, Vec<(String, Expr)>),
}

/// Brackets and operators nested deeper than this are refused.
const MAX_DEPTH: usize = 48;
/// Tokens above this are refused.
const MAX_TOKENS: usize = 20_000;

pub(super) fn parse(text: &str) -> Result<Expr, String> {
    let tokens = tokenise(text)?;
    if tokens.len() > MAX_TOKENS {
        return Err("the expression is too long".into());
    }
    let mut parser = Parser { tokens: &tokens, at: 0, depth: 0 };
    let mut expr = parser.expression(0)?;
    // A bare `a, b` is a tuple.
    if parser.peek_op() == Some(",") {
        let mut items = vec![expr];
        while parser.take(",") {
            if parser.at == tokens.len() {
                break;
            }
            items.push(parser.expression(0)?);
        }
        expr = Expr::List(items);
    }
    match tokens.get(parser.at) {
        None => Ok(expr),
        Some(token) => Err(format!("{} is not expected here", shown(token))),
    }
}

fn shown(token: &Token) -> String {
    match token {
        Token::Value(value) => value.repr(),
        Token::Name(name) => format!("'{name}'"),
        Token::Op(op) => format!("'{op}'"),
    }
}

struct Parser<'a> {
    tokens: &'a [Token],
    at: usize,
    depth: usize,
}

// Binding powers, weakest first.
const CHOICE: u8 = 1;
const OR: u8 = 2;
const AND: u8 = 3;
const NOT: u8 = 4;
const COMPARISON: u8 = 5;
const BIT_OR: u8 = 6;
const BIT_XOR: u8 = 7;
const BIT_AND: u8 = 8;
const SHIFT: u8 = 9;
const SUM: u8 = 10;
const PRODUCT: u8 = 11;
const SIGN: u8 = 12;
const POWER: u8 = 13;
const POSTFIX: u8 = 14;

impl Parser<'_> {
    fn peek_op(&self) -> Option<&'static str> {
        match self.tokens.get(self.at) {
            Some(Token::Op(op)) => Some(op),
            _ => None,
        }
    }

    fn take(&mut self, op: &str) -> bool {
        let found = self.peek_op() == Some(op);
        self.at += usize::from(found);
        found
    }

    fn need(&mut self, op: &str) -> Result<(), String> {
        if self.take(op) {
            return Ok(());
        }
        match self.tokens.get(self.at) {
            Some(token) => Err(format!("'{op}' is expected before {}", shown(token))),
            None => Err(format!("'{op}' is missing at the end")),
        }
    }

    fn expression(&mut self, weakest: u8) -> Result<Expr, String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err("the expression is nested too deeply".into());
        }
        let mut left = self.prefix()?;
        while let Some(op) = self.peek_op() {
            let Some(power) = infix_power(op, self.tokens.get(self.at + 1)) else { break };
            if power < weakest.max(1) {
                break;
            }
            left = self.infix(left, op, power)?;
        }
        self.depth -= 1;
        Ok(left)
    }

    fn prefix(&mut self) -> Result<Expr, String> {
        let token = self.tokens.get(self.at).ok_or("the expression ends too early")?;
        self.at += 1;
        match token {
            Token::Value(Value::Str(first)) => {
                // Texts side by side are one.
                let mut text = first.to_string();
                while let Some(Token::Value(Value::Str(next))) = self.tokens.get(self.at) {
                    text.push_str(next);
                    self.at += 1;
                }
                Ok(Expr::Value(Value::str(&text)))
            }
            Token::Value(value) => Ok(Expr::Value(value.clone())),
            Token::Name(name) => Ok(Expr::Name(name.clone())),
            Token::Op("not") => Ok(Expr::Unary("not", Box::new(self.expression(NOT)?))),
            Token::Op(op @ ("-" | "+" | "~")) => Ok(Expr::Unary(op, Box::new(self.expression(SIGN)?))),
            Token::Op("(") => {
                if self.take(")") {
                    return Ok(Expr::List(Vec::new()));
                }
                let first = self.expression(0)?;
                if self.take(")") {
                    return Ok(first);
                }
                self.need(",")?;
                let mut items = vec![first];
                items.extend(self.items(")")?);
                Ok(Expr::List(items))
            }
            Token::Op("[") => Ok(Expr::List(self.items("]")?)),
            Token::Op("{") => {
                let mut items = Vec::new();
                while !self.take("}") {
                    let key = self.expression(0)?;
                    self.need(":")?;
                    items.push((key, self.expression(0)?));
                    if !self.take(",") {
                        self.need("}")?;
                        break;
                    }
                }
                Ok(Expr::Dict(items))
            }
            token => Err(format!("{} is not expected here", shown(token))),
        }
    }

    /// Expressions separated by commas up to `close`, which is taken.
    fn items(&mut self, close: &str) -> Result<Vec<Expr>, String> {
        let mut items = Vec::new();
        while !self.take(close) {
            items.push(self.expression(0)?);
            if let Some(Token::Name(name)) = self.tokens.get(self.at)
                && name == "for"
            {
                return Err("a comprehension (for ... in ...) is not supported".into());
            }
            if !self.take(",") {
                self.need(close)?;
                break;
            }
        }
        Ok(items)
    }

    fn infix(&mut self, left: Expr, op: &'static str, power: u8) -> Result<Expr, String> {
        self.at += 1;
        let left = Box::new(left);
        match power {
            POSTFIX => self.postfix(left, op),
            CHOICE => {
                let condition = self.expression(OR)?;
                self.need("else")?;
                let otherwise = self.expression(CHOICE)?;
                Ok(Expr::Choice(Box::new(condition), left, Box::new(otherwise)))
            }
            COMPARISON => {
                self.at -= 1;
                let mut rest = Vec::new();
                while let Some(op) = self.comparison() {
                    rest.push((op, self.expression(COMPARISON + 1)?));
                }
                Ok(Expr::Compare(left, rest))
            }
            // The right operand of a power may carry a sign, and powers group to the right.
            POWER => Ok(Expr::Binary(op, left, Box::new(self.expression(SIGN)?))),
            _ => Ok(Expr::Binary(op, left, Box::new(self.expression(power + 1)?))),
        }
    }

    fn comparison(&mut self) -> Option<&'static str> {
        let op = self.peek_op()?;
        let (op, length) = match op {
            "<" | ">" | "<=" | ">=" | "==" | "!=" | "in" => (op, 1),
            "not" if matches!(self.tokens.get(self.at + 1), Some(Token::Op("in"))) => ("not in", 2),
            "is" if matches!(self.tokens.get(self.at + 1), Some(Token::Op("not"))) => ("is not", 2),
            "is" => ("is", 1),
            _ => return None,
        };
        self.at += length;
        Some(op)
    }

    fn postfix(&mut self, left: Box<Expr>, op: &str) -> Result<Expr, String> {
        match op {
            "." => match self.tokens.get(self.at) {
                Some(Token::Name(name)) => {
                    self.at += 1;
                    Ok(Expr::Attribute(left, name.clone()))
                }
                _ => Err("a name is expected after '.'".into()),
            },
            "[" => {
                let start = if self.peek_op() == Some(":") { None } else { Some(Box::new(self.expression(0)?)) };
                if !self.take(":") {
                    self.need("]")?;
                    return match start {
                        Some(index) => Ok(Expr::Index(left, index)),
                        None => Err("an index is missing in []".into()),
                    };
                }
                let end = if self.peek_op() == Some("]") { None } else { Some(Box::new(self.expression(0)?)) };
                self.need("]")?;
                Ok(Expr::Slice(left, start, end))
            }
            _ => {
                let mut positional = Vec::new();
                let mut named = Vec::new();
                while !self.take(")") {
                    match (self.tokens.get(self.at), self.tokens.get(self.at + 1)) {
                        (Some(Token::Name(name)), Some(Token::Op("="))) => {
                            self.at += 2;
                            named.push((name.clone(), self.expression(0)?));
                        }
                        _ => positional.push(self.expression(0)?),
                    }
                    if !self.take(",") {
                        self.need(")")?;
                        break;
                    }
                }
                Ok(Expr::Call(left, positional, named))
            }
        }
    }
}

fn infix_power(op: &str, next: Option<&Token>) -> Option<u8> {
    Some(match op {
        "if" => CHOICE,
        "or" => OR,
        "and" => AND,
        "<" | ">" | "<=" | ">=" | "==" | "!=" | "in" | "is" => COMPARISON,
        "not" if matches!(next, Some(Token::Op("in"))) => COMPARISON,
        "|" => BIT_OR,
        "^" => BIT_XOR,
        "&" => BIT_AND,
        "<<" | ">>" => SHIFT,
        "+" | "-" => SUM,
        "*" | "/" | "//" | "%" => PRODUCT,
        "**" => POWER,
        "." | "[" | "(" => POSTFIX,
        _ => return None,
    })
}
