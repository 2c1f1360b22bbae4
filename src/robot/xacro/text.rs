//! A text with `${...}` and `$(...)` in it, cut into pieces.

/// A piece of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Piece<'a> {
    Text(&'a str),
    /// The inside of `${...}`.
    Expression(&'a str),
    /// The inside of `$(...)`.
    Extension(&'a str),
}

/// Cuts a text. `$${` and `$$(` stand for themselves without the first `$`.
pub(super) fn cut(text: &str) -> Result<Vec<Piece<'_>>, String> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let Some(dollar) = rest.find('$') else {
            pieces.push(Piece::Text(rest));
            break;
        };
        if dollar > 0 {
            pieces.push(Piece::Text(rest.get(..dollar).unwrap_or("")));
        }
        rest = rest.get(dollar..).unwrap_or("");
        let dollars = rest.bytes().take_while(|byte| *byte == b'$').count();
        let open = rest.as_bytes().get(dollars).copied();
        if !matches!(open, Some(b'{' | b'(')) {
            pieces.push(Piece::Text(rest.get(..dollars).unwrap_or("")));
            rest = rest.get(dollars..).unwrap_or("");
        } else if dollars > 1 {
            pieces.push(Piece::Text(rest.get(1..=dollars).unwrap_or("")));
            rest = rest.get(dollars + 1..).unwrap_or("");
        } else {
            let (open, close) = if open == Some(b'{') { ('{', '}') } else { ('(', ')') };
            let inside = rest.get(2..).unwrap_or("");
            let end = closing(inside, open, close).or_else(|| inside.find(close));
            let end = end.ok_or_else(|| format!("'{}' is not closed by '{close}'", first_letters(rest)))?;
            let body = inside.get(..end).unwrap_or("");
            pieces.push(if open == '{' { Piece::Expression(body) } else { Piece::Extension(body) });
            rest = inside.get(end + 1..).unwrap_or("");
        }
    }
    Ok(pieces)
}

fn first_letters(text: &str) -> String {
    text.chars().take(40).collect()
}

/// The position of the bracket that closes one opened before, skipping pairs inside and quoted texts.
fn closing(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 0_usize;
    let mut quote = None;
    let mut escaped = false;
    for (i, c) in text.char_indices() {
        if escaped {
            escaped = false;
            continue;
        }
        match quote {
            Some(end) if c == end => quote = None,
            Some(_) => escaped = c == '\\',
            None if c == '\'' || c == '"' => quote = Some(c),
            None if c == open => depth += 1,
            None if c == close && depth == 0 => return Some(i),
            None if c == close => depth -= 1,
            None => {}
        }
    }
    None
}
