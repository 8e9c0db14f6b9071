package commands

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// joinPages makes one body of several: in the last page, the results of all in
// place of its own, no more than rows of them. Each row and every other member
// stays byte for byte, and so does a single page.
func joinPages(pages [][]byte, rows int) ([]byte, error) {
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
		return 0, 0, errors.Join(errors.New("it is no object"), err)
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
