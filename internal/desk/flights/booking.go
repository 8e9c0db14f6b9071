package flights

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/query"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// BookingRequest is a fare to be booked, with the options of the traveler's choice.
type BookingRequest struct {
	Fare    string      // as typed: a row number or an id
	Options []string    // as typed, see AddOption
	Query   *ask.Values // of getFareBookingLink, without both
	Renewal *desk.Renewal
	Yes     bool // go on where it cannot be told whether the options cover the trip
	Lasting bool // ask for the link to the search beside it, which does not expire
	Share   bool // it is to be told to someone, which needs that link and the names of the places

	chosen Options // with what is known of them
}

// Book makes the link to the page where a fare is booked. Nothing is booked and nothing is paid. For
// a fare that has no options here the answer has no body, and the
// link is its seller's own. The offer is the fare that was picked.
func Book(ctx context.Context, d *desk.Desk, r *BookingRequest) (desk.Answer[desk.Link], *Offer, error) {
	r.Renewal = r.Renewal.At(d)
	var none desk.Answer[desk.Link]
	fare, err := pickFare(d, r.Fare, "travel flights booking-link --help")
	if err != nil {
		return none, fare, err
	}
	if err := r.renew(ctx, d, fare); err != nil {
		return none, fare, err
	}
	if !fare.Opens() {
		if len(r.Options) > 0 {
			return none, fare, problem.UsageError{Text: fare.Title() + " has no options to choose here; leave --option out to get its link"}
		}
		unread := fare.learn(ctx, d, nil)
		link, err := fare.link(r.Renewal.Words())
		if err == nil && r.Share {
			err = r.share(ctx, d, fare, &link)
		}
		if err == nil {
			link.Meta.Warn(desk.NotAll(unread)...)
		}
		return link, fare, err
	}
	if err := r.fill(fare); err != nil {
		return none, fare, err
	}
	warnings, err := r.choose(ctx, d, fare)
	if err != nil {
		return none, fare, err
	}
	call, err := desk.NewCall[apiclient.GetFareBookingLinkParams](ctx, d, r.Query, desk.LocaleOf(fare.List.Terms))
	if err != nil {
		return none, fare, err
	}
	answer, err := call.Client.GetFareBookingLink(ctx, fare.ID, &call.Params)
	if err != nil {
		return none, fare, d.Gone(fare.List, fmt.Errorf("make the link: %w", err))
	}
	link := desk.Link{
		URL: answer.Value.BookingURL, Life: fare.life(), Remarks: []string{desk.NothingBooked},
	}
	if r.Lasting || r.Share {
		warnings = append(warnings, r.last(ctx, call.Client, &link)...)
	}
	warnings = append(warnings, desk.NotAll(fare.learn(ctx, d, r.chosen))...)
	asked := queryOf(r.Query)
	asked.Named(fare.List.Flight)
	link.Booking = fare.booked(asked, r.chosen)
	if r.Share {
		name(ctx, d, call.Locale, link.Booking)
	}
	m := desk.MetaOf(r.Query, fare.ID)
	m.Booking = link.Booking
	call.Locale.Record(&m, "", desk.ServiceLocale)
	link.About = r.Renewal.Record(&m)
	m.Warn(warnings...)
	m.Follow(asked.LinkCommand())
	return desk.Answer[desk.Link]{Value: link, Bodies: [][]byte{answer.Body}, Meta: m}, fare, nil
}

// last puts the link to the search beside another one; what it returns is to be warned of.
func (r *BookingRequest) last(ctx context.Context, client *apiclient.Client, link *desk.Link) []string {
	lasting, err := client.GetFlightSearchLink(ctx, new(ask.Request[apiclient.GetFlightSearchLinkParams](r.Query)))
	if err != nil {
		return []string{"there is no lasting link beside it: " + err.Error()}
	}
	link.Lasting, link.LastingTo = lasting.Value.SearchURL, "its search"
	return nil
}

// share makes the link of a fare that has no options here ready to be sent.
func (r *BookingRequest) share(ctx context.Context, d *desk.Desk, fare *Offer, link *desk.Answer[desk.Link]) error {
	if err := fillSearch(r.Query, fare.List.Flight); err != nil {
		return err
	}
	call, err := desk.NewCall[apiclient.GetFareBookingLinkParams](ctx, d, r.Query, desk.LocaleOf(fare.List.Terms))
	if err != nil {
		return err
	}
	link.Meta.Warn(r.last(ctx, call.Client, &link.Value)...)
	name(ctx, d, call.Locale, link.Value.Booking)
	return nil
}

