package site_test

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"travel.example/travel/internal/sandbox/flights"
	"travel.example/travel/internal/sandbox/wire"
)

const lasting = "/flights/DXB-LON/2026-12-21/2027-01-04?adults=2&cabin=economy&children=1&infants=1&siteCode=AE&locale=en"

func TestWhoeverOpensASearchLinkRunsAFreshSearch(t *testing.T) {
	w := newWeb(t)
	var link wire.SearchLink
	w.api(http.MethodGet, "/v1/flights/search-link?from=DXB&to=LON&fromDate=2026-12-21&toDate=2027-01-04&adults=2&currency=EUR", "", &link)
	path := w.local(link.SearchURL)
	first := w.open(path)
	first.says(t, "Dubai → to London", "Mon 21 Dec 2026 to Mon 4 Jan 2027", "2 adults", "Economy", "market US", "Sellers are still answering.", "The first answers take a second or two.")
	w.advance(time.Second)
	second := w.open(path)
	if first.reload() == second.reload() || !strings.Contains(first.reload(), "&search=") {
		t.Errorf("two visits read the searches %s and %s", first.reload(), second.reload())
	}
	w.advance(2 * time.Second)
	some := w.open(first.reload())
	if some.reload() != first.reload() || len(some.all("trip")) == 0 {
		t.Errorf("after three seconds there are %d trips, and the page reloads to %s", len(some.all("trip")), some.reload())
	}
	some.link(t, first.reload(), "") // to newer answers, by hand
	w.advance(10 * time.Second)
	done := w.open(first.reload())
	done.says(t, "Every seller has answered.", "Prices are in EUR. Each is for the whole party, fees included.")
	if done.reload() != "" {
		t.Errorf("a search that is done reloads to %s", done.reload())
	}
	w.advance(flights.Lifetime)
	again := w.open(first.reload())
	if again.status != http.StatusOK || again.reload() == first.reload() || again.reload() == "" {
		t.Errorf("after the end of the search: status %d, reloads to %q; want another search", again.status, again.reload())
	}
}

func TestASearchThatIsForAnotherTripIsNotTaken(t *testing.T) {
	w := newWeb(t)
	page := w.open(lasting)
	_, id, _ := strings.Cut(page.reload(), "&search=")
	for _, other := range []string{
		strings.Replace(lasting, "DXB", "AUH", 1), strings.Replace(lasting, "2026-12-21", "2026-12-22", 1), strings.Replace(lasting, "/2027-01-04", "", 1),
		strings.Replace(lasting, "adults=2", "adults=3", 1), strings.Replace(lasting, "economy", "business", 1), strings.Replace(lasting, "siteCode=AE", "siteCode=US", 1),
	} {
		if got := w.open(other + "&search=" + id); strings.Contains(got.reload(), id) {
			t.Errorf("%s read the search of %s", other, lasting)
		}
	}
	for _, same := range []string{strings.Replace(lasting, "locale=en", "locale=de", 1), lasting + "&currency=EUR", lasting + "&sort=price_asc"} {
		if got := w.open(same + "&search=" + id); !strings.Contains(got.reload(), id) {
			t.Errorf("%s started a search of its own", same)
		}
	}
}

func TestASearchPageShowsWhatTheAPIAnswers(t *testing.T) {
	w := newWeb(t)
	page := w.settled(lasting + "&currency=EUR")
	id := searchOf(t, page)
	var results wire.FlightResults
	w.api(http.MethodGet, "/v1/flights/searches/"+id+"/results?pageSize=20&currency=EUR", "", &results)
	if got := len(page.all("trip")); got != 20 || len(results.Results) != 20 {
		t.Fatalf("%d trips on the page, %d in the API", got, len(results.Results))
	}
	for i, card := range results.Results {
		text := page.all("trip")[i]
		for _, want := range facts(card) {
			if !strings.Contains(text, want) {
				t.Errorf("trip %d does not say %q: %s", i, want, text)
			}
		}
	}
}

// searchOf is the id of the search that a page shows.
func searchOf(t testing.TB, page screen) string {
	t.Helper()
	_, id, _ := strings.Cut(page.link(t, "/checkout/flights/", ":"), "/checkout/flights/")
	id, _, _ = strings.Cut(id, ":")
	return id
}

// held is how many trips the search of a page holds.
func (w *web) held(page screen) int {
	var results wire.FlightResults
	w.api(http.MethodGet, "/v1/flights/searches/"+searchOf(w.t, page)+"/results", "", &results)
	return results.Metadata.SnapshotTripCount
}

// facts are texts that a trip in a list must say.
func facts(card wire.TripCard) []string {
	words := []string{whole(card.Price.Total)}
	for _, leg := range card.Legs {
		words = append(words, leg.DepartsAt[11:16], leg.ArrivesAt[11:16], leg.From, leg.To, leg.Airlines[0].Name)
		if leg.ArrivalDayOffset == 1 {
			words = append(words, "+1 the next day")
		}
		words = append(words, leg.Via...)
	}
	return words
}

// whole is an amount of thousands in English without its cents.
func whole(amount float64) string {
	n := int(amount)
	if n < 1000 {
		return "EUR " + itoa(n) + "."
	}
	return "EUR " + itoa(n/1000) + "," + itoa(1000 + n%1000)[1:] + "."
}

