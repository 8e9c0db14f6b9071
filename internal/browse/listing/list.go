package listing

import (
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse/stage"
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
	clock   clock
	away    bool      // it was removed from the stage, which canceled its jobs
	why     []string  // why a page is empty, in sentences
	unread  [2]string // why nothing was read and what to do, until a read succeeds
}

// New returns a list and starts reading it.
func New(s *stage.Stage, f Feed) *List {
	about := f.About()
	l := &List{stage: s, feed: f, about: about, list: about.List, query: about.Query, height: 1}
	l.finder = stage.NewFinder(s, l.look)
	l.follow(l.list, noRenewal)
	return l
}

// Stage returns the stage of the list.
func (l *List) Stage() *stage.Stage { return l.stage }

// Of returns the list, without rows, whose search is shown.
func (l *List) Of() recall.List { return l.list }

// Query returns a copy of the current query, which may not have been read yet.
func (l *List) Query() *ask.Values { return l.query.Clone() }

// Row returns the row with a number; false if it was not read.
func (l *List) Row(n int) (Row, bool) { return l.rows.row(n - 1) }

// Number returns the number of the row with that id, or 0 if it is not listed.
func (l *List) Number(id string) int {
	row, _ := l.rows.bare(l.rows.find(id))
	return row.N
}

// Head implements [stage.Place].
func (l *List) Head(c canvas.Canvas) string { return l.feed.Head(c, l.list) }

// Command implements [stage.Place].
func (l *List) Command() string { return l.feed.Command(l.list, l.query) }

// Shown implements [stage.Visited].
func (l *List) Shown() {
	l.clock.shown = true
	l.tick()
	if l.away {
		l.away = false
		l.goOn()
	}
	l.renewedElsewhere()
}

// Hidden implements [stage.Visited].
func (l *List) Hidden() {
	l.clock.shown = false
	l.clock.stop()
}

// Left implements [stage.Leaver].
func (l *List) Left() {
	l.away, l.marks.seeks = true, false
	l.stopWaiting()
	l.changes.stop()
}

// Draw implements [stage.Place].
func (l *List) Draw(c canvas.Canvas) []string {
	l.drawn = l.drawn[:0]
	if l.rows.count == 0 {
		return l.empty(c)
	}
	l.fit(c)
	lines := l.above(c)
	l.height = max(c.Height-len(lines), 1)
	l.follows()
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
	l.forget()
	l.wish()
	return lines
}

// forget frees what can be rebuilt for pages far from the view.
func (l *List) forget() {
	first, last := l.inView()
	for n, p := range l.rows.pages {
		if n < first-1 || n > last+1 {
			p.rest()
		}
	}
}

// above returns the lines above the rows: order, filters and the table header.
func (l *List) above(c canvas.Canvas) []string {
	if i := min(l.cursor, l.rows.count-1); i >= 0 {
		l.heightOf(i) // may make the header
	}
	var lines []string
	if view := l.feed.View(l.list, l.query); len(view) > 0 {
		lines = append(lines, c.Cut(c.Dots(view...), c.Width))
	}
	for _, line := range l.layout.head {
		lines = append(lines, strings.Repeat(" ", gutter)+line)
	}
	if len(lines)+leastRows > c.Height {
		return nil // there is only room for rows
	}
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
	row, known := l.rows.bare(i)
	note := ""
	if known && n == 0 {
		note = l.changes.of(row.ID)
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
	switch {
	case i != l.cursor || n > 0:
		return text
	case l.layout.usual > 1:
		return chosenStart(text)
	}
	return stage.Chosen(text, c.Width)
}

// chosenStart highlights the first two columns of the chosen line. For rows of several lines nothing else changes
// when the cursor moves: whole lines would be too many bytes for a slow connection.
func chosenStart(text string) string {
	plain := ansi.Strip(text)
	end := len(plain) - len(strings.TrimLeft(plain, "> *+~"))
	for range 2 {
		gap := strings.Index(plain[end:], "  ")
		if gap < 0 {
			return stage.Chosen(text, canvas.Cells(text))
		}
		end += gap
		end += len(plain[end:]) - len(strings.TrimLeft(plain[end:], " "))
	}
	end = len(strings.TrimRight(plain[:end], " ")) + 1
	cells := canvas.Cells(plain[:end])
	return stage.Chosen(ansi.Truncate(text, cells, ""), cells) + ansi.TruncateLeft(text, cells, "")
}

// empty returns what a list without rows shows.
func (l *List) empty(c canvas.Canvas) []string {
	switch {
	case l.shown == nil && !l.reading.main.Over():
		return nil // the line above the keys shows the progress
	case l.shown == nil, l.reading.fault:
		return l.unreadLines(c)
	case l.latest.Coming:
		return []string{"", c.Paint(canvas.Faint, " "+words.UpperFirst(c.Text(l.latest.Status))+c.Glyph.Ellipsis)}
	}
	lines := append(c.Items(l.feed.View(l.list, l.query)), "")
	if len(l.why) == 0 {
		return append(lines, "There is nothing to list.")
	}
	return append(lines, c.Sentences(l.why)...)
}

// unreadLines returns what a list shows if it could not be read.
func (l *List) unreadLines(c canvas.Canvas) []string {
	if l.reading.expired {
		return []string{"", " The search has expired. R searches again."}
	}
	lines := []string{""}
	for i, tone := range []canvas.Tone{canvas.Bad, canvas.Plain} {
		if text := c.Text(c.Commands(l.unread[i])); text != "" {
			lines = append(lines, c.Wrap(" ", text, tone)...)
		}
	}
	return append(lines, " Nothing was read. R tries again.")
}

// Point implements [stage.Pointer]: the wheel moves, a click moves the cursor to a row, and a click on the row under
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
	shown  bool
	cancel func()

	left string    // remaining searches, as last reported
	said time.Time // when that was reported
}

func (t *clock) stop() {
	if t.cancel != nil {
		t.cancel()
		t.cancel = nil
	}
}

// tick schedules updates of the age of the search on the screen, in minutes, until it reaches the expected lifetime.
func (l *List) tick() {
	l.clock.stop()
	made := l.list.Search.Created
	if !l.clock.shown || made.IsZero() || l.reading.expired {
		return
	}
	age := l.age()
	if age >= l.about.Lasts {
		return
	}
	l.clock.cancel = l.stage.Later(time.Minute-age%time.Minute, func() {
		l.clock.cancel = nil
		l.tick()
	})
}

// age returns the age of the search.
func (l *List) age() time.Duration { return max(l.stage.Desk.Now().Sub(l.list.Search.Created), 0) }
