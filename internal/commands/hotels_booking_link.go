package commands

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk/recall"
)

type hotelsBookingLinkOptions struct {
	app  *app
	rate string // as typed
	read *params
	do   linkFlags

	renew renewal
}

func newHotelsBookingLink(a *app) *cobra.Command {
	o := &hotelsBookingLinkOptions{app: a, read: newParams("getHotelRateBookingLink", &dateBase{today: a.env.Now}), renew: a.renewal("the same rate")}
	cmd := &cobra.Command{
		Use:     "booking-link RATE",
		Aliases: []string{"book"},
		Short:   "Make the link to the page where a rate is booked",
		Long: `Make the link to the page where a rate is booked. Nothing is booked and nothing is paid here.

RATE is a row number of the last list of rates, or a rate id. A row number brings its hotel,
guests, language and market along; with an id, give --hotel-id. The link works as long as its
search, about ten minutes; the hotel's page beside it does not expire. --guests and
--country-code are only written into the link: they change no price.

--open opens it in the browser, and only on the site of the profile (site-url; without it the
API's own host).`,
		Example: `  travel hotels booking-link 1
  travel hotels book 2 --open
  travel hotels booking-link 1 --guests 2:4:9 --country-code PT --json`,
		Args:        arguments("RATE", 1, 1),
		Annotations: map[string]string{"operationId": "getHotelRateBookingLink"},
		RunE: func(cmd *cobra.Command, args []string) error {
			o.rate = args[0]
			return runHotelsBookingLink(cmd.Context(), o)
		},
	}
	o.read.addFlags(cmd, "rateId")
	o.do.addFlags(cmd)
	o.renew.addFlag(cmd)
	a.completeRows(cmd, recall.Rates, 1)
	return cmd
}

func runHotelsBookingLink(ctx context.Context, o *hotelsBookingLinkOptions) error {
	if err := o.do.check(o.app); err != nil {
		return err
	}
	rate, err := o.app.pick(pickRequest{
		kind: recall.Rates, label: "RATE", text: o.rate, what: "rate",
		list: "travel hotels rates HOTEL", help: "travel hotels booking-link --help",
	})
	if err != nil {
		return err
	}
	if err := o.fill(rate); err != nil {
		return err
	}
	if err := o.renewRate(ctx, &rate); err != nil {
		return err
	}
	call, err := chooseCall[apiclient.GetHotelRateBookingLinkParams](ctx, o.app, o.read, choiceOf(rate.about))
	if err != nil {
		return err
	}
	hotelID := o.read.Int("hotelId")
	answer, err := call.client.GetHotelRateBookingLink(ctx, hotelID, rate.id, &call.params)
	if err != nil {
		return fmt.Errorf("make the link: %w", err)
	}
	facts := newFacts("getHotelRateBookingLink")
	chosen{locale: call.choice.locale, site: call.choice.site}.record(&facts, "", "en")
	renewed := o.renew.record(&facts)
	life := linkLife{created: rate.about.Created, lasts: hotelLinkLasts}
	return o.app.printLink(ctx, linkAnswer{
		body: answer.Body, facts: facts, url: answer.Value.BookingURL, do: o.do,
		life:  life,
		about: renewed, remarks: []string{nothingBooked}, late: o.renew.late(life, o.renew.checkRate(rate), rate.about), lasting: rate.entry.Facts["page"],
	})
}

// renewRate follows --renew; a search that was named gives way to the new one.
func (o *hotelsBookingLinkOptions) renewRate(ctx context.Context, rate *picked) error {
	if err := o.renew.rateIfGone(ctx, rate); err != nil || o.renew.facts == nil || !o.read.Has("searchId") {
		return err
	}
	return o.read.set("searchId", "--search", rate.about.SearchID)
}

// fill takes what the flags left open from the list that the rate came with,
// and holds the rule of the search that the rate's own id names.
func (o *hotelsBookingLinkOptions) fill(rate picked) error {
	own, _, _ := strings.Cut(rate.id, ":")
	if given := o.read.Text("searchId"); given != "" && given != own {
		return misuse{Text: fmt.Sprintf("--search %s is not the search of this rate, %s; leave --search out", quoteArg(given), quoteArg(own))}
	}
	if id := rate.about.HotelID; id > 0 {
		if given := o.read.Text("hotelId"); given != "" && given != strconv.FormatInt(id, 10) {
			return misuse{Text: fmt.Sprintf("--hotel-id %s is not the hotel of this rate, %d; leave --hotel-id out", given, id)}
		}
		if err := o.read.SetDefault("hotelId", id); err != nil {
			return err
		}
	}
	if !o.read.Has("hotelId") {
		return misuse{
			Text: "--hotel-id is missing; a rate id alone does not say it",
			Hint: "give it, or pick the rate by its row number: travel hotels rates HOTEL lists rates",
		}
	}
	return o.read.setDefault("guests", "--guests", guestsText(rate.about))
}

// guestsText are the guests as the link has them: the adults, then one age for
// each child, such as 2:4:9. "" when they are not known.
func guestsText(c recall.Context) string {
	if c.Adults == 0 {
		return ""
	}
	text := strconv.Itoa(c.Adults)
	for _, age := range c.ChildrenAges {
		text += ":" + strconv.Itoa(age)
	}
	return text
}
