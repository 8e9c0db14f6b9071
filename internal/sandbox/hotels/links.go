package hotels

import (
	"net/url"
	"strconv"
	"strings"

	"travel.example/travel/internal/sandbox/hotels/tariff"
)

// SearchLink is a search that runs again each time its page is opened.
type SearchLink struct {
	City              string // city code
	CheckIn, CheckOut string // YYYY-MM-DD
	Adults            int    // at least one for each room
	Ages              []int  // of the children
	Rooms             int
	Currency          string // empty to name none
	Locale, Site      string
}

// URL is the address of the search page. Guests are spread evenly over the
// rooms, earlier rooms first; each room is its adults and the ages of its
// children, with colons between.
func (l SearchLink) URL(siteURL string) string {
	query := url.Values{"checkIn": {l.CheckIn}, "checkOut": {l.CheckOut}, "locale": {l.Locale}, "siteCode": {l.Site}}
	if l.Currency != "" {
		query.Set("currency", l.Currency)
	}
	for _, party := range tariff.Spread(l.Adults, l.Ages, l.Rooms) {
		var room strings.Builder
		room.WriteString(strconv.Itoa(party.Adults))
		for _, age := range party.Ages {
			room.WriteString(":" + strconv.Itoa(age))
		}
		query.Add("room", room.String())
	}
	return siteURL + "/hotels/" + url.PathEscape(l.City) + "?" + query.Encode()
}

// CheckoutLink is a rate to be booked. All of it is copied as it is.
type CheckoutLink struct {
	HotelID      int64
	RateID       string
	SearchID     string
	Guests       string // adults, then one age per child, with colons between; or empty
	Country      string // ISO 3166-1 alpha-2, or empty
	Locale, Site string
}

// URL is the address of the checkout.
func (l CheckoutLink) URL(siteURL string) string {
	query := url.Values{
		"hotelId": {strconv.FormatInt(l.HotelID, 10)}, "rateId": {l.RateID}, "searchId": {l.SearchID},
		"locale": {l.Locale}, "siteCode": {l.Site},
	}
	if l.Guests != "" {
		query.Set("guests", l.Guests)
	}
	if l.Country != "" {
		query.Set("countryCode", l.Country)
	}
	return siteURL + "/checkout/hotel?" + query.Encode()
}
