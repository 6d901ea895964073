//! Text for people that names what others wrote: players call themselves as they like, also by what steers a terminal.

/// Whether a character steers what shows a text, in place of being shown: a control character (an escape, a bell, the end of a line, those of C1),
/// or one that turns the direction of what follows.
#[must_use]
pub const fn steers(character: char) -> bool {
    matches!(
        character,
        '\0'..='\x1f' | '\x7f'..='\u{9f}' | '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

/// A text of one line, with the sign for what cannot be shown in place of each character that steers.
#[must_use]
pub fn plain(text: String) -> String {
    if text.contains(steers) { text.replace(steers, "\u{fffd}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_is_replaced_and_all_else_stays() {
        for text in ["", "Seat 1 held 1 wood and 1 brick: it paid that for a road.", "Flabébé, ニドラン♀, 🐉 – “so”\u{200d}"]
        {
            assert_eq!(plain(text.to_owned()), text);
        }
        let name = "\u{1b}]0;owned\u{7}\u{1b}[2J\r\n\u{7f}\u{9b}31m\u{202e}moc\u{2066}\u{2028}";
        assert_eq!(
            plain(format!("{name} stays")),
            "\u{fffd}]0;owned\u{fffd}\u{fffd}[2J\u{fffd}\u{fffd}\u{fffd}\u{fffd}31m\u{fffd}moc\u{fffd}\u{fffd} stays"
        );
        for character in ('\0'..=char::MAX).filter(|character| character.is_control()) {
            assert!(steers(character), "{character:?}");
        }
    }
}
