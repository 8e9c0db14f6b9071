package countries

import (
	"context"
	"slices"
	"strings"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/words"
)

// VisaFree is the destinations of a passport without a visa: one page, or the rows of several. A country missing here
// does not mean that a visa is needed.
type VisaFree struct {
	Passport string
	Rows     []apiclient.VisaFreeDestination
	// Metadata is that of the first page, except that HasMore reports whether there are rows after Rows.
	Metadata apiclient.VisaFreeResultsMetadata
	Page     int  // the first that was read
	LastPage int  // that the contract lets one ask for
	AtEnd    bool // the last page was read, so that the rows that are left cannot be asked for
}

// ListVisaFree reads the visa-free destinations of the passport in the parameter countryCode, over as many pages as
// requested. If a later page fails, the pages before it are returned with the error.
func ListVisaFree(ctx context.Context, d *desk.Desk, p *ask.Values, pages desk.Pages) (desk.Answer[VisaFree], error) {
	var none desk.Answer[VisaFree]
	if err := pages.Apply(p); err != nil {
		return none, err
	}
	passport := p.Text("countryCode")
	type answered = *apiclient.Answer[apiclient.VisaFreeResults]
	read := func(c *apiclient.Client, ctx context.Context, params *apiclient.GetVisaFreeDestinationsParams) (answered, error) {
		return c.GetVisaFreeDestinations(ctx, passport, params)
	}
	rows := func(r *apiclient.VisaFreeResults) desk.PageRows[apiclient.VisaFreeDestination] {
		meta := &r.Metadata
		return desk.PageRows[apiclient.VisaFreeDestination]{List: &r.Results, Total: meta.TotalCandidates, More: &meta.HasMore}
	}
	doing := "read the visa-free destinations of " + passport
	found, locale, err := desk.ReadPages(ctx, d, p, desk.Locale{}, pages, doing, read, rows)
	if found.Value == nil {
		return none, err
	}
	list := VisaFree{
		Passport: passport, Rows: found.Value.Results, Metadata: found.Value.Metadata, Page: max(p.Number("page"), 1), LastPage: pages.Last,
	}
	list.AtEnd = list.Page+len(found.Bodies)-1 == list.LastPage
	answer := list.answer(found.Meta)
	answer.Bodies = found.Bodies
	locale.RecordLanguage(&answer.Meta)
	return answer, err
}

// Capped is the warning for an incomplete list.
const Capped = "The service stopped at its cap, so there may be more than it lists."

// answer adds warnings and next steps to the list.
func (l VisaFree) answer(m desk.Meta) desk.Answer[VisaFree] {
	if l.Truncated() {
		m.Warn(Capped)
	}
	if l.Metadata.HasMore && !l.AtEnd {
		m.Follow(problem.Do("", "getVisaFreeDestinations", l.Passport).Set("all"))
	}
	return desk.Answer[VisaFree]{Value: l, Rows: len(l.Rows), Meta: m}
}

// Truncated reports whether the service cut the list, so that its total is a minimum.
func (l VisaFree) Truncated() bool { return l.Metadata.Coverage == apiclient.CoverageTruncated }

// Holds reports whether the name, a code or the currency of a destination contains a text, regardless of case and
// accents.
func Holds(d apiclient.VisaFreeDestination, text string) bool {
	return slices.ContainsFunc([]string{d.Name, d.CountryCode, words.Stated(d.KeyCityCode), words.Stated(d.CurrencyCode)}, func(own string) bool {
		return strings.Contains(words.Fold(own), words.Fold(text))
	})
}
