package batch

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// readCSV reads a header and the lines below it, with commas, semicolons or tabs between cells, as the
// header has them. An empty cell is not given.
func readCSV(text []byte, name string) (columns []string, lines []Line, err error) {
	rows := csv.NewReader(bytes.NewReader(text))
	rows.FieldsPerRecord = -1
	rows.Comma = separator(text)
	for {
		cells, err := rows.Read()
		if errors.Is(err, io.EOF) {
			return columns, lines, nil
		}
		if wrong, ok := errors.AsType[*csv.ParseError](err); ok { // where the next line begins is not known
			return nil, nil, wrongFile(name, wrong.Line, "it is not CSV: "+wrong.Err.Error(), `a quote within a cell is written twice: ""`)
		}
		if err != nil {
			return nil, nil, err
		}
		at, _ := rows.FieldPos(0)
		if columns == nil {
			columns = make([]string, len(cells))
			for i, cell := range cells {
				columns[i] = strings.TrimSpace(cell)
			}
			continue
		}
		if len(cells) == 1 && strings.TrimSpace(cells[0]) == "" { // spaces alone
			continue
		}
		lines = append(lines, csvLine(at, columns, cells))
		if len(lines) > MaxLines {
			return columns, lines, nil
		}
	}
}

// separator is what stands between the cells of the header.
func separator(text []byte) rune {
	header, _, _ := bytes.Cut(bytes.TrimLeft(text, "\r\n"), []byte("\n"))
	best, most := ',', 0
	for _, sep := range []rune{',', ';', '\t'} {
		if n := strings.Count(string(header), string(sep)); n > most {
			best, most = sep, n
		}
	}
	return best
}

func csvLine(at int, columns, cells []string) Line {
	line := Line{N: at}
	size := 0
	for _, cell := range cells {
		size += len(cell)
	}
	if len(cells) != len(columns) {
		line.Input = quoted(cells)
		line.Err = problem.UsageError{Text: fmt.Sprintf("the line has %s, the header %d", words.Counted(len(cells), "cell"), len(columns))}
	}
	if size > maxLine {
		line.Input, line.Err = json.RawMessage("null"), tooLong()
	}
	if line.Err != nil {
		return line
	}
	var given ask.Members
	for i, cell := range cells {
		given = append(given, ask.Member{Name: columns[i], Value: cell})
		if cell = strings.TrimSpace(cell); cell != "" {
			line.Cells = append(line.Cells, Cell{columns[i], cell})
		}
	}
	line.Input = quoted(given)
	return line
}

// duplicated is the first name that is there twice, "" for none.
func duplicated(names []string) string {
	for i, name := range names {
		if slices.ContainsFunc(names[:i], func(other string) bool { return fold(other) == fold(name) }) {
			return name
		}
	}
	return ""
}
