package listing

import "slices"

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
	stale  bool       // a later read of another page showed that this one may be out of date
	blocks [][]string // the lines of each row, for one layout
	laid   int        // the version of that layout
}

// row returns the row at a position; false if it was not read.
func (r *rows) row(i int) (Row, bool) {
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
	r.pages[p.N] = &page{rows: slices.Clone(p.Rows)}
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
