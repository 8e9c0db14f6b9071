package browse

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/sandbox"
	"travel.example/travel/internal/screen"
	"travel.example/travel/internal/testkit/cleantest"
	"travel.example/travel/internal/testkit/need"
	"travel.example/travel/internal/testkit/stagetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// hostile is a service whose texts all contain something that no terminal should receive.
func hostile(t *testing.T, now func() time.Time) map[string]string {
	t.Helper()
	front := httptest.NewUnstartedServer(nil)
	url := "http://" + front.Listener.Addr().String()
	server, err := sandbox.New(sandbox.Options{URL: url, Now: now, QuotaScale: 1000})
	if err != nil {
		t.Fatal(err)
	}
	genuine := server.Handler()
	front.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		record := httptest.NewRecorder()
		genuine.ServeHTTP(record, r)
		maps.Copy(w.Header(), record.Header())
		w.Header().Del("Content-Length")
		w.WriteHeader(record.Code)
		_, _ = w.Write(spoilt(record.Body.Bytes()))
	})
	front.Start()
	t.Cleanup(func() {
		front.Close()
		_ = server.Close()
	})
	token, _, err := server.SampleToken()
	if err != nil {
		t.Fatal(err)
	}
	return map[string]string{"TRAVEL_API_URL": url, "TRAVEL_TOKEN": token}
}

// spoilt returns an answer with something hostile in each of its texts.
func spoilt(body []byte) []byte {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	var answer any
	if decoder.Decode(&answer) != nil {
		return body
	}
	out, err := json.Marshal(spoil("", answer))
	if err != nil {
		return body
	}
	return out
}

// spoil changes every name and every text with a blank, since no id, date, code or address has one.
func spoil(name string, value any) any {
	switch v := value.(type) {
	case map[string]any:
		for key := range v {
			v[key] = spoil(key, v[key])
		}
	case []any:
		for i := range v {
			v[i] = spoil(name, v[i])
		}
	case string:
		if strings.Contains(v, " ") || strings.HasSuffix(strings.ToLower(name), "name") {
			h := fnv.New32()
			_, _ = h.Write([]byte(v))
			payload := cleantest.Payloads[int(h.Sum32())%len(cleantest.Payloads)]
			return v[:len(v)/2] + payload + v[len(v)/2:]
		}
	}
	return value
}

// allowed matches what a line may contain besides clean text: styles and links.
var allowed = regexp.MustCompile(`\x1b\[[0-9;]*m|\x1b\]8;[^\x1b\x07]*(\x1b\\|\x07)`)

// narrowest is the least width at which everything fits; below it, the screen cuts lines.
const narrowest = 60

// fits fails unless a frame has the right size and is clean.
func fits(t *testing.T, size screen.Size, f screen.Frame) {
	t.Helper()
	if len(f.Lines) > size.Height {
		t.Fatalf("%d lines on %d", len(f.Lines), size.Height)
	}
	for _, line := range f.Lines {
		text := allowed.ReplaceAllString(line, "")
		if bad := cleantest.Unsafe(text); bad != "" {
			t.Fatalf("%s in %q", bad, line)
		}
		if size.Width >= narrowest && canvas.Cells(text) > size.Width {
			t.Fatalf("%d cells on %d: %q", canvas.Cells(text), size.Width, line)
		}
	}
	if at := f.Cursor; at != nil && (at.Row < 0 || at.Row >= max(size.Height, 1) || at.Column < 0 || at.Column > size.Width) {
		t.Fatalf("the cursor is at %+v on %+v", *at, size)
	}
}

// starts lists the possible starts: the form, flights and hotels.
func starts(t *testing.T) []func(*stage.Stage) stage.Place {
	t.Helper()
	set := func(v *ask.Values, given ...string) *ask.Values {
		for i := 0; i < len(given); i += 2 {
			if err := v.Set(given[i], given[i], given[i+1]); err != nil {
				t.Fatal(err)
			}
		}
		return v
	}
	days := func(s *stage.Stage) *ask.Days { return &ask.Days{Today: s.Desk.Now} }
	begin := func(s *stage.Stage, start Start) stage.Place {
		form, enter := start.Begin(s)
		s.Post(enter)
		return form
	}
	return []func(*stage.Stage) stage.Place{
		func(s *stage.Stage) stage.Place { return begin(s, Start{}) },
		func(s *stage.Stage) stage.Place {
			r := &flights.SearchRequest{From: "DXB", To: "LHR", Query: set(ask.New("createFlightSearch", days(s)), "fromDate", "+30d", "toDate", "+7d")}
			r.View.Query = ask.New("getFlightSearchResults", days(s))
			return begin(s, Start{Flights: r})
		},
		func(s *stage.Stage) stage.Place {
			r := &hotels.SearchRequest{Place: "LON", Query: set(ask.New("createHotelSearch", days(s)), "checkIn", "+30d", "checkOut", "+3d")}
			r.View.Query = ask.New("getHotelSearchResults", days(s))
			return begin(s, Start{Hotels: r})
		},
	}
}

