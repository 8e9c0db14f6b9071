package offers

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/desk/kept"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// foreign is a kept offer that someone handed over, with nothing in it that no list could have held: what its
// search asked for keeps to the contract, times and amounts are some, texts are clean and bounded, and there is
// no address in it. A detail that does not agree with the offer is dropped.
func foreign(k kept.Kept, now time.Time) (kept.Kept, error) {
	checks := []func() error{
		func() error { return checkOwnName(&k) },
		func() error { return checkTimes(k, now) },
		func() error { return checkAsked(k.List, now) },
		func() error { return checkItinerary("row.trip", k.Offer.Row.Trip) },
		func() error { return checkItinerary("list.itinerary", k.List.Itinerary) },
		func() error { return checkPrices(k) },
		func() error { return checkTexts(k.Offer.Row) },
	}
	for _, check := range checks {
		if err := check(); err != nil {
			return k, err
		}
	}
	if k.SeenAt.IsZero() || k.Seen.Amount == "" {
		k.Seen, k.SeenAt = search.Price{}, time.Time{}
	}
	k.Note, k.Offer.Row.Label = clean.Line(k.Note), clean.Line(k.Offer.Row.Label)
	k.At, k.DetailAt, k.SeenAt = past(k.At, now), past(k.DetailAt, now), past(k.SeenAt, now)
	s := &k.List.Search
	s.Created, s.RenewedTo, s.RenewedAt = past(s.Created, now), "", time.Time{}
	k.List.Made = past(k.List.Made, now)
	k.List.View = nil
	if f := k.List.Flight; f != nil {
		f.FromName, f.ToName = clean.Line(f.FromName), clean.Line(f.ToName)
	}
	if s := k.List.Stay; s != nil {
		s.Name, s.Spot = clean.Line(s.Name), query.Spot{}
	}
	k.Offer.Row = rowOf(k)
	if k.Detail = withoutAddresses(k.Detail); k.DetailAt.IsZero() || !agrees(k.Offer) {
		k.Detail, k.DetailAt = nil, time.Time{}
	}
	return k, nil
}

// checkOwnName takes a name as the program itself would.
func checkOwnName(k *kept.Kept) error {
	if k.Name == "" {
		return nil
	}
	name, err := kept.CheckName("name", k.Name)
	k.Name = name
	return err
}

// rowOf is the row of a foreign offer, with what belongs to its kind alone and without an address.
func rowOf(k kept.Kept) recall.Row {
	was := k.Offer.Row
	row := recall.Row{N: was.N, ID: was.ID, Label: was.Label, Price: was.Price}
	switch k.Kind {
	case recall.Trips:
		row.Trip = was.Trip
	case recall.Fares:
		row.Fare = &recall.Fare{Kind: was.Fare.Kind, Options: was.Fare.Options, Print: was.Fare.Print}
	case recall.Rates:
		row.Rate = &recall.Rate{Print: was.Rate.Print, PerNight: was.Rate.PerNight}
	case recall.Hotels:
		if h := was.Hotel; h != nil {
			own := *h
			own.Page = ""
			row.Hotel = &own
		}
	}
	return row
}

// checkAsked holds what a search asked for against the contract.
func checkAsked(list recall.List, now time.Time) error {
	days := &ask.Days{Today: func() time.Time { return now }}
	var q *ask.Values
	var body []byte
	var err error
	if list.Flight != nil {
		q = ask.New("createFlightSearch", days)
		body, err = json.Marshal(list.Flight.Request())
	} else {
		q = ask.New("createHotelSearch", days)
		body, err = json.Marshal(list.Asked().Request())
	}
	if err != nil {
		return errors.New("what its search asked for is not as lists have it")
	}
	var asked map[string]json.RawMessage
	if err := json.Unmarshal(body, &asked); err != nil {
		return err
	}
	for wire, value := range asked {
		text := strings.Trim(string(value), "[]")
		var plain string
		if json.Unmarshal(value, &plain) == nil {
			text = plain
		}
		if q.Takes(wire) {
			if err := q.Set(wire, wire, text); err != nil {
				return err
			}
			if one := q.Text(wire); !strings.EqualFold(one, text) && !strings.Contains(text, ",") {
				return fmt.Errorf("%s is not as lists have it", wire)
			}
		}
	}
	return nil
}

// Bounds of times in a file. The clock of the computer that wrote it may go ahead by a day; such a time is
// taken for now, since a search from the future would never expire.
const (
	firstYear = 2020
	ahead     = 24 * time.Hour
)

func checkTimes(k kept.Kept, now time.Time) error {
	for _, t := range []struct {
		member string
		at     time.Time
	}{
		{"at", k.At}, {"seenAt", k.SeenAt}, {"detailAt", k.DetailAt}, {"list.made", k.List.Made}, {"list.search.created", k.List.Search.Created},
	} {
		if !t.at.IsZero() && (t.at.Year() < firstYear || t.at.After(now.Add(ahead))) {
			return fmt.Errorf("%s holds %s, which is not a time from %d to now", t.member, t.at.UTC().Format(time.RFC3339), firstYear)
		}
	}
	return nil
}

