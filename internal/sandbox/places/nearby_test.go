package places

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/wire"
)

func nearby(t *testing.T, p NearbyParams) wire.NearbyPlaceResults {
	t.Helper()
	if p.PageSize == 0 {
		p.PageSize = 50
	}
	got, err := engine().Nearby(p)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestNearbyListsAboutTenAirportsClosestFirst(t *testing.T) {
	for _, place := range []string{"LHR", "TYO", "DXB", "AKL", "SUV"} {
		got := nearby(t, NearbyParams{Place: place})
		o, last := got.Metadata.Origin, -1.0
		for _, p := range got.Results {
			if p.Type != wire.PlaceTypeAirport {
				t.Errorf("%s: %s is not an airport", place, brief(p))
			}
			km := data.Distance(o.Latitude, o.Longitude, *p.Latitude, *p.Longitude)
			if km < last || km > nearbyReach {
				t.Errorf("%s: %s is %.0f km away, after one at %.0f", place, brief(p), km, last)
			}
			last = km
		}
		if n := len(got.Results); n == 0 || n > 10 {
			t.Errorf("%s: %d rows", place, n)
		}
	}
}

func TestNearbyNamesTheOriginOnlyIfItIsAPlace(t *testing.T) {
	lat, lon := 51.5, -0.1
	cases := []struct {
		params NearbyParams
		want   wire.NearbyOrigin
	}{
		{NearbyParams{Place: "LON", Locale: "fr"}, wire.NearbyOrigin{Latitude: 51.5085, Longitude: -0.1257,
			ResolvedFrom: wire.NearbyOriginResolvedFromPlace, Code: new("LON"), Name: new("Londres, Royaume-Uni")}},
		{NearbyParams{Place: " lhr"}, wire.NearbyOrigin{Latitude: 51.4706, Longitude: -0.4619,
			ResolvedFrom: wire.NearbyOriginResolvedFromPlace, Code: new("LHR"), Name: new("London Heathrow Airport")}},
		{NearbyParams{Place: "DXB"}, wire.NearbyOrigin{Latitude: 25.2528, Longitude: 55.3644,
			ResolvedFrom: wire.NearbyOriginResolvedFromPlace, Code: new("DXB"), Name: new("Dubai International Airport")}},
		{NearbyParams{Lat: &lat, Lon: &lon}, wire.NearbyOrigin{Latitude: 51.5, Longitude: -0.1,
			ResolvedFrom: wire.NearbyOriginResolvedFromCoordinates}},
	}
	for _, c := range cases {
		if diff := cmp.Diff(c.want, nearby(t, c.params).Metadata.Origin); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", c.params, diff)
		}
	}
}

func TestNearbyTellsWhatThePageSizeCut(t *testing.T) {
	whole := nearby(t, NearbyParams{Place: "LON"})
	if n := len(whole.Results); n != 10 || whole.Metadata.HasMore || whole.Metadata.TotalCandidates != n {
		t.Errorf("uncut: %d rows, %+v", n, whole.Metadata)
	}
	cut := nearby(t, NearbyParams{Place: "LON", PageSize: 3})
	want := whole.Metadata
	want.ResultCount, want.HasMore = 3, true
	if diff := cmp.Diff(want, cut.Metadata); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"airport LCY", "airport LHR", "airport LGW"}, briefs(cut.Results)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestNearbyListsTheKindsAskedFor(t *testing.T) {
	got := briefs(nearby(t, NearbyParams{Place: "OSL", Types: []string{"city"}, PageSize: 2}).Results)
	if diff := cmp.Diff([]string{"city OSL", "city XZD"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	both := nearby(t, NearbyParams{Place: "OSL", Types: []string{"city", "airport"}, PageSize: 2})
	if diff := cmp.Diff([]string{"airport OSL", "city OSL"}, briefs(both.Results)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if rows := nearby(t, NearbyParams{Place: "OSL", Types: []string{"hotel", "state"}}).Results; len(rows) > 0 {
		t.Errorf("kinds without a position: %v", briefs(rows))
	}
}

func TestNearbyRefusesAPlaceWithoutAPosition(t *testing.T) {
	for _, place := range []string{"XXX", "", "London", "US-CA", "L H R", "\x00"} {
		if _, err := engine().Nearby(NearbyParams{Place: place, PageSize: 5}); !errors.Is(err, ErrUnknownPlace) {
			t.Errorf("%q: %v", place, err)
		}
	}
}

func TestNearbyWorksAtTheEdgesOfTheMap(t *testing.T) {
	for _, at := range [][2]float64{{90, 0}, {-90, 180}, {0, 180}, {0, -180}, {-17, 179.9}, {0, -30}} {
		got := nearby(t, NearbyParams{Lat: &at[0], Lon: &at[1]})
		if text, err := json.Marshal(got); err != nil || got.Results == nil {
			t.Errorf("%v: %s, %v", at, text, err)
		}
	}
	lat, lon := -17.0, 179.9 // Fiji lies on both sides of the date line
	if rows := briefs(nearby(t, NearbyParams{Lat: &lat, Lon: &lon}).Results); len(rows) < 3 {
		t.Errorf("near the date line: %v", rows)
	}
}
