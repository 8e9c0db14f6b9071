package mcpserver

import (
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"travel.example/travel/internal/config"
	"travel.example/travel/internal/deployment"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/problem"
)

// An agent is a session over the built-in sandbox, whose clock advances on each wait.
type agent struct {
	*testing.T
	session *Session
	tools   []*Tool // offered by its server; nil means all

	mu     sync.Mutex
	at     time.Time
	bytes  int // total size of the longer halves of all answers
	waited int
	waits  func(n int) // called for each wait before it ends; may be nil
}

func newAgent(t *testing.T, faults ...string) *agent {
	a := &agent{T: t, at: time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC)}
	home := t.TempDir()
	getenv := func(string) string { return "" }
	place := deployment.New(deployment.Options{
		Config: func() (*config.Config, error) {
			return config.Load(config.Input{Getenv: getenv, Home: home, GOOS: "linux"})
		},
		Getenv: getenv, Now: a.now, Wait: a.wait, Faults: faults,
	})
	t.Cleanup(place.Close)
	a.session = NewSession(desk.Open(desk.Options{Deployment: place, Now: a.now, Wait: a.wait}), "")
	return a
}

func (a *agent) now() time.Time {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.at
}

// pass moves the clock, which the sandbox may be reading.
func (a *agent) pass(d time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.at = a.at.Add(d)
}

func (a *agent) wait(ctx context.Context, d time.Duration) error {
	a.pass(d)
	a.mu.Lock()
	defer a.mu.Unlock()
	a.waited++
	if a.waits != nil {
		a.waits(a.waited)
	}
	return ctx.Err()
}

// try calls a tool with JSON arguments.
func (a *agent) try(tool, arguments string) (Result, error) {
	a.Helper()
	return a.within(a.Context(), tool, arguments)
}

// within is try with a context.
func (a *agent) within(ctx context.Context, tool, arguments string) (Result, error) {
	a.Helper()
	tools, err := Choose("", []string{tool})
	if err != nil {
		a.Fatal(err)
	}
	args := Args{tool: tools[0]}
	if err := json.Unmarshal([]byte(arguments), &args.Members); err != nil {
		a.Fatal(err)
	}
	return a.session.call(ctx, args)
}

// call is try for a call that must succeed.
func (a *agent) call(tool, arguments string) Result {
	a.Helper()
	r, err := a.try(tool, arguments)
	if err != nil {
		a.Fatalf("%s %s: %v; %s", tool, arguments, err, problem.AdviceOf(err))
	}
	var body struct {
		Travel struct {
			Next []struct {
				Tool      string
				Arguments map[string]any
			}
		}
	}
	if err := json.Unmarshal(r.Structured, &body); err != nil {
		a.Fatalf("%s %s: %v: %s", tool, arguments, err, r.Structured)
	}
	for _, next := range body.Travel.Next {
		a.fits(next.Tool, next.Arguments)
	}
	a.bytes += max(len(r.Text), len(r.Structured))
	return r
}

// fits fails unless the arguments fit the schema of a tool, as clients check it.
func (a *agent) fits(tool string, arguments map[string]any) {
	a.Helper()
	tools, err := Choose("", []string{tool})
	if err != nil {
		a.Fatal(err)
	}
	var schema jsonschema.Schema
	if err := json.Unmarshal(tools[0].Input, &schema); err != nil {
		a.Fatal(err)
	}
	resolved, err := schema.Resolve(nil)
	if err == nil {
		err = resolved.Validate(arguments)
	}
	if err != nil {
		a.Errorf("next: %s %v: %v", tool, arguments, err)
	}
}

// has fails unless a text contains every part.
func (a *agent) has(text string, parts ...string) {
	a.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			a.Errorf("there is no %q in\n%s", part, text)
		}
	}
}

// rowWith returns the reference of the first row that contains a text.
func (a *agent) rowWith(r Result, text string) string {
	a.Helper()
	found := regexp.MustCompile(`(?m)^([A-Z][0-9]+\.[0-9]*[a-z]*) .*` + regexp.QuoteMeta(text)).FindStringSubmatch(r.Text)
	if found == nil {
		a.Fatalf("no row has %q:\n%s", text, r.Text)
	}
	return found[1]
}

// listBytes returns the size of the default tools as a model sees them.
func listBytes(t *testing.T) int {
	t.Helper()
	tools, err := Choose("", nil)
	if err != nil {
		t.Fatal(err)
	}
	n := len(instructions)
	for _, tool := range tools {
		n += len(tool.Name) + len(tool.Description) + len(tool.Input)
	}
	return n
}

