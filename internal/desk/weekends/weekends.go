// Package weekends finds long weekends and the prices of trips on them.
package weekends

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/countries"
	"travel.example/travel/internal/ics"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// The orders of long weekends.
const (
	ByGain = "gain" // no day off first, then by free days per day off, length and date
	ByDate = "date"
)

// Request asks for the long weekends of a market.
type Request struct {
	Market string // a name or a code; "" is the traveler's own
	When   string // days in a row, see [ask.Days.Window]; "" is the year from today
	Bridge int    // the most days off, see MostBridge
	Sort   string // ByGain or ByDate
}

// MostBridge is the most days off that a long weekend may take. More would be a whole week of vacation.
const MostBridge = 5

// Weekends are the long weekends of a market.
type Weekends struct {
	Market string // two letters
	Own    bool   // the traveler's own market, because none was given
	words.Days
	Bridge  int
	Weekend []time.Weekday
	Rows    []Weekend
	Locale  desk.Locale
	Meta    desk.Meta
}

// Weekend is a long weekend.
type Weekend struct {
	countries.LongWeekend
	Holidays []Holiday // holidays that overlap it, by date
}

// Holiday is a public holiday as the service describes it. Its name is untrusted text.
type Holiday struct {
	Name, Key string
	words.Days
}

// Eve returns the day before, on which a trip may start.
func (w Weekend) Eve() time.Time { return w.From.AddDate(0, 0, -1) }

// Ahead finds the long weekends of a market from today on. It makes no search. It finds mistakes before anything is
// sent. query is a createFlightSearch request, which has the traveler's market and language.
func Ahead(ctx context.Context, d *desk.Desk, query *ask.Values, r *Request) (Weekends, error) {
	if r.Bridge < 0 || r.Bridge > MostBridge {
		return Weekends{}, problem.NotAccepted("--bridge", fmt.Sprint(r.Bridge), fmt.Sprintf("a number of days off from 0 to %d", MostBridge))
	}
	w := Weekends{Bridge: r.Bridge}
	var err error
	today := words.Day(d.Now().Format(ask.ISO))
	if w.Days, err = r.days(ctx, d, query.Days(), today); err != nil {
		return Weekends{}, err
	}
	asked := ask.New("getCountryHolidays", query.Days())
	if r.Market != "" {
		if err := d.Set(ctx, asked, "countryCode", "MARKET", r.Market); err != nil {
			return Weekends{}, err
		}
	}
	if w.Locale, err = d.Resolve(ctx, query, desk.Locale{}); err != nil {
		return Weekends{}, err
	}
	if w.Market = asked.Text("countryCode"); w.Market == "" {
		w.Market, w.Own = w.Locale.Site.Value, true
	}
	if w.Market == "" {
		return Weekends{}, problem.Usagef("MARKET is missing, and your own is not known").
			Do("give a country, such as", "weekends", "DE").Do("or set yours", "config.set", "site-code", "DE")
	}
	const around = 14 // extra days at both ends of the window, so that long weekends there are complete
	answer, err := countries.Between(ctx, d, w.Market, iso(w.From.AddDate(0, 0, -around)), iso(w.To.AddDate(0, 0, around)), w.Locale)
	if err != nil {
		return Weekends{}, err
	}
	found := answer.Value
	w.Meta, w.Weekend = answer.Meta, found.Weekend
	w.Meta.Next = []problem.Step{}
	if w.Own {
		w.Locale.Record(&w.Meta, "", desk.ServiceLocale)
	}
	if !found.Window.To.IsZero() && found.Window.To.Before(w.To) {
		w.Meta.Warn("The service tells holidays until " + found.Window.To.Format("2 Jan 2006") + " only.")
		w.To = found.Window.To
	}
	for _, row := range found.Bridged(w.Bridge) {
		if row.From.Before(today) || !row.Overlaps(w.Days) {
			continue
		}
		weekend := Weekend{LongWeekend: row}
		for i, h := range found.Results {
			if days := found.Days[i]; !days.From.IsZero() && days.Overlaps(row.Days) {
				weekend.Holidays = append(weekend.Holidays, Holiday{Name: h.Name, Key: h.Key, Days: days})
			}
		}
		slices.SortStableFunc(weekend.Holidays, func(a, b Holiday) int { return a.From.Compare(b.From) })
		w.Rows = append(w.Rows, weekend)
	}
	if r.Sort == ByGain { // the rows are sorted by date
		slices.SortStableFunc(w.Rows, func(a, b Weekend) int {
			return cmp.Or(
				cmp.Compare(min(len(a.Off), 1), min(len(b.Off), 1)),
				cmp.Compare(b.Length()*len(a.Off), a.Length()*len(b.Off)),
				cmp.Compare(b.Length(), a.Length()),
			)
		})
	}
	return w, nil
}

