package flightview

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"travel.example/travel/internal/offer"
)

func TestTimelineSharesItsLineByTime(t *testing.T) {
	s := &offer.Segment{}
	tests := map[string]struct {
		parts  []part
		room   int
		widths []int // nil if the parts do not fit
	}{
		"to scale":                     {[]part{{segment: s, minutes: 100, least: 5}, {minutes: 50, least: 5}, {segment: s, minutes: 150, least: 5}}, 60, []int{20, 10, 30}},
		"no cell is lost to rounding":  {[]part{{segment: s, minutes: 1, least: 1}, {minutes: 1, least: 1}, {segment: s, minutes: 1, least: 1}}, 50, []int{16, 17, 17}},
		"a short wait can be read":     {[]part{{segment: s, minutes: 500, least: 11}, {minutes: 5, least: 5}, {segment: s, minutes: 500, least: 11}}, 65, []int{30, 5, 30}},
		"a wait of no time is drawn":   {[]part{{segment: s, minutes: 60, least: 11}, {minutes: 0, least: 5}, {segment: s, minutes: 60, least: 11}}, 45, []int{20, 5, 20}},
		"exactly what is needed":       {[]part{{segment: s, minutes: 60, least: 11}, {minutes: 9, least: 5}, {segment: s, minutes: 60, least: 11}}, 27, []int{11, 5, 11}},
		"one cell less is refused":     {[]part{{segment: s, minutes: 60, least: 11}, {minutes: 9, least: 5}, {segment: s, minutes: 60, least: 11}}, 26, nil},
		"no room at all is refused":    {[]part{{segment: s, minutes: 60, least: 11}}, -3, nil},
		"weights without measure hold": {[]part{{segment: s, minutes: maxWeight, least: 11}, {minutes: maxWeight, least: 5}, {segment: s, minutes: 1, least: 11}}, 100, []int{45, 44, 11}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			ok := allot(tt.parts, 6, tt.room)
			if ok != (tt.widths != nil) {
				t.Fatalf("fits: got %v", ok)
			}
			if !ok {
				return
			}
			var widths []int
			start := 6
			for _, p := range tt.parts {
				widths = append(widths, p.width)
				if p.at != start {
					t.Errorf("a part starts at %d, the one before ended at %d", p.at, start)
				}
				start += p.width
			}
			slices.Sort(tt.widths)
			slices.Sort(widths)
			if diff := cmp.Diff(tt.widths, widths); diff != "" {
				t.Errorf("widths (-want +got):\n%s", diff)
			}
		})
	}
}
