// Package paste words the next steps of the desk as command lines, for the command line and for whoever tells a person
// what to type. Nothing below the faces imports it.
package paste

import (
	"strings"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// commands maps the operations that steps name to their commands. Any other step has the words of its command, joined
// by dots.
var commands = map[string]string{
	"createFlightSearch":      "flights search",
	"getFlightSearchResults":  "flights results",
	"getFlightTrip":           "flights trip",
	"getTripExperience":       "flights experience",
	"getFareOptions":          "flights options",
	"getFareBookingLink":      "flights booking-link",
	"getFlightSearchLink":     "flights link",
	"getFlightSchedules":      "flights schedules",
	"createHotelSearch":       "hotels search",
	"getHotelSearchResults":   "hotels results",
	"getHotel":                "hotels show",
	"getHotelReviews":         "hotels reviews",
	"getHotelRates":           "hotels rates",
	"getHotelRateBookingLink": "hotels booking-link",
	"getHotelSearchLink":      "hotels link",
	"getPlaces":               "places search",
	"getNearbyPlaces":         "places nearby",
	"getCountryHolidays":      "countries holidays",
	"getVisaFreeDestinations": "countries visa-free",
	"getCurrentUser":          "whoami",
}

// Command returns the command line of a step, or the flags to add to this one, or "" if there is nothing to type.
func Command(s problem.Step) string {
	switch {
	case s.Line != "":
		return s.Line
	case s.Do == "":
		return strings.Join(typed(s.With), ", or ")
	}
	name, ok := commands[s.Do]
	if !ok {
		name = strings.ReplaceAll(s.Do, ".", " ")
	}
	line := []string{"travel", name}
	args := make([]string, len(s.Args))
	for i, arg := range s.Args {
		args[i] = words.Shell(arg)
	}
	if len(args) > 0 && strings.HasPrefix(args[0], "-") { // after two dashes it is not a flag
		line = append(append(append(line, typed(s.With)...), "--"), args...)
	} else {
		line = append(append(line, args...), typed(s.With)...)
	}
	return strings.Join(line, " ")
}

// typed returns parameters as flags.
func typed(params []problem.Param) []string {
	flags := make([]string, len(params))
	for i, p := range params {
		value := words.Shell(strings.Join(p.Values, ","))
		switch flags[i] = "--" + ask.FlagName(p.Name); {
		case p.Typed != "":
			flags[i] = p.Typed
		case len(p.Values) == 0:
		case p.Name == "facets": // whose value is optional
			flags[i] += "=" + value
		default:
			flags[i] += " " + value
		}
	}
	return flags
}

// Commands returns the command lines of steps.
func Commands(steps []problem.Step) []string {
	all := make([]string, len(steps))
	for i, s := range steps {
		all[i] = Command(s)
	}
	return all
}

// Worded returns a step with its command line, for a document.
func Worded(s problem.Step) problem.Step {
	s.Line = Command(s)
	return s
}

// Words returns steps as one hint: "its fares: travel flights trip 2; see what you keep: travel kept".
func Words(steps ...problem.Step) string {
	parts := make([]string, 0, len(steps))
	for _, s := range steps {
		part, command := s.Why, Command(s)
		if part != "" && command != "" {
			part += ": "
		}
		if part += command; s.Note != "" && !strings.HasPrefix(s.Note, ",") {
			part += " "
		}
		part += s.Note
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "; ")
}

// After returns a sentence with steps behind it.
func After(text string, steps ...problem.Step) string {
	return Words(append([]problem.Step{{Why: text}}, steps...)...)
}

// Advice returns all advice of an error as one hint.
func Advice(err error) string { return Words(problem.StepsOf(err)...) }
