// Package cleantest provides helpers for tests of output: hostile texts, and a check for characters that no terminal
// should get.
package cleantest

import (
	"fmt"
	"strings"
	"unicode"
)

// Payloads are texts that a hostile provider might send.
var Payloads = []string{
	"\x1b[31mred", "\x1b[2J\x1b[H", "\x1b[1A\x1b[2K", "\x1b[999C", "\x1b[6n", "\x1b[c", "\x1b[?1049h", "\x1b[?25l", "\x1b[>4;2m",
	"\x1b]0;title\x07", "\x1b]11;?\x1b\\", "\x1b]52;c;ZXZpbA==\x07", "\x1b]8;;https://evil.example\x07x\x1b]8;;\x07", "\x1b]1337;File=:AA==\x07",
	"\x1bP$q\"p\x1b\\", "\x1b_Gi=1\x1b\\", "\x1b^pm\x1b\\", "\x1bc", "\x1b(0", "\x1b#8", "\x1b", "\x1b[", "\x1b]",
	"\u009b31m", "\x9b31m", "\u0090q\u009c", "\u0085", "\x00\x01\x02\x05", "\b\b\b\b", "\r0", "a\nb\n\nc", "a\tb\vc\fd", "\x0e\x0f", "\x7f",
	"\u202eevil\u202c", "\u2066a\u2069", "\u200e\u200f\u061c", "\U000E0001\U000E0068\U000E0069\U000E007F", "\u2028\u2029",
	"\u200b\u200c\u200d\ufeff\u2060", "z\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301", "\xff\xfe\xc3", "\u3164\u115f\uffa0\u2800", "\ue000\U0010FFFF",
	"=HYPERLINK(\"x\")", "+1\t\"2\",3", strings.Repeat("見", 300), strings.Repeat("a", 3000), strings.Repeat(" ", 500) + "x", "$(touch f)`x`",
}

// Unsafe names the first character in s that no terminal should get, or returns "".
func Unsafe(s string) string {
	for _, r := range s {
		switch {
		case r == ' ', r == '\u00a0', r == '\u200d', r == '\u200c', r == '\ufe0e', r == '\ufe0f':
		case unicode.In(r, unicode.C, unicode.Z), unicode.In(r, unicode.Other_Default_Ignorable_Code_Point), r == '\u2800':
			return fmt.Sprintf("%U", r)
		}
	}
	return ""
}
