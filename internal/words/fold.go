package words

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold brings a name into the form in which names are compared: small letters without accents,
// words with one space between them, no punctuation. "São Tomé", "sao  TOME" and "Sao-Tomé" are one;
// an apostrophe parts nothing (O'Hare, Xi'an).
func Fold(name string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(name) {
		r = unicode.ToLower(r)
		switch plain, ok := stroked(r); {
		case isAccent(r), strings.ContainsRune("'`’‘ʼʻʹʾʿ´", r):
		case ok:
			b.WriteString(plain)
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r):
			b.WriteRune(r)
		default:
			b.WriteByte(' ')
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// isAccent tells marks that may be left out: those of Latin, Greek and Cyrillic, and the vowel
// points of Hebrew and Arabic. In other scripts a mark is a letter.
func isAccent(r rune) bool { return unicode.Is(unicode.Mn, r) && r < 0x0700 }

// stroked is the plain form of letters whose stroke or ligature is no accent to Unicode.
func stroked(r rune) (string, bool) {
	switch r {
	case 'ß':
		return "ss", true
	case 'æ':
		return "ae", true
	case 'œ':
		return "oe", true
	case 'þ':
		return "th", true
	case 'ø':
		return "o", true
	case 'đ', 'ð':
		return "d", true
	case 'ł':
		return "l", true
	case 'ı':
		return "i", true
	case 'ħ':
		return "h", true
	case 'ə':
		return "e", true
	case 'ς':
		return "σ", true
	}
	return "", false
}
