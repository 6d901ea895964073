//! Names that people read: of players and of keys.

use crate::belief::steers;

/// Whether a name shows as it is written. A control character may end its line; one that turns the direction of what follows makes of a name
/// another one, and of a list a list of other names (`evil\u{202e}exe.png` is read as `evilgnp.exe`). All that Unicode counts as such (`Bidi_Control`)
/// is refused: Hebrew and Arabic names need none of it.
pub fn is_plain(name: &str) -> bool {
    !name.contains(steers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_no_control_characters_and_none_that_reorders_it() {
        for name in ["Zoë K.", "דנה", "محمد", "👩\u{200d}🚀", "می\u{200c}نا", ""] {
            assert!(is_plain(name), "{name}");
        }
        for sign in
            "\u{0}\n\u{85}\u{61c}\u{200e}\u{200f}\u{2028}\u{2029}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}".chars()
        {
            assert!(!is_plain(&format!("evil{sign}exe.png")), "{sign:?}");
        }
    }
}
