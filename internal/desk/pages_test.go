package desk

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"travel.example/travel/internal/search"
)

// book is a service's list of numbers, whose total may be a floor.
type book struct {
	rows, total int
	broken      int // a page that cannot be read
}

func (b *book) page(size, n int) search.Page[*[]int] {
	p := search.Page[*[]int]{Body: []byte{byte(n)}, Value: new([]int), Total: b.total}
	for row := (n - 1) * size; row < min(n*size, b.rows); row++ {
		*p.Value = append(*p.Value, row)
	}
	p.Rows, p.More = len(*p.Value), n*size < b.rows
	return p
}

func TestRowsAreGatheredOverPages(t *testing.T) {
	type outcome struct {
		Rows, Pages, Reads int
		More               bool
		Err                string
	}
	for name, test := range map[string]struct {
		book  book
		flags Pages
		want  outcome
	}{
		"one page is enough":       {book{rows: 4, total: 4}, Pages{All: true, Widest: 5, Last: 9}, outcome{4, 1, 0, false, ""}},
		"all of them":              {book{rows: 12, total: 12}, Pages{All: true, Widest: 5, Last: 9}, outcome{12, 3, 2, false, ""}},
		"as many as are wanted":    {book{rows: 30, total: 30}, Pages{Limit: 12, Widest: 5, Last: 9}, outcome{12, 3, 2, true, ""}},
		"a floor is not the end":   {book{rows: 23, total: 7}, Pages{All: true, Widest: 5, Last: 9}, outcome{23, 5, 4, false, ""}},
		"no total at all":          {book{rows: 12}, Pages{All: true, Widest: 5, Last: 9}, outcome{12, 3, 2, false, ""}},
		"the contract's last page": {book{rows: 99, total: 99}, Pages{All: true, Widest: 5, Last: 3}, outcome{15, 3, 2, true, ""}},
		"a fault keeps the first":  {book{rows: 12, total: 12, broken: 2}, Pages{All: true, Widest: 5, Last: 9}, outcome{5, 1, 2, true, "torn"}},
		"nothing asked, one page":  {book{rows: 12, total: 12}, Pages{Widest: 5, Last: 9}, outcome{5, 1, 0, true, ""}},
		"a limit within the page":  {book{rows: 12, total: 12}, Pages{Limit: 3, Widest: 5, Last: 9}, outcome{3, 1, 0, true, ""}},
		"more is promised in vain": {book{rows: 5, total: 50}, Pages{Limit: 5, Widest: 5, Last: 9}, outcome{5, 1, 0, false, ""}},
		"a limit above the floor":  {book{rows: 40, total: 6}, Pages{Limit: 16, Widest: 5, Last: 9}, outcome{16, 4, 3, true, ""}},
		"pages as wide as asked":   {book{rows: 12, total: 12}, Pages{All: true, Widest: 5, Last: 9, asked: 3}, outcome{12, 4, 3, false, ""}},
	} {
		t.Run(name, func(t *testing.T) {
			b, size := &test.book, max(test.flags.width(), 1)
			if test.flags.Rows() == 0 {
				size = 5
			}
			var reads atomic.Int32
			all, err := Gather(t.Context(), test.flags, b.page(size, 1), func(_ context.Context, n int) (search.Page[*[]int], error) {
				reads.Add(1)
				if n == b.broken {
					return search.Page[*[]int]{}, errors.New("torn")
				}
				return b.page(size, n), nil
			})
			rows := search.Rows(all, func(r *[]int) []int { return *r })
			got := outcome{Rows: len(rows), Pages: len(all.Bodies), Reads: int(reads.Load()), More: all.More}
			if err != nil {
				got.Err = err.Error()
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			for i, row := range rows {
				if row != i {
					t.Fatalf("row %d is %d", i, row)
				}
			}
		})
	}
}

func TestPagesAreJoinedAsTheyWereSent(t *testing.T) {
	one := ` {"results": [ {"name":"A","x":1.50} ],"metadata":{"hasMore":true,"page":1}}`
	two := `{"metadata":{"hasMore":false,"page":2},"results" : [{"name":"B & <C>"},{"name":"D"}] ,"later":null}` + "\n"
	for name, test := range map[string]struct {
		pages []string
		rows  int
		want  string
	}{
		"one page stays as it is": {[]string{one}, 1, one},
		"the last page holds all": {[]string{one, two}, 3, `{"metadata":{"hasMore":false,"page":2},"results" : [{"name":"A","x":1.50},{"name":"B & <C>"},{"name":"D"}] ,"later":null}` + "\n"},
		"no more than are wanted": {[]string{one, two}, 2, `{"metadata":{"hasMore":false,"page":2},"results" : [{"name":"A","x":1.50},{"name":"B & <C>"}] ,"later":null}` + "\n"},
		"an empty page adds none": {[]string{one, `{"results":[]}`}, 1, `{"results":[{"name":"A","x":1.50}]}`},
		"no page":                 {nil, 1, ""},
		"a page without results":  {[]string{one, `{"rows":[]}`}, 1, ""},
		"a page that is a list":   {[]string{one, `[]`}, 1, ""},
		"results that are a word": {[]string{one, `{"results":"A"}`}, 1, ""},
	} {
		t.Run(name, func(t *testing.T) {
			pages := make([][]byte, len(test.pages))
			for i, page := range test.pages {
				pages[i] = []byte(page)
			}
			got, err := JoinPages(pages, test.rows)
			if string(got) != test.want || (err != nil) != (test.want == "") {
				t.Errorf("got %s, %v\nwant %s", got, err, test.want)
			}
		})
	}
}
