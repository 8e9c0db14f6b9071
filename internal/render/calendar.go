package render

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Calendar is the holidays of a window of days: as a list, and marked in its months.
type Calendar struct {
	Title    string
	About    []string // what the window is
	Holidays []HolidayRow
	// First and Last bound the months that are drawn; both zero draws none.
	First, Last time.Time
	WeekStart   time.Weekday
	Weekend     []time.Weekday
	Breaks      []DaySpan // three or more free days in a row, with what a holiday adds to a weekend
	Notes       []string
	Next        []string // commands that may follow
}

// DaySpan is some days in a row, both ends counted.
type DaySpan struct{ From, To time.Time }

// HolidayRow is one holiday of a Calendar.
type HolidayRow struct {
	Name, Key string
	Start     string  // as the service sent it, for TSV and CSV
	End       string  // likewise
	Days      DaySpan // zero if the dates are none
	Break     DaySpan // the free days around it; zero if it makes none
}

// The marks behind a day's number.
const (
	holidayMark = "*"
	breakMark   = "+"
)

const (
	monthWidth = 7 * 3
	monthGap   = 2
	// breaksBeside is the width from which long weekends have a column of their own.
	breaksBeside = 76
)

func (v Calendar) lines(c canvas) []string {
	head := []string{c.paint(Strong, c.text(v.Title))}
	for _, item := range v.About {
		head = append(head, c.text(item))
	}
	out := c.flow("", head, "   ")
	if len(v.Holidays) > 0 {
		out = append(out, "")
		out = append(out, v.list(c).lines(c)...)
	}
	if months := v.months(); len(months) > 0 && c.width >= gridMargin+monthWidth {
		out = append(out, "")
		out = append(out, v.draw(c, months)...)
		out = append(out, v.legend(c)...)
	}
	return append(out, c.ending(v.Notes, v.Next)...)
}

func (v Calendar) list(c canvas) Table {
	beside := c.width >= breaksBeside
	t := Table{Columns: []Column{
		{Name: "DATE", Keep: 9}, {Name: "HOLIDAY", Keep: 9, Flex: true}, {Name: "LONG WEEKEND", Keep: 5, Record: !beside},
	}}
	before := DaySpan{}
	for _, h := range v.Holidays {
		date := h.Start + c.glyph.dash + h.End
		if h.Days != (DaySpan{}) {
			date = h.Days.words(c)
		}
		free, below := "", ""
		switch {
		case h.Break == (DaySpan{}):
		case h.Break == before:
			free = "the same"
		default:
			free = fmt.Sprintf("%s, %d days", h.Break.yearless(c), h.Break.length())
			below = fmt.Sprintf("%d days free, %s", h.Break.length(), h.Break.yearless(c))
		}
		before = h.Break
		if !beside {
			t.Below = append(t.Below, below)
		}
		t.Rows = append(t.Rows, []Cell{{Text: date}, {Text: h.Name, Tone: Strong}, {Text: free, Tone: Good}})
	}
	return t
}

// words is a span as a traveler writes it: "Wed 2 – Thu 3 Dec 2026".
func (s DaySpan) words(c canvas) string {
	last := s.To.Format("Mon 2 Jan 2006")
	switch {
	case s.From.Equal(s.To):
		return last
	case s.From.Year() != s.To.Year():
		return s.From.Format("Mon 2 Jan 2006") + " " + c.glyph.dash + " " + last
	case s.From.Month() != s.To.Month():
		return s.From.Format("Mon 2 Jan") + " " + c.glyph.dash + " " + last
	}
	return s.From.Format("Mon 2") + " " + c.glyph.dash + " " + last
}

// yearless is words without the year, which stands beside it.
func (s DaySpan) yearless(c canvas) string {
	if s.From.Month() != s.To.Month() {
		return s.From.Format("Mon 2 Jan") + " " + c.glyph.dash + " " + s.To.Format("Mon 2 Jan")
	}
	return s.From.Format("Mon 2") + " " + c.glyph.dash + " " + s.To.Format("Mon 2 Jan")
}

// length is the number of days.
func (s DaySpan) length() int { return daysBetween(s.From, s.To) + 1 }

