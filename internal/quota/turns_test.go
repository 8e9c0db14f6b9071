package quota

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/sandbox"
)

// A turn is taken where there is room for those who are under way and those who came before; else it is
// known what to wait for.
func TestATurnIsTakenInOrder(t *testing.T) {
	const op = "createFlightSearch"
	sent := func(id string) Claim {
		return Claim{ID: id, Operation: op, Since: noon, Until: noon.Add(sentFor), Sent: true}
	}
	waits := func(id string, since int) Claim {
		return Claim{ID: id, Operation: op, Since: noon.Add(time.Duration(since) * time.Second), Until: noon.Add(time.Hour)}
	}
	hour := Window{Name: op + "-hour", Limit: 100, Seconds: 3600, Left: 0, Resets: noon.Add(time.Hour), Said: noon}
	untold := map[string][]time.Time{op: {noon}}
	for name, test := range map[string]struct {
		book  Book
		after int // seconds after noon
		want  string
	}{
		"nothing known":              {Book{}, 5, "goes"},
		"nothing known, three ask":   {Book{Claims: []Claim{sent("a"), sent("b"), sent("c")}}, 5, "goes"},
		"nothing known, four ask":    {Book{Claims: []Claim{sent("a"), sent("b"), sent("c"), sent("d")}}, 5, "waits 0s"},
		"the service does not tell":  {Book{Made: untold, Claims: []Claim{sent("a"), sent("b")}}, 5, "goes"},
		"some are left":              {Book{Windows: []Window{window(2, 0)}}, 5, "goes"},
		"all that are left are out":  {Book{Windows: []Window{window(2, 0)}, Claims: []Claim{sent("a"), sent("b")}}, 5, "waits 0s"},
		"the answer never came":      {Book{Windows: []Window{window(1, 0)}, Claims: []Claim{sent("a")}}, 11, "goes"},
		"another came before":        {Book{Windows: []Window{window(1, 0)}, Claims: []Claim{waits("a", 1)}}, 5, "waits 0s"},
		"another came later":         {Book{Windows: []Window{window(1, 0)}, Claims: []Claim{waits("a", 9)}}, 5, "goes"},
		"another's operation":        {Book{Windows: []Window{window(1, 0)}, Claims: []Claim{{ID: "a", Operation: "createHotelSearch", Since: noon, Until: noon.Add(time.Hour), Sent: true}}}, 5, "goes"},
		"none is left":               {Book{Windows: []Window{window(0, 0)}}, 5, "waits 56s"},
		"the window has begun again": {Book{Windows: []Window{window(0, 0)}}, 61, "goes"},
		"the hour has none":          {Book{Windows: []Window{window(5, 0), hour}}, 5, "waits 59m56s"},
		"a clock that was set back":  {Book{Windows: []Window{window(1, 0)}, Claims: []Claim{{ID: "a", Operation: op, Since: noon.Add(time.Hour), Until: noon.Add(2 * time.Hour), Sent: true}}}, 5, "goes"},
	} {
		now := noon.Add(time.Duration(test.after) * time.Second)
		until, goes := test.book.turn(Claim{ID: "me", Operation: op, Since: noon.Add(5 * time.Second)}, now)
		got := "goes"
		if !goes {
			got = "waits " + until.Sub(now).String()
		}
		if got != test.want {
			t.Errorf("%s: it %s, want %s", name, got, test.want)
		}
	}
}

// refusing counts what a service refuses.
type refusing struct {
	http.RoundTripper
	refused atomic.Int32
}

func (r *refusing) RoundTrip(req *http.Request) (*http.Response, error) {
	time.Sleep(200 * time.Millisecond) // of the virtual clock: the way there and back
	answer, err := r.RoundTripper.RoundTrip(req)
	if err == nil && answer.StatusCode == http.StatusTooManyRequests {
		r.refused.Add(1)
	}
	return answer, err
}

type sampleToken string

func (s sampleToken) Token(context.Context) (string, error)         { return string(s), nil }
func (s sampleToken) Renew(context.Context, string) (string, error) { return string(s), nil }

// Twenty-five processes that begin at once share a quota of ten a minute: each has its answer as soon as
// the quota lets it, in the order in which they came, and none is refused. Without a book most are, and
// some for good. One that was killed on the way, or in the line, holds no one back for long.
func TestProcessesAtOnceShareAQuota(t *testing.T) {
	type outcome struct {
		Refused, Failed int
		Took            time.Duration // at most, in whole windows and what is beyond
	}
	crowd := func(dir string, prepare func(*testing.T, Store)) outcome {
		var got outcome
		synctest.Test(t, func(t *testing.T) {
			server, err := sandbox.New(sandbox.Options{URL: sandbox.BuiltinURL, Now: time.Now})
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = server.Close() }()
			token, _, err := server.SampleToken()
			if err != nil {
				t.Fatal(err)
			}
			wire := &refusing{RoundTripper: server.Transport()}
			prepare(t, Open(dir, "ada"))
			var failed atomic.Int32
			var all sync.WaitGroup
			began := time.Now()
			for i := range 25 {
				book := Open(dir, "ada") // as each process opens it
				client, err := apiclient.New(apiclient.Options{
					BaseURL: sandbox.BuiltinURL, Network: wire, Tokens: sampleToken(token), WaitBudget: 150 * time.Second,
					Line: func(_ context.Context, quota string) apiclient.InLine { return book.Join(quota, time.Now) },
					Heard: func(ctx context.Context, h apiclient.Heard) {
						if err := book.Note(ctx, func(b *Book) { b.Hear(Told(h.Windows, time.Now())); b.End(h.Place.(*Place).ID) }); err != nil {
							t.Error(err)
						}
					},
				})
				if err != nil {
					t.Fatal(err)
				}
				all.Go(func() {
					request := apiclient.FlightSearchRequest{From: "LIS", To: "MAD", FromDate: time.Now().AddDate(0, 0, 10+i).Format(time.DateOnly)}
					if _, err := client.CreateFlightSearch(t.Context(), request); err != nil {
						failed.Add(1)
					}
				})
			}
			all.Wait()
			got = outcome{int(wire.refused.Load()), int(failed.Load()), time.Since(began).Truncate(5 * time.Second)}
		})
		return got
	}
	nothing := func(*testing.T, Store) {}
	if diff := cmp.Diff(outcome{Took: 2 * time.Minute}, crowd(t.TempDir(), nothing)); diff != "" {
		t.Errorf("with a book (-want +got):\n%s", diff)
	}
	if got := crowd("", nothing); got.Refused < 15 || got.Failed == 0 {
		t.Errorf("without one nothing would be lost: %+v", got)
	}
	killed := crowd(t.TempDir(), func(t *testing.T, s Store) {
		err := s.Note(t.Context(), func(b *Book) {
			for i := range 12 {
				c := Claim{ID: fmt.Sprint(i), Operation: "createFlightSearch", Since: time.Now(), Until: time.Now().Add(waitsFor)}
				if b.put(c); i < 5 {
					b.send(c, time.Now())
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	})
	if killed.Refused != 0 || killed.Failed != 0 || killed.Took > 3*time.Minute {
		t.Errorf("after some were killed: %+v", killed)
	}
}
