package apiclient

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// testNow is the clock of tests in which no time passes.
func testNow() time.Time { return time.Date(2027, 3, 1, 12, 0, 0, 0, time.UTC) }

// Garbage in a quota header never invalidates the answer.
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
