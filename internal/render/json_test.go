package render

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/testkit/cleantest"
)

func TestJSONIsTheServicesOwnBody(t *testing.T) {
	type stamp struct {
		Settle string `json:"settle"`
	}
	tests := map[string]struct {
		term   Terminal
		body   string
		member any
		want   string
	}{
		"numbers and order stay":     {Terminal{}, `{"b":1.50,"a":1e2,"c":9007199254740993,"d":-0}`, nil, `{"b":1.50,"a":1e2,"c":9007199254740993,"d":-0}`},
		"one member is added":        {Terminal{}, `{"a":1}`, stamp{"converged"}, `{"a":1,"travel":{"settle":"converged"}}`},
		"to an empty object":         {Terminal{}, `{ }`, stamp{"x"}, `{"travel":{"settle":"x"} }`},
		"white space stays":          {Terminal{}, "{\n \"a\": [ ]\n}\n", stamp{"x"}, "{\n \"a\": [ ],\"travel\":{\"settle\":\"x\"}\n}"},
		"no angle is escaped":        {Terminal{}, `{"a":"<&>"}`, stamp{"<&>"}, `{"a":"<&>","travel":{"settle":"<&>"}}`},
		"an array stays as it is":    {Terminal{}, ` [1, 2] `, stamp{"x"}, `[1, 2]`},
		"a text stays as it is":      {Terminal{}, `"}"`, stamp{"x"}, `"}"`},
		"indented on a terminal":     {Terminal{TTY: true, Unicode: true}, `{"a":[1,{}],"b":"é"}`, nil, "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": \"é\"\n}"},
		"what obeys is escaped":      {Terminal{}, "{\"a\":\"\u009b31m\u007f\u202e\u2066\u2028\U000E0041\ue000\u200b\"}", nil, `{"a":"\u009b31m\u007f\u202e\u2066\u2028\udb40\udc41\ue000\u200b"}`},
		"broken UTF-8 is what it is": {Terminal{}, "{\"a\":\"x\xffy\"}", nil, `{"a":"x\ufffdy"}`},
		"letters of all scripts":     {Terminal{}, `{"a":"東京 ✈️ नई"}`, nil, `{"a":"東京 ✈️ नई"}`},
		"a terminal of ASCII":        {Terminal{TTY: true}, `{"a":"é😀"}`, nil, "{\n  \"a\": \"\\u00e9\\ud83d\\ude00\"\n}"},
		"our member is safe too":     {Terminal{}, `{}`, stamp{"\u202e"}, `{"travel":{"settle":"\u202e"}}`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			if err := New(&out, tt.term, FormatJSON).JSON([]byte(tt.body), tt.member); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want+"\n", out.String()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestWhatIsNotJSONIsNotPrinted(t *testing.T) {
	for _, body := range []string{"", "<html>", `{"a":1}{"b":2}`, "{\"a\":\"\x1b[31m\"}"} {
		var out bytes.Buffer
		err := New(&out, Terminal{}, FormatJSON).JSON([]byte(body), nil)
		if !errors.Is(err, errNotJSON) || out.Len() > 0 {
			t.Errorf("%q: got error %v and wrote %q", body, err, out.String())
		}
	}
	if err := New(new(bytes.Buffer), Terminal{}, FormatJSON).JSON([]byte(`{}`), make(chan int)); err == nil {
		t.Error("a member that JSON cannot hold was taken")
	}
}

func TestEventsStayOnTheirLine(t *testing.T) {
	for _, tty := range []bool{true, false} {
		var out bytes.Buffer
		p := New(&out, Terminal{TTY: tty, Width: 20, Unicode: true}, FormatText)
		if err := p.Event(map[string]any{"event": "snapshot", "note": "<a>\n\u202e\u009b é", "trips": json.Number("1.0")}, nil); err != nil {
			t.Fatal(err)
		}
		want := `{"event":"snapshot","note":"<a>\n\u202e\u009b é","trips":1.0}` + "\n"
		if diff := cmp.Diff(want, out.String()); diff != "" {
			t.Errorf("terminal %v (-want +got):\n%s", tty, diff)
		}
		if err := p.Event(func() {}, nil); err == nil {
			t.Error("a function was printed as JSON")
		}
	}
}

func TestSnapshotFollowsTheFormat(t *testing.T) {
	body := []byte(`{"a":1}`)
	view := grid.Table{Columns: []grid.Column{{Name: "A"}}, Rows: [][]grid.Cell{{{Text: "1"}}}}
	want := map[Format]string{FormatText: "1\n", FormatTSV: "a\n1\n", FormatCSV: "a\n1\n", FormatJSON: "{\"a\":1,\"travel\":2}\n"}
	for format, want := range want {
		var out bytes.Buffer
		if err := New(&out, Terminal{}, format).Snapshot(body, 2, view); err != nil {
			t.Fatal(err)
		}
		if out.String() != want {
			t.Errorf("format %d: got %q, want %q", format, out.String(), want)
		}
	}
	if err := New(new(bytes.Buffer), Terminal{}, FormatJSON).Print(view); !errors.Is(err, errNoLayout) {
		t.Errorf("a layout from a JSON printer: got %v", err)
	}
}

// FuzzJSONKeepsItsValue prints a body and reads it back: same value, same numbers, nothing hidden.
func FuzzJSONKeepsItsValue(f *testing.F) {
	for _, s := range []string{
		`{"a":1.0,"b":[1e400,-0,9007199254740993],"c":"\u202e\ud800 \\"}`, `{}`, `[]`, `"x"`, `{"travel":1}`, "{\"\u202e\":\"\xff\"}", ` { "a" : { } } `,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if !json.Valid(body) {
			return
		}
		for _, term := range []Terminal{{}, {TTY: true, Unicode: true}, {TTY: true}} {
			var out bytes.Buffer
			if err := New(&out, term, FormatJSON).JSON(body, "mine"); err != nil {
				t.Fatal(err)
			}
			want, got := parse(t, body), parse(t, out.Bytes())
			if object, ok := want.(map[string]any); ok {
				object[clientMember] = "mine"
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("the value of %q changed (-want +got):\n%s", body, diff)
			}
			text := strings.NewReplacer("\n", "", "\t", "", "\r", "", "\u3000", "").Replace(out.String())
			if bad := cleantest.Unsafe(text); bad != "" {
				t.Errorf("%q is printed with %s", body, bad)
			}
		}
	})
}

// parse reads JSON with its numbers as they were written.
func parse(t *testing.T, text []byte) any {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return v
}

// broken is a stream that takes nothing.
type broken struct{}

var errBroken = errors.New("no space left")

func (broken) Write([]byte) (int, error) { return 0, errBroken }

func TestAStreamThatFailsIsReported(t *testing.T) {
	for _, format := range []Format{FormatText, FormatTSV, FormatCSV, FormatJSON} {
		for _, tty := range []bool{true, false} {
			p := New(broken{}, Terminal{TTY: tty, Width: 80}, format)
			if err := p.Snapshot([]byte(`{}`), nil, sampleHotels()); !errors.Is(err, errBroken) {
				t.Errorf("format %d, terminal %v: got %v", format, tty, fmt.Sprint(err))
			}
		}
	}
}
