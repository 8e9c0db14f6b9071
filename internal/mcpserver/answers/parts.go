package answers

import (
	"bytes"
	"encoding/json"
	"slices"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/clean"
)

// parts describes the body of an operation.
type parts struct {
	rows string   // the member that holds the list, or ""
	list bool     // rows of the list can be referred to
	id   string   // the member of a row that can be sent back, or ""
	not  []string // paths of members left out unless all is wanted; a path goes through lists
}

var partsOf = map[string]parts{
	"getFlightSearchResults": {"results", true, "tripId", []string{
		"metadata.filterOptions", "metadata.createdAt", "metadata.currencyCodeSource", "metadata.localeSource",
		"results.legs.airlines.logoUrl", "results.legs.operatingAirlines.logoUrl", "results.legs.aircraft", "results.legs.via",
		"results.legs.layoverMinutesByStop", "results.legs.transportTypes", "results.legs.overnight", "results.durationMinutes",
	}},
	"getFlightTrip": {"fares", true, "fareId", []string{
		"outbound.airlinesDetail", "return.airlinesDetail", "outbound.transportTypes", "return.transportTypes",
		"legs.segments.airline.logoUrl", "fares.provider.logoUrl", "fares.handoffUrl", "fares.price.totalUsd",
		"outbound.segments.fromStationType", "outbound.segments.toStationType", "return.segments.fromStationType", "return.segments.toStationType",
	}},
	"getFareOptions": {"options", true, "fareOptionId", []string{"options.termsUrls"}},
	"getHotelSearchResults": {"results", true, "hotelId", []string{
		"metadata.filterOptions", "metadata.createdAt", "metadata.currencyCodeSource", "metadata.localeSource",
		"results.image", "results.pageUrl", "results.reviewsByGuestType", "results.lat", "results.lng", "results.price.totalUsd", "results.rateTypes",
	}},
	"getHotelRates":           {"rates", true, "id", []string{"rates.images", "rates.price.totalUsd"}},
	"getHotel":                {"", false, "", []string{"images", "categorizedImages"}},
	"getHotelReviews":         {"results", false, "", nil},
	"getPlaces":               {"results", true, "code", []string{"results.id"}},
	"getNearbyPlaces":         {"results", true, "code", []string{"results.id"}},
	"getFlightSchedules":      {"results", false, "", []string{"results.segments", "results.aircraftCode", "results.operatingAirlines"}},
	"getCountryHolidays":      {"results", false, "", nil},
	"getVisaFreeDestinations": {"results", false, "", nil},

	HotelCalendar: {"cells", true, "hotelId", []string{"cells.asOf", "cells.kept", "cells.settle", "cells.searchId", "cells.level", "cells.medianHotelId", "best"}},
	PriceCalendar: {"cells", true, "tripId", []string{"cells.asOf", "cells.kept", "cells.settle", "cells.searchId", "cells.level", "best"}},
	Destinations:  {"places", true, "tripId", []string{"places.asOf", "places.kept", "places.settle", "places.searchId", "places.latitude", "places.longitude"}},
	LongWeekends:  {"weekends", false, "", []string{"weekends.holidays.key"}},
}

// A cut copies a body without the parts and rows to leave out. The bytes of the rest do not change.
type cut struct {
	parts
	skip, count int                // of the rows: how many to skip, and the maximum to keep
	name        string             // of the list that the rows belong to, or ""
	ref         func(i int) string // the reference of a row of the body
	fields      []string           // the members of a row to keep; empty: all

	out  bytes.Buffer
	left []string // paths that were present and left out
	had  int      // rows of the body
}

// value writes a value.
func (c *cut) value(text []byte, path string) {
	switch text[0] {
	case '{':
		c.object(text, path, 0)
	case '[':
		c.array(text, path)
	default:
		c.out.Write(safe(text))
	}
}

// safe returns a scalar unchanged, except that strings lose characters that are invisible or affect the layout.
func safe(value []byte) []byte {
	plain := func(r rune) bool { return r < ' ' || r >= 0x7f || r == '\\' }
	if value[0] != '"' || bytes.IndexFunc(value, plain) < 0 {
		return value
	}
	var text string
	if json.Unmarshal(value, &text) != nil || clean.Lines(text) == text {
		return value
	}
	cleaned, _ := json.Marshal(clean.Lines(text)) // a string cannot fail
	return cleaned
}

// object writes an object. row is its position from 1 if it is a row of the list, or 0.
func (c *cut) object(text []byte, path string, row int) {
	start := c.out.Len()
	c.out.WriteByte('{')
	if row > 0 && c.name != "" {
		c.out.WriteString(`"ref":"` + c.ref(row-1) + `"`)
	}
	for m := range apiclient.Members(text) {
		below := m.Name
		if path != "" {
			below = path + "." + m.Name
		}
		if row > 0 && len(c.fields) > 0 && !slices.Contains(c.fields, m.Name) || c.leaves(below) {
			continue
		}
		if c.out.Len() > start+1 {
			c.out.WriteByte(',')
		}
		name, _ := json.Marshal(m.Name) // a string cannot fail
		c.out.Write(name)
		c.out.WriteByte(':')
		c.value(text[m.At:m.End], below)
	}
	c.out.WriteByte('}')
}

// leaves reports whether a member is left out, and records it.
func (c *cut) leaves(path string) bool {
	if !slices.Contains(c.not, path) {
		return false
	}
	if !slices.Contains(c.left, path) {
		c.left = append(c.left, path)
	}
	return true
}

func (c *cut) array(text []byte, path string) {
	var items []json.RawMessage
	_ = json.Unmarshal(text, &items) // known to be a list
	c.out.WriteByte('[')
	start, isRows := c.out.Len(), path == c.rows && path != ""
	if isRows {
		c.had = len(items)
	}
	for i, item := range items {
		if isRows && (i < c.skip || i >= c.skip+c.count) {
			continue
		}
		if c.out.Len() > start {
			c.out.WriteByte(',')
		}
		if isRows && item[0] == '{' {
			c.object(item, path, i+1)
		} else {
			c.value(item, path)
		}
	}
	c.out.WriteByte(']')
}
