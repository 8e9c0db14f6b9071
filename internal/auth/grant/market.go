package grant

import (
	"strings"
)

// Market finds the traveler's market in id_token claims: the configured claim, then address.country
// (OpenID Connect Core 1.0 §5.1.1), then the region of locale. It returns two capital letters and the
// name of the claim, or nothing: a claim that holds anything else is passed over.
func Market(claims map[string]any, configured string) (country, source string) {
	for _, name := range []string{configured, "address.country"} {
		if text, ok := claimAt(claims, name).(string); ok && isCountry(text) {
			return strings.ToUpper(text), name
		}
	}
	if text, ok := claims["locale"].(string); ok {
		if r := region(text); r != "" {
			return r, "locale"
		}
	}
	return "", ""
}

// claimAt looks a claim up by its whole name first, since names may be URLs, and then as a path.
func claimAt(claims map[string]any, name string) any {
	if value, ok := claims[name]; ok {
		return value
	}
	first, rest, ok := strings.Cut(name, ".")
	if !ok {
		return nil
	}
	inner, _ := claims[first].(map[string]any)
	return claimAt(inner, rest)
}

func isCountry(text string) bool {
	return len(text) == 2 && !strings.ContainsFunc(text, func(r rune) bool { return !isLetter(r) })
}

func isLetter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }

// region returns the region of a language tag (RFC 5646 §2.1): the two letters after the language, its
// extensions and the script. POSIX spellings such as pt_BR.UTF-8 are understood.
func region(tag string) string {
	tag, _, _ = strings.Cut(tag, ".")
	parts := strings.FieldsFunc(tag, func(r rune) bool { return r == '-' || r == '_' })
	for i, part := range parts {
		switch {
		case i == 0 || len(part) == 3 || len(part) == 4:
		case isCountry(part):
			return strings.ToUpper(part)
		default:
			return "" // a variant or an extension: no region can follow
		}
	}
	return ""
}