func (s DaySpan) holds(d time.Time) bool { return !d.Before(s.From) && !d.After(s.To) }

// months are the first days of the months that the window touches.
func (v Calendar) months() []time.Time {
	if v.First.IsZero() || v.Last.Before(v.First) {
		return nil
	}
	var out []time.Time
	month := time.Date(v.First.Year(), v.First.Month(), 1, 0, 0, 0, 0, time.UTC)
	for ; !month.After(v.Last); month = month.AddDate(0, 1, 0) {
		out = append(out, month)
	}
	return out
}

// draw sets the months side by side, as many as the width holds.
func (v Calendar) draw(c canvas, months []time.Time) []string {
	across := max((c.width-gridMargin+monthGap)/(monthWidth+monthGap), 1)
	var out []string
	for row := range slices.Chunk(months, across) {
		var blocks [][]string
		tallest := 0
		for _, month := range row {
			block := v.month(c, month)
			tallest = max(tallest, len(block))
			blocks = append(blocks, block)
		}
		if len(out) > 0 {
			out = append(out, "")
		}
		for i := range tallest {
			line := strings.Repeat(" ", gridMargin)
			for _, block := range blocks {
				cell := at(block, i)
				line += cell + strings.Repeat(" ", monthWidth-cells(cell)+monthGap)
			}
			out = append(out, strings.TrimRight(line, " "))
		}
	}
	return out
}

// month is one month: its name, its weekdays, its weeks.
func (v Calendar) month(c canvas, first time.Time) []string {
	name := first.Format("January 2006")
	heads := make([]string, 7)
	for i := range heads {
		heads[i] = time.Weekday((int(v.WeekStart) + i) % 7).String()[:2]
	}
	out := []string{
		strings.Repeat(" ", (monthWidth-1-len(name))/2) + c.paint(Strong, name),
		c.paint(Faint, strings.Join(heads, " ")),
	}
	blank := (int(first.Weekday()) - int(v.WeekStart) + 7) % 7
	line := strings.Repeat("   ", blank)
	keep := func() {
		if strings.TrimSpace(line) != "" { // a week outside the window says nothing
			out = append(out, line)
		}
		line = ""
	}
	for d := first; d.Month() == first.Month(); d = d.AddDate(0, 0, 1) {
		line += v.day(c, d)
		if (blank+d.Day())%7 == 0 {
			keep()
		}
	}
	keep()
	return out
}

// day is a day in three cells: its number and its mark. A day outside the window was not asked
// for, so it has no number that could pass for a working day.
func (v Calendar) day(c canvas, d time.Time) string {
	text := fmt.Sprintf("%2d", d.Day())
	inside := DaySpan{v.First, v.Last}.holds(d)
	free := slices.ContainsFunc(v.Breaks, func(s DaySpan) bool { return s.holds(d) })
	switch {
	case inside && slices.ContainsFunc(v.Holidays, func(h HolidayRow) bool { return h.Days.holds(d) }):
		return c.paint(Good, text+holidayMark)
	case free:
		return c.paint(Good, text) + c.paint(Faint, breakMark)
	case !inside:
		return "   "
	case slices.Contains(v.Weekend, d.Weekday()):
		return c.paint(Faint, text) + " "
	}
	return text + " "
}

func (v Calendar) legend(c canvas) []string {
	if len(v.Holidays) == 0 {
		return nil
	}
	text := holidayMark + " holiday"
	if len(v.Breaks) > 0 {
		text += "   " + breakMark + " free together with it"
	}
	return append([]string{""}, c.wrapIndented("", text, Faint)...)
}

func (v Calendar) records() records {
	r := records{head: []string{"start_date", "end_date", "name", "key", "long_weekend_from", "long_weekend_to", "long_weekend_days"}}
	for _, h := range v.Holidays {
		days := ""
		if h.Break != (DaySpan{}) {
			days = number(h.Break.length())
		}
		r.rows = append(r.rows, []string{h.Start, h.End, h.Name, h.Key, isoDay(h.Break.From), isoDay(h.Break.To), days})
	}
	return r
}
