package main

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// fold is about the form in which the sandbox compares names: names that it
// makes equal are equal there.
func fold(name string) string {
	var folded strings.Builder
	for _, r := range norm.NFD.String(strings.ToLower(name)) {
		switch {
		case r >= 0x0300 && r <= 0x036F, strings.ContainsRune("'`’‘ʼʻʹʾʿ´", r):
		case !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r):
			folded.WriteByte(' ')
		default:
			folded.WriteRune(r)
		}
	}
	return strings.Join(strings.Fields(folded.String()), " ")
}
