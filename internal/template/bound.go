package template

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxText is the most that one function makes, in bytes: print with a long text thirty times would fill
// the memory faster than that can be noticed. What the functions would make is counted before.
const maxText = 64 << 20

var errLong = errors.New("it makes a text of more than 64 MiB")

// fitting gives what write makes of the arguments, unless it would be too long.
func fitting(write func(...any) string) func(...any) (string, error) {
	return func(args ...any) (string, error) {
		bytes := 0
		for _, arg := range args {
			if bytes += size(arg); bytes > maxText {
				return "", errLong
			}
		}
		return write(args...), nil
	}
}

// escaping gives what escape makes of the arguments as print writes them, piece by piece.
func escaping(escape func(string) string) func(...any) (string, error) {
	text := fitting(func(args ...any) string { return printed(args) })
	return func(args ...any) (string, error) {
		rest, err := text(args...)
		if err != nil {
			return "", err
		}
		var out strings.Builder
		for rest != "" {
			end := min(len(rest), 1<<20)
			for back := 0; end < len(rest) && back < utf8.UTFMax-1 && !utf8.RuneStart(rest[end]); back++ {
				end--
			}
			if out.WriteString(escape(rest[:end])); out.Len() > maxText {
				return "", errLong
			}
			rest = rest[end:]
		}
		return out.String(), nil
	}
}

// formatted is fmt.Sprintf, unless it could become too long: each verb may print the longest argument, and
// as wide as its numbers say.
func formatted(format string, args ...any) (string, error) {
	longest := 0
	for _, arg := range args {
		longest = max(longest, size(arg))
	}
	bytes := len(format)
	for rest := format; bytes <= maxText; {
		_, after, found := strings.Cut(rest, "%")
		if !found {
			return fmt.Sprintf(format, args...), nil
		}
		end := strings.IndexFunc(after, func(r rune) bool { return !strings.ContainsRune("+-# 0123456789.[]*", r) })
		if end < 0 {
			end = len(after)
		}
		bytes += longest*growth(after[:end], after[end:]) + width(after[:end])
		rest = after[min(end+1, len(after)):]
	}
	return "", errLong
}

// growth is how many times as long as its argument a verb with those flags can be.
func growth(flags, verb string) int {
	const escaped = 6 // as in \u0001
	switch {
	case strings.HasPrefix(verb, "%"):
		return 0
	case verb == "" || !strings.Contains("sv", verb[:1]) || strings.ContainsAny(flags, "+#"):
		return escaped
	}
	return 1
}

// width is how much the numbers of a verb, its width and precision, can add. fmt heeds none above 1,000,000.
func width(flags string) int {
	const most = 1_000_000
	sum := most * strings.Count(flags, "*")
	for _, number := range strings.FieldsFunc(flags, func(r rune) bool { return r < '0' || r > '9' }) {
		if n, err := strconv.Atoi(number); err == nil && n <= most {
			sum += n
		}
	}
	return sum
}

// size is about how long the text of a value is.
func size(value any) int {
	const few = 8 // brackets and the like
	bytes := few
	switch v := value.(type) {
	case string:
		return len(v)
	case json.Number:
		return len(v)
	case []any:
		for _, item := range v {
			bytes += size(item)
		}
	case map[string]any:
		for key, item := range v {
			bytes += len(key) + size(item)
		}
	default:
		const number = 24
		return number
	}
	return bytes
}
