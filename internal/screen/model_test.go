package screen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// cell is a cell of the model: a cluster with its style; "" after a wide one.
type cell struct{ text, style string }

var blank = cell{text: " "}

// model is a terminal that supports the sequences a screen may write and fails on any other.
type model struct {
	width, height int
	cells         [][]cell
	row, column   int
	style         string
	modes         map[string]bool
	wrong         []string
	apart         bool // it gives each rune its own cells, like terminals that do not support clusters
}

func newModel(width, height int) *model {
	m := &model{modes: map[string]bool{"?25": true, "?7": true}}
	m.resize(width, height)
	return m
}

// resize keeps what fits and fills the rest with something that must be overwritten.
func (m *model) resize(width, height int) {
	cells := make([][]cell, height)
	for row := range cells {
		cells[row] = slices.Repeat([]cell{{text: "?"}}, width)
		if row < m.height {
			copy(cells[row], m.cells[row])
		}
	}
	m.cells, m.width, m.height = cells, width, height
	m.row, m.column = min(m.row, height-1), min(m.column, width-1)
}

func (m *model) write(data string) {
	for data != "" {
		if end := sequenceEnd(data); end > 0 {
			m.sequence(data[:end])
			data = data[end:]
			continue
		}
		cluster, width := ansi.FirstGraphemeCluster(data, ansi.GraphemeWidth)
		if _, n := utf8.DecodeRuneInString(data); m.apart && n > 1 {
			cluster, width = data[:n], ansi.StringWidth(data[:n])
		}
		data = data[len(cluster):]
		m.put(cluster, width)
	}
}

// sequenceEnd returns the length of the sequence at the start of a text, or 0.
func sequenceEnd(data string) int {
	if !strings.HasPrefix(data, "\x1b[") {
		return 0
	}
	for i := 2; i < len(data); i++ {
		if data[i] >= '@' && data[i] <= '~' {
			return i + 1
		}
	}
	return 0
}

func (m *model) put(cluster string, width int) {
	switch {
	case cluster == "\r\n" && m.row < m.height-1:
		m.row, m.column = m.row+1, 0
		return
	case cluster[0] < ' ':
		m.wrong = append(m.wrong, fmt.Sprintf("%q is written", cluster))
		return
	}
	if width == 0 {
		mark(m.cells[m.row], m.column, cluster)
		return
	}
	if m.column+width > m.width { // without wrapping it goes on the last cells
		m.wrong = append(m.wrong, fmt.Sprintf("%q is beyond the right side", cluster))
		m.column = max(m.width-width, 0)
	}
	m.cells[m.row][m.column] = cell{cluster, m.style}
	for i := 1; i < width; i++ {
		m.cells[m.row][m.column+i] = cell{"", m.style}
	}
	m.column += width
}

// mark changes the letter before a column, skipping any styles in between.
func mark(cells []cell, column int, cluster string) {
	for column--; column >= 0; column-- {
		if cells[column].text != "" {
			cells[column].text += cluster
			return
		}
	}
}

func (m *model) sequence(sequence string) {
	kind, args := sequence[len(sequence)-1], sequence[2:len(sequence)-1]
	if strings.HasPrefix(args, "?") && (kind == 'h' || kind == 'l') {
		m.modes[args] = kind == 'h'
		return
	}
	first, second, _ := strings.Cut(args, ";")
	n := func(text string, other int) int {
		if number, err := strconv.Atoi(text); err == nil {
			return number
		}
		return other
	}
	if kind != 'm' && kind != 'C' && m.style != "" {
		m.wrong = append(m.wrong, fmt.Sprintf("%q with the style %q", sequence, m.style))
	}
	switch kind {
	case 'm':
		if m.style += sequence; args == "" || args == "0" {
			m.style = ""
		} else if args == "27" {
			m.style = unreversed(m.style)
		}
	case 'H':
		m.row, m.column = min(n(first, 1), m.height)-1, min(n(second, 1), m.width)-1
	case 'C':
		m.column = min(m.column+n(first, 1), m.width-1)
	case 'K':
		for i := min(m.column, m.width-1); i < m.width; i++ { // past the last cell, the cursor is on it
			m.cells[m.row][i] = blank
		}
	case 'r':
		m.row, m.column = 0, 0
	default:
		m.wrong = append(m.wrong, fmt.Sprintf("%q is not known", sequence))
	}
}

// unreversed returns a style after SGR 27, which ends SGR 7.
func unreversed(style string) string {
	return strings.NewReplacer("\x1b[7m", "", "\x1b[27m", "").Replace(style)
}

// shows returns the contents of each row, with styles.
func (m *model) shows() []string {
	var rows []string
	for _, row := range m.cells {
		rows = append(rows, spelledRow(row))
	}
	return rows
}

func spelledRow(row []cell) string {
	var b strings.Builder
	style := ""
	for _, c := range row {
		if c.style != style {
			b.WriteString("{" + strings.ReplaceAll(c.style, "\x1b", "") + "}")
			style = c.style
		}
		b.WriteString(c.text)
	}
	return strings.TrimRight(b.String(), " ")
}

// ideal returns the rows of a frame drawn on an empty screen.
func ideal(f Frame, size Size) []string {
	var rows []string
	for row := range size.Height {
		cells := slices.Repeat([]cell{blank}, size.Width)
		style, column := "", 0
		for line := lineOf(f, row); line != ""; {
			if end := sequenceEnd(line); end > 0 {
				switch style += line[:end]; line[2 : end-1] {
				case "", "0":
					style = ""
				case "27":
					style = unreversed(style)
				}
				line = line[end:]
				continue
			}
			cluster, width := ansi.FirstGraphemeCluster(line, ansi.GraphemeWidth)
			line = line[len(cluster):]
			if column+width > size.Width {
				break
			}
			if width == 0 {
				mark(cells, column, cluster)
				continue
			}
			cells[column] = cell{cluster, style}
			for i := 1; i < width; i++ {
				cells[column+i] = cell{"", style}
			}
			column += width
		}
		rows = append(rows, spelledRow(cells))
	}
	return rows
}

func lineOf(f Frame, row int) string {
	if row < len(f.Lines) {
		return f.Lines[row]
	}
	return ""
}
