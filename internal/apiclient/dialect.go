package apiclient

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// The contract's own word, and the places where a deployment may use another one.
const (
	contractWord      = "platform"
	contractFlag      = "hasPlatformFare"
	bookingTypesParam = "booking-types"
)

// dialect is the word a deployment uses where the contract says "platform": as a fare's kind, as a booking type and
// in a trip's has...Fare flag. If empty, the contract's word is used.
type dialect string

func (d dialect) foreign() bool { return d != "" && d != contractWord }

// flag returns the name of the has...Fare member in this deployment.
func (d dialect) flag() string {
	if !d.foreign() {
		return contractFlag
	}
	return "has" + strings.ToUpper(string(d[:1])) + string(d[1:]) + "Fare"
}

// OwnFares finds out from the has...Fare flags of a page of trips what the service calls the fares that it sells
// itself. missing reports that a trip lacks the flag for this client's word; other is the word of the flag that the
// trip has instead, or "" if it has none. A nil answer reports nothing.
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

// ownWord returns the word in the has...Fare flag among the members of a price, or "" if there is none.
func ownWord(members []string) string {
	const longest = 32 // a plausible length of the word
	for _, name := range members {
		word, isFlag := strings.CutPrefix(strings.TrimSuffix(name, "Fare"), "has")
		if isFlag && strings.HasSuffix(name, "Fare") && consistsOf(word, "", longest) {
			return strings.ToLower(word[:1]) + word[1:]
		}
	}
	return ""
}

// rewriteKind returns the value of a query parameter in the deployment's own word. Only the filter of booking types
// contains that word.
func (d dialect) rewriteKind(param, value string) string {
	if d.foreign() && param == bookingTypesParam && value == contractWord {
		return string(d)
	}
	return value
}
