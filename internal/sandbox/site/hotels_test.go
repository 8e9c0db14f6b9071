package site_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/hotels"
	"travel.example/travel/internal/sandbox/wire"
)

const stay = "checkIn=2026-12-11&checkOut=2026-12-14"

func TestWhoeverOpensAHotelSearchLinkRunsAFreshSearch(t *testing.T) {
	w := newWeb(t)
	var link wire.SearchLink
	w.api(http.MethodGet, "/v1/hotels/search-link?cityCode=LIS&"+stay+"&adults=3&children=2&childrenAges=4,9&rooms=2&currency=EUR&locale=pt-PT&siteCode=PT", "", &link)
	path := w.local(link.SearchURL)
	first := w.open(path)
	first.says(t, "Hotels in Lisboa", "Fri 11 Dec 2026 to Mon 14 Dec 2026 3 nights 3 adults, children of 4 and 9 2 rooms market PT", "Sellers are still answering.")
	w.advance(time.Second)
	if second := w.open(path); second.reload() == first.reload() {
		t.Error("two visits read one search")
	}
	page := w.settled(path)
	page.says(t, "Every seller has answered.", "Prices are in EUR.", "EUR ")
	if n := len(page.all("house")); n != 20 {
		t.Errorf("%d hotels on the page", n)
	}
	w.advance(hotels.Lifetime)
	if again := w.open(first.reload()); again.status != http.StatusOK || again.reload() == first.reload() {
		t.Errorf("after the end of the search: status %d, reloads to %s", again.status, again.reload())
	}
}

func TestAHotelSearchPageShowsWhatTheAPIAnswers(t *testing.T) {
	w := newWeb(t)
	var made wire.HotelSearchCreated
	w.api(http.MethodPost, "/v1/hotels/searches", `{"cityCode":"LIS","checkIn":"2026-12-11","checkOut":"2026-12-14"}`, &made)
	w.advance(15 * time.Second)
	for filter, query := range map[string]string{
		"":                   "",
		"&sort=price_asc":    "&sort=price_asc",
		"&sort=star_desc":    "&sort=star_desc",
		"&stars=4":           "&min-star=4",
		"&free=1":            "&refundable=true",
		"&breakfast=1":       "&rate-types=breakfast_included",
		"&page=2":            "&page=2",
		"&sort=distance_asc": "&sort=distance_asc",
	} {
		var results wire.HotelResults
		w.api(http.MethodGet, "/v1/hotels/searches/"+made.SearchID+"/results?pageSize=20&currency=EUR"+query, "", &results)
		page := w.open("/hotels/LIS?" + stay + "&currency=EUR&search=" + made.SearchID + filter)
		var want, got []string
		for _, card := range results.Results {
			want = append(want, card.Name+" "+euros(card.Price.AmountPerNight))
		}
		prices := page.all("price")
		for i, card := range page.all("house") {
			name, _, _ := strings.Cut(card, " ★")
			for _, card := range results.Results {
				if strings.HasPrefix(name, card.Name) {
					name = card.Name
					break
				}
			}
			got = append(got, name+" "+prices[i])
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-API +page):\n%s", filter, diff)
		}
	}
	page := w.open("/hotels/LIS?" + stay + "&currency=EUR&search=" + made.SearchID)
	page.says(t, "Free cancellation was seen.", "to the centre", "city tax a night, paid at the hotel", "for the stay")
}

// house finds a hotel and its page as the API gives it.
func (w *web) house() (id wire.HotelID, path string) {
	w.t.Helper()
	var made wire.HotelSearchCreated
	w.api(http.MethodPost, "/v1/hotels/searches", `{"cityCode":"LIS","checkIn":"2026-12-11","checkOut":"2026-12-14"}`, &made)
	w.advance(15 * time.Second)
	var results wire.HotelResults
	w.api(http.MethodGet, "/v1/hotels/searches/"+made.SearchID+"/results?pageSize=1", "", &results)
	return results.Results[0].HotelID, w.local(results.Results[0].PageURL)
}

// neighbour is another hotel of the same city.
func (w *web) neighbour(of wire.HotelID) wire.HotelID {
	w.t.Helper()
	var made wire.HotelSearchCreated
	w.api(http.MethodPost, "/v1/hotels/searches", `{"cityCode":"LIS","checkIn":"2026-12-11","checkOut":"2026-12-14"}`, &made)
	w.advance(15 * time.Second)
	var results wire.HotelResults
	w.api(http.MethodGet, "/v1/hotels/searches/"+made.SearchID+"/results?pageSize=2", "", &results)
	for _, card := range results.Results {
		if card.HotelID != of {
			return card.HotelID
		}
	}
	w.t.Fatal("the city has one hotel alone")
	return 0
}

