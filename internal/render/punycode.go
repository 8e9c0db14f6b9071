package render

import "unicode/utf8"

// Parameters of punycode, RFC 3492 section 5.
const (
	punyBase    = 36
	punyMin     = 1
	punyMax     = 26
	punySkew    = 38
	punyDamp    = 700
	punyBias    = 72
	punyInitial = 128
)

// punycode encodes a label, RFC 3492 section 6.3.
func punycode(label []rune) string {
	var out []byte
	for _, r := range label {
		if r < punyInitial {
			out = append(out, byte(r))
		}
	}
	basic := len(out)
	if basic > 0 {
		out = append(out, '-')
	}
	n, delta, bias, damp := rune(punyInitial), 0, punyBias, punyDamp
	for done := basic; done < len(label); {
		next := leastFrom(label, n)
		delta += int(next-n) * (done + 1)
		n = next
		for _, r := range label {
			if r < n {
				delta++
			}
			if r == n {
				out = appendDelta(out, delta, bias)
				bias = adapt(delta, done+1, damp)
				damp = 2
				delta = 0
				done++
			}
		}
		delta++
		n++
	}
	return string(out)
}

// leastFrom is the smallest letter that is not below n.
func leastFrom(label []rune, n rune) rune {
	least := rune(utf8.MaxRune)
	for _, r := range label {
		if r >= n {
			least = min(least, r)
		}
	}
	return least
}

// appendDelta writes a number in punycode's digits, RFC 3492 section 3.3.
func appendDelta(out []byte, delta, bias int) []byte {
	const digits = "abcdefghijklmnopqrstuvwxyz0123456789"
	for k := punyBase; ; k += punyBase {
		threshold := min(max(k-bias, punyMin), punyMax)
		if delta < threshold {
			return append(out, digits[delta])
		}
		out = append(out, digits[threshold+(delta-threshold)%(punyBase-threshold)])
		delta = (delta - threshold) / (punyBase - threshold)
	}
}

// adapt sets the bias for the next number; the first one is damped more, RFC 3492 section 6.1.
func adapt(delta, points, damp int) int {
	delta /= damp
	delta += delta / points
	k := 0
	for delta > (punyBase-punyMin)*punyMax/2 {
		delta /= punyBase - punyMin
		k += punyBase
	}
	return k + (punyBase-punyMin+1)*delta/(delta+punySkew)
}
