package flights

import (
	"errors"
	"iter"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/flights/market"
	"travel.example/travel/internal/sandbox/wire"
)

// family is a party of every age, so that a price has three parts.
func family(route, back string) Query {
	q := asked(route, back)
	q.Adults, q.Children, q.Infants = 2, 1, 1
	return q
}

// openable is a platform fare and the search it belongs to.
type openable struct {
	query Query
	trip  *market.Trip
	offer market.Offer
	id    string
}

// openables is platform fares of all sorts: of both numbers, one way and
// return, of every kind of carrier.
func openables() iter.Seq[openable] {
	dear := asked("DXB-LHR", back)
	dear.Cabin = "business"
	queries := []Query{family("DXB-LHR", back), family("PAR-LON", back), asked("COD-FRA", ""), asked("BCN-ROM", back), dear, family("SIN-SYD", ""), asked("HKG-TPE", ""), asked("BKK-SIN", "")}
	return func(yield func(openable) bool) {
		for _, q := range queries {
			s := shared().search(q)
			for _, t := range s.Trips[:min(len(s.Trips), 150)] {
				for _, o := range t.Offers {
					id := FareID{Search: q.ID, Trip: t.Code, Provider: "platform", Number: int(o.Number)}
					if s.Sellers[o.Seller].Kind == wire.FareKindPlatform && !yield(openable{q, t, o, id.String()}) {
						return
					}
				}
			}
		}
	}
}

// read opens a fare; every option read of a test goes through it.
func (x openable) read(t *testing.T, quote Quote) wire.FareOptions {
	t.Helper()
	got, err := shared().FareOptions(x.query, settled, quote, x.id)
	if err != nil || len(got.Options) == 0 {
		t.Fatalf("fare %s: %d options, %v", x.id, len(got.Options), err)
	}
	return got
}

func TestOnlyAPlatformFareHasOptions(t *testing.T) {
	q := asked("DXB-LHR", "")
	seen := map[wire.FareKind]int{}
	for _, c := range some(t, q) {
		trip, _ := open(t, q, c.TripID)
		for _, f := range trip.Fares {
			seen[f.Kind]++
			_, err := shared().FareOptions(q, settled, dollars, f.FareID)
			if platform := f.Kind == wire.FareKindPlatform; platform != (err == nil) || !platform && !errors.Is(err, ErrNotPlatform) {
				t.Errorf("fare of kind %s: %v", f.Kind, err)
			}
		}
	}
	if len(seen) != 3 {
		t.Errorf("fares of the kinds %v", seen)
	}
}

func TestAFareThatTheSearchDoesNotHoldIsNotFound(t *testing.T) {
	var x openable
	for x = range openables() {
		break
	}
	good, _ := ParseFareID(x.id)
	other := x.query
	other.ID = "T"
	for name, tt := range map[string]struct {
		query  Query
		change func(*FareID)
	}{
		"of another search":             {other, func(*FareID) {}},
		"of another trip":               {x.query, func(id *FareID) { id.Trip = "nothing" }},
		"of an unknown seller":          {x.query, func(id *FareID) { id.Provider = "nobody" }},
		"of a number too high":          {x.query, func(id *FareID) { id.Number = 9 }},
		"of a day without":              {asked("LON-LHR", ""), func(*FareID) {}},
		"of a date that does not exist": {Query{ID: "S", From: "DXB", To: "LHR", Out: "2026-02-30"}, func(*FareID) {}},
	} {
		id := good
		tt.change(&id)
		if _, err := shared().FareOptions(tt.query, settled, dollars, id.String()); !errors.Is(err, ErrNotFound) {
			t.Errorf("a fare %s: %v", name, err)
		}
	}
	if _, err := shared().FareOptions(x.query, created, dollars, x.id); !errors.Is(err, ErrNotFound) {
		t.Errorf("a fare that has not been answered yet: %v", err)
	}
	if _, err := shared().FareOptions(x.query, settled, dollars, "S:"+good.Trip); !errors.Is(err, ErrNotFound) {
		t.Errorf("a trip id: %v", err)
	}
}

