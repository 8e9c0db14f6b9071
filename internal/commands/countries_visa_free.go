package commands

import (
	"context"
	"encoding/json"
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
	o.pages.addFlags(cmd, o.params.op)
	cmd.Flags().Lookup("all").Usage = "Print every row; with --json in one document"
	setFlagGroup(cmd.Flags().Lookup("search"), groupFilter)
	a.addColumns(cmd, visaFreeDirectory(visaFreeList{}, "", ""))
	completeNothing(cmd)
	return cmd
}

func (o *countriesVisaFreeOptions) check() error {
	const next = "travel countries visa-free --help"
	switch {
	case o.pages.all && o.params.has("page"):
		return misuse{Text: "--all and --page both say which pages to read; give one of them", Next: next}
	case o.search != "" && !o.app.text():
		return misuse{Text: "--search filters the rows shown to people; JSON is the service's own list, so filter it with --jq", Next: next}
	case o.pages.limit != "": // --all reads pages as wide as --page-size says
		if err := o.pages.apply(o.params); err != nil {
			return err
		}
	}
	return o.params.set("countryCode", "CC", o.country)
}

func runCountriesVisaFree(ctx context.Context, o *countriesVisaFreeOptions) error {
	if err := o.check(); err != nil {
		return err
	}
	choice, err := o.app.choose(ctx, o.params, chosen{})
	if err != nil {
		return err
	}
	client, err := o.app.client(ctx)
	if err != nil {
		return err
	}
	list, err := o.read(ctx, client)
	if err != nil {
		return fmt.Errorf("read the visa-free destinations of %s: %w", o.params.text("countryCode"), err)
	}
	facts := newFacts("getVisaFreeDestinations")
	choice.recordLanguage(&facts)
	if list.reads > 1 {
		facts.Reads = list.reads
		facts.Warnings = append(facts.Warnings, fmt.Sprintf("results holds the rows of %d pages; metadata is the last page's", list.reads))
	}
	if list.meta.Coverage == apiclient.CoverageTruncated {
		facts.Warnings = append(facts.Warnings, truncatedList)
	}
	view := visaFreeDirectory(list, o.params.text("countryCode"), o.search)
	facts.Next = append(facts.Next, view.Next...)
	return o.app.answer(list.body, facts, view, view.Notes)
}

// visaFreeList is one page, or all of them with the last one's metadata.
type visaFreeList struct {
	body  json.RawMessage
	rows  []apiclient.VisaFreeDestination
	meta  apiclient.VisaFreeResultsMetadata
	page  int // the first page that was read
	reads int
	ended bool // no further page may be asked for
}

// lastListPage is the highest page the contract lets one ask for.
const lastListPage = 20

// read reads the page that is asked for, or all of them.
func (o *countriesVisaFreeOptions) read(ctx context.Context, client *apiclient.ClientWithResponses) (visaFreeList, error) {
	var params apiclient.GetVisaFreeDestinationsParams
	if err := o.params.into(&params); err != nil {
		return visaFreeList{}, err
	}
	list := visaFreeList{page: 1}
	if params.Page != nil {
		list.page = *params.Page
	}
	var pages []json.RawMessage
	for n := list.page; n <= lastListPage; n++ {
		if n > list.page {
			params.Page = &n
		}
		answer, err := client.GetVisaFreeDestinationsWithResponse(ctx, o.params.text("countryCode"), &params)
		if err != nil {
			return visaFreeList{}, err
		}
		list.reads++
		list.ended = n == lastListPage
		list.rows = append(list.rows, answer.JSON200.Results...)
		list.meta = answer.JSON200.Metadata
		pages = append(pages, answer.Body)
		if len(list.rows) >= o.pages.rows() || !list.meta.HasMore || len(answer.JSON200.Results) == 0 {
			break
		}
	}
	if want := o.pages.rows(); want > 0 && len(list.rows) > want {
		list.rows = list.rows[:want]
	}
	var err error
	list.body, err = joinPages(pages)
	return list, err
}

// joinPages makes one body of several pages: the rows of all, as they were
// sent, in the last page's envelope. A single page stays byte for byte.
func joinPages(pages []json.RawMessage) (json.RawMessage, error) {
	if len(pages) == 1 {
		return pages[0], nil
	}
	var envelope map[string]json.RawMessage
	var rows []json.RawMessage
	for i, page := range pages {
		envelope = nil
		if err := json.Unmarshal(page, &envelope); err != nil {
			return nil, fmt.Errorf("join page %d: %w", i+1, err)
		}
		var more []json.RawMessage
		if err := json.Unmarshal(envelope["results"], &more); err != nil {
			return nil, fmt.Errorf("join page %d: %w", i+1, err)
		}
		rows = append(rows, more...)
	}
	text, err := json.Marshal(rows)
	if err != nil {
		return nil, err
	}
	envelope["results"] = text
	return json.Marshal(envelope)
}
