package words

import "testing"

func TestDistancesAreToldAsATravelerCountsThem(t *testing.T) {
	for _, c := range []struct {
		km   float64
		unit Unit
		want string
	}{
		{0.04, Kilometres, "0.0 km"}, {9.94, Kilometres, "9.9 km"}, {9.96, Kilometres, "10 km"},
		{12345.4, Kilometres, "12,345 km"}, {1.609344, Miles, "1.0 mi"}, {8047, Miles, "5,000 mi"},
	} {
		if got := Distance(&c.km, c.unit); got != c.want {
			t.Errorf("%v km are %s, want %s", c.km, got, c.want)
		}
	}
}
