package flights

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/flights/timetable"
	"travel.example/travel/internal/sandbox/ids"
	"travel.example/travel/internal/sandbox/market"
	"travel.example/travel/internal/sandbox/wire"
	"travel.example/travel/internal/testkit/resttest"
)

const siteURL = "https://site.example"

func newEngine() *Engine {
	return New(market.Options{SiteURL: siteURL})
}

var shared = sync.OnceValue(newEngine)

var (
	created = time.Date(2026, time.November, 21, 8, 0, 0, 0, time.UTC)
	settled = created.Add(10 * time.Second)
	dollars = quoted("USD")
)

func quoted(currency string) market.Quote {
	return market.Quote{Currency: currency, CurrencySource: wire.ValueSourceExplicit, Locale: "en", LocaleSource: wire.ValueSourceDefault}
}

func asked(route, back string) Query {
	from, to, _ := strings.Cut(route, "-")
	return Query{ID: "S", FlightSearch: ids.FlightSearch{
		From: from, To: to, Out: "2026-12-21", Back: back, Cabin: "economy", Adults: 1, Site: "US", Created: created,
	}}
}

const back = "2026-12-28"

func sample() []Query {
	return []Query{asked("DXB-LHR", ""), asked("DXB-LHR", back), asked("PAR-LON", back), asked("COD-FRA", "")}
}

// page returns a page of a search's results.
func page(t testing.TB, q Query, at time.Time, query string) wire.FlightResults {
	t.Helper()
	return shared().Results(q, at, dollars, resttest.Sent(t, "getFlightSearchResults", query))
}

// results returns all results of a settled search.
func results(t testing.TB, q Query, query string) []wire.TripCard {
	t.Helper()
	var all []wire.TripCard
	for n := 1; ; n++ {
		one := page(t, q, settled, fmt.Sprint("pageSize=50&page=", n, "&", query))
		if all = append(all, one.Results...); !one.Metadata.HasMore {
			return all
		}
	}
}

func TestASearchIsTheSameInEveryProcess(t *testing.T) {
	other, v := newEngine(), resttest.Sent(t, "getFlightSearchResults", "pageSize=50")
	for _, q := range sample() {
		if diff := cmp.Diff(shared().Results(q, settled, dollars, v), other.Results(q, settled, dollars, v)); diff != "" {
			t.Errorf("%s-%s:\n%.2000s", q.From, q.To, diff)
		}
	}
}

