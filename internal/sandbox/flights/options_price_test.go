package flights

import (
	"errors"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/flights/market"
	"travel.example/travel/internal/sandbox/wire"
)

// What a traveler adds up: the card shows the cheapest fare, and the cheapest options of a fare are the fare, in
// every currency and for every party. Where they are not, no option says what it pays for.
func TestTheCheapestOptionsMakeTheFareAndTheCheapestFareIsOnTheCard(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine asks: a race would show in a smaller test")
	}
	trips, made, unsaid := 0, 0, 0
	for seed := range uint64(3) {
		e := New(Options{World: data.Load(), Seed: 1 + 41*seed, SiteURL: siteURL})
		for _, q := range []Query{
			family("DXB-LHR", back), asked("MAD-ROM", back), family("LON-EDI", back), asked("TYO-OSA", ""), family("BER-HAM", ""), asked("CAN-BJS", ""), family("SIN-SYD", ""), family("NYC-MIA", back),
		} {
			for _, code := range []string{"USD", "EUR", "JPY", "KWD"} {
				currency, _ := data.Load().Currency(code)
				for _, c := range e.Results(q, settled, quoted(code), ResultsParams{Page: 1, PageSize: 15}).Results {
					trips++
					trip, err := e.Trip(q, settled, quoted(code), c.TripID[2:])
					if err != nil || trip.Fares[0].Price.Total != c.Price.Total {
						t.Fatalf("%s: %v: a card of %v, its fares from %v", c.TripID, err, c.Price.Total, trip.Fares[0].Price.Total)
					}
					for _, f := range trip.Fares {
						if f.Kind != wire.FareKindPlatform {
							continue
						}
						got, err := e.FareOptions(q, settled, quoted(code), f.FareID)
						if err != nil {
							t.Fatal(err)
						}
						total, usd, said := cheapest(got.Options)
						switch {
						case !said:
							unsaid++
						case currency.Round(total) != f.Price.Total || market.Cents(usd) != f.Price.TotalUsd:
							t.Errorf("fare %s of %v %s: its cheapest options make %v", f.FareID, f.Price.Total, code, total)
						default:
							made++
						}
					}
				}
			}
		}
	}
	if made < trips/2 || unsaid == 0 || unsaid > made {
		t.Errorf("of %d trips, %d fares are the sum of their options, those of %d do not say what they pay for", trips, made, unsaid)
	}
}

// cheapest is what the cheapest option of each leg costs, or that of the trip; said is false where no
// option says what it pays for.
func cheapest(options []wire.FareOption) (total, usd float64, said bool) {
	least := map[float64]wire.FareOptionPrice{}
	for _, o := range options {
		if o.Price.Covers == nil {
			continue
		}
		leg := 0.0
		if o.LegID != nil {
			leg = *o.LegID
		}
		if p, ok := least[leg]; !ok || o.Price.TotalUsd < p.TotalUsd {
			least[leg] = o.Price
		}
	}
	for _, p := range least {
		total, usd = total+p.Total, usd+p.TotalUsd
	}
	return total, usd, len(least) > 0
}

func TestThePassengersAddUpToTheOption(t *testing.T) {
	split, whole := 0, 0
	for _, code := range []string{"USD", "JPY", "BHD"} {
		currency, _ := data.Load().Currency(code)
		unit := math.Pow10(-currency.Digits)
		for x := range openables() {
			for _, o := range x.read(t, quoted(code)).Options {
				if o.Price.Passengers == nil {
					whole++
					continue
				}
				split++
				checkSplit(t, x.query, o, unit)
			}
		}
	}
	if split < whole || whole == 0 {
		t.Errorf("%d options are split by passenger, %d are not", split, whole)
	}
}

// checkSplit holds a price against its parts. Each part may be off by half a
// unit of the currency.
func checkSplit(t *testing.T, q Query, o wire.FareOption, unit float64) {
	t.Helper()
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
	if math.Abs(total-o.Price.Total) > slack {
		t.Errorf("%s costs %v, its passengers %v", o.Name, o.Price.Total, total)
	}
	if o.Price.TotalTaxAmount != nil && math.Abs(tax-*o.Price.TotalTaxAmount) > slack {
		t.Errorf("%s has %v of tax, its passengers %v", o.Name, *o.Price.TotalTaxAmount, tax)
	}
}

func TestTaxIsPartOfThePriceWhereItIsStated(t *testing.T) {
	with, without := 0, 0
	for x := range openables() {
		for _, o := range x.read(t, dollars).Options {
			if o.Price.TotalTaxAmount == nil {
				without++
				continue
			}
			with++
			if tax := *o.Price.TotalTaxAmount; tax <= 0 || tax >= o.Price.Total {
				t.Errorf("fare %s: %v of tax in %v", x.id, tax, o.Price.Total)
			}
		}
	}
	if without == 0 || without > with {
		t.Errorf("%d options state their tax, %d do not", with, without)
	}
}

