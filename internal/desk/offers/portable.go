package offers

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/kept"
	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/desk/search"
	"travel.example/travel/internal/problem"
)

// Portable is what is kept as a file to take along.
type Portable struct {
	Version  int         `json:"version"`
	Exported time.Time   `json:"exported"`
	Kept     []kept.File `json:"kept"`
}

// Export makes a file of kept offers.
func Export(all []kept.Kept, now time.Time) ([]byte, error) {
	file := Portable{Version: kept.Version, Exported: now.UTC(), Kept: []kept.File{}}
	for _, k := range all {
		file.Kept = append(file.Kept, kept.FileOf(k))
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(file)
	return text.Bytes(), err
}

// maxImport is the largest file that is taken, in bytes.
const maxImport = 32 << 20

// Imported is what came of a file.
type Imported struct {
	Added   []kept.Kept
	Already []kept.Kept       // that were kept before
	Renamed map[string]string // names that were taken, and what the offers are called now
}

// Import keeps what a file holds, all of it or nothing. The file may come from anyone: what no list could
// have held is refused, with the entry that it is in, and no address of it is ever opened. name is what the
// file is called in errors. An offer whose name is taken comes in under another one.
func Import(ctx context.Context, d *desk.Desk, from io.Reader, name string) (Imported, error) {
	text, err := io.ReadAll(io.LimitReader(from, maxImport+1))
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
	if len(fresh) == 0 {
		return in, nil
	}
	store, err := d.Keeping()
	if err != nil {
		return Imported{}, err
	}
	in.Added, err = store.Add(ctx, fresh...)
	return in, d.Placed(err)
}

// freeName is the name, or with a number behind it where it is taken.
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

// parse reads a file as it is exported.
func parse(text []byte, name string, now time.Time) ([]kept.Kept, error) {
	refused := func(why string) error {
		return problem.UsageError{Text: name + " is not taken: " + why, Hint: "give a file that travel kept export has written; nothing of this one was kept"}
	}
	if len(text) > maxImport {
		return nil, refused("it is larger than 32 MiB")
	}
	var file struct {
		Version  int               `json:"version"`
		Exported json.RawMessage   `json:"exported"`
		Kept     []json.RawMessage `json:"kept"`
	}
	if err := json.Unmarshal(text, &file); err != nil || file.Version == 0 {
		return nil, refused("it is not an export of what is kept")
	}
	if file.Version > kept.Version {
		return nil, refused("it was written by a newer version of travel")
	}
	if len(file.Kept) > kept.MaxKept {
		return nil, refused(fmt.Sprintf("it holds %d offers, and %d is the most", len(file.Kept), kept.MaxKept))
	}
	var all []kept.Kept
	for i, entry := range file.Kept {
		k, err := kept.Parse(entry)
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

// foreign is a kept offer that someone handed over, with nothing in it that no list could have held: what its
// search asked for keeps to the contract, texts are clean, and there is no address in it.
func foreign(k kept.Kept, now time.Time) (kept.Kept, error) {
	if err := checkAsked(k.List, now); err != nil {
		return k, err
	}
	for _, t := range []search.Itinerary{k.Offer.Row.Trip, k.List.Itinerary} {
		if err := checkItinerary(t); err != nil {
			return k, err
		}
	}
	for _, p := range []search.Price{k.Offer.Row.Price, k.Seen} {
		if err := checkPrice(p); err != nil {
			return k, err
		}
	}
	k.Note, k.Offer.Row.Label = clean.Line(k.Note), clean.Line(k.Offer.Row.Label)
	k.Detail = withoutAddresses(k.Detail)
	if !json.Valid(k.Detail) {
		k.Detail, k.DetailAt = nil, time.Time{}
	}
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
	return k, nil
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

// past is a time that is not ahead of now: a search from the future would never expire.
func past(at, now time.Time) time.Time {
	if at.After(now) {
		return now.UTC()
	}
	return at
}

// checkAsked holds what a search asked for against the contract.
func checkAsked(list recall.List, now time.Time) error {
	days := &params.Days{Today: func() time.Time { return now }}
	var q *params.Values
	var body []byte
	var err error
	if list.Flight != nil {
		q = params.New("createFlightSearch", days)
		body, err = json.Marshal(list.Flight.Request())
	} else {
		q = params.New("createHotelSearch", days)
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
		if text := strings.Trim(string(value), `"[]`); q.Takes(wire) {
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

// mostLegs is far above an honest trip.
const mostLegs = 8

var errTrip = errors.New("its itinerary is not as lists have it")

func checkItinerary(t search.Itinerary) error {
	if len(t) > mostLegs {
		return errTrip
	}
	for _, leg := range t {
		texts := slices.Concat([]string{leg.From, leg.To, leg.Departs, leg.Arrives}, leg.Carriers, leg.Modes, leg.Via, leg.Numbers)
		if len(texts) > 100 {
			return errTrip
		}
		for _, text := range texts {
			if len(text) > 40 || strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxASCII || !unicode.IsPrint(r) }) {
				return errTrip
			}
		}
	}
	return nil
}

func checkPrice(p search.Price) error {
	if p == (search.Price{}) {
		return nil
	}
	letters := func(r rune) bool { return r < 'A' || r > 'Z' }
	digits := func(r rune) bool { return (r < '0' || r > '9') && r != '.' }
	_, err := strconv.ParseFloat(p.Amount, 64)
	if err != nil || len(p.Amount) > 20 || strings.ContainsFunc(p.Amount, digits) || len(p.Currency) != 3 || strings.ContainsFunc(p.Currency, letters) {
		return errors.New("its price is not as lists have it")
	}
	return nil
}

// withoutAddresses is a JSON text in which no string holds an address.
func withoutAddresses(text json.RawMessage) json.RawMessage {
	if len(text) == 0 {
		return nil
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil
	}
	plain, err := json.Marshal(emptied(value))
	if err != nil {
		return nil
	}
	return plain
}

// emptied is a value whose strings with an address in them are empty.
func emptied(value any) any {
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
