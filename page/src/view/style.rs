//! Colours and how a shape looks in each situation.

use bevy::prelude::*;

/// How one shape is drawn.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub enum Style {
    Hidden,
    /// The palette's colour of that index, below [`PLAIN_STYLES`].
    Plain(usize),
    /// In collision with a shape it is checked against.
    Colliding,
    /// First shape of the selected pair.
    First,
    /// Second shape of the selected pair.
    Second,
    /// Everything else while a pair is selected.
    Faded,
}

pub fn background() -> Color {
    Color::srgb_u8(0x17, 0x1a, 0x21)
}

pub fn background_light() -> Color {
    Color::srgb_u8(0xe9, 0xec, 0xf1)
}

/// Calm tones that tell neighbouring links apart without competing with blue, yellow and red.
const PALETTE: [[u8; 3]; 6] = [
    [0xb9, 0xc2, 0xcf],
    [0x8d, 0xa0, 0xb3],
    [0xcf, 0xc9, 0xbd],
    [0x9b, 0xad, 0xa6],
    [0xa9, 0xa3, 0xb8],
    [0xc4, 0xb2, 0xa6],
];

/// How many plain styles there are.
pub const PLAIN_STYLES: usize = PALETTE.len();

impl Style {
    /// The plain style for the n-th link or part.
    pub fn plain(n: usize) -> Self {
        Style::Plain(n % PLAIN_STYLES)
    }

    pub fn color(self) -> Color {
        match self {
            Style::Hidden => Color::NONE,
            Style::Plain(i) => {
                let [r, g, b] = PALETTE[i % PALETTE.len()];
                Color::srgb_u8(r, g, b)
            }
            Style::Colliding => Color::srgb_u8(0xe0, 0x56, 0x4a),
            Style::First => Color::srgb_u8(0x2f, 0x81, 0xf7),
            Style::Second => Color::srgb_u8(0xf5, 0xc5, 0x18),
            Style::Faded => Color::srgba_u8(0xa8, 0xb4, 0xc6, 14),
        }
    }

    /// Colour and width, in physical pixels, of the outline on a dark or a light background.
    pub fn outline(self, light: bool) -> Option<(Color, f32)> {
        match self {
            // Opaque: lines that end in each other would show as dots through one another.
            Style::Faded if light => Some((Color::srgb_u8(0x8f, 0x97, 0xa5), 1.3)),
            Style::Faded => Some((Color::srgb_u8(0x58, 0x62, 0x73), 1.3)),
            Style::First => Some((Color::srgb_u8(0x9c, 0xc6, 0xff), 1.8)),
            Style::Second => Some((Color::srgb_u8(0xff, 0xe5, 0x8a), 1.8)),
            _ => None,
        }
    }
}
