package browse

import (
	"fmt"
	"strings"
	"testing"

	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/testkit/need"
	"travel.example/travel/internal/testkit/stagetest"
)

// open is typed at the shell, with Enter.
const open = len("travel browse") + 1

// keys presses keys by name; text after a quote is typed letter by letter. It returns the number of keys.
func keys(d *stagetest.Driver, line string) (pressed int) {
	for name := range strings.FieldsSeq(line) {
		if text, letters := strings.CutPrefix(name, "'"); letters {
			d.Type(text)
			pressed += len([]rune(text))
			continue
		}
		d.Press(name)
		pressed++
	}
	return pressed
}

// TestTheFewestKeysFromNothingToALink counts the keys from an empty command line to a booking link, for a user who
// knows where and when, and compares that with the plain commands.
func TestTheFewestKeysFromNothingToALink(t *testing.T) {
	for _, c := range []struct {
		what, form, funnel string
		lasting            string // where the lasting link leads
		plain              []string
		most               int
	}{
		{
			"a return flight, the first trip and its first fare, an option a leg", "'dxb enter 'lhr enter '+30d enter '+7d enter", "enter enter enter enter", "its search",
			[]string{
				"travel flights search dxb lhr +30d +7d", "travel flights trip 1", "travel flights options 1",
				"travel flights booking-link 1 --option 1,3",
			}, 35,
		},
		{
			"a flight one way, the first trip and its first fare, an option", "'dxb enter 'lhr enter '+30d enter enter", "enter enter enter", "its search",
			[]string{"travel flights search dxb lhr +30d", "travel flights trip 1", "travel flights options 1", "travel flights booking-link 1 --option 1"}, 31,
		},
		{
			"a hotel, the first one and its first rate", "up right enter 'lisbon enter 'fri enter '+3d enter", "enter enter enter", "the hotel's page",
			[]string{"travel hotels search lisbon fri +3d", "travel hotels rates 1", "travel hotels booking-link 1"}, 37,
		},
	} {
		d := stagetest.New(t, 120, 40, func(s *stage.Stage) stage.Place {
			form, _ := Start{}.Begin(s)
			return form
		})
		pressed := open + keys(d, c.form)
		d.Settle()
		pressed += keys(d, c.funnel)
		d.Has("Nothing is booked until you finish there.", "http://sandbox.localhost/checkout/", "Link to "+c.lasting+" (does not expire):")
		plain := 0
		for _, line := range c.plain {
			plain += len(line) + 1
		}
		need.Figure(t, "keys from nothing to a link: "+c.what, fmt.Sprintf("%d, by the plain commands %d", pressed, plain), fmt.Sprintf("at most %d", c.most))
		if pressed > c.most {
			t.Errorf("%s: %d keys, want at most %d", c.what, pressed, c.most)
		}
	}
}