// fill takes what the flags left open from the list that the fare came with, and names what is still
// missing.
func (r *BookingRequest) fill(fare *Offer) error {
	r.Query.GivenAs("fareId", r.Fare)
	if err := fillSearch(r.Query, fare.List.Flight); err != nil {
		return err
	}
	if err := r.Query.SetDefault("tripId", "--trip", fare.List.TripID); err != nil {
		return err
	}
	var missing []string
	op := r.Query.Op()
	for i := range op.Params {
		p := &op.Params[i]
		if p.Required && p.Name != "fareId" && p.Name != "fareOptionId" && !r.Query.Has(p.Name) {
			missing = append(missing, "--"+ask.FlagName(p.Name))
		}
	}
	if len(missing) > 0 {
		return problem.UsageError{
			Text: fmt.Sprintf("%s %s missing; a fare id alone does not say them", words.And(missing), words.IsAre(len(missing))),
			Hint: "give them, or pick the fare by its row number: travel flights trip TRIP lists fares",
		}
	}
	return r.check()
}

// check holds the rules on several parameters.
func (r *BookingRequest) check() error {
	own, _, _ := strings.Cut(r.Query.Text("tripId"), ":")
	if given := r.Query.Text("searchId"); given != "" && given != own {
		return problem.UsageError{Text: fmt.Sprintf("--search %s is not the search of the trip, %s; leave --search out", words.Quote(given), words.Quote(own))}
	}
	if out, back := r.Query.Text("fromDate"), r.Query.Text("toDate"); back != "" && back < out {
		return problem.UsageError{Text: fmt.Sprintf("--to-date %s is before --from-date %s; give the same day or a later one", back, out)}
	}
	return checkParty(r.Query)
}

// choose sets the options, and asks where it cannot be told whether they cover the trip. It returns
// what a traveler should be warned of.
func (r *BookingRequest) choose(ctx context.Context, d *desk.Desk, fare *Offer) ([]string, error) {
	if len(r.Options) == 0 {
		return nil, r.noOption()
	}
	chosen, all, err := choose(d, r.Options, fare, r.Fare)
	if err != nil {
		return nil, err
	}
	if err := r.Query.SetTyped("fareOptionId", chosen.ids()); err != nil {
		return nil, err
	}
	r.chosen = chosen
	if len(all) == 0 {
		return []string{"whether the options cover every leg was not checked, because the options of this fare were not listed first"}, nil
	}
	why, err := chosen.Check(all)
	if err != nil || why == "" {
		return nil, err
	}
	if r.Yes {
		return []string{string(why)}, nil
	}
	yes, err := d.Ask.Agree(ctx, words.UpperFirst(string(why))+". Go on?")
	switch {
	case errors.Is(err, desk.ErrNoOne):
		err = problem.ChoiceError{Text: string(why), Hint: "to go on all the same: --yes"}
	case err == nil && !yes:
		err = problem.ChoiceError{Text: "no link was made", Hint: "other options: travel flights options " + words.Shell(r.Fare)}
	}
	return nil, err
}

func (r *BookingRequest) noOption() error {
	return problem.UsageError{Text: "--option is missing; say which options to book", Wire: "fareOptionId", Hint: "see them: travel flights options " + words.Shell(r.Fare)}
}

// renew makes sure, where that is wanted or in doubt, that the fare is still there, and else brings it
// back with the very options that were chosen.
func (r *BookingRequest) renew(ctx context.Context, d *desk.Desk, fare *Offer) error {
	r.Query.GivenAs("fareOptionId", strings.Join(r.Options, ",")) // a renewal puts others in their place
	if !r.Renewal.Doubts(fare.life()) {
		return nil
	}
	if err := checkFare(r.Renewal, fare); err != nil {
		return err
	}
	if !fare.Opens() {
		if len(r.Options) > 0 {
			return nil // refused without a request
		}
		return renewIfGone(ctx, d, r.Renewal, fare)
	}
	old := *fare
	chosen, err := r.listedChoice(d, fare)
	if err != nil {
		return err
	}
	if err := renewIfGone(ctx, d, r.Renewal, fare); err != nil || !r.Renewal.Done() {
		return err
	}
	if !fare.Opens() {
		return problem.ChoiceError{Text: old.Name("fare") + " has no options any more", Hint: "see the fares: travel flights trip " + words.Shell(fare.List.TripID)}
	}
	for wire, id := range map[string]string{"tripId": fare.List.TripID, "searchId": fare.List.Search.ID} {
		if !r.Query.Has(wire) {
			continue
		}
		if err := r.Query.SetTyped(wire, id); err != nil { // what was named gives way to the new one
			return err
		}
	}
	return r.renewOptions(ctx, d, fare, chosen)
}

// listedChoice are the chosen options as they were listed: only those can be found again.
func (r *BookingRequest) listedChoice(d *desk.Desk, fare *Offer) (Options, error) {
	if len(r.Options) == 0 {
		return nil, r.noOption()
	}
	chosen, all, err := choose(d, r.Options, fare, r.Fare)
	if err != nil {
		return nil, err
	}
	for _, option := range chosen {
		if !slices.ContainsFunc(all, func(have Option) bool { return have.ID == option.ID && have.known }) {
			r.Renewal.Lacks(problem.UsageError{
				Text: "--renew finds an option again by its name and terms, and those of " + option.label() + " are not kept here",
				Hint: "list the options first: travel flights options " + words.Shell(r.Fare) + " --renew",
			})
			return chosen, r.Renewal.Check(fare.List)
		}
	}
	_, err = chosen.Check(all)
	return chosen, err
}

