package cli

import "testing"

func TestDistancesAreToldAsATravelerCountsThem(t *testing.T) {
	for _, c := range []struct {
		km    float64
		miles bool
		want  string
	}{
		{0.04, false, "0.0 km"}, {9.94, false, "9.9 km"}, {9.96, false, "10 km"},
		{12345.4, false, "12,345 km"}, {1.609344, true, "1.0 mi"}, {8047, true, "5,000 mi"},
	} {
		if got := DistanceText(&c.km, c.miles); got != c.want {
			t.Errorf("%v km are %s, want %s", c.km, got, c.want)
		}
	}
}
