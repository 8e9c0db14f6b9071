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
	"github.com/spf13/pflag"

	"travel.example/travel/api"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/places"
	"travel.example/travel/internal/desk/service"
	"travel.example/travel/internal/desk/watch"
	"travel.example/travel/internal/kept"
	"travel.example/travel/internal/names"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/tab"
	"travel.example/travel/internal/words"
)

// Completions come from the contract and from this terminal's last lists; nothing is requested from the service and
// nothing is written. Text from outside gets near a shell here, so only plain words are offered. What is offered for
// an argument follows from its name in the usage, and for a flag from its parameter or the name of its value.

// The directives for completed words and for file names. Words keep their order; the shell filters them by the typed
// prefix.
const (
	inOrder   = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	fileNames = cobra.ShellCompDirectiveFilterFileExt // with no extension, which accepts every name
)

// Suggest completes a flag with words.
func Suggest(cmd *cobra.Command, flag string, words ...string) {
	_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, inOrder))
}

// completes adds completion to the arguments and flags of a command.
func (r *Run) completes(cmd *cobra.Command) {
	if cmd.ValidArgsFunction == nil && takesArguments(cmd) {
		cmd.ValidArgsFunction = r.offerArguments
	}
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if _, ok := cmd.GetFlagCompletionFunc(f.Name); ok {
			return
		}
		if value, _ := pflag.UnquoteUsage(f); value == "file" {
			_ = cmd.RegisterFlagCompletionFunc(f.Name, cobra.FixedCompletions(nil, fileNames))
		} else if offer := r.flagWords(cmd, f, value); offer != nil {
			complete := func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
				return offer(args, typed), inOrder
			}
			_ = cmd.RegisterFlagCompletionFunc(f.Name, complete)
		}
	})
}

// flagWords returns the source of the words for a flag, or nil if its values are not known. value is the name of its
// value on help pages.
func (r *Run) flagWords(cmd *cobra.Command, f *pflag.Flag, value string) func(args []string, typed string) []string {
	list := func(words func() []string) func([]string, string) []string {
		return func(_ []string, typed string) []string { return listCompletions(typed, words()) }
	}
	param, op, _ := ParamOf(f)
	own, _ := f.Value.(Value)
	columns, _ := f.Value.(columnsFlag)
	switch {
	case own.words != nil:
		return func([]string, string) []string { return own.words }
	case columns.names != nil:
		return list(columns.names)
	case f.Name == "profile":
		return func([]string, string) []string { return r.profiles() }
	case value == "date":
		return func(_ []string, typed string) []string { return offerDay(r.Env.Now(), r.days().Base(), "today", typed) }
	case value == "country", value == "passport", f.Name == "site-code":
		return func(_ []string, typed string) []string { return offerCountries(typed) }
	case value == "place", value == "places":
		return func(args []string, typed string) []string {
			at := strings.LastIndexByte(typed, ',') + 1
			return listCompletions(typed, r.offerPlaces(append(strings.Split(typed[:at], ","), args...), typed[at:]))
		}
	case param == nil:
		return nil
	case len(param.Enum) > 0 && param.List:
		return list(func() []string { return wordsOf(param) })
	case len(param.Enum) > 0:
		return func([]string, string) []string { return wordsOf(param) }
	case param.List && param.Kind == api.String:
		return list(func() []string { return r.facets(cmd, op, param) })
	}
	return nil
}

// facets returns the values of a list filter in the last search, with their names. The number of items that have a
// value belongs to that search, so it is left out for a new one.
func (r *Run) facets(cmd *cobra.Command, op *api.Operation, param *api.Param) (found []string) {
	kind, noun := recall.TripFacets, "trip"
	if op.ID == "getHotelSearchResults" {
		kind, noun = recall.HotelFacets, "hotel"
	}
	searches := cmd.Flags().Lookup("adults") != nil
	for _, row := range r.rows(kind) {
		// The values are validated again, because anyone with write access may have changed the file.
		if row.Facet == nil || row.Facet.Param != param.Name || !desk.Offerable(param, row.Label) {
			continue
		}
		about := desk.Inert(row.Facet.Name)
		if !searches {
			about = joined(about, words.Counted(row.Facet.Count, noun))
		}
		found = append(found, described(row.Label, about))
	}
	return found
}

// rows returns the rows of the last list of a kind that can be used, or nil if there is none.
func (r *Run) rows(kind recall.Kind) []recall.Row {
	list, _, err := r.desk.Shown(kind)
	if err != nil {
		return nil
	}
	return list.Rows
}

