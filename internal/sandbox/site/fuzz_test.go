package site_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// FuzzPages: whatever an address says, there is an answer that is a page, a
// picture or a redirect, which keeps every rule, and never a failure of ours.
func FuzzPages(f *testing.F) {
	w := newWeb(f)
	id, cards := w.trips(`{"from":"LIS","to":"FNC","fromDate":"2026-12-21"}`, "")
	hotel, _ := w.house()
	search, rate := w.rate(hotel)
	f.Add("/flights/DXB-LON/2026-12-21", "adults=1&search="+id+"&sort=price_asc&page=2")
	f.Add("/flights", "from=dxb&to=lon&fromDate=2026-12-21&toDate=")
	f.Add("/checkout/flights/"+cards[0].TripID, "fare=x&branded_fare=a,b&from=LIS&to=FNC&fromDate=2026-12-21")
	f.Add("/hotels/LIS", stay+"&room=2:4&stars=9&free=2")
	f.Add("/hotel/392296616", "checkIn=2026-12-11")
	f.Add("/checkout/hotel", "hotelId=1&rateId="+rate.ID+"&searchId="+search+"&guests=0:0")
	f.Add("/logos/airlines/%00.svg", "")
	f.Add("/images/hotels/1/room-.svg", "x")
	f.Fuzz(func(t *testing.T, path, query string) {
		u := url.URL{Path: "/" + strings.TrimLeft(path, "/"), RawQuery: query}
		ours := slices.ContainsFunc([]string{"/flights", "/checkout/", "/hotel", "/logos/", "/images/"}, func(prefix string) bool {
			return strings.HasPrefix(u.Path, prefix)
		})
		if !ours || strings.ContainsFunc(query, func(r rune) bool { return r <= ' ' || r > '~' }) {
			return // of another handler, or not a query that a request line can hold
		}
		w.t = t
		got := w.fetch(http.MethodGet, u.String())
		if got.status >= http.StatusInternalServerError {
			t.Errorf("%s: status %d: %s", u.String(), got.status, got.body)
		}
	})
}
