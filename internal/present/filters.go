package present

import (
	"strings"

	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
)

// Filters are those of a list, as a traveler says them.
type Filters struct {
	View  []ask.Param
	Terms ask.Terms
}

// FiltersOf are the filters of a list of trips whose prices are in a currency.
func FiltersOf(view []ask.Param, currency string) Filters {
	return Filters{View: view, Terms: ask.Terms{Currency: currency}}
}

// StayFilters are the filters of a list of hotels, whose prices are for a night.
func StayFilters(view []ask.Param, currency string) Filters {
	f := Filters{View: view, Terms: ask.Terms{Currency: currency, Per: " a night"}}
	for _, p := range view {
		if p.Name == "guest-type" {
			f.Terms.Guests = p.Values[0]
		}
	}
	return f
}

// Words are the filters in words: "nonstop only", "at most USD 500". They may be foreign text.
func (f Filters) Words() []string {
	var list []string
	for _, p := range f.View {
		if text := ask.Say(p.Name, p.Values, f.Terms); text != "" {
			list = append(list, text)
		}
	}
	return list
}

// Heading is the filters above a list, none where it has none.
func (f Filters) Heading() []string {
	list := f.Words()
	if len(list) > 0 {
		list[0] = "Filters: " + list[0]
	}
	return list
}

// Line is Heading as one text.
func (f Filters) Line() []string {
	if list := f.Heading(); len(list) > 0 {
		return []string{strings.Join(list, ", ")}
	}
	return nil
}

// Counted says that filters do not change the counts of facets, nothing for a list without filters.
func (f Filters) Counted() []string {
	if list := f.Words(); len(list) > 0 {
		return []string{"The counts are of the whole search, before the filters of the list: " + strings.Join(list, ", ") + "."}
	}
	return nil
}

// Name puts the filters that removed every row into these words.
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