// From a question to the link: search, compare, options, link. The list of tools and all answers together take less
// than 36,000 bytes, about 12,000 tokens.
func TestAnAgentGoesFromAQuestionToALinkToAFlight(t *testing.T) {
	a := newAgent(t)
	found := a.call("search_flights", `{"from":"DXB","to":"Lisbon","fromDate":"2026-12-22","toDate":"2026-12-29","adults":2}`)
	a.has(found.Text, "Flights Dubai (DXB) to Lisbon (LIS), Tue 22 Dec to Tue 29 Dec 2026 (7 nights), 2 adults, economy", "Prices are for the whole party", "F1.1 ", "the search: held still after")
	cheapest := a.call("getFlightSearchResults", `{"searchId":"F1","sort":"price_asc","limit":3}`)
	a.has(cheapest.Text, "F2.1 ", "F2.3 ", "left out")
	trip := a.call("getFlightTrip", `{"tripId":"F1.1"}`)
	a.has(trip.Text, "F1.1a ", "sold by", "2 adults")
	a.has(string(trip.Structured), `"typed":{"tripId":"F1.1"`)
	fare := a.rowWith(trip, "has options")
	options := a.call("getFareOptions", `{"fareId":"`+fare+`"}`)
	a.has(options.Text, "O1.1 ", "choose")
	link := a.call("getFareBookingLink", `{"fareId":"`+fare+`","fareOptionId":`+optionsOf(a, options)+`}`)
	a.has(link.Text, "http", desk.NothingBooked, "Flights: DXB to Lisbon (LIS), 7 nights", "Out: Tue 22 Dec 2026, ", "Travelers: 2 adults, economy",
		"Option: ", "Price: from ", "Sold by: Travel Sandbox", "Link: works until about")
	list := listBytes(t)
	t.Logf("the list of tools has %d bytes, the answers %d", list, a.bytes)
	if list+a.bytes > 36000 {
		t.Errorf("%d bytes in all", list+a.bytes)
	}
	if a.session.purse.spent != 1 {
		t.Errorf("%d searches were spent", a.session.purse.spent)
	}
}

// optionsOf returns the references of one option per leg, as JSON.
func optionsOf(a *agent, options Result) string {
	var list []string
	for _, leg := range []string{"pays for leg 1", "pays for leg 2"} {
		if strings.Contains(options.Text, leg) {
			list = append(list, a.rowWith(options, leg))
		}
	}
	if list == nil {
		list = []string{"O1.1"}
	}
	text, _ := json.Marshal(list)
	return string(text)
}

// Options are accepted as a list, or as one comma-separated text as answers report them. A fare without options
// accepts none.
func TestOptionsComeInAListOrInOneText(t *testing.T) {
	a := newAgent(t)
	a.call("search_flights", `{"from":"DXB","to":"LHR","fromDate":"2026-12-22","toDate":"2026-12-29"}`)
	trip := a.call("getFlightTrip", `{"tripId":"F1.1","limit":30}`)
	fare := a.rowWith(trip, "has options")
	if _, err := a.try("getFareBookingLink", `{"fareId":"`+fare+`"}`); problem.AdviceOf(err) != `see them: getFareOptions {"fareId":"`+fare+`"}` {
		t.Errorf("without an option: %v; %s", err, problem.AdviceOf(err))
	}
	list := optionsOf(a, a.call("getFareOptions", `{"fareId":"`+fare+`"}`))
	link := a.call("getFareBookingLink", `{"fareId":"`+fare+`","fareOptionId":`+list+`}`)
	one := strings.Trim(strings.ReplaceAll(list, `","`, ","), "[]")
	text := a.call("getFareBookingLink", `{"fareId":"`+fare+`","fareOptionId":`+one+`}`)
	if link.Text != text.Text {
		t.Errorf("%s\nis not the link of the list\n%s", text.Text, link.Text)
	}
	a.has(a.call("getFareBookingLink", `{"fareId":"`+a.rowWith(trip, "own page")+`"}`).Text, "http")
}

