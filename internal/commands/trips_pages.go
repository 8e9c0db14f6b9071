package commands

import (
	"context"
	"encoding/json"
	"strconv"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/search"
)

// The pages of the contract.
const (
	widestPage = 50
	lastPage   = 100
)

// pagesAtOnce bounds the reads under way together; the client waits when the
// service asks for it.
const pagesAtOnce = 4

// pageFlags ask for rows over more than one page.
type pageFlags struct {
	limit string
	all   bool
}

func (f *pageFlags) addFlags(cmd *cobra.Command) {
	cmd.Flags().VarP(limitFlag{f}, "limit", "n", "Rows to print, over as many pages as it takes (1 to "+strconv.Itoa(widestPage*lastPage)+")")
	cmd.Flags().BoolVar(&f.all, "all", false, "Print every row; with --json one document a page")
	setFlagGroup(cmd.Flags().Lookup("limit"), groupPaging)
	setFlagGroup(cmd.Flags().Lookup("all"), groupPaging)
}

// limitFlag is --limit, checked as it is given.
type limitFlag struct{ flags *pageFlags }

func (l limitFlag) String() string { return "" }
func (l limitFlag) Type() string   { return "int" }
func (l limitFlag) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > widestPage*lastPage {
		return usageError{Arg: "--limit", Given: s, Want: "a whole number from 1 to " + strconv.Itoa(widestPage*lastPage)}
	}
	l.flags.limit = s
	return nil
}

// rows is how many are wanted, 0 for the one page that --page-size says.
func (f *pageFlags) rows() int {
	if f.all {
		return widestPage * lastPage
	}
	n, _ := strconv.Atoi(f.limit) // checked by the flag
	return n
}

// apply makes the pages as wide as they are needed.
func (f *pageFlags) apply(p *params) error {
	rows := f.rows()
	switch {
	case rows == 0:
		return nil
	case f.all && f.limit != "":
		return misuse{Text: "--all and --limit both say how many rows; give one of them"}
	case p.has("page"), p.has("pageSize"):
		return misuse{Text: "--limit and --all read every page they need; leave --page and --page-size out"}
	}
	p.values["pageSize"] = json.Number(strconv.Itoa(min(rows, widestPage)))
	return nil
}

// morePages reads what follows the first page until enough rows are there, and
// returns the bodies of all pages in order. The rows are gathered in s.
func (r tripsRead) morePages(ctx context.Context, flights search.Flights, s *search.FlightSnapshot, params apiclient.GetFlightSearchResultsParams) ([][]byte, error) {
	bodies := [][]byte{s.Body}
	if r.rows == 0 || !s.Results.Metadata.HasMore {
		return bodies, nil
	}
	pages, err := readPages(ctx, pagesFor(r.rows, s.Results.Metadata.TotalCandidates, s.Results.Metadata.PageSize), func(ctx context.Context, n int) (search.FlightSnapshot, error) {
		page := params
		page.Page = &n
		return flights.Read(ctx, r.about.SearchID, page)
	})
	if err != nil {
		return bodies, err
	}
	gathered := *s.Results
	for _, p := range pages {
		bodies = append(bodies, p.Body)
		gathered.Results = append(gathered.Results, p.Results.Results...)
	}
	gathered.Results = gathered.Results[:min(len(gathered.Results), r.rows)]
	gathered.Metadata.HasMore = len(gathered.Results) < gathered.Metadata.TotalCandidates
	s.Results = &gathered
	return bodies, nil
}

// pagesFor is how many pages it takes to gather rows, as far as there are.
func pagesFor(rows, total, size int) int {
	return min((min(rows, total)+size-1)/max(size, 1), lastPage)
}

// readPages reads the pages from the second to the last, several at once, and
// returns them in order.
func readPages[S any](ctx context.Context, last int, read func(ctx context.Context, page int) (S, error)) ([]S, error) {
	pages := make([]S, max(last-1, 0))
	reads, ctx := errgroup.WithContext(ctx)
	reads.SetLimit(pagesAtOnce)
	for i := range pages {
		reads.Go(func() (err error) {
			pages[i], err = read(ctx, i+2)
			return err
		})
	}
	return pages, reads.Wait()
}
