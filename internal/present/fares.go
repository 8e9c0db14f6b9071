package present

import (
	"slices"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/flights"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/render/flightview"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/words"
)

// Options builds the view of a fare's options in the service's order, with a heading for each part of the trip that
// they pay for.
func Options(fare flights.OpenedFare) flightview.FareOptions {
	o, all := fare.Body, fare.Options
	view := flightview.FareOptions{Title: fare.Offer.Title(), Rule: all.Rule(), Locale: o.Metadata.Locale}
	if seller := fare.Offer.Row.Label; seller != "" {
		view.Context = append(view.Context, seller)
	}
	asked := fare.Offer.List.Flight
	view.Context = append(view.Context, TripTerms(asked, o.CurrencyCode, fare.Locale.Site)...)
	if asked != nil && asked.Adults > 0 {
		view.Party = asked.Party()
	}
	if o.Price != nil {
		view.Total = &offer.Money{Amount: o.Price.Total.String(), Currency: o.Price.Currency}
	}
	for i, option := range o.Options {
		if n := len(view.Groups); n == 0 || all[i].Leg != all[i-1].Leg || all[i].Pays() != all[i-1].Pays() {
			view.Groups = append(view.Groups, optionGroup(o, all[i]))
		}
		group := &view.Groups[len(view.Groups)-1]
		group.Options = append(group.Options, optionRow(option, all[i]))
	}
	return view
}

// optionGroup returns the heading for the options that pay for the same part as first.
func optionGroup(o *apiclient.FareOptions, first flights.Option) flightview.OptionGroup {
	switch {
	case !first.Pays() && slices.ContainsFunc(flights.OptionsOf(o), flights.Option.Pays):
		return flightview.OptionGroup{Label: "not said for which part"}
	case first.Leg == 0:
		return flightview.OptionGroup{}
	}
	group := flightview.OptionGroup{Label: strings.ToLower(flights.LegName(first.Leg, first.Legs))}
	for _, leg := range o.Legs {
		if words.Whole(leg.LegID) == first.Leg {
			group.From, group.To, group.Depart = words.Stated(leg.From), words.Stated(leg.To), words.Moment(words.Stated(leg.DepartsAt))
		}
	}
	return group
}

func optionRow(option apiclient.FareOption, o flights.Option) flightview.FareOption {
	row := flightview.FareOption{
		N: o.N, OptionID: o.ID, Name: o.Name, Covers: o.Covers,
		Price:    offer.Money{Amount: option.Price.Total.String(), Currency: option.Price.Currency},
		CabinBag: words.Stated(option.Baggage.Cabin), CheckedBag: words.Stated(option.Baggage.Checked),
		Refundable: grid.AnswerOf(&option.Refundable), Exchangeable: grid.AnswerOf(&option.Exchangeable),
		Terms: option.TermsUrls,
	}
	for _, p := range option.Penalties {
		penalty := flightview.Penalty{Policy: string(p.Policy)}
		if p.Amount != nil {
			penalty.Fee = offer.Money{Amount: p.Amount.String(), Currency: words.Stated(p.Currency)}
		}
		switch p.Type {
		case apiclient.PenaltyTypeChange:
			row.Change = penalty
		case apiclient.PenaltyTypeCancel:
			row.Cancel = penalty
		}
	}
	return row
}