// renewOptions opens the new fare, renews the rows of its options, and puts the new ids in the place
// of those that were chosen.
func (r *BookingRequest) renewOptions(ctx context.Context, d *desk.Desk, fare *Offer, chosen Options) error {
	client, err := d.Client()
	if err != nil {
		return err
	}
	list, _, err := d.Latest(recall.Options) // it was there a moment ago
	if err != nil {
		return err
	}
	answer, err := client.GetFareOptions(ctx, fare.ID, &apiclient.GetFareOptionsParams{
		Currency: query.Optional(list.Terms.Currency), Locale: query.Optional(list.Terms.Locale),
	})
	if err != nil {
		return fmt.Errorf("open the fare: %w", err)
	}
	now := OptionsOf(answer.Value)
	renewed := list.Head().Again(search.Ref{ID: fare.List.Search.ID, Created: fare.List.Search.Created})
	renewed.TripID, renewed.FareID, renewed.Itinerary = fare.List.TripID, fare.ID, fare.List.Itinerary
	found := map[int]Option{} // by the number it had
	for _, old := range listedOptions(list) {
		row := old.row()
		if at := old.FindIn(now); at >= 0 {
			found[old.N] = now[at]
			again := now[at]
			again.N = old.N
			row = again.row()
		} else {
			row.ID, row.Gone = "", true
			r.Renewal.RowGone(old.N)
		}
		renewed.Rows = append(renewed.Rows, row)
	}
	return r.take(d, renewed, now, chosen, found)
}

// take goes on with the options that were chosen, or says what is nearest to the first that is gone.
func (r *BookingRequest) take(d *desk.Desk, list recall.List, now, chosen Options, found map[int]Option) error {
	var given []string
	for _, old := range chosen {
		again, ok := found[old.N]
		if !ok {
			return r.near(d, list, now, old)
		}
		given = append(given, again.ID)
		r.Renewal.Price(old.label(), old.Price, again.Price, list.Terms.Locale)
		if old.Fees != again.Fees {
			r.Renewal.Say(fmt.Sprintf("The fees of %s have changed: %s, now %s.", old.label(), orNone(old.Fees), orNone(again.Fees)))
		}
	}
	r.Options = given
	return d.Keep(list)
}

func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return text
}

// near is the choice between the options that are nearest to one that is gone.
func (r *BookingRequest) near(d *desk.Desk, list recall.List, now Options, gone Option) error {
	near := desk.NearError{Title: "Nearest to " + gone.label() + ", " + gone.Name + ":", Heads: []string{"OPTION", "FEES"}}
	for _, n := range search.NearOptions(gone.print, now.candidates()) {
		option := now[n.Index]
		near.Add(&list, option.row(), n.Why, option.Name, orNone(option.Fees))
	}
	if err := d.Keep(list); err != nil {
		d.Report.Notice("row numbers are not kept: " + err.Error())
	}
	next := "see all options: travel flights options " + words.Shell(r.Fare)
	return desk.ChooseNear(gone.label()+" is not among the options of the new search", gone.Price, near, next)
}

// fillSearch takes a search's route, dates, party and cabin as defaults.
func fillSearch(q *ask.Values, asked *query.Flight) error {
	if asked == nil {
		return nil
	}
	number := func(n int) string {
		if n == 0 {
			return ""
		}
		return strconv.Itoa(n)
	}
	city := map[bool]string{true: "true"} // what is not known to be a city is left out
	for _, f := range []struct{ wire, value string }{
		{"from", asked.From}, {"to", asked.To}, {"fromCity", city[asked.FromCity]}, {"toCity", city[asked.ToCity]},
		{"fromDate", asked.FromDate}, {"toDate", asked.ToDate}, {"cabin", asked.Cabin},
		{"adults", number(asked.Adults)}, {"children", number(asked.Children)}, {"infants", number(asked.Infants)},
	} {
		if err := q.SetDefault(f.wire, "--"+ask.FlagName(f.wire), f.value); err != nil {
			return err
		}
	}
	return nil
}

// queryOf is the search that a link's parameters stand for, with the contract's defaults filled in.
func queryOf(q *ask.Values) query.Flight {
	asked := query.Flight{
		From: q.Text("from"), To: q.Text("to"), FromDate: q.Text("fromDate"), ToDate: q.Text("toDate"), Cabin: q.Text("cabin"),
		Adults: max(q.Number("adults"), 1), Children: q.Number("children"), Infants: q.Number("infants"),
	}
	asked.Cabin = cmp.Or(asked.Cabin, string(apiclient.CabinClassEconomy))
	asked.Terms = query.Terms{Currency: q.Text("currency"), Locale: q.Text("locale"), SiteCode: q.Text("siteCode")}
	return asked
}
