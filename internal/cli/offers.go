package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/api"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/names"
	"travel.example/travel/internal/words"
)

// What goes on as the word under the cursor begins is kept behind it all: here everything is offered.

const inOrder = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder

// offerArguments offers for each argument that the usage of a command names what it takes: places for
// FROM, TO, PLACE and CITY, countries, and days, which may be typed as several words.
func (r *Run) offerArguments(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	_, usage, _ := strings.Cut(cmd.Use, " ")
	labels := strings.Fields(strings.NewReplacer("[", "", "]", "").Replace(usage))
	firstDay := slices.IndexFunc(labels, isDayLabel)
	switch at := len(args); {
	case firstDay >= 0 && at >= firstDay:
		return offerDays(r.days(), labels[firstDay:], args[firstDay:], typed), inOrder
	case at >= len(labels):
		return nil, inOrder
	case slices.Contains([]string{"FROM", "TO", "PLACE", "CITY", "PLACE|LAT,LNG"}, labels[at]):
		return r.offerPlaces(args, typed), inOrder
	case labels[at] == "WHEN":
		return offerWindows(r.days().Base(), typed), inOrder
	case labels[at] == "DAY":
		kind := recall.Days
		if strings.HasPrefix(cmd.CommandPath(), cmd.Root().Name()+" hotels ") {
			kind = recall.Nights
		}
		return r.offerCalendar(kind), inOrder
	case labels[at] == "COUNTRY", labels[at] == "MARKET":
		return offerCountries(typed), inOrder
	}
	return nil, inOrder
}

func isDayLabel(label string) bool {
	return slices.Contains([]string{"DATE", "RETURN", "CHECKIN", "CHECKOUT"}, label)
}

// offerValues offers what the flag of a parameter takes, where that is known.
func offerValues(cmd *cobra.Command, flag string, param *api.Param, days *params.Days) {
	if len(param.Enum) > 0 {
		_ = cmd.RegisterFlagCompletionFunc(flag, func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
			if param.List {
				return listCompletions(typed, wordsOf(param)), inOrder
			}
			return wordsOf(param), inOrder
		})
		return
	}
	switch {
	case param.Pattern == params.DayPattern:
		OfferDays(cmd, flag, days)
	case param.Pattern == params.CountryPattern, param.Name == "siteCode":
		_ = cmd.RegisterFlagCompletionFunc(flag, func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
			return offerCountries(typed), inOrder
		})
	}
}

// OfferDays offers days for a flag.
func OfferDays(cmd *cobra.Command, flag string, days *params.Days) {
	_ = cmd.RegisterFlagCompletionFunc(flag, func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		return offerDay(days.Base(), "today", typed), inOrder
	})
}

// offerPlaces offers the places that the profile found out before: by their codes, or by their names
// where no code begins so. Those that stand on the line already are left out.
func (r *Run) offerPlaces(args []string, typed string) []string {
	lists, err := r.desk.Lists()
	if err != nil {
		return nil
	}
	var codes, named []string
	for _, p := range lists.Places() {
		name, country := desk.Inert(p.Name), ""
		if p.Country != "" {
			country = names.CountryName(p.Country)
		}
		there := func(arg string) bool {
			return arg != "" && (strings.EqualFold(arg, p.Code) || strings.EqualFold(arg, name))
		}
		if slices.ContainsFunc(args, there) {
			continue
		}
		codes = append(codes, p.Code+"\t"+cmp.Or(joined(name, country), "used before"))
		if name != "" && name == p.Name {
			named = append(named, name+"\t"+joined(p.Code, country))
		}
	}
	return eitherOf(codes, named, typed)
}

func joined(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), ", ")
}

// offerCountries offers all countries: by their codes, or by their names where no code begins so.
func offerCountries(typed string) []string {
	var codes, named []string
	for _, c := range names.All() {
		codes = append(codes, c.Code+"\t"+c.Name)
		if desk.Inert(c.Name) == c.Name {
			named = append(named, c.Name+"\t"+c.Code)
		}
	}
	return eitherOf(codes, named, typed)
}

// eitherOf are the first words, as far as they begin as what was typed, or else the second ones.
func eitherOf(first, second []string, typed string) []string {
	if found := beginning(first, typed); len(found) > 0 {
		return found
	}
	return beginning(second, typed)
}

func beginning(list []string, typed string) (found []string) {
	for _, word := range list {
		if strings.HasPrefix(strings.ToLower(word), strings.ToLower(typed)) {
			found = append(found, word)
		}
	}
	return found
}

