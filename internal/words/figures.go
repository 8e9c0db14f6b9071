package words

import (
	"encoding/json"
	"time"
)

// Day reads YYYY-MM-DD; anything else is the zero time.
func Day(iso string) time.Time {
	t, _ := time.Parse(time.DateOnly, iso)
	return t
}

// Moment reads a local time with its offset (RFC 3339); anything else is the zero time, which is
// shown as not known.
func Moment(iso string) time.Time {
	t, _ := time.Parse(time.RFC3339, iso)
	return t
}

// Whole is a number of the service as a whole number, as in minutes and stops; 0 for one that
// cannot be such a count.
func Whole(n json.Number) int {
	f, err := n.Float64()
	if err != nil || f > 1e9 || f < -1e9 {
		return 0
	}
	return int(f)
}

// Decimal is a number of the service as text, "" where the service did not say it.
func Decimal(n *json.Number) string {
	if n == nil {
		return ""
	}
	return n.String()
}

// Strings turns words of the contract into plain strings.
func Strings[T ~string](list []T) []string {
	out := make([]string, len(list))
	for i, w := range list {
		out[i] = string(w)
	}
	return out
}

// YesNo is an answer in a word.
func YesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}
