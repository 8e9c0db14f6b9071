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
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render/keptview"
	"travel.example/travel/internal/schema"
	"travel.example/travel/internal/words"
)

func newNote(run *cli.Run) *cobra.Command {
	name := ""
	cmd := &cobra.Command{
		Long: `Change the note of a kept offer, or its name. TEXT needs no quotes; a dash alone deletes the note.`,
		Example: `  travel kept note 2 ask Ana about the hotel
  travel kept note 2 --as porto
  travel kept note lisbon-may -`,
		Args: cli.AtLeastOne("KEPT"),
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
			now := run.Env.Now()
			return run.Out().PrintValue(documentOf(all, now), run.Desk().Origin(), keptview.List{Kept: all, Now: now}, nil)
		},
	}
	cmd.Flags().StringVar(&name, "as", "", "New `name`: letters, digits and dashes")
	run.Completion().Kept(cmd, 1)
	return run.Prints(cmd, schema.Document(offers.Document{}, desk.Origin{}))
}

func newExport(run *cli.Run) *cobra.Command {
	cmd := &cobra.Command{
		Long: `Print kept offers as JSON, to move them to another computer or profile: all of them, or those you
name. The file contains where and when you travel, with how many people, your notes, and ids of
searches, which expire; it contains no login and no account.`,
		Example: `  travel kept export > kept.json
  travel kept export lisbon-may > lisbon.json`,
		Args: cli.Arguments("KEPT...", 0, mostRows),
		RunE: func(_ *cobra.Command, args []string) error {
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
	}
	run.Completion().Kept(cmd, mostRows)
	return run.Prints(cmd, schema.Document(offers.Portable{}, nil))
}

func newImport(run *cli.Run) *cobra.Command {
	cmd := &cobra.Command{
		Long: `Keep the offers in a file from travel kept export: all of them, or none. FILE may be - for stdin. The
file may come from anyone: travel refuses values that no list could contain, keeps no address from
it, and finds each offer again with a search before you book it. Offers get new numbers, and a name
that is taken gets a number appended; what you already kept does not change.`,
		Example: `  travel kept import kept.json
  travel kept import - --json < kept.json`,
		Args: cli.Arguments("FILE", 1, 1),
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
			view := keptview.List{Title: titleOf("Kept", in.Added), Kept: in.Added, Now: now}
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
	}
	cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return []string{"json"}, cobra.ShellCompDirectiveFilterFileExt
	}
	return run.Prints(cmd, schema.Document(offers.Document{}, desk.Origin{}))
}

// openFile opens a regular file. Anything else could block the reader.
func openFile(path string) (*os.File, error) {
	refused := func(why string) error {
		return problem.Usagef("FILE %s %s", words.Quote(path), why).Advise("give a file that travel kept export has written, or - for stdin")
	}
	info, err := os.Stat(path)
	switch {
	case os.IsNotExist(err):
		return nil, refused("does not exist")
	case err != nil:
		return nil, refused("cannot be read")
	case !info.Mode().IsRegular():
		return nil, refused("is not a regular file")
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, refused("cannot be read")
	}
	return file, nil
}
