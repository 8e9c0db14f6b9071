// Package hotels has the hotel commands: their arguments and flags, and the views that only the command line shows.
package hotels

import (
	"cmp"
	"context"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/cli/calendars"
	"travel.example/travel/internal/cli/lists"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/batch"
	"travel.example/travel/internal/desk/hotels"
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/present"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/render/hotelview"
	"travel.example/travel/internal/render/priceview"
	"travel.example/travel/internal/schema"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// New returns the hotels command group.
func New(run *cli.Run) *cobra.Command {
	return run.Group(
		cli.Entry{Use: "search PLACE CHECKIN CHECKOUT", Short: "Search hotels and watch the ranked list settle", Make: newSearch},
		cli.Entry{Use: "results [SEARCH]", Short: "Filter, sort and page the results of a search", Make: newResults, Likely: []string{"list", "ls"}},
		cli.Entry{Use: "calendar PLACE [WHEN]", Short: "Show the price of a night by day of arrival", Make: newCalendar, Likely: []string{"prices", "cheapest", "month"}},
		cli.Entry{Use: "show HOTEL", Short: "Show one hotel: what it offers and what guests say", Make: newShow, Aliases: []string{"details"}},
		cli.Entry{Use: "rates HOTEL [CHECKIN CHECKOUT]", Short: "List the rooms and rates of a hotel, cheapest first", Make: newRates, Aliases: []string{"rooms"}},
		cli.Entry{Use: "reviews HOTEL", Short: "Read what guests wrote about a hotel", Make: newReviews},
		cli.Entry{Use: "booking-link RATE", Short: "Print the link to book a rate", Make: newBookingLink, Aliases: []string{"book"}},
		cli.Entry{Use: "link [CITY CHECKIN CHECKOUT]", Short: "Print a link to a hotel search that does not expire", Make: newLink, Aliases: []string{"share"}},
		cli.Entry{Use: "compare HOTEL HOTEL...", Short: "Compare hotels side by side, differences first", Make: newCompare},
	)
}

// hotelList returns how hotels are listed.
func hotelList() lists.Kind[apiclient.HotelResults] {
	return lists.Kind[apiclient.HotelResults]{
		Subject: hotels.Subject(), Operation: "getHotelSearchResults", Noun: "hotel",
		Columns: hotelview.HotelList{}, Draw: present.HotelFrame,
		Facets: func(results *apiclient.HotelResults, filters []ask.Param, only string) grid.Table {
			table := present.HotelFacets(results, only)
			table.Notes = append(table.Notes, present.StayFilters(filters, results.CurrencyCode).Counted()...)
			return table
		},
		View: func(ctx context.Context, run *cli.Run, found hotels.Found, view desk.View) (render.View, []string) {
			shown := present.Hotels(found.Value, view.Query, found.List, found.Locale, found.Meta, found.Watch)
			shown.Status = run.Out().Spent(shown.Status)
			if !found.Watch.Over() {
				shown.Notes = append(shown.Notes, present.NoHotels(found.Value.Results, hotels.WhyNone(ctx, run.Desk(), found, view), view.Query)...)
			}
			return shown, shown.Notes
		},
	}
}

func newSearch(run *cli.Run) *cobra.Command {
	cmd, body := run.Operation("createHotelSearch")
	read := ask.New("getHotelSearchResults", body.Days())
	cmd.Long = `Search hotels and show the ranked list as it arrives, until it settles.

PLACE is a city, by name or code ("New York", LIS; an airport stands for its city), a point as
LAT,LNG with --radius (if it begins with a minus sign, put it after the flags and two dashes), a
hotel id, or a row number of the last list, whose guests, currency, language and market are then
used. CHECKIN is ` + ask.Forms + `; CHECKOUT may also be
relative to it, such as "3 nights" or +3d.

Prices are for all rooms; ALL IN is a night with its taxes. REFUND "not seen" does not mean no: for
certainty, use travel hotels rates. Every search uses one of your searches; to filter or sort its
results, use travel hotels results. --batch makes the searches of a file, one per line.`
	cmd.Example = `  travel hotels search Lisbon 25 december 3 nights
  travel hotels search LON "11 dec" "14 dec" --adults 2 --children-ages 4,9
  travel hotels search 38.71,-9.14 fri +2d --radius 3 --sort nearest`
	run.Prints(cmd, schema.Body("getHotelSearchResults", desk.Meta{}), schema.Body("createHotelSearch", desk.Meta{})) // with --no-wait
	cli.AddParams(cmd, body, "cityCode", "hotelId", "lat", "lng", "checkIn", "checkOut")
	cli.AddParams(cmd, read, "searchId", "currency", "locale")
	list := lists.New(run, cmd, hotelList(), read, search.DefaultBudget)
	list.Searches(cmd, "place,checkIn,checkOut", func(view desk.View) batch.Kind { return hotels.Batch(body, view) },
		func(ctx context.Context, args []string, view desk.View) (desk.Search, error) {
			if err := hotels.SetStay(ctx, run.Desk(), body, args[1:]); err != nil {
				return desk.Search{}, err
			}
			return hotels.Create(ctx, run.Desk(), &hotels.SearchRequest{Place: args[0], Query: body, View: view})
		})
	hotelList().UsedMost(cmd, []string{"adults", "children-ages", "rooms"})
	return cmd
}

func newResults(run *cli.Run) *cobra.Command {
	cmd, read := run.Operation("getHotelSearchResults")
	cmd.Long = `Show the hotels of a search again, filtered, sorted or paged. It uses no search. Hotel searches are
valid for about ten minutes.

Without SEARCH it continues with the last list, in scripts too: filters, order, page size, currency
and language stay the same. A flag changes only what it names; --no-filters clears the filters. With
SEARCH, a search id, it takes only currency and language from the list.

--facets lists the values that the filters know, with counts. REFUND "not seen" does not mean no: it
only means that no rate with free cancellation was in the list.`
	cmd.Example = `  travel hotels results --max-price 150 --sort price_asc
  travel hotels results --amenities pool,breakfast --min-star 4 --page 2
  travel hotels results --refundable --sort guest_rating_desc --guest-type couple --json`
	lists.Results(run, cmd, hotelList(), read, "the same hotels")
	hotelList().UsedMost(cmd, nil, "no-filters")
	return cmd
}

func newCalendar(run *cli.Run) *cobra.Command {
	cmd, body := run.Operation("createHotelSearch")
	read := ask.New("getHotelSearchResults", body.Days())
	var request hotels.CalendarRequest
	request.Query, request.View.Query = body, read
	survey := cli.Survey[hotels.Calendar, *hotels.Calendar]{
		Prices: "Prices: a night, all rooms, for all guests, before taxes on top.", None: "without a hotel", View: calendarView,
		Event: func(cal *hotels.Calendar, i int) any { return cellEvent{"cell", hotels.CellDocument(cal.Cells[i], "")} },
	}
	cmd.Long = `Show a calendar with the price of a night by day of arrival: for the cheapest hotel, and the median
of all hotels that pass the filters. Every day takes one search and uses one of your searches.

PLACE is as for travel hotels search: a city, LAT,LNG with --radius, or a hotel. WHEN is a month
(2027-03, march), two days (+30d..+60d), or a day and the days around it ("12 mar" --flex 3);
without it, the 31 days from tomorrow. --nights is the length of each stay.

travel first tells you how many searches it will make and about how long that takes: about three
minutes for a month. Above 7 searches it asks; in scripts, use --yes or --max-searches. Ctrl-C keeps
the prices found so far, and the same command continues where it stopped, within 30 minutes.`
	cmd.Example = `  travel hotels calendar Lisbon
  travel hotels calendar Lisbon march --nights 3 --min-star 4
  travel hotels calendar LON "12 mar" --flex 3 --adults 2 --children-ages 4,9
  travel hotels calendar open 12`
	cmd.Args = cli.PlaceOr("PLACE [WHEN]", 1+calendars.WhenWords)
	calendars.Shows(run, cmd, &request.Request, survey, priceview.Calendar{Of: priceview.Hotels},
		func(args []string) []string {
			request.Place = args[0]
			return args[1:]
		},
		func(ctx context.Context, d *desk.Desk) (hotels.Calendar, error) {
			return hotels.PriceCalendar(ctx, d, &request)
		})
	cli.AddParams(cmd, body, "cityCode", "hotelId", "lat", "lng", "checkIn", "checkOut")
	cli.AddParams(cmd, read, "searchId", "currency", "locale", "sort", "page", "pageSize")
	cmd.Flags().IntVar(&request.Nights, "nights", 1, "Number of nights of each stay")
	run.Prints(cmd, schema.Document(hotels.CalendarDocument{}, desk.Meta{}))
	run.Emits("cell", cellEvent{})
	cli.UsedMost(cmd, "nights\tNights of each stay (default 1)", "flex",
		"adults", "rooms", "min-star", "amenities", "yes", "max-searches", "fresh", "currency")
	run.List(cmd, cli.Entry{Use: "open DAY", Short: "Open a day of the last calendar: its hotels, cheapest first", Make: newCalendarOpen})
	return cmd
}

// calendarView lays out a calendar.
func calendarView(cal *hotels.Calendar, foot cli.Foot) cli.View {
	asked := cal.Base.Asked()
	v := calendars.View(&cal.Calendar, foot)
	v.Of, v.View = priceview.Hotels, present.StayFilters(cal.Base.View, v.Currency).Line()
	v.Title = present.PlaceWords(asked, &apiclient.HotelResults{})
	v.About = append([]string{"stays of " + words.Counted(cal.Nights, "night")}, present.HotelTerms(nil, asked, v.Currency, cal.Locale.Site)...)
	return v
}

// cellEvent is printed for a day with new data.
type cellEvent struct {
	Event string `json:"event"` // always "cell"
	hotels.CellJSON
}

func newCalendarOpen(run *cli.Run) *cobra.Command {
	cmd := lists.Opening(run, hotelList(), "the same day",
		func(ctx context.Context, d *desk.Desk, args []string, r *desk.ResultsRequest) (hotels.Found, error) {
			return hotels.OpenDay(ctx, d, strings.Join(args, " "), r)
		})
	cmd.Long = `Show the hotels of one day of the last hotel calendar, cheapest first, with the calendar's filters.
It uses no search while the day's own search is valid, about ten minutes; after that it says what
searching again would use.

DAY is a date, or only the day of the month. Row numbers then refer to the list that it prints. The
flags are those of travel hotels results.`
	cmd.Example = `  travel hotels calendar open 12
  travel hotels calendar open "12 mar" --min-star 4
  travel hotels calendar open 12 --renew`
	cmd.Args = cli.AtLeastOne("DAY")
	return cmd
}

func newShow(run *cli.Run) *cobra.Command {
	cmd, query := run.Operation("getHotel")
	hand := run.Hand(cmd)
	cmd.Long = `Show one hotel: what and where it is, what it offers, and what guests say. It needs no search.

HOTEL is a row number or a name of the last list of hotels, or a hotel id (one below 5001 is written
id:17). Any other hotel is found by its full name and city, as in "Hotel Name, Lisbon"; that takes a
search for its id, which travel asks about first (--yes agrees). For a hotel from a list, you also
see the scores of couples, families, solo travelers and business guests; "too little data" does not
mean a low score, and an amenity that is not listed may still exist. On a terminal you see the
detail view; --json prints the view selected with --view. --open, --copy and --qr use the hotel's
page, which does not expire.`
	cmd.Example = `  travel hotels show 2
  travel hotels show 392299429 --locale de
  travel hotels show 1 --view detail --json`
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		ctx := cmd.Context()
		if err := hand.Check(); err != nil {
			return err
		}
		hotel, err := hotels.Find(ctx, run.Desk(), &hotels.NamedRequest{
			Text: args[0], Query: query, Agreed: hand.Yes,
		})
		if err != nil {
			return err
		}
		run.PreferDetail(query)
		answer, err := hotels.Show(ctx, run.Desk(), hotel, query)
		if err != nil {
			return err
		}
		page := desk.Link{URL: answer.Value.PageURL, Booking: hotels.SharePage(answer.Value)}
		if hand.Shares() {
			return hand.Print(ctx, desk.Answer[desk.Link]{Value: page, Bodies: answer.Bodies, Meta: answer.Meta})
		}
		view := present.Hotel(answer.Value)
		view.Next = paste.Commands(answer.Meta.Next)
		if err := run.Out().Print(answer.Bodies[0], answer.Meta, view, view.Notes); err != nil {
			return err
		}
		return hand.Over(ctx, page)
	}
	cli.AddParams(cmd, query, "hotelId")
	return cmd
}

