package desk

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func TestHowLongALinkWorksIsCountedFromItsSearch(t *testing.T) {
	for name, test := range map[string]struct {
		life LinkLife
		want string
	}{
		"just made":        {LinkLife{Created: noon, Lasts: FlightLinkLasts}, "Works until about 12:06 (6 minutes)."},
		"half a minute on": {LinkLife{Created: noon.Add(-30 * time.Second), Lasts: FlightLinkLasts}, "Works until about 12:05 (5 minutes)."},
		"a minute left":    {LinkLife{Created: noon.Add(-5 * time.Minute), Lasts: FlightLinkLasts}, "Works until about 12:01 (1 minute)."},
		"seconds left":     {LinkLife{Created: noon.Add(-350 * time.Second), Lasts: FlightLinkLasts}, "Works until about 12:00 (less than a minute)."},
		"over":             {LinkLife{Created: noon.Add(-6 * time.Minute), Lasts: FlightLinkLasts}, "Its search was made 6 minutes ago; the link has probably stopped working."},
		"over, but seen":   {LinkLife{Created: noon.Add(-6 * time.Minute), Lasts: FlightLinkLasts, Seen: true}, "Its search was made 6 minutes ago and is still there, but may end at any moment."},
		"a hotel's":        {LinkLife{Created: noon.Add(-4 * time.Minute), Lasts: HotelLinkLasts}, "Works until about 12:06 (6 minutes)."},
		"of another zone":  {LinkLife{Created: noon.In(time.FixedZone("", 9*3600)), Lasts: HotelLinkLasts}, "Works until about 12:10 (10 minutes)."},
		"of an unknown":    {LinkLife{Lasts: FlightLinkLasts}, "Works until about 6 minutes after its search was made."},
		"without an end":   {LinkLife{}, "Does not expire."},
	} {
		if diff := cmp.Diff(test.want, test.life.Words(noon)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
