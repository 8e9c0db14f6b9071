package screen

import "github.com/charmbracelet/x/ansi"

// move shifts the rows from to to, both inclusive, up by that many rows, or down if by is negative.
type move struct{ from, to, by int }

// moveCost is the approximate cost of a move in bytes.
const moveCost = 24

// likely returns the moves that are likely to save the most bytes.
func likely(old, lines []string) []move {
	changed := 0
	for row, line := range lines {
		if line != old[row] {
			changed++
		}
	}
	var best move
	if changed <= 2 { // too little for a move to save anything
		return nil
	}
	spared := 0
	for by := 1; by < len(lines); by++ {
		for _, by := range []int{by, -by} {
			m := moveBy(old, lines, by)
			if s := m.spares(old, lines); s > spared {
				best, spared = m, s
			}
		}
	}
	if best.by == 0 {
		return nil
	}
	if wide := best.widened(old, lines); wide != best {
		return []move{best, wide}
	}
	return []move{best}
}

// sequence returns the bytes that make the terminal do the move. It deletes and inserts lines because every terminal
// can; the Linux console does not support SU and SD.
func (m move) sequence() []byte {
	lines := ansi.DeleteLine(m.by)
	if m.by < 0 {
		lines = ansi.InsertLine(-m.by)
	}
	return []byte(ansi.SetTopBottomMargins(m.from+1, m.to+1) + goTo(m.from, 0) + lines + resetMargins)
}

// widened extends a move over the adjacent rows that change anyway. When items of several rows move, the old and new
// text of those rows is similar, such as an item with and without the cursor.
func (m move) widened(old, lines []string) move {
	if m.by == 1 || m.by == -1 {
		return m
	}
	for n := m.by; n > 0 && m.to+1 < len(lines) && lines[m.to+1] != old[m.to+1]; n-- {
		m.to++
	}
	for n := -m.by; n > 0 && m.from > 0 && lines[m.from-1] != old[m.from-1]; n-- {
		m.from--
	}
	return m
}

// moveBy returns the smallest move by that many rows that puts every row that has moved in its place.
func moveBy(old, lines []string, by int) move {
	m := move{from: len(lines), to: -1, by: by}
	for row, line := range lines {
		was := row + by
		if was < 0 || was >= len(lines) || line == "" || line != old[was] || line == old[row] {
			continue
		}
		m.from, m.to = min(m.from, row, was), max(m.to, row, was)
	}
	return m
}

// spares returns how many bytes of text a move saves, minus its own cost.
func (m move) spares(old, lines []string) int {
	if m.to < m.from {
		return 0
	}
	spared := -moveCost
	for row := m.from; row <= m.to; row++ {
		after, line := m.after(old, row), lines[row]
		switch before := old[row]; {
		case line == after && line != before:
			spared += len(line) + len("\x1b[22H")
		case line != after && line == before:
			spared -= len(line) + len("\x1b[22H")
		}
	}
	return spared
}

// after returns the text of a row within the move after the move.
func (m move) after(old []string, row int) string {
	if was := row + m.by; was >= m.from && was <= m.to {
		return old[was]
	}
	return ""
}

// apply returns the text of all rows after the move.
func (m move) apply(old []string) []string {
	out := append([]string(nil), old...)
	for row := m.from; row <= m.to; row++ {
		out[row] = m.after(old, row)
	}
	return out
}