func newCompare(run *cli.Run) *cobra.Command {
	query := ask.New("getHotel", &ask.Days{Today: run.Env.Now})
	cmd := &cobra.Command{
		Long: `Show two to six hotels side by side: first what differs, then what is the same. HOTEL is a row
number of the last list of hotels, or a hotel id; each is read once, and no search is used. Prices
and the scores of couples, families and other guests are those of the list, for its dates and
guests. An amenity that is "not listed" may still exist.

--json prints the hotels as the service sent them, in one list, with what the last list said about
each.`,
		Example: `  travel hotels compare 1 4 7
  travel hotels compare 2 392299429 --json`,
		Args: cli.Arguments("HOTEL HOTEL...", 2, 6),
		RunE: func(cmd *cobra.Command, args []string) error {
			picked, err := run.Desk().PickAll(recall.Hotels, "HOTEL", args)
			if err != nil {
				return err
			}
			answer, err := hotels.Compare(cmd.Context(), run.Desk(), picked, query)
			if err != nil {
				return err
			}
			table := present.ComparedHotels(answer.Value)
			table.Next = paste.Commands(answer.Meta.Next)
			return run.Out().Print(answer.Bodies[0], answer.Meta, table, table.Notes)
		},
	}
	cli.AddParams(cmd, query, "hotelId", "view")
	run.Plans(cmd)
	run.Prints(cmd, schema.Bodies("hotels", "getHotel", hotels.Compared{}, desk.Meta{}))
	return cmd
}

