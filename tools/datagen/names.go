package main

import (
	"regexp"
	"strings"
)

var (
	inBrackets   = regexp.MustCompile(`\s*\([^)]*\)`)
	onIsland     = regexp.MustCompile(`\s*-\s*[A-Z]\w+( \w+)? Island$`)
	militaryHalf = regexp.MustCompile(`\s*/\s*[^/]*(Air ?[Bb]ase|Air Station|Air Force Station|Army Air Field|Air National Guard Base|CFB|RAAF|AFB|INS )[^/]*$`)
	manySpaces   = regexp.MustCompile(`\s+`)
)

// cleanAirportName drops the military half of a shared airfield and remarks in
// brackets: a traveler looks for the terminal.
func cleanAirportName(name string) string {
	name = militaryHalf.ReplaceAllString(name, "")
	name = inBrackets.ReplaceAllString(name, "")
	name = strings.ReplaceAll(name, " / ", "–")
	name = strings.ReplaceAll(name, "/", "–")
	return strings.TrimSpace(manySpaces.ReplaceAllString(name, " "))
}

// cleanCity turns a municipality as OurAirports writes it into the name of one
// city: "Shanghai (Pudong)", "Pendik, Istanbul", "Bordeaux/Mérignac".
func cleanCity(country, city string) string {
	city = inBrackets.ReplaceAllString(city, "")
	city = onIsland.ReplaceAllString(city, "")
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
	return strings.TrimSpace(manySpaces.ReplaceAllString(city, " "))
}
