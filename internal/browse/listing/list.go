package listing

import (
	"fmt"
	"strings"
	"time"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse/facets"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/screen"
	"travel.example/travel/internal/words"
)

// List is a list on the stage. It implements [stage.Place].
type List struct {
	stage *stage.Stage
	feed  Feed
	about About

	list   recall.List // the list, whose search is read
	query  *ask.Values // the query to use
	shown  *ask.Values // the query of the rows shown; nil before there are any
	latest Page        // the first page, as last read
	rows   rows
	layout layout

	cursor, top int  // row indexes
	moved       bool // the user has moved the cursor
	height      int  // lines for rows in the last drawing
	drawn       []int

	marks   marks
	changes changes
	reading reading
	typing  typing
	finder  *stage.Finder
	panel   *facets.Panel // the panel opened last
	clock   clock
	away    bool      // it was removed from the stage, which canceled its jobs
	why     []string  // why a page is empty, in sentences
	unread  [2]string // why nothing was read and what to do, until a read succeeds
}

// New returns a list and starts reading it.
func New(s *stage.Stage, about About, f Feed) *List {
	l := &List{stage: s, feed: f, about: about, list: about.List, query: about.Query, height: 1}
	l.finder = stage.NewFinder(s, l.look)
	l.follow(l.list)
	return l
}

// Stage returns the stage of the list.
func (l *List) Stage() *stage.Stage { return l.stage }

// Of returns the list, without rows, whose search is shown.
func (l *List) Of() recall.List { return l.list }

// Lives reports whether the list can be resumed without a search.
func (l *List) Lives() bool {
	return (l.list.Flight != nil || l.list.Stay != nil) && desk.Lives(l.list, l.stage.Desk.Now())
}

// Query returns a copy of the current query, which may not have been read yet.
func (l *List) Query() *ask.Values { return l.query.Clone() }

// Row returns the row with a number; false if it was not read.
func (l *List) Row(n int) (Row, bool) { return l.rows.row(n - 1) }

// Number returns the number of the row with that id, or 0 if it is not listed.
func (l *List) Number(id string) int {
	row, _ := l.rows.row(l.rows.find(id))
	return row.N
}

// Head returns the search in words.
func (l *List) Head(c canvas.Canvas) string { return l.feed.Head(c, l.list) }

// Command returns the command line for the same list.
func (l *List) Command() string { return l.feed.Command(l.list, l.query) }

// Shown resumes the reads that were canceled when the list was removed from the stage.
func (l *List) Shown() {
	l.clock.shown = true
	l.tick()
	if l.away {
		l.away = false
		whole := l.reading.settled && l.rows.count > 0 && sameRows(l.shown, l.query)
		if l.list.Search.ID != "" && !whole && !l.reading.expired {
			l.follow(l.list)
		}
	}
	l.renewedElsewhere()
}

// Hidden stops the clock.
func (l *List) Hidden() {
	l.clock.shown = false
	l.clock.timer.Stop()
}

// Left stops the timers and the search for marked rows.
func (l *List) Left() {
	l.away, l.marks.seeks = true, 0
	l.reading.waits.Stop()
	l.changes.timer.Stop()
	l.changes.notes = nil
}

// Draw returns the visible rows below the order, the filters and the table header.
func (l *List) Draw(c canvas.Canvas) []string {
	l.drawn = l.drawn[:0]
	if l.rows.count == 0 {
		return l.empty(c)
	}
	l.fit(c)
	l.heightOf(min(l.cursor, l.rows.count-1)) // may make the header
	var lines []string
	if view := l.feed.View(l.list, l.query); len(view) > 0 {
		lines = append(lines, c.Cut(c.Dots(view...), c.Width))
	}
	for _, line := range l.layout.head {
		lines = append(lines, strings.Repeat(" ", gutter)+line)
	}
	if len(lines)+leastRows > c.Height {
		lines = nil // there is only room for rows
	}
	l.height = max(c.Height-len(lines), 1)
	l.keepInView()
	for range lines {
		l.drawn = append(l.drawn, -1)
	}
	for i := l.top; i < l.rows.count && len(lines) < c.Height; i++ {
		block := l.lines(c, i)
		for n, line := range block {
			lines = append(lines, l.line(c, i, n, line))
			l.drawn = append(l.drawn, i)
		}
	}
	if _, last := l.inView(); l.rows.pages[last+1] != nil {
		l.blocks(last + 1) // so that columns move when rows arrive, not when they scroll into view
	}
	l.readMissing()
	return lines
}

// leastRows is the fewest lines of rows that justify a header.
const leastRows = 3

// line returns line n of a row, with the cursor, its mark and its note.
func (l *List) line(c canvas.Canvas, i, n int, text string) string {
	at, sign := " ", ""
	if i == l.cursor {
		at = ">"
	}
	row, known := l.rows.row(i)
	note := ""
	if known && n == 0 {
		note = l.changes.notes[row.ID]
		switch {
		case l.marks.has(row.ID):
			sign = "*"
		case note == brandNew:
			sign = "+"
		case note != "":
			sign = "~"
		}
	}
	if sign != "" && strings.HasPrefix(text, " ") {
		text = sign + text[1:]
	}
	text = at + text
	if note != "" {
		note = c.Text(note)
		if room := c.Width - canvas.Cells(text) - canvas.Cells(note); room >= 2 {
			text += strings.Repeat(" ", room) + c.Paint(canvas.Good, note)
		}
	}
	if i == l.cursor && n == 0 {
		return stage.Chosen(text, c.Width)
	}
	return text
}