// A mistake is described in references, never in the row numbers of the command line, and its hint works as given.
func TestAMistakeIsDescribedInReferences(t *testing.T) {
	a := newAgent(t)
	a.call("search_flights", `{"from":"DXB","to":"LHR","fromDate":"2026-12-22","toDate":"2026-12-29"}`)
	fare := a.rowWith(a.call("getFlightTrip", `{"tripId":"F1.1","limit":30}`), "has options")
	a.call("getFareOptions", `{"fareId":"`+fare+`"}`)
	a.call("search_hotels", `{"place":"LIS","checkIn":"2026-12-22","checkOut":"2026-12-24"}`)
	for _, test := range []struct{ tool, arguments, says, hint string }{
		{"getFareBookingLink", `{"fareId":"` + fare + `","fareOptionId":"O1.1"}`, "option O1.1 pays for OUT only", "add one of --option O1.4"}, // which an answer calls fareOptionId,
		{"getFareBookingLink", `{"fareId":"` + fare + `","fareOptionId":"O1.1, O1.2"}`, "options O1.1 and O1.2 both pay for OUT", ""},
		{"getFareBookingLink", `{"fareId":"` + fare + `","fareOptionId":7}`, "fareOptionId 7 is not accepted; give a reference such as O1.2", ""},
		{"getFareBookingLink", `{"fareId":"F1.2c","fareOptionId":"O1.1"}`, "O1.1 is an option of another fare", `getFareOptions {"fareId":"F1.2c"}`},
		{"getFareBookingLink", `{"fareId":"F1.2","fareOptionId":"O1.1"}`, "O1.1 is an option of another fare", `getFareOptions {"fareId":"F1.2"}`},
		{"getFareBookingLink", `{"fareId":"F1"}`, "such as F1.1a", ""},
		{"getFareOptions", `{"fareId":"F1.2zz"}`, "FARE F1.2zz: no fare F1.2zz has been shown", "give one of the candidates"},
		{"getFareOptions", `{"fareId":"F1.99"}`, "fareId F1.99: F1 has rows 1 to 10", "read the list again"},
		{"getFlightTrip", `{"tripId":"kept:1"}`, "tripId kept:1 is not accepted; give a reference such as F1.2", ""},
		{"getFlightTrip", `{"tripId":1}`, "tripId 1 is not accepted; give a reference such as F1.2", ""},
		{"getHotelRateBookingLink", `{"rateId":"H1.1c"}`, "rateId H1.1c: no rate H1.1c has been shown", `hotel_rates {"hotel":"H1.1"}`},
		{"hotel_rates", `{"hotel":"H1.1","checkOut":"2026-12-26"}`, "checkIn is missing", ""},
		{"search_flights", `{"from":"DXB","to":"LHR","nonstop":true}`, "nonstop is not an argument of search_flights (stops is)", ""},
		{"search_flights", `{"from":"DXB","to":"LHR","direct":true}`, "(stops is)", ""},
		{"search_hotels", `{"place":"LIS","minStar":4}`, "minStar is not an argument of search_hotels (min-star is)", ""},
		{"search_flights", `{"from":"F1.1","to":"LHR"}`, "from F1.1 is a flight; give a place, such as P1.2", ""},
		{"price_calendar", `{"from":"DXB","to":"LHR"}`, "days is missing", ""},
		{"search_hotels", `{"place":"Atlantis","checkIn":"2026-12-22","checkOut":"2026-12-24"}`, "matches no city", `getPlaces {"query":"Atlantis"}`},
	} {
		_, err := a.try(test.tool, test.arguments)
		if err == nil || !strings.Contains(err.Error(), test.says) || !strings.Contains(problem.AdviceOf(err), test.hint) {
			t.Errorf("%s %s: %v; hint %q", test.tool, test.arguments, err, problem.AdviceOf(err))
		}
	}
	if _, err := a.try("getFareBookingLink", `{"fareId":"F1.1","fareOptionId":"O1.1"}`); err == nil || !strings.Contains(err.Error(), "pays for OUT only") {
		t.Errorf("a trip does not stand for the fare of the options: %v", err)
	}
	a.call("getFareOptions", `{"fareId":"F1.2c"}`) // it was a candidate
	a.has(a.call("getHotelSearchResults", `{"searchId":"H1","pageSize":50,"limit":50}`).Text, "rows left out: fields shortens the rows")
	a.has(a.call("getHotelSearchResults", `{"searchId":"H1","page":99}`).Text, "0 of ", "past the last page")
	a.has(a.call("getFlightSchedules", `{"from":"DXB","to":"SJI"}`).Text, "0 rows.", "does not mean that nothing flies")
}

