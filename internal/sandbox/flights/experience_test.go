package flights

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/sandbox/data"
	"travel.example/travel/internal/sandbox/flights/planner"
	"travel.example/travel/internal/sandbox/flights/timetable"
	"travel.example/travel/internal/sandbox/wire"
)

// Every leg of many trips is judged a second time, from nothing but what the
// trip reads say of it.
func TestSignalsAgreeWithTheTrip(t *testing.T) {
	seen := map[string]int{}
	business := asked("SIN-NYC", back)
	business.Cabin = "business"
	for _, q := range append(sample(), business, asked("AKL-DUB", "")) {
		for _, c := range some(t, q) {
			got, err := shared().Experience(q, settled, c.TripID[2:])
			if err != nil {
				t.Fatal(err)
			}
			trip, detail := open(t, q, c.TripID)
			want := wire.TripExperience{TripID: c.TripID, Metadata: wire.TripExperienceMetadata{LegCount: len(c.Legs)}}
			for i, leg := range []*wire.Leg{&trip.Outbound, trip.Return}[:len(c.Legs)] {
				want.Legs = append(want.Legs, wire.ExperienceLeg{
					ID: got.Legs[i].ID, DepartureAirportCode: leg.From, ArrivalAirportCode: leg.To, StopsCount: int(leg.Stops),
					Signals: judged(c.Legs[i], *leg, detail.Legs[i], got.Legs[i].Signals),
				})
				count(seen, got.Legs[i].Signals)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("trip %s (-judged +got):\n%s", c.TripID, diff)
			}
		}
	}
	for _, signal := range []string{"overnight", "longStopover", "earlyDeparture", "lateArrival", "shortStopover", "newAircraft", "highlyRatedCarrier"} {
		if seen[signal] == 0 || seen[signal] == seen["legs"] {
			t.Errorf("%s holds for %d of %d legs", signal, seen[signal], seen["legs"])
		}
	}
}

// judged is the signals that the card and the opened trip lead to. What cannot be seen there is as said:
// how tight a connection is, and how new a type whose name an older one bears too.
func judged(card wire.CardLeg, leg wire.Leg, detail wire.DetailLeg, said wire.LegSignals) wire.LegSignals {
	departs, arrives := minute(leg.DepartsAt), minute(leg.ArrivesAt)
	s := wire.LegSignals{
		Overnight:      card.Overnight,
		LongStopover:   slices.ContainsFunc(card.LayoverMinutesByStop, func(m float64) bool { return m >= 300 }),
		EarlyDeparture: departs >= 120 && departs < 390,
		LateArrival:    arrives >= 1350 || arrives < 300,
	}
	if len(card.LayoverMinutesByStop) > 0 && slices.Min(card.LayoverMinutesByStop) < 265 {
		s.ShortStopover = said.ShortStopover // no airport asks for more than 250 minutes
	}
	since, oldest := map[string]int{}, map[string]int{}
	for _, airline := range data.Airlines() {
		for _, v := range airline.Fleet {
			since[v.Name] = max(since[v.Name], v.Since)
			if was, ok := oldest[v.Name]; !ok || v.Since < was {
				oldest[v.Name] = v.Since
			}
		}
	}
	fresh, rated, unclear := true, true, false
	for i, segment := range detail.Segments {
		fresh = fresh && since[segment.Aircraft] >= 2014
		unclear = unclear || oldest[segment.Aircraft] < 2014
		flown := leg.Segments[i].MarketingCarrier.Code
		if by := leg.Segments[i].OperatingCarrier; by != nil {
			flown = by.Code
		}
		a, _ := data.AirlineByCode(flown)
		rated = rated && a.Kind == data.FullService && a.Bases[0].Weight >= 7
	}
	switch {
	case fresh && unclear:
		s.NewAircraft = said.NewAircraft
	case fresh:
		s.NewAircraft = new(wire.LegSignalsNewAircraft(true))
	}
	if rated {
		s.HighlyRatedCarrier = new(wire.LegSignalsHighlyRatedCarrier(true))
	}
	return s
}

func count(seen map[string]int, s wire.LegSignals) {
	for signal, holds := range map[string]bool{
		"legs": true, "overnight": s.Overnight, "longStopover": s.LongStopover, "earlyDeparture": s.EarlyDeparture, "lateArrival": s.LateArrival,
		"shortStopover": s.ShortStopover != nil, "newAircraft": s.NewAircraft != nil, "highlyRatedCarrier": s.HighlyRatedCarrier != nil,
	} {
		if holds {
			seen[signal]++
		}
	}
}

