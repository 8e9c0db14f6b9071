package commands

import (
	"cmp"
	"context"
	"encoding/json"
	"strconv"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/money"
	"travel.example/travel/internal/desk/search"
)

// stayResults follows a read of a hotel search that is gone: it makes the
// search anew where that is wanted, and reads that one. The rows get new
// numbers, since another list is printed; hotels keep their ids.
func (r *renewal) stayResults(ctx context.Context, hotels search.Hotels, read staysRead, gone goneError) error {
	about, err := r.searchStay(ctx, hotels, recall.Hotels, read.about, gone)
	if err != nil {
		return err
	}
	read.about, read.wait, read.renewed = about, true, r
	read.life.wait = cmp.Or(read.life.wait, search.DefaultBudget)
	return r.broken(r.app.followStays(ctx, hotels, read), "travel hotels results "+about.SearchID+" --wait 45s")
}

// ratesSearch makes the search of a hotel's rates anew, where that is wanted.
func (r *renewal) ratesSearch(ctx context.Context, hotels search.Hotels, old recall.Context, gone error) (recall.Context, error) {
	return r.searchStay(ctx, hotels, recall.Rates, old, gone)
}

// searchStay makes a hotel search anew, where that is wanted, or takes one that
// was made already for the same.
func (r *renewal) searchStay(ctx context.Context, hotels search.Hotels, kind recall.Kind, old recall.Context, gone error) (recall.Context, error) {
	if err := r.again(ctx, old, gone); err != nil {
		return old, err
	}
	r.began(old)
	if about, ok := r.stayAlready(kind, old); ok {
		r.facts.ToSearchID = about.SearchID
		return about, nil
	}
	r.announce()
	created, err := hotels.Create(ctx, hotelRequest(old))
	if err != nil {
		return old, err
	}
	r.app.emitCreated(created.SearchID, created.SiteCode, string(created.SiteCodeSource), created.At)
	r.kept(old, created.SearchID, created.At)
	return anew(old, created.SearchID, created.At), nil
}

// stayAlready is a living search for the same stay: one that a fault kept from
// being read, or that another command made.
func (r *renewal) stayAlready(kind recall.Kind, old recall.Context) (recall.Context, bool) {
	now := r.app.env.Now()
	if old.RenewedTo != "" && now.Sub(old.RenewedAt) < hotelSearchLasts {
		return anew(old, old.RenewedTo, old.RenewedAt), true
	}
	lists, err := r.app.lists()
	if err != nil {
		return recall.Context{}, false
	}
	last, found, err := lists.Latest(kind)
	c := last.Context
	same := err == nil && found && c.SearchID != old.SearchID && c.HotelID == old.HotelID && c.Place == old.Place && c.Radius == old.Radius &&
		sameStay(c, old) && now.Sub(c.Created) < hotelSearchLasts
	return anew(old, c.SearchID, c.Created), same
}

// hotelRequest is the request that a search was made with.
func hotelRequest(c recall.Context) apiclient.HotelSearchRequest {
	r := apiclient.HotelSearchRequest{
		CheckIn: c.CheckIn, CheckOut: c.CheckOut, Adults: optional(c.Adults), Rooms: optional(c.Rooms),
		Currency: optional(c.Currency), Locale: optional(c.Locale), SiteCode: optional(c.SiteCode),
	}
	if n := len(c.ChildrenAges); n > 0 {
		r.Children, r.ChildrenAges = new(n), c.ChildrenAges
	}
	where := hotelPlace{hotelID: c.HotelID, cityCode: c.Place}
	if lat, lng, point := strings.Cut(c.Place, ","); point && c.HotelID == 0 {
		where = hotelPlace{lat: lat, lng: lng}
		if c.Radius != "" {
			r.Radius = new(json.Number(c.Radius))
		}
	}
	where.into(&r)
	return r
}

// compareStays says what has become of the hotels that were listed before.
func (r *renewal) compareStays(s search.HotelSnapshot) {
	now := map[string]money.Money{}
	for _, card := range s.Results.Results {
		now[strconv.FormatInt(card.HotelID, 10)] = money.Money{Amount: card.Price.AmountPerNight.String(), Currency: card.Price.Currency}
	}
	r.compareList(recall.Hotels, "hotel", func(row recall.Row) (was, is money.Money, found bool) {
		is, found = now[row.ID]
		return money.Money{Amount: row.Facts["night"], Currency: row.Facts["currency"]}, is, found
	})
}

// compareRates says what has become of the rates that were listed before.
func (r *renewal) compareRates(rates *apiclient.HotelRates) {
	all := rateCandidates(rates)
	r.compareList(recall.Rates, "rate", func(row recall.Row) (was, is money.Money, found bool) {
		want, _ := search.Kept[search.RatePrint](row.Facts[printFact])
		at := search.Find(want, search.Price(rowMoney(row)), all)
		if at < 0 {
			return rowMoney(row), money.Money{}, false
		}
		return rowMoney(row), money.Money(all[at].Price), true
	})
}

func rateCandidates(rates *apiclient.HotelRates) []search.Candidate[search.RatePrint] {
	var all []search.Candidate[search.RatePrint]
	for _, rate := range rates.Rates {
		if apiclient.ValidRateID(rate.ID) {
			all = append(all, search.Candidate[search.RatePrint]{ID: rate.ID, Print: search.PrintRate(rate), Price: search.Price(rateMoney(rate))})
		}
	}
	return all
}
