package apiclient

import (
	"io"
	"net/http"
	"strings"
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
	}{
		{"", "", 0},
		{"0", "", 0},
		{"60", "", time.Minute},
		{" 7 ", "", 7 * time.Second},
		{"-5", "", 0},
		{"+5", "", 0},
		{"1.5", "", 0},
		{"1e9", "", 0},
		{"soon", "", 0},
		{"5, 9", "", 0},
		{"604800", "", maxRetryAfter},
		{"604801", "", maxRetryAfter},
		{"999999999", "", maxRetryAfter},
		{"99999999999999999999999999", "", maxRetryAfter},
		{"Mon, 01 Mar 2027 12:00:30 GMT", "", 30 * time.Second},
		{"Mon, 01 Mar 2027 11:59:30 GMT", "", 0},
		{"Fri, 31 Dec 9999 23:59:59 GMT", "", maxRetryAfter},
		{"Sun, 01 Jan 1601 00:00:00 GMT", "", 0},
		// The service's clock is a day ahead, and its own date says so.
		{"Tue, 02 Mar 2027 12:00:10 GMT", "Tue, 02 Mar 2027 12:00:00 GMT", 10 * time.Second},
	}
	for _, test := range tests {
		header := http.Header{"Retry-After": {test.value}, "Date": {test.date}}
		if got := parseRetryAfter(header, testNow()); got != test.want {
			t.Errorf("Retry-After %q, Date %q: got %s, want %s", test.value, test.date, got, test.want)
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
		{[]string{`"a";r=0;t=999999999999999`}, []Quota{{"a", 0, maxRetryAfter}}, maxRetryAfter},
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
	if got := retryDelay(header, testNow()); got != 3*time.Second {
		t.Errorf("got %s, want 3s", got)
	}
}

// Garbage in a quota header never costs the answer it came with.
func TestQuotaHeadersNeverSpoilAnAnswer(t *testing.T) {
	for _, value := range []string{``, `"a";r=1`, `,,`, `%zz`, `{"a":1}`, `a=b,c=d`, strings.Repeat("x,", 5000)} {
		network := roundTrip(func(*http.Request) (*http.Response, error) {
			header := http.Header{"Content-Type": {"application/json"}, "Ratelimit": {value}, "Ratelimit-Policy": {value, value}}
			return &http.Response{StatusCode: 200, Header: header, Body: io.NopCloser(strings.NewReader(`{"sub":"u1"}`))}, nil
		})
		if err := callOnce(t, Options{BaseURL: testBase, Network: network}, read); err != nil {
			t.Errorf("%.20q: %v", value, err)
		}
	}
}

func FuzzRetryDelay(f *testing.F) {
	f.Add("60", "Mon, 01 Mar 2027 12:00:30 GMT", `"user";r=0;t=41`)
	f.Add("-1", "", `limit=10, remaining=0, reset=50`)
	f.Add("99999999999999999999", "x", `"a";r=0;t=999999999999999`)
	f.Fuzz(func(t *testing.T, retryAfter, date, rateLimit string) {
		header := http.Header{"Retry-After": {retryAfter}, "Date": {date}, "Ratelimit": {rateLimit}}
		if got := retryDelay(header, testNow()); got < 0 || got > maxRetryAfter {
			t.Errorf("a wait of %s", got)
		}
		for _, quota := range Quotas(header) {
			if quota.Left < 0 || quota.Reset < 0 || quota.Reset > maxRetryAfter {
				t.Errorf("a quota of %+v", quota)
			}
		}
	})
}