// days returns the days to look in.
func (r *Request) days(ctx context.Context, d *desk.Desk, days *ask.Days, today time.Time) (words.Days, error) {
	last := today.AddDate(1, 0, 0) // a year ahead
	if r.When == "" {
		return words.Days{From: today, To: last}, nil
	}
	window, err := days.Window(d.Reading(ctx), "--when", r.When, 0)
	if err != nil {
		return words.Days{}, err
	}
	window = window.Until(iso(last))
	if window.To > iso(last) {
		return words.Days{}, problem.Usagef("--when %s is more than a year ahead; long weekends are told until %s", words.Quote(r.When), iso(last))
	}
	return words.Days{From: words.Day(window.From), To: words.Day(window.To)}, nil
}

// Calendar returns the long weekends as an iCalendar. The UID of each depends on its market and days, so that
// importing it again replaces it.
func (w Weekends) Calendar(now time.Time) ics.Calendar {
	c := ics.Calendar{Name: "Long weekends in " + countries.Named(w.Market), Stamp: now}
	for _, row := range w.Rows {
		var names []string
		free := words.Counted(row.Length(), "day") + " free, no day off needed."
		if len(row.Off) > 0 {
			var days []string
			for _, day := range row.Off {
				days = append(days, words.Date(day, time.Time{}))
			}
			free = fmt.Sprintf("%s free. Take off: %s.", words.Counted(row.Length(), "day"), words.And(days))
		}
		lines := []string{free}
		for _, h := range row.Holidays {
			if !slices.Contains(names, h.Name) {
				names = append(names, h.Name)
			}
			line := words.Date(h.From, time.Time{})
			if !h.To.Equal(h.From) {
				line = words.Dates(h.From, h.To, time.Time{}, " to ")
			}
			lines = append(lines, line+": "+h.Name)
		}
		sum := sha256.Sum256([]byte(w.Market + " " + iso(row.From) + " " + iso(row.To)))
		c.Events = append(c.Events, ics.Event{
			UID: hex.EncodeToString(sum[:12]) + "@travel", From: row.From, To: row.To,
			Summary: "Long weekend: " + strings.Join(names, ", "), Description: strings.Join(lines, "\n"),
		})
	}
	return c
}

type (
	// Document is the JSON of long weekends.
	Document struct {
		Market      string        `json:"market"`
		FirstDay    string        `json:"firstDay"`
		LastDay     string        `json:"lastDay"`
		Bridge      int           `json:"bridge"`      // the most days off
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
		TakeOff    []string      `json:"takeOff"`       // the days off
		DaysGained int           `json:"daysGained"`    // holidays on working days
		PerDayOff  *json.Number  `json:"daysPerDayOff"` // free days per day off, null without days off
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

// Body returns the long weekends as JSON.
func (w Weekends) Body() ([]byte, error) { return json.Marshal(w.document()) }

func (w Weekends) document() Document {
	doc := Document{
		Market: w.Market, FirstDay: iso(w.From), LastDay: iso(w.To), Bridge: w.Bridge,
		WeekendDays: []string{}, Weekends: []weekendJSON{},
	}
	for _, day := range w.Weekend {
		doc.WeekendDays = append(doc.WeekendDays, strings.ToLower(day.String()))
	}
	for i, w := range w.Rows {
		row := weekendJSON{
			Number: i + 1, Eve: iso(w.Eve()), From: iso(w.From), To: iso(w.To), Days: w.Length(),
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
		doc.Weekends = append(doc.Weekends, row)
	}
	return doc
}
