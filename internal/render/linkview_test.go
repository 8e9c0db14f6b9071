package render

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// An address is never cut or wrapped; the remarks are.
func TestLinksAreWholeAndRemarksWrapped(t *testing.T) {
	link := "https://site.example/checkout/" + strings.Repeat("a", 60)
	v := LinkView{Address: link, Remarks: []string{"Works until about 14:32 (6 minutes).", "Nothing is booked until you finish there."}, Lasting: link + "/x"}
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
	want := records{
		head: []string{"link", "works_until", "search_link"},
		rows: [][]string{{"https://site.example/%C3%BC", "2026-12-31T23:00:00Z", ""}},
	}
	if diff := cmp.Diff(want, v.records(), cmp.AllowUnexported(records{})); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestHostileLinksHoldNoControlCharacter(t *testing.T) {
	for p := range payloads {
		v := LinkView{Address: "a", Remarks: []string{"b", "c"}, Lasting: "d"}
		for i, leaf := range leaves(reflect.ValueOf(&v).Elem()) {
			leaf.SetString(payloads[(i+p)%len(payloads)])
		}
		text := printed(t, Terminal{TTY: true, Width: 80, Unicode: true}, v)
		for line := range strings.Lines(text) {
			if bad := unsafeRune(strings.TrimSuffix(line, "\n")); bad != "" {
				t.Fatalf("%+q: a line holds %s: %+q", payloads[p], bad, line)
			}
		}
	}
}
