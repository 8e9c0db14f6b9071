package main

import (
	_ "embed"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

//go:embed fixes.tsv
var fixesText string

// fix is one line of fixes.tsv: a fact that the sources lack or have wrong.
type fix struct{ code, field, value string }

func readFixes() ([]fix, error) {
	var fixes []fix
	for n, line := range strings.Split(fixesText, "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(line, "\t")
		if len(cells) != 3 {
			return nil, fmt.Errorf("fixes.tsv:%d: %d cells, not 3", n+1, len(cells))
		}
		fixes = append(fixes, fix{cells[0], cells[1], cells[2]})
	}
	return fixes, nil
}

func (f fix) apply(airports map[string]*airport) error {
	a, known := airports[f.code]
	switch {
	case f.field == "add" && known:
		return errors.New("the source has it by now")
	case f.field == "add":
		added, err := parseAdded(f.code, f.value)
		airports[f.code] = added
		return err
	case !known:
		return errors.New("no such airport")
	case f.field == "drop":
		delete(airports, f.code)
		return nil
	}
	return a.set(f.field, f.value)
}

// set refuses a value that is already there, so that a fix does not outlive
// the error it corrects; naming the city that the first source has is a fix
// where OPTD names another.
func (a *airport) set(field, value string) error {
	target := map[string]*string{
		"name": &a.name, "city": &a.city, "citycode": &a.cityCode, "zone": &a.zone,
	}[field]
	switch {
	case target == nil:
		return errors.New("no such field")
	case *target == value && (field != "city" || a.otherCity == "" || a.otherCity == value):
		return errors.New("the source says so already")
	}
	*target = value
	if field == "city" {
		a.otherCity = "" // settled by hand
	}
	return nil
}

// parseAdded reads "name|city|citycode|country|region|lat|lon|zone|size".
func parseAdded(code, value string) (*airport, error) {
	c := strings.Split(value, "|")
	if len(c) != 9 {
		return nil, fmt.Errorf("%d parts, not 9", len(c))
	}
	lat, err := strconv.ParseFloat(c[5], 64)
	if err != nil {
		return nil, err
	}
	lon, err := strconv.ParseFloat(c[6], 64)
	if err != nil {
		return nil, err
	}
	return &airport{code: code, name: c[0], city: c[1], cityCode: c[2], country: c[3], region: c[4],
		lat: lat, lon: lon, zone: c[7], size: c[8]}, nil
}
