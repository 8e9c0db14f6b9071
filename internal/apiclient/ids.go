package apiclient

// maxIDBytes is the longest id the contract allows in a path or a query.
const maxIDBytes = 256

// ValidID tells whether s may be sent as a search, trip, fare, option or rate id:
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

func isIDByte(c byte) bool {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		return true
	case c == '.', c == '_', c == ':', c == '~', c == '=', c == '-':
		return true
	}
	return false
}
