package listing

import (
	"fmt"
	"time"

	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/words"
)

// State implements [stage.Stated].
func (l *List) State(c canvas.Canvas) string {
	if l.shown == nil || l.latest.Coming && l.rows.count == 0 {
		return ""
	}
	life, urgent := l.life(c), ""
	if l.reading.expired || l.reading.fault || l.age() >= l.about.Lasts {
		life, urgent = "", life
	}
	state := ""
	for _, part := range []string{l.typed(), urgent, l.marked(), l.change(c), l.counts(c), life, l.leftText(c)} {
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

// change describes the change of the row under the cursor, for which its line may have no room.
func (l *List) change(c canvas.Canvas) string {
	row, _ := l.rows.bare(l.cursor)
	note := l.changes.of(row.ID)
	if note == "" {
		return ""
	}
	return c.Text(fmt.Sprintf("Row %d: %s.", row.N, note))
}

// counts returns the number of rows and the state of the search.
func (l *List) counts(c canvas.Canvas) string {
	p := l.latest
	if !p.Coming {
		return c.CountLine(l.about.Noun, p.Total, p.All, nil, p.Status)
	}
	text := c.Glyph.Spinner[p.Reads%len(c.Glyph.Spinner)] + " " + c.Text(p.Status)
	if p.All > p.Total {
		text += ", " + words.Grouped(p.Total) + " of them pass the filters"
	}
	return text
}

// marked returns how many rows are marked and how many of those are not listed.
func (l *List) marked() string {
	if len(l.marks.rows)+len(l.marks.lost) == 0 {
		return ""
	}
	text := fmt.Sprintf("%d marked", len(l.marks.rows)+len(l.marks.lost))
	hidden, lost, how := l.hidden(), len(l.marks.lost), "not found again"
	switch {
	case l.marks.seeks:
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

// leftText returns the remaining searches, for a minute after they were reported.
func (l *List) leftText(c canvas.Canvas) string {
	if l.clock.left == "" || l.stage.Desk.Now().Sub(l.clock.said) >= time.Minute {
		return ""
	}
	return c.Paint(canvas.Faint, "Searches: "+c.Text(l.clock.left)+".")
}