// past is a time that is not ahead of now.
func past(at, now time.Time) time.Time {
	if at.After(now) {
		return now.UTC()
	}
	return at
}

// Bounds of an itinerary, far above an honest one.
const (
	mostLegs     = 8
	mostLegTexts = 100
	longestCode  = 40 // characters
)

func checkItinerary(member string, t search.Itinerary) error {
	if len(t) > mostLegs {
		return fmt.Errorf("%s has %d legs, and %d is the most", member, len(t), mostLegs)
	}
	for _, leg := range t {
		texts := slices.Concat([]string{leg.From, leg.To, leg.Departs, leg.Arrives}, leg.Carriers, leg.Modes, leg.Via, leg.Numbers)
		if len(texts) > mostLegTexts {
			return fmt.Errorf("%s has a leg with %d texts, and %d is the most", member, len(texts), mostLegTexts)
		}
		for _, text := range texts {
			if len(text) > longestCode || strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII || !unicode.IsPrint(r) }) {
				return fmt.Errorf("%s holds %s, which is not a code or a time", member, words.Quote(text))
			}
		}
		for _, at := range []string{leg.Departs, leg.Arrives} {
			if words.Moment(at).Year() < firstYear {
				return fmt.Errorf("%s holds %s, which is not a local time such as 2026-12-22T16:25", member, words.Quote(at))
			}
		}
	}
	return nil
}

// checkPrices takes prices in the currency of their list, and positive amounts alone.
func checkPrices(k kept.Kept) error {
	price, in := k.Offer.Row.Price, k.List.Terms.Currency
	if err := checkPrice("row.price", price); err != nil {
		return err
	}
	if in != "" && price.Currency != "" && price.Currency != in {
		return fmt.Errorf("row.price is in %s, and its list in %s", price.Currency, words.Quote(in))
	}
	if err := checkPrice("seen", k.Seen); err != nil {
		return err
	}
	h := k.Offer.Row.Hotel
	if h == nil {
		return nil
	}
	if h.StayIn != "" && !isCurrency(h.StayIn) {
		return fmt.Errorf("row.hotel.stayIn holds %s, which is not a currency", words.Quote(h.StayIn))
	}
	for _, amount := range []string{h.Stay, h.AllIn} {
		if amount != "" && !isAmount(amount) {
			return fmt.Errorf("row.hotel holds %s, which is not an amount", words.Quote(amount))
		}
	}
	return nil
}

func checkPrice(member string, p search.Price) error {
	switch {
	case p == (search.Price{}):
		return nil
	case !isAmount(p.Amount):
		return fmt.Errorf("%s.amount holds %s, which is not an amount such as 120.50", member, words.Quote(p.Amount))
	case !isCurrency(p.Currency):
		return fmt.Errorf("%s.currency holds %s, which is not a currency such as EUR", member, words.Quote(p.Currency))
	}
	return nil
}

// isAmount takes plain decimal text above zero.
func isAmount(text string) bool {
	const longest = 20
	other := func(r rune) bool { return (r < '0' || r > '9') && r != '.' }
	n, err := strconv.ParseFloat(text, 64)
	return err == nil && n > 0 && len(text) <= longest && !strings.ContainsFunc(text, other)
}

func isCurrency(code string) bool {
	return len(code) == 3 && !strings.ContainsFunc(code, func(r rune) bool { return r < 'A' || r > 'Z' })
}

// longestText is far above an honest name or term, in characters.
const longestText = 2000

// checkTexts takes texts that a row of a list could have had.
func checkTexts(row recall.Row) error {
	texts := map[string]string{"row.label": row.Label}
	if f := row.Fare; f != nil {
		texts["row.fare.kind"], texts["row.fare.print.seller"], texts["row.fare.print.kind"] = f.Kind, f.Print.Seller, f.Print.Kind
		texts["row.fare.bags"] = f.Bags
	}
	if r := row.Rate; r != nil {
		texts["row.rate.print.room"], texts["row.rate.print.board"], texts["row.rate.print.policy"] = r.Print.Room, r.Print.Board, r.Print.Policy
		texts["row.rate.city"], texts["row.rate.charges"] = r.City, r.Charges
	}
	for member, text := range texts {
		if n := utf8.RuneCountInString(text); n > longestText {
			return fmt.Errorf("%s has %d characters, and %d is the most", member, n, longestText)
		}
	}
	if row.Hotel == nil {
		return nil
	}
	scores := []*recall.Score{row.Hotel.Score}
	for _, s := range row.Hotel.Cohorts {
		scores = append(scores, &s)
	}
	for _, s := range scores {
		if s != nil && (len(s.Value) > longestCode || len(s.Count) > longestCode) {
			return errors.New("row.hotel has a score that is not one")
		}
	}
	return nil
}
