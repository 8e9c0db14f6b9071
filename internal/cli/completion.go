package cli

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/api"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/kept"
	"travel.example/travel/internal/names"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/tab"
	"travel.example/travel/internal/words"
)

// Completions come from the contract and from this terminal's last lists; nothing is requested from the service and
// nothing is written. Text from outside gets near a shell here, so only plain words are offered.

// Completion offers words from saved lists.
type Completion struct{ run *Run }

// Completion returns the completion for this run's lists.
func (r *Run) Completion() Completion { return Completion{r} }

// suggest completes a flag with words that continue what was typed, in the given order.
func suggest(cmd *cobra.Command, flag string, words func(typed string) []string) {
	_ = cmd.RegisterFlagCompletionFunc(flag, func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		return words(typed), inOrder
	})
}

// CompleteNothing keeps the shell from offering file names as arguments.
func CompleteNothing(cmd *cobra.Command) { cmd.ValidArgsFunction = cobra.NoFileCompletions }

// CompleteFiles makes the shell offer file names for a flag. It returns a filter that accepts everything, because
// returning nothing is also what cobra does for a line that it cannot parse.
func CompleteFiles(cmd *cobra.Command, flag string) {
	_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterFileExt))
}

// Facets completes each list filter with the values from the last search. about returns the description of a value.
func (c Completion) Facets(cmd *cobra.Command, p *ask.Values, kind recall.Kind, about func(recall.Facet) string) {
	op := p.Op()
	for i := range op.Params {
		param := &op.Params[i]
		name := ask.FlagName(param.Name)
		if !param.List || param.Kind != api.String || len(param.Enum) > 0 || cmd.Flags().Lookup(name) == nil {
			continue
		}
		suggest(cmd, name, func(typed string) []string {
			var found []string
			for _, row := range c.rows(kind) {
				// The values are validated again, because anyone with write access may have changed the file.
				if row.Facet != nil && row.Facet.Param == param.Name && desk.Offerable(param, row.Label) {
					found = append(found, strings.TrimSuffix(row.Label+"\t"+about(*row.Facet), "\t"))
				}
			}
			return listCompletions(typed, found)
		})
	}
}

// FacetName returns the name of a filter value, or "" if the value is clear without one. It leaves out the counts,
// which belong to the last search and not to a new one.
func FacetName(f recall.Facet) string { return desk.Inert(f.Name) }

// FacetCount describes a filter value by its name and the number of items, such as "trip", that have it.
func FacetCount(what string) func(recall.Facet) string {
	return func(f recall.Facet) string { return joined(FacetName(f), words.Counted(f.Count, what)) }
}

// rows returns the rows of the last list of a kind, or nil if there is none.
func (c Completion) rows(kind recall.Kind) []recall.Row {
	list, _, err := c.run.desk.Shown(kind)
	if err != nil {
		return nil
	}
	return list.Rows
}

// Rows completes up to most arguments with row numbers of the last list, none twice, and then completes the
// command's other arguments.
func (c Completion) Rows(cmd *cobra.Command, kind recall.Kind, most int) {
	cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) >= most {
			return c.run.offerArguments(cmd, args, typed)
		}
		var found []string
		for _, row := range c.rows(kind) {
			if n := strconv.Itoa(row.N); row.ID != "" && !slices.Contains(args, n) {
				found = append(found, n+"\t"+rowWords(row))
			}
		}
		return append(found, c.kept(args, kind)...), inOrder
	}
}

// Parts completes fares or rates by letter, from every opened row that is still valid.
func (c Completion) Parts(cmd *cobra.Command, kind recall.Kind) {
	cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return c.run.offerArguments(cmd, args, typed)
		}
		return append(c.parts(kind, "", ""), c.kept(args, kind)...), inOrder
	}
}

// parts returns those fares or rates with their descriptions.
func (c Completion) parts(kind recall.Kind, before, after string) (found []string) {
	for _, list := range c.run.desk.Parts(kind) {
		for _, row := range list.Rows {
			if row.ID != "" && !row.Gone {
				found = append(found, before+list.Mark(row)+"\t"+joined(after, rowWords(row)))
			}
		}
	}
	return found
}