func newReviews(run *cli.Run) *cobra.Command {
	cmd, query := run.Operation("getHotelReviews")
	var pages cli.PageFlags
	var yes bool // agrees to the search that a name may need
	cmd.Long = `Show what guests wrote about a hotel, word for word: + is what they liked, − what they did not. HOTEL
is a row number or a name of the last list of hotels, or a hotel id, which need no search; any other
hotel is found by its name and city, which takes a search that travel asks about first.

--topics keeps reviews that mention any of the words. --guest-type has its own values here: couple,
family_with_children, solo_traveller, extended_group. On a terminal you see the detail view, with
notes and the country of the guest; --json prints the view selected with --view.`
	cmd.Example = `  travel hotels reviews 2
  travel hotels reviews 2 --topics breakfast,noise --sort rating_asc
  travel hotels reviews 392299429 --guest-type family_with_children --json`
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		hotel, err := hotels.Find(cmd.Context(), run.Desk(), &hotels.NamedRequest{
			Text: args[0], Query: query, Agreed: yes,
		})
		if err != nil {
			return err
		}
		run.PreferDetail(query)
		answer, err := hotels.Reviews(cmd.Context(), run.Desk(), hotel, query, pages.Pages)
		if len(answer.Bodies) == 0 {
			return err
		}
		view := present.Reviews(answer.Value, hotel.Row.Label)
		view.Next = paste.Commands(answer.Meta.Next)
		return cmp.Or(run.Out().PrintPages(answer.Bodies, answer.Rows, answer.Meta, view, view.Notes), err)
	}
	cli.AddParams(cmd, query, "hotelId")
	pages.AddTo(cmd, query.Op())
	cli.AddYes(cmd, &yes)
	run.Columns(cmd, hotelview.ReviewList{})
	return cmd
}

