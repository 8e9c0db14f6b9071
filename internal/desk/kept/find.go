package kept

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// Find is the kept offer that a text names: "kept:2", "kept:lisbon", "2" or "lisbon". Nothing found is a
// MissingError; a file of a newer version, or one that is damaged, is told by name.
func (l Listing) Find(text string) (Kept, error) {
	bare := strings.TrimPrefix(text, Prefix)
	if n, err := strconv.Atoi(bare); err == nil {
		for _, t := range l.Trouble {
			if t.Key == bare {
				return Kept{}, t
			}
		}
		if i := slices.IndexFunc(l.All, func(k Kept) bool { return k.N == n }); i >= 0 {
			return l.All[i], nil
		}
		return Kept{}, Missing(text, l)
	}
	if k, ok := l.Named(bare); ok {
		return k, nil
	}
	return Kept{}, Missing(text, l)
}

// Named is the kept offer of that name.
func (l Listing) Named(name string) (Kept, bool) {
	name = FoldName(name)
	i := slices.IndexFunc(l.All, func(k Kept) bool { return k.Name == name && name != "" })
	if i < 0 {
		return Kept{}, false
	}
	return l.All[i], true
}

// MissingError says that nothing of that name or number is kept.
type MissingError struct{ problem.UsageError }

// Missing says that nothing of that name or number is kept, and what is.
func Missing(text string, l Listing) MissingError {
	have, hint := "nothing is kept yet", "keep a row of a list first: travel keep trip:2"
	if len(l.All) > 0 {
		var names []string
		for _, k := range l.All[:min(len(l.All), 5)] {
			names = append(names, k.Title())
		}
		have, hint = "kept are "+words.And(names), "see: travel kept"
		if more := len(l.All) - len(names); more > 0 {
			have += fmt.Sprintf(" and %d more", more)
		}
	}
	return MissingError{problem.UsageError{Text: words.Quote(text) + " is not kept; " + have, Hint: hint}}
}
