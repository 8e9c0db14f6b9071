package countries

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rickar/cal/v2"
	"github.com/rickar/cal/v2/ar"
	"github.com/rickar/cal/v2/at"
	"github.com/rickar/cal/v2/au"
	"github.com/rickar/cal/v2/be"
	"github.com/rickar/cal/v2/bg"
	"github.com/rickar/cal/v2/br"
	"github.com/rickar/cal/v2/ca"
	"github.com/rickar/cal/v2/ch"
	"github.com/rickar/cal/v2/cz"
	"github.com/rickar/cal/v2/de"
	"github.com/rickar/cal/v2/dk"
	"github.com/rickar/cal/v2/es"
	"github.com/rickar/cal/v2/fr"
	"github.com/rickar/cal/v2/gb"
	"github.com/rickar/cal/v2/gr"
	"github.com/rickar/cal/v2/hr"
	"github.com/rickar/cal/v2/ie"
	"github.com/rickar/cal/v2/it"
	"github.com/rickar/cal/v2/jp"
	"github.com/rickar/cal/v2/lt"
	"github.com/rickar/cal/v2/lv"
	"github.com/rickar/cal/v2/nl"
	"github.com/rickar/cal/v2/no"
	"github.com/rickar/cal/v2/nz"
	"github.com/rickar/cal/v2/pl"
	"github.com/rickar/cal/v2/ro"
	"github.com/rickar/cal/v2/se"
	"github.com/rickar/cal/v2/si"
	"github.com/rickar/cal/v2/sk"
	"github.com/rickar/cal/v2/us"
	"github.com/rickar/cal/v2/za"
)

// library returns the holidays that cal has for a market. For Australia and Switzerland, where its national list
// is short or long, it uses the most populous state or canton.
func library() map[string][]*cal.Holiday {
	return map[string][]*cal.Holiday{
		"AR": ar.Holidays, "AT": at.Holidays, "AU": au.HolidaysNSW, "BE": be.Holidays, "BG": bg.Holidays, "BR": br.Holidays,
		"CA": ca.Holidays, "CH": ch.HolidaysZH, "CZ": cz.Holidays, "DE": de.Holidays, "DK": dk.Holidays, "ES": es.Holidays,
		"FR": fr.Holidays, "GB": gb.Holidays, "GR": gr.Holidays, "HR": hr.Holidays, "IE": ie.Holidays, "IT": it.Holidays,
		"JP": jp.Holidays, "LT": lt.Holidays, "LV": lv.Holidays, "NL": nl.Holidays, "NO": no.Holidays, "NZ": nz.Holidays,
		"PL": pl.Holidays, "RO": ro.Holidays, "SE": se.Holidays, "SI": si.Holidays, "SK": sk.Holidays, "US": us.Holidays,
		"ZA": za.Holidays,
	}
}

const sunday = "the law needs no holiday for a Sunday, a traveler meets closed shops"

