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
