package apiclient

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// The contract's own word, and where a deployment may use another one.
const (
	contractWord      = "platform"
	contractFlag      = "hasPlatformFare"
	bookingTypesParam = "booking-types"
)

// dialect is the word a deployment uses where the contract says "platform": as a fare's kind, as a
// booking type and in the has…Fare flag of a trip. "" is the contract's own.
type dialect string

func (d dialect) foreign() bool { return d != "" && d != contractWord }

// flag is the has…Fare member as this deployment names it.
func (d dialect) flag() string {
	if !d.foreign() {
		return contractFlag
	}
	return "has" + strings.ToUpper(string(d[:1])) + string(d[1:]) + "Fare"
}

// without leaves a member out of the promise, wherever it stands.
func (p *plan) without(name string) *plan {
	if p == nil {
		return nil
	}
	p.item.without(name)
	for i := range p.members {
		if p.members[i].name == name {
			p.members[i].required = false
		}
		p.members[i].plan.without(name)
	}
	return p
}

// OwnFares tells by the has…Fare flags of a page of trips, nil for none, what the service calls the fares that it
// sells itself. missing tells that a trip lacks the flag in the word that this client was told; other
// is the word of the flag in its place, "" where there is none.
func (c *Client) OwnFares(answer *Answer[FlightResults]) (other string, missing bool) {
	if answer == nil {
		return "", false
	}
	var page struct {
		Results []struct {
			Price map[string]json.RawMessage `json:"price"`
		} `json:"results"`
	}
	if json.Unmarshal(answer.Body, &page) != nil {
		return "", false
	}
	for _, trip := range page.Results {
		if _, ok := trip.Price[c.word.flag()]; ok {
			continue
		}
		if other := ownWord(slices.Sorted(maps.Keys(trip.Price))); other != "" {
			return other, true
		}
		missing = true
	}
	return "", missing
}

// ownWord is the word in the has…Fare flag among the members of a price, "" where there is none.
func ownWord(members []string) string {
	for _, name := range members {
		word, isFlag := strings.CutPrefix(strings.TrimSuffix(name, "Fare"), "has")
		if isFlag && strings.HasSuffix(name, "Fare") && isPlainWord(word) {
			return strings.ToLower(word[:1]) + word[1:]
		}
	}
	return ""
}

// rewriteKind is a value of a query parameter in the deployment's own word, which only the filter
// of booking types holds.
func (d dialect) rewriteKind(param, value string) string {
	if d.foreign() && param == bookingTypesParam && value == contractWord {
		return string(d)
	}
	return value
}

// isPlainWord tells a word of letters and digits, no longer than any honest one.
func isPlainWord(s string) bool {
	const longest = 32
	return s != "" && len(s) <= longest && !strings.ContainsFunc(s, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9')
	})
}
