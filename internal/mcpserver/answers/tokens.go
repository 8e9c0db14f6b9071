package answers

import "unicode/utf8"

// Tokens is about how many tokens a model counts for a text, rather too many than too few. It is
// calibrated on what the tools answer: a test holds what o200k_base counts for some answers.
func Tokens[T ~string | ~[]byte](text T) int {
	tenths := 0 // of a token
	for i := 0; i < len(text); {
		n := 1
		for i+n < len(text) && kindOf(text[i+n]) == kindOf(text[i]) {
			n++
		}
		switch kindOf(text[i]) {
		case blank:
			tenths += (n - 1) * 5 // one goes with the word behind it, but with no number
			if i+n < len(text) && isDigit(text[i+n]) {
				tenths += 10
			}
		case sign:
			tenths += 10 + (n-1)/2*5
		case other:
			tenths += n * 7
		default:
			tenths += wordTenths(text[i : i+n])
		}
		i += n
	}
	return (tenths + 9) / 10
}

// wordTenths is for letters and digits in a row: a word, a number, a name of several words, or an id, of
// which hardly two characters go together.
func wordTenths[T ~string | ~[]byte](word T) int {
	digits, uppers, changes := 0, 0, 0
	for i := range len(word) {
		digit, upper := isDigit(word[i]), isUpper(word[i])
		if digit {
			digits++
		}
		if upper {
			uppers++
		}
		if i > 0 && (digit != isDigit(word[i-1]) || upper && !isUpper(word[i-1])) {
			changes++
		}
	}
	switch n := len(word); {
	case digits == n:
		return (n + 2) / 3 * 10
	case digits > 0 && n > 5, changes*4 > n && n > 5:
		return n * 7
	case digits > 0:
		return (changes + 1) * 11
	case uppers == n:
		return max(10, n*5)
	default:
		return (changes+1)*10 + max(0, n-7*(changes+1))*2
	}
}

type kind uint8

const (
	alnum kind = iota
	blank
	sign
	other
)

func kindOf(b byte) kind {
	switch {
	case b >= utf8.RuneSelf:
		return other
	case b >= 'a' && b <= 'z', isUpper(b), isDigit(b):
		return alnum
	case b == ' ':
		return blank
	}
	return sign
}

func isUpper(b byte) bool { return b >= 'A' && b <= 'Z' }
func isDigit(b byte) bool { return b >= '0' && b <= '9' }
