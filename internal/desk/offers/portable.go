package offers

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"travel.example/travel/api"
	"travel.example/travel/api/check"
	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/kept"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/store"
	"travel.example/travel/internal/words"
)

// Portable is the format of exported offers.
type Portable struct {
	Version  int         `json:"version"`
	Exported time.Time   `json:"exported"`
	Kept     []kept.Kept `json:"kept"`
}

// Export encodes kept offers as a file.
func Export(all []kept.Kept, now time.Time) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(Portable{Version: store.Version, Exported: now.UTC(), Kept: append([]kept.Kept{}, all...)})
	return text.Bytes(), err
}

// Imported is the result of an import.
type Imported struct {
	Added   []kept.Kept
	Already []kept.Kept       // kept before
	Renamed map[string]string // new names of offers whose names were taken
}

// Import saves the offers of a file, all of them or none. The file may come from anyone: values that no list could hold
// are errors that name the entry, and all addresses are removed. name is the name of the file in errors. An offer whose
// name is taken gets another one.
func Import(ctx context.Context, d *desk.Desk, from io.Reader, name string) (Imported, error) {
	text, err := io.ReadAll(from)
	if err != nil {
		return Imported{}, fmt.Errorf("read %s: %w", name, err)
	}
	all, err := parse(text, name, d.Now())
	if err != nil {
		return Imported{}, err
	}
	have, err := d.KeptList()
	if err != nil {
		return Imported{}, err
	}
	in := Imported{Renamed: map[string]string{}}
	var fresh []kept.Kept
	names := slices.Clone(have.All)
	for _, k := range all {
		if known, already := same(have, k.Offer); already {
			in.Already = append(in.Already, known)
			continue
		}
		if free := freeName(k.Name, names); free != k.Name {
			in.Renamed[k.Name], k.Name = free, free
		}
		names, fresh = append(names, k), append(fresh, k)
	}
	if len(fresh) > 0 {
		if in.Added, err = d.Keeping().Add(ctx, fresh...); err != nil {
			return in, err
		}
	}
	return in, nil
}

// freeName returns the name, followed by a number if it is taken.
func freeName(name string, all []kept.Kept) string {
	taken := func(name string) bool {
		return slices.ContainsFunc(all, func(k kept.Kept) bool { return k.Name == name })
	}
	free := name
	for n := 2; name != "" && taken(free); n++ {
		end := "-" + strconv.Itoa(n)
		free = name[:min(len(name), kept.MaxName-len(end))] + end
	}
	return free
}

// parse parses an exported file.
func parse(text []byte, name string, now time.Time) ([]kept.Kept, error) {
	refused := func(why string) error {
		return problem.Usagef("%s is not taken: %s", name, why).
			Advise("no offer in this file was kept").Do("give a file that is written by", "kept.export")
	}
	decoder := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(text, []byte("\ufeff")))) // some editors add one
	decoder.UseNumber()
	var file struct {
		Version int
		Kept    []any
	}
	err := decoder.Decode(&file)
	if _, end := decoder.Token(); err != nil || !errors.Is(end, io.EOF) || file.Version == 0 {
		return nil, refused("it is not an export of what is kept")
	}
	if file.Version > store.Version {
		return nil, refused("it was written by a newer version of travel")
	}
	var all []kept.Kept
	for i, entry := range file.Kept {
		var k kept.Kept
		plain, err := json.Marshal(withoutAddresses(entry))
		if err == nil {
			err = store.Decode(plain, &k)
		}
		if err == nil {
			err = k.Check()
		}
		if err == nil {
			k, err = foreign(k, now)
		}
		if err != nil {
			return nil, refused(fmt.Sprintf("offer %d of it: %s", i+1, clean.Line(err.Error())))
		}
		if !slices.ContainsFunc(all, func(have kept.Kept) bool { return have.Same(k.Offer) }) {
			all = append(all, k)
		}
	}
	return all, nil
}