// offerArguments completes an argument by its name in the usage of the command.
func (r *Run) offerArguments(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	usage, _, _ := strings.Cut(cmd.Use, " --")
	labels := strings.Fields(strings.NewReplacer("[", "", "]", "").Replace(usage))[1:]
	firstDay := slices.IndexFunc(labels, takesDays)
	if firstDay >= 0 && len(args) >= firstDay {
		return offerDays(r.days(), labels[firstDay:], args[firstDay:], typed), inOrder
	}
	label := labels[min(len(args), len(labels)-1)]
	if len(args) >= len(labels) && !strings.HasSuffix(label, "...") {
		return nil, inOrder
	}
	noun, _, _ := strings.Cut(strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" "), " ")
	switch label = strings.TrimSuffix(label, "..."); noun + " " + label {
	case "explore PLACE":
		return r.offerGoals(recall.Goals, args), inOrder
	case "weekends NUMBER", "weekends PLACE":
		return r.offerGoals(recall.Breaks, args), inOrder
	case "hotels DAY":
		return r.offerCalendar(recall.Nights), inOrder
	}
	switch label {
	case "FILE":
		return nil, fileNames
	case "FROM", "TO", "PLACE", "CITY", "PLACE|LAT,LNG":
		return r.offerPlaces(args, typed), inOrder
	case "COUNTRY", "MARKET":
		return offerCountries(typed), inOrder
	case "WHEN":
		return offerWindows(r.days().Base(), typed), inOrder
	case "DAY":
		return r.offerCalendar(recall.Days), inOrder
	case "TRIP":
		return append(r.offerRows(recall.Trips, "", "", args), r.offerKept(args, recall.Trips)...), inOrder
	case "HOTEL":
		return append(r.offerRows(recall.Hotels, "", "", args), r.offerKept(args, recall.Hotels)...), inOrder
	case "FARE":
		return append(r.offerParts(recall.Fares, "", ""), r.offerKept(args, recall.Fares)...), inOrder
	case "RATE":
		return append(r.offerParts(recall.Rates, "", ""), r.offerKept(args, recall.Rates)...), inOrder
	case "REF", "ROW":
		return r.offerAny(args, typed), inOrder
	case "KEPT":
		return r.offerKept(args, kept.Kinds()...), inOrder
	case "N":
		return r.offerWatches(args), inOrder
	case "METHOD":
		return service.Methods(), inOrder
	case "PROFILE":
		return r.profiles(), inOrder
	case "KEY":
		var keys []string
		for _, key := range config.Keys() {
			keys = append(keys, key.Name+"\t"+key.Help)
		}
		return keys, inOrder
	}
	return nil, inOrder
}

// offerRows returns the numbers of the rows of the last list of a kind that are not on the line yet, after a prefix.
// about comes before their descriptions.
func (r *Run) offerRows(kind recall.Kind, prefix, about string, args []string) (found []string) {
	for _, row := range r.rows(kind) {
		if word := prefix + strconv.Itoa(row.N); row.ID != "" && !slices.Contains(args, word) {
			found = append(found, described(word, joined(about, rowWords(row))))
		}
	}
	return found
}

// offerParts returns the letters of fares or rates, from every opened row that is still valid, as offerRows does.
func (r *Run) offerParts(kind recall.Kind, prefix, about string) (found []string) {
	for _, list := range r.desk.Parts(kind) {
		for _, row := range list.Rows {
			if row.ID != "" && !row.Gone {
				found = append(found, described(prefix+list.Mark(row), joined(about, rowWords(row))))
			}
		}
	}
	return found
}

// offerAny returns rows of any list: the rows of the list printed last and the kept offers, and the rows of each list
// by prefix, such as trip:2, once the prefix has been started.
func (r *Run) offerAny(args []string, typed string) (found []string) {
	last, ok, err := r.desk.PrintedLast()
	if ok && err == nil && kept.Word(last.Kind) != "" {
		part := desk.PartOf(last.Kind)
		found = append(r.offerRows(last.Kind, "", kept.Word(last.Kind), args), r.offerParts(part, "", kept.Word(part))...)
	}
	for _, kind := range kept.Kinds() {
		prefix := kept.Word(kind) + ":"
		if typed != "" && strings.HasPrefix(typed, prefix[:min(len(typed), len(prefix))]) {
			found = append(found, r.offerRows(kind, prefix, "", args)...)
			found = append(found, r.offerParts(kind, prefix, "")...)
		}
	}
	return append(found, r.offerKept(args, kept.Kinds()...)...)
}

