package desk

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"travel.example/travel/internal/desk/search"
)

// Meta is what travel adds to a body of the service, as its member "travel".
type Meta struct {
	OperationID    string       `json:"operationId"`
	Settle         search.Stamp `json:"settle,omitempty"`
	Reads          int          `json:"reads,omitempty"`
	Pages          int          `json:"pages,omitempty"` // whose rows results holds, when they are several
	ElapsedMS      int64        `json:"elapsedMs,omitempty"`
	SiteCode       string       `json:"siteCode,omitempty"`
	SiteCodeSource string       `json:"siteCodeSource,omitempty"` // flag, env, config, list, account or default
	Currency       string       `json:"currency,omitempty"`
	CurrencySource string       `json:"currencySource,omitempty"`
	Locale         string       `json:"locale,omitempty"`
	LocaleSource   string       `json:"localeSource,omitempty"`
	Watch          *WatchMeta   `json:"watch,omitempty"`
	WorksUntil     string       `json:"worksUntil,omitempty"` // about, of a link; RFC 3339
	Renewed        *Renewed     `json:"renewed,omitempty"`    // when the search was made in place of an expired one
	Warnings       []string     `json:"warnings"`
	Next           []string     `json:"next"` // command lines, ready to paste
}

// WatchMeta is what came of a watch.
type WatchMeta struct {
	End     search.End `json:"end"`
	Changed int        `json:"changed"` // reads that showed a change
}

// NewMeta never leaves the lists out, so that a program can always read them.
func NewMeta(operationID string) Meta {
	return Meta{OperationID: operationID, Warnings: []string{}, Next: []string{}}
}

// Warn adds sentences that a reader of the answer has to know.
func (m *Meta) Warn(texts ...string) { m.Warnings = append(m.Warnings, texts...) }

// Follow adds commands that usually follow.
func (m *Meta) Follow(commands ...string) { m.Next = append(m.Next, commands...) }

// Take records how the reading of a search went.
func (m *Meta) Take(p search.Progress) {
	m.Settle, m.Reads, m.ElapsedMS = p.Settle, p.Reads, p.Elapsed.Milliseconds()
}

// An Answer is what the service said, and what is known beside it.
type Answer[T any] struct {
	Value  T
	Bodies [][]byte // as the service sent them, one for each page that was read
	Rows   int      // of all pages that are wanted
	Meta   Meta
}

// Body is the answer as one document: the only page byte for byte, or the last with the rows of all
// in place of its own. Each row and every other member stay byte for byte.
func (a Answer[T]) Body() ([]byte, error) { return JoinPages(a.Bodies, a.Rows) }

// Joined says in the meta what no reader of the body could know: that it was several pages.
func (m *Meta) Joined(bodies [][]byte) {
	if len(bodies) < 2 {
		return
	}
	m.Pages = len(bodies)
	m.Warn(fmt.Sprintf("results holds the rows of %d pages; the other members are those of the last page", len(bodies)))
}

// JoinPages makes one body of several: in the last page, the results of all in place of its own, no
// more than rows of them.
func JoinPages(pages [][]byte, rows int) ([]byte, error) {
	if len(pages) == 0 {
		return nil, errors.New("join the pages: there is none")
	}
	if len(pages) == 1 {
		return pages[0], nil
	}
	var all [][]byte
	var at, end int // of the last page's results
	for i, page := range pages {
		var list []json.RawMessage
		var err error
		if at, end, err = resultsOf(page); err == nil {
			err = json.Unmarshal(page[at:end], &list)
		}
		if err != nil {
			return nil, fmt.Errorf("join page %d: %w", i+1, err)
		}
		for _, row := range list {
			all = append(all, row)
		}
	}
	last := pages[len(pages)-1]
	return bytes.Join([][]byte{
		last[:at], []byte("["), bytes.Join(all[:min(rows, len(all))], []byte(",")), []byte("]"), last[end:],
	}, nil), nil
}

// resultsOf finds where the results of a page begin and end.
func resultsOf(page []byte) (at, end int, err error) {
	dec := json.NewDecoder(bytes.NewReader(page))
	if open, err := dec.Token(); err != nil || open != json.Delim('{') {
		return 0, 0, errors.Join(errors.New("it is not an object"), err)
	}
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return 0, 0, err
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return 0, 0, err
		}
		if name == "results" { // the last of the name counts, as for every reader
			end = int(dec.InputOffset())
			at = end - len(value)
		}
	}
	if end == 0 {
		return 0, 0, errors.New("it has no results")
	}
	return at, end, nil
}
