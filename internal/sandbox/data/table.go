package data

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// rowsOf reads an embedded table, which is compressed and has a cell a line,
// column after column. The files are part of the program and tested, so a fault
// is a panic.
func rowsOf(file []byte, columns int) [][]string {
	text := unpack(file)
	count := strings.Count(text, "\n")
	if count%columns != 0 {
		panic(fmt.Sprintf("data: embedded table: %d cells are no rows of %d", count, columns))
	}
	cells := make([]string, count) // one block for all rows
	rows := make([][]string, count/columns)
	for at := range rows {
		rows[at] = cells[at*columns : (at+1)*columns : (at+1)*columns]
	}
	at := 0
	for line := range strings.Lines(text) {
		rows[at%len(rows)][at/len(rows)] = line[:len(line)-1]
		at++
	}
	return rows
}

// keyed is a large table of which a few rows are wanted, by their first column. It keeps where its
// cells begin instead of the cells: a quarter of the memory, and nothing for the collector to follow.
type keyed struct {
	text  string
	cells []uint32 // where each begins, column after column, and the end
	byKey map[string]int
}

func keyedTable(file []byte, columns int) keyed {
	t := keyed{text: unpack(file)}
	count := strings.Count(t.text, "\n")
	if count%columns != 0 {
		panic(fmt.Sprintf("data: embedded table: %d cells are no rows of %d", count, columns))
	}
	t.cells = make([]uint32, 1, count+1)
	for at := range len(t.text) {
		if t.text[at] == '\n' {
			t.cells = append(t.cells, uint32(at+1)) //nolint:gosec // a table is far smaller than 4 GiB
		}
	}
	rows := count / columns
	t.byKey = make(map[string]int, rows)
	for row := range rows {
		t.byKey[t.text[t.cells[row]:t.cells[row+1]-1]] = row
	}
	return t
}

func (t keyed) cell(row, column int) string {
	at := column*len(t.byKey) + row
	return t.text[t.cells[at] : t.cells[at+1]-1]
}

func unpack(file []byte) string {
	r, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		panic(fmt.Sprintf("data: embedded table: %v", err))
	}
	var text strings.Builder
	text.Grow(int(binary.LittleEndian.Uint32(file[len(file)-4:]))) // RFC 1952: the size before packing
	if _, err := io.Copy(&text, r); err != nil {
		panic(fmt.Sprintf("data: embedded table: %v", err))
	}
	return text.String()
}

func number(cell string) float64 {
	x, err := strconv.ParseFloat(cell, 64)
	if err != nil {
		panic(fmt.Sprintf("data: embedded table: %v", err))
	}
	return x
}

// handRows splits a hand-written table into cells; comments and empty lines
// do not count.
func handRows(text string) [][]string {
	var rows [][]string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line != "" && line[0] != '#' {
			rows = append(rows, strings.Split(line, "|"))
		}
	}
	return rows
}