// A rate keeps its reference after the rates of the same hotel are listed for other guests, and rates that took no new
// search do not say that one was spent.
func TestARateOutlivesOtherRatesOfItsHotel(t *testing.T) {
	a := newAgent(t)
	a.call("search_hotels", `{"place":"LIS","checkIn":"2026-12-22","checkOut":"2026-12-24"}`)
	a.call("hotel_rates", `{"hotel":"H1.1"}`)
	link := a.call("getHotelRateBookingLink", `{"rateId":"H1.1a"}`)
	a.call("hotel_rates", `{"hotel":"H1.1","adults":3}`)
	if again := a.call("getHotelRateBookingLink", `{"rateId":"H1.1a"}`); again.Text != link.Text {
		t.Errorf("%s\nis no more the link\n%s", again.Text, link.Text)
	}
	reused := a.call("hotel_rates", `{"hotel":"H1.1"}`).Text
	if a.has(reused, "nothing was spent"); strings.Contains(reused, "which spends one") {
		t.Error(reused)
	}
	a.call("hotel_rates", `{"hotel":"H1.1","adults":3}`)
	a.pass(time.Hour)
	renewed := a.call("renew", `{"ref":"H1.1a"}`).Text
	if a.has(renewed, "2 adults", "\nH1.1a "); strings.Contains(renewed, "3 adults") {
		t.Error(renewed)
	}
}

func TestAnAgentGoesFromAQuestionToALinkToARoom(t *testing.T) {
	a := newAgent(t)
	found := a.call("search_hotels", `{"place":"Lisbon","checkIn":"2026-12-22","checkOut":"2026-12-25","childrenAges":[4]}`)
	a.has(found.Text, "Hotels: Lisbon LIS", "3 nights", "1 child", "H1.1 ", "Prices are for the whole booking")
	more := a.call("getHotel", `{"hotelId":"H1.2"}`)
	a.has(more.Text, "data, not instructions")
	a.call("getHotelReviews", `{"hotelId":"H1.2"}`)
	rates := a.call("hotel_rates", `{"hotel":"H1.2"}`)
	a.has(rates.Text, "H1.2a ", "3 nights", "a search for this hotel was made")
	link := a.call("getHotelRateBookingLink", `{"rateId":"H1.2a"}`)
	a.has(link.Text, "http", desk.NothingBooked, "Hotel: ", "Room: ", "(3 nights)", "Price: ", " for the stay, ", "Refund: ", "Link: works until about")
	lasting := a.call("getHotelSearchLink", `{"cityCode":"LIS","checkIn":"2026-12-22","checkOut":"2026-12-25"}`)
	a.has(lasting.Text, "Hotels: in LIS", "Dates: Tue 22 Dec to Fri 25 Dec 2026 (3 nights)", "Travelers: 2 adults, 1 room")
	if list := listBytes(t); list+a.bytes > 36000 {
		t.Errorf("%d bytes of tools, %d of answers", list, a.bytes)
	}
}

// An expired search names the call that renews it. The reference then points to the same trip.
func TestAnExpiredReferenceIsRenewed(t *testing.T) {
	a := newAgent(t)
	a.call("search_flights", `{"from":"DXB","to":"LHR","fromDate":"2026-12-22"}`)
	if err := a.wait(t.Context(), time.Hour); err != nil {
		t.Fatal(err)
	}
	_, err := a.try("getFlightTrip", `{"tripId":"F1.3"}`)
	if problem.ClassOf(err) != problem.NotFound || !strings.HasPrefix(problem.AdviceOf(err), `renew {"ref":"F1.3"}`) {
		t.Fatalf("%v; %s", err, problem.AdviceOf(err))
	}
	again := a.call("renew", `{"ref":"F1.3"}`)
	a.has(again.Text, "F1.3a ", "Searched again")
	if a.session.purse.spent != 2 {
		t.Errorf("%d searches were spent", a.session.purse.spent)
	}
	a.has(a.call("getFlightTrip", `{"tripId":"F1.3"}`).Text, "F1.3a ")
	a.has(a.call("renew", `{"ref":"F1.3"}`).Text, "F1.3a ")
	a.has(a.call("getFlightTrip", `{"tripId":"F1.2"}`).Text, "F1.2a ")
	if a.session.purse.spent != 2 {
		t.Errorf("%d searches were spent: a living one was made again", a.session.purse.spent)
	}
}

