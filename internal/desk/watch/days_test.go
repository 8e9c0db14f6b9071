package watch_test

import (
	"context"
	"fmt"
	"io"
	"math/big"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/deployment"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/desk/watch"
	"travel.example/travel/internal/kept"
	watched "travel.example/travel/internal/kept/watch"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/query"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/testkit/need"
	"travel.example/travel/internal/transport"
)

// requests are the searches in a log of requests.
type requests struct {
	mu    sync.Mutex
	posts int
}

func (r *requests) Write(text []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for line := range strings.Lines(string(text)) {
		if _, rest, _ := strings.Cut(line, " "); strings.HasPrefix(rest, "> POST ") && strings.Contains(rest, "/searches") {
			r.posts++
		}
	}
	return len(text), nil
}

func (r *requests) take() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := r.posts
	r.posts = 0
	return n
}

// open opens a desk over the built-in sandbox in the time of a bubble, for a session of that name.
func open(t *testing.T, home, session string, log io.Writer) *desk.Desk {
	getenv := func(name string) string { return map[string]string{"TRAVEL_SANDBOX_PACE": "1"}[name] } // usual quotas and waits
	debug := map[bool]string{true: "-"}[log != nil]
	place := deployment.New(deployment.Options{
		Config: func() (*config.Config, error) {
			return config.Load(config.Input{Getenv: getenv, Home: home, GOOS: "linux"})
		},
		Getenv: getenv, Now: time.Now, Wait: transport.Wait, Stderr: log,
		Debug: func() (name, from string) { return debug, "the test" },
	})
	t.Cleanup(place.Close)
	of := func() (recall.Session, error) { return recall.Session{Owner: recall.Named, Key: session}, nil }
	return desk.Open(desk.Options{Deployment: place, Session: of, Now: time.Now, Wait: transport.Wait})
}