func newRates(run *cli.Run) *cobra.Command {
	cmd, read := run.Operation("getHotelRates")
	wait := search.DefaultBudget
	var watch cli.WatchFlag
	var yes bool // agrees to the search that a name may need
	request := &hotels.RatesRequest{Search: ask.New("createHotelSearch", read.Days()), Query: read}
	cmd.Long = `List the rooms and rates of one hotel, cheapest first. All of them can be booked on the service, and
here "refundable" and "not refundable" are certain.

HOTEL is a row number or a name of the last list of hotels, a hotel id, or the name of any hotel
with its city, which takes one more search (travel asks first; --yes agrees). With a row number, the
dates, guests, currency, language and market of its list are used; with an id, or for other dates,
give CHECKIN and CHECKOUT (` + ask.Forms + `; CHECKOUT
may be relative to CHECKIN, such as +3d or "3 nights").

Rates need a search for that one hotel. If there is none yet, travel makes one, which uses one of
your searches, and says so. It reads the list until it settles.

--watch continues to read after that, at a slower pace, until the search expires, and shows what
changed: marked in the list on a terminal, otherwise one line per change. It makes no new search.`
	cmd.Example = `  travel hotels rates 2
  travel hotels rates 392299429 "11 dec" +3d --adults 2 --children-ages 4
  travel hotels rates 1 --currency EUR --json`
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		request.Days = args[1:]
		hotel, err := hotels.Find(cmd.Context(), run.Desk(), &hotels.NamedRequest{
			Text: args[0], Query: request.Query, Agreed: yes,
		})
		if err != nil {
			return err
		}
		request.Hotel = hotel
		request.Life = desk.Life{Wait: wait, Watch: watch.On, Limit: watch.Limit}
		draw := func(last *desk.Snapshot) (render.Ranked, string) { return present.RateFrame(last, hotel) }
		rates, err := hotels.ListRates(cmd.Context(), run.Desk().Reporting(run.Reports(draw)), request)
		if len(rates.Bodies) == 0 {
			return err
		}
		s := rates.Value
		shown := present.Rates(s, hotel, rates.List, rates.Listed, rates.Locale, rates.Meta, rates.Watch)
		shown.Status = run.Out().Spent(shown.Status)
		if printErr := run.Out().Print(s.Body, rates.Meta, shown, shown.Notes); printErr != nil {
			return desk.Unprinted(printErr, rates.Reread)
		}
		return err
	}
	cli.AddParams(cmd, read, "hotelId")
	cli.AddParams(cmd, request.Search, "cityCode", "hotelId", "lat", "lng", "radius", "checkIn", "checkOut", "currency", "locale")
	waits := cmd.Flags().VarPF(cli.Duration(&wait), "wait", "", "Maximum time to wait for the rates to settle; 0 reads them once (default "+search.DefaultBudget.String()+")")
	cli.SetGroup(waits, cli.GroupRun)
	watch.AddTo(cmd)
	request.Renewal = run.Renewal(cmd, "the same hotel and stay")
	cli.AddYes(cmd, &yes)
	run.Columns(cmd, hotelview.RateList{})
	cli.UsedMost(cmd, "adults", "children-ages", "rooms", "currency", "renew",
		"watch\tKeep reading after the rates settle, and show what changes")
	return cmd
}

