package transport

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/quota"
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
		{"5, 9", "", 9 * time.Second, true},
		{"9, soon, 5", "", 9 * time.Second, true},
		{",,", "", 0, false},
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
		got, told := RetryDelay(http.StatusServiceUnavailable, header, testNow())
		if got != test.want || told != test.told {
			t.Errorf("Retry-After %q, Date %q: got %s, %t; want %s, %t", test.value, test.date, got, told, test.want, test.told)
		}
	}
}

// RateLimit is read, and garbage is nothing.
func TestQuotas(t *testing.T) {
	window := func(name string, left int64, reset time.Duration) quota.Window {
		return quota.Window{Name: name, Left: left, Resets: testNow().Add(reset), Said: testNow()}
	}
	tests := []struct {
		values []string
		want   []quota.Window
		reset  time.Duration
	}{
		{nil, nil, 0},
		{[]string{`"user";r=283;t=41, "createFlightSearch";r=0;t=41, "createFlightSearch-hour";r=0;t=2000`},
			[]quota.Window{window("user", 283, 41*time.Second), window("createFlightSearch", 0, 41*time.Second), window("createFlightSearch-hour", 0, 2000*time.Second)}, 2000 * time.Second},
		{[]string{`"a";r=1;t=9`, `"b";r=2;t=5`}, []quota.Window{window("a", 1, 9*time.Second), window("b", 2, 5*time.Second)}, 5 * time.Second},
		{[]string{`"a";r=-3;t=-9`}, []quota.Window{window("a", 0, 0)}, 0},
		{[]string{`"a";r=0;t=999999999999999`}, []quota.Window{window("a", 0, MaxWait)}, MaxWait},
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
		if diff := cmp.Diff(test.want, published(header, testNow())); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.values, diff)
		}
		if got, _ := RetryDelay(http.StatusTooManyRequests, header, testNow()); got != test.reset {
			t.Errorf("%q: reset %s, want %s", test.values, got, test.reset)
		}
	}
}

// Retry-After goes before any reset.
func TestRetryAfterGoesBeforeRateLimit(t *testing.T) {
	header := http.Header{"Retry-After": {"3"}, "Ratelimit": {`"user";r=0;t=41`}}
	if got, told := RetryDelay(http.StatusTooManyRequests, header, testNow()); got != 3*time.Second || !told {
		t.Errorf("got %s, want 3s", got)
	}
}

// Of several figures the longest counts, and where Retry-After is missing the older headers tell when the
// quota starts again, in seconds or as a point in Unix time by the answer's own clock.
func TestTheLongestWaitCounts(t *testing.T) {
	const sent = "Mon, 01 Mar 2027 12:00:00 GMT" // 1803902400, an hour before the clock here
	late := testNow().Add(time.Hour)
	type told struct {
		Delay time.Duration
		Told  bool
	}
	sec := func(n int) told { return told{time.Duration(n) * time.Second, true} }
	for name, test := range map[string]struct {
		status int
		header http.Header
		want   told
	}{
		"several":                {503, http.Header{"Retry-After": {"5", "60", "20"}}, sec(60)},
		"one of them unreadable": {503, http.Header{"Retry-After": {"soon", "7"}}, sec(7)},
		"seconds and a date":     {429, http.Header{"Retry-After": {"5", "Mon, 01 Mar 2027 12:00:30 GMT"}}, sec(30)},
		"goes before a reset":    {429, http.Header{"Retry-After": {"5"}, "X-Ratelimit-Reset": {"900"}}, sec(5)},
		"seconds to a reset":     {429, http.Header{"Ratelimit-Reset": {"41"}}, sec(41)},
		"the older name":         {429, http.Header{"X-Ratelimit-Reset": {" 41 "}}, sec(41)},
		"Unix time":              {429, http.Header{"X-Ratelimit-Reset": {"1803902441"}}, sec(41)},
		"Unix time that is over": {429, http.Header{"X-Ratelimit-Reset": {"1803902000"}}, told{}},
		"both":                   {429, http.Header{"Ratelimit-Reset": {"3"}, "X-Ratelimit-Reset": {"1803902441", "7"}}, sec(41)},
		"RateLimit goes before":  {429, http.Header{"Ratelimit": {`"user";r=0;t=9`}, "X-Ratelimit-Reset": {"41"}}, sec(9)},
		"a long window":          {429, http.Header{"X-Ratelimit-Reset": {"86400"}}, sec(86400)},
		"neither wait nor time":  {429, http.Header{"X-Ratelimit-Reset": {"999999999"}}, told{MaxWait, true}},
		"absurd":                 {429, http.Header{"X-Ratelimit-Reset": {"99999999999999999999999"}}, told{MaxWait, true}},
		"negative":               {429, http.Header{"X-Ratelimit-Reset": {"-5"}}, told{}},
		"words":                  {429, http.Header{"X-Ratelimit-Reset": {"soon", "1.2.3", "1e3", "."}}, told{}},
		"of a fault":             {503, http.Header{"X-Ratelimit-Reset": {"41"}, "Ratelimit": {`"user";r=0;t=9`}}, told{}},
	} {
		test.header.Set("Date", sent)
		var got told
		if got.Delay, got.Told = RetryDelay(test.status, test.header, late); got != test.want {
			t.Errorf("%s: got %v, want %v", name, got, test.want)
		}
	}
}