// given are an operation's parameters, as a person types them.
func given(t *testing.T, d *desk.Desk, operation string, pairs ...string) *ask.Values {
	p := ask.New(operation, &ask.Days{Today: d.Now})
	for i := 0; i < len(pairs); i += 2 {
		must(t, p.Set(pairs[i], pairs[i], pairs[i+1]))
	}
	return p
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// waits is a search that is read until it settles, and that has grown up before.
var waits = desk.Life{Wait: search.DefaultBudget}

// listTrips lists trips on a day, read when nothing more comes.
func listTrips(t *testing.T, d *desk.Desk, from, to string, days ...string) recall.List {
	t.Helper()
	ctx := t.Context()
	query := given(t, d, "createFlightSearch", "adults", "2")
	must(t, flights.Dates(ctx, d, query, days))
	view := desk.View{Query: given(t, d, "getFlightSearchResults", "pageSize", "50"), Life: waits}
	made, err := flights.Create(ctx, d, &flights.SearchRequest{From: from, To: to, Query: query, View: view})
	must(t, err)
	time.Sleep(search.GrownAfter + time.Second)
	_, err = flights.Subject().Follow(ctx, d, made, view)
	must(t, err)
	return latest(t, d, recall.Trips)
}

func latest(t *testing.T, d *desk.Desk, kind recall.Kind) recall.List {
	t.Helper()
	list, ok, err := d.Latest(kind)
	if err != nil || !ok {
		t.Fatalf("no list of %s: %v", kind, err)
	}
	return list
}

// listed is a row of a list.
func listed(t *testing.T, list recall.List, n int) kept.Offer {
	t.Helper()
	row, err := list.Pick(n)
	must(t, err)
	return kept.Offer{Kind: list.Kind, List: list.Head(), Row: row}
}

// listFares lists the fares of a trip.
func listFares(t *testing.T, d *desk.Desk, trip string) recall.List {
	t.Helper()
	opened, err := flights.OpenTrip(t.Context(), d, &flights.TripRequest{Trip: trip, Query: given(t, d, "getFlightTrip")})
	must(t, err)
	return opened.Value.List
}

// listHotels lists the hotels of a city.
func listHotels(t *testing.T, d *desk.Desk, place string, days ...string) recall.List {
	t.Helper()
	query := given(t, d, "createHotelSearch", "adults", "2")
	must(t, hotels.SetStay(t.Context(), d, query, days))
	view := desk.View{Query: given(t, d, "getHotelSearchResults"), Life: waits}
	made, err := hotels.Create(t.Context(), d, &hotels.SearchRequest{Place: place, Query: query, View: view})
	must(t, err)
	time.Sleep(search.GrownAfter + time.Second)
	_, err = hotels.Subject().Follow(t.Context(), d, made, view)
	must(t, err)
	return latest(t, d, recall.Hotels)
}

// listRates lists the rates of a hotel of the last list.
func listRates(t *testing.T, d *desk.Desk, hotel string) recall.List {
	t.Helper()
	one, err := hotels.Pick(d, "HOTEL", hotel)
	must(t, err)
	rates, err := hotels.ListRates(t.Context(), d, &hotels.RatesRequest{
		Hotel: one, Search: given(t, d, "createHotelSearch"), Query: given(t, d, "getHotelRates"), Life: waits,
	})
	must(t, err)
	return rates.Listed
}

func add(t *testing.T, d *desk.Desk, o kept.Offer, rule watched.Typed) watched.Listed {
	t.Helper()
	l, err := watch.Add(t.Context(), d, o, "", rule)
	must(t, err)
	return l
}

func run(ctx context.Context, d *desk.Desk) (watch.Pass, error) {
	most := 20
	return watch.Run(ctx, d, &watch.Request{Unattended: true, Spending: desk.Spending{MaxSearches: &most, Longest: 75 * time.Second}})
}

// asker asks the service by itself, without anything of a watch or of a list.
type asker struct {
	t      *testing.T
	client *apiclient.Client
}

// trip is what a trip costs in a new search, with its fares by seller, kind and refund.
func (a asker) trip(q query.Flight, want offer.Itinerary) (cost string, fares map[offer.FarePrint]string) {
	a.t.Helper()
	made, err := a.client.CreateFlightSearch(a.t.Context(), q.Request())
	must(a.t, err)
	time.Sleep(search.GrownAfter + time.Second)
	id := made.Value.SearchID
	for page := 1; ; page++ {
		answer, err := a.client.GetFlightSearchResults(a.t.Context(), id, &apiclient.GetFlightSearchResultsParams{Page: &page, PageSize: new(50)})
		must(a.t, err)
		for _, card := range answer.Value.Results {
			if !search.CardItinerary(card).Same(want) {
				continue
			}
			trip, err := a.client.GetFlightTrip(a.t.Context(), card.TripID, &apiclient.GetFlightTripParams{SearchID: id})
			must(a.t, err)
			fares = map[offer.FarePrint]string{}
			for _, f := range flights.TripOf(*trip.Value).Fares {
				fares[f.Fare.Print] = f.Price.Amount
			}
			return card.Price.Total.String(), fares
		}
		if !answer.Value.Metadata.HasMore {
			a.t.Fatalf("the trip %v is in no new search", want)
		}
	}
}

// hotel is what the cheapest stay of a hotel costs in a new search.
func (a asker) hotel(q query.Stay, id string) string {
	a.t.Helper()
	made, err := a.client.CreateHotelSearch(a.t.Context(), q.Request())
	must(a.t, err)
	time.Sleep(search.GrownAfter + time.Second)
	for page := 1; ; page++ {
		answer, err := a.client.GetHotelSearchResults(a.t.Context(), made.Value.SearchID, &apiclient.GetHotelSearchResultsParams{Page: &page, PageSize: new(50)})
		must(a.t, err)
		for _, card := range answer.Value.Results {
			if fmt.Sprint(card.HotelID) == id {
				return card.Price.Total.String()
			}
		}
		if !answer.Value.Metadata.HasMore {
			a.t.Fatalf("hotel %s is in no new search", id)
		}
	}
}

// rate is what a rate costs in a new search for its hotel.
func (a asker) rate(q query.Stay, want offer.RatePrint) string {
	a.t.Helper()
	made, err := a.client.CreateHotelSearch(a.t.Context(), q.Request())
	must(a.t, err)
	time.Sleep(search.GrownAfter + time.Second)
	answer, err := a.client.GetHotelRates(a.t.Context(), q.HotelID, &apiclient.GetHotelRatesParams{SearchID: made.Value.SearchID})
	must(a.t, err)
	for _, rate := range answer.Value.Rates {
		if search.PrintRate(rate) == want {
			return rate.Price.Total.String()
		}
	}
	a.t.Fatalf("the rate %+v is in no new search", want)
	return ""
}

// TestProofWatch passes over twenty days of the sandbox, in which prices move as days come nearer. Each day
// the service is asked for the same offers besides: every change of a price is found on its day and none that
// is not one, and the passes make as many searches as they say, one for the watches of one search.
func TestProofWatch(t *testing.T) {
	days := need.Count(7, 20)
	synctest.Test(t, func(t *testing.T) {
		log := &requests{}
		d := open(t, t.TempDir(), "one", log)
		watches := fiveWatches(t, d)
		log.take()
		client := open(t, t.TempDir(), "two", nil).Client()
		truth, before := asker{t, client}, map[int]string{}
		for i, w := range watches {
			before[i+1] = w.Price.Amount
		}
		changes, fired, searches := 0, 0, 0
		for day := 1; day <= days; day++ {
			time.Sleep(24 * time.Hour)
			pass, err := run(t.Context(), d)
			must(t, err)
			posts := log.take()
			if pass.Searches != 4 || posts != 4 || len(pass.Events) != 5 {
				t.Fatalf("day %d: %d searches, %d sent, for %d watches", day, pass.Searches, posts, len(pass.Events))
			}
			searches += posts
			now := truth.prices(watches)
			for _, e := range pass.Events {
				want := moved(t, before[e.N], now[e.N])
				if !e.Now.Known() || !same(t, e.Now.Amount, now[e.N]) || e.Kind != want || e.Before.Amount != before[e.N] {
					t.Errorf("day %d, watch %d: told %s, from %v to %v (%v); it went from %s to %s", day, e.N, e.Kind, e.Before, e.Now, e.Err, before[e.N], now[e.N])
				}
				if want != watched.Unchanged {
					changes++
				}
				if e.Fired {
					fired++
				}
				before[e.N] = e.Now.Amount
			}
		}
		spent := 0
		for n := range watches {
			past, _, err := watch.History(d, n+1)
			must(t, err)
			spent += past.Watch.Spent
			if len(past.History) != days {
				t.Errorf("watch %d has %d points of %d days", n+1, len(past.History), days)
			}
		}
		if spent != searches || changes == 0 {
			t.Errorf("%d searches are in the histories, and %d were made; %d changes", spent, searches, changes)
		}
		need.Figure(t, fmt.Sprintf("%d watches over %d days", len(watches), days),
			fmt.Sprintf("%d changes of price found, 0 false, 0 missed, %d rules fired; %d searches told, %d counted", changes, fired, spent, searches),
			"every change on its day, 4 searches a day")
	})
}

// fiveWatches are two trips and a fare that one search finds, a trip far ahead, a hotel and a rate. The
// first and the third are not the same trip.
func fiveWatches(t *testing.T, d *desk.Desk) []watched.Listed {
	trips := listTrips(t, d, "LIS", "LHR", "+26d", "+33d")
	fares := listFares(t, d, "1")
	far := listTrips(t, d, "DXB", "LHR", "+155d")
	stays := listHotels(t, d, "Lisbon", "+24d", "3 nights")
	rates := listRates(t, d, "2")
	return []watched.Listed{
		add(t, d, listed(t, trips, 3), watched.Typed{Any: true}),
		add(t, d, listed(t, fares, 2), watched.Typed{Any: true}),
		add(t, d, listed(t, far, 1), watched.Typed{Drop: "5%"}),
		add(t, d, listed(t, stays, 1), watched.Typed{}),
		add(t, d, listed(t, rates, 1), watched.Typed{Below: "1"}),
	}
}

// prices are what the five watches cost now.
func (a asker) prices(watches []watched.Listed) map[int]string {
	of := func(n int) kept.Offer { return watches[n-1].Watch.Offer }
	now := map[int]string{}
	now[1], _ = a.trip(*of(1).List.Flight, of(1).Row.Trip)
	_, fares := a.trip(*of(2).List.Flight, of(2).List.Itinerary)
	now[2] = fares[of(2).Row.Fare.Print]
	now[3], _ = a.trip(*of(3).List.Flight, of(3).Row.Trip)
	now[4] = a.hotel(*of(4).List.Stay, of(4).Row.ID)
	now[5] = a.rate(*of(5).List.Stay, of(5).Row.Rate.Print)
	return now
}

func number(t *testing.T, amount string) *big.Rat {
	t.Helper()
	n, ok := new(big.Rat).SetString(amount)
	if !ok {
		t.Fatalf("%q is not a price", amount)
	}
	return n
}

func same(t *testing.T, a, b string) bool { return number(t, a).Cmp(number(t, b)) == 0 }

// moved is what has become of a price.
func moved(t *testing.T, before, now string) watched.Kind {
	switch number(t, now).Cmp(number(t, before)) {
	case -1:
		return watched.Cheaper
	case 1:
		return watched.Dearer
	}
	return watched.Unchanged
}