// Offers completes arguments that accept a row of any list: with the rows of the list printed last and the kept
// offers, and with the rows of each list by prefix, such as trip:2, once the prefix has been started.
func (c Completion) Offers(cmd *cobra.Command, most int) {
	cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) >= most {
			return nil, inOrder
		}
		var found []string
		offer := func(kind recall.Kind, before, after string) {
			for _, row := range c.rows(kind) {
				if word := before + strconv.Itoa(row.N); row.ID != "" && !slices.Contains(args, word) {
					found = append(found, word+"\t"+joined(after, rowWords(row)))
				}
			}
		}
		last, ok, err := c.run.desk.PrintedLast()
		if ok && err == nil && kept.Word(last.Kind) != "" {
			part := desk.PartOf(last.Kind)
			offer(last.Kind, "", kept.Word(last.Kind))
			found = append(found, c.parts(part, "", kept.Word(part))...)
		}
		for _, kind := range kept.Kinds() {
			if before := kept.Word(kind) + ":"; typed != "" && strings.HasPrefix(typed, before[:min(len(typed), len(before))]) {
				offer(kind, before, "")
				found = append(found, c.parts(kind, before, "")...)
			}
		}
		return append(found, c.kept(args, kept.Kinds()...)...), inOrder
	}
}

// Kept completes kept offers by name, or by number if they have none.
func (c Completion) Kept(cmd *cobra.Command, most int) {
	cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) >= most {
			return nil, inOrder
		}
		return c.kept(args, kept.Kinds()...), inOrder
	}
}

// kept returns the kept offers of some kinds that are not on the line yet, with their descriptions.
func (c Completion) kept(args []string, kinds ...recall.Kind) (found []string) {
	s := c.run.desk.Keeping()
	s.Still = true // a damaged file must not be changed while someone types
	l, err := s.List()
	if err != nil {
		return nil
	}
	for _, k := range l.All {
		if slices.Contains(kinds, k.Kind) && !slices.Contains(args, k.Title()) && !slices.Contains(args, k.Row()) {
			hotel := ""
			if k.Kind == recall.Rates {
				hotel = desk.Inert(k.List.Asked().Name)
			}
			found = append(found, k.Title()+"\t"+joined(kept.Word(k.Kind), hotel, rowWords(k.Offer.Row)))
		}
	}
	return found
}

// Places completes flags that accept comma-separated places with the places used before.
func (c Completion) Places(cmd *cobra.Command, flags ...string) {
	for _, flag := range flags {
		_ = cmd.RegisterFlagCompletionFunc(flag, func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			at := strings.LastIndexByte(typed, ',') + 1
			return listCompletions(typed, c.run.offerPlaces(append(strings.Split(typed[:at], ","), args...), typed[at:])), inOrder
		})
	}
}

// Countries completes flags that accept a country.
func (c Completion) Countries(cmd *cobra.Command, flags ...string) {
	for _, flag := range flags {
		suggest(cmd, flag, offerCountries)
	}
}

// Goals completes the places of the last explore command that have a search, with their prices.
func (c Completion) Goals(cmd *cobra.Command) {
	cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		var found []string
		for _, row := range c.rows(recall.Goals) {
			if row.Goal != nil && row.ID != "" && len(args) == 0 {
				found = append(found, goalWords(row))
			}
		}
		return found, inOrder
	}
}

// goalWords returns the code of a place, a tab, and its name and price.
func goalWords(row recall.Row) string {
	about := joined(desk.Inert(row.Goal.Name), desk.Inert(strings.TrimSpace(row.Price.Amount+" "+row.Price.Currency)))
	return strings.TrimSuffix(desk.Inert(row.Goal.Code)+"\t"+about, "\t")
}