func TestPenaltiesAreChangeThenCancelAndOnlyAFeeHasAnAmount(t *testing.T) {
	seen := map[wire.PenaltyPolicy]int{}
	for x := range openables() {
		for _, o := range x.read(t, quoted("GBP")).Options {
			if len(o.Penalties) != 2 || o.Penalties[0].Type != wire.PenaltyTypeChange || o.Penalties[1].Type != wire.PenaltyTypeCancel {
				t.Fatalf("fare %s: penalties %+v", x.id, o.Penalties)
			}
			for _, p := range o.Penalties {
				seen[p.Policy]++
				fee := p.Policy == wire.PenaltyPolicyFee
				if (p.Amount != nil) != fee || (p.Currency != nil) != fee {
					t.Errorf("fare %s: penalty %+v", x.id, p)
				}
				if fee && (*p.Amount <= 0 || *p.Amount >= o.Price.Total || *p.Currency != "GBP") {
					t.Errorf("fare %s: a fee of %v %s on %v", x.id, *p.Amount, *p.Currency, o.Price.Total)
				}
			}
			if o.Exchangeable != (o.Penalties[0].Policy != wire.PenaltyPolicyNotPermitted) ||
				o.Refundable != (o.Penalties[1].Policy != wire.PenaltyPolicyNotPermitted) {
				t.Errorf("fare %s: exchangeable %v, refundable %v, penalties %+v", x.id, o.Exchangeable, o.Refundable, o.Penalties)
			}
		}
	}
	if len(seen) != 3 {
		t.Errorf("policies %v", seen)
	}
}

var uuid = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)

func TestAnOptionIDIsAUUIDThatReadsBack(t *testing.T) {
	seen := map[string]string{}
	for x := range openables() {
		options := x.read(t, dollars).Options
		for _, o := range options {
			if !uuid.MatchString(o.FareOptionID) {
				t.Errorf("option id %q", o.FareOptionID)
			}
			owner := x.query.From + x.query.To + x.query.Back + x.id // all test searches have one id
			if was, ok := seen[o.FareOptionID]; ok && !strings.HasSuffix(was, x.id) {
				t.Errorf("%s and %s share the option %s", was, owner, o.FareOptionID)
			}
			seen[o.FareOptionID] = owner
			got, err := shared().FareOption(x.query, settled, dollars, x.id, o.FareOptionID)
			if diff := cmp.Diff(o, got); diff != "" || err != nil {
				t.Errorf("option %s: %v\n%s", o.FareOptionID, err, diff)
			}
		}
		inYen, err := shared().FareOption(x.query, settled, quoted("JPY"), x.id, options[0].FareOptionID)
		if err != nil || inYen.Name != options[0].Name || inYen.Price.Currency != "JPY" || inYen.Price.TotalUsd != options[0].Price.TotalUsd {
			t.Errorf("in JPY: %+v, %v", inYen, err)
		}
	}
}

func TestAnOptionOfAnotherFareIsNotFound(t *testing.T) {
	var first string
	for x := range openables() {
		id := x.read(t, dollars).Options[0].FareOptionID
		if first == "" {
			first = id
			continue
		}
		for _, foreign := range []string{first, "", strings.ToUpper(id), strings.Repeat("a", 300)} {
			if _, err := shared().FareOption(x.query, settled, dollars, x.id, foreign); !errors.Is(err, ErrNotFound) {
				t.Errorf("option %q of fare %s: %v", foreign, x.id, err)
			}
		}
		break
	}
}

func TestOptionsAreInTheCurrencyThatTheMetadataNames(t *testing.T) {
	var x openable
	for x = range openables() {
		break
	}
	for asked, want := range map[string]string{"EUR": "EUR", "JPY": "JPY", "ZZZ": "USD"} {
		got := x.read(t, quoted(asked))
		if got.CurrencyCode != want || got.Metadata.CurrencyCode != want || got.Metadata.CurrencyCodeSource != wire.ValueSourceExplicit {
			t.Errorf("%s is answered in %s, metadata %+v", asked, got.CurrencyCode, got.Metadata)
		}
		currency, _ := data.Load().Currency(want)
		for _, o := range got.Options {
			off := math.Abs(o.Price.Total - currency.Round(o.Price.TotalUsd*currency.PerUSD)) // a unit where options add up
			if o.Price.Currency != want || off > 1.001*math.Pow10(-currency.Digits) {
				t.Errorf("%v USD is %v %s", o.Price.TotalUsd, o.Price.Total, o.Price.Currency)
			}
		}
	}
}
