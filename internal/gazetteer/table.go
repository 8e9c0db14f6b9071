package gazetteer

import (
	"compress/gzip"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
)

// Rows parses an embedded table. A generated table is CSV compressed with gzip. A table written by hand has |
// between its cells, rows of any length, and comment lines that start with #. The files are embedded and tested,
// so an error panics.
func Rows(file string) [][]string {
	var text io.Reader = strings.NewReader(file)
	comma, err := '|', error(nil)
	if strings.HasPrefix(file, "\x1f\x8b") { // RFC 1952
		comma = ','
		text, err = gzip.NewReader(text)
	}
	var rows [][]string
	if err == nil {
		r := csv.NewReader(text)
		r.Comma, r.Comment, r.LazyQuotes, r.FieldsPerRecord = comma, '#', true, -1
		rows, err = r.ReadAll()
	}
	if err != nil {
		panic(fmt.Sprintf("gazetteer: embedded table: %v", err))
	}
	return rows
}

// Table returns a function that parses an embedded table on first use, with one value per row.
func Table[T any](file string, value func(cells []string) T) func() []T {
	return sync.OnceValue(func() []T {
		rows := Rows(file)
		values := make([]T, len(rows))
		for i, cells := range rows {
			values[i] = value(cells)
		}
		return values
	})
}

// ByCode returns a function that finds a value of a table by its code. The map is built on first use.
func ByCode[T any](values func() []T, code func(T) string) func(code string) (T, bool) {
	byCode := sync.OnceValue(func() map[string]T {
		byCode := make(map[string]T, len(values()))
		for _, v := range values() {
			byCode[code(v)] = v
		}
		return byCode
	})
	return func(code string) (T, bool) {
		v, ok := byCode()[code]
		return v, ok
	}
}

// Number parses a number in a table.
func Number(cell string) float64 {
	x, err := strconv.ParseFloat(cell, 64)
	if err != nil {
		panic(fmt.Sprintf("gazetteer: embedded table: %v", err))
	}
	return x
}
