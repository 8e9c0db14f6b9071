// Package settings has the commands that show and change settings: those of a profile, and which profile is
// current.
package settings

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/schema"
)

// Config returns the command group for the settings of a profile.
func Config(run *cli.Run) *cobra.Command {
	cmd := run.Group(
		cli.Entry{Use: "list", Short: "List all settings and where they are set", Make: newList},
		cli.Entry{Use: "get KEY", Short: "Print the value of a setting", Make: newGet},
		cli.Entry{Use: "set KEY VALUE", Short: "Set a value in the profile", Make: newSet},
		cli.Entry{Use: "unset KEY", Short: "Remove a setting from the profile", Make: newUnset},
		cli.Entry{Use: "repair", Short: "Remove settings that cannot be used", Make: newRepair},
	)
	cmd.Long = `Show and change the settings of a profile. A profile is for one deployment of the service.

A setting is taken from its flag, its environment variable, the profile, or its default, in that
order. For a list of settings, see travel help settings.`
	cmd.Example = `  travel config set --profile work api-url https://api.travel.example
  travel config set --profile work client-id my-client
  travel login --profile work`
	return cmd
}

// completeKeys completes the names of settings as the first argument.
func completeKeys(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var names []cobra.Completion
	for _, key := range config.Keys() {
		names = append(names, cobra.CompletionWithDesc(key.Name, key.Help))
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

func newList(run *cli.Run) *cobra.Command {
	out, settings := run.Out(), run.Config
	return run.Prints(&cobra.Command{
		Example: "  travel config list\n  travel config list --profile work --json",
		Args:    cli.Arguments("", 0, 0),
		RunE: func(*cobra.Command, []string) error {
			cfg, err := settings()
			if err != nil {
				return err
			}
			return printSettings(out, cfg, config.Keys())
		},
	}, schema.Document(map[string]settingJSON{}, nil))
}

func newGet(run *cli.Run) *cobra.Command {
	cmd := &cobra.Command{
		Example: "  travel config get api-url\n  travel config get currency --profile work",
		Args:    cli.Arguments("KEY", 1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			key, err := config.FindKey(args[0])
			if err != nil {
				return err
			}
			cfg, err := run.Config()
			if err != nil {
				return err
			}
			if json, err := cmd.Flags().GetBool("json"); json || err != nil {
				return errors.Join(err, printSettings(run.Out(), cfg, []config.Key{key}))
			}
			_, err = fmt.Fprintln(run.Env.Stdout, clean.Line(cfg.Get(key.Name).Value))
			return err
		},
	}
	cmd.ValidArgsFunction = completeKeys
	return run.Prints(cmd, schema.Document(map[string]settingJSON{}, nil))
}

// settingJSON is one setting as --json prints it.
type settingJSON config.Setting

func printSettings(out *cli.Printer, cfg *config.Config, keys []config.Key) error {
	object := map[string]settingJSON{}
	for _, key := range keys {
		object[key.Name] = settingJSON(cfg.Get(key.Name))
	}
	return out.PrintValue(object, nil, settingsTable(cfg, keys), nil)
}

func settingsTable(cfg *config.Config, keys []config.Key) grid.Table {
	table := grid.Table{
		Title:   "Profile " + cfg.Profile(),
		Columns: []grid.Column{{Name: "SETTING", Keep: 9}, {Name: "VALUE", Keep: 9, Flex: true}, {Name: "FROM", Keep: 5}},
	}
	for _, key := range keys {
		s := cfg.Get(key.Name)
		from := cmp.Or(s.Place, string(s.Source))
		tone := canvas.Plain
		if s.Source == config.FromDefault {
			tone = canvas.Faint
		}
		table.Rows = append(table.Rows, []grid.Cell{{Text: key.Name}, {Text: s.Value, Tone: tone}, {Text: from, Tone: tone}})
	}
	return table
}
