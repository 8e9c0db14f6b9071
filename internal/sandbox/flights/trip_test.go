package flights

import (
	"errors"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/wire"
)

// some is a few trips of a search, of every number of stops.
func some(t *testing.T, q Query) []wire.TripCard {
	t.Helper()
	var few []wire.TripCard
	all := cards(t, q)
	for i := 0; i < len(all); i += 1 + len(all)/60 {
		few = append(few, all[i])
	}
	return few
}

func open(t *testing.T, q Query, tripID string) (wire.TripDefault, wire.TripDetail) {
	t.Helper()
	code := strings.TrimPrefix(tripID, q.ID+":")
	trip, err := shared().Trip(q, settled, dollars, code)
	if err != nil {
		t.Fatal(err)
	}
	detail, err := shared().TripDetail(q, settled, dollars, code)
	if err != nil {
		t.Fatal(err)
	}
	return trip, detail
}

func TestATripAgreesWithItsCard(t *testing.T) {
	for _, q := range sample() {
		for _, c := range some(t, q) {
			trip, detail := open(t, q, c.TripID)
			if trip.TripID != c.TripID || trip.Stops != c.Stops || trip.DurationMinutes != c.DurationMinutes {
				t.Errorf("trip %+v, card %+v", trip, c)
			}
			if trip.Fares[0].Price.Total != c.Price.Total {
				t.Errorf("%s: cheapest fare %v, card %v", c.TripID, trip.Fares[0].Price.Total, c.Price.Total)
			}
			if len(c.Badges) == 0 != (trip.Featured == nil) || len(c.Badges) > 0 && *trip.Featured != c.Badges[0] {
				t.Errorf("%s: featured %v, badges %v", c.TripID, trip.Featured, c.Badges)
			}
			if (trip.Return != nil) != (q.Back != "") || len(detail.Legs) != len(c.Legs) {
				t.Errorf("%s: legs of %d, %d", c.TripID, len(c.Legs), len(detail.Legs))
			}
			checkLeg(t, c.Legs[0], trip.Outbound, detail.Legs[0])
			if trip.Return != nil {
				checkLeg(t, c.Legs[1], *trip.Return, detail.Legs[1])
			}
		}
	}
}

// checkLeg compares the three forms of a leg with each other and with the
// clock.
func checkLeg(t *testing.T, card wire.CardLeg, leg wire.Leg, detail wire.DetailLeg) {
	t.Helper()
	from, to := parse(t, leg.DepartsAt), parse(t, leg.ArrivesAt)
	if got := to.Sub(from).Minutes(); got != leg.DurationMinutes || got != card.DurationMinutes || got != detail.DurationMinutes {
		t.Errorf("%s to %s is %v minutes, said %v", leg.DepartsAt, leg.ArrivesAt, got, leg.DurationMinutes)
	}
	days := float64(to.YearDay() - from.YearDay())
	if days < -300 {
		days += 365
	}
	if card.ArrivalDayOffset != days || detail.ArrivalDayOffset != days || card.Overnight != detail.Overnight {
		t.Errorf("%s to %s: day offset %v, %v", leg.DepartsAt, leg.ArrivesAt, card.ArrivalDayOffset, detail.ArrivalDayOffset)
	}
	if len(leg.Segments) != int(leg.Stops)+1 || len(detail.Segments) != len(leg.Segments) || len(card.Via) != int(leg.Stops) {
		t.Errorf("%d segments, %d in detail, via %v, %v stops", len(leg.Segments), len(detail.Segments), card.Via, leg.Stops)
	}
	var waits []float64
	proven := false
	for i, s := range leg.Segments {
		proven = proven || s.OperatingCarrier != nil
		if d := detail.Segments[i]; d.FlightNumber != s.FlightNumber || d.DepartsAt != s.DepartsAt ||
			(d.OperatedBy != nil) != (s.OperatingCarrier != nil) || d.From.Code != s.From {
			t.Errorf("segment %+v, in detail %+v", s, d)
		}
		if i > 0 {
			waits = append(waits, parse(t, s.DepartsAt).Sub(parse(t, leg.Segments[i-1].ArrivesAt)).Minutes())
			if s.From != leg.Segments[i-1].To || s.From != card.Via[i-1] {
				t.Errorf("changes from %s to %s", leg.Segments[i-1].To, s.From)
			}
		}
	}
	if diff := cmp.Diff(waits, card.LayoverMinutesByStop); diff != "" {
		t.Errorf("layovers (-segments +card):\n%s", diff)
	}
	if proven != (len(leg.OperatingAirlines) > 0) || len(card.OperatingAirlines) != len(leg.OperatingAirlines) {
		t.Errorf("a codeshare is proven: %v, operating %v", proven, leg.OperatingAirlines)
	}
	if len(leg.TransportTypes) == 0 || len(leg.Airlines) != len(leg.AirlinesDetail) {
		t.Errorf("transport %v, airlines %v and %v", leg.TransportTypes, leg.Airlines, leg.AirlinesDetail)
	}
	if (detail.LayoverMinutes != nil) != (leg.Stops > 0) {
		t.Errorf("layover %v with %v stops", detail.LayoverMinutes, leg.Stops)
	}
}

func parse(t *testing.T, stamp string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339, stamp)
	if err != nil || strings.HasSuffix(stamp, "Z") {
		t.Fatalf("time %q: %v", stamp, err)
	}
	return at
}

