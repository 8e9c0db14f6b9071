package listing

import "slices"

// rows are the rows of a list by their positions, as far as they were read.
type rows struct {
	size  int // rows that a page has room for
	count int // rows that can be read
	pages map[int]*page
	at    map[string]int // positions from 0, by id
}

// page is a page that was read.
type page struct {
	rows   []Row
	again  func() []any // the values of its rows once more; nil where they stay
	bare   bool         // the rows have no values now
	stale  bool         // another page showed since that this one may be out of date
	blocks [][]string   // the lines of each row, good for one layout
	laid   int          // which layout
}

// rest lets go of what can be made again.
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

// wake makes the values of the rows again.
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

// row is the row at a position with its value, false where it was not read.
func (r *rows) row(i int) (Row, bool) {
	if p := r.pages[i/max(r.size, 1)+1]; p != nil {
		p.wake()
	}
	return r.bare(i)
}

// bare is row, and may be without the value.
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

// unread is the first page that was not read, 0 for none.
func (r *rows) unread() int {
	for n := 1; r.size > 0 && (n-1)*r.size < r.count; n++ {
		if r.pages[n] == nil {
			return n
		}
	}
	return 0
}

// put takes a page. Others may be out of date where it shows that rows have come or gone.
func (r *rows) put(p Page) {
	size := max(p.Size, len(p.Rows), 1)
	if r.pages == nil || size != r.size {
		*r = rows{size: size, pages: map[int]*page{}, at: map[string]int{}}
	}
	count := r.counted(p)
	before := r.pages[p.N]
	if count != r.count || before != nil && !before.stale && !sameIDs(before.rows, p.Rows) {
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

// counted is how many rows a list has of which a page was read.
func (r *rows) counted(p Page) int {
	end := (p.N-1)*r.size + len(p.Rows)
	switch {
	case !p.More && len(p.Rows) > 0, p.N == 1 && len(p.Rows) == 0:
		return end
	case p.More && p.Total <= end && end < p.Reach:
		return end + 1 // the total is a floor
	}
	return max(min(p.Total, p.Reach), 0)
}

func sameIDs(a, b []Row) bool {
	return slices.EqualFunc(a, b, func(a, b Row) bool { return a.ID == b.ID })
}

// find is where a row with that id is, -1 where it was not read.
func (r *rows) find(id string) int {
	if i, ok := r.at[id]; ok && id != "" && i < r.count {
		return i
	}
	return -1
}

// known is how many rows were read.
func (r *rows) known() int {
	n := 0
	for _, p := range r.pages {
		n += len(p.rows)
	}
	return n
}