func newBookingLink(run *cli.Run) *cobra.Command {
	cmd, query := run.Operation("getHotelRateBookingLink")
	hand := run.Hand(cmd)
	request := &hotels.LinkRequest{Query: query}
	cmd.Long = `Print the link to the page where you book a rate. travel books nothing and pays nothing.

RATE is a rate with its letter, such as 3a, or a rate id. With a letter, the hotel, guests, language
and market are known; with an id, give --hotel-id. A hotel (3) stands for its only rate; if it has
several, you are asked. What the link is for is shown above it, or on stderr in a pipe. The link
works for about ten minutes; the link to the hotel's page, shown next to it, does not expire.
--guests and --country-code are only written into the link and change no price.

--open opens the link in the browser, and only if it is on the site of the profile (site-url, or
the host of the API).`
	cmd.Example = `  travel hotels booking-link 3a
  travel hotels book 3a --open
  travel hotels booking-link 3a --guests 2:4:9 --country-code PT --json`
	hand.Links(func(ctx context.Context, args []string) (answer desk.Answer[desk.Link], err error) {
		if request.Rate, err = hotels.PickRate(ctx, run.Desk(), "RATE", args[0]); err != nil {
			return answer, err
		}
		request.Lasting = hand.Shares() || hand.Lasting()
		return hotels.BookingLink(ctx, run.Desk(), request)
	})
	cli.AddParams(cmd, query, "rateId")
	request.Renewal = run.Renewal(cmd, "the same rate")
	return cmd
}

func newLink(run *cli.Run) *cobra.Command {
	cmd, query := run.Operation("getHotelSearchLink")
	hand := run.Hand(cmd)
	cmd.Long = `Print a link to a hotel search on the service's website, to save or to send. It does not expire:
anyone who opens it searches again, at the prices of that day. It uses no search.

Without arguments, the link is to the search of the last list, without its filters; flags change
parts of it.

CITY is a code or a name ("New York"); it cannot be a point or a single hotel.
CHECKIN is ` + ask.Forms + `; CHECKOUT may also
be relative to it, such as +3d. With children, give the age of each with --children-ages.`
	cmd.Example = `  travel hotels link
  travel hotels link Lisbon +30d +3d
  travel hotels link LON "11 dec" "14 dec" --adults 2 --children-ages 4,9 --share
  travel hotels link TYO 2027-03-12 +5d --currency EUR --open`
	hand.Links(func(ctx context.Context, args []string) (answer desk.Answer[desk.Link], err error) {
		city := ""
		if len(args) > 0 {
			city = args[0]
			if err := hotels.SetStay(ctx, run.Desk(), query, args[1:]); err != nil {
				return answer, err
			}
		}
		return hotels.SearchLink(ctx, run.Desk(), city, query)
	})
	cli.AddParams(cmd, query, "cityCode", "checkIn", "checkOut")
	return cmd
}
