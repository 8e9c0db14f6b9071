package search

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/apiclient"
)

// inn is what one read of a hotel search or of a hotel's rates finds.
type inn struct {
	candidates, before int
	complete           bool
	rates              string // one letter an id
	broken             bool   // a 503
}

// hotelService answers reads with these, the last one again and again.
type hotelService struct {
	reads   int
	creates int
	finds   []inn
}

// A 404 to a create is an answer of the service only for a search of one hotel:
// it does not know the hotel. Any other did not come from it.
func TestA404ToACreateIsNoExpiredSearch(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/problem+json")
		w.WriteHeader(http.StatusNotFound)
		_, _ = w.Write([]byte(`{"code":"not_found","title":"T","status":404}`))
	}))
	defer server.Close()
	client, err := apiclient.New(apiclient.Options{BaseURL: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	hotels := Service{Client: client, Clock: Clock{Now: time.Now}}
	flights := Service{Client: client, Clock: hotels.Clock}
	_, flight := flights.CreateFlights(t.Context(), apiclient.FlightSearchRequest{From: "LIS", To: "OSL", FromDate: "2027-01-02"})
	_, city := hotels.CreateHotels(t.Context(), apiclient.HotelSearchRequest{CityCode: new("LIS"), CheckIn: "2027-01-02", CheckOut: "2027-01-03"})
	_, hotel := hotels.CreateHotels(t.Context(), apiclient.HotelSearchRequest{HotelID: new(int64(7)), CheckIn: "2027-01-02", CheckOut: "2027-01-03"})
	for name, err := range map[string]error{"flight": flight, "city": city} {
		if e, ok := errors.AsType[*apiclient.ExchangeError](err); !ok || e.Kind != apiclient.UnexpectedStatus || e.Status != http.StatusNotFound {
			t.Errorf("%s: %v", name, err)
		}
	}
	if p, ok := errors.AsType[*apiclient.ProblemError](hotel); !ok || p.Code != apiclient.ErrorCodeNotFound {
		t.Errorf("hotel: %v", hotel)
	}
}

func (s *hotelService) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	if r.Method == http.MethodPost {
		s.creates++
		w.WriteHeader(http.StatusCreated)
		fmt.Fprint(w, `{"searchId":"H","occupancy":{"adults":2,"childrenAges":[],"rooms":1},"siteCode":"US","siteCodeSource":"default"}`)
		return
	}
	found := s.finds[min(s.reads, len(s.finds)-1)]
	s.reads++
	money := `"currencyCode":"USD","currencyCodeSource":"default","locale":"en","localeSource":"default"`
	switch {
	case found.broken:
		w.Header().Set("Content-Type", "application/problem+json")
		w.Header().Set("Retry-After", "600")
		w.WriteHeader(http.StatusServiceUnavailable)
		fmt.Fprint(w, `{"type":"about:blank","title":"Service Unavailable","status":503,"instance":"/","code":"upstream_unavailable","trace_id":"t"}`)
	case strings.HasSuffix(r.URL.Path, "/rates"):
		rates := []map[string]any{}
		for _, letter := range found.rates {
			price := map[string]any{"scope": "booking", "amountPerNight": 1, "totalUsd": 1, "currency": "USD"}
			rates = append(rates, map[string]any{"id": "H:" + string(letter), "roomName": "Room", "refundable": true, "price": price})
		}
		list, _ := json.Marshal(rates)
		fmt.Fprintf(w, `{"hotelId":7,"searchId":"H","currencyCode":"USD","searchComplete":%t,"rates":%s,"metadata":{%s}}`, found.complete, list, money)
	default:
		fmt.Fprintf(w, `{"searchId":"H","currencyCode":"USD","searchComplete":%t,"results":[],"metadata":{%s,"page":1,"pageSize":10,
			"resultCount":0,"totalCandidates":0,"totalBeforeFilters":%d,"hasMore":false,"snapshotCandidateCount":%d,
			"filterOptions":{"amenities":[],"propertyTypes":[],"brands":[],"chains":[],"districts":[],"rateTypes":[],"guestTypes":[]}}}`,
			found.complete, money, found.before, found.candidates)
	}
}

func newHotels(t *testing.T, c *clock, finds ...inn) (Service, *hotelService) {
	t.Helper()
	s := &hotelService{finds: finds}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	client, err := apiclient.New(apiclient.Options{BaseURL: server.URL, Now: c.now, Wait: c.wait})
	if err != nil {
		t.Fatal(err)
	}
	return Service{Client: client, Clock: Clock{Now: c.now, Wait: c.wait}}, s
}

