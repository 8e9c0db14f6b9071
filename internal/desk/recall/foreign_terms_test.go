package recall

import (
	"strings"
	"testing"

	"travel.example/travel/internal/desk/query"
)

// A file may hold what was never typed: terms that could not be sent are not repeated.
func TestTermsThatCouldNotBeSentAreDropped(t *testing.T) {
	bad := query.Terms{Currency: "$(id)", Locale: "\x1b[31m", SiteCode: strings.Repeat("A", 36)}
	got := fitted(List{Kind: Hotels, Terms: bad, Flight: &query.Flight{Terms: bad}, Stay: &query.Stay{Terms: bad}})
	none := query.Terms{}
	if got.Terms != none || got.Flight.Terms != none || got.Stay.Terms != none {
		t.Errorf("kept %q, %q and %q", got.Terms, got.Flight.Terms, got.Stay.Terms)
	}
	good := query.Terms{Currency: "EUR", Locale: "zh-Hant-TW", SiteCode: "TW"}
	if kept := fitted(List{Kind: Trips, Terms: good}).Terms; kept != good {
		t.Errorf("kept %q of %q", kept, good)
	}
}
