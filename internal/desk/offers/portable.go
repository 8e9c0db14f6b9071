package offers

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/kept"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/query"
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
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")) // which some editors put before UTF-8
	var file struct {
		Version  int               `json:"version"`
		Exported json.RawMessage   `json:"exported"`
		Kept     []json.RawMessage `json:"kept"`
	}
	if err := json.Unmarshal(text, &file); err != nil || file.Version == 0 {
		return nil, refused("it is not an export of what is kept")
	}
	if file.Version > store.Version {
		return nil, refused("it was written by a newer version of travel")
	}
	var all []kept.Kept
	for i, entry := range file.Kept {
		var k kept.Kept
		err := store.Decode(entry, &k)
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

// foreign checks and cleans an offer from another source: its query must be valid for the API, its times and codes
// plausible, and its amounts positive, in the currency of its list. Texts are cleaned, addresses are removed, and a detail that does not match the offer is dropped.
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
		if !t.at.IsZero() && (t.at.Year() < firstYear || t.at.After(now.Add(24*time.Hour))) {
			return k, fmt.Errorf("%s holds %s, which is not a time from %d to now", t.member, t.at.UTC().Format(time.RFC3339), firstYear)
		}
		if t.at.After(now) {
			*t.at = now.UTC()
		}
	}
	err := cmp.Or(checkAsked(k.List), checkItinerary("row.trip", row.Trip), checkItinerary("list.itinerary", k.List.Itinerary))
	if err != nil {
		return k, err
	}
	in, hotel := row.Price.Currency, cmp.Or(row.Hotel, &recall.Hotel{})
	for _, p := range []struct{ member, amount, currency string }{
		{"row.price", row.Price.Amount, in}, {"seen", k.Seen.Amount, k.Seen.Currency},
		{"row.hotel.stay", hotel.Stay, cmp.Or(hotel.StayIn, in)}, {"row.hotel.allIn", hotel.AllIn, in},
	} {
		switch {
		case p.amount == "":
		case !isAmount(p.amount):
			return k, fmt.Errorf("%s.amount holds %s, which is not an amount such as 120.50", p.member, words.Quote(p.amount))
		case !recall.IsCurrency(p.currency):
			return k, fmt.Errorf("%s.currency holds %s, which is not a currency such as EUR", p.member, words.Quote(p.currency))
		}
	}
	if list := k.List.Terms.Currency; list != "" && in != "" && in != list {
		return k, fmt.Errorf("row.price is in %s, and its list in %s", in, words.Quote(list))
	}
	if k.SeenAt.IsZero() || k.Seen.Amount == "" {
		k.Seen, k.SeenAt = offer.Money{}, time.Time{}
	}
	k.Note, row.Label = clean.Line(k.Note), clean.Line(row.Label)
	s.RenewedTo, s.RenewedAt, k.List.View = "", time.Time{}, nil
	if f := k.List.Flight; f != nil {
		f.FromName, f.ToName = clean.Line(f.FromName), clean.Line(f.ToName)
	}
	if s := k.List.Stay; s != nil {
		s.Name, s.Spot = clean.Line(s.Name), query.Spot{}
	}
	if row.Fare != nil {
		row.Fare.Handoff = ""
	}
	if row.Hotel != nil {
		row.Hotel.Page = ""
	}
	if row.Rate != nil {
		row.Rate.Page = ""
	}
	if k.Detail = withoutAddresses(k.Detail); k.DetailAt.IsZero() || !agrees(k.Offer) {
		k.Detail, k.DetailAt = nil, time.Time{}
	}
	return k, nil
}

// checkAsked checks the query of a list against the API.
func checkAsked(list recall.List) error {
	operation, request := "createHotelSearch", any(list.Asked().Request())
	if list.Flight != nil {
		operation, request = "createFlightSearch", list.Flight.Request()
	}
	body, err := json.Marshal(request)
	if err != nil {
		return err
	}
	var asked map[string]any
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	if err := decoder.Decode(&asked); err != nil {
		return err
	}
	q := ask.New(operation, nil)
	for wire, value := range asked {
		values, several := value.([]any)
		if !several {
			values = []any{value}
		}
		if err := q.SetTyped(wire, values...); err != nil && q.Takes(wire) {
			return err
		}
	}
	return nil
}

// firstYear is the earliest year in an imported offer.
const firstYear = 2020

func checkItinerary(member string, t search.Itinerary) error {
	odd := func(r rune) bool { return r > unicode.MaxASCII || !unicode.IsPrint(r) }
	for _, leg := range t {
		for _, at := range []string{leg.Departs, leg.Arrives} {
			if words.Moment(at).Year() < firstYear {
				return fmt.Errorf("%s holds %s, which is not a local time such as 2026-12-22T16:25", member, words.Quote(at))
			}
		}
		for _, code := range slices.Concat([]string{leg.From, leg.To}, leg.Carriers, leg.Modes, leg.Via, leg.Numbers) {
			if strings.ContainsFunc(code, odd) {
				return fmt.Errorf("%s holds %s, which is not a code", member, words.Quote(code))
			}
		}
	}
	return nil
}

// isAmount reports whether a text is a positive decimal number.
func isAmount(text string) bool {
	n, ok := offer.Decimal(text)
	return ok && n.Sign() > 0 && len(text) <= 20
}

// agrees reports whether the detail of an offer matches it: the same itinerary, hotel or rate, in the same currency,
// with positive amounts.
func agrees(o kept.Offer) bool {
	in := o.Row.Price.Currency
	same := func(currency, amount string) bool { return currency == in && isAmount(amount) }
	switch o.Kind {
	case recall.Hotels:
		hotel, ok := Hotel(o)
		return ok && strconv.FormatInt(hotel.HotelID, 10) == o.Row.ID
	case recall.Rates:
		rates, ok := Rates(o)
		in = cmp.Or(in, o.List.Terms.Currency)
		wrong := func(r apiclient.Rate) bool {
			total := cmp.Or(r.Price.Total, &r.Price.AmountPerNight)
			return !same(r.Price.Currency, total.String()) || !isAmount(r.Price.AmountPerNight.String()) || !isAmount(r.Price.TotalUsd.String())
		}
		return ok && rates.HotelID == o.List.Asked().HotelID && rates.CurrencyCode == in && !slices.ContainsFunc(rates.Rates, wrong) &&
			slices.ContainsFunc(rates.Rates, func(r apiclient.Rate) bool { return search.PrintRate(r).Same(o.Row.Rate.Print) })
	}
	trip, ok := Trip(o)
	in = cmp.Or(in, trip.Currency)
	return ok && trip.Itinerary.Same(o.Itinerary()) && trip.Currency == in && recall.IsCurrency(in) &&
		!slices.ContainsFunc(trip.Fares, func(f flights.Fare) bool { return !same(f.Price.Currency, f.Price.Amount) })
}

// withoutAddresses returns JSON with all strings that contain an address emptied; nil for invalid JSON.
func withoutAddresses(text json.RawMessage) json.RawMessage {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil
	}
	var emptied func(value any) any
	emptied = func(value any) any {
		switch v := value.(type) {
		case string:
			if strings.Contains(v, ":/") || strings.Contains(v, "//") {
				return ""
			}
		case []any:
			for i := range v {
				v[i] = emptied(v[i])
			}
		case map[string]any:
			for name := range v {
				v[name] = emptied(v[name])
			}
		}
		return value
	}
	plain, _ := json.Marshal(emptied(value)) // cannot fail: it was just decoded
	return plain
}