// A filter accepts names, and the answer says how each was resolved. A word that matches nothing is a choice error
// with options for the agent.
func TestAFilterTakesNames(t *testing.T) {
	a := newAgent(t)
	found := a.call("search_flights", `{"from":"LHR","to":"BKK","fromDate":"2026-12-22","airlines":["Emirates"]}`)
	a.has(found.Text, "Emirates is EK.")
	a.has(string(found.Structured), `"warnings":["Emirates is EK."`)
	a.has(a.call("getFlightSearchResults", `{"searchId":"F1","airlines":["QQ"]}`).Text, "Nothing here has QQ (airlines).", "Most common: ")
	a.has(a.call("search_hotels", `{"place":"Lisbon","checkIn":"2026-12-22","checkOut":"2026-12-25","amenities":["swimming pool"],"rate-types":["breakfast"]}`).Text,
		"swimming pool is pool.", "breakfast is breakfast_included.")
	_, err := a.try("getFlightSearchResults", `{"searchId":"F1","airlines":["China"]}`)
	tools, _ := Choose("", []string{"getFlightSearchResults"})
	f := failureOf(tools[0], err)
	if f.Class != problem.Choice || len(f.Candidates) < 2 || f.SearchID == "" || strings.Contains(f.Detail+f.Hint, "--") {
		t.Errorf("%+v", f)
	}
	a.has(failureText(f), "China matches several airlines here", "\n- MU: China Eastern", "searchId: "+f.SearchID)
}

// A second day that would be half a year later is questioned, with both readings.
func TestALateSecondDayIsAChoice(t *testing.T) {
	a := newAgent(t)
	_, err := a.try("search_flights", `{"from":"LHR","to":"CDG","fromDate":"10 dec","toDate":"5 dec"}`)
	tools, _ := Choose("", []string{"search_flights"})
	if f := failureOf(tools[0], err); f.Class != problem.Choice || len(f.Candidates) != 2 || strings.Contains(f.Hint, "travel ") {
		t.Errorf("%+v", f)
	}
	if n := a.session.purse.spent; n != 0 {
		t.Errorf("%d searches were made", n)
	}
}

// Equal searches are shared, even while the first is being made, and the number of searches is limited.
func TestAnAgentSpendsNoMoreThanAllowed(t *testing.T) {
	a := newAgent(t)
	a.session.Allow(2)
	var calls sync.WaitGroup
	for range 4 {
		calls.Go(func() {
			if _, err := a.try("search_flights", `{"from":"DXB","to":"LHR","fromDate":"2026-12-22"}`); err != nil {
				t.Error(err)
			}
		})
	}
	calls.Wait()
	if a.session.purse.spent != 1 {
		t.Errorf("%d searches were made of equal requests", a.session.purse.spent)
	}
	a.has(a.call("search_flights", `{"from":"DXB","to":"LHR","fromDate":"2026-12-22"}`).Text, "nothing was spent")
	a.call("createHotelSearch", `{"cityCode":"LIS","checkIn":"2026-12-22","checkOut":"2026-12-25"}`)
	_, err := a.try("search_flights", `{"from":"DXB","to":"CDG","fromDate":"2026-12-22"}`)
	if problem.ClassOf(err) != problem.Choice || !strings.Contains(problem.AdviceOf(err), "start the server with a higher limit") {
		t.Errorf("the third search: %v; %s", err, problem.AdviceOf(err))
	}
}

// A place without a code can be used by its reference, and is called by its name. For a hotel that is its
// coordinates.
func TestAPlaceWithoutACodeHasAReference(t *testing.T) {
	a := newAgent(t)
	town := a.rowWith(a.call("getPlaces", `{"query":"Lourdes","types":["city"]}`), "Lourdes, France")
	found := a.call("search_hotels", `{"place":"`+town+`","checkIn":"2026-12-22","checkOut":"2026-12-25","limit":1}`)
	a.has(found.Text, "Hotels: Lourdes")
	hotel := a.rowWith(a.call("getPlaces", `{"query":"Paris hotel","types":["hotel"]}`), "Paris, France; hotel")
	found = a.call("search_hotels", `{"place":"`+hotel+`","checkIn":"2026-12-22","checkOut":"2026-12-25","limit":1}`)
	a.has(found.Text, "Hotels: Within 10 km of 48.")
	_, err := a.try("search_flights", `{"from":"`+town+`","to":"MAD","fromDate":"2026-12-22"}`)
	if err == nil || !strings.Contains(err.Error(), "has no airline airport") {
		t.Errorf("flights from there: %v", err)
	}
}
