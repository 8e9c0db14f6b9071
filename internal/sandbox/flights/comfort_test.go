package flights

import (
	"strings"
	"testing"

	"travel.example/travel/internal/sandbox/flights/planner"
	"travel.example/travel/internal/sandbox/wire"
)

func TestOvernightIsAnHourOfNightByBothClocks(t *testing.T) {
	for name, tt := range map[string]struct {
		leave, minutes, land int
		want                 bool
	}{
		"a morning flight":                    {480, 120, 600, false},
		"late home":                           {1380, 75, 15, false},
		"through the night":                   {1260, 420, 540, true},
		"out at half past two":                {150, 440, 350, true},
		"west in the afternoon":               {900, 480, 1080, false},
		"west in the evening, no night there": {1080, 480, 1260, false},
		"across the date line, back a day":    {1260, 810, 930, true},
		"two days":                            {600, 2000, 1160, true},
	} {
		p := &planner.Plan{LeaveAt: tt.leave, Minutes: tt.minutes, LandAt: tt.land}
		if got := p.Overnight(); got != tt.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestTrainsAndBusesSayWhatTheyAre(t *testing.T) {
	q := asked("PAR-LON", "")
	modes := map[wire.TransportType]int{}
	for _, c := range cards(t, q) {
		for _, mode := range c.Legs[0].TransportTypes {
			modes[mode]++
		}
		if c.Legs[0].TransportTypes[0] != wire.TransportTypeTRAIN {
			continue
		}
		trip, detail := open(t, q, c.TripID)
		s, d := trip.Outbound.Segments[0], detail.Legs[0].Segments[0]
		if *s.FromStationType != wire.StationTypeTrainStation || *d.From.StationType != wire.StationTypeTrainStation || d.Aircraft != "Train" {
			t.Errorf("a train leaves from a %s with a %s", *s.FromStationType, d.Aircraft)
		}
	}
	if modes[wire.TransportTypeTRAIN] == 0 || modes[wire.TransportTypeFLIGHT] == 0 {
		t.Errorf("between Paris and London there are %v", modes)
	}
	if _, bus := byMode(t, asked("AUH-DXB", ""))[wire.TransportTypeBUS]; !bus {
		t.Error("no bus from Abu Dhabi to Dubai")
	}
}

func byMode(t *testing.T, q Query) map[wire.TransportType]bool {
	t.Helper()
	modes := map[wire.TransportType]bool{}
	for _, c := range cards(t, q) {
		for _, mode := range c.Legs[0].TransportTypes {
			modes[mode] = true
		}
	}
	return modes
}

// What is said about a flight is consistent, and something is left unsaid.
func TestAmenitiesAndSeats(t *testing.T) {
	silent, stated := 0, 0
	for _, q := range sample() {
		for _, c := range some(t, q) {
			_, detail := open(t, q, c.TripID)
			for _, leg := range detail.Legs {
				for _, s := range leg.Segments {
					if s.Amenities == nil {
						silent++
						continue
					}
					for _, a := range []*wire.Amenity{s.Amenities.Wifi, s.Amenities.Power, s.Amenities.Entertainment, s.Amenities.Meal} {
						if a == nil {
							silent++
							continue
						}
						stated++
						if a.Text == "" || a.Free && !a.Exists || a.Exists == strings.HasPrefix(a.Text, "No ") {
							t.Errorf("amenity %+v", *a)
						}
					}
					if s.Seat == nil || s.Seat.Layout == nil || *s.Seat.Layout == "" {
						t.Errorf("%s has no seat layout", s.Aircraft)
					}
				}
			}
		}
	}
	if silent == 0 || stated == 0 {
		t.Errorf("%d amenities are stated and %d are not", stated, silent)
	}
}

func TestBaggageIsNotAlwaysStated(t *testing.T) {
	stated, silent := 0, 0
	for _, c := range some(t, asked("DXB-LHR", "")) {
		_, detail := open(t, asked("DXB-LHR", ""), c.TripID)
		for _, f := range detail.Fares {
			if f.Baggage == nil {
				silent++
				continue
			}
			stated++
			if *f.Baggage.Cabin == "" || *f.Baggage.Checked == "" {
				t.Errorf("baggage %+v", *f.Baggage)
			}
		}
	}
	if stated == 0 || silent == 0 {
		t.Errorf("%d fares state their baggage and %d do not", stated, silent)
	}
}
