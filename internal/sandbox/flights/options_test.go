package flights

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/wire"
)

var uuid = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)

// TestOptionsKeepEveryRule reads the options of some fares in several searches and currencies.
func TestOptionsKeepEveryRule(t *testing.T) {
	family := func(route, back string) Query {
		q := asked(route, back)
		q.Adults, q.Children, q.Infants = 2, 1, 1
		return q
	}
	dear := asked("DXB-LHR", back)
	dear.Cabin = "business"
	covers, policies := map[wire.FareCoverage]int{}, map[wire.PenaltyPolicy]int{}
	split, whole := 0, 0
	for _, q := range []Query{
		family("DXB-LHR", back), family("PAR-LON", back), asked("COD-FRA", ""), asked("BCN-ROM", back), dear,
		family("SIN-SYD", ""), asked("HKG-TPE", ""), asked("BKK-SIN", ""),
	} {
		trips := shared().search(q).trips
		for _, trip := range trips[:min(len(trips), 60)] {
			ids := map[string]string{} // ids of options, by fare and position, the same in all currencies
			for _, code := range []string{"USD", "EUR", "JPY", "KWD", "BHD"} {
				opened, err := shared().Trip(q, settled, quoted(code), trip.code)
				if err != nil {
					t.Fatal(err)
				}
				for _, fare := range opened.Default().Fares {
					got, err := opened.Options(fare.FareID)
					if fare.Kind != wire.FareKindPlatform {
						if !errors.Is(err, ErrNotPlatform) {
							t.Errorf("fare %s: %v", fare.FareID, err)
						}
						continue
					}
					if err != nil || len(got.Options) == 0 {
						t.Fatalf("fare %s: %d options, %v", fare.FareID, len(got.Options), err)
					}
					checkTotal(t, trip, fare, got)
					for i, o := range got.Options {
						if o.Price.Covers != nil {
							covers[*o.Price.Covers]++
						} else {
							covers["silent"]++
						}
						checkPenalties(t, o, policies)
						place := fmt.Sprint(fare.FareID, i)
						if !uuid.MatchString(o.FareOptionID) || ids[place] != "" && ids[place] != o.FareOptionID {
							t.Errorf("%s: option %s, before %s", place, o.FareOptionID, ids[place])
						}
						if ids[place] = o.FareOptionID; o.Price.Passengers == nil {
							whole++
							continue
						}
						split++
						checkSplit(t, q, o)
					}
				}
			}
			if different := slices.Compact(slices.Sorted(maps.Values(ids))); len(different) != len(ids) {
				t.Errorf("trip %s: %d options have %d ids", trip.code, len(ids), len(different))
			}
		}
	}
	if len(covers) != 3 || len(policies) != 3 || split < whole || whole == 0 {
		t.Errorf("options cover %v, policies %v, %d are split by passenger, %d are not", covers, policies, split, whole)
	}
}

// checkTotal checks that the cheapest option of each leg, or of the whole trip, adds up exactly to the fare in
// any currency.
func checkTotal(t *testing.T, trip *trip, fare wire.Fare, got wire.FareOptions) {
	t.Helper()
	total, usd, covered := 0.0, 0.0, map[float64]bool{}
	for _, o := range got.Options { // the cheapest of each leg comes first
		if o.Price.Covers == nil {
			if o.LegID != nil || got.Legs == nil {
				t.Errorf("fare %s: an option of leg %v does not say what it covers", fare.FareID, o.LegID)
			}
			continue
		}
		leg := 0.0
		if o.LegID != nil {
			leg = *o.LegID
		}
		if !covered[leg] {
			total, usd = total+o.Price.Total, usd+o.Price.TotalUsd
		}
		covered[leg] = true
		if (*o.Price.Covers == wire.FareCoverageLeg) != (o.LegID != nil) {
			t.Errorf("fare %s: an option of leg %v covers the %s", fare.FareID, o.LegID, *o.Price.Covers)
		}
	}
	if len(covered) == 0 {
		return
	}
	currency, _ := data.CurrencyByCode(fare.Price.Currency)
	if currency.Round(total) != fare.Price.Total || cents(usd) != fare.Price.TotalUsd {
		t.Errorf("fare %s of %v %s: its cheapest options make %v", fare.FareID, fare.Price.Total, currency.Code, total)
	}
	if covered[0] != (got.Legs == nil) || !covered[0] && len(got.Legs) != len(trip.legs) {
		t.Errorf("fare %s: options of %v, legs %v", fare.FareID, covered, got.Legs)
	}
	for i, leg := range got.Legs {
		if !covered[leg.LegID] || *leg.From != trip.legs[i].first().From.Code || len(*leg.DepartsAt) != 19 {
			t.Errorf("fare %s: leg %+v", fare.FareID, leg)
		}
	}
}