// empty returns what a list without rows shows.
func (l *List) empty(c canvas.Canvas) []string {
	switch {
	case l.shown == nil && !l.reading.main.Over():
		return nil // the line above the keys shows the progress
	case (l.shown == nil || l.reading.fault) && l.reading.expired:
		return []string{"", " The search has expired. R searches again."}
	case l.shown == nil, l.reading.fault:
		lines := []string{""}
		for i, tone := range []canvas.Tone{canvas.Bad, canvas.Plain} {
			if text := c.Text(c.Commands(words.UpperFirst(l.unread[i]))); text != "" {
				lines = append(lines, c.Wrap(" ", text, tone)...)
			}
		}
		return append(lines, " Nothing was read. R tries again.")
	case l.latest.Coming:
		return []string{"", c.Paint(canvas.Faint, " "+words.UpperFirst(c.Text(l.latest.Status))+c.Glyph.Ellipsis)}
	}
	lines := append(c.Items(l.feed.View(l.list, l.query)), "")
	if len(l.why) == 0 {
		return append(lines, "There is nothing to list.")
	}
	return append(lines, c.Sentences(l.why)...)
}

// Point handles the mouse: the wheel moves, a click moves the cursor to a row, and a click on the row under
// the cursor opens it.
func (l *List) Point(m screen.Mouse) {
	if by := stage.WheelLines(m); by != 0 {
		l.move(by)
		return
	}
	if m.Button != screen.LeftButton || m.Released || m.Row >= len(l.drawn) || l.drawn[m.Row] < 0 {
		return
	}
	if at := l.drawn[m.Row]; at != l.cursor {
		l.moveTo(at)
		return
	}
	l.open()
}

// clock is the timer that updates the age of the search.
type clock struct {
	shown bool
	timer stage.Timer

	left string    // remaining searches, as last reported
	said time.Time // when that was reported
}

// tick schedules updates of the age of the search on the screen, until it reaches the expected lifetime.
func (l *List) tick() {
	l.clock.timer.Stop()
	if l.clock.shown && !l.reading.expired {
		l.clock.timer.EachMinute(l.stage, l.list.Search.Created, l.about.Lasts)
	}
}

func (l *List) age() time.Duration { return l.stage.Age(l.list.Search.Created) }

// State shows the most important facts that fit on the line.
func (l *List) State(c canvas.Canvas) string {
	if l.shown == nil || l.latest.Coming && l.rows.count == 0 {
		return ""
	}
	life, urgent := l.life(c), ""
	if l.reading.expired || l.reading.fault || l.age() >= l.about.Lasts {
		life, urgent = "", life
	}
	change, left := "", ""
	row, _ := l.rows.row(l.cursor)
	if note := l.changes.notes[row.ID]; note != "" { // its line may have no room for it
		change = c.Text(fmt.Sprintf("Row %d: %s.", row.N, note))
	}
	if l.clock.left != "" && l.stage.Desk.Now().Sub(l.clock.said) < time.Minute {
		left = c.Paint(canvas.Faint, "Searches: "+c.Text(l.clock.left)+".")
	}
	state := ""
	for _, part := range []string{l.typed(), urgent, l.marked(), change, l.counts(c), life, left} {
		switch {
		case part == "":
		case state == "":
			state = part
		case canvas.Cells(state)+2+canvas.Cells(part) <= c.Width:
			state += "  " + part
		default:
			return state // drop the less important parts rather than cut them
		}
	}
	return state
}

// counts returns the number of rows and the state of the search.
func (l *List) counts(c canvas.Canvas) string {
	p := l.latest
	if !p.Coming {
		return c.CountLine(l.about.Noun, p.Total, p.All, nil, p.Status)
	}
	return c.Glyph.Spinner[p.Reads%len(c.Glyph.Spinner)] + " " + c.Text(p.Status)
}

// marked returns how many rows are marked and how many of those are not listed.
func (l *List) marked() string {
	if l.marks.count() == 0 {
		return ""
	}
	text := fmt.Sprintf("%d marked", l.marks.count())
	hidden, lost, how := 0, len(l.marks.lost), "not found again"
	for _, row := range l.marks.rows {
		if l.latest.All > 0 && l.rows.find(row.ID) < 0 { // the filters hide it, as far as known
			hidden++
		}
	}
	switch {
	case l.marks.seeks > 0:
		how = "looked for"
	case l.rows.unread() > 0:
		how = "not found yet"
	case l.filtered(): // the filters may hide them
		hidden, lost = hidden+lost, 0
	}
	if hidden > 0 {
		text += fmt.Sprintf(", %d hidden", hidden)
	}
	if lost > 0 {
		text += fmt.Sprintf(", %d %s", lost, how)
	}
	return text
}

// life says how old the search is, in minutes, and whether it can still be read.
func (l *List) life(c canvas.Canvas) string {
	age := l.age()
	switch {
	case l.reading.expired:
		return c.Paint(canvas.Warn, "Expired: R searches again.")
	case l.reading.fault:
		return c.Paint(canvas.Warn, "Not read: R tries again.")
	case l.list.Search.Created.IsZero(), age < time.Minute:
		return ""
	case age >= l.about.Lasts:
		return "May have expired: R refreshes it."
	}
	return fmt.Sprintf("Made %d min ago.", int(age.Minutes()))
}
