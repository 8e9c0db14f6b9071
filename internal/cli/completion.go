package cli

import (
	"bytes"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/api"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/kept"
	"travel.example/travel/internal/desk/params"
	"travel.example/travel/internal/desk/recall"
	"travel.example/travel/internal/tab"
	"travel.example/travel/internal/words"
)

// What the shell offers comes from the contract and from what this terminal listed last; nothing is
// asked of the service and nothing is written. Foreign words get near a shell here, so what is not a
// plain word is never offered.

// Completion offers the words that lists hold.
type Completion struct{ run *Run }

// Completion offers the words of the run's lists.
func (r *Run) Completion() Completion { return Completion{r} }

// CompleteNothing keeps the shell from offering file names as arguments.
func CompleteNothing(cmd *cobra.Command) { cmd.ValidArgsFunction = cobra.NoFileCompletions }

// CompleteFiles has the shell offer file names for a flag. It says so with a filter that lets all
// through: to say nothing is what cobra does on a line that it cannot read.
func CompleteFiles(cmd *cobra.Command, flag string) {
	_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterFileExt))
}

// Facets offers for each list filter the words of the last search. about says what stands beside
// one.
func (c Completion) Facets(cmd *cobra.Command, p *params.Values, kind recall.Kind, about func(recall.Facet) string) {
	op := p.Op()
	for i := range op.Params {
		param := &op.Params[i]
		name := params.FlagName(param.Name)
		if !param.List || param.Kind != api.String || len(param.Enum) > 0 || cmd.Flags().Lookup(name) == nil {
			continue
		}
		_ = cmd.RegisterFlagCompletionFunc(name, func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
			return listCompletions(typed, c.facetWords(param, kind, about)), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
		})
	}
}

// facetWords are the words of one filter with what they stand for. They are checked again: the file
// may have been made by anyone who can write there.
func (c Completion) facetWords(param *api.Param, kind recall.Kind, about func(recall.Facet) string) []string {
	var found []string
	for _, row := range c.rows(kind) {
		if row.Facet == nil || row.Facet.Param != param.Name || !desk.Offerable(param, row.Label) {
			continue
		}
		found = append(found, strings.TrimSuffix(row.Label+"\t"+about(*row.Facet), "\t"))
	}
	return found
}

// FacetName is what a word stands for, "" where it speaks for itself. A new search is told no more:
// the counts are those of the last one.
func FacetName(f recall.Facet) string { return desk.Inert(f.Name) }

// FacetCount says what a word stands for and how many of what the search lists, such as "trip", have it.
func FacetCount(what string) func(recall.Facet) string {
	return func(f recall.Facet) string { return joined(FacetName(f), words.Counted(f.Count, what)) }
}

// rows are the rows of the last list of a kind, none when there is none.
func (c Completion) rows(kind recall.Kind) []recall.Row {
	list, _, err := c.run.desk.Shown(kind)
	if err != nil {
		return nil
	}
	return list.Rows
}

// Rows offers the row numbers of the last list as arguments, from the first to the most that the
// command takes, and none twice. Behind them it offers what its other arguments take.
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

// Offers offers for arguments that take a row of any list those of the list that was printed last, and what
// is kept; and those of each list behind its word, such as trip:2, once it is begun.
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
			offer(last.Kind, "", kept.Word(last.Kind))
		}
		for _, kind := range kept.Kinds() {
			if before := kept.Word(kind) + ":"; typed != "" && strings.HasPrefix(typed, before[:min(len(typed), len(before))]) {
				offer(kind, before, "")
			}
		}
		return append(found, c.kept(args, kept.Kinds()...)...), inOrder
	}
}

// Kept offers what is kept, by its name, else by its number.
func (c Completion) Kept(cmd *cobra.Command, most int) {
	cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) >= most {
			return nil, inOrder
		}
		return c.kept(args, kept.Kinds()...), inOrder
	}
}

// kept are the kept offers of some kinds that are not on the line yet, with what they stand for.
func (c Completion) kept(args []string, kinds ...recall.Kind) (found []string) {
	store, err := c.run.desk.Keeping()
	if err != nil {
		return nil
	}
	l, err := store.Still().List() // a damaged file is not touched while someone types
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

// Places offers for flags that take places, with commas between several, those that were used before.
func (c Completion) Places(cmd *cobra.Command, flags ...string) {
	for _, flag := range flags {
		_ = cmd.RegisterFlagCompletionFunc(flag, func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			at := strings.LastIndexByte(typed, ',') + 1
			return listCompletions(typed, c.run.offerPlaces(append(strings.Split(typed[:at], ","), args...), typed[at:])), inOrder
		})
	}
}

// Countries offers for flags that take a country all of them.
func (c Completion) Countries(cmd *cobra.Command, flags ...string) {
	for _, flag := range flags {
		_ = cmd.RegisterFlagCompletionFunc(flag, func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
			return offerCountries(typed), inOrder
		})
	}
}

// Goals offers the places of the last look around that have a search, with what they cost.
func (c Completion) Goals(cmd *cobra.Command) {
	cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		var found []string
		for _, row := range c.rows(recall.Goals) {
			if row.Goal == nil || row.ID == "" || len(args) > 0 {
				continue
			}
			about := joined(desk.Inert(row.Goal.Name), desk.Inert(strings.TrimSpace(row.Price.Amount+" "+row.Price.Currency)))
			found = append(found, strings.TrimSuffix(desk.Inert(row.Goal.Code)+"\t"+about, "\t"))
		}
		return found, inOrder
	}
}

// Breaks offers the long weekends of the last list by their numbers, and then the places of one that have
// a search, with what they cost.
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
				about := joined(desk.Inert(row.Goal.Name), desk.Inert(strings.TrimSpace(row.Price.Amount+" "+row.Price.Currency)))
				offer = strings.TrimSuffix(desk.Inert(row.Goal.Code)+"\t"+about, "\t")
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

// rowWords say in a few plain words what a row is.
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
	if price := desk.Inert(row.Price.Amount); price != "" && row.Hotel == nil { // what a night costs is not the price of a stay
		text = joined(text, desk.Inert(row.Price.Currency)+" "+price)
	}
	return text
}

// legWords say by whom and when a trip leaves, and when it goes back; "" for a label of another form
// than airlines, from, time, to, time, a leg behind a semicolon.
func legWords(label string) string {
	var legs []string
	for i, leg := range strings.SplitN(strings.TrimSuffix(label, "; "), "; ", 2) {
		f := strings.Fields(leg)
		if len(f) != 5 || words.Moment(f[2]).IsZero() {
			break
		}
		at := words.Moment(f[2]).Format("15:04")
		if i > 0 {
			legs = append(legs, "back "+desk.Inert(f[0])+" "+at)
			break
		}
		legs = append(legs, desk.Inert(f[0]+" "+f[1])+" "+at+" "+desk.Inert(f[3]))
	}
	return joined(legs...)
}

// Tab answers a completion script, when that is what the arguments ask for. execute runs the command
// line that asks cobra for the words; nothing but the words is printed, whatever happens.
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

// listCompletions are the words that may follow in a list with commas, those
// that stand in it already left out.
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
