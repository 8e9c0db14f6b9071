package commands

import (
	"slices"
	"strings"
	"time"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/render/flightview"
	"travel.example/travel/internal/money"
)

// optionsView lays the options of a fare out for a person, in the service's
// order, under a heading for each part of the trip that they pay for.
func optionsView(o *apiclient.FareOptions, all fareOptions, fare offer, choice chosen) flightview.FareOptions {
	view := flightview.FareOptions{
		Title:  fare.name(),
		Rule:   all.rule(),
		Locale: o.Metadata.Locale,
	}
	if fare.seller != "" {
		view.Context = append(view.Context, fare.seller)
	}
	view.Context = append(view.Context, searchWords(fare.about, o.CurrencyCode, choice.site)...)
	if fare.about.Adults > 0 {
		view.Party = partyWords(fare.about)
	}
	if o.Price != nil {
		view.Total = &money.Money{Amount: o.Price.Total.String(), Currency: o.Price.Currency}
	}
	for i, option := range o.Options {
		if n := len(view.Groups); n == 0 || all[i].leg != all[i-1].leg || all[i].pays() != all[i-1].pays() {
			view.Groups = append(view.Groups, optionGroup(o, all[i]))
		}
		group := &view.Groups[len(view.Groups)-1]
		group.Options = append(group.Options, optionRow(option, all[i]))
	}
	return view
}

// optionGroup is the heading of the options that pay for what this one does.
func optionGroup(o *apiclient.FareOptions, first fareOption) flightview.OptionGroup {
	switch {
	case !first.pays() && slices.ContainsFunc(readOptions(o), fareOption.pays):
		return flightview.OptionGroup{Label: "not said for which part"}
	case first.leg == 0:
		return flightview.OptionGroup{}
	}
	group := flightview.OptionGroup{Label: strings.ToLower(legName(first.leg, first.legs))}
	for _, leg := range o.Legs {
		if whole(leg.LegID) == first.leg {
			group.From, group.To, group.Depart = stated(leg.From), stated(leg.To), localMoment(stated(leg.DepartsAt))
		}
	}
	return group
}

func optionRow(option apiclient.FareOption, o fareOption) flightview.FareOption {
	row := flightview.FareOption{
		N: o.n, OptionID: o.id, Name: o.name, Covers: string(o.covers),
		Price:    money.Money{Amount: option.Price.Total.String(), Currency: option.Price.Currency},
		CabinBag: stated(option.Baggage.Cabin), CheckedBag: stated(option.Baggage.Checked),
		Refundable: answerOf(option.Refundable), Exchangeable: answerOf(option.Exchangeable),
		Terms: option.TermsUrls,
	}
	for _, p := range option.Penalties {
		penalty := flightview.Penalty{Policy: string(p.Policy)}
		if p.Amount != nil {
			penalty.Fee = money.Money{Amount: p.Amount.String(), Currency: stated(p.Currency)}
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

// localMoment reads a local time that may come without an offset; anything
// else is the zero time.
func localMoment(text string) time.Time {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04"} {
		if t, err := time.Parse(layout, text); err == nil {
			return t
		}
	}
	return time.Time{}
}
