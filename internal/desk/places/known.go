package places

import (
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/recall"
)

// Remember keeps places that the service took, for the shell to offer again. It is only an offer: what
// cannot be kept is lost without a word.
func Remember(d *desk.Desk, found ...Place) {
	lists, err := d.Lists()
	if err != nil {
		return
	}
	kept := make([]recall.Place, len(found))
	for i, p := range found {
		kept[i] = recall.Place{Code: p.Code, Name: p.Name, Country: p.Country}
	}
	_ = lists.AddPlaces(kept...)
}

// countryOf is the code of a country at the end of a shown name, "Lisbon, PT"; "" where there is none.
func countryOf(p apiclient.Place) string {
	parts := parted(p.Name)
	last := strings.TrimSpace(parts[len(parts)-1])
	if len(parts) == 1 || len(last) != 2 {
		return ""
	}
	for _, r := range last {
		if r < 'A' || r > 'Z' {
			return ""
		}
	}
	return last
}
