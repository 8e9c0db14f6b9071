package priceview

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

// signs are the marks of cells.
type signs struct {
	levels   [4]string // by Level
	cheapest string
	notAsked string
	coming   string
}

// signsOf returns the marks that the canvas can show. Each level has its own, so that nothing relies on color.
func signsOf(c canvas.Canvas) signs {
	if c.Unicode {
		return signs{levels: [4]string{"", "▁", "▄", "█"}, cheapest: "★", notAsked: "·", coming: "…"}
	}
	return signs{levels: [4]string{"", "_", "=", "#"}, cheapest: "<", notAsked: ".", coming: ".."}
}

var levelTones = [4]canvas.Tone{canvas.Plain, canvas.Good, canvas.Plain, canvas.Warn}

// Texts of a cell if no trip passes the filters, or if its search failed.
const (
	noneText   = "none"
	failedText = "failed"
)

// text returns the content of a cell in the given width.
func (cell Cell) text(c canvas.Canvas, room int) string {
	s := signsOf(c)
	switch {
	case cell.State == grid.Found:
		mark, tone := s.levels[min(cell.Level, High)], levelTones[min(cell.Level, High)]
		if cell.Cheapest {
			mark = s.cheapest
		}
		return c.Paint(tone, short(cell.Price.Amount, room-1)+mark)
	case cell.State == grid.Coming && cell.Price.Amount != "":
		return c.Paint(canvas.Faint, short(cell.Price.Amount, room-canvas.Cells(s.coming))+s.coming)
	case cell.State == grid.Coming:
		return c.Paint(canvas.Faint, s.coming)
	case cell.State == grid.Nothing:
		return noneText
	case cell.State == grid.Failed:
		return c.Paint(canvas.Bad, failedText)
	}
	return c.Paint(canvas.Faint, s.notAsked)
}

// Limits of a cell's width, including its mark.
const (
	leastRoom = 7
	mostRoom  = 9
)

// room returns the width of the widest price, as far as the given number of columns fits on the canvas.
func (v Calendar) room(c canvas.Canvas, columns int) int {
	widest := leastRoom
	for _, cell := range v.Cells {
		widest = max(widest, len(short(cell.Price.Amount, mostRoom))+2)
	}
	return max(min(widest, mostRoom, (c.Width-grid.Margin)/columns-1), leastRoom)
}

// short formats an amount in whole units in a limited number of cells: a large one in thousands or millions. Text
// that is not an amount gives a question mark.
func short(amount string, most int) string {
	n, ok := offer.Money{Amount: amount}.Number()
	if !ok || n < 0 || n > 1e15 {
		return "?"
	}
	text := words.Grouped(int(math.Round(n)))
	for _, unit := range []struct {
		size float64
		sign string
	}{{1e3, "k"}, {1e6, "m"}, {1e9, "b"}} {
		if len(text) <= most {
			break
		}
		if text = strings.TrimSuffix(fmt.Sprintf("%.1f", n/unit.size), ".0") + unit.sign; len(text) > most {
			text = fmt.Sprintf("%.0f", n/unit.size) + unit.sign
		}
	}
	return text
}

// legend explains the marks that are used.
func (v Calendar) legend(c canvas.Canvas) []string {
	s := signsOf(c)
	has := func(is func(Cell) bool) bool { return slices.ContainsFunc(v.Cells, is) }
	var items []string
	add := func(used bool, text string) {
		if used {
			items = append(items, text)
		}
	}
	add(has(func(cell Cell) bool { return cell.Cheapest }), s.cheapest+" cheapest")
	add(has(func(cell Cell) bool { return cell.Level != NoLevel }),
		fmt.Sprintf("%s low, %s middle, %s high third", s.levels[Low], s.levels[Middle], s.levels[High]))
	add(has(func(cell Cell) bool { return cell.State == grid.Coming }), s.coming+" not settled")
	add(has(func(cell Cell) bool { return cell.State == grid.Nothing }), noneText+": no "+[...]string{"trip", "hotel"}[min(v.Of, Hotels)])
	add(has(func(cell Cell) bool { return cell.State == grid.NotAsked }), s.notAsked+" not asked")
	for i, mark := range holidayMarks {
		if at := slices.IndexFunc(v.Holidays, func(h Holiday) bool { return h.Second == (i == 1) }); at >= 0 {
			items = append(items, mark+" holiday in "+c.Text(v.Holidays[at].Country))
		}
	}
	if len(v.Weekend) > 0 && v.Stays == OneStay {
		var names []string
		for _, d := range v.Weekend {
			names = append(names, v.weekday(d))
		}
		items = append(items, strings.Join(names, " ")+" weekend")
	}
	add(!v.About.IsZero(), fmt.Sprintf("[%d] asked about", v.About.Day()))
	if len(items) == 0 {
		return nil
	}
	lines := c.Flow("", items, "   ")
	for i, line := range lines {
		lines[i] = c.Paint(canvas.Faint, line)
	}
	return append([]string{""}, lines...)
}