func TestAHotelSearchSettlesWhenCompleteOrWhenItsCountsHoldStill(t *testing.T) {
	for name, test := range map[string]struct {
		finds  []inn
		budget time.Duration
		want   Progress
	}{
		"complete is final once a second read agrees": {
			[]inn{{candidates: 3, before: 2, complete: true}}, DefaultBudget,
			Progress{Converged, 3, millis(2400), Complete},
		},
		"complete is final at once where the counts held still before": {
			[]inn{{candidates: 3, before: 2}, {candidates: 3, before: 2}, {candidates: 3, before: 2, complete: true}}, DefaultBudget,
			Progress{Converged, 3, millis(2400), Complete},
		},
		"complete while the counts move is not believed": {
			[]inn{
				{candidates: 3, before: 2}, {candidates: 9, before: 4, complete: true}, {candidates: 12, before: 6, complete: true},
				{candidates: 15, before: 9, complete: true}, {candidates: 15, before: 11, complete: true},
			}, DefaultBudget,
			Progress{Converged, 6, millis(6400), Complete},
		},
		"complete is final, also when nothing can be booked": {
			[]inn{{}, {complete: true}}, DefaultBudget,
			Progress{Converged, 4, millis(3600), Complete},
		},
		"complete before anything came is not final": {
			[]inn{{complete: true}, {complete: true}, {candidates: 9, before: 4, complete: true}}, DefaultBudget,
			Progress{Converged, 5, millis(5000), Complete},
		},
		"grows, then holds": {
			[]inn{{candidates: 3, before: 1}, {candidates: 9, before: 4}, {candidates: 9, before: 6}}, DefaultBudget,
			Progress{Converged, 5, millis(5000), Held},
		},
		"candidates that hold while those that can be booked come do not settle": {
			[]inn{{candidates: 9}, {candidates: 9}, {candidates: 9}, {candidates: 9, before: 1}, {candidates: 9, before: 3}}, DefaultBudget,
			Progress{Converged, 7, millis(7800), Held},
		},
		"a drop is not settled": {
			[]inn{{candidates: 9, before: 9}, {candidates: 8, before: 8}, {candidates: 9, before: 9}, {candidates: 9, before: 9}}, DefaultBudget,
			Progress{Converged, 5, millis(5000), Held},
		},
		"zero is looked for a while": {
			[]inn{{}}, DefaultBudget,
			Progress{BudgetExhausted, 12, millis(14800), Nothing},
		},
		"a count below zero never settles": {
			[]inn{{candidates: -4, before: 2}}, 20 * time.Second,
			Progress{BudgetExhausted, 16, 20 * time.Second, ""},
		},
		"two reads that are not spaced prove nothing": {
			[]inn{{candidates: 1, before: 1}, {candidates: 2, before: 2}, {candidates: 3, before: 3}}, 2500 * time.Millisecond,
			Progress{BudgetExhausted, 4, millis(2500), ""},
		},
		"no budget is still one read": {
			[]inn{{candidates: 1, before: 1}}, 0,
			Progress{BudgetExhausted, 1, 0, ""},
		},
	} {
		t.Run(name, func(t *testing.T) {
			hotels, service := newHotels(t, &clock{at: start}, test.finds...)
			var seen int
			s, err := hotels.Hotels("H", apiclient.GetHotelSearchResultsParams{}).Settle(t.Context(), test.budget, func(HotelSnapshot) { seen++ })
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, s.Progress); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			if seen != s.Reads || service.reads != s.Reads {
				t.Errorf("%d reads, %d of them stamped, %d shown", service.reads, s.Reads, seen)
			}
		})
	}
}

func TestRatesSettleWhenTheSearchIsCompleteAndTheListHoldsStill(t *testing.T) {
	for name, test := range map[string]struct {
		finds []inn
		want  Progress
		rates int
	}{
		"rates that come in after the search is complete are waited for": {
			[]inn{{rates: "a"}, {rates: "ab", complete: true}, {rates: "ab", complete: true}, {rates: "abc", complete: true}, {rates: "abcd", complete: true}},
			Progress{Converged, 7, millis(10500), Held}, 4,
		},
		"a list that holds still is not enough": {
			[]inn{{rates: "a"}}, Progress{BudgetExhausted, 8, millis(12000), ""}, 1,
		},
		"no room at all is an answer too": {
			[]inn{{complete: true}}, Progress{BudgetExhausted, 4, millis(6000), Nothing}, 0,
		},
		"another rate in the place of one is a change": {
			[]inn{{rates: "ab", complete: true}, {rates: "ac", complete: true}},
			Progress{Converged, 4, millis(6000), Held}, 2,
		},
	} {
		t.Run(name, func(t *testing.T) {
			hotels, _ := newHotels(t, &clock{at: start}, test.finds...)
			s, err := hotels.Rates(7, apiclient.GetHotelRatesParams{SearchID: "H"}).Settle(t.Context(), 12*time.Second, func(RateSnapshot) {})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, s.Progress); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			if len(s.Results.Rates) != test.rates {
				t.Errorf("%d rates came back, want %d", len(s.Results.Rates), test.rates)
			}
		})
	}
}

func TestAFaultKeepsTheLastSnapshotOfHotels(t *testing.T) {
	hotels, _ := newHotels(t, &clock{at: start}, inn{candidates: 3, before: 1}, inn{candidates: 5, before: 2}, inn{broken: true})
	s, err := hotels.Hotels("H", apiclient.GetHotelSearchResultsParams{}).Settle(t.Context(), DefaultBudget, func(HotelSnapshot) {})
	if _, ok := errors.AsType[*apiclient.WaitError](err); !ok {
		t.Errorf("the error is %v, want a wait that is over the budget", err)
	}
	if s.Settle != Interrupted || s.Reads != 2 || s.Results.Metadata.SnapshotCandidateCount != 5 {
		t.Errorf("kept %s after %d reads, want the second snapshot, interrupted", s.Settle, s.Reads)
	}
}

func TestASingleReadOfACompleteSearchIsSettled(t *testing.T) {
	hotels, _ := newHotels(t, &clock{at: start}, inn{candidates: 3, before: 1}, inn{candidates: 3, before: 1, complete: true})
	var got []Stamp
	for range 2 {
		s, err := hotels.Hotels("H", apiclient.GetHotelSearchResultsParams{}).Read(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, s.Settle)
	}
	if diff := cmp.Diff([]Stamp{Unsettled, Converged}, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestAHotelSearchIsCreatedOnce(t *testing.T) {
	hotels, service := newHotels(t, &clock{at: start}, inn{})
	created, err := hotels.CreateHotels(t.Context(), apiclient.HotelSearchRequest{CityCode: new("LIS"), CheckIn: "2026-12-11", CheckOut: "2026-12-14"})
	if err != nil || created.SearchID != "H" || service.creates != 1 {
		t.Errorf("created %q with %d requests, %v", created.SearchID, service.creates, err)
	}
}