// A wait is stretched upward only, by a quarter between 1 and 15 seconds, and never beyond the room.
func TestSpreadFitsTheRoom(t *testing.T) {
	for _, test := range [][3]time.Duration{ // asked, room, spread
		{time.Second, time.Hour, time.Second},
		{20 * time.Second, time.Hour, 5 * time.Second},
		{time.Minute, 15 * time.Second, 15 * time.Second},
		{time.Hour, time.Hour, 15 * time.Second},
		{time.Minute, 300 * time.Millisecond, 300 * time.Millisecond},
		{time.Minute, 0, 0},
		{time.Minute, -time.Second, 0},
	} {
		if got := Spread(test[0], test[1]); got != test[2] {
			t.Errorf("%s with room for %s: %s, want %s", test[0], test[1], got, test[2])
		}
	}
}

func FuzzRetryDelay(f *testing.F) {
	f.Add("60", "Mon, 01 Mar 2027 12:00:30 GMT", `"user";r=0;t=41`, "41")
	f.Add("-1", "", `limit=10, remaining=0, reset=50`, "1803902441.5")
	f.Add("99999999999999999999", "x", `"a";r=0;t=999999999999999`, "9223372036854775807")
	f.Add("5, Mon, 01 Mar 2027 12:00:30 GMT", "", "", "1e9")
	f.Fuzz(func(t *testing.T, retryAfter, date, rateLimit, reset string) {
		header := http.Header{
			"Retry-After": {"7", retryAfter}, "Date": {date}, "Ratelimit": {rateLimit},
			"Ratelimit-Reset": {reset}, "X-Ratelimit-Reset": {reset}, "X-Ratelimit-Remaining": {"0"},
		}
		if got, told := RetryDelay(http.StatusTooManyRequests, header, testNow()); got < 7*time.Second || got > MaxWait || !told {
			t.Errorf("a wait of %s after one of 7s was asked for", got)
		}
		header.Del("Retry-After")
		if got, told := RetryDelay(http.StatusTooManyRequests, header, testNow()); got < 0 || got > MaxWait || got > 0 && !told {
			t.Errorf("a wait of %s", got)
		}
		for _, window := range Windows(header, testNow()) {
			if window.Left < 0 || window.Resets.Before(testNow()) || window.Resets.Sub(testNow()) > MaxWait {
				t.Errorf("a quota of %+v", window)
			}
		}
	})
}
