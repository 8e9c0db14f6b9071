package commands

import (
	"context"
	"fmt"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/money"
)

// offer is a fare that an argument names, with what its list says of it.
type offer struct {
	picked
	kind    string // as the service calls it; "" for an id that no list holds
	seller  string
	link    string // where its seller books it; "" if not known
	price   money.Money
	options bool // the options read can expand it, as far as is known
}

// pickFare turns FARE into a fare. An id that no list holds is taken for one
// that has options, since nothing says otherwise.
func (a *app) pickFare(text, help string) (offer, error) {
	p, err := a.pick(pickRequest{
		kind: recall.Fares, label: "FARE", text: text, what: "fare",
		list: "travel flights trip TRIP", help: help,
	})
	if err != nil {
		return offer{}, err
	}
	return offerOf(p), nil
}

// offerOf is the fare of a row.
func offerOf(p picked) offer {
	facts := p.entry.Facts
	return offer{
		picked: p, kind: facts["kind"], seller: p.entry.Label, link: facts["handoffUrl"],
		price:   money.Money{Amount: facts["price"], Currency: facts["currency"]},
		options: facts["hasFareOptions"] != "false",
	}
}

// opens tells whether the fare can be opened into options.
func (o offer) opens() bool { return o.options && o.owner() == siteLink }

// owner is whose page books the fare.
func (o offer) owner() linkOwner {
	switch apiclient.FareKind(o.kind) {
	case apiclient.FareKindAirline, apiclient.FareKindPartner:
		return providerLink
	}
	return siteLink
}

// sellerWords say in words who sells a fare that has no options here, and why
// it has none.
func (o offer) sellerWords() string {
	switch apiclient.FareKind(o.kind) {
	case apiclient.FareKindAirline:
		return "Sold by " + o.seller + ", the airline; options, if any, are chosen there."
	case apiclient.FareKindPartner:
		return "Sold by " + o.seller + ", a travel agency; options, if any, are chosen there."
	}
	return "This fare has no options to choose from; it is booked as it is."
}

// name is what a person calls the fare: "Fare 2".
func (o offer) name() string {
	if o.row > 0 {
		return fmt.Sprintf("Fare %d", o.row)
	}
	return "The fare"
}

// priceWords say what the fare costs, and for whom.
func (o offer) priceWords() string {
	words := o.name() + ": " + o.price.Text(o.about.Locale)
	if o.about.Adults > 0 {
		words += " for " + partyWords(o.about)
	}
	return words + "."
}

// handOffFare prints the link of a fare that has no options here, which its
// seller gave with the fare. Nothing is asked of the service, so there is no
// body for --json.
func (a *app) handOffFare(ctx context.Context, o offer, do linkFlags, renewed []string) error {
	if !a.text() {
		return misuse{
			Text: fmt.Sprintf("%s is of kind %s and has no options, so the service has no answer to print", o.name(), o.kind),
			Hint: "its link is handoffUrl in: travel flights trip " + shellQuote(o.about.TripID) + " --json",
		}
	}
	if o.link == "" {
		return misuse{Text: "no link of " + o.name() + " was kept", Hint: "open its trip again: travel flights trip " + shellQuote(o.about.TripID)}
	}
	if err := do.check(a); err != nil {
		return err
	}
	life := linkLife{}
	if o.owner() == siteLink {
		life = linkLife{created: o.about.Created, lasts: flightLinkLasts}
	}
	cfg, err := a.config()
	if err != nil {
		return err
	}
	a.noteSandbox(cfg)
	return a.printLink(ctx, linkAnswer{
		url: o.link, owner: o.owner(), life: life, do: do,
		about: append(renewed, o.priceWords(), o.sellerWords()), remarks: []string{nothingBooked},
	})
}

// nothingBooked ends what is said of a link to a checkout.
const nothingBooked = "Nothing is booked until you finish there."
