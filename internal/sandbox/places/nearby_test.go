package places

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/wire"
)

func nearby(t *testing.T, p NearbyParams) wire.NearbyPlaceResults {
	t.Helper()
	got, err := engine().Nearby(p)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestNearbyListsAboutTenAirportsClosestFirst(t *testing.T) {
	for _, place := range []string{"LHR", "TYO", "AKL", "SUV"} {
		got := nearby(t, NearbyParams{Place: place, PageSize: 50})
		o, last := got.Metadata.Origin, -1.0
		for _, p := range got.Results {
			km := data.Distance(o.Latitude, o.Longitude, *p.Latitude, *p.Longitude)
			if p.Type != wire.PlaceTypeAirport || km < last || km > nearbyReach {
				t.Errorf("%s: %s is %.0f km away, after one at %.0f", place, p.Name, km, last)
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
	for _, c := range []struct {
		params NearbyParams
		want   wire.NearbyOrigin
	}{
		{NearbyParams{Place: "LON", Locale: "fr"}, wire.NearbyOrigin{Latitude: 51.5085, Longitude: -0.1257,
			ResolvedFrom: wire.NearbyOriginResolvedFromPlace, Code: new("LON"), Name: new("Londres, Royaume-Uni")}},
		{NearbyParams{Place: " lhr"}, wire.NearbyOrigin{Latitude: 51.4706, Longitude: -0.4619,
			ResolvedFrom: wire.NearbyOriginResolvedFromPlace, Code: new("LHR"), Name: new("London Heathrow Airport")}},
		{NearbyParams{Lat: &lat, Lon: &lon}, wire.NearbyOrigin{Latitude: 51.5, Longitude: -0.1,
			ResolvedFrom: wire.NearbyOriginResolvedFromCoordinates}},
	} {
		if diff := cmp.Diff(c.want, nearby(t, c.params).Metadata.Origin); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", c.params, diff)
		}
	}
	for _, place := range []string{"XXX", "", "London", "US-CA", "L H R", "\x00"} {
		if _, err := engine().Nearby(NearbyParams{Place: place, PageSize: 5}); !errors.Is(err, ErrUnknownPlace) {
			t.Errorf("%q: %v", place, err)
		}
	}
}

func TestNearbyListsTheKindsAskedForAndTellsWhatThePageSizeCut(t *testing.T) {
	for _, c := range []struct {
		params NearbyParams
		want   []string
		all    int
	}{
		{NearbyParams{Place: "LON", PageSize: 3}, []string{"airport LCY", "airport LHR", "airport LGW"}, 10},
		{NearbyParams{Place: "OSL", Types: []string{"city", "airport"}, PageSize: 2}, []string{"airport OSL", "city OSL"}, 10},
		{NearbyParams{Place: "OSL", Types: []string{"hotel", "state"}, PageSize: 5}, []string{}, 0},
	} {
		got := nearby(t, c.params)
		m := got.Metadata
		if diff := cmp.Diff(c.want, briefs(got.Results)); diff != "" || m.ResultCount != len(c.want) || m.TotalCandidates != c.all || m.HasMore != (c.all > 0) {
			t.Errorf("%+v: %+v (-want +got):\n%s", c.params, m, diff)
		}
	}
}

func TestNearbyWorksAtTheEdgesOfTheMap(t *testing.T) {
	for _, at := range [][2]float64{{90, 0}, {-90, 180}, {0, 180}, {0, -180}, {0, -30}} {
		if got := nearby(t, NearbyParams{Lat: &at[0], Lon: &at[1], PageSize: 50}); got.Results == nil {
			t.Errorf("%v: %+v", at, got)
		}
	}
	lat, lon := -17.0, 179.9 // Fiji lies on both sides of the 180th meridian
	if rows := briefs(nearby(t, NearbyParams{Lat: &lat, Lon: &lon, PageSize: 50}).Results); len(rows) < 3 {
		t.Errorf("near the date line: %v", rows)
	}
}