// offerDays offers what may follow of the days that labels name, behind the words in args.
func offerDays(days *params.Days, labels, args []string, typed string) []string {
	if len(args) > 0 && isDayOfMonth(args[len(args)-1]) { // 25 dec, without quotes
		return months()
	}
	found, err := days.Join(args, labels, 0)
	if err != nil || len(found) >= len(labels) {
		return nil
	}
	if len(found) == 0 {
		return offerDay(days.Base(), "today", typed)
	}
	if read := days.Read(found[0]); len(read) == 1 {
		if base, err := time.Parse(params.ISO, read[0].Value); err == nil {
			return offerDay(base, "", typed)
		}
	}
	return nil
}

// offerWindows offers days in a row: months, and a day with those around it.
func offerWindows(base time.Time, typed string) (list []string) {
	first := base.AddDate(0, 0, 1-base.Day())
	for n := range 12 {
		month := first.AddDate(0, n, 0)
		list = append(list, strings.ToLower(month.Format("January"))+"\t"+month.Format("January 2006"))
	}
	list = append(list, "+1d..+31d\tthe 31 days from tomorrow")
	if found := beginning(list, typed); len(found) > 0 {
		return found
	}
	return offerDay(base, "today", typed)
}

// offerCalendar offers the days of the last price calendar of a kind that have a search, with what they
// cost.
func (r *Run) offerCalendar(kind recall.Kind) (list []string) {
	days, _, err := r.desk.Shown(kind)
	if err != nil {
		return nil
	}
	for _, row := range days.Rows {
		if row.Day == nil || row.ID == "" {
			continue
		}
		about := ""
		if at := words.Day(row.Day.Day); !at.IsZero() {
			about = at.Format("Mon 2 Jan")
		}
		if row.Price.Amount != "" {
			about = joined(about, desk.Inert(row.Price.Amount+" "+row.Price.Currency))
		}
		if n := len(list); n > 0 && strings.HasPrefix(list[n-1], row.Day.Day+"\t") {
			continue // another stay
		}
		list = append(list, desk.Inert(row.Day.Day)+"\t"+about)
	}
	return list
}

func isDayOfMonth(word string) bool {
	n, err := strconv.Atoi(word)
	return err == nil && n >= 1 && n <= 31 && !strings.HasPrefix(word, "+")
}

func months() (list []string) {
	for m := time.January; m <= time.December; m++ {
		list = append(list, strings.ToLower(m.String()))
	}
	return list
}

// offered is how many days ahead are offered.
const offered = 31

// offerDay offers a day: in words, counted from base, and by the calendar, each with a description of
// its own, since zsh puts those that share one on one line. today is how the base itself is called; a
// day that counts from another one has no name for that.
func offerDay(base time.Time, today, typed string) (list []string) {
	add := func(word string, days int) {
		list = append(list, word+"\t"+base.AddDate(0, 0, days).Format("Mon 2 Jan"))
	}
	if today != "" {
		add(today, 0)
		add("tomorrow", 1)
		if typed != "" { // its weekday is offered to those who look for it
			next := base.AddDate(0, 0, 1)
			list = append(list, strings.ToLower(next.Format("Mon"))+"\t"+next.Format("Mon 2 Jan")+", tomorrow")
		}
		for n := 2; n <= 7; n++ {
			add(strings.ToLower(base.AddDate(0, 0, n).Format("Mon")), n)
		}
	} else {
		for n := 1; n <= 7; n++ {
			add("+"+strconv.Itoa(n)+"d", n)
		}
	}
	add("+2w", 14)
	last := base.AddDate(0, 0, offered)
	for day := base.AddDate(0, 0, 1); !day.After(last); day = day.AddDate(0, 0, 1) {
		list = append(list, calendarDay(day, base))
	}
	if len(typed) >= len("2006-01") { // a month further ahead
		month, err := time.Parse("2006-01", typed[:len("2006-01")])
		for day := month; err == nil && day.Month() == month.Month(); day = day.AddDate(0, 0, 1) {
			if day.After(last) {
				list = append(list, calendarDay(day, base))
			}
		}
	}
	return list
}

// calendarDay is a day by the calendar, with its weekday and how far it is.
func calendarDay(day, base time.Time) string {
	return fmt.Sprintf("%s\t%s, +%dd", day.Format(params.ISO), day.Format("Monday"), int(day.Sub(base).Hours()/24))
}

// offerProfiles offers the profiles there are.
func (r *Run) offerProfiles() []string {
	file, err := r.ConfigFile()
	if err != nil {
		return nil
	}
	list, err := file.Profiles()
	if err != nil {
		return nil
	}
	return list
}