// typed lists texts to type and paste.
var typed = []string{
	"dxb", "lhr", "Lisbon", "+30d", "+7d", "fri", "25 dec", "2026-12-12", "12", "4,9", "ü東京", "e\u0301", "👩‍👩‍👧", "नमस्ते", "مرحبا", "\x00", "\x1b[31m", "\u202e",
}

// anyKeys are pressed in any place.
var anyKeys = strings.Fields("esc enter tab shift+tab up down left right home end pgup pgdn backspace delete " +
	"? : ctrl+o ctrl+l ctrl+a ctrl+e ctrl+u ctrl+w ctrl+k space + - 1 9 / n N f s c y")

// walker performs random actions.
type walker struct {
	*rand.Rand
	t *testing.T
	d *stagetest.Driver
}

// key returns a key of the place, one that works everywhere, or any other.
func (w walker) key() string {
	table := w.d.Stage.Top().Keys()
	if w.IntN(5) == 0 || len(table) == 0 {
		return anyKeys[w.IntN(len(anyKeys))]
	}
	names := strings.Fields(table[w.IntN(len(table))].Keys)
	return names[w.IntN(len(names))]
}

// step performs one action.
func (w walker) step() string {
	switch n := w.IntN(100); {
	case n < 5:
		size := screen.Size{Width: 1 + w.IntN(200), Height: 1 + w.IntN(60)}
		w.d.Resize(size.Width, size.Height)
		return fmt.Sprintf("size %dx%d", size.Width, size.Height)
	case n < 12:
		text := typed[w.IntN(len(typed))]
		w.d.Stage.Handle(screen.Paste{Text: text})
		return fmt.Sprintf("paste %q", text)
	case n < 20:
		m := screen.Mouse{Button: screen.Button(w.IntN(7)), Released: w.IntN(2) == 0, Row: w.IntN(70), Column: w.IntN(210)}
		w.d.Stage.Handle(m)
		return fmt.Sprintf("mouse %+v", m)
	case n < 23:
		by := time.Duration(w.IntN(900)) * time.Second
		w.d.Pass(by)
		return "wait " + by.String()
	default:
		key := w.key()
		if key == "q" && w.IntN(20) > 0 {
			key = "esc"
		}
		w.d.Tap(key)
		return key
	}
}

// walk performs a number of actions.
func (w walker) walk(steps int) {
	var done []string
	defer func() {
		if problem := recover(); problem != nil || w.t.Failed() {
			w.t.Logf("after %q", done[max(0, len(done)-30):])
			if problem != nil {
				panic(problem)
			}
		}
	}()
	for range steps {
		done = append(done, w.step())
		if w.IntN(3) > 0 {
			w.d.Settle()
		}
		if w.d.Over {
			return
		}
		fits(w.t, w.d.Size, w.d.Stage.Frame(w.d.Size))
	}
	w.d.Settle()
	for _, sequence := range w.d.Written {
		if !strings.HasPrefix(sequence, "\x1b]52;c;") {
			w.t.Errorf("%q was written to the terminal", sequence)
		}
	}
}

// TestProofTorture presses keys, resizes, pastes, turns the wheel and lets time pass, with a malicious service.
// Nothing may panic, and every frame must be clean and have the right size.
func TestProofTorture(t *testing.T) {
	seed := need.Seed(t)
	walks, steps := need.Count(1, 40), need.Count(150, 1000)
	if testing.Short() {
		walks = 1
	}
	for n := range walks {
		for i, first := range starts(t) {
			random := rand.New(rand.NewPCG(seed, uint64(n*3+i)))
			t.Run(fmt.Sprintf("%d-%d", seed, n*3+i), func(t *testing.T) {
				var driver atomic.Pointer[stagetest.Driver]
				env := hostile(t, func() time.Time {
					if d := driver.Load(); d != nil {
						return d.Now()
					}
					return stagetest.Start()
				})
				d := stagetest.At(t, env, 40+random.IntN(160), 10+random.IntN(50), first)
				driver.Store(d)
				walker{random, t, d}.walk(steps)
			})
		}
	}
	need.Figure(t, "things done at random in the full screen", fmt.Sprint(walks*3*steps), "no panic, every frame of its size and clean")
}
