package render

import (
	"fmt"
	"strconv"
	"strings"
)

// offers lays the amenities out in columns.
func (v HotelView) offers(c canvas) []string {
	var items []string
	for _, offer := range v.Offers {
		if offer = c.text(offer); offer != "" {
			items = append(items, offer)
		}
	}
	if items == nil {
		return nil
	}
	return append([]string{c.paint(Strong, "Offers")}, c.columns(items)...)
}

// columns sets short texts in as many columns as the width allows, read
// downwards.
func (c canvas) columns(items []string) []string {
	widest := 0
	for _, item := range items {
		widest = max(widest, cells(item))
	}
	widest = min(widest, max(c.width-gridMargin, hardFloor))
	fit := max((c.width-gridMargin+gridGap)/(widest+gridGap), 1)
	rows := (len(items) + fit - 1) / fit
	lines := make([]string, rows)
	for i, item := range items {
		line := &lines[i%rows]
		if i >= rows {
			*line += strings.Repeat(" ", gridGap)
		}
		item = c.cut(item, widest)
		*line += item + strings.Repeat(" ", widest-cells(item))
	}
	for i, line := range lines {
		lines[i] = strings.Repeat(" ", gridMargin) + strings.TrimRight(line, " ")
	}
	return lines
}

// facts are the rest, label by label.
func (v HotelView) facts() Facts {
	var facts Facts
	add := func(label, value string) {
		if value != "" {
			facts = append(facts, Fact{Label: label, Value: value})
		}
	}
	if v.Lat != "" && v.Lng != "" {
		add("at", v.Lat+","+v.Lng)
	}
	if v.Airport != "" {
		add("nearest airport", v.Airport+" away, in a unit the service does not state")
	}
	var pictures []string
	total := 0
	for _, group := range v.Images {
		total += group.Count
		if group.Subject != "" {
			pictures = append(pictures, fmt.Sprintf("%s %d", strings.ToLower(Clean(group.Subject)), group.Count))
		}
	}
	if total > 0 {
		text := counted(total, "picture")
		if len(pictures) > 0 {
			text += ": " + strings.Join(pictures, ", ")
		}
		add("pictures", text+"\n"+Address(v.Images[0].First))
	}
	if v.Page != "" {
		add("page", Address(v.Page))
	}
	add("hotel id", strconv.FormatInt(v.HotelID, 10))
	return facts
}

// records gives one line a fact: its name and its value. Scores are "value
// (count)"; a kind of guest without one has "too little data".
func (v HotelView) records() records {
	r := records{head: []string{"name", "value"}}
	add := func(name, value string) {
		if value != "" {
			r.rows = append(r.rows, []string{name, value})
		}
	}
	add("hotel_id", strconv.FormatInt(v.HotelID, 10))
	add("name", v.Name)
	add("stars", v.Stars)
	add("kind", v.Kind)
	add("brand", v.Brand)
	add("chain", v.Chain)
	add("address", strings.Join(v.Address, ", "))
	add("latitude", v.Lat)
	add("longitude", v.Lng)
	add("distance_km", v.Centre)
	add("airport_distance", v.Airport)
	for _, g := range v.Guests {
		score := tooLittle
		if g.Score != nil {
			score = g.Score.Value + " (" + g.Score.Count + ")"
		}
		add("score_"+fieldName(g.Who), score)
	}
	for _, offer := range v.Offers {
		add("amenity", offer)
	}
	add("about", v.About)
	add("page", v.Page)
	return r
}
