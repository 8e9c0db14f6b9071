package commands

import (
	"github.com/spf13/cobra"
)

func newCountries(a *app) *cobra.Command {
	return group("countries", "See a market's holidays, and where a passport goes without a visa",
		newCountriesHolidays(a), newCountriesVisaFree(a))
}

// recordLanguage writes the language of an answer that has neither prices nor
// a market into the facts.
func (c chosen) recordLanguage(f *answerFacts) {
	f.Locale, f.LocaleSource = c.locale.value, c.locale.source
	if c.locale.value == "" {
		f.Locale, f.LocaleSource = "en", fromDefault
	}
}