func TestTheTripTotalIsTheFaresPriceAsTheTripReadGaveIt(t *testing.T) {
	with, without := 0, 0
	for x := range openables() {
		got := x.read(t, quoted("EUR"))
		if got.Price == nil {
			without++
			continue
		}
		with++
		trip, err := shared().Trip(x.query, settled, quoted("EUR"), x.trip.Code)
		if err != nil {
			t.Fatal(err)
		}
		at := slices.IndexFunc(trip.Fares, func(f wire.Fare) bool { return f.FareID == x.id })
		fare := trip.Fares[at].Price
		want := &wire.FareOptionsPrice{Total: fare.Total, TotalUsd: &fare.TotalUsd, Currency: "EUR", Scope: wire.PartyScopeParty}
		if diff := cmp.Diff(want, got.Price); diff != "" {
			t.Errorf("fare %s (-trip read +options read):\n%s", x.id, diff)
		}
	}
	if share := float64(without) / float64(with+without); share == 0 || share > 0.1 {
		t.Errorf("%.0f%% of %d fares state no total", 100*share, with+without)
	}
}

func TestOptionsComeByLegAndThenCheapestFirst(t *testing.T) {
	for x := range openables() {
		options := x.read(t, dollars).Options
		for i := range options[1:] {
			a, b := options[i], options[i+1]
			legs := compareLegs(a.LegID, b.LegID)
			if legs > 0 || legs == 0 && a.Price.TotalUsd > b.Price.TotalUsd {
				t.Errorf("fare %s: %q before %q", x.id, a.Name, b.Name)
			}
		}
	}
}

func TestLegsAreListedExactlyWhenEveryOptionNamesOneOfThem(t *testing.T) {
	var some, all, none int
	for x := range openables() {
		got := x.read(t, dollars)
		var named []float64
		for _, o := range got.Options {
			if o.LegID != nil {
				named = append(named, *o.LegID)
			}
		}
		switch {
		case len(named) == len(got.Options):
			all++
			var want []wire.FareOptionLeg
			trip, _ := open(t, x.query, x.query.ID+":"+x.trip.Code)
			for i, leg := range []*wire.Leg{&trip.Outbound, trip.Return}[:len(x.trip.Legs)] {
				want = append(want, wire.FareOptionLeg{LegID: float64(i + 1), From: &leg.From, To: &leg.To,
					DepartsAt: new(leg.DepartsAt[:len(localTime)]), Airlines: leg.Airlines})
			}
			if diff := cmp.Diff(want, got.Legs); diff != "" {
				t.Errorf("fare %s (-trip +legs):\n%s", x.id, diff)
			}
			if slices.Min(named) != 1 || int(slices.Max(named)) != len(want) {
				t.Errorf("fare %s: options of the legs %v", x.id, named)
			}
			continue
		case len(named) > 0:
			some++
		default:
			none++
		}
		if got.Legs != nil {
			t.Errorf("fare %s: %d of %d options name a leg, legs %v", x.id, len(named), len(got.Options), got.Legs)
		}
	}
	if all == 0 || some == 0 || none == 0 {
		t.Errorf("%d fares whose options all name a leg, %d some of them, %d none", all, some, none)
	}
}

func TestCoversSaysTripOrLegOrNothing(t *testing.T) {
	seen := map[wire.FareCoverage]int{}
	fares, silent := 0, 0 // fares that say nothing at all
	for x := range openables() {
		options := x.read(t, dollars).Options
		fares++
		if !slices.ContainsFunc(options, func(o wire.FareOption) bool { return o.Price.Covers != nil }) {
			silent++
		}
		for _, o := range options {
			var covers wire.FareCoverage
			if o.Price.Covers != nil {
				covers = *o.Price.Covers
			}
			seen[covers]++
			if (covers == wire.FareCoverageLeg) != (o.LegID != nil) {
				t.Errorf("fare %s: option %q covers %q and names leg %v", x.id, o.Name, covers, o.LegID)
			}
			if a := x.trip.Seller(); (a == nil || a.Kind == data.LowCost) && covers == wire.FareCoverageTrip {
				t.Errorf("fare %s: %q covers the trip", x.id, o.Name)
			}
		}
	}
	if silent == 0 || silent*5 > fares || len(seen) != 3 || seen[""] > seen["trip"] || seen[""] > seen["leg"] {
		t.Errorf("options cover %v; those of %d in %d fares nothing", seen, silent, fares)
	}
}

func TestAnOptionReadIsTheSameEveryTime(t *testing.T) {
	e := newEngine()
	n := 0
	for x := range openables() {
		got, err := e.FareOptions(x.query, settled, quoted("EUR"), x.id)
		if diff := cmp.Diff(x.read(t, quoted("EUR")), got); diff != "" || err != nil {
			t.Fatalf("fare %s: %v\n%s", x.id, err, diff)
		}
		if n++; n == 40 {
			break
		}
	}
}