func TestAVisitorSortsFiltersAndTurnsPages(t *testing.T) {
	w := newWeb(t)
	page := w.settled(lasting)
	base := page.link(t, "/flights/", "page=2")
	base = strings.Replace(base, "&page=2", "", 1)
	held := w.held(page)
	nonstop := w.open(base + "&stops=0")
	nonstop.says(t, " of "+itoa(held)+" trips.")
	for _, trip := range nonstop.all("trip") {
		if strings.Contains(trip, " stop") || !strings.Contains(trip, "nonstop") {
			t.Errorf("among nonstop trips: %s", trip)
		}
	}
	here := w.open(base + "&here=1&sort=price_asc")
	for _, trip := range here.all("trip") {
		if strings.Contains(trip, "not booked on this site") {
			t.Errorf("among those with a checkout: %s", trip)
		}
	}
	prices := here.all("price")
	if !slices.IsSortedFunc(prices, func(a, b string) int { return len(a) - len(b) }) || len(prices) != 20 {
		t.Errorf("cheapest first: %v", prices)
	}
	second := w.open(page.link(t, "/flights/", "page=2"))
	pages := (held + 19) / 20
	second.says(t, "Page 2 of "+itoa(pages), "Previous", "Next")
	last := w.open(base + "&page=" + itoa(pages))
	if strings.Contains(last.text(), "Next") || len(last.all("trip")) != held-20*(pages-1) {
		t.Errorf("the last page has %d trips", len(last.all("trip")))
	}
	beyond := w.open(base + "&page=100")
	beyond.says(t, "No trip fits", "leave none of "+itoa(held)+" trips")
	for _, odd := range []string{"&page=0", "&page=x", "&page=99999999999999999999", "&sort=best", "&stops=7", "&here=yes"} {
		if got := w.open(base + odd); got.status != http.StatusOK {
			t.Errorf("%s: status %d", odd, got.status)
		}
	}
}

func TestPricesAndNamesFollowTheLink(t *testing.T) {
	w := newWeb(t)
	for query, want := range map[string]struct {
		says  []string
		price string // pattern of every price
	}{
		"?locale=de&currency=EUR":    {[]string{"Prices are in EUR."}, `^EUR [0-9]\.[0-9]{3},[0-9]{2}$`},
		"?locale=fr&currency=EUR":    {[]string{"Dubaï", "Londres"}, `^EUR [0-9] [0-9]{3},[0-9]{2}$`},
		"?locale=ja&currency=JPY":    {[]string{"ドバイ", "ロンドン"}, `^JPY [0-9]{3},[0-9]{3}$`},
		"?currency=KWD":              {[]string{"Prices are in KWD."}, `^KWD (1,)?[0-9]{3}\.[0-9]{3}$`},
		"":                           {[]string{"The link names no currency: prices are in USD."}, `^USD [0-9],[0-9]{3}\.[0-9]{2}$`},
		"?currency=ZZZ":              {[]string{"There is no rate for ZZZ here: prices are in USD."}, `^USD [0-9],[0-9]{3}\.[0-9]{2}$`},
		"?locale=xx-unknown":         {[]string{"Dubai", "London"}, `^USD [0-9],[0-9]{3}\.[0-9]{2}$`},
		"?fromCity=true&toCity=true": {[]string{"DXB, all airports to LON, all airports"}, `^USD `},
		"?fromCity=false":            {[]string{"DXB, Dubai International Airport to LON, all airports"}, `^USD `},
	} {
		page := w.settled(with(t, "/flights/DXB-LON/2026-12-21/2027-01-04"+query, "adults", "4"))
		page.says(t, want.says...)
		for _, price := range page.all("price") {
			if !regexp.MustCompile(want.price).MatchString(price) {
				t.Errorf("%s: a price is %q, want %s", query, price, want.price)
			}
		}
	}
}

func TestASearchThatCannotBeMadeSaysWhyAndOffersToMendIt(t *testing.T) {
	w := newWeb(t)
	for path, want := range map[string]string{
		"/flights/DXB-LON/2026-11-20":            "The day of departure, Fri 20 Nov 2026, is past.",
		"/flights/DXB-LON/2027-11-22":            "The day of departure, Mon 22 Nov 2027, is too far ahead: flights are sold until Sun 21 Nov 2027.",
		"/flights/DXB-DXB/2026-12-21":            "The journey starts and ends in DXB.",
		"/flights/QQQ-LON/2026-12-21":            "QQQ is not an airport or city with scheduled flights.",
		"/flights/DXB-LON/2026-02-30":            `The day of departure is "2026-02-30"; it must be a day as YYYY-MM-DD.`,
		"/flights/DXB-LON/2026-12-21?infants=2":  "There are more infants (2) than adults (1) whose laps they could sit on.",
		"/flights?from=dubai&to=LON&fromDate=":   `The start is "DUBAI"; it must be an airport or city code of three letters.`,
		"/flights":                               "The destination is missing; it must be an airport or city code of three letters.",
		"/flights/DXB-LON/2026-12-21/2026-12-20": "The return on 2026-12-20 is before the departure on 2026-12-21.",
	} {
		page := w.open(path)
		page.says(t, "This search cannot be made", want, "Correct it", "Search flights")
		if page.status != http.StatusBadRequest {
			t.Errorf("%s: status %d", path, page.status)
		}
	}
}
