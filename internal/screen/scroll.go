package screen

import "github.com/charmbracelet/x/ansi"

// move says that the rows from to to, both shown, went up by so many; down where it is negative.
type move struct{ from, to, by int }

// moveCost is about what a move takes, in bytes.
const moveCost = 24

// likely are the moves that may spare the most bytes.
func likely(old, lines []string) []move {
	changed := 0
	for row, line := range lines {
		if line != old[row] {
			changed++
		}
	}
	var best move
	if changed <= 2 { // nothing that a move could spare
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

// sequence has the terminal make the move. Deleting and inserting lines is what every terminal can; the console of
// Linux knows no SU and SD.
func (m move) sequence() []byte {
	lines := ansi.DeleteLine(m.by)
	if m.by < 0 {
		lines = ansi.InsertLine(-m.by)
	}
	return []byte(ansi.SetTopBottomMargins(m.from+1, m.to+1) + goTo(m.from, 0) + lines + resetMargins)
}

// widened takes the rows in that come behind a move and show something else anyway. Where things of several
// rows move, what they showed is near to what moves there: the thing under a cursor to itself without it.
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

// moveBy is the smallest move by so many rows that brings every row to its place that has a new one.
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

// spares is how many bytes of text a move makes unnecessary, without its own.
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

// after is what a row within the move shows behind it.
func (m move) after(old []string, row int) string {
	if was := row + m.by; was >= m.from && was <= m.to {
		return old[was]
	}
	return ""
}

// apply is what all rows show behind the move.
func (m move) apply(old []string) []string {
	out := append([]string(nil), old...)
	for row := m.from; row <= m.to; row++ {
		out[row] = m.after(old, row)
	}
	return out
}
