package commands

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/desk"
)

type hotelsLinkOptions struct {
	app   *app
	city  string // as typed
	read  *params
	dates *dateBase
	do    linkFlags
}

func newHotelsLink(a *app) *cobra.Command {
	dates := &dateBase{today: a.env.Now}
	o := &hotelsLinkOptions{app: a, dates: dates, read: newParams("getHotelSearchLink", dates)}
	cmd := &cobra.Command{
		Use:   "link CITY CHECKIN CHECKOUT",
		Short: "Make a link to a hotel search that does not expire",
		Long: `Make a link to a hotel search on the service's website, to keep or to send. It does not
expire: whoever opens it searches anew, with the prices of that day. It spends no search.

CITY is a code or a name ("New York"); a point or one hotel cannot be linked this way.
CHECKIN is ` + dateForms + `; CHECKOUT may also
count from it, as in +3d. Children need --children-ages, one for each.`,
		Example: `  travel hotels link Lisbon +30d +3d
  travel hotels link LON "11 dec" "14 dec" --adults 2 --children-ages 4,9 --qr
  travel hotels link TYO 2027-03-12 +5d --currency EUR --open`,
		Args:        arguments("CITY CHECKIN CHECKOUT", 3, 3),
		Annotations: map[string]string{"operationId": "getHotelSearchLink"},
		RunE: func(cmd *cobra.Command, args []string) error {
			o.city = args[0]
			if err := setStay(o.read, o.dates, args[1], args[2]); err != nil {
				return err
			}
			return runHotelsLink(cmd.Context(), o)
		},
	}
	o.read.addFlags(cmd, "cityCode", "checkIn", "checkOut")
	o.do.addFlags(cmd)
	completeNothing(cmd)
	return cmd
}

// check finds every mistake that can be known before a request.
func (o *hotelsLinkOptions) check() error {
	if namesHotel(o.city) || strings.Contains(o.city, ",") && isDecimal(strings.Split(o.city, ",")[0]) {
		return misuse{Text: fmt.Sprintf("CITY %s is no city; only a city can be linked, not one hotel or a point", quoteArg(o.city)), Hint: "the page of a hotel does not expire: travel hotels show HOTEL"}
	}
	if err := o.app.checkPlace("CITY", o.city); err != nil {
		return err
	}
	if err := checkStay(o.app.env.Now(), o.read.Text("checkIn"), o.read.Text("checkOut")); err != nil {
		return err
	}
	if err := checkLinkedAges(o.read); err != nil {
		return err
	}
	return o.do.check(o.app)
}

// checkLinkedAges holds the rules of guests on a link: it names the age of
// every child, none of them above 17, and rooms have an adult each.
func checkLinkedAges(p *params) error {
	children := int(p.Int("children"))
	ages := 0
	if p.Has("childrenAges") {
		for text := range strings.SplitSeq(p.Text("childrenAges"), ",") {
			if age, err := strconv.Atoi(text); err != nil || age > 17 {
				return usageError{Arg: "--children-ages", Given: text, Want: "ages from 0 to 17, one for each child, with commas between"}
			}
			ages++
		}
	}
	switch {
	case ages > 8:
		return misuse{Text: fmt.Sprintf("--children-ages has %d ages; give at most 8, one for each child", ages)}
	case ages > 0 && !p.Has("children"):
		if err := p.Set("children", ages); err != nil {
			return err
		}
	case children > 0 && ages == 0:
		return misuse{Text: fmt.Sprintf("--children %d needs --children-ages: a link names the age of every child", children)}
	case ages != children:
		return misuse{Text: fmt.Sprintf("--children-ages has %s for --children %d; give one age for each child", counted(ages, "age"), children)}
	}
	return checkRooms(p)
}

func runHotelsLink(ctx context.Context, o *hotelsLinkOptions) error {
	if err := o.check(); err != nil {
		return err
	}
	choice, err := o.app.choose(ctx, o.read, chosen{})
	if err != nil {
		return err
	}
	client, err := o.app.client(ctx)
	if err != nil {
		return err
	}
	city, err := o.app.resolveCity(ctx, client, "CITY", o.city)
	if err != nil {
		return err
	}
	if err := o.read.set("cityCode", "CITY", city.cityCode); err != nil {
		return err
	}
	params := desk.Request[apiclient.GetHotelSearchLinkParams](o.read.Params)
	answer, err := client.GetHotelSearchLink(ctx, &params)
	if err != nil {
		return fmt.Errorf("make the link: %w", err)
	}
	facts := newFacts("getHotelSearchLink")
	choice.record(&facts, "", "en")
	facts.Next = append(facts.Next, fmt.Sprintf("travel hotels search %s %s %s", city.cityCode, params.CheckIn, params.CheckOut)+o.repeated())
	return o.app.printLink(ctx, linkAnswer{
		body: answer.Body, facts: facts, url: answer.Value.SearchURL, do: o.do,
		remarks: []string{"Whoever opens it searches anew."},
	})
}

// repeated are the flags of the same search.
func (o *hotelsLinkOptions) repeated() string {
	flags := ""
	for _, wire := range []string{"adults", "childrenAges", "rooms", "currency", "locale", "siteCode"} {
		if o.read.Has(wire) {
			flags += " " + o.read.typed(wire)
		}
	}
	return flags
}
