package stays

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/browse/sheet"
	"travel.example/travel/internal/browse/stage"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/screen"
	"travel.example/travel/internal/words"
)

// compared shows hotels side by side, with a cursor.
type compared struct {
	sheet  sheet.Compared
	stage  *stage.Stage
	find   *stage.Finder
	with   With
	visit  *visit
	hotels []hotels.Hotel

	read []hotels.Details // nil until they were read
	job  *stage.Job
}

func newCompare(s *stage.Stage, v *visit, with With, all []hotels.Hotel) *compared {
	c := &compared{stage: s, with: with, visit: v, hotels: all}
	c.find = stage.NewFinder(s, func(text string, by int) string { return c.sheet.Look(text, by) })
	return c
}

func comparedKeys() stage.Table[*compared] {
	lines := func(c *compared) *sheet.Sheet { return &c.sheet.Sheet }
	return stage.Table[*compared]{Title: "Hotels side by side", Rows: append(append([]stage.Row[*compared]{
		{Keys: "enter", Foot: "open", Does: "Open the hotel under the cursor", Do: (*compared).open},
		{Keys: "right l tab ]", Foot: "next", Does: "To the hotel at the right", Do: func(c *compared) { c.step(1) }},
		{Keys: "left h shift+tab [", Foot: "before", Does: "To the hotel at the left", Do: func(c *compared) { c.step(-1) }, Bars: (*compared).first},
		{Keys: "1 2 3 4 5 6 7 8 9", Does: "To the hotel of that number"},
		{Keys: "R", Does: "Read the hotels again", Do: (*compared).again},
	}, sheet.FindRows(lines, func(c *compared) *stage.Finder { return c.find })...), sheet.Rows(lines)...)}
}

// Head implements [stage.Place].
func (c *compared) Head(canvas.Canvas) string {
	return words.Counted(len(c.hotels), "hotel") + " side by side"
}

// Keys implements [stage.Place].
func (c *compared) Keys() []stage.Binding { return comparedKeys().For(c) }

// Command returns the command line that compares the same hotels.
func (c *compared) Command() string {
	var rows strings.Builder
	for _, h := range c.hotels {
		rows.WriteString(" " + h.Ref())
	}
	return "travel hotels compare" + rows.String()
}

// Shown reads the hotels the first time.
func (c *compared) Shown() {
	if c.read == nil && c.job.Over() {
		c.again()
	}
}

// Hidden implements [stage.Visited].
func (c *compared) Hidden() {}

// again reads the hotels.
func (c *compared) again() {
	c.job.Cancel()
	var answer desk.Answer[[]hotels.Details]
	c.job = c.stage.Do(&stage.Job{
		What: "reading the hotels", Of: c,
		Run: func(ctx context.Context, d *desk.Desk) (err error) {
			q := ask.New("getHotel", nil)
			if err := q.SetTyped("view", string(apiclient.DetailViewDetail)); err != nil {
				return err
			}
			answer, err = hotels.Compare(ctx, d, c.hotels, q)
			return err
		},
		Then: func(err error) {
			if err != nil {
				c.stage.Failed(err)
				return
			}
			c.read = answer.Value
			c.sheet.Compare(present.ComparedHotels(c.read))
		},
	})
}

// State says whether the hotels could be read.
func (c *compared) State(on canvas.Canvas) string {
	if c.read == nil && c.job.Over() {
		return on.Paint(canvas.Faint, "The hotels were not read; R reads them.")
	}
	return ""
}

// Draw implements [stage.Place].
func (c *compared) Draw(on canvas.Canvas) []string { return c.sheet.Draw(on) }

// Point handles the mouse: a click chooses a hotel, and a second click opens it.
func (c *compared) Point(m screen.Mouse) {
	if c.sheet.Point(m) {
		c.open()
	}
}

// first says why the cursor cannot move left of the first hotel.
func (c *compared) first() string {
	if c.sheet.Chosen() == 0 {
		return "This is the first hotel; esc goes back."
	}
	return ""
}

// step moves the cursor and returns the hotel under it; false at an end.
func (c *compared) step(by int) (hotels.Hotel, bool) {
	to := c.sheet.Chosen() + by
	if to < 0 || to >= len(c.hotels) {
		return hotels.Hotel{}, false
	}
	c.sheet.Choose(to)
	return c.hotels[to], true
}

// Type handles the number of a hotel.
func (c *compared) Type(e screen.Event) bool {
	k, ok := e.(screen.Key)
	n := int(k.Rune - '0')
	if !ok || k.Code != screen.Text || k.Mod != 0 || n < 1 || n > 9 {
		return false
	}
	at := slices.IndexFunc(c.hotels, func(h hotels.Hotel) bool { return h.Row.N == n })
	if at < 0 {
		c.stage.Say(fmt.Sprintf("Hotel %d is not among these.", n))
		return true
	}
	c.sheet.Choose(at)
	return true
}

// open opens the hotel under the cursor. Its page can step to the other hotels of the comparison.
func (c *compared) open() {
	c.stage.Push(c.visit.page(c.stage, c.with, c.hotels[c.sheet.Chosen()], c.step))
}
