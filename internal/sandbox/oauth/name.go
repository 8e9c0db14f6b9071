package oauth

import (
	"strings"
	"unicode"
)

// maxNameRunes bounds the name that a client gives itself.
const maxNameRunes = 48

// cleanName makes the name that a client gives itself fit to stand in a sentence
// of ours: one line, nothing invisible, nothing that changes the direction of the
// text or leaves its line. The result may be empty.
func cleanName(name string) string {
	words := strings.Fields(strings.Map(markless(2), strings.Map(shown, name)))
	runes := []rune(strings.Join(words, " "))
	if len(runes) <= maxNameRunes {
		return string(runes)
	}
	return strings.TrimSpace(string(runes[:maxNameRunes-1])) + "…"
}

// markless drops the marks that stand on nothing, and those over a letter that
// has as many as the limit.
func markless(limit int) func(rune) rune {
	marks := limit
	return func(c rune) rune {
		switch {
		case unicode.IsSpace(c):
			marks = limit
		case !unicode.IsMark(c):
			marks = 0
		case marks == limit:
			return -1
		default:
			marks++
		}
		return c
	}
}

// shown keeps what is visible, turns blanks of every kind into spaces, and drops
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
