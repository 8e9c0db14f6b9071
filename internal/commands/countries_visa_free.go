package commands

import (
	"cmp"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
)

type countriesVisaFreeOptions struct {
	app     *app
	country string // as typed
	search  string
	pages   pageFlags
	params  *params
}

func newCountriesVisaFree(a *app) *cobra.Command {
	o := &countriesVisaFreeOptions{app: a, params: newParams("getVisaFreeDestinations", &dateBase{today: a.env.Now})}
	cmd := &cobra.Command{
		Use:   "visa-free CC",
		Short: "List where a passport goes without a visa",
		Long: `List the destinations the service knows to be visa-free for a passport, by
region.

CC is the passport's code of two letters, such as DE. A country that is not in
the list is only not in the list: that does not mean a visa is needed. The
list tells neither the kind of entry nor how long one may stay. Ask the
country's own authorities before you book.

--search filters here, after the service has answered: by name, code, city or
currency, in any case and without accents.`,
		Example: `  travel countries visa-free DE
  travel countries visa-free AE --search island --all
  travel countries visa-free SG --locale fr --tsv`,
		Args:        arguments("CC", 1, 1),
		Annotations: map[string]string{"operationId": "getVisaFreeDestinations"},
		RunE: func(cmd *cobra.Command, args []string) error {
			o.country = args[0]
			return runCountriesVisaFree(cmd.Context(), o)
		},
	}
	o.params.addFlags(cmd, "countryCode")
	cmd.Flags().StringVar(&o.search, "search", "", "Show only the rows that hold this text; filtered here, not by the service")
	o.pages.addFlags(cmd, o.params.Operation)
	setFlagGroup(cmd.Flags().Lookup("search"), groupFilter)
	a.addColumns(cmd, visaFreeDirectory(visaFreeList{}, "", ""))
	completeNothing(cmd)
	return cmd
}

func (o *countriesVisaFreeOptions) check() error {
	const next = "travel countries visa-free --help"
	if o.search != "" && !o.app.text() {
		return misuse{Text: "--search filters the rows shown to people; JSON is the service's own list, so filter it with --jq", Next: next}
	}
	if err := o.pages.apply(o.params); err != nil {
		return err
	}
	return o.params.set("countryCode", "CC", o.country)
}

func runCountriesVisaFree(ctx context.Context, o *countriesVisaFreeOptions) error {
	if err := o.check(); err != nil {
		return err
	}
	call, err := chooseCall[apiclient.GetVisaFreeDestinationsParams](ctx, o.app, o.params, chosen{})
	if err != nil {
		return err
	}
	list, err := o.read(ctx, call)
	if len(list.bodies) == 0 {
		return err
	}
	facts := newFacts("getVisaFreeDestinations")
	call.choice.recordLanguage(&facts)
	if list.meta.Coverage == apiclient.CoverageTruncated {
		facts.Warnings = append(facts.Warnings, truncatedList)
	}
	view := visaFreeDirectory(list, o.params.Text("countryCode"), o.search)
	facts.Next = append(facts.Next, view.Next...)
	return cmp.Or(o.app.answerPages(list.bodies, len(list.rows), facts, view, view.Notes), err)
}

// visaFreeList is one page, or all of them with the last one's metadata.
type visaFreeList struct {
	bodies [][]byte // of the pages, in order
	rows   []apiclient.VisaFreeDestination
	meta   apiclient.VisaFreeResultsMetadata
	page   int  // the first page that was read
	ended  bool // no further page may be asked for
}

// lastListPage is the highest page the contract lets one ask for.
const lastListPage = 20

// read reads the page that is asked for, or as many as are wanted. What was
// read before a fault comes back with it.
func (o *countriesVisaFreeOptions) read(ctx context.Context, call call[apiclient.GetVisaFreeDestinationsParams]) (visaFreeList, error) {
	list, country := visaFreeList{page: 1}, o.params.Text("countryCode")
	if call.params.Page != nil {
		list.page = *call.params.Page
	}
	answer, err := call.client.GetVisaFreeDestinations(ctx, country, &call.params)
	if err != nil {
		return list, fmt.Errorf("read the visa-free destinations of %s: %w", country, err)
	}
	all, err := gather(ctx, o.pages, visaFreePage(answer), func(ctx context.Context, n int) (onePage[apiclient.VisaFreeDestination], error) {
		page := call.params
		page.Page = &n
		answer, err := call.client.GetVisaFreeDestinations(ctx, country, &page)
		if err != nil {
			return onePage[apiclient.VisaFreeDestination]{}, fmt.Errorf("read page %d of the visa-free destinations of %s: %w", n, country, err)
		}
		return visaFreePage(answer), nil
	})
	list.bodies, list.rows, list.meta = all.bodies, all.rows, answer.Value.Metadata
	list.meta.HasMore, list.ended = all.more, list.page+len(all.bodies)-1 == lastListPage
	return list, err
}

func visaFreePage(answer *apiclient.Answer[apiclient.VisaFreeResults]) onePage[apiclient.VisaFreeDestination] {
	meta := answer.Value.Metadata
	return onePage[apiclient.VisaFreeDestination]{body: answer.Body, rows: answer.Value.Results, total: meta.TotalCandidates, more: meta.HasMore}
}