func TestClockSignalsAtTheirThresholds(t *testing.T) {
	for _, tt := range []struct {
		leaves, lands int
		early, late   bool
	}{
		{119, 720, false, false}, {120, 720, true, false}, {389, 720, true, false}, {390, 720, false, false},
		{720, 1349, false, false}, {720, 1350, false, true}, {720, 1439, false, true}, {720, 0, false, true},
		{720, 299, false, true}, {720, 300, false, false},
	} {
		p := &planner.Plan{Rides: hop(0), LeaveAt: tt.leaves, LandAt: tt.lands, Minutes: 60}
		if s := signals(p); s.EarlyDeparture != tt.early || s.LateArrival != tt.late {
			t.Errorf("from minute %d to minute %d: early %v, late %v", tt.leaves, tt.lands, s.EarlyDeparture, s.LateArrival)
		}
	}
}

func TestStopoverSignalsAtTheirThresholds(t *testing.T) {
	least := planner.ChangeTime(hop(0)[0].Flight, hop(0)[1].Flight)
	for wait, want := range map[int][2]bool{ // long, short
		least: {false, true}, least + 14: {false, true}, least + 15: {false, false}, 299: {false, false}, 300: {true, false},
	} {
		p := &planner.Plan{Rides: hop(int64(wait)), LeaveAt: 720, LandAt: 720}
		s := signals(p)
		if got := [2]bool{s.LongStopover, s.ShortStopover != nil}; got != want {
			t.Errorf("a wait of %d minutes, at least %d: long %v, short %v", wait, least, got[0], got[1])
		}
	}
}

// hop is two domestic flights of one carrier with a wait in between.
func hop(wait int64) []planner.Ride {
	lufthansa, _ := data.AirlineByCode("LH")
	neo, _ := data.AircraftByCode("32N")
	at := func(code string) *timetable.Place { p, _ := shared().table.Place(code); return p }
	flight := func(from, to string) *timetable.Flight {
		return &timetable.Flight{Operator: lufthansa, Sold: []timetable.Sale{{Airline: lufthansa, Number: 7}}, From: at(from), To: at(to), Aircraft: neo}
	}
	return []planner.Ride{{Flight: flight("HAM", "FRA"), Land: 1000}, {Flight: flight("FRA", "MUC"), Leave: 1000 + wait}}
}

func TestAShortStopoverNeedsAStop(t *testing.T) {
	for _, q := range sample() {
		for _, trip := range shared().search(q).Trips {
			for _, leg := range trip.Legs {
				if s := signals(leg); leg.Stops() == 0 && (s.ShortStopover != nil || s.LongStopover) {
					t.Errorf("a nonstop leg of trip %s: %+v", trip.Code, s)
				}
			}
		}
	}
}

func TestATrainIsNoNewAircraft(t *testing.T) {
	train, _ := data.AircraftByCode("TRN")
	rides := hop(60)
	rides[0].Flight.Aircraft = train
	if s := signals(&planner.Plan{Rides: rides}); s.NewAircraft != nil {
		t.Error("a train and a new aircraft are called new")
	}
}

func TestTheLegsOfATripHaveIDsOfTheirOwn(t *testing.T) {
	q := asked("DXB-LHR", back)
	for _, c := range some(t, q) {
		got, err := shared().Experience(q, settled, c.TripID[2:])
		if err != nil || got.Legs[0].ID == got.Legs[1].ID || got.Legs[0].ID == "" {
			t.Errorf("%+v, %v", got, err)
		}
	}
}

func TestTheExperienceOfAnUnknownTripIsNotFound(t *testing.T) {
	q := asked("DXB-LHR", "")
	known := cards(t, q)[0].TripID[2:]
	if _, err := shared().Experience(q, created, known); !errors.Is(err, ErrNotFound) {
		t.Errorf("before any seller has answered: %v", err)
	}
	for _, code := range []string{"", "x", known + "x"} {
		if _, err := shared().Experience(q, settled, code); !errors.Is(err, ErrNotFound) {
			t.Errorf("trip %q: %v", code, err)
		}
	}
}
