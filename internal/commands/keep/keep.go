// Package keep has the commands for kept offers: their arguments and flags, and the layout of their answers.
package keep

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/desk/offers"
	"travel.example/travel/internal/kept"
	"travel.example/travel/internal/offer"
	"travel.example/travel/internal/paste"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/render/keptview"
	"travel.example/travel/internal/schema"
	"travel.example/travel/internal/words"
)

// New returns the command that keeps rows.
func New(run *cli.Run) *cobra.Command {
	var request offers.KeepRequest
	cmd := &cobra.Command{
		Long: `Keep a trip, a fare, a hotel or a rate after its search has expired, with everything needed to find
it again: its itinerary or terms, dates, guests, market, currency, price and time.

ROW is trip:2, hotel:3, a fare or a rate with its letter (2a), an id from a list, or a row number of
the last list printed here. You can keep rows of several lists at once: either all are kept or none.

While its search is valid, each offer is read once in full, so that you can show and compare it
later without a request. That uses no search. A kept offer works wherever a row does, as in travel
flights trip kept:1. To see what you kept, use travel kept.`,
		Example: `  travel keep 2
  travel keep trip:1 trip:4 hotel:2
  travel keep 2a --as lisbon-may --note "with Ana, aisle seats"`,
		RunE: func(cmd *cobra.Command, args []string) error {
			request.Rows = args
			done, err := offers.Keep(cmd.Context(), run.Desk(), request)
			if err != nil {
				return err
			}
			now := run.Env.Now()
			doc := offers.Document{Kept: []offers.Item{}, Damaged: []offers.Damaged{}}
			var all []kept.Kept
			var notes []string
			for _, d := range done {
				item := offers.ItemOf(d.Kept, now)
				item.Already = d.Already
				doc.Kept, all = append(doc.Kept, item), append(all, d.Kept)
				if d.Already {
					note := fmt.Sprintf("This %s was kept already, %s ago, as %s.",
						kept.Word(d.Kind), words.Age(now.Sub(d.At)), d.Row())
					if d.Was != "" {
						note += fmt.Sprintf(" It was called %s and is called %s now.", d.Was, d.Name)
					}
					notes = append(notes, note)
				}
			}
			view := keptview.List{Frame: grid.Frame{Title: titleOf("Kept", all), Notes: notes}, Kept: all, Now: now}
			for _, k := range all {
				if len(view.Next) < 2 {
					view.Next = append(view.Next, paste.Command(offers.Next(k, now)))
				}
			}
			return run.Out().PrintValue(doc, run.Desk().Origin(), view, notes)
		},
	}
	cmd.Flags().StringVar(&request.Name, "as", "", "Keep it under this `name`: letters, digits and dashes, such as lisbon-may")
	cmd.Flags().StringVar(&request.Note, "note", "", "Add this line of `text` as a note")
	run.Plans(cmd)
	return run.Prints(cmd, schema.Document(offers.Document{}, desk.Origin{}))
}

// titleOf describes what was done: "Kept a trip", "Forgot 2 offers".
func titleOf(done string, all []kept.Kept) string {
	if len(all) == 1 {
		return done + " a " + kept.Word(all[0].Kind)
	}
	return done + " " + words.Counted(len(all), "offer")
}

