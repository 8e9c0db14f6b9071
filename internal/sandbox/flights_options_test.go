package sandbox

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/flights"
	"travel.example/travel/internal/sandbox/wire"
)

// faresOf opens trips of a settled search until it has a fare of every kind.
func (r *rig) faresOf(searchID string) map[wire.FareKind]wire.Fare {
	r.t.Helper()
	fares := map[wire.FareKind]wire.Fare{}
	results := decode[wire.FlightResults](r.t, r.get("/v1/flights/searches/"+searchID+"/results?pageSize=50"))
	for _, card := range results.Results {
		trip := decode[wire.TripDefault](r.t, r.get("/v1/flights/trips/"+card.TripID+"?searchId="+searchID))
		for _, f := range trip.Fares {
			fares[f.Kind] = f
		}
		if len(fares) == 3 {
			return fares
		}
	}
	r.t.Fatalf("the search has fares of %d kinds", len(fares))
	return nil
}

func optionsOf(fareID string) string { return "/v1/flights/fares/" + fareID + "/options" }

func TestAPlatformFareIsSoldAsOptions(t *testing.T) {
	r := newRig(t, Options{})
	id := r.create(dubaiLondon)
	r.advance(9 * time.Second)
	fare := r.faresOf(id)[wire.FareKindPlatform]
	for query, want := range map[string]wire.PricedReadMetadata{
		"":                        {CurrencyCode: "USD", CurrencyCodeSource: "default", Locale: "en", LocaleSource: "default"},
		"?currency=USD&locale=en": {CurrencyCode: "USD", CurrencyCodeSource: "explicit", Locale: "en", LocaleSource: "explicit"},
		"?currency=JPY":           {CurrencyCode: "JPY", CurrencyCodeSource: "explicit", Locale: "en", LocaleSource: "default"},
		"?locale=de":              {CurrencyCode: "USD", CurrencyCodeSource: "default", Locale: "de", LocaleSource: "explicit"},
	} {
		got := decode[wire.FareOptions](t, r.get(optionsOf(fare.FareID)+query))
		if diff := cmp.Diff(want, got.Metadata); diff != "" || got.CurrencyCode != want.CurrencyCode || got.FareID != fare.FareID {
			t.Errorf("%q of %s in %s (-want +got):\n%s", query, got.FareID, got.CurrencyCode, diff)
		}
	}
}

func TestWhatTheOptionsReadRefuses(t *testing.T) {
	r := newRig(t, Options{})
	id := r.create(dubaiLondon)
	r.advance(9 * time.Second)
	fares := r.faresOf(id)
	fare := fares[wire.FareKindPlatform].FareID
	trip := fare[:strings.LastIndex(fare, ":")]
	const kind = "Path parameter fareId has a fare that is not of kind platform; only those have options. Its handoffUrl leads to its seller."
	for name, tt := range map[string]struct {
		target string
		code   wire.ErrorCode
		detail string
	}{
		"a fare of an airline": {optionsOf(fares[wire.FareKindAirline].FareID), wire.ErrorCodeValidationFailed, kind},
		"a fare of a partner":  {optionsOf(fares[wire.FareKindPartner].FareID), wire.ErrorCodeValidationFailed, kind},
		"a currency without a rate": {optionsOf(fare) + "?currency=ZZZ", wire.ErrorCodeValidationFailed,
			`Query parameter currency has "ZZZ", which fares cannot be quoted in.`},
		"a trip id": {optionsOf(trip), wire.ErrorCodeValidationFailed,
			`Path parameter fareId has "` + trip + `", which is not a fare id; send one from a trip's fares.`},
		"a number the seller does not have": {optionsOf(trip + ":platform.9"), wire.ErrorCodeNotFound, "The search has no fare with this id at this moment."},
		"a trip the search does not have":   {optionsOf(id + ":nothing:platform.1"), wire.ErrorCodeNotFound, "The search has no fare with this id at this moment."},
		"a search that was never made":      {optionsOf("abc:def:platform.1"), wire.ErrorCodeNotFound, "No flight search has this id. Create a new one."},
	} {
		p := r.get(tt.target).problem(t)
		if p.Code != tt.code || *p.Detail != tt.detail {
			t.Errorf("%s: %s: %s\nwant %s: %s", name, p.Code, *p.Detail, tt.code, tt.detail)
		}
	}
}