var (
	idShape   = regexp.MustCompile(`^[A-Za-z0-9._:~=-]{1,256}$`)
	codeShape = regexp.MustCompile(`^[A-Za-z0-9._~=-]{1,24}$`)
)

func TestFaresAreCheapestFirstAndLeadToTheirSeller(t *testing.T) {
	for _, q := range sample() {
		seen := map[string]bool{}
		for _, c := range some(t, q) {
			trip, detail := open(t, q, c.TripID)
			if code := strings.TrimPrefix(c.TripID, "S:"); !codeShape.MatchString(code) {
				t.Errorf("trip code %q", code)
			}
			if !slices.IsSortedFunc(trip.Fares, func(a, b wire.Fare) int { return int(100*a.Price.TotalUsd) - int(100*b.Price.TotalUsd) }) {
				t.Errorf("%s: fares are not sorted", c.TripID)
			}
			for i, f := range trip.Fares {
				if !idShape.MatchString(f.FareID) || seen[f.FareID] {
					t.Errorf("fare id %q twice or of a wrong shape", f.FareID)
				}
				seen[f.FareID] = true
				checkFare(t, f, detail.Fares[i])
			}
		}
	}
}

func checkFare(t *testing.T, f wire.Fare, d wire.DetailFare) {
	t.Helper()
	link, err := url.Parse(f.HandoffURL)
	if err != nil {
		t.Fatal(err)
	}
	onSite := strings.HasPrefix(f.HandoffURL, siteURL+"/checkout/")
	if platform := f.Kind == wire.FareKindPlatform; platform != onSite || platform != f.HasFareOptions {
		t.Errorf("fare of kind %s leads to %s, options %v", f.Kind, f.HandoffURL, f.HasFareOptions)
	}
	if link.Scheme != "https" || !strings.HasSuffix(link.Host, ".example") {
		t.Errorf("fare leads to %s", f.HandoffURL)
	}
	id, err := ParseFareID(f.FareID)
	if err != nil || id.Provider != f.ProviderCode || id.Search != "S" {
		t.Errorf("fare id %q reads as %+v, %v", f.FareID, id, err)
	}
	if d.FareID != f.FareID || d.Provider.Code != f.ProviderCode || d.Provider.Name == "" || d.Price.Total != f.Price.Total ||
		!d.Price.IncludesTaxesAndFees || d.Refundable != f.Refundable || d.HandoffURL != f.HandoffURL {
		t.Errorf("fare %+v, in detail %+v", f, d)
	}
}

func TestTheSameFlightsHaveTheSameCodeInAnotherSearch(t *testing.T) {
	a, b := asked("DXB-LHR", back), asked("DXB-LHR", back)
	b.ID, b.Adults, b.Children, b.Site, b.Created = "T", 2, 1, "GB", created.Add(90*time.Minute)
	label := func(c wire.TripCard, q Query) string {
		trip, _ := open(t, q, c.TripID)
		name := ""
		for _, leg := range []*wire.Leg{&trip.Outbound, trip.Return} {
			for _, s := range leg.Segments {
				name += s.MarketingCarrier.Code + s.FlightNumber + s.DepartsAt + "/"
			}
		}
		return name
	}
	codes := map[string]string{}
	for _, c := range cards(t, a)[:40] {
		codes[label(c, a)] = c.TripID[2:]
	}
	same := 0
	for _, c := range shared().Results(b, settled.Add(2*time.Hour), dollars, everything).Results[:40] {
		trip, err := shared().Trip(b, settled.Add(2*time.Hour), dollars, c.TripID[2:])
		if err != nil {
			t.Fatal(err)
		}
		name := ""
		for _, leg := range []*wire.Leg{&trip.Outbound, trip.Return} {
			for _, s := range leg.Segments {
				name += s.MarketingCarrier.Code + s.FlightNumber + s.DepartsAt + "/"
			}
		}
		if code, ok := codes[name]; ok {
			same++
			if code != c.TripID[2:] {
				t.Errorf("%s has the codes %s and %s", name, code, c.TripID[2:])
			}
		}
	}
	if same < 10 {
		t.Errorf("only %d trips are in both searches", same)
	}
}

func TestAnUnknownTripIsNotFound(t *testing.T) {
	for _, code := range []string{"", "x", "1", strings.Repeat("z", 300), "\x00", "S:a:b"} {
		if _, err := shared().Trip(asked("DXB-LHR", ""), settled, dollars, code); !errors.Is(err, ErrNotFound) {
			t.Errorf("trip %.20q: %v", code, err)
		}
		if _, err := shared().TripDetail(asked("LON-LHR", ""), settled, dollars, code); !errors.Is(err, ErrNotFound) {
			t.Errorf("detail %.20q: %v", code, err)
		}
	}
}

func FuzzParseFareID(f *testing.F) {
	for _, seed := range []string{"S:abc:platform.1", "S:abc:EK.2", "::.", "a:b:c.01", "a:b:c.-1", "a:b", "a:b:c.1.1", ""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		id, err := ParseFareID(text)
		if err != nil {
			if !errors.Is(err, ErrNotFound) || id != (FareID{}) {
				t.Errorf("%q: %+v, %v", text, id, err)
			}
			return
		}
		if id.String() != text || id.Number < 1 {
			t.Errorf("%q reads as %+v", text, id)
		}
	})
}
