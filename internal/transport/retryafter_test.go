package transport

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// testNow is the clock of the tests that need no passing of time.
func testNow() time.Time { return time.Date(2027, 3, 1, 12, 0, 0, 0, time.UTC) }

// T33: Retry-After is a bounded time or nothing.
func TestRetryAfterIsBounded(t *testing.T) {
	tests := []struct {
		value, date string
		want        time.Duration
		told        bool
	}{
		{"", "", 0, false},
		{"0", "", 0, true},
		{"60", "", time.Minute, true},
		{" 7 ", "", 7 * time.Second, true},
		{"-5", "", 0, false},
		{"+5", "", 0, false},
		{"1.5", "", 0, false},
		{"1e9", "", 0, false},
		{"soon", "", 0, false},
		{"5, 9", "", 0, false},
		{"604800", "", MaxWait, true},
		{"604801", "", MaxWait, true},
		{"999999999", "", MaxWait, true},
		{"99999999999999999999999999", "", MaxWait, true},
		{"Mon, 01 Mar 2027 12:00:30 GMT", "", 30 * time.Second, true},
		{"Mon, 01 Mar 2027 11:59:30 GMT", "", 0, true},
		{"Fri, 31 Dec 9999 23:59:59 GMT", "", MaxWait, true},
		{"Sun, 01 Jan 1601 00:00:00 GMT", "", 0, true},
		// A clock an hour or a day off, on either side, and the service's own date says so.
		{"Mon, 01 Mar 2027 11:00:20 GMT", "Mon, 01 Mar 2027 11:00:00 GMT", 20 * time.Second, true},
		{"Mon, 01 Mar 2027 13:00:20 GMT", "Mon, 01 Mar 2027 13:00:00 GMT", 20 * time.Second, true},
		{"Tue, 02 Mar 2027 12:00:10 GMT", "Tue, 02 Mar 2027 12:00:00 GMT", 10 * time.Second, true},
	}
	for _, test := range tests {
		header := http.Header{"Retry-After": {test.value}, "Date": {test.date}}
		got, told := RetryAfter(header, testNow())
		if got != test.want || told != test.told {
			t.Errorf("Retry-After %q, Date %q: got %s, %t; want %s, %t", test.value, test.date, got, told, test.want, test.told)
		}
	}
}

// RateLimit is read in both of its forms, and garbage is nothing.
func TestQuotas(t *testing.T) {
	tests := []struct {
		values []string
		want   []Quota
		reset  time.Duration
	}{
		{nil, nil, 0},
		{[]string{`"user";r=283;t=41, "createFlightSearch";r=0;t=41, "createFlightSearch-hour";r=0;t=2000`},
			[]Quota{{"user", 283, 41 * time.Second}, {"createFlightSearch", 0, 41 * time.Second}, {"createFlightSearch-hour", 0, 2000 * time.Second}}, 2000 * time.Second},
		{[]string{`"a";r=1;t=9`, `"b";r=2;t=5`}, []Quota{{"a", 1, 9 * time.Second}, {"b", 2, 5 * time.Second}}, 5 * time.Second},
		{[]string{`limit=10, remaining=0, reset=50`}, []Quota{{"", 0, 50 * time.Second}}, 50 * time.Second},
		{[]string{`"a";r=-3;t=-9`}, []Quota{{"a", 0, 0}}, 0},
		{[]string{`"a";r=0;t=999999999999999`}, []Quota{{"a", 0, MaxWait}}, MaxWait},
		{[]string{`"a";r=0;t=1.5`}, nil, 0},
		{[]string{`"a";r="0";t=1`}, nil, 0},
		{[]string{`"a";r=0`}, nil, 0},
		{[]string{`("a" "b");r=0;t=3`}, nil, 0},
		{[]string{`10;w=60`, `x`}, nil, 0},
		{[]string{`,,;=`}, nil, 0},
		{[]string{"\x00\xff"}, nil, 0},
	}
	for _, test := range tests {
		header := http.Header{"Ratelimit": test.values}
		if diff := cmp.Diff(test.want, Quotas(header)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.values, diff)
		}
		if got := rateLimitReset(header); got != test.reset {
			t.Errorf("%q: reset %s, want %s", test.values, got, test.reset)
		}
	}
}

// Retry-After goes before any reset.
func TestRetryAfterGoesBeforeRateLimit(t *testing.T) {
	header := http.Header{"Retry-After": {"3"}, "Ratelimit": {`"user";r=0;t=41`}}
	if got, told := RetryDelay(header, testNow()); got != 3*time.Second || !told {
		t.Errorf("got %s, want 3s", got)
	}
}

func FuzzRetryDelay(f *testing.F) {
	f.Add("60", "Mon, 01 Mar 2027 12:00:30 GMT", `"user";r=0;t=41`)
	f.Add("-1", "", `limit=10, remaining=0, reset=50`)
	f.Add("99999999999999999999", "x", `"a";r=0;t=999999999999999`)
	f.Fuzz(func(t *testing.T, retryAfter, date, rateLimit string) {
		header := http.Header{"Retry-After": {retryAfter}, "Date": {date}, "Ratelimit": {rateLimit}}
		if got, told := RetryDelay(header, testNow()); got < 0 || got > MaxWait || got > 0 && !told {
			t.Errorf("a wait of %s", got)
		}
		for _, quota := range Quotas(header) {
			if quota.Left < 0 || quota.Reset < 0 || quota.Reset > MaxWait {
				t.Errorf("a quota of %+v", quota)
			}
		}
	})
}
