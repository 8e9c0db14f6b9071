package cli

import (
	"fmt"
	"time"

	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/present"
)

// sayChanges writes a line a change to stderr, for anyone who reads no redrawn list.
func (r *Reports) sayChanges(s desk.Snapshot) {
	if r.env.ErrTerm.TTY || !r.out.Text() {
		return
	}
	for _, c := range s.Changes {
		now := r.env.Now().Format(time.TimeOnly)
		switch {
		case c.Row < 0:
			r.out.Notice("%s  %s %s: %s, was %s", now, s.What, r.names[c.Was.ID], present.ChangeWord(c.Kind), present.ItemPrice(c.Was, s.Locale))
		case c.Was.ID == "":
			r.out.Notice("%s  %s %d %s: %s, %s", now, s.What, s.First+c.Row, r.names[c.Now.ID], present.ChangeWord(c.Kind), present.ItemPrice(c.Now, s.Locale))
		default:
			r.out.Notice("%s  %s %d %s: %s, %s", now, s.What, s.First+c.Row, r.names[c.Now.ID], present.ChangeWord(c.Kind),
				fmt.Sprintf("%s → %s", present.ItemPrice(c.Was, s.Locale), present.ItemPrice(c.Now, s.Locale)))
		}
	}
}

// Failed is the first event that could not be written, nil for none.
func (r *Reports) Failed() error { return r.out.emitErr }
