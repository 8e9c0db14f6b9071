package apiclient

import "strings"

// challengeScope is the scope a Bearer challenge asks for (RFC 6750 section 3),
// "" when none does. Scope values hold no quotes, so none needs unescaping.
func challengeScope(challenges []string) string {
	for _, challenge := range challenges {
		scheme, rest, _ := strings.Cut(strings.TrimSpace(challenge), " ")
		if !strings.EqualFold(scheme, "bearer") {
			continue
		}
		for rest != "" {
			var name, value string
			name, value, rest = nextParam(rest)
			if strings.EqualFold(name, "scope") {
				return value
			}
		}
	}
	return ""
}

// nextParam takes one name="value" or name=value off the front.
func nextParam(s string) (name, value, rest string) {
	name, after, _ := strings.Cut(s, "=")
	name = strings.Trim(name, " ,\t")
	quoted, isQuoted := strings.CutPrefix(strings.TrimLeft(after, " "), `"`)
	if !isQuoted {
		value, rest, _ = strings.Cut(after, ",")
		return name, strings.TrimSpace(value), rest
	}
	value, rest, _ = strings.Cut(quoted, `"`)
	return name, value, rest
}