// foreign checks an offer from another source: its query must be valid for the API, its times must not be in the
// future, and its amounts must be positive, in the currency of its list. Its links are dropped, and so is a detail that
// does not match the offer.
func foreign(k kept.Kept, now time.Time) (kept.Kept, error) {
	s, row := &k.List.Search, &k.Offer.Row
	for _, t := range []struct {
		member string
		at     *time.Time
	}{
		{"at", &k.At}, {"seenAt", &k.SeenAt}, {"detailAt", &k.DetailAt}, {"list.made", &k.List.Made}, {"list.search.created", &s.Created},
	} {
		// The clock of the other computer may be up to a day ahead. Such a time becomes now, because a search from the
		// future would never expire.
		if t.at.After(now.Add(24 * time.Hour)) {
			return k, fmt.Errorf("%s holds %s, which is in the future", t.member, t.at.UTC().Format(time.RFC3339))
		}
		if t.at.After(now) {
			*t.at = now.UTC()
		}
	}
	if err := checkAsked(k.List); err != nil {
		return k, err
	}
	for i, leg := range slices.Concat(row.Trip, k.List.Itinerary) {
		for _, at := range []string{leg.Departs, leg.Arrives} {
			if words.Moment(at).IsZero() {
				member := "row.trip"
				if i >= len(row.Trip) {
					member = "list.itinerary"
				}
				return k, fmt.Errorf("%s holds %s, which is not a local time such as 2026-12-22T16:25", member, words.Quote(at))
			}
		}
	}
	in, hotel := row.Price.Currency, cmp.Or(row.Hotel, &offer.Hotel{})
	for _, p := range []struct {
		member string
		offer.Money
	}{
		{"row.price", row.Price}, {"seen", k.Seen}, {"row.hotel.allIn", offer.Money{Amount: hotel.AllIn, Currency: in}},
		{"row.hotel.stay", offer.Money{Amount: hotel.Stay, Currency: cmp.Or(hotel.StayIn, in)}},
	} {
		if p.Known() && !isPrice(p.Money) {
			is := words.Quote(p.Amount + " " + p.Currency)
			return k, fmt.Errorf("%s holds %s, which is not a price such as 120.50 EUR", p.member, is)
		}
	}
	if list := k.List.Terms.Currency; list != "" && in != "" && in != list {
		return k, fmt.Errorf("row.price is in %s, and its list in %s", in, words.Quote(list))
	}
	s.RenewedTo, s.RenewedAt, k.List.View = "", time.Time{}, nil
	// withoutAddresses does not recognize all of what a browser opens, such as https:example.com.
	if row.Fare != nil {
		row.Fare.Handoff = ""
	}
	if row.Hotel != nil {
		row.Hotel.Page = ""
	}
	if row.Rate != nil {
		row.Rate.Page = ""
	}
	if k.DetailAt.IsZero() || !agrees(k.Offer) {
		k.Detail, k.DetailAt = nil, time.Time{}
	}
	return k, nil
}

// checkAsked checks the query of a list against the API.
func checkAsked(list recall.List) error {
	op, _ := api.Find("createHotelSearch")
	if list.Flight != nil {
		op, _ = api.Find("createFlightSearch")
	}
	body, err := json.Marshal(list.Request())
	if err != nil {
		return err
	}
	var asked map[string]json.RawMessage
	if err := json.Unmarshal(body, &asked); err != nil {
		return err
	}
	for i, p := range op.Params {
		if _, fault := check.Field(&op.Params[i], asked[p.Name]); fault != "" {
			return errors.New(p.Name + " " + fault)
		}
	}
	return nil
}

// isPrice reports whether a price is a positive amount of a currency.
func isPrice(p offer.Money) bool {
	n, ok := offer.Decimal(p.Amount)
	return ok && n.Sign() > 0 && recall.IsCurrency(p.Currency)
}

// agrees reports whether the detail of an offer matches it: the same itinerary, hotel or rate, with prices in its
// currency.
func agrees(o kept.Offer) bool {
	in := cmp.Or(o.Row.Price.Currency, o.List.Terms.Currency)
	priced := func(p offer.Money) bool { return isPrice(p) && p.Currency == in }
	switch o.Kind {
	case recall.Hotels:
		hotel, ok := Hotel(o)
		return ok && strconv.FormatInt(hotel.HotelID, 10) == o.Row.ID
	case recall.Rates:
		rates, ok := Rates(o)
		wrong := func(r apiclient.Rate) bool {
			price := search.RatePrice(r.Price)
			return !priced(price.Night) || !isPrice(price.Stay)
		}
		return ok && rates.HotelID == o.List.Asked().HotelID && !slices.ContainsFunc(rates.Rates, wrong) &&
			slices.ContainsFunc(rates.Rates, func(r apiclient.Rate) bool { return search.PrintRate(r).Same(o.Row.Rate.Print) })
	}
	trip, ok := Trip(o)
	return ok && trip.Itinerary.Same(o.Itinerary()) && trip.Currency == in &&
		!slices.ContainsFunc(trip.Fares, func(f flights.Fare) bool { return !priced(f.Price) })
}

// withoutAddresses returns a JSON value with all strings that contain an address emptied, except the traveler's note.
func withoutAddresses(value any) any {
	switch v := value.(type) {
	case string:
		if strings.Contains(v, ":/") || strings.Contains(v, "//") {
			return ""
		}
	case []any:
		for i := range v {
			v[i] = withoutAddresses(v[i])
		}
	case map[string]any:
		for name := range v {
			if name != "note" {
				v[name] = withoutAddresses(v[name])
			}
		}
	}
	return value
}
