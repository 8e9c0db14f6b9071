package grid

import "travel.example/travel/internal/render/canvas"

// Frame is the text around a view.
type Frame struct {
	Title  string
	About  []string // next to the title, such as the travelers, currency and market of the prices
	View   []string // the filters in words
	Status string   // a sentence below the view
	Notes  []string
	Next   []string // suggested commands
}

// Top returns the title, what is next to it, and the filters.
func (f Frame) Top(c canvas.Canvas) []string { return c.Heading(f.Title, f.About, f.View) }

// Around returns the lines of a view with its frame.
func (f Frame) Around(c canvas.Canvas, view []string) []string {
	out := f.Top(c)
	if len(out) > 0 && len(view) > 0 {
		out = append(out, "")
	}
	out = append(out, view...)
	if status := c.Spaced(f.Status); status != "" {
		out = append(append(out, ""), c.Wrap("", status, canvas.Plain)...)
	}
	return append(out, c.Ending(f.Notes, f.Next)...)
}
