package words

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// foldedRunes is how far the table of letters reaches: all scripts with capitals or accents that names are
// written in.
const foldedRunes = 0x2000

// letters are the folded forms of the first runes: "" for one that may be left out, " " for one that parts words.
var letters = sync.OnceValue(func() []string {
	all := make([]string, foldedRunes)
	for r := range rune(foldedRunes) {
		all[r] = foldedLetter(r)
	}
	return all
})

// foldedLetter is the letter under the accents of r.
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

// stroked is the plain form of letters whose stroke or ligature is no accent to Unicode.
var stroked = map[rune]string{
	'ß': "ss", 'æ': "ae", 'œ': "oe", 'þ': "th", 'ø': "o", 'đ': "d", 'ð': "d", 'ł': "l", 'ı': "i", 'ħ': "h", 'ə': "e", 'ς': "σ",
}

// isAccent tells marks that may be left out: those of Latin, Greek and Cyrillic, and the vowel points of Hebrew
// and Arabic. In other scripts a mark is a letter.
func isAccent(r rune) bool {
	return unicode.Is(unicode.Mn, r) && (r >= 0x0300 && r <= 0x036F || r >= 0x0591 && r <= 0x06FF)
}

// Fold brings a name into the form in which names are compared: small letters without accents, words with one
// space between them, no punctuation, "st" for "saint". "São Tomé", "sao  TOME" and "Sao-Tomé" are one; an
// apostrophe parts nothing (O'Hare, Xi'an).
func Fold(name string) string {
	var room [96]byte                         // for most names
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
