package hotels

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
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

// stay is a link's stay: where, the days and the guests.
func stay(of desk.Of, q query.Stay, locale string) *desk.Booking {
	b := &desk.Booking{Of: of, Locale: locale}
	b.Between(q.CheckIn, q.CheckOut)
	if q.Adults > 0 {
		b.Travelers = query.Guests(q.Occupancy())
	}
	return b
}

// booked is what the link to a rate is for.
func booked(rate desk.Pick, hotelID string) *desk.Booking {
	asked, row := rate.List.Asked(), rate.Row
	b := stay(desk.OfRate, asked, rate.List.Terms.Locale)
	b.Hotel = cmp.Or(asked.Name, "Hotel "+hotelID)
	b.Need("the hotel's name", asked.Name != "")
	if row.Rate != nil {
		p := row.Rate.Print
		b.City, b.Room, b.Board, b.Refund = row.Rate.City, p.Room, TermWords(p.Board), cmp.Or(PolicyWords(p.Policy), "non-refundable")
		if p.Refundable {
			b.Refund = cmp.Or(PolicyWords(p.Policy), "refundable") + "; the booking page gives the deadline"
		}
		b.Charges = row.Rate.Charges
	}
	covers := "for the stay"
	if row.Rate != nil && row.Rate.PerNight {
		covers = "a night"
	}
	b.Cost(row.Price, covers, rate.List.Made)
	b.Need("city", b.City != "")
	b.Need("room", b.Room != "")
	b.Need("board", b.Board != "")
	b.Need("dates", b.Start != "")
	b.Need("guests", b.Travelers != "")
	b.Need("price", b.Price.Amount != "")
	b.Need("taxes", b.Charges != "")
	b.Need("cancellation terms", b.Refund != "")
	return b
}

// learn reads once the name and the city of a rate's hotel where the list does not say both.
func learn(ctx context.Context, d *desk.Desk, rate *desk.Pick) error {
	asked := rate.List.Asked()
	if rate.Row.Rate == nil || rate.Row.Rate.City != "" && asked.Name != "" || asked.HotelID == 0 || d.Deployment.Plan() != nil {
		return nil
	}
	client, err := d.Client()
	if err != nil {
		return err
	}
	ctx, stop := context.WithTimeout(ctx, desk.ExtraReadWait)
	defer stop()
	answer, err := client.GetHotel(ctx, asked.HotelID, &apiclient.GetHotelParams{Locale: query.Optional(rate.List.Terms.Locale)})
	if err != nil {
		return err
	}
	known := *rate.Row.Rate
	known.City, rate.Row.Rate = words.Stated(answer.Value.Location.CityName), &known
	asked.Name, rate.List.Stay = answer.Value.Name, &asked
	return nil
}

// searched is what the link to a search in a city is for, with the lowest price of its list where that is for the
// same stay.
func searched(list recall.List, asked query.Stay, city places.Place) *desk.Booking {
	b := stay(desk.OfHotels, asked, list.Terms.Locale)
	b.City = city.Code
	if city.Name != "" {
		b.City = city.Name + " (" + city.Code + ")"
	}
	listed := list.Asked()
	asked.SiteCode = listed.SiteCode
	if list.Stay == nil || listed.City != asked.City || !listed.SameStay(asked) {
		return b // its prices are for others
	}
	b.LeftOut = list.Filters()
	b.AtLeast = true
	b.Cost(desk.Cheapest(list.Rows), "a night", list.Made)
	return b
}

// LinkFor is what the link to a search is for that those parameters of getHotelSearchLink ask for.
func LinkFor(q *ask.Values) *desk.Booking {
	return searched(recall.List{}, linkedStay(q), places.Place{Code: q.Text("cityCode")})
}

// SharePage is what the link to a hotel's own page is for.
func SharePage(h Details) *desk.Booking {
	listed := h.Of.List.Asked()
	b := stay(desk.OfHotel, listed, h.Of.List.Terms.Locale)
	b.Hotel, b.City = h.Name, words.Stated(h.Location.CityName)
	if listed.CheckIn != "" {
		b.AtLeast = true
		b.Cost(h.Of.Row.Price, "a night", h.Of.List.Made)
	}
	return b
}
