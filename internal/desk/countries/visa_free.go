package countries

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/search"
	"travel.example/travel/internal/words"
)

// VisaFree is where a passport goes without a visa: one page, or the rows of several. A country that
// is not in it is only not in it; that does not mean that a visa is needed.
type VisaFree struct {
	Passport string
	Rows     []apiclient.VisaFreeDestination
	// Metadata is that of the first page, except that HasMore tells whether rows are left after Rows.
	Metadata apiclient.VisaFreeResultsMetadata
	Page     int  // the first that was read
	LastPage int  // that the contract lets one ask for
	AtEnd    bool // the last page was read, so that the rows that are left cannot be asked for
}

// ListVisaFree reads where the passport that the parameter countryCode names goes without a visa, over
// as many pages as are wanted. What was read before a fault comes back with it.
func ListVisaFree(ctx context.Context, d *desk.Desk, p *ask.Values, pages desk.Pages) (desk.Answer[VisaFree], error) {
	var none desk.Answer[VisaFree]
	if err := pages.Apply(p); err != nil {
		return none, err
	}
	call, err := desk.NewCall[apiclient.GetVisaFreeDestinationsParams](ctx, d, p, desk.Locale{})
	if err != nil {
		return none, err
	}
	passport := p.Text("countryCode")
	first, err := call.Client.GetVisaFreeDestinations(ctx, passport, &call.Params)
	if err != nil {
		return none, fmt.Errorf("read the visa-free destinations of %s: %w", passport, err)
	}
	list := VisaFree{Passport: passport, Metadata: first.Value.Metadata, Page: *cmp.Or(call.Params.Page, new(1)), LastPage: pages.Last}
	all, err := desk.Gather(ctx, pages, visaFreePage(first), func(ctx context.Context, n int) (desk.Page[*apiclient.VisaFreeResults], error) {
		page := call.Params
		page.Page = &n
		next, err := call.Client.GetVisaFreeDestinations(ctx, passport, &page)
		if err != nil {
			return desk.Page[*apiclient.VisaFreeResults]{}, fmt.Errorf("read page %d of the visa-free destinations of %s: %w", n, passport, err)
		}
		return visaFreePage(next), nil
	})
	list.Rows = search.Rows(all, func(r *apiclient.VisaFreeResults) []apiclient.VisaFreeDestination { return r.Results })
	list.Metadata.HasMore = all.More
	list.AtEnd = list.Page+len(all.Bodies)-1 == list.LastPage
	answer := list.answer(desk.MetaOf(p))
	answer.Bodies = all.Bodies
	call.Locale.RecordLanguage(&answer.Meta)
	return answer, err
}

// Capped is what a list says of itself that the service cut.
const Capped = "The service stopped at its cap, so there may be more than it lists."

// answer says beside the list what a reader of it has to know, and what may follow.
func (l VisaFree) answer(m desk.Meta) desk.Answer[VisaFree] {
	a := desk.Answer[VisaFree]{Value: l, Rows: len(l.Rows), Meta: m}
	if l.Truncated() {
		a.Meta.Warn(Capped)
	}
	if l.Metadata.HasMore && !l.AtEnd {
		a.Meta.Follow("travel countries visa-free " + l.Passport + " --all")
	}
	return a
}

// Truncated tells that the service cut the list, so that its total is a floor.
func (l VisaFree) Truncated() bool { return l.Metadata.Coverage == apiclient.CoverageTruncated }

func visaFreePage(a *apiclient.Answer[apiclient.VisaFreeResults]) desk.Page[*apiclient.VisaFreeResults] {
	meta := a.Value.Metadata
	return desk.Page[*apiclient.VisaFreeResults]{Body: a.Body, Value: a.Value, Rows: len(a.Value.Results), Total: meta.TotalCandidates, More: meta.HasMore}
}

// Holds tells whether a destination's name, codes or currency hold the text, whatever the case and
// the accents.
func Holds(d apiclient.VisaFreeDestination, text string) bool {
	return slices.ContainsFunc([]string{d.Name, d.CountryCode, words.Stated(d.KeyCityCode), words.Stated(d.CurrencyCode)}, func(own string) bool {
		return strings.Contains(words.Fold(own), words.Fold(text))
	})
}
