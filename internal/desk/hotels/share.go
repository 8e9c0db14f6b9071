package hotels

import (
	"context"
	"slices"
	"strconv"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/words"
)

// around puts the link to the search of the city beside that of a rate, with its days and guests: the
// contract links a city alone, so the city is that of the list which has the hotel. What it returns is
// to be warned of.
func around(ctx context.Context, d *desk.Desk, client *apiclient.Client, rate desk.Pick, link *desk.Link) []string {
	asked := rate.List.Asked()
	list, found, err := d.Latest(recall.Hotels)
	id := strconv.FormatInt(asked.HotelID, 10)
	if err != nil || !found || !slices.ContainsFunc(list.Rows, func(row recall.Row) bool { return row.ID == id }) {
		return nil
	}
	city := list.Asked().City
	if city == "" || !asked.Whole() {
		return nil
	}
	request := apiclient.GetHotelSearchLinkParams{
		CityCode: city, CheckIn: asked.CheckIn, CheckOut: asked.CheckOut, Adults: query.Optional(asked.Adults), Rooms: query.Optional(asked.Rooms),
		Currency: query.Optional(rate.List.Terms.Currency), Locale: query.Optional(rate.List.Terms.Locale), SiteCode: query.Optional(rate.List.Terms.SiteCode),
		Children: query.Optional(len(asked.ChildrenAges)), ChildrenAges: query.Optional(asked.Ages()),
	}
	made, err := client.GetHotelSearchLink(ctx, &request)
	if err != nil {
		return []string{"there is no link to the search beside it: " + err.Error()}
	}
	link.Search = made.Value.SearchURL
	return nil
}

// stayWords are a stay in words for someone who has not seen it: "Fri 11 Dec to Mon 14 Dec 2026 (3
// nights), 2 adults, 1 room".
func stayWords(q query.Stay) string {
	nights := int(words.Day(q.CheckOut).Sub(words.Day(q.CheckIn)) / (24 * time.Hour))
	text := desk.DaysText(q.CheckIn, q.CheckOut) + " (" + words.Counted(nights, "night") + ")"
	if q.Adults > 0 {
		text += ", " + query.Guests(q.Occupancy())
	}
	return text
}

// shareRate is what is sent of a rate.
func shareRate(rate desk.Pick) desk.Share {
	asked := rate.List.Asked()
	if asked.CheckIn == "" {
		return desk.Share{}
	}
	name := asked.Name
	if name == "" {
		name = "Hotel " + strconv.FormatInt(asked.HotelID, 10)
	}
	share := desk.Share{What: []string{name + ", " + stayWords(asked)}}
	if rate.Row.Price.Amount == "" {
		return share
	}
	covers := " for the stay"
	if rate.Row.Rate != nil && rate.Row.Rate.PerNight {
		covers = " a night"
	}
	share.Price = rate.Row.Label + ": " + desk.PriceText(rate.Row.Price, rate.List.Terms.Locale) + covers
	share.Seen = rate.List.Made
	return share
}

// shareList is what is sent of a search in a city, with the prices of its list where that is for the
// same stay.
func shareList(list recall.List, asked query.Stay, city places.Place) desk.Share {
	name := city.Code
	if city.Name != "" {
		name = city.Name + " (" + city.Code + ")"
	}
	share := desk.Share{What: []string{"Hotels in " + name + ", " + stayWords(asked)}}
	listed := list.Asked()
	asked.SiteCode = listed.SiteCode
	if list.Stay == nil || listed.City != asked.City || !listed.SameStay(asked) {
		return share // its prices are for others
	}
	if price := desk.Cheapest(list.Rows); price.Amount != "" {
		share.Price, share.Seen = "From "+desk.PriceText(price, list.Terms.Locale)+" a night", list.Made
	}
	return share
}

// SharePage is what is sent of a hotel's own page.
func SharePage(h Details) desk.Share {
	share := desk.Share{What: []string{h.Name}}
	if city := words.Stated(h.Location.CityName); city != "" {
		share.What[0] += ", " + city
	}
	listed := h.Of
	if listed.Row.Price.Amount == "" || listed.List.Asked().CheckIn == "" {
		return share
	}
	share.What = append(share.What, stayWords(listed.List.Asked()))
	share.Price = "From " + desk.PriceText(listed.Row.Price, listed.List.Terms.Locale) + " a night"
	share.Seen = listed.List.Made
	return share
}
