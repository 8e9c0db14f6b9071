package weekends

import (
	"encoding/json"
	"math"
	"strings"
	"time"

	"travel.example/travel/internal/ask"
)

// The document of long weekends, as a program reads it.
type (
	// Document is all of it.
	Document struct {
		Market      string        `json:"market"`
		FirstDay    string        `json:"firstDay"`
		LastDay     string        `json:"lastDay"`
		Bridge      int           `json:"bridge"`      // days off that one may take
		WeekendDays []string      `json:"weekendDays"` // of the market: "saturday"
		Weekends    []weekendJSON `json:"weekends"`
	}
	weekendJSON struct {
		Number     int           `json:"number"`
		Eve        string        `json:"eve"` // the day before
		From       string        `json:"from"`
		To         string        `json:"to"`
		Days       int           `json:"days"`
		DaysOff    int           `json:"daysOff"`
		TakeOff    []string      `json:"takeOff"`       // the days to take off
		DaysGained int           `json:"daysGained"`    // holidays on days that are worked on else
		PerDayOff  *json.Number  `json:"daysPerDayOff"` // free days for each day off, null where none is taken
		Holidays   []holidayJSON `json:"holidays"`
	}
	holidayJSON struct {
		Name string `json:"name"`
		Key  string `json:"key"`
		From string `json:"from"`
		To   string `json:"to"`
	}
)

func iso(t time.Time) string { return t.Format(ask.ISO) }

// Body is the long weekends as one JSON document.
func (w Weekends) Body() ([]byte, error) { return json.Marshal(w.document()) }

func (w Weekends) document() Document {
	doc := Document{
		Market: w.Market, FirstDay: iso(w.From), LastDay: iso(w.To), Bridge: w.Bridge,
		WeekendDays: []string{}, Weekends: []weekendJSON{},
	}
	for _, day := range w.Weekend {
		doc.WeekendDays = append(doc.WeekendDays, strings.ToLower(day.String()))
	}
	for i, row := range w.Rows {
		doc.Weekends = append(doc.Weekends, row.json(i+1))
	}
	return doc
}

func (w Weekend) json(number int) weekendJSON {
	row := weekendJSON{
		Number: number, Eve: iso(w.Eve()), From: iso(w.From), To: iso(w.To), Days: w.Length(),
		DaysOff: len(w.Off), TakeOff: []string{}, DaysGained: w.Gained, Holidays: []holidayJSON{},
	}
	for _, day := range w.Off {
		row.TakeOff = append(row.TakeOff, iso(day))
	}
	if n := len(w.Off); n > 0 {
		ratio, _ := json.Marshal(math.Round(float64(w.Length())/float64(n)*100) / 100) // a finite number
		row.PerDayOff = new(json.Number(ratio))
	}
	for _, h := range w.Holidays {
		row.Holidays = append(row.Holidays, holidayJSON{h.Name, h.Key, iso(h.From), iso(h.To)})
	}
	return row
}
