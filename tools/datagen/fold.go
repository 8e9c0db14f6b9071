package main

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// foldedRunes is how far the table reaches: all scripts with capitals or
// accents that names are written in.
const foldedRunes = 0x2000

// The code from here on is that of internal/sandbox/places, which a module of its own
// cannot import; a test there holds that the names of aliases.tsv.gz are folded.

// folder brings names into the form in which they are compared: small letters
// without accents, words separated by one space, no punctuation, "st" for "saint".
type folder struct {
	base [foldedRunes]rune // 0: nothing stays, ' ': parts words
}

func newFolder() *folder {
	f := &folder{}
	for r := range rune(foldedRunes) {
		f.base[r] = baseOf(r)
	}
	return f
}

// baseOf is the letter under the accents of r.
func baseOf(r rune) rune {
	switch {
	case strings.ContainsRune("'`’‘ʼʻʹʾʿ´", r), isAccent(r):
		return 0
	case !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r):
		return ' '
	case r >= 0x0700 && r < 0x1E00: // scripts whose marks are letters
		return unicode.ToLower(r)
	}
	plain := norm.NFD.String(string(unicode.ToLower(r)))
	first, _ := utf8.DecodeRuneInString(plain)
	switch first {
	case 'ø':
		return 'o'
	case 'đ', 'ð':
		return 'd'
	case 'ł':
		return 'l'
	case 'ı':
		return 'i'
	case 'ħ':
		return 'h'
	case 'ə':
		return 'e'
	case 'ς':
		return 'σ'
	}
	return first
}

// isAccent tells marks that may be left out: those of Latin, Greek and
// Cyrillic, and the vowel points of Hebrew and Arabic.
func isAccent(r rune) bool {
	return unicode.Is(unicode.Mn, r) && (r >= 0x0300 && r <= 0x036F || r >= 0x0591 && r <= 0x06FF)
}

var folding = sync.OnceValue(newFolder)

// fold is the form in which the sandbox compares names.
func fold(text string) string { return string(folding().append(nil, text)) }

// append appends folded text.
func (f *folder) append(to []byte, text string) []byte {
	start, word := len(to), len(to) // of the text and of the current word
	for _, r := range text {
		switch b := f.letter(r); b {
		case 0:
		case ' ':
			to = endWord(to, word)
			word = len(to)
		case 'ß':
			to = append(to, "ss"...)
		case 'æ':
			to = append(to, "ae"...)
		case 'œ':
			to = append(to, "oe"...)
		case 'þ':
			to = append(to, "th"...)
		default:
			to = utf8.AppendRune(to, b)
		}
	}
	to = endWord(to, word)
	return to[:max(start, len(to)-1)] // without the last space
}

func (f *folder) letter(r rune) rune {
	switch {
	case r < foldedRunes:
		return f.base[r]
	case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r):
		return r
	case r == '’' || r == '‘':
		return 0
	}
	return ' '
}

// endWord puts one space behind the word that begins at start, if there is one.
func endWord(folded []byte, start int) []byte {
	switch word := folded[start:]; {
	case len(word) == 0:
		return folded
	case string(word) == "saint":
		folded = append(folded[:start], "st"...)
	}
	return append(folded, ' ')
}
