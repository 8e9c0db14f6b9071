package site_test

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox"
	"travel.example/travel/internal/sandbox/flights"
	"travel.example/travel/internal/sandbox/hotels"
	"travel.example/travel/internal/sandbox/wire"
	"travel.example/travel/internal/testkit/chromium"
)

const (
	origin = sandbox.BuiltinURL
	family = `{"from":"DXB","to":"LON","fromDate":"2026-12-21","toDate":"2027-01-04","adults":2,"children":1,"siteCode":"AE"}`
	stay   = `"checkIn":"2026-12-11","checkOut":"2026-12-14"}`
)

// web is a sandbox with a clock that a test sets, at the end of both funnels: a platform fare in EUR that is sold
// leg by leg, and a rate.
type web struct {
	*testing.T
	*sandbox.Server
	passed    atomic.Int64    // nanoseconds since the start of the test
	links     map[string]bool // addresses on the site in the API's answers
	search    string
	trip      wire.TripDefault
	fare      wire.Fare
	out, back wire.FareOption // the first option of each leg
	hotel     wire.HotelCard
	rate      wire.Rate
}

func newWeb(t *testing.T) *web {
	t.Helper()
	w := &web{T: t, links: map[string]bool{}}
	var err error
	if w.Server, err = sandbox.New(sandbox.Options{Now: func() time.Time {
		return time.Date(2026, 11, 21, 8, 30, 0, 0, time.UTC).Add(time.Duration(w.passed.Load()))
	}}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close() })
	w.findFare()
	var made wire.HotelSearchCreated
	w.post("/v1/hotels/searches", `{"cityCode":"LIS",`+stay, &made)
	w.passed.Add(int64(15 * time.Second))
	var found wire.HotelResults
	w.get("/v1/hotels/searches/"+made.SearchID+"/results", &found)
	w.hotel = found.Results[0]
	w.post("/v1/hotels/searches", fmt.Sprintf(`{"hotelId":%d,`, w.hotel.HotelID)+stay, &made)
	w.passed.Add(int64(15 * time.Second))
	var rates wire.HotelRates
	w.get(fmt.Sprintf("/v1/hotels/%d/rates?searchId=%s", w.hotel.HotelID, made.SearchID), &rates)
	w.rate = rates.Rates[0]
	return w
}

func (w *web) findFare() {
	w.Helper()
	var made wire.FlightSearchCreated
	w.post("/v1/flights/searches", family, &made)
	w.search = made.SearchID
	w.passed.Add(int64(10 * time.Second))
	var found wire.FlightResults
	w.get("/v1/flights/searches/"+made.SearchID+"/results?booking-types=platform&pageSize=50&currency=EUR", &found)
	for _, card := range found.Results {
		w.get("/v1/flights/trips/"+card.TripID+"?searchId="+made.SearchID+"&currency=EUR", &w.trip)
		w.fare = w.trip.Fares[slices.IndexFunc(w.trip.Fares, func(f wire.Fare) bool { return f.Kind == wire.FareKindPlatform })]
		var read wire.FareOptions
		w.get("/v1/flights/fares/"+w.fare.FareID+"/options?currency=EUR", &read)
		leg := func(leg float64) int {
			return slices.IndexFunc(read.Options, func(f wire.FareOption) bool {
				return f.LegID != nil && *f.LegID == leg && f.Price.Covers != nil && *f.Price.Covers == wire.FareCoverageLeg
			})
		}
		if out, back := leg(1), leg(2); out >= 0 && back >= 0 {
			w.out, w.back = read.Options[out], read.Options[back]
			return
		}
	}
	w.Fatal("no fare of this search has options that cover a leg")
}

func (w *web) get(target string, v any)        { w.call(http.MethodGet, target, "", v) }
func (w *web) post(target, body string, v any) { w.call(http.MethodPost, target, body, v) }

var (
	linked = regexp.MustCompile(`"` + regexp.QuoteMeta(origin) + `/[^"]*"`)
	tag    = regexp.MustCompile(`<style>[^<]*</style>|<[^>]*>`)
)

