package oauth

import (
	"crypto/rand"
	"strings"
	"unicode"
)

// A user code is 8 letters, shown as XXXX-XXXX. The letters are those of RFC
// 8628 §6.1: no vowels, so that they form no word, and no digits that look like
// letters.
const (
	codeLetters  = "BCDFGHJKLMNPQRSTVWXZ"
	codeLength   = 8
	maxCodeBytes = 64 // of what a person types
)

// newUserCode makes a code, in the form it is shown in. There are 20⁸ of them,
// 2.56 × 10¹⁰.
func newUserCode() string {
	letters := make([]byte, 0, codeLength)
	one := make([]byte, 1)
	for len(letters) < codeLength {
		_, _ = rand.Read(one)                       // never fails
		if int(one[0]) < 256-256%len(codeLetters) { // else the first letters would come more often
			letters = append(letters, codeLetters[int(one[0])%len(codeLetters)])
		}
	}
	return showCode(letters)
}

func showCode(letters []byte) string {
	return string(letters[:codeLength/2]) + "-" + string(letters[codeLength/2:])
}

// parseUserCode reads a code as people type it: small letters, and dashes and
// blanks of any kind anywhere, are accepted. It returns the form that is shown.
func parseUserCode(typed string) (code string, ok bool) {
	if len(typed) > maxCodeBytes {
		return "", false
	}
	letters := make([]byte, 0, codeLength)
	for _, c := range typed {
		if unicode.IsSpace(c) || unicode.Is(unicode.Pd, c) || c == '\u2212' { // Pd: dashes; a minus is not one
			continue
		}
		upper := c
		if c >= 'a' && c <= 'z' { // not by unicode.ToUpper: that makes ASCII letters of others
			upper -= 'a' - 'A'
		}
		if len(letters) == codeLength || !strings.ContainsRune(codeLetters, upper) {
			return "", false
		}
		letters = append(letters, byte(upper))
	}
	if len(letters) < codeLength {
		return "", false
	}
	return showCode(letters), true
}
