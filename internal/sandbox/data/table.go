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

// rowsOf splits an embedded table, tab-separated and compressed, into cells.
// The files are part of the program and tested, so a fault is a panic.
func rowsOf(file []byte, columns int) [][]string {
	text := unpack(file)
	lines := strings.Count(text, "\n")
	rows := make([][]string, 0, lines)
	cells := make([]string, 0, columns*lines) // one block for all rows
	for line := range strings.Lines(text) {
		start := len(cells)
		for cell := range strings.SplitSeq(strings.TrimSuffix(line, "\n"), "\t") {
			cells = append(cells, cell)
		}
		if len(cells)-start != columns {
			panic(fmt.Sprintf("data: embedded table: %d cells, not %d: %q", len(cells)-start, columns, line))
		}
		rows = append(rows, cells[start:len(cells):len(cells)])
	}
	return rows
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
