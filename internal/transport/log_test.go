package transport

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestALogTellsNoSecret(t *testing.T) {
	var out strings.Builder
	now := time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)
	log := NewLog(&out, func() time.Time { return now })
	r, err := http.NewRequest(http.MethodGet, "https://ada:canary@api.example/v1/x?q=a&access_token=canary&code=canary&state=canary", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer canary")
	r.Header.Set("Cookie", "canary")
	r.Header.Set("Accept", "a\x1b[31m\nb")
	start := log.Sent(r, " as=told", 3)
	now = now.Add(1500 * time.Millisecond)
	log.Came(start, 302, http.Header{"Location": {"https://site.example/?code=canary&sid=1&code_verifier=canary#access_token=canary"}, "Set-Cookie": {"canary"}, "Www-Authenticate": {"canary"}}, 7, "")
	log.Failed(start, errors.New("lost"))
	log.Waits(Pause{For: "getTrip", Wait: 3 * time.Second, Asked: 2 * time.Second, Why: "busy"})
	const want = `2026-11-21T08:00:00.000Z > GET https://api.example/v1/x?access_token=REDACTED&code=REDACTED&q=a&state=REDACTED as=told accept="a\x1b[31m\nb" 3 bytes
2026-11-21T08:00:01.500Z < 302 after 1.5s location="https://site.example/?code=REDACTED&code_verifier=REDACTED&sid=1#REDACTED" 7 bytes
2026-11-21T08:00:01.500Z ! after 1.5s: lost
2026-11-21T08:00:01.500Z ~ waits 3s for getTrip: busy, asked for 2s
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
	if out.Reset(); NewLog(nil, time.Now) != nil {
		t.Error("a log without a place is one")
	}
	var none *Log
	none.Came(none.Sent(r, "", 0), 200, nil, 0, "")
	none.Failed(start, nil)
	none.Waits(Pause{})
}
