package oauth

import (
	"strings"
	"unicode"
)

// maxNameRunes bounds the name that a client gives itself.
const maxNameRunes = 48

// cleanName makes the name that a client gives itself fit to stand in a sentence
// of ours: one line, nothing invisible, nothing that turns the direction of the
// text or climbs out of its line. It may come out empty.
func cleanName(name string) string {
	var b strings.Builder
	marks, runes := 0, 0
	for _, c := range strings.Join(strings.Fields(strings.Map(shown, name)), " ") {
		if !unicode.IsMark(c) {
			marks = 0
		} else if marks++; marks > 2 || runes == 0 {
			continue
		}
		if runes++; runes > maxNameRunes {
			return strings.TrimSpace(b.String()) + "…"
		}
		b.WriteRune(c)
	}
	return b.String()
}

// shown keeps what leaves ink, turns blanks of every kind into spaces, and drops
// the rest: controls, format characters, unassigned and private ones.
func shown(c rune) rune {
	switch {
	case unicode.IsSpace(c), strings.ContainsRune("\u115f\u1160\u2800\u3164\uffa0", c): // letters and signs that are blank
		return ' '
	case c == unicode.ReplacementChar, !unicode.IsPrint(c):
		return -1
	}
	return c
}
