package hotels

import (
	"cmp"
	"context"
	"errors"
	"strconv"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/desk/search"
)

// searchLasts is about how long a hotel search can be read.
const searchLasts = desk.HotelLinkLasts

func goneOf(err error) (desk.GoneError, bool) { return errors.AsType[desk.GoneError](err) }

// again follows a read of a search that is gone: it makes the search again where that is wanted, and
// reads that one. The rows get new numbers, since another list is printed; hotels keep their ids.
func again(ctx context.Context, d *desk.Desk, r reading, renewal *desk.Renewal, gone error) (Found, error) {
	list, err := searchAgain(ctx, d, recall.Hotels, r.list, renewal, gone)
	if err != nil {
		return Found{}, err
	}
	r.list, r.fresh, r.made = list, true, renewal
	r.view.Life.Wait = cmp.Or(r.view.Life.Wait, search.DefaultBudget)
	found, err := follow(ctx, d, r)
	return found, renewal.Broken(err, "travel hotels results "+list.Search.ID+" --wait 45s")
}

// searchAgain makes a search again, where that is wanted, or takes one that was made already for the
// same, of which there is a list of that kind.
func searchAgain(ctx context.Context, d *desk.Desk, kind recall.Kind, old recall.List, renewal *desk.Renewal, gone error) (recall.List, error) {
	if err := renewal.Again(ctx, old, gone); err != nil {
		return old, err
	}
	renewal.Begin(old.Search)
	if list, ok := madeAlready(d, kind, old); ok {
		renewal.Take(list.Search.ID)
		return list, nil
	}
	hotels, err := client(d)
	if err != nil {
		return old, err
	}
	renewal.Announce()
	made, err := hotels.Create(ctx, old.Asked().Request())
	if err != nil {
		return old, err
	}
	report(d, made)
	renewal.Kept(old.Search, made.SearchID, made.At)
	return old.Again(made.SearchID, made.At), nil
}

// madeAlready is a living search for the same stay: one that a fault kept from being read, or that
// another command made.
func madeAlready(d *desk.Desk, kind recall.Kind, old recall.List) (recall.List, bool) {
	if s := old.Search; s.RenewedTo != "" && d.Now().Sub(s.RenewedAt) < searchLasts {
		return old.Again(s.RenewedTo, s.RenewedAt), true
	}
	last, found, err := d.Latest(kind)
	if err != nil || !found {
		return recall.List{}, false
	}
	same := last.Search.ID != old.Search.ID && last.Asked().SamePlace(old.Asked()) && last.Asked().SameStay(old.Asked()) &&
		d.Now().Sub(last.Search.Created) < searchLasts
	return old.Again(last.Search.ID, last.Search.Created), same
}

// compare says what has become of the hotels that were listed before.
func compare(s search.HotelSnapshot, renewal *desk.Renewal) {
	now := map[string]search.Price{}
	for _, card := range s.Results.Results {
		now[strconv.FormatInt(card.HotelID, 10)] = NightPrice(card.Price)
	}
	renewal.CompareList(recall.Hotels, "hotel", func(row recall.Row) (was, is search.Price, found bool) {
		is, found = now[row.ID]
		return row.Price, is, found
	})
}
