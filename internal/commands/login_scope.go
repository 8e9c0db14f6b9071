package commands

import (
	"slices"
	"strings"
)

// scopeFlag takes scope names (RFC 6749 §3.3), repeated or with commas between.
type scopeFlag struct{ names *[]string }

func (f scopeFlag) String() string { return "" }
func (f scopeFlag) Type() string   { return "name" }
func (f scopeFlag) Set(s string) error {
	names := strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' })
	if len(names) == 0 || slices.ContainsFunc(names, func(name string) bool { return !isScope(name) }) {
		return usageError{Arg: "--scope", Given: s, Want: "names of scopes, such as email; repeat it or put commas between"}
	}
	*f.names = append(*f.names, names...)
	return nil
}

// isScope bounds a name and keeps it to the characters of a scope.
func isScope(name string) bool {
	return name != "" && len(name) <= 200 && !strings.ContainsFunc(name, func(r rune) bool {
		return r < '!' || r > '~' || r == '"' || r == '\\'
	})
}

// loginFor is the command that asks for the scopes a service says are missing. They are foreign text:
// what is no scope, or would be an own word to a shell, is not repeated.
func loginFor(missing string) string {
	names := strings.Fields(missing)
	if len(names) == 0 || len(names) > 10 || slices.ContainsFunc(names, func(name string) bool { return !isScope(name) || strings.Contains(name, ",") }) {
		return "travel login --scope SCOPE"
	}
	return "travel login --scope " + shellQuote(strings.Join(names, ","))
}

// notGranted are the scopes that were asked for in vain.
func notGranted(asked, granted []string) []string {
	var missing []string
	for _, name := range asked {
		if !slices.Contains(granted, name) && !slices.Contains(missing, name) {
			missing = append(missing, name)
		}
	}
	return missing
}
