package hotels

import (
	"errors"
	"strings"
	"testing"
	"time"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/paste"
)

// Without a renewal and with no one to ask, an expired search is told with its age and the way out.
func TestAnExpiredSearchIsToldToAnyFace(t *testing.T) {
	d, later := openDesk(t)
	days := &ask.Days{Today: d.Now}
	body, view := ask.New("createHotelSearch", days), desk.View{Query: ask.New("getHotelSearchResults", days)}
	if err := SetStay(t.Context(), d, body, []string{"2026-12-11", "+3d"}); err != nil {
		t.Fatal(err)
	}
	made, err := Create(t.Context(), d, &SearchRequest{Place: "LIS", Query: body, View: view})
	if err != nil {
		t.Fatal(err)
	}
	later(12 * time.Minute)
	_, err = Subject().Results(t.Context(), d, &desk.ResultsRequest{Search: made.SearchID, View: view})
	gone, ok := errors.AsType[desk.GoneError](err)
	if !ok || !desk.IsGone(err) || gone.Age != 12*time.Minute || !strings.Contains(paste.Advice(gone), "travel hotels search LIS 2026-12-11 2026-12-14") {
		t.Fatalf("%v; %q, want it gone with the way out", err, paste.Advice(gone))
	}
}
