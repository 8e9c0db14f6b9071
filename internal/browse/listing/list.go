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

// List is a list on the stage. It is a [stage.Place].
type List struct {
	stage *stage.Stage
	feed  Feed
	about About

	list   recall.List // whose search it is
	query  *ask.Values // how it is to be read
	shown  *ask.Values // how the rows were read that are shown; nil before there are any
	latest Page        // the first one, as it was read last
	rows   rows
	layout layout

	cursor, top int  // positions
	moved       bool // the traveler has moved the cursor
	height      int  // lines for rows when it was drawn last
	drawn       []int

	marks   marks
	changes changes
	reading reading
	typing  typing
	finder  *stage.Finder
	clock   clock
	away    bool      // it was taken off the stage, which ended what was under way
	why     []string  // sentences about a page that is empty
	unread  [2]string // why nothing was read, and the way out, until something is
}

// New makes a list and begins to read it.
func New(s *stage.Stage, f Feed) *List {
	about := f.About()
	l := &List{stage: s, feed: f, about: about, list: about.List, query: about.Query, height: 1}
	l.finder = stage.NewFinder(s, l.look)
	l.follow(l.list, noRenewal)
	return l
}

// Stage is what the list stands on.
func (l *List) Stage() *stage.Stage { return l.stage }

// Of is whose search the list shows now, without rows.
func (l *List) Of() recall.List { return l.list }

// Query is how the list is read, or is to be read soon: a copy.
func (l *List) Query() *ask.Values { return l.query.Clone() }

// Row is the row of a number, as it is listed now; false where it was not read.
func (l *List) Row(n int) (Row, bool) { return l.rows.row(n - 1) }

// Number is the number of the row of that id, as it is listed now; 0 where it is not listed.
func (l *List) Number(id string) int {
	row, _ := l.rows.bare(l.rows.find(id))
	return row.N
}

// Head is part of a [stage.Place].
func (l *List) Head(c canvas.Canvas) string { return l.feed.Head(c, l.list) }

// Command is part of a [stage.Place].
func (l *List) Command() string { return l.feed.Command(l.list, l.query) }

// Shown is part of a [stage.Visited].
func (l *List) Shown() {
	l.clock.shown = true
	l.tick()
	if l.away {
		l.away = false
		l.goOn()
	}
	l.renewedElsewhere()
}

// Hidden is part of a [stage.Visited].
func (l *List) Hidden() {
	l.clock.shown = false
	l.clock.stop()
}

// Left is part of a [stage.Leaver].
func (l *List) Left() {
	l.away, l.marks.seeks = true, false
	l.stopWaiting()
	l.changes.stop()
}

// Draw is part of a [stage.Place].
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
		l.blocks(last + 1) // so that columns move when rows arrive, and not when they come into view
	}
	l.forget()
	l.wish()
	return lines
}

// forget lets go of what pages that are far from the view can do without: it is made again when they are in it.
func (l *List) forget() {
	first, last := l.inView()
	for n, p := range l.rows.pages {
		if n < first-1 || n > last+1 {
			p.rest()
		}
	}
}

// above is what stands above the rows: how they are sorted and filtered, and the header of the table.
func (l *List) above(c canvas.Canvas) []string {
	if i := min(l.cursor, l.rows.count-1); i >= 0 {
		l.heightOf(i) // which may make the header
	}
	var lines []string
	if view := l.feed.View(l.list, l.query); len(view) > 0 {
		lines = append(lines, c.Cut(c.Dots(view...), c.Width))
	}
	for _, line := range l.layout.head {
		lines = append(lines, strings.Repeat(" ", gutter)+line)
	}
	if len(lines)+leastRows > c.Height {
		return nil // there is no room but for rows
	}
	return lines
}

// leastRows is how many lines of rows are worth a header.
const leastRows = 3

// line is line n of the row at a position, with what the gutter says.
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

// chosenStart is the line with its first two columns as the chosen one. Of rows with several lines that is all
// that changes when the cursor moves: whole lines would be too much to write for a slow line.
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

// empty is what a list without rows shows.
func (l *List) empty(c canvas.Canvas) []string {
	switch {
	case l.shown == nil && !l.reading.main.Over():
		return nil // the line above the keys says what is under way
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

// unreadLines are what a list shows that could not be read.
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

// Point is part of a [stage.Pointer]: the wheel moves, a press puts the cursor on a row, and another one
// there opens it.
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

// clock is the timer that tells the age of the search.
type clock struct {
	shown  bool
	cancel func()

	left string    // of the quota of searches, as it was told
	said time.Time // when
}

func (t *clock) stop() {
	if t.cancel != nil {
		t.cancel()
		t.cancel = nil
	}
}

// tick has the age of the search on the screen change when it does, in minutes, for as long as it is told so.
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

// age is that of the search.
func (l *List) age() time.Duration { return max(l.stage.Desk.Now().Sub(l.list.Search.Created), 0) }
