package sandbox

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"travel.example/travel/internal/sandbox/flights"
	"travel.example/travel/internal/sandbox/wire"
)

// someTrip is the id of the best trip of a settled search.
func (r *rig) someTrip(searchID string) string {
	r.t.Helper()
	results := decode[wire.FlightResults](r.t, r.get("/v1/flights/searches/"+searchID+"/results")).Results
	if len(results) == 0 {
		r.t.Fatal("the search found nothing")
	}
	return results[0].TripID
}

func experienceOf(tripID string) string { return "/v1/flights/trips/" + tripID + "/experience" }

func TestTheExperienceHasALegForEachWay(t *testing.T) {
	r := newRig(t, Options{})
	for content, legs := range map[string]int{dubaiLondon: 2, `{"from":"DXB","to":"LHR","fromDate":"2026-12-21"}`: 1} {
		id := r.create(content)
		r.advance(9 * time.Second)
		trip := r.someTrip(id)
		for _, query := range []string{"", "?searchId=" + id} {
			got := decode[wire.TripExperience](t, r.get(experienceOf(trip)+query))
			if got.TripID != trip || got.Metadata.LegCount != legs || len(got.Legs) != legs {
				t.Errorf("%s: %+v", content, got)
			}
		}
	}
}

func TestASearchIDBesideATripMustBeItsOwn(t *testing.T) {
	r := newRig(t, Options{})
	id, other := r.create(dubaiLondon), r.create(`{"from":"DXB","to":"LHR","fromDate":"2026-12-22"}`)
	r.advance(9 * time.Second)
	trip := r.someTrip(id)
	for _, sent := range []string{other, trip, "x"} {
		p := r.get(experienceOf(trip) + "?searchId=" + sent).problem(t)
		want := `Query parameter searchId has "` + sent + `"; it must be the part of the trip id before its first colon.`
		if p.Code != wire.ErrorCodeValidationFailed || *p.Detail != want {
			t.Errorf("%s: %s: %s", sent, p.Code, *p.Detail)
		}
	}
}

func TestTheExperienceOfAnExpiredOrUnknownTripIsNotFound(t *testing.T) {
	r := newRig(t, Options{})
	id := r.create(dubaiLondon)
	r.advance(9 * time.Second)
	trip := r.someTrip(id)
	for target, detail := range map[string]string{
		experienceOf("abc:def"):       "No flight search has this id. Create a new one.",
		experienceOf(id + ":nothing"): "The search has no trip with this id at this moment.",
		experienceOf(trip + ":a"):     "The search has no trip with this id at this moment.",
	} {
		if p := r.get(target).problem(t); p.Code != wire.ErrorCodeNotFound || *p.Detail != detail {
			t.Errorf("%s: %s: %s", target, p.Code, *p.Detail)
		}
	}
	r.advance(flights.Lifetime)
	if p := r.get(experienceOf(trip)).problem(t); p.Code != wire.ErrorCodeNotFound || !strings.Contains(*p.Detail, "has expired") {
		t.Errorf("%s: %s", p.Code, *p.Detail)
	}
}

func TestTheExperienceReadAgreesWithAnIndependentValidator(t *testing.T) {
	r := newRig(t, Options{})
	id := r.create(dubaiLondon)
	r.advance(9 * time.Second)
	trip := r.someTrip(id)
	for _, target := range []string{experienceOf(trip), experienceOf(trip) + "?searchId=" + id, experienceOf(trip) + "?searchId=", experienceOf(trip) + "?searchId=a%20b",
		experienceOf(trip) + "?unknown=1", experienceOf(id), experienceOf(":a"), experienceOf(id + ":"), experienceOf("a%20b:c"),
		experienceOf(strings.Repeat("a", 254) + ":b"), experienceOf(strings.Repeat("a", 255) + ":b")} {
		r.agree(t, http.MethodGet, target, "")
	}
}
