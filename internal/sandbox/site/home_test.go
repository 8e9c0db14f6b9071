package site_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"
)

// ids are the parts of an address that differ for each search.
var ids = regexp.MustCompile(`[A-Za-z0-9_-]{40,}[^/?]*|[0-9]{3,}|[A-Z]{3}-[A-Z]{3}`)

// TestEveryLinkOfTheSiteLeadsToAPage walks the site from its first page, a few
// of each kind, and loads what the pages show.
func TestEveryLinkOfTheSiteLeadsToAPage(t *testing.T) {
	w := newWeb(t)
	todo, seen, kinds := []string{"/"}, map[string]bool{}, map[string]int{}
	for len(todo) > 0 {
		path, _, _ := strings.Cut(todo[0], "#")
		todo = todo[1:]
		where, _, _ := strings.Cut(path, "?")
		kind := ids.ReplaceAllString(where, "*")
		if path == "" || seen[path] || kinds[kind] == 4 {
			continue
		}
		seen[path] = true
		kinds[kind]++
		got := w.fetch(http.MethodGet, path)
		if got.status != http.StatusOK {
			t.Errorf("%s: status %d", path, got.status)
			continue
		}
		if got.doc == nil {
			continue
		}
		if again := got.reload(); again != "" {
			w.advance(15 * time.Second)
			got = w.open(again)
		}
		todo = append(todo, got.links()...)
		for n := range got.doc.Descendants() {
			if n.Data == "img" {
				todo = append(todo, attr(n, "src"))
			}
		}
	}
	var missed []string
	for _, kind := range []string{"/", "/flights/*/*-12-21/*-12-28", "/checkout/flights/*", "/hotels/LIS", "/hotel/*", "/checkout/hotel", "/logos/providers/platform.svg"} {
		if kinds[kind] == 0 {
			missed = append(missed, kind)
		}
	}
	if missed != nil {
		t.Errorf("the walk missed %v of %v", missed, kinds)
	}
}

func TestTheFirstPageSearchesForFlightsAndHotels(t *testing.T) {
	w := newWeb(t)
	page := w.open("/")
	page.says(t, "Where would you like to pretend to go?", "Search flights", "Search hotels", "Dubai to London")
	for asked, want := range map[string]string{
		"/flights?from=dxb&to=lon&fromDate=2026-12-21&toDate=&cabin=economy&adults=1&children=0&infants=0&siteCode=US&locale=en": "/flights/DXB-LON/2026-12-21?adults=1&cabin=economy&children=0&infants=0&locale=en&siteCode=US",
		"/hotels?city=lis&checkIn=2026-12-11&checkOut=2026-12-14&adults=3&childrenAges=4,%209&rooms=2&siteCode=PT&locale=pt":     "/hotels/LIS?checkIn=2026-12-11&checkOut=2026-12-14&locale=pt&room=2%3A9&room=1%3A4&siteCode=PT",
	} {
		got := w.fetch(http.MethodGet, asked)
		if got.status != http.StatusSeeOther || len(got.header.Get("Location")) != len(want) {
			t.Errorf("%s: status %d to %s, want %s", asked, got.status, got.header.Get("Location"), want)
		}
		if again := w.open(got.header.Get("Location")); again.status != http.StatusOK {
			t.Errorf("%s: status %d", again.path, again.status)
		}
	}
}

func TestAWrongAddressIsToldInAPageToVisitorsAndInAProblemToPrograms(t *testing.T) {
	w := newWeb(t)
	for _, path := range []string{"/nothing", "/flights/x", "/hotel", "/checkout", "/flights/DXB-LON/2026-12-21/2026-12-28/more"} {
		page := w.open(path)
		page.says(t, "There is no such page", "To the first page")
		if page.status != http.StatusNotFound {
			t.Errorf("%s: status %d", path, page.status)
		}
		program := w.fetch(http.MethodGet, path, "Accept: */*")
		if program.status != http.StatusNotFound || program.header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s: a program was told %d in %s", path, program.status, program.header.Get("Content-Type"))
		}
	}
	if api := w.fetch(http.MethodGet, "/v1/nothing"); api.header.Get("Content-Type") != "application/problem+json" {
		t.Errorf("the API answered in %s", api.header.Get("Content-Type"))
	}
}