// offerKept returns the kept offers of some kinds that are not on the line yet, by name, or by number if they have
// none.
func (r *Run) offerKept(args []string, kinds ...recall.Kind) (found []string) {
	s := r.desk.Keeping()
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
			found = append(found, described(k.Title(), joined(kept.Word(k.Kind), hotel, rowWords(k.Offer.Row))))
		}
	}
	return found
}

// offerWatches returns the numbers of the watches that are not on the line yet.
func (r *Run) offerWatches(args []string) (found []string) {
	all, err := watch.List(r.desk)
	if err != nil {
		return nil
	}
	for _, w := range all.Watches {
		if n := strconv.Itoa(w.N); !slices.Contains(args, n) {
			found = append(found, described(n, desk.Inert(w.Title)))
		}
	}
	return found
}

// offerGoals returns the places of the last explore command that have a search, with their prices. For the last list
// of long weekends, it returns the numbers of those with a search, and then the places of one.
func (r *Run) offerGoals(kind recall.Kind, args []string) (found []string) {
	for _, row := range r.rows(kind) {
		if row.Goal == nil || row.ID == "" {
			continue
		}
		price := strings.TrimSpace(row.Price.Figures() + " " + row.Price.Currency)
		word, about := desk.Inert(row.Goal.Code), joined(desk.Inert(row.Goal.Name), desk.Inert(price))
		number := strconv.Itoa(row.Goal.Weekend)
		switch {
		case kind == recall.Breaks && len(args) == 0 && row.Day != nil:
			word, about = number, desk.Inert(row.Day.Day+" to "+row.Day.Back)
		case kind == recall.Breaks && (len(args) == 0 || args[0] != number):
			continue
		}
		again := func(other string) bool { return strings.HasPrefix(other+"\t", word+"\t") }
		if !slices.ContainsFunc(found, again) {
			found = append(found, described(word, about))
		}
	}
	return found
}

// rowWords describes a row in a few plain words.
func rowWords(row recall.Row) string {
	const longest = 48
	text := desk.Inert(row.Label)
	if runes := []rune(text); len(runes) > longest {
		text = strings.TrimSpace(string(runes[:longest]))
	}
	if row.Trip != nil {
		text = legWords(row.Trip)
	}
	if price := desk.Inert(row.Price.Figures()); price != "" && row.Hotel == nil { // not the price of a stay
		text = joined(text, desk.Inert(row.Price.Currency)+" "+price)
	}
	return text
}

// legWords describes a trip by airline and departure time, there and back.
func legWords(trip offer.Itinerary) string {
	var legs []string
	for i, leg := range trip[:min(len(trip), 2)] {
		airlines, at := desk.Inert(strings.Join(leg.Carriers, "+")), offer.Local(leg.Departs).Clock()
		if i == 0 {
			legs = append(legs, airlines+" "+desk.Inert(leg.From)+" "+at+" "+desk.Inert(leg.To))
		} else {
			legs = append(legs, "back "+airlines+" "+at)
		}
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

// offerPlaces returns places that this profile has resolved before, by code, or by name if no code has that prefix.
// Places already on the line are left out.
func (r *Run) offerPlaces(args []string, typed string) []string {
	var codes, named []string
	for _, p := range r.desk.Lists().Places() {
		if !places.IsSure(p.Code) { // the file may have been changed, as in facets
			continue
		}
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
		codes = append(codes, described(p.Code, cmp.Or(joined(name, country), "used before")))
		if name != "" && name == p.Name {
			named = append(named, described(name, joined(p.Code, country)))
		}
	}
	return eitherOf(codes, named, typed)
}

// described adds a description to a word.
func described(word, about string) string { return strings.TrimSuffix(word+"\t"+about, "\t") }

// joined joins the parts that are not empty.
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

// offerCalendar returns the days of the last price calendar of a kind that have a search, with their prices. A day
// with several lengths of stay comes once.
func (r *Run) offerCalendar(kind recall.Kind) (list []string) {
	last := ""
	for _, row := range r.rows(kind) {
		if row.Day == nil || row.ID == "" || row.Day.Day == last {
			continue
		}
		last = row.Day.Day
		about := ""
		if at := words.Day(last); !at.IsZero() {
			about = words.Date(at, r.Env.Now())
		}
		if row.Price.Known() {
			about = joined(about, desk.Inert(row.Price.Figures()+" "+row.Price.Currency))
		}
		list = append(list, desk.Inert(last)+"\t"+about)
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

// profiles returns the names of the profiles, or nil if they cannot be read.
func (r *Run) profiles() []string {
	file, err := r.ConfigFile()
	if err != nil {
		return nil
	}
	list, _ := file.Profiles()
	return list
}
