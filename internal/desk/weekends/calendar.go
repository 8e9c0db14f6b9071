package weekends

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"travel.example/travel/internal/desk/countries"
	"travel.example/travel/internal/ics"
	"travel.example/travel/internal/words"
)

// Calendar is the long weekends for the calendars of others, as written now. Each keeps its UID, which
// says its market and days, so that a calendar that reads it again replaces it.
func (w Weekends) Calendar(now time.Time) ics.Calendar {
	c := ics.Calendar{Name: "Long weekends in " + countries.Named(w.Market), Stamp: now}
	for _, row := range w.Rows {
		sum := sha256.Sum256([]byte(w.Market + " " + iso(row.From) + " " + iso(row.To)))
		c.Events = append(c.Events, ics.Event{
			UID: hex.EncodeToString(sum[:12]) + "@travel", From: row.From, To: row.To,
			Summary: "Long weekend: " + strings.Join(row.names(), ", "), Description: row.description(),
		})
	}
	return c
}

// names are those of the holidays, each once.
func (w Weekend) names() (names []string) {
	seen := map[string]bool{}
	for _, h := range w.Holidays {
		if !seen[h.Name] {
			names = append(names, h.Name)
		}
		seen[h.Name] = true
	}
	return names
}

// description says how the days are free, a line each.
func (w Weekend) description() string {
	lines := []string{words.Counted(w.Length(), "day") + " free, no day off needed."}
	if len(w.Off) > 0 {
		var days []string
		for _, day := range w.Off {
			days = append(days, words.Date(day, time.Time{}))
		}
		lines[0] = fmt.Sprintf("%s free. Take off: %s.", words.Counted(w.Length(), "day"), words.And(days))
	}
	for _, h := range w.Holidays {
		line := words.Date(h.From, time.Time{})
		if !h.To.Equal(h.From) {
			line = words.Dates(h.From, h.To, time.Time{}, " to ")
		}
		lines = append(lines, line+": "+h.Name)
	}
	return strings.Join(lines, "\n")
}
