package present

import (
	"strings"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
)

// Filters are the filters of a list, for display.
type Filters struct {
	View  []ask.Param
	Terms ask.Terms
}

// FiltersOf returns the filters of a list of trips with prices in the given currency.
func FiltersOf(view []ask.Param, currency string) Filters {
	return Filters{View: view, Terms: ask.Terms{Currency: currency}}
}

// StayFilters returns the filters of a list of hotels with prices per night.
func StayFilters(view []ask.Param, currency string) Filters {
	f := Filters{View: view, Terms: ask.Terms{Currency: currency, Per: " a night"}}
	for _, p := range view {
		if p.Name == "guest-type" {
			f.Terms.Guests = p.Values[0]
		}
	}
	return f
}

// Words describes the filters: "nonstop only", "at most USD 500". The words may be foreign text.
func (f Filters) Words() []string {
	var list []string
	for _, p := range f.View {
		if text := ask.Say(p.Name, p.Values, f.Terms); text != "" {
			list = append(list, text)
		}
	}
	return list
}

// Heading returns the filters as shown above a list, or nil if there are none.
func (f Filters) Heading() []string {
	list := f.Words()
	if len(list) > 0 {
		list[0] = "Filters: " + list[0]
	}
	return list
}

// Line returns Heading as a single text.
func (f Filters) Line() []string {
	if list := f.Heading(); len(list) > 0 {
		return []string{strings.Join(list, ", ")}
	}
	return nil
}

// Counted returns the note that filters do not change the counts of facets, or nil if there are no filters.
func (f Filters) Counted() []string {
	if list := f.Words(); len(list) > 0 {
		return []string{"The counts are of the whole search, before the filters of the list: " + strings.Join(list, ", ") + "."}
	}
	return nil
}

// Name replaces the names of the filters that removed every row by words.
func (f Filters) Name(n *desk.Nothing) *desk.Nothing {
	if n == nil {
		return nil
	}
	for _, p := range f.View {
		said := ask.Say(p.Name, p.Values, f.Terms)
		for i := range n.Filters {
			if n.Filters[i] == p.Typed {
				n.Filters[i] = said
			}
		}
		for i := range n.Without {
			if n.Without[i].Filter == p.Typed {
				n.Without[i].Filter = said
			}
		}
	}
	return n
}