// call calls the API as a signed-in client, decodes the answer into v, and records every address on the site in
// it.
func (w *web) call(method, target, body string, v any) {
	w.Helper()
	token, _, err := w.SampleToken()
	if err != nil {
		w.Fatal(err)
	}
	rec := w.send(method, target, body, "Bearer "+token)
	if err := json.Unmarshal(rec.Body.Bytes(), v); err != nil || rec.Code >= 300 {
		w.Fatalf("%s %s: status %d, %v: %s", method, target, rec.Code, err, rec.Body)
	}
	for _, found := range linked.FindAllString(rec.Body.String(), -1) {
		var address string
		if err := json.Unmarshal([]byte(found), &address); err != nil {
			w.Fatal(err)
		}
		w.links[strings.TrimPrefix(address, origin)] = true
	}
}

func (w *web) send(method, path, body, authorization string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, origin+path, strings.NewReader(body))
	r.Header.Set("Authorization", authorization)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "text/html,*/*;q=0.8")
	rec := httptest.NewRecorder()
	w.Handler().ServeHTTP(rec, r)
	return rec
}

// says opens a page, fails unless it has each of the texts and everything that every page has, and returns its
// text.
func (w *web) says(path string, status int, texts ...string) string {
	w.Helper()
	rec := w.send(http.MethodGet, path, "", "")
	body := rec.Body.String()
	policy := rec.Header().Get("Content-Security-Policy")
	if rec.Code != status || !strings.HasPrefix(policy, "default-src 'none'; img-src data:; style-src 'sha256-") {
		w.Errorf("%s: status %d, want %d; policy %s", path, rec.Code, status, policy)
	}
	for _, banned := range []string{"<script", " style=", " onclick", "http-equiv", "https:", "<form"} {
		if strings.Contains(body, banned) {
			w.Errorf("%s holds %q", path, banned)
		}
	}
	all := strings.Join(strings.Fields(html.UnescapeString(tag.ReplaceAllString(body, " "))), " ")
	for _, text := range append(texts, "Nothing can be booked or paid here.") {
		if !strings.Contains(all, text) {
			w.Errorf("%s does not say %q:\n%s", path, text, all)
		}
	}
	return all
}

// checkout requests the booking link for some options from the API.
func (w *web) checkout(more string, options ...string) string {
	w.Helper()
	var link wire.BookingLink
	w.get("/v1/flights/fares/"+w.fare.FareID+"/booking-link?tripId="+w.trip.TripID+"&fareOptionId="+strings.Join(options, ",")+
		"&from=DXB&to=LON&fromDate=2026-12-21&toDate=2027-01-04&adults=2&children=1&siteCode=AE"+more, &link)
	return strings.TrimPrefix(link.BookingURL, origin)
}

// hotelCheckout requests the booking link for the rate from the API.
func (w *web) hotelCheckout(more string) string {
	w.Helper()
	var link wire.BookingLink
	w.get(fmt.Sprintf("/v1/hotels/%d/rates/%s/booking-link?%s", w.hotel.HotelID, w.rate.ID, more), &link)
	return strings.TrimPrefix(link.BookingURL, origin)
}

func euros(amount float64) string {
	text := fmt.Sprintf("%.2f", amount)
	if i := len(text) - 6; i > 0 {
		text = text[:i] + "," + text[i:]
	}
	return "EUR " + text
}