// accepted has the differences between this calendar and the library, which is from 2023, with reasons.
var accepted = map[string]string{
	"AR adds good-friday":    "the library takes the Thursday",
	"AR lacks Viernes Santo": "the same",
	"AR adds guemes-day":     "law 27.399 moves it to a Monday",
	"AR lacks Aniversario paso a la inmortalidad del General Martín Miguel de Güemes": "the same; the library moves it by fixed weekdays",
	"AR adds san-martin-day": "law 27.399 moves it to a Monday",
	"AR lacks Aniversario paso a la inmortalidad del General José de San Martín":   "the same",
	"AR adds cultural-diversity-day":                                               "law 27.399 moves it to a Monday",
	"AR lacks Día del respeto a la diversidad cultural":                            "the same",
	"AR adds national-sovereignty-day":                                             "law 27.399 moves it to a Monday",
	"AR lacks Día de la Soberanía Nacional":                                        "the same",
	"AR lacks Aniversario paso a la inmortalidad del General Juan Manuel Belgrano": "20 June stays where it is",
	"AU lacks Labour Day":                                                          "each state has its own day",
	"BG adds easter-sunday":                                                        sunday,
	"BG adds holy-saturday":                                                        "a holiday by article 154 of the Labour Code",
	"BG adds labour-day":                                                           "the library names only the day in lieu when it meets Easter",
	"BG lacks Ден на труда и на международната работническа солидарност": "the same, in 2024 on a workday",
	"BR adds black-awareness-day":               "a national holiday since 2024",
	"BR adds carnival":                          "a day off by custom everywhere",
	"CA adds family-day":                        "kept in most provinces, under several names",
	"CA lacks Easter Monday":                    "a day off for federal offices only",
	"CH lacks Tag der Arbeit":                   "kept in Zurich, not in most cantons",
	"DK adds easter-sunday":                     sunday,
	"DK adds whit-sunday":                       sunday,
	"DK lacks Grundlovsdag":                     "no holiday by law",
	"ES adds maundy-thursday":                   "kept in most regions",
	"GR adds easter-sunday":                     sunday,
	"IT adds easter-sunday":                     sunday,
	"IT adds st-francis-day":                    "a holiday again since 2026",
	"JP adds citizens-holiday":                  "22 September 2037 lies between two holidays",
	"LT adds easter-sunday":                     sunday,
	"LT adds fathers-day":                       "a holiday by article 123 of the Labour Code",
	"LT adds mothers-day":                       "the same",
	"NL adds easter-sunday":                     sunday,
	"NL adds whit-sunday":                       sunday,
	"NL lacks Goede Vrijdag":                    "a day off for banks only",
	"NL lacks Koningsdag":                       "when it is a Sunday it moves, and is not kept twice",
	"NO adds easter-sunday":                     sunday,
	"NO adds whit-sunday":                       sunday,
	"NZ adds anzac-day-observed":                "in 2038 Easter Monday takes the Monday after it",
	"NZ adds matariki":                          "a holiday since 2022",
	"PL adds christmas-eve":                     "a holiday since 2025",
	"PL adds easter-sunday":                     sunday,
	"PL adds whit-sunday":                       sunday,
	"RO adds epiphany":                          "a holiday since 2024",
	"RO adds st-john-the-baptist-day":           "a holiday since 2024",
	"SE adds easter-sunday":                     sunday,
	"SE adds whit-sunday":                       sunday,
	"SK lacks Deň Ústavy Slovenskej republiky":  "worked on since 2024",
	"SK lacks Deň boja za slobodu a demokraciu": "worked on since 2025",
	"SK lacks Deň víťazstva nad fašizmom":       "worked on in 2026",
	"SK lacks Sviatok Panny Márie Sedembolestnej, patrónky Slovenska": "worked on in 2026",
	"US adds new-years-day-observed":                                  "31 December before a Saturday; the library asks each year only for its own days",
}

func TestTheCalendarAgreesWithAnIndependentLibrary(t *testing.T) {
	differences := map[string]bool{}
	for market, list := range library() {
		for year := 2024; year <= 2040; year++ {
			ours, theirs := named(market, year), libraryDays(list, year)
			for d, name := range theirs {
				if ours[d] == "" {
					differences[market+" lacks "+name] = true
				}
			}
			for d, name := range ours {
				if theirs[d] == "" {
					differences[market+" adds "+name] = true
				}
			}
		}
	}
	want := map[string]bool{}
	for difference := range accepted {
		want[difference] = true
	}
	if diff := cmp.Diff(want, differences); diff != "" {
		t.Errorf("differences (-accepted +found):\n%s", diff)
	}
}

func named(market string, year int) map[string]string {
	days := map[string]string{}
	for _, h := range calendar()[market] {
		for day, _ := time.Parse(time.DateOnly, h.StartDate); day.Format(time.DateOnly) <= h.EndDate; day = day.AddDate(0, 0, 1) {
			if day.Year() == year {
				days[day.Format(time.DateOnly)] = h.Key
			}
		}
	}
	return days
}

func libraryDays(list []*cal.Holiday, year int) map[string]string {
	days := map[string]string{}
	for _, h := range list {
		actual, observed := h.Calc(year)
		for _, at := range []time.Time{actual, observed} {
			if at.Year() == year {
				days[at.Format(time.DateOnly)] = h.Name
			}
		}
	}
	return days
}
