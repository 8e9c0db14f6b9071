package commands

import (
	"context"
	"fmt"
	"slices"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/desk/search"
)

// renewFare follows --renew: it makes sure that the fare is still there, and
// else brings it back with the very options that were chosen. The service
// makes a link of anything, so nothing else would tell.
func (o *flightsBookingLinkOptions) renewFare(ctx context.Context, fare *offer) error {
	if !o.renew.given {
		return nil
	}
	if err := o.renew.checkFare(*fare); err != nil {
		return err
	}
	if err := o.do.check(o.app); err != nil {
		return err
	}
	old := *fare
	if !fare.opens() {
		if len(o.option.given) > 0 {
			return nil // refused without a request
		}
		return o.renew.fareIfGone(ctx, fare)
	}
	chosen, err := o.listedChoice(*fare)
	if err != nil {
		return err
	}
	if err := o.renew.fareIfGone(ctx, fare); err != nil || o.renew.facts == nil {
		return err
	}
	if !fare.opens() {
		return choiceError{Text: old.what() + " has no options any more", Next: "see the fares: travel flights trip " + shellQuote(fare.about.TripID)}
	}
	for wire, id := range map[string]string{"tripId": fare.about.TripID, "searchId": fare.about.SearchID} {
		if !o.read.Has(wire) {
			continue
		}
		if err := o.read.set(wire, "--"+flagName(wire), id); err != nil { // what was named gives way to the new one
			return err
		}
	}
	return o.renewOptions(ctx, *fare, chosen)
}

// listedChoice are the chosen options as they were listed: only those can be
// found again.
func (o *flightsBookingLinkOptions) listedChoice(fare offer) (fareOptions, error) {
	if len(o.option.given) == 0 {
		return nil, misuse{Text: "--option is missing; say which options to book", Hint: "see them: travel flights options " + shellQuote(o.fare)}
	}
	chosen, all, err := o.option.choose(o.app, &fare, o.fare)
	if err != nil {
		return nil, err
	}
	for _, option := range chosen {
		if !slices.ContainsFunc(all, func(have fareOption) bool { return have.id == option.id && have.print != "" }) {
			return nil, misuse{
				Text: "--renew finds an option again by its name and terms, and those of " + option.label() + " are not kept here",
				Hint: "list the options first: travel flights options " + shellQuote(o.fare) + " --renew",
			}
		}
	}
	_, err = chosen.check(all)
	return chosen, err
}

// renewOptions opens the new fare, renews the rows of its options, and puts the
// new ids in the place of those that were chosen.
func (o *flightsBookingLinkOptions) renewOptions(ctx context.Context, fare offer, chosen fareOptions) error {
	client, err := o.app.client(ctx)
	if err != nil {
		return err
	}
	lists, err := o.app.lists()
	if err != nil {
		return err
	}
	list, _, err := lists.Latest(recall.Options) // it was there a moment ago
	if err != nil {
		return err
	}
	answer, err := client.GetFareOptions(ctx, fare.id, &apiclient.GetFareOptionsParams{
		Currency: optional(list.Context.Currency), Locale: optional(list.Context.Locale),
	})
	if err != nil {
		return fmt.Errorf("open the fare: %w", err)
	}
	now := readOptions(answer.Value)
	about := anew(list.Context, fare.about.SearchID, fare.about.Created)
	about.TripID, about.FareID, about.Itinerary = fare.about.TripID, fare.id, fare.about.Itinerary
	renewed := recall.List{Kind: recall.Options, Made: o.app.env.Now(), Context: about}
	found := map[int]fareOption{} // by the number it had
	for _, old := range listedOptions(list) {
		row := old.row()
		if at := old.findIn(now); at >= 0 {
			found[old.n] = now[at]
			again := now[at]
			again.n = old.n
			row = again.row()
		} else {
			row.ID, row.Gone = "", true
			o.renew.facts.gone(old.n)
		}
		renewed.Rows = append(renewed.Rows, row)
	}
	return o.takeOptions(lists, renewed, now, chosen, found)
}

// findIn is the position of the very same option, or -1.
func (o fareOption) findIn(now fareOptions) int {
	want, ok := search.Kept[search.OptionPrint](o.print)
	if !ok {
		return -1
	}
	return search.Find(want, search.Price(o.price), now.candidates())
}

func (list fareOptions) candidates() []search.Candidate[search.OptionPrint] {
	var all []search.Candidate[search.OptionPrint]
	for _, o := range list {
		print, _ := search.Kept[search.OptionPrint](o.print)
		all = append(all, search.Candidate[search.OptionPrint]{ID: o.id, Print: print, Price: search.Price(o.price)})
	}
	return all
}

// takeOptions goes on with the options that were chosen, or says what is
// nearest to the first that is gone.
func (o *flightsBookingLinkOptions) takeOptions(lists *recall.Store, list recall.List, now, chosen fareOptions, found map[int]fareOption) error {
	var given []string
	for _, old := range chosen {
		again, ok := found[old.n]
		if !ok {
			return o.nearOptions(lists, list, now, old)
		}
		given = append(given, again.id)
		o.renew.price(old.label(), old.price, again.price, list.Context.Locale)
		if old.fees != again.fees {
			o.renew.say(fmt.Sprintf("The fees of %s have changed: %s, now %s.", old.label(), orNone(old.fees), orNone(again.fees)))
		}
	}
	o.option.given = given
	return lists.Save(list)
}

func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return text
}

// nearOptions prints the options that are nearest to one that is gone.
func (o *flightsBookingLinkOptions) nearOptions(lists *recall.Store, list recall.List, now fareOptions, gone fareOption) error {
	want, _ := search.Kept[search.OptionPrint](gone.print)
	near := nearTable{title: "Nearest to " + gone.label() + ", " + gone.name + ":", heads: []string{"OPTION", "FEES"}}
	for _, n := range search.NearOptions(want, now.candidates()) {
		option := now[n.Index]
		near.rows = append(near.rows, nearRow{
			n: numberIn(&list, option.row()), id: option.id, label: option.name,
			now: option.price, why: n.Why, cells: []string{option.name, orNone(option.fees)},
		})
	}
	next := "see all options: travel flights options " + shellQuote(o.fare)
	if err := lists.Save(list); err != nil {
		o.app.notice("row numbers are not kept: %v", err)
	}
	return o.renew.chooseNear(gone.label()+" is not among the options of the new search", gone.price, near, next)
}