func TestAHotelPageLastsAndAsksForDays(t *testing.T) {
	w := newWeb(t)
	id, path := w.house()
	var hotel wire.Hotel
	w.api(http.MethodGet, "/v1/hotels/"+itoa(int(id)), "", &hotel)
	w.advance(24 * 60 * time.Hour)
	page := w.open(path)
	page.says(t, hotel.Name, *hotel.Location.DistrictName+", Lisbon, Portugal", *hotel.Description, "When would you stay?", hotel.Amenities[0], "What there is")
	if page.reload() != "" || len(page.all("price")) != 0 || strings.Contains(page.body, "search=") {
		t.Error("a page without days searches")
	}
	page = w.settled(path + "?checkIn=2027-03-11&checkOut=2027-03-14&adults=2&childrenAges=&rooms=1&currency=EUR&locale=pt-PT&siteCode=PT")
	page.says(t, "Lisboa", "Thu 11 Mar 2027 to Sun 14 Mar 2027, 3 nights, 2 adults, 1 room. Prices are in EUR.", "Other hotels in the city", "Take it")
}

func TestAHotelPageShowsTheRatesThatTheAPIAnswers(t *testing.T) {
	w := newWeb(t)
	id, path := w.house()
	page := w.settled(path + "?" + stay + "&adults=2&rooms=1&currency=EUR")
	_, searchID, _ := strings.Cut(page.link(t, "/checkout/hotel?", "rateId="), "searchId=")
	searchID, _, _ = strings.Cut(searchID, "&")
	var rates wire.HotelRates
	w.api(http.MethodGet, "/v1/hotels/"+itoa(int(id))+"/rates?currency=EUR&searchId="+searchID, "", &rates)
	var want []string
	for _, rate := range rates.Rates {
		want = append(want, euros(rate.Price.AmountPerNight))
		page.says(t, rate.RoomName)
	}
	if diff := cmp.Diff(want, page.all("price")); diff != "" {
		t.Errorf("(-API +page):\n%s", diff)
	}
}

// rate is a rate of a stay and the search it is of.
func (w *web) rate(hotelID wire.HotelID) (string, wire.Rate) {
	w.t.Helper()
	var made wire.HotelSearchCreated
	w.api(http.MethodPost, "/v1/hotels/searches", `{"hotelId":`+itoa(int(hotelID))+`,"checkIn":"2026-12-11","checkOut":"2026-12-14","adults":2,"children":2,"childrenAges":[4,9]}`, &made)
	w.advance(15 * time.Second)
	var rates wire.HotelRates
	w.api(http.MethodGet, "/v1/hotels/"+itoa(int(hotelID))+"/rates?searchId="+made.SearchID, "", &rates)
	return made.SearchID, rates.Rates[0]
}

func TestARateLinkShowsTheStayAndThePriceAndBooksNothing(t *testing.T) {
	w := newWeb(t)
	id, _ := w.house()
	_, rate := w.rate(id)
	var link wire.BookingLink
	w.api(http.MethodGet, "/v1/hotels/"+itoa(int(id))+"/rates/"+rate.ID+"/booking-link?guests=2:9:4&countryCode=PT&siteCode=PT&locale=en", "", &link)
	page := w.open(w.local(link.BookingURL))
	page.says(t, rate.RoomName, "Fri 11 Dec 2026", "Mon 14 Dec 2026, 3 nights", "2 adults, children of 4 and 9", "1 room", "Portugal",
		"The link names no currency: prices are in USD.", "nothing is booked, nothing is paid", "This page works for about 10 minutes more")
	if want := strings.Replace(euros(*rate.Price.Total), "EUR", "USD", 1); page.byID("total") != want || len(page.all("warn")) != 0 {
		t.Errorf("total %s, want %s; warnings %v", page.byID("total"), want, page.all("warn"))
	}
	other := w.open(with(t, w.local(link.BookingURL), "guests", "1", "currency", "EUR"))
	other.says(t, "The link is for 1 adult, but the price is for 2 adults, children of 4 and 9.", "Prices are in EUR.")
	odd := w.open(with(t, w.local(link.BookingURL), "guests", "99:200"))
	odd.says(t, "The guests on the link make no party that can stay.")
}