// Breaks completes the numbers of the last list of long weekends, and then the places of one that have a search,
// with their prices.
func (c Completion) Breaks(cmd *cobra.Command) {
	cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		var found []string
		for _, row := range c.rows(recall.Breaks) {
			if row.Goal == nil || row.Day == nil || row.ID == "" {
				continue
			}
			number, offer := strconv.Itoa(row.Goal.Weekend), ""
			switch {
			case len(args) == 0:
				offer = number + "\t" + desk.Inert(row.Day.Day+" to "+row.Day.Back)
			case len(args) == 1 && args[0] == number:
				offer = goalWords(row)
			}
			word, _, _ := strings.Cut(offer, "\t")
			again := func(other string) bool { return strings.HasPrefix(other+"\t", word+"\t") }
			if offer != "" && !slices.ContainsFunc(found, again) {
				found = append(found, offer)
			}
		}
		return found, inOrder
	}
}

// rowWords describes a row in a few plain words.
func rowWords(row recall.Row) string {
	const longest = 48
	text := desk.Inert(row.Label)
	if runes := []rune(text); len(runes) > longest {
		text = strings.TrimSpace(string(runes[:longest]))
	}
	if row.Trip != nil {
		if legs := legWords(row.Label); legs != "" {
			text = legs
		}
	}
	if price := desk.Inert(row.Price.Amount); price != "" && row.Hotel == nil { // not the price of a stay
		text = joined(text, desk.Inert(row.Price.Currency)+" "+price)
	}
	return text
}

// legWords describes a trip by airline and departure time, there and back. It returns "" unless the label has the
// form "airlines from time to time", with a semicolon between legs.
func legWords(label string) string {
	var legs []string
	for i, leg := range strings.SplitN(strings.TrimSuffix(label, "; "), "; ", 2) {
		f := strings.Fields(leg)
		if len(f) != 5 || words.Moment(f[2]).IsZero() {
			break
		}
		at := offer.Clock(words.Moment(f[2]))
		if i > 0 {
			legs = append(legs, "back "+desk.Inert(f[0])+" "+at)
			break
		}
		legs = append(legs, desk.Inert(f[0]+" "+f[1])+" "+at+" "+desk.Inert(f[3]))
	}
	return joined(legs...)
}

// Tab answers a completion script if the arguments are its request; ok reports whether they are. execute runs the
// command line that asks cobra for the words. Nothing but the words is ever printed.
func Tab(env *Env, execute func(*Env) int) (code int, ok bool) {
	if len(env.Args) == 0 || env.Args[0] != tab.Word && env.Args[0] != tab.PlainWord {
		return 0, false
	}
	line, err := tab.Read(env.Args[1:])
	if err != nil {
		return 2, true
	}
	var said bytes.Buffer
	request := cobra.ShellCompRequestCmd
	if env.Args[0] == tab.PlainWord {
		request = cobra.ShellCompNoDescRequestCmd
	}
	asked := *env
	asked.Args = append([]string{request}, line.Words()...)
	asked.Stdout, asked.Stderr, asked.Stdin = &said, io.Discard, strings.NewReader("")
	asked.StdinTTY = false
	code = execute(&asked)
	_, _ = io.WriteString(env.Stdout, line.Answer(said.String()))
	return code, true
}

// listCompletions returns words that can follow in a comma-separated list, without those already in it.
func listCompletions(typed string, words []string) []string {
	before, last := "", typed
	if at := strings.LastIndexByte(typed, ','); at >= 0 {
		before, last = typed[:at+1], typed[at+1:]
	}
	var found []string
	for _, word := range words {
		value, _, _ := strings.Cut(word, "\t")
		if strings.HasPrefix(strings.ToLower(value), strings.ToLower(last)) && !strings.Contains(","+before, ","+value+",") {
			found = append(found, before+word)
		}
	}
	return found
}

// inOrder keeps the order of the words. The shell filters them by the typed prefix.
const inOrder = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder

// offerArguments completes the arguments named in the usage of a command: places for FROM, TO, PLACE and CITY,
// countries, and days, which may be several words.
func (r *Run) offerArguments(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	_, usage, _ := strings.Cut(cmd.Use, " ")
	labels := strings.Fields(strings.NewReplacer("[", "", "]", "").Replace(usage))
	days := []string{"DATE", "RETURN", "CHECKIN", "CHECKOUT"}
	firstDay := slices.IndexFunc(labels, func(label string) bool { return slices.Contains(days, label) })
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

// offerValues completes the flag of a parameter if its values are known.
func offerValues(cmd *cobra.Command, flag string, param *api.Param, days *ask.Days) {
	if len(param.Enum) > 0 {
		suggest(cmd, flag, func(typed string) []string {
			if param.List {
				return listCompletions(typed, wordsOf(param))
			}
			return wordsOf(param)
		})
		return
	}
	switch {
	case param.Pattern == ask.DayPattern:
		offerDayFlag(cmd, flag, days)
	case param.Pattern == ask.CountryPattern, param.Name == "siteCode":
		suggest(cmd, flag, offerCountries)
	}
}

// offerDayFlag completes a flag with days.
func offerDayFlag(cmd *cobra.Command, flag string, days *ask.Days) {
	suggest(cmd, flag, func(typed string) []string { return offerDay(days.Today(), days.Base(), "today", typed) })
}

// offerPlaces returns places that this profile has resolved before, by code, or by name if no code has that prefix.
// Places already on the line are left out.
func (r *Run) offerPlaces(args []string, typed string) []string {
	var codes, named []string
	for _, p := range r.desk.Lists().Places() {
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

// offerCountries returns all countries by code, or by name if no code has that prefix.
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

// eitherOf returns the words of first that start with typed, or else those of second.
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

// offerDays returns the days that can follow args for the arguments in labels.
func offerDays(days *ask.Days, labels, args []string, typed string) []string {
	if len(args) > 0 && !strings.HasPrefix(args[len(args)-1], "+") {
		if n, err := strconv.Atoi(args[len(args)-1]); err == nil && n >= 1 && n <= 31 { // 25 dec, without quotes
			var months []string
			for m := time.January; m <= time.December; m++ {
				months = append(months, strings.ToLower(m.String()))
			}
			return months
		}
	}
	found, err := days.Join(args, labels, 0)
	if err != nil || len(found) >= len(labels) {
		return nil
	}
	if len(found) == 0 {
		return offerDay(days.Today(), days.Base(), "today", typed)
	}
	if read := days.Read(found[0]); len(read) == 1 {
		if base, err := time.Parse(ask.ISO, read[0].Value); err == nil {
			return offerDay(days.Today(), base, "", typed)
		}
	}
	return nil
}

// offerWindows returns ranges of days: months, and the days around a date.
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
	return offerDay(base, base, "today", typed)
}

// offerCalendar returns the days of the last price calendar of a kind that have a search, with their prices.
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
			about = words.Date(at, r.Env.Now())
		}
		if row.Price.Amount != "" {
			about = joined(about, desk.Inert(row.Price.Amount+" "+row.Price.Currency))
		}
		if n := len(list); n > 0 && strings.HasPrefix(list[n-1], row.Day.Day+"\t") {
			continue // another length of stay
		}
		list = append(list, desk.Inert(row.Day.Day)+"\t"+about)
	}
	return list
}

// offered is the number of days ahead to offer.
const offered = 31

// offerDay returns days as words, as offsets from base, and as dates. Each has its own description, because zsh
// puts entries with equal descriptions on one line. today is the word for base itself, "" if it has none.
func offerDay(now, base time.Time, today, typed string) (list []string) {
	add := func(word string, days int) {
		list = append(list, word+"\t"+words.Date(base.AddDate(0, 0, days), now))
	}
	if today != "" {
		add(today, 0)
		add("tomorrow", 1)
		if typed != "" { // its weekday, for those who look for it
			next := base.AddDate(0, 0, 1)
			list = append(list, strings.ToLower(next.Format("Mon"))+"\t"+words.Date(next, now)+", tomorrow")
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
	if len(typed) >= len("2006-01") { // a later month
		month, err := time.Parse("2006-01", typed[:len("2006-01")])
		for day := month; err == nil && day.Month() == month.Month(); day = day.AddDate(0, 0, 1) {
			if day.After(last) {
				list = append(list, calendarDay(day, base))
			}
		}
	}
	return list
}

// calendarDay formats a date with its weekday and distance in days.
func calendarDay(day, base time.Time) string {
	return fmt.Sprintf("%s\t%s, +%dd", day.Format(ask.ISO), day.Format("Monday"), int(day.Sub(base).Hours()/24))
}

// offerProfiles returns the names of the profiles.
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
