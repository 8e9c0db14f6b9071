package transport

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/quota"
)

// A window has the size that the policy tells, and the older headers stand in where RateLimit is absent.
func TestWindowsHaveTheSizeThatIsTold(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	minute := func(limit, seconds int64) []quota.Window {
		return []quota.Window{{Name: "createFlightSearch", Limit: limit, Seconds: seconds, Left: 8, Resets: now.Add(41 * time.Second), Said: now}}
	}
	for name, test := range map[string]struct {
		header http.Header
		want   []quota.Window
	}{
		"both": {
			http.Header{"Ratelimit": {`"createFlightSearch";r=8;t=41`}, "Ratelimit-Policy": {`"createFlightSearch";q=10;w=60, "other";q=1;w=1`}},
			minute(10, 60),
		},
		"no policy":      {http.Header{"Ratelimit": {`"createFlightSearch";r=8;t=41`}}, minute(0, 0)},
		"a wrong policy": {http.Header{"Ratelimit": {`"createFlightSearch";r=8;t=41`}, "Ratelimit-Policy": {`"createFlightSearch";q=-1;w=x`}}, minute(0, 0)},
		"older": {
			http.Header{"X-Ratelimit-Limit": {"10"}, "X-Ratelimit-Remaining": {"8"}, "X-Ratelimit-Reset": {"1800000041"}, "X-Ratelimit-Resource": {"createFlightSearch"}},
			minute(10, 0),
		},
		"older, in seconds": {
			http.Header{"X-Ratelimit-Limit": {"10"}, "X-Ratelimit-Remaining": {"8"}, "X-Ratelimit-Reset": {"41"}, "X-Ratelimit-Resource": {"createFlightSearch"}},
			minute(10, 0),
		},
		"half of the older": {http.Header{"X-Ratelimit-Limit": {"10"}, "X-Ratelimit-Remaining": {"8"}}, nil},
		"garbage":           {http.Header{"Ratelimit": {`%zz`}, "X-Ratelimit-Remaining": {"many"}}, nil},
		"nothing":           {http.Header{}, nil},
	} {
		if diff := cmp.Diff(test.want, Windows(test.header, now)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
