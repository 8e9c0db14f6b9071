package words

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// foldedRunes is the size of the table of letters, which covers every script with capitals or accents that names are
// written in.
const foldedRunes = 0x2000

// letters holds the folded forms of the first runes: "" for one that is dropped, " " for one that separates words.
var letters = sync.OnceValue(func() []string {
	all := make([]string, foldedRunes)
	for r := range rune(foldedRunes) {
		all[r] = foldedLetter(r)
	}
	return all
})

// foldedLetter returns the letter under the accents of r.
func foldedLetter(r rune) string {
	switch {
	case strings.ContainsRune("'`’‘ʼʻʹʾʿ´", r), isAccent(r):
		return ""
	case !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r):
		return " "
	case r >= 0x0700 && r < 0x1E00: // scripts whose marks are letters
		return string(unicode.ToLower(r))
	}
	first, _ := utf8.DecodeRuneInString(norm.NFD.String(string(unicode.ToLower(r))))
	if plain, ok := stroked[first]; ok {
		return plain
	}
	return string(first)
}

// stroked maps letters whose stroke or ligature Unicode does not treat as an accent to their plain form.
var stroked = map[rune]string{
	'ß': "ss", 'æ': "ae", 'œ': "oe", 'þ': "th", 'ø': "o", 'đ': "d", 'ð': "d", 'ł': "l", 'ı': "i", 'ħ': "h", 'ə': "e", 'ς': "σ",
}

// isAccent reports whether r is a mark that may be dropped: a mark of Latin, Greek or Cyrillic, or a vowel point of
// Hebrew or Arabic. In other scripts a mark is a letter.
func isAccent(r rune) bool {
	return unicode.Is(unicode.Mn, r) && (r >= 0x0300 && r <= 0x036F || r >= 0x0591 && r <= 0x06FF)
}

// Fold returns the form in which names are compared: lower case without accents, words separated by one space, no
// punctuation, "st" for "saint". "São Tomé", "sao  TOME" and "Sao-Tomé" fold to the same text. An apostrophe does
// not separate words (O'Hare, Xi'an).
func Fold(name string) string {
	var room [96]byte                         // enough for most names
	known, to, word := letters(), room[:0], 0 // word is where the current one begins
	for _, r := range norm.NFKC.String(strings.ToValidUTF8(name, " ")) {
		letter := " "
		switch {
		case r < foldedRunes:
			letter = known[r]
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r):
			to = utf8.AppendRune(to, r)
			continue
		case r == '’' || r == '‘':
			continue
		}
		if letter == " " {
			to = endWord(to, word)
			word = len(to)
			continue
		}
		to = append(to, letter...)
	}
	to = endWord(to, word)
	return strings.TrimSuffix(string(to), " ")
}

// endWord appends one space after the word that begins at start, if there is one.
func endWord(folded []byte, start int) []byte {
	switch word := folded[start:]; {
	case len(word) == 0:
		return folded
	case string(word) == "saint":
		folded = append(folded[:start], "st"...)
	}
	return append(folded, ' ')
}
