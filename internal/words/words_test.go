package words

import (
	"testing"
	"time"
)

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

func TestAFlightIsCalledByItsCarrierOnce(t *testing.T) {
	for _, c := range []struct{ carrier, number, want string }{
		{"EK", "201", "EK 201"}, {"EK", "EK 201", "EK 201"}, {"EK", "ek201", "EK 201"}, {"6E", "6E-2134", "6E 2134"},
		{"U2", "2123", "U2 2123"}, {"EK", "", "EK"}, {"", "BA 7", "BA 7"}, {"EK", "EKSPRESS", "EK EKSPRESS"}, {"3U", "3", "3U 3"}, {"EK", " 7 ", "EK 7"},
	} {
		if got := FlightNumber(c.carrier, c.number); got != c.want {
			t.Errorf("%q and %q: %q, want %q", c.carrier, c.number, got, c.want)
		}
	}
}

func TestALocalTimeWithoutAnOffsetKeepsItsClock(t *testing.T) {
	for text, want := range map[string]struct {
		clock string
		zoned bool
	}{
		"2026-12-25T13:20:00+04:00": {"2026-12-25 13:20", true}, "2026-12-25T13:20:00Z": {"2026-12-25 13:20", true},
		"2026-12-25T13:20:00": {"2026-12-25 13:20", false}, "2026-12-25T13:20": {"2026-12-25 13:20", false},
		"2026-12-25 13:20:59": {"2026-12-25 13:20", false}, "13:20": {"0001-01-01 00:00", true}, "": {"0001-01-01 00:00", true},
	} {
		at := Moment(text)
		if got := at.Format("2006-01-02 15:04"); got != want.clock || Zoned(at) != want.zoned {
			t.Errorf("%q is %s, zoned %t; want %s, %t", text, got, Zoned(at), want.clock, want.zoned)
		}
	}
}

func TestAWaitIsNeverToldShorterThanItIs(t *testing.T) {
	for d, want := range map[time.Duration]string{
		-time.Second: "0 s", 0: "0 s", time.Millisecond: "1 s", 1500 * time.Millisecond: "2 s", 75 * time.Second: "75 s",
		119 * time.Second: "119 s", 2 * time.Minute: "2 minutes", 121 * time.Second: "3 minutes", time.Hour: "1 hour",
		9999 * time.Second: "2 hours 47 minutes", 24*time.Hour - time.Second: "1 day", 25*time.Hour + time.Second: "1 day 2 hours",
		7 * 24 * time.Hour: "7 days",
	} {
		if got := Wait(d); got != want {
			t.Errorf("%s is told as %q, want %q", d, got, want)
		}
	}
}

func TestASentenceBeginsWithAnyLetter(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "it is": "It is", "éden": "Éden", "漢字": "漢字", "\xffx": "\xffx", "1 row": "1 row",
	} {
		if got := UpperFirst(text); got != want {
			t.Errorf("%q begins a sentence as %q, want %q", text, got, want)
		}
	}
}

func TestThereAreNeverLessThanNone(t *testing.T) {
	if got := Counted(-1150, "trip"); got != "0 trips" {
		t.Errorf("got %q", got)
	}
}
