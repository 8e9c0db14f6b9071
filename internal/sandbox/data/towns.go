package data

import _ "embed"

//go:embed towns.tsv.gz
var townsFile []byte

const townColumns = 8

// towns are the places that no airport has as its city.
type towns struct {
	all    []*City
	byCode map[string]*City
}

// Towns is every town that no airport has as its city, by country and name. A
// town after which the airport of a larger city is named (Newark, Bergamo) has that
// airport's code. The caller must not change it.
func (w *World) Towns() []*City { return w.towns().all }

func decodeTowns() towns {
	rows := rowsOf(townsFile, townColumns)
	t := towns{all: make([]*City, 0, len(rows)), byCode: make(map[string]*City, len(rows))}
	for _, row := range rows {
		c := parseCity(row)
		t.all = append(t.all, c)
		t.byCode[c.Code] = c
	}
	return t
}