func TestAStaleFareIsNotFoundWhateverItsKind(t *testing.T) {
	r := newRig(t, Options{})
	id := r.create(dubaiLondon)
	r.advance(9 * time.Second)
	fares := r.faresOf(id)
	r.advance(flights.Lifetime - 9*time.Second - time.Millisecond)
	if a := r.get(optionsOf(fares[wire.FareKindPlatform].FareID)); a.status != http.StatusOK {
		t.Errorf("a moment before its end: status %d: %s", a.status, a.body)
	}
	r.advance(time.Millisecond)
	for kind, fare := range fares {
		p := r.get(optionsOf(fare.FareID)).problem(t)
		if p.Code != wire.ErrorCodeNotFound || !strings.Contains(*p.Detail, "has expired") {
			t.Errorf("%s: %s: %s", kind, p.Code, *p.Detail)
		}
	}
}

func TestAFareThatHasNotBeenAnsweredYetIsNotFound(t *testing.T) {
	r := newRig(t, Options{})
	id := r.create(dubaiLondon)
	r.advance(9 * time.Second)
	fare := r.faresOf(id)[wire.FareKindPlatform].FareID
	r.advance(-9 * time.Second)
	if p := r.get(optionsOf(fare)).problem(t); p.Code != wire.ErrorCodeNotFound {
		t.Errorf("%s: %s", p.Code, *p.Detail)
	}
}

func TestTheOptionsReadAgreesWithAnIndependentValidator(t *testing.T) {
	r := newRig(t, Options{})
	id := r.create(dubaiLondon)
	r.advance(9 * time.Second)
	target := optionsOf(r.faresOf(id)[wire.FareKindPlatform].FareID) + "?"
	for _, query := range []string{"", "currency=EUR", "currency=KWD&locale=ar", "currency=eur", "currency=", "currency=EURO",
		"locale=", "locale=" + strings.Repeat("x", 35), "locale=" + strings.Repeat("x", 36), "unknown=1"} {
		r.agree(t, http.MethodGet, target+query, "")
	}
	r.agree(t, http.MethodGet, optionsOf("a%20b:c:platform.1"), "")
	r.agree(t, http.MethodGet, optionsOf(strings.Repeat("a", 245)+":b:p.1"), "")
	r.agree(t, http.MethodGet, optionsOf(strings.Repeat("a", 260)+":b:p.1"), "")
}

// TestOptionsOfManyFaresKeepTheContract asserts on its own only that
// options are found: all traffic of a rig is judged on the way.
func TestOptionsOfManyFaresKeepTheContract(t *testing.T) {
	r := newRig(t, Options{})
	for _, content := range []string{
		`{"from":"DXB","to":"LHR","fromDate":"2026-12-21","toDate":"2027-01-04","adults":9,"children":8,"infants":8}`,
		`{"from":"FRA","to":"CDG","fromDate":"2026-12-21","cabin":"premium_economy"}`,
		`{"from":"SIN","to":"LON","fromDate":"2026-12-21","toDate":"2027-01-04","cabin":"first","adults":2,"infants":1}`,
		`{"from":"BCN","to":"ROM","fromDate":"2026-12-21","toDate":"2027-01-04"}`,
	} {
		r.advance(time.Minute)
		r.token = r.signIn()
		id := r.create(content)
		r.advance(9 * time.Second)
		results := decode[wire.FlightResults](t, r.get("/v1/flights/searches/"+id+"/results?booking-types=platform&pageSize=20"))
		opened := 0
		for _, card := range results.Results {
			trip := decode[wire.TripDefault](t, r.get("/v1/flights/trips/"+card.TripID+"?searchId="+id))
			for _, f := range trip.Fares {
				if f.HasFareOptions {
					opened += len(decode[wire.FareOptions](t, r.get(optionsOf(f.FareID)+"?currency=JPY")).Options)
				}
			}
			if a := r.get("/v1/flights/trips/" + card.TripID + "/experience?searchId=" + id); a.status != http.StatusOK {
				t.Errorf("experience: status %d: %s", a.status, a.body)
			}
		}
		if opened == 0 {
			t.Errorf("%s has no options", content)
		}
	}
}
