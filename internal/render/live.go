package render

import (
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/charmbracelet/x/ansi"

	"travel.example/travel/internal/render/canvas"
)

// Ranked is a list that can be drawn while it is still growing.
type Ranked interface {
	// Head returns a description of the search and an empty line.
	Head(c canvas.Canvas) []string
	// Blocks returns the header of the list and the lines of each of its rows.
	Blocks(c canvas.Canvas) (head []string, blocks [][]string)
}

// Live is a view that is redrawn in place while answers arrive. On anything but a terminal it writes nothing. It
// enables no mode that a crash would leave on, every frame is one write, and none is taller than the terminal. Its
// methods may be called from several goroutines.
type Live struct {
	mu     sync.Mutex
	out    io.Writer
	term   Terminal
	canvas canvas.Canvas
	frame  int   // number of frames drawn, which turns the spinner
	drawn  []int // widths of the lines on the screen
}

// NewLive returns a live view. Without color, and so without escape sequences, it is a single line.
func NewLive(w io.Writer, term Terminal) *Live {
	return &Live{out: w, term: term, canvas: canvas.New(w, term)}
}

// Resize sets the size of the terminal's window.
func (l *Live) Resize(width, height int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.term.Width == width && l.term.Height == height {
		return
	}
	l.term.Width, l.term.Height = width, height
	l.canvas = canvas.New(l.out, l.term)
}

// List draws a list as far as it is known, and the status of the search.
func (l *Live) List(v Ranked, status string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.term.Color {
		l.drawFrame(nil, status)
		return
	}
	head, blocks := v.Blocks(l.canvas)
	lines := l.canvas.Marked(v.Head(l.canvas), true)
	if len(blocks) > 0 {
		lines = append(lines, head...)
	}
	room := l.canvas.Height - len(lines) - 3 // for the mark that more rows follow, the status, and the cursor's line
	for i, block := range blocks {
		if len(block) > room {
			lines = append(lines, " "+l.canvas.Glyph.Ellipsis+" "+strconv.Itoa(len(blocks)-i)+" more")
			break
		}
		room -= len(block)
		lines = append(lines, block...)
	}
	l.drawFrame(lines, status)
}

// Status draws one line next to a spinner.
func (l *Live) Status(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.drawFrame(nil, text)
}

// Clear removes the view from the screen, so that later output starts in its place.
func (l *Live) Clear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.clear()
}

// Write writes whole lines above the view, where they stay. The next frame is drawn below them.
func (l *Live) Write(lines []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.clear()
	return l.out.Write(lines)
}

func (l *Live) clear() {
	switch {
	case !l.term.TTY || len(l.drawn) == 0:
		return
	case l.term.Color:
		l.flush(l.back() + eraseFrame)
	default:
		l.flush("\r" + strings.Repeat(" ", l.drawn[0]) + "\r")
	}
	l.drawn = nil
}

// eraseFrame clears from the cursor's line down, where a frame begins. The first line is cleared separately: tmux
// treats erasing from the screen's first cell as clearing the screen, and saves the old content in its scrollback.
var eraseFrame = ansi.EraseLineRight + "\n" + ansi.EraseScreenBelow + ansi.CursorUp(1)

// drawFrame replaces the last frame by the lines and the status. A failed write is not reported: a live view only
// bridges the wait, and the answer itself follows elsewhere.
func (l *Live) drawFrame(lines []string, status string) {
	if !l.term.TTY {
		return
	}
	spinner := l.canvas.Glyph.Spinner
	line := spinner[l.frame%len(spinner)] + " " + l.canvas.Spaced(status)
	l.frame++
	if !l.term.Color {
		line = l.canvas.Cut(line, l.canvas.Width-1)
		was := 0
		if len(l.drawn) > 0 {
			was = l.drawn[0]
		}
		l.drawn = []int{canvas.Cells(line)}
		l.flush("\r" + line + strings.Repeat(" ", max(was-canvas.Cells(line), 0)))
		return
	}
	lines = append(lines, l.canvas.Cut(line, l.canvas.Width))
	if over := len(lines) - max(l.canvas.Height-1, 1); over > 0 {
		lines = lines[over:]
	}
	var b strings.Builder
	b.WriteString(ansi.SetModeSynchronizedOutput)
	b.WriteString(l.back())
	l.drawn = l.drawn[:0]
	for _, line := range lines {
		b.WriteString(line + ansi.EraseLineRight + "\n")
		l.drawn = append(l.drawn, canvas.Cells(line))
	}
	b.WriteString(ansi.EraseScreenBelow + ansi.ResetModeSynchronizedOutput)
	l.flush(b.String())
}

// back moves the cursor to the start of the last frame. A window that has become narrower wraps its lines, so they
// are counted in its new width.
func (l *Live) back() string {
	rows := 0
	for _, width := range l.drawn {
		rows += max((width+l.canvas.Width-1)/l.canvas.Width, 1)
	}
	if rows == 0 {
		return "\r"
	}
	return "\r" + ansi.CursorUp(min(rows, max(l.canvas.Height-1, 1)))
}

func (l *Live) flush(text string) {
	_, _ = io.WriteString(l.out, text)
}