// The twenty largest city pairs, one way a month ahead, have about these numbers of trips and of nonstop trips,
// at about this lowest price, with these carriers among those that fly nonstop.
func TestTheLargestPairsAreRich(t *testing.T) {
	for _, tt := range []struct {
		route          string
		trips, nonstop int
		cheapest       float64 // USD
		carriers       string
	}{
		{"DXB-LON", 569, 16, 291, "BA BI EK VS"},
		{"NYC-LON", 1150, 54, 317, "AA B6 BA DL N0 UA VS"},
		{"PAR-LON", 145, 145, 59, "9F AF BA FR TO U2 VS VY"},
		{"NYC-LAX", 1150, 47, 273, "AA AS B6 DL NK UA"},
		{"TYO-SPK", 503, 237, 81, "6J BC GK HD IJ JL MM NH ZG"},
		{"TYO-FUK", 898, 183, 101, "6J BC GK HD IJ JL MM NH"},
		{"SEL-CJU", 212, 170, 63, "7C BX KE LJ OZ TW YP"},
		{"DEL-BOM", 122, 79, 102, "6E 9I AI IX QP SG"},
		{"SYD-MEL", 96, 96, 85, "JQ QF VA ZL"},
		{"SIN-JKT", 58, 51, 82, "8B GA ID JT QG QZ SJ SQ TR"},
		{"SIN-KUL", 44, 44, 23, "AK D7 MH OD SQ TR"},
		{"HKG-TPE", 59, 52, 89, "BR CI CX HX IT JX UO"},
		{"BKK-SIN", 306, 46, 126, "PG SQ TG TR VZ"},
		{"JED-RUH", 72, 33, 94, "F3 SV XY"},
		{"SAO-RIO", 171, 126, 27, "AD G3 LA"},
		{"IST-LON", 864, 21, 198, "BA LS TK"},
		{"MAD-BCN", 146, 146, 78, "FR IB LL UX VY"},
		{"BOG-MDE", 37, 37, 70, "9R AV LA P5 VE"},
		{"CAI-JED", 59, 14, 140, "F3 MS SV XY"},
		{"SGN-HAN", 163, 35, 101, "QH VJ VN"},
	} {
		q := asked(tt.route, "")
		nonstop, cheapest := 0, math.Inf(1)
		var carriers []string
		found := results(t, q, "")
		for _, c := range found {
			cheapest = min(cheapest, c.Price.Total)
			if c.Stops == 0 {
				nonstop++
				carriers = appendNew(carriers, c.Legs[0].Airlines[0].Code)
			}
		}
		near := func(got, want float64) bool { return got > want*0.8 && got < want*1.25 }
		trips, sellers := len(found), len(shared().search(q).sellers)
		if !near(float64(trips), float64(tt.trips)) || !near(float64(nonstop), float64(tt.nonstop)) || !near(cheapest, tt.cheapest) {
			t.Errorf("%s: %d trips, %d nonstop, from %.0f, not about %d, %d, %.0f", tt.route, trips, nonstop, cheapest, tt.trips, tt.nonstop, tt.cheapest)
		}
		if sellers < 11 || sellers > 15 {
			t.Errorf("%s: %d sellers", tt.route, sellers)
		}
		for code := range strings.FieldsSeq(tt.carriers) {
			if !slices.Contains(carriers, code) {
				t.Errorf("%s: %s does not fly nonstop, only %v", tt.route, code, carriers)
			}
		}
	}
	for _, route := range []string{"LON-LHR", "DXB-DXB"} {
		if found := results(t, asked(route, ""), ""); len(found) > 0 {
			t.Errorf("%s has %d trips", route, len(found))
		}
	}
}

// A client that stops after 1.2 seconds without new answers has received all of them.
func TestAnswersComeBetweenOneAndSevenSecondsWithoutLongGaps(t *testing.T) {
	for _, q := range sample() {
		s := shared().search(q)
		for i := range 50 {
			in, last := answered(0), time.Second
			for age := time.Duration(0); age <= 7*time.Second; age += 50 * time.Millisecond {
				now := s.answeredBy(created.Add(time.Duration(i)*time.Millisecond), age)
				if now == in {
					continue
				}
				if age < time.Second || age-last > 1200*time.Millisecond || now&in != in {
					t.Errorf("%s-%s: %b after %v, %b after %v", q.From, q.To, in, last, now, age)
				}
				in, last = now, age
			}
			if bits.OnesCount64(uint64(in)) != len(s.brings) {
				t.Errorf("%s-%s: %b of %d batches are in after 7 seconds", q.From, q.To, in, len(s.brings))
			}
		}
	}
}

func middle(q Query) float64 {
	var all []float64
	for _, t := range shared().search(q).trips {
		all = append(all, t.fare)
	}
	slices.Sort(all)
	return all[len(all)/2]
}

func TestChildrenPayThreeQuartersAndInfantsATenth(t *testing.T) {
	q := asked("DXB-LHR", "")
	one := results(t, q, "")
	q.Adults, q.Children, q.Infants = 2, 2, 1
	party := map[string]float64{}
	for _, c := range results(t, q, "") {
		party[c.TripID] = c.Price.Total
	}
	for _, c := range one {
		// booking fees are not multiplied
		if want := c.Price.Total * 3.6; party[c.TripID] > want+1 || party[c.TripID] < want-15*3 {
			t.Errorf("%s: %v for one, %v for the party, want about %v", c.TripID, c.Price.Total, party[c.TripID], want)
		}
	}
}