// TestEveryLinkOfTheAPIIsAnswered goes through both funnels and follows every address on the site in the answers:
// pages, logos and pictures.
func TestEveryLinkOfTheAPIIsAnswered(t *testing.T) {
	w := newWeb(t)
	w.checkout("&currency=EUR", w.out.FareOptionID, w.back.FareOptionID)
	w.hotelCheckout("")
	var rest json.RawMessage
	w.get("/v1/flights/trips/"+w.trip.TripID+"?view=detail&searchId="+w.search, &rest)
	w.get("/v1/flights/search-link?from=DXB&to=LON&fromDate=2026-12-21", &rest)
	w.get(fmt.Sprintf("/v1/hotels/%d", w.hotel.HotelID), &rest)
	w.get("/v1/hotels/search-link?cityCode=LIS&checkIn=2026-12-11&checkOut=2026-12-14", &rest)
	kinds := map[string]bool{}
	for path := range w.links {
		kinds[strings.Join(strings.Split(path, "/")[:3], "/")] = true
		if !strings.HasSuffix(path, ".svg") {
			w.says(path, http.StatusOK)
			continue
		}
		rec := w.send(http.MethodGet, path, "", "")
		if rec.Code != http.StatusOK || rec.Header().Get("Content-Type") != "image/svg+xml" || !strings.HasPrefix(rec.Body.String(), "<svg ") {
			t.Errorf("%s: status %d, %s", path, rec.Code, rec.Header().Get("Content-Type"))
		}
	}
	for _, kind := range []string{"/checkout/flights", "/logos/airlines", "/logos/providers", "/flights/DXB-LON", "/images/hotels"} {
		if !kinds[kind] {
			t.Errorf("no answer led to %s, but to %v", kind, kinds)
		}
	}
}

func TestABookingLinkShowsTheTripTheOptionsAndThePrice(t *testing.T) {
	w := newWeb(t)
	whole := w.checkout("&currency=EUR", w.back.FareOptionID, w.out.FareOptionID)
	sum := euros(w.out.Price.Total + w.back.Price.Total)
	texts := []string{
		"Mon 21 Dec 2026", "Mon 4 Jan 2027", "2 adults, 1 child", "Economy", "works until 08:36 UTC on Sat 21 Nov 2026",
		w.out.Name + ", " + euros(w.out.Price.Total), w.back.Name, sum, "nothing is booked and nothing is paid",
	}
	for _, leg := range []wire.Leg{w.trip.Outbound, *w.trip.Return} {
		for _, s := range leg.Segments {
			texts = append(texts, s.DepartsAt[11:16], s.MarketingCarrier.Name+" "+s.MarketingCarrier.Code+" "+s.FlightNumber, s.From+" "+*s.FromName)
		}
	}
	if said := w.says(whole, 200, texts...); strings.Contains(said, "Check this") {
		t.Errorf("a whole choice is warned of:\n%s", said)
	}
	w.says(w.checkout("&currency=EUR", w.back.FareOptionID), 200, "This price is for one way of the trip only.", euros(w.back.Price.Total))
	w.says(w.checkout("", w.out.FareOptionID, w.back.FareOptionID), 200, "USD ")
	w.says(strings.Replace(whole, "adults=2", "adults=1", 1), 200, "The link names a different search", sum)
	w.says(strings.TrimPrefix(w.fare.HandoffURL, origin), 200, "Your fare", euros(w.fare.Price.Total))
}

func TestACheckoutOfARateShowsTheStayAndThePrice(t *testing.T) {
	w := newWeb(t)
	path := w.hotelCheckout("guests=1&countryCode=PT")
	w.says(path, 200, w.hotel.Name, "Fri 11 Dec 2026", "Mon 14 Dec 2026", "2 adults", w.rate.RoomName, "Portugal", "The link is for other guests.", "nothing is booked")
	w.says(fmt.Sprintf("/hotel/%d", w.hotel.HotelID), 200, w.hotel.Name, "Lisbon", "Amenities")
	w.passed.Add(int64(hotels.Lifetime))
	w.says(path, http.StatusGone, "This checkout has expired", "Nothing was booked.", "About "+w.hotel.Name)
}

