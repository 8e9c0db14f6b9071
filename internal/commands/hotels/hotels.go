// Package hotels has the hotel commands: their arguments and flags, and the views that only the command line shows.
package hotels

import (
	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/cli"
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

// detailFor requests the detail view for people. A program gets the view it asks for.
func detailFor(out *cli.Printer, q *ask.Values) error {
	if !out.Text() {
		return nil
	}
	return q.SetDefault("view", "--view", string(apiclient.DetailViewDetail))
}
