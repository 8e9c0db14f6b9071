package commands

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/render/countryview"
)

type countriesHolidaysOptions struct {
	app     *app
	country string // as typed
	params  *params
}

func newCountriesHolidays(a *app) *cobra.Command {
	o := countriesHolidaysOptions{app: a, params: newParams("getCountryHolidays", &dateBase{today: a.env.Now})}
	cmd := &cobra.Command{
		Use:   "holidays CC",
		Short: "List the public holidays of a market, and the long weekends they make",
		Long: `List the public holidays of a market, and mark them in a calendar.

CC is the market's code of two letters, such as AE. Without dates the service
picks the coming 90 days. A long weekend is three or more free days in a row
that a holiday makes together with a weekend; markets whose weekend is not
Saturday and Sunday have their own. Only the holidays inside the window are
known, so a row of free days may go on beyond it.`,
		Example: `  travel countries holidays AE
  travel countries holidays DE --from-date "1 dec" --to-date "31 jan" --locale de
  travel countries holidays JP --from-date 2027-01-01 --to-date 2027-12-31 --csv`,
		Args:        arguments("CC", 1, 1),
		Annotations: map[string]string{"operationId": "getCountryHolidays"},
		RunE: func(cmd *cobra.Command, args []string) error {
			o.country = args[0]
			return runCountriesHolidays(cmd.Context(), o)
		},
	}
	o.params.addFlags(cmd, "countryCode")
	for _, name := range []string{"from-date", "to-date"} {
		flag := cmd.Flags().Lookup(name)
		flag.Usage = strings.NewReplacer("'fromDate'", "--from-date", "'toDate'", "--to-date").Replace(flag.Usage)
	}
	a.addColumns(cmd, countryview.Calendar{})
	completeNothing(cmd)
	return cmd
}

// check holds the rule of the two dates.
func (o countriesHolidaysOptions) check() error {
	const next = "travel countries holidays --help"
	if err := o.params.set("countryCode", "CC", o.country); err != nil {
		return err
	}
	from, to := o.params.Text("fromDate"), o.params.Text("toDate")
	switch {
	case (from == "") != (to == ""):
		return misuse{Text: "--from-date and --to-date come together; give both, or none for the coming 90 days", Next: next}
	case from > to:
		return misuse{Text: fmt.Sprintf("--from-date %s is after --to-date %s; words and offsets count from today", from, to), Next: next}
	}
	return nil
}

func runCountriesHolidays(ctx context.Context, o countriesHolidaysOptions) error {
	if err := o.check(); err != nil {
		return err
	}
	call, err := chooseCall[apiclient.GetCountryHolidaysParams](ctx, o.app, o.params, chosen{})
	if err != nil {
		return err
	}
	market := o.params.Text("countryCode")
	answer, err := call.client.GetCountryHolidays(ctx, market, &call.params)
	if err != nil {
		return fmt.Errorf("read the holidays of %s: %w", market, err)
	}
	facts := newFacts("getCountryHolidays")
	call.choice.recordLanguage(&facts)
	view := holidayCalendar(answer.Value, market)
	facts.Next = append(facts.Next, view.Next...)
	return o.app.answer(answer.Body, facts, view, view.Notes)
}
