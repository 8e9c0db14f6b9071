package render

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/testkit/cleantest"
)

// An address is never cut or wrapped; the remarks are.
func TestLinksAreWholeAndRemarksWrapped(t *testing.T) {
	link := "https://site.example/checkout/" + strings.Repeat("a", 60)
	v := LinkView{Address: link, Remarks: []string{"Works until about 14:32 (6 minutes).", "Nothing is booked until you finish there."}, Lasting: link + "/x", AboutLasting: "To send to someone (does not expire):"}
	want := link + `
Works until about 14:32 (6 minutes). Nothing is booked until
you finish there.

To send to someone (does not expire):
` + link + "/x\n"
	if diff := cmp.Diff(want, printed(t, Terminal{TTY: true, Width: 60, Unicode: true}, v)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestLinkRecordsTellTheEndInUTC(t *testing.T) {
	v := LinkView{Address: "https://site.example/ü", Until: time.Date(2027, 1, 1, 1, 0, 0, 0, time.FixedZone("", 2*3600))}
	want := grid.Records{
		Head: []string{"link", "works_until", "search_link"},
		Rows: [][]string{{"https://site.example/%C3%BC", "2026-12-31T23:00:00Z", ""}},
	}
	if diff := cmp.Diff(want, v.Records(), cmp.AllowUnexported(grid.Records{})); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestHostileLinksHoldNoControlCharacter(t *testing.T) {
	for p := range cleantest.Payloads {
		v := LinkView{Address: "a", Remarks: []string{"b", "c"}, Lasting: "d"}
		for i, leaf := range leaves(reflect.ValueOf(&v).Elem()) {
			leaf.SetString(cleantest.Payloads[(i+p)%len(cleantest.Payloads)])
		}
		text := printed(t, Terminal{TTY: true, Width: 80, Unicode: true}, v)
		for line := range strings.Lines(text) {
			if bad := cleantest.Unsafe(strings.TrimSuffix(line, "\n")); bad != "" {
				t.Fatalf("%+q: a line holds %s: %+q", cleantest.Payloads[p], bad, line)
			}
		}
	}
}

func TestALinkIsPrintedWholeOnItsLine(t *testing.T) {
	long := "https://site.example/checkout/" + strings.Repeat("abc/", 200)
	for in, want := range map[string]string{
		long:                                     long,
		"https://site.example/\u202egnp.exe":     "https://site.example/%E2%80%AEgnp.exe",
		"https://münchen.example:8443/ü?q=ü":     "https://xn--mnchen-3ya.example:8443/%C3%BC?q=%C3%BC",
		"https://site.example/?a=\u202e\u2028":   "https://site.example/?a=%E2%80%AE%E2%80%A8",
		"https://site.example/\x1b[31m":          "https://site.example/",
		"https://site.example/a?b=c%20d&e=%2F#f": "https://site.example/a?b=c%20d&e=%2F#f",
		"":                                       "",
	} {
		var out bytes.Buffer
		if err := New(&out, Terminal{TTY: true, Width: 40}, FormatText).Link(in); err != nil {
			t.Fatal(err)
		}
		if out.String() != want+"\n" {
			t.Errorf("%q is printed as %q", in, out.String())
		}
	}
}