func TestAStaleRateLinkSaysSoAndOffersTheHotel(t *testing.T) {
	w := newWeb(t)
	id, path := w.house()
	searchID, rate := w.rate(id)
	checkout := "/checkout/hotel?hotelId=" + itoa(int(id)) + "&rateId=" + rate.ID + "&searchId=" + searchID + "&locale=en&siteCode=US"
	for _, tt := range []struct {
		path   string
		status int
		says   string
	}{
		{checkout, 200, "Your stay"},
		{strings.Replace(checkout, rate.ID, searchID+":none", 1), 404, "This rate is not on sale"},
		{strings.ReplaceAll(checkout, searchID, "abc"), 404, "This checkout link is not known here"},
		{with(t, checkout, "hotelId", itoa(int(w.neighbour(id)))), 404, "This rate is not on sale"},
		{with(t, checkout, "hotelId", "9007199254740991"), 404, "There is no such hotel"},
		{with(t, checkout, "hotelId", "x"), 400, "The hotel is \"x\"; it must be a whole number."},
		{with(t, checkout, "searchId", "other"), 400, "The search is not the one that the rate belongs to."},
		{with(t, checkout, "rateId", ""), 400, "The rate is missing"},
		{"/checkout/hotel", 400, "This checkout link is broken"},
	} {
		page := w.open(tt.path)
		page.says(t, tt.says)
		if page.status != tt.status {
			t.Errorf("%s: status %d, want %d", tt.path, page.status, tt.status)
		}
	}
	w.advance(hotels.Lifetime)
	page := w.open(checkout)
	page.says(t, "This checkout has expired", "Rates are held for 10 minutes", "Nothing was booked.")
	if page.status != http.StatusGone {
		t.Errorf("status %d", page.status)
	}
	w.settled(page.link(t, path, stay)).says(t, "2 adults, children of 4 and 9")
}

func TestAStayThatCannotBeIsToldAndMended(t *testing.T) {
	w := newWeb(t)
	_, hotel := w.house()
	for path, want := range map[string]string{
		"/hotels/LIS": "The days of arrival and leaving are missing.",
		"/hotels/LIS?checkIn=2026-11-20&checkOut=2026-11-22":          "The day of arrival, Fri 20 Nov 2026, is past.",
		"/hotels/LIS?checkIn=2026-12-14&checkOut=2026-12-14":          "Leaving on 2026-12-14 is not after arriving on 2026-12-14.",
		"/hotels/LIS?" + stay + "&room=0":                             `A room is for "0"`,
		"/hotels/LIS?" + stay + "&room=2:18":                          `A room is for "2:18"`,
		"/hotels/LIS?" + stay + "&room=1&room=1&room=1&room=1&room=1": "There are 5 rooms; at most 4 can be had.",
		"/hotels/LIS?" + stay + "&room=9&room=9":                      "There are 18 adults and 0 children; at most 9 and 8 can stay.",
		"/hotels/LIS?" + stay + "&adults=1&rooms=2":                   "There are more rooms (2) than adults (1); each room needs an adult.",
		"/hotels/LIS?" + stay + "&childrenAges=4,x":                   `The age of a child is "x"; it must be from 0 to 17.`,
		"/hotels/QQQ?" + stay:                                         "The address does not name a city with hotels.",
		"/hotels?city=QQQ&" + stay:                                    "The city must be the three-letter code of a city with hotels.",
		hotel + "?checkIn=2026-12-14":                                 "The day of leaving is missing",
		hotel + "?checkIn=2026-11-20&checkOut=2026-11-22":             "is past.",
	} {
		page := w.open(path)
		page.says(t, want)
		if page.status != http.StatusBadRequest {
			t.Errorf("%s: status %d", path, page.status)
		}
	}
	for _, path := range []string{"/hotel/0", "/hotel/x", "/hotel/9007199254740991", "/hotel/01"} {
		if page := w.open(path); page.status != http.StatusNotFound {
			t.Errorf("%s: status %d", path, page.status)
		}
	}
	long := w.settled("/hotels/LIS?checkIn=2026-12-01&checkOut=2027-11-01")
	long.says(t, "No hotels", "Nothing can be booked here for these nights.")
}
