package failure

import (
	"fmt"
	"strings"
	"time"
)

// InWords tells a time for people by its two largest units, as in 1 day or 2 hours 5 minutes. The sign
// is left to the sentence.
func InWords(d time.Duration) string {
	if d != 0 && d.Abs() < time.Second {
		return d.Abs().String()
	}
	left := int64(d.Abs().Round(time.Second) / time.Second)
	var words []string
	for _, unit := range []struct {
		name    string
		seconds int64
	}{{"day", 86400}, {"hour", 3600}, {"minute", 60}, {"second", 1}} {
		n := left / unit.seconds
		left %= unit.seconds
		if n == 0 && len(words) == 0 {
			continue
		}
		word := fmt.Sprintf("%d %s", n, unit.name)
		if n != 1 {
			word += "s"
		}
		if n > 0 {
			words = append(words, word)
		}
		if len(words) == 2 || n == 0 {
			break
		}
	}
	if len(words) == 0 {
		return "0 seconds"
	}
	return strings.Join(words, " ")
}
