package sandbox

import (
	"net/http"
	"testing"

	"travel.example/travel/internal/sandbox/wire"
)

func TestPlacesAreFoundAndPaged(t *testing.T) {
	r := newRig(t, Options{})
	first := decode[wire.PlaceResults](t, r.get("/v1/places?query=london&pageSize=1"))
	second := decode[wire.PlaceResults](t, r.get("/v1/places?query=london&pageSize=1&page=2"))
	if len(first.Results) != 1 || !first.Metadata.HasMore || *first.Results[0].Code != "LON" {
		t.Errorf("first page: %+v", first)
	}
	if len(second.Results) != 1 || *second.Results[0].Code == "LON" {
		t.Errorf("second page: %+v", second)
	}
	airports := decode[wire.PlaceResults](t, r.get("/v1/places?query=london&types=airport"))
	for _, p := range airports.Results {
		if p.Type != wire.PlaceTypeAirport {
			t.Errorf("types=airport gave a %s", p.Type)
		}
	}
}

func TestNearbyTakesAPlaceOrAPoint(t *testing.T) {
	r := newRig(t, Options{})
	for _, tt := range []struct {
		query, detail string
	}{
		{"place=DXB", ""},
		{"latitude=25.25&longitude=55.36", ""},
		{"latitude=0&longitude=0", ""},
		{"", "There is nothing to measure from; send query parameter place, or latitude with longitude."},
		{"types=city", "There is nothing to measure from; send query parameter place, or latitude with longitude."},
		{"latitude=25", "Query parameters latitude and longitude come together; only one was sent."},
		{"longitude=25", "Query parameters latitude and longitude come together; only one was sent."},
		{"place=DXB&longitude=25", "Query parameters latitude and longitude come together; only one was sent."},
		{"place=DXB&latitude=25&longitude=55", "Query parameter place comes alone; latitude and longitude were sent as well."},
		{"place=QQQ", `Query parameter place has "QQQ", which is not a code with a known position.`},
		{"place=somewhere", `Query parameter place has "somewhere", which is not a code with a known position.`},
	} {
		a := r.get("/v1/places/nearby?" + tt.query)
		got := ""
		if a.status != http.StatusOK {
			got = *a.problem(t).Detail
		}
		if got != tt.detail {
			t.Errorf("%s: status %d: %q, want %q", tt.query, a.status, got, tt.detail)
		}
	}
	found := decode[wire.NearbyPlaceResults](t, r.get("/v1/places/nearby?place=DXB&pageSize=2"))
	if found.Metadata.ResultCount != 2 || !found.Metadata.HasMore || *found.Metadata.Origin.Code != "DXB" {
		t.Errorf("metadata %+v", found.Metadata)
	}
}