// Kept returns the command that lists kept offers, the parent of those that show and change them.
func Kept(run *cli.Run) *cobra.Command {
	cmd := &cobra.Command{
		Long: `List kept offers, with the price when you kept them, their age, and their state: bookable (the
search is still valid), expired (a new search can find it) or past.

KEPT is a number in this list, such as 2 or kept:2, or a name. Both work wherever a row does: travel
flights trip kept:2 shows the trip, and --renew searches again if its search has expired. The
original price stays; the last price seen is shown next to it.`,
		Example: `  travel kept
  travel kept show 2
  travel kept compare lisbon-may kept:3
  travel kept forget 2`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 && (args[0] == "list" || args[0] == "ls") { // as in other commands with a list
				return nil
			}
			return cli.ArgumentsOr("", 0, 0)(cmd, args)
		},
		RunE: func(*cobra.Command, []string) error {
			l, err := run.Desk().KeptList()
			if err != nil {
				return err
			}
			now := run.Env.Now()
			view := keptview.List{Kept: l.All, Now: now}
			if len(l.All) == 0 {
				view.Notes = []string{"Nothing is kept yet. To keep a row of a list: travel keep trip:2"}
			} else {
				list := recall.List{Kind: recall.Kept} // so that a bare number refers to a kept offer
				for _, k := range l.All {
					list.Rows = append(list.Rows, recall.Row{N: k.N, Offer: offer.Offer{ID: fmt.Sprint(k.N), Label: k.Title()}})
				}
				if err := run.Desk().Keep(list); err != nil {
					run.Out().Notice("row numbers are not kept: %v", err)
				}
				first := l.All[0]
				view.Next = []string{"travel kept show " + first.Title(), paste.Command(offers.Next(first, now))}
			}
			return run.Out().PrintValue(offers.DocumentOf(l, now), run.Desk().Origin(), view, view.Notes)
		},
	}
	run.List(cmd,
		cli.Entry{Use: "show KEPT", Short: "Show a kept offer in full", Make: newShow, Aliases: []string{"open", "details"}},
		cli.Entry{Use: "compare [KEPT...]", Short: "Compare kept offers side by side", Make: newCompare},
		cli.Entry{Use: "note KEPT [TEXT...]", Short: "Change the note or the name of a kept offer", Make: newNote, Aliases: []string{"rename", "name", "edit"}},
		cli.Entry{Use: "forget [KEPT...]", Short: "Forget kept offers", Make: newForget, Aliases: []string{"rm", "delete", "remove"}},
		cli.Entry{Use: "export [KEPT...]", Short: "Export kept offers to a file", Make: newExport},
		cli.Entry{Use: "import FILE", Short: "Import kept offers from a file", Make: newImport},
	)
	run.Columns(cmd, keptview.List{})
	return run.Prints(cmd, schema.Document(offers.Document{}, desk.Origin{}))
}

// printKept prints kept offers as a view, and in full for programs.
func printKept(run *cli.Run, all []kept.Kept, view render.View, notes []string) error {
	doc := offers.DocumentOf(kept.Listing{All: all}, run.Env.Now())
	for i, k := range all {
		doc.Kept[i].Detail = k.Detail
	}
	return run.Out().PrintValue(doc, run.Desk().Origin(), view, notes)
}

func newShow(run *cli.Run) *cobra.Command {
	return run.Prints(&cobra.Command{
		Long: `Show a kept offer in full, as it was when you kept it. It sends no request, so it works without a
network and after the search has expired. For the current price: travel flights trip kept:2 --renew`,
		Example: `  travel kept show 2
  travel kept show lisbon-may --json`,
		RunE: func(_ *cobra.Command, args []string) error {
			all, err := offers.Find(run.Desk(), args)
			if err != nil {
				return err
			}
			now, k := run.Env.Now(), all[0]
			title := words.UpperFirst(kept.Word(k.Kind)) + " " + k.Row()
			if k.Name != "" {
				title += ", " + k.Name
			}
			card := keptview.Card{Frame: grid.Frame{Title: title, Next: []string{paste.Command(offers.Next(k, now))}}}
			for _, f := range offers.Facts(k, now) {
				card.Facts = append(card.Facts, grid.Fact{Label: f.Label, Value: f.Value})
			}
			if k.State(now) == kept.Past {
				card.Next = []string{"travel kept forget " + k.Title()}
			}
			return printKept(run, all, card, nil)
		},
	}, schema.Document(offers.Document{}, desk.Origin{}))
}

