package apiclient

import (
	"unicode"
	"unicode/utf8"
)

// maxIDBytes is the longest id the contract allows in a path or a query.
const maxIDBytes = 256

// ValidID tells whether s may be sent as a search, trip, fare or option id:
// 1 to 256 of A-Z a-z 0-9 . _ : ~ = -, and neither "." nor "..", which a path
// would resolve away.
func ValidID(s string) bool {
	if len(s) == 0 || len(s) > maxIDBytes || s == "." || s == ".." {
		return false
	}
	for i := range len(s) {
		if !isIDByte(s[i]) {
			return false
		}
	}
	return true
}

// ValidRateID tells whether s may be sent as a rate id. The service makes these up as it
// likes and wants them back byte for byte, so anything goes that a person can see:
// 1 to 256 characters, none of them a control or an invisible one, and neither "." nor "..".
func ValidRateID(s string) bool {
	if s == "" || s == "." || s == ".." || !utf8.ValidString(s) || utf8.RuneCountInString(s) > maxIDBytes {
		return false
	}
	for _, r := range s {
		if !unicode.IsPrint(r) { // of all spaces, it takes the plain one
			return false
		}
	}
	return true
}

func isIDByte(c byte) bool {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		return true
	case c == '.', c == '_', c == ':', c == '~', c == '=', c == '-':
		return true
	}
	return false
}