func TestTheSiteTakesNothing(t *testing.T) {
	w := newWeb(t)
	for _, path := range []string{"/", "/flights", "/flights/DXB-LON/2026-12-21", "/checkout/flights/a:b", "/hotels", "/hotels/LIS", "/hotel/1", "/checkout/hotel", "/logos/EK.svg"} {
		for _, method := range []string{"POST", "PUT", "DELETE", "PATCH", "OPTIONS"} {
			got := w.fetch(method, path)
			if got.status != http.StatusMethodNotAllowed || got.header.Get("Allow") != "GET, HEAD" {
				t.Errorf("%s %s: status %d, Allow %q", method, path, got.status, got.header.Get("Allow"))
			}
		}
	}
	get, head := w.fetch("GET", "/"), w.fetch("HEAD", "/")
	if head.status != 200 || head.header.Get("Content-Length") != get.header.Get("Content-Length") {
		t.Errorf("HEAD: status %d, headers %v", head.status, head.header)
	}
}

func TestAnAddressThatNoLinkCanHaveIsRefused(t *testing.T) {
	w := newWeb(t)
	for path, want := range map[string]int{
		"/flights/DXB-LON/2026-12-21?x=" + strings.Repeat("y", 9000): http.StatusRequestURITooLong,
		"/flights/DXB-LON/2026-12-21?x=%zz":                          http.StatusBadRequest,
		"/hotels/LIS?a;b":                                            http.StatusBadRequest,
	} {
		if got := w.open(path); got.status != want {
			t.Errorf("%.60s: status %d, want %d", path, got.status, want)
		}
	}
}

// TestNoTextOfAnAddressBecomesMarkup puts text that breaks out of text, attributes,
// addresses and refreshes into every place that a page may repeat.
func TestNoTextOfAnAddressBecomesMarkup(t *testing.T) {
	w := newWeb(t)
	id, cards := w.trips(`{"from":"DXB","to":"LHR","fromDate":"2026-12-21"}`, "")
	const payload = `"'><script>alert(1)</script><img src=x onerror=alert(1)>`
	for _, path := range []string{
		"/", "/flights?from=DXB&to=LON&fromDate=2026-12-21", "/flights/DXB-LON/2026-12-21?search=" + id,
		"/checkout/flights/" + cards[0].TripID + "?from=DXB&to=LHR&fromDate=2026-12-21", "/checkout/flights/" + cards[0].TripID,
		"/hotels?city=LIS&checkIn=2026-12-11&checkOut=2026-12-14", "/hotels/LIS?checkIn=2026-12-11&checkOut=2026-12-14",
		"/hotel/392296616?checkIn=2026-12-11&checkOut=2026-12-14", "/checkout/hotel?hotelId=1&rateId=a:b&searchId=a",
	} {
		for _, name := range []string{"from", "to", "fromDate", "toDate", "cabin", "adults", "siteCode", "currency", "locale", "search", "sort", "stops", "page",
			"fare", "branded_fare", "fromCity", "city", "checkIn", "checkOut", "room", "rooms", "childrenAges", "rateId", "searchId", "guests", "countryCode", "hotelId"} {
			for n, value := range []string{payload, `0;url=javascript:alert(1)`, "javascript:alert(1)", payload[:30]} {
				if testing.Short() && n > 0 {
					continue // one goroutine asks: a race would show with any text
				}
				got := w.fetch(http.MethodGet, with(t, path, name, value))
				if strings.Contains(got.body, "<script") || strings.Contains(got.body, "<img src=x") || strings.Contains(got.header.Get("Location"), "<") {
					t.Errorf("%s: the text got out", got.path)
				}
			}
		}
	}
	for _, path := range []string{"/flights/%22%3E%3Cscript%3E-LON/2026-12-21", "/flights/DXB-LON/%3Cscript%3E", "/checkout/flights/%3Cscript%3E:x", "/hotels/%3Cscript%3E", "/hotel/%3Cscript%3E", "/%3Cscript%3E"} {
		if got := w.open(path); strings.Contains(got.body, "<script") {
			t.Errorf("%s: the text got out", got.path)
		}
	}
}

func TestALongestLinkOfTheAPIIsRead(t *testing.T) {
	w := newWeb(t)
	long := strings.Repeat("=", 256)
	var options []string
	for _, c := range "abcdefgh" {
		options = append(options, strings.Repeat(string(c), 256))
	}
	got := w.open(with(t, "/checkout/flights/a:"+long[2:], "fare", long, "branded_fare", strings.Join(options, ","), "locale", strings.Repeat("字", 35),
		"from", "DXB", "to", "LON", "fromDate", "2026-12-21"))
	if got.status != http.StatusNotFound {
		t.Errorf("status %d", got.status)
	}
	got.says(t, "This checkout link is not known here", "Search again")
}