func newCompare(run *cli.Run) *cobra.Command {
	return run.Prints(&cobra.Command{
		Long: `Show two to six kept offers side by side, as they were when you kept them: first what differs, then
what is the same. You can compare trips with fares, and hotels with rates, even from different
searches. It sends no request. Without KEPT, it compares all kept offers, if they can be compared.`,
		Example: `  travel kept compare 1 3
  travel kept compare lisbon-may porto --json`,
		RunE: func(_ *cobra.Command, args []string) error {
			all, err := offers.Find(run.Desk(), args)
			if err != nil {
				return err
			}
			if err := offers.CheckCompared(all, leastCompared, mostCompared); err != nil {
				return err
			}
			now := run.Env.Now()
			table := grid.Comparison{Facts: []grid.ComparedFact{}, Notes: []string{"Prices are those when you kept them."}}
			for _, k := range all {
				table.Heads = append(table.Heads, k.Title())
				table.Next = append(table.Next, paste.Command(offers.Next(k, now)))
			}
			for _, line := range offers.Compared(all, now) {
				table.Facts = append(table.Facts, grid.ComparedFact{Label: line.Label, Values: line.Values})
			}
			return printKept(run, all, table, table.Notes)
		},
	}, schema.Document(offers.Document{}, desk.Origin{}))
}

// Limits on the number of offers that can be compared side by side.
const (
	leastCompared = 2
	mostCompared  = 6
)

func newForget(run *cli.Run) *cobra.Command {
	var everything, yes bool
	cmd := &cobra.Command{
		Long: `Forget kept offers and delete their files. Their numbers are not used again. --all forgets
everything, after asking.`,
		Example: `  travel kept forget 2
  travel kept forget lisbon-may kept:3
  travel kept forget --all`,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case everything && len(args) > 0:
				return problem.Usagef("--all forgets everything; leave KEPT out")
			case !everything && len(args) == 0:
				return problem.Usagef("KEPT is missing; give a number or a name, or --all for everything").
					Advise("see what there is: travel kept")
			}
			all, err := offers.Find(run.Desk(), args)
			if err != nil {
				return err
			}
			if everything && len(all) > 0 && !yes {
				question := fmt.Sprintf("Forget %s? They cannot be brought back.", words.Counted(len(all), "kept offer"))
				refusal := problem.ChoiceError{
					Text: words.Counted(len(all), "kept offer") + " would be forgotten; nothing was",
					Hint: "to forget them: add --yes; to have them later: travel kept export > kept.json",
				}
				if err := run.Desk().Agree(cmd.Context(), question, refusal); err != nil {
					return err
				}
			}
			if err := run.Desk().Keeping().Forget(cmd.Context(), all); err != nil {
				return err
			}
			return printKept(run, all, keptview.List{Frame: grid.Frame{Title: titleOf("Forgot", all)}, Kept: all, Now: run.Env.Now()}, nil)
		},
	}
	cmd.Flags().BoolVar(&everything, "all", false, "Forget all kept offers")
	cmd.Flags().BoolVarP(&yes, "yes", "y", false, "With --all: do not ask")
	return run.Prints(cmd, schema.Document(offers.Document{}, desk.Origin{}))
}

func newNote(run *cli.Run) *cobra.Command {
	name := ""
	cmd := &cobra.Command{
		Long: `Change the note of a kept offer, or its name. TEXT needs no quotes; a dash alone deletes the note.`,
		Example: `  travel kept note 2 ask Ana about the hotel
  travel kept note 2 --as porto
  travel kept note lisbon-may -`,
		RunE: func(cmd *cobra.Command, args []string) error {
			note, err := offers.CheckNote("TEXT", strings.Join(args[1:], " "))
			if err != nil {
				return err
			}
			if note == "" && name == "" {
				return problem.Usagef("TEXT is missing; give a note, - to take it away, or --as NAME")
			}
			all, err := offers.Find(run.Desk(), args[:1])
			if err != nil {
				return err
			}
			if all[0], err = offers.Note(cmd.Context(), run.Desk(), all[0], name, note); err != nil {
				return err
			}
			return printKept(run, all, keptview.List{Kept: all, Now: run.Env.Now()}, nil)
		},
	}
	cmd.Flags().StringVar(&name, "as", "", "New `name`: letters, digits and dashes")
	return run.Prints(cmd, schema.Document(offers.Document{}, desk.Origin{}))
}