func TestFaresFollowTheMarket(t *testing.T) {
	base := asked("FRA-LHR", "")
	base.Out = "2027-02-16" // a Tuesday in winter, months ahead
	with := func(change func(*Query)) float64 {
		q := base
		change(&q)
		return middle(q)
	}
	plain := middle(base)
	for name, dearer := range map[string]float64{
		"at Christmas":            with(func(q *Query) { q.Out = "2026-12-22" }),
		"in August":               with(func(q *Query) { q.Out = "2027-08-17" }),
		"the day after tomorrow":  with(func(q *Query) { q.Created = time.Date(2027, 2, 14, 9, 0, 0, 0, time.UTC) }),
		"on a Friday":             with(func(q *Query) { q.Out = "2027-02-19" }),
		"in business":             with(func(q *Query) { q.Cabin = "business" }),
		"and back":                with(func(q *Query) { q.Back = "2027-02-23" }),
		"three times as far away": with(func(q *Query) { q.To = "IST" }),
	} {
		if dearer <= plain {
			t.Errorf("%s: %.0f, otherwise %.0f", name, dearer, plain)
		}
	}
}

func TestACabinThatNobodyFliesFallsToTheNextBelow(t *testing.T) {
	q := asked("SYD-MEL", "")
	q.Cabin = "first"
	trip := open(t, q, page(t, q, settled, "").Results[0].TripID)
	if got := trip.Detail().Legs[0].Segments[0].Cabin; got != "business" {
		t.Errorf("first class between Sydney and Melbourne is %s", got)
	}
}

func TestSignalsAtTheirThresholds(t *testing.T) {
	least := changeTime(hop(0)[0].Flight, hop(0)[1].Flight)
	for _, tt := range []struct {
		wait, leaveAt, landAt, minutes int
		want                           wire.LegSignals
	}{
		{least, 720, 800, 80, wire.LegSignals{ShortStopover: new(wire.LegSignalsShortStopover(true))}},
		{least + 14, 720, 800, 80, wire.LegSignals{ShortStopover: new(wire.LegSignalsShortStopover(true))}},
		{least + 15, 720, 800, 80, wire.LegSignals{}},
		{299, 390, 1349, 959, wire.LegSignals{}},
		{300, 390, 1349, 959, wire.LegSignals{LongStopover: true}},
		{200, 389, 1350, 961, wire.LegSignals{EarlyDeparture: true, LateArrival: true}},
		{200, 119, 300, 181, wire.LegSignals{Overnight: true}},
		{200, 119, 119, 0, wire.LegSignals{LateArrival: true}},
		{200, 120, 299, 179, wire.LegSignals{EarlyDeparture: true, LateArrival: true, Overnight: true}},
		{200, 1200, 119, 359, wire.LegSignals{LateArrival: true}},
		{200, 1200, 120, 360, wire.LegSignals{LateArrival: true, Overnight: true}},
		{200, 1200, 120, 240, wire.LegSignals{LateArrival: true}}, // no night by the clock at the origin
	} {
		p := &plan{rides: hop(int64(tt.wait)), leaveAt: tt.leaveAt, landAt: tt.landAt, minutes: tt.minutes}
		tt.want.NewAircraft, tt.want.HighlyRatedCarrier = new(wire.LegSignalsNewAircraft(true)), new(wire.LegSignalsHighlyRatedCarrier(true))
		if diff := cmp.Diff(tt.want, signals(p)); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", tt, diff)
		}
	}
}

func hop(wait int64) []ride {
	lufthansa, _ := data.AirlineByCode("LH")
	neo, _ := data.AircraftByCode("32N")
	at := func(code string) *timetable.Place { return shared().table.Ends(code)[0] }
	flight := func(from, to string) *timetable.Flight {
		return &timetable.Flight{Operator: lufthansa, Sold: []timetable.Sale{{Airline: lufthansa, Number: 7}}, From: at(from), To: at(to), Aircraft: neo}
	}
	return []ride{{Flight: flight("HAM", "FRA"), land: 1000}, {Flight: flight("FRA", "MUC"), leave: 1000 + wait}}
}
