package site

import (
	"slices"
	"sort"
	"strings"

	"travel.example/travel/internal/sandbox/flights"
	"travel.example/travel/internal/sandbox/links"
	"travel.example/travel/internal/sandbox/wire"
)

// optionsView is the fare options of a checkout: what the link chose, what
// that costs, and whether it pays for the whole trip.
type optionsView struct {
	Chosen   []optionView
	Total    string // of what is chosen, which may be less than the trip
	Partial  bool   // some leg is not paid for
	Warnings []string
	Missing  []optionGroup // what to choose from, for each part that is not paid for
}

// optionGroup is the options that pay for the same part of the trip.
type optionGroup struct {
	Part    string
	Options []optionView
}

// optionView is one fare option.
type optionView struct {
	Name       string
	Part       string // Out, Back, Whole trip, or what is not known
	Price      string
	Cabin      string // bag in the cabin; empty when not stated
	Checked    string
	Change     string
	Cancel     string
	Refundable bool
	Path       string // to the checkout with this option chosen as well
}

// optionsOf reads the options of a platform fare; nil where it has none.
func (s *Site) optionsOf(v *visit, c links.Checkout, q flights.Query, legs int) (*optionsView, error) {
	read, err := s.options.Flights().FareOptions(q, v.at, quoteOf(c.Currency, c.Locale), c.FareID)
	if err != nil || len(read.Options) == 0 {
		return nil, err
	}
	c.Flights = linkOf(q, c.Flights) // a hand-off names no search, but the links from here do
	return pick(read.Options, c.Options).view(read, c, legs), nil
}

// picked is the options that a link chose.
type picked struct {
	options  []wire.FareOption
	warnings []string
}

// pick looks the chosen ids up.
func pick(on []wire.FareOption, ids []string) picked {
	var p picked
	for _, id := range ids {
		at := slices.IndexFunc(on, func(o wire.FareOption) bool { return o.FareOptionID == id })
		if at < 0 {
			p.warnings = append(p.warnings, "The link chooses an option that this fare does not have. It is left out.")
			continue
		}
		p.options = append(p.options, on[at])
	}
	sort.SliceStable(p.options, func(i, j int) bool {
		a, b := p.options[i], p.options[j]
		return legOf(a)-legOf(b) < 0
	})
	return p
}

// legOf is the leg that an option pays for, from 1; 0 when it is not one leg
// alone, or not known.
func legOf(o wire.FareOption) int {
	if o.Price.Covers == nil || *o.Price.Covers != wire.FareCoverageLeg || o.LegID == nil {
		return 0
	}
	return int(*o.LegID)
}

func coversTrip(o wire.FareOption) bool {
	return o.Price.Covers != nil && *o.Price.Covers == wire.FareCoverageTrip
}

func (p picked) view(read wire.FareOptions, c links.Checkout, legs int) *optionsView {
	view := &optionsView{Warnings: p.warnings}
	if at := slices.IndexFunc(p.options, coversTrip); at >= 0 && len(p.options) > 1 {
		view.Warnings = append(view.Warnings, "One of the options pays for the whole trip on its own. The others are left out.")
		p.options = p.options[at : at+1]
	}
	c.Options = nil
	paid := map[int]bool{}
	var sum float64
	for _, o := range p.options {
		leg := legOf(o)
		switch {
		case leg > 0 && paid[leg]:
			view.Warnings = append(view.Warnings, "Two options pay for the same leg, "+partOf(o)+". The second is left out.")
			continue
		case leg == 0 && !coversTrip(o):
			view.Warnings = append(view.Warnings, "It is not known which part of the trip the option "+o.Name+" pays for.")
		}
		paid[leg] = true
		sum += o.Price.Total
		c.Options = append(c.Options, o.FareOptionID)
		view.Chosen = append(view.Chosen, showOption(o, c, ""))
	}
	if len(view.Chosen) == 0 {
		view.Missing = groups(read.Options, c, nil)
		return view
	}
	view.Total = money(sum, read.CurrencyCode, c.Locale)
	if paid[0] {
		return view // the whole trip, or a part that is not known: it is not certain that anything is missing
	}
	if view.Missing = groups(read.Options, c, paid); len(paid) < legs {
		view.Partial = true
	}
	return view
}

// groups is the options for each part of the trip that is not paid for.
func groups(options []wire.FareOption, c links.Checkout, paid map[int]bool) []optionGroup {
	var all []optionGroup
	for _, o := range options {
		if paid[legOf(o)] || len(paid) > 0 && legOf(o) == 0 {
			continue
		}
		part := partOf(o)
		if len(all) == 0 || all[len(all)-1].Part != part {
			all = append(all, optionGroup{Part: part})
		}
		last := &all[len(all)-1]
		last.Options = append(last.Options, showOption(o, c, o.FareOptionID))
	}
	return all
}

// partOf names the part of the trip that an option pays for.
func partOf(o wire.FareOption) string {
	switch leg := legOf(o); {
	case leg > 0:
		return legLabel(leg - 1)
	case coversTrip(o):
		return "Whole trip"
	}
	return "A part that is not stated"
}

// showOption describes an option. add is the id that its link adds to what
// is chosen; empty for one that is chosen already.
func showOption(o wire.FareOption, c links.Checkout, add string) optionView {
	view := optionView{
		Name: o.Name, Part: partOf(o), Price: money(o.Price.Total, o.Price.Currency, c.Locale), Refundable: o.Refundable,
		Cabin: said(o.Baggage.Cabin), Checked: said(o.Baggage.Checked),
	}
	for _, p := range o.Penalties {
		words := penalty(p, c.Locale)
		switch p.Type {
		case wire.PenaltyTypeChange:
			view.Change = words
		case wire.PenaltyTypeCancel:
			view.Cancel = words
		}
	}
	if add != "" {
		c.Options = append(slices.Clone(c.Options), add)
		view.Path = c.Path()
	}
	return view
}

// penalty writes what a change or a cancellation costs.
func penalty(p wire.Penalty, locale string) string {
	if p.Amount != nil && p.Currency != nil {
		return money(*p.Amount, *p.Currency, locale)
	}
	return strings.ReplaceAll(string(p.Policy), "_", " ")
}