// checkPenalties checks that an option has the penalty for a change followed by that for a cancellation.
func checkPenalties(t *testing.T, o wire.FareOption, seen map[wire.PenaltyPolicy]int) {
	t.Helper()
	for i, p := range o.Penalties {
		seen[p.Policy]++
		fee, allowed := p.Policy == wire.PenaltyPolicyFee, p.Policy != wire.PenaltyPolicyNotPermitted
		if p.Type != []wire.PenaltyType{wire.PenaltyTypeChange, wire.PenaltyTypeCancel}[i] || allowed != []bool{o.Exchangeable, o.Refundable}[i] ||
			(p.Amount != nil) != fee || fee && (*p.Amount <= 0 || *p.Amount >= o.Price.Total || *p.Currency != o.Price.Currency) {
			t.Errorf("%s of %v, exchangeable %v, refundable %v: penalty %+v", o.Name, o.Price, o.Exchangeable, o.Refundable, p)
		}
	}
}

// checkSplit checks that the passengers' prices add up to the option's.
func checkSplit(t *testing.T, q Query, o wire.FareOption) {
	t.Helper()
	currency, _ := data.CurrencyByCode(o.Price.Currency)
	unit := math.Pow10(-currency.Digits)
	heads := map[wire.PassengerPriceType]int{}
	total, tax := 0.0, 0.0
	for _, p := range o.Price.Passengers {
		heads[p.Type] = int(p.Count)
		total, tax = total+p.Party.Total, tax+p.Party.Tax
		for _, a := range []wire.PassengerAmounts{p.PerPerson, p.Party} {
			if math.Abs(a.Fare+a.Tax-a.Total) > unit/1e3 || a.Fare < 0 || a.Tax < 0 {
				t.Errorf("%s: fare %v and tax %v make %v", o.Name, a.Fare, a.Tax, a.Total)
			}
		}
		if math.Abs(p.PerPerson.Total*p.Count-p.Party.Total) > unit*(p.Count+1)/2*1.001 {
			t.Errorf("%s: %v of %v make %v", o.Name, p.Count, p.PerPerson.Total, p.Party.Total)
		}
	}
	want := map[wire.PassengerPriceType]int{"adult": q.Adults}
	if q.Children > 0 {
		want["child"], want["infant"] = q.Children, q.Infants
	}
	if diff := cmp.Diff(want, heads); diff != "" {
		t.Errorf("party (-search +option):\n%s", diff)
	}
	slack := unit * float64(len(o.Price.Passengers)+1) / 2 * 1.001
	if math.Abs(total-o.Price.Total) > slack || math.Abs(tax-*o.Price.TotalTaxAmount) > slack {
		t.Errorf("%s costs %v, %v of it tax; its passengers %v and %v", o.Name, o.Price.Total, *o.Price.TotalTaxAmount, total, tax)
	}
}

func FuzzParseFareID(f *testing.F) {
	for _, seed := range []string{"S:abc:platform.1", "S:abc:EK.2", "::.", "a:b:c.01", "a:b:c.-1", "a:b", "a:b:c.1.1", ""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		search, trip, ok := ParseFareID(text)
		if ok && !strings.HasPrefix(text, search+":"+trip+":") {
			t.Errorf("%q reads as a fare of search %q and trip %q", text, search, trip)
		}
	})
}