func newExport(run *cli.Run) *cobra.Command {
	return run.Prints(&cobra.Command{
		Long: `Print kept offers as JSON, to move them to another computer or profile: all of them, or those you
name. The file contains where and when you travel, with how many people, your notes, and ids of
searches, which expire; it contains no login and no account.`,
		Example: `  travel kept export > kept.json
  travel kept export lisbon-may > lisbon.json`,
		RunE: func(_ *cobra.Command, args []string) error {
			if format := run.Out().Format(); format == render.FormatTSV || format == render.FormatCSV {
				return problem.Usagef("an export is JSON, so --tsv and --csv do nothing here; use --jq").
					Advise("for a table, run: travel kept --csv")
			}
			all, err := offers.Find(run.Desk(), args)
			if err != nil {
				return err
			}
			body, err := offers.Export(all, run.Env.Now())
			if err != nil {
				return err
			}
			return run.Out().Answer().JSON(body, nil)
		},
	}, schema.Document(offers.Portable{}, nil))
}

func newImport(run *cli.Run) *cobra.Command {
	return run.Prints(&cobra.Command{
		Long: `Keep the offers in a file from travel kept export: all of them, or none. FILE may be - for stdin. The
file may come from anyone: travel refuses values that no list could contain, keeps no address from
it, and finds each offer again with a search before you book it. Offers get new numbers, and a name
that is taken gets a number appended; what you already kept does not change.`,
		Example: `  travel kept import kept.json
  travel kept import - --json < kept.json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			from, name := run.Env.Stdin, "stdin"
			if path := args[0]; path != "-" {
				file, err := openFile(path)
				if err != nil {
					return err
				}
				defer file.Close()
				from, name = file, words.Quote(path)
			}
			in, err := offers.Import(cmd.Context(), run.Desk(), from, name)
			if err != nil {
				return err
			}
			now := run.Env.Now()
			doc := offers.DocumentOf(kept.Listing{All: in.Added}, now)
			for _, k := range in.Already {
				item := offers.ItemOf(k, now)
				item.Already = true
				doc.Kept = append(doc.Kept, item)
			}
			view := keptview.List{Frame: grid.Frame{Title: titleOf("Kept", in.Added)}, Kept: in.Added, Now: now}
			if n := len(in.Already); n > 0 {
				note := fmt.Sprintf("%s of the file %s kept already.", words.Counted(n, "offer"), words.WasWere(n))
				view.Notes = append(view.Notes, note)
			}
			for _, was := range slices.Sorted(maps.Keys(in.Renamed)) {
				note := fmt.Sprintf("The name %s is taken; that of the file is called %s.", was, in.Renamed[was])
				view.Notes = append(view.Notes, note)
			}
			return run.Out().PrintValue(doc, run.Desk().Origin(), view, view.Notes)
		},
	}, schema.Document(offers.Document{}, desk.Origin{}))
}

// openFile opens a regular file. Anything else could block the reader.
func openFile(path string) (*os.File, error) {
	why := "cannot be read"
	switch info, err := os.Stat(path); {
	case os.IsNotExist(err):
		why = "does not exist"
	case err == nil && !info.Mode().IsRegular():
		why = "is not a regular file"
	case err == nil:
		if file, err := os.Open(path); err == nil {
			return file, nil
		}
	}
	return nil, problem.Usagef("FILE %s %s", words.Quote(path), why).
		Advise("give a file that travel kept export has written, or - for stdin")
}
