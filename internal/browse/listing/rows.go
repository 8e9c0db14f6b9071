package listing

import (
	"bytes"
	"compress/flate"
	"io"
	"slices"
	"strings"
	"sync"
)

// rows holds the rows that were read, by position.
type rows struct {
	size  int // capacity of a page in rows
	count int // number of rows that can be read
	pages map[int]*page
	at    map[string]int // positions by id, from 0
}

// page is a page that was read.
type page struct {
	rows   []Row
	again  func() []any // rebuilds the values of its rows; nil if they must be kept
	bare   bool         // the rows have no values at the moment
	stale  bool         // a later read of another page showed that this one may be out of date
	blocks [][]string   // the lines of each row, for one layout
	laid   int          // the version of that layout
}

// rest frees what can be rebuilt.
func (p *page) rest() {
	p.blocks, p.laid = nil, 0
	if p.again == nil || p.bare {
		return
	}
	for i := range p.rows {
		p.rows[i].Value = nil
	}
	p.bare = true
}

// wake rebuilds the values of the rows.
func (p *page) wake() {
	if !p.bare {
		return
	}
	values := p.again()
	for i := range min(len(values), len(p.rows)) {
		p.rows[i].Value = values[i]
	}
	p.bare = false
}

// row returns the row at a position with its value; false if it was not read.
func (r *rows) row(i int) (Row, bool) {
	if p := r.pages[i/max(r.size, 1)+1]; p != nil {
		p.wake()
	}
	return r.bare(i)
}

// bare is like row, but the value may be missing.
func (r *rows) bare(i int) (Row, bool) {
	if r.size == 0 || i < 0 || i >= r.count {
		return Row{}, false
	}
	p := r.pages[i/r.size+1]
	if p == nil || i%r.size >= len(p.rows) {
		return Row{}, false
	}
	return p.rows[i%r.size], true
}

// unread returns the first page that was not read, or 0.
func (r *rows) unread() int {
	for n := 1; r.size > 0 && (n-1)*r.size < r.count; n++ {
		if r.pages[n] == nil {
			return n
		}
	}
	return 0
}

// store stores a page. It marks the other pages as stale if rows have come or gone.
func (r *rows) store(p Page) {
	size := max(p.Size, len(p.Rows), 1)
	if r.pages == nil || size != r.size {
		*r = rows{size: size, pages: map[int]*page{}, at: map[string]int{}}
	}
	end := (p.N-1)*r.size + len(p.Rows)
	count := max(min(p.Total, p.Reach), 0)
	switch {
	case !p.More && len(p.Rows) > 0, p.N == 1 && len(p.Rows) == 0:
		count = end
	case p.More && p.Total <= end && end < p.Reach:
		count = end + 1 // the total is a floor
	}
	sameID := func(a, b Row) bool { return a.ID == b.ID }
	before := r.pages[p.N]
	if count != r.count || before != nil && !before.stale && !slices.EqualFunc(before.rows, p.Rows, sameID) {
		for _, other := range r.pages {
			other.stale = true
		}
	}
	r.count = count
	first := (p.N - 1) * size
	if before != nil {
		for i, row := range before.rows {
			if r.at[row.ID] == first+i {
				delete(r.at, row.ID)
			}
		}
	}
	r.pages[p.N] = &page{rows: slices.Clone(p.Rows), again: p.Again}
	for i, row := range p.Rows {
		if row.ID != "" {
			r.at[row.ID] = first + i
		}
	}
	for n := range r.pages {
		if (n-1)*size >= count && n > 1 {
			delete(r.pages, n)
		}
	}
}

// find returns the position of the row with that id, or -1.
func (r *rows) find(id string) int {
	if i, ok := r.at[id]; ok && id != "" && i < r.count {
		return i
	}
	return -1
}

// packers is a pool because each writer takes a megabyte.
var packers sync.Pool

// Again returns a function that rebuilds the values of a page from the answer that it came in, or nil if it came in
// several answers. It keeps the answer compressed: its parts are similar, so it shrinks to about a sixth.
func Again[T any](bodies [][]byte, read func([]byte) (T, error), values func(T) []any) func() []any {
	if len(bodies) != 1 {
		return nil
	}
	var packed bytes.Buffer
	w, _ := packers.Get().(*flate.Writer)
	if w == nil {
		w, _ = flate.NewWriter(nil, flate.BestSpeed) // the level is valid
	}
	defer packers.Put(w)
	w.Reset(&packed)
	_, _ = w.Write(bodies[0]) // writing to memory does not fail
	_ = w.Close()
	small, size := packed.String(), len(bodies[0])
	return func() []any {
		body := bytes.NewBuffer(make([]byte, 0, size+bytes.MinRead))
		_, _ = io.Copy(body, flate.NewReader(strings.NewReader(small)))
		answer, err := read(body.Bytes())
		if err != nil {
			return nil // it was read before
		}
		return values(answer)
	}
}