func TestALinkThatLeadsNowhereSaysSo(t *testing.T) {
	w := newWeb(t)
	path := w.checkout("&currency=EUR", w.out.FareOptionID)
	for link, want := range map[string]struct {
		status int
		says   string
	}{
		"/checkout/flights/a:b":                                     {404, "This checkout link is not known here"},
		"/checkout/flights/" + w.search + ":none":                   {404, "This offer is not on sale"},
		"/checkout/flights/" + w.trip.TripID + "?fare=none":         {404, "This offer is not on sale"},
		"/checkout/flights/nocolon":                                 {400, "Parameter tripId has"},
		strings.Replace(path, "branded_fare=", "branded_fare=x", 1): {200, "an option that this fare does not have"},
		"/flights/DXB-LON/2026-12-21/2026-12-20":                    {400, "The return on 2026-12-20 is before the departure"},
		"/hotels/QQQ":                                               {404, "There is no such city"},
		"/hotels/LIS?room=0":                                        {400, `A room has "0"`},
		"/hotel/7":                                                  {404, "There is no such hotel"},
		"/hotel/x":                                                  {404, "There is no such hotel"},
		"/checkout/hotel?hotelId=x":                                 {400, `Parameter hotelId has "x"`},
		"/nothing":                                                  {404, "There is no such page"},
		"/":                                                         {200, "travel flights search Dubai London"},
		"/logos/airlines/a%3Cb%3E.svg":                              {404, "There is no such picture"},
		"/images/hotels/1/kitchen--1.svg":                           {404, "There is no such picture"},
		"/flights/DXB-LON/2026-12-21?cabin=" + "%3Cb%3E" + "&a=%zz": {400, "not encoded correctly"},
	} {
		w.says(link, want.status, want.says)
	}
	if rec := w.send(http.MethodPost, "/", "", ""); rec.Code != http.StatusMethodNotAllowed || rec.Header().Get("Allow") != "GET, HEAD" {
		t.Errorf("POST: status %d, Allow %s", rec.Code, rec.Header().Get("Allow"))
	}
	w.passed.Add(int64(flights.Lifetime))
	w.says(path, http.StatusGone, "This checkout has expired", "Nothing was booked.", "See the search")
}

// TestPagesFitAPhone checks all pages, including those of the sign-in, in both color schemes and from the
// smallest width up: nothing overflows, the content security policy, which only a browser enforces, allows the
// style, and buttons are large enough.
func TestPagesFitAPhone(t *testing.T) {
	w := newWeb(t)
	signIn := "/authorize?client_id=travel-cli&response_type=code&code_challenge=" + strings.Repeat("A", 43) +
		"&code_challenge_method=S256&redirect_uri=http://127.0.0.1:1/&scope=openid+profile+email+address+users"
	web := httptest.NewServer(w.Handler())
	t.Cleanup(web.Close)
	ctx := chromium.Start(t)
	const measure = `[document.documentElement.scrollWidth - innerWidth,
		[...document.querySelectorAll("label.card,button,input[type=text]")].every(e => e.getBoundingClientRect().height >= 44),
		getComputedStyle(document.querySelector("main")).backgroundColor]`
	for scheme, color := range map[string]string{"light": "rgb(255, 255, 255)", "dark": "rgb(24, 33, 42)"} {
		for _, width := range []int64{320, 1200} {
			for _, path := range []string{
				w.checkout("&currency=EUR", w.out.FareOptionID), w.hotelCheckout(""), fmt.Sprintf("/hotel/%d", w.hotel.HotelID),
				"/flights/DXB-LON/2026-12-21", "/hotels/LIS", "/nothing",
				signIn, "/authorize?client_id=" + strings.Repeat("W", 90), "/device?user_code=nonsense",
			} {
				err := chromedp.Do(ctx, chromedp.EmulateViewport(width, 800), chromium.Prefer("prefers-color-scheme", scheme), chromedp.Navigate(web.URL+path))
				if err != nil {
					t.Fatal(err)
				}
				got, err := chromedp.Run(ctx, chromedp.Evaluate[[]any](measure))
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff([]any{0.0, true, color}, got); diff != "" {
					t.Errorf("%s at %d, %s (-want +got):\n%s", scheme, width, path, diff)
				}
			}
		}
	}
}
