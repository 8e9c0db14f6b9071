// Package settings has the commands that show and change settings: those of a profile, and which profile is
// current.
package settings

import (
	"cmp"
	"context"
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

func newList(run *cli.Run) *cobra.Command {
	out, settings := run.Out(), run.Config
	return run.Prints(&cobra.Command{
		Example: "  travel config list\n  travel config list --profile work --json",
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
	return run.Prints(&cobra.Command{
		Example: "  travel config get api-url\n  travel config get currency --profile work",
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
	}, schema.Document(map[string]settingJSON{}, nil))
}

// settingJSON is one setting as --json prints it.
type settingJSON config.Setting

func printSettings(out *cli.Printer, cfg *config.Config, keys []config.Key) error {
	object := map[string]settingJSON{}
	table := grid.Table{
		Title:   "Profile " + cfg.Profile(),
		Columns: []grid.Column{{Name: "SETTING", Keep: 9}, {Name: "VALUE", Keep: 9, Flex: true}, {Name: "FROM", Keep: 5}},
	}
	for _, key := range keys {
		s := cfg.Get(key.Name)
		object[key.Name] = settingJSON(s)
		tone := canvas.Plain
		if s.Source == config.FromDefault {
			tone = canvas.Faint
		}
		from := cmp.Or(s.Place, string(s.Source))
		table.Rows = append(table.Rows, []grid.Cell{{Text: key.Name}, {Text: s.Value, Tone: tone}, {Text: from, Tone: tone}})
	}
	return out.PrintValue(object, nil, table, nil)
}

func newSet(run *cli.Run) *cobra.Command {
	const example = "  travel config set currency EUR\n" +
		"  travel config set --profile work api-url https://api.travel.example"
	return newEdit(run, example, func(ctx context.Context, file *config.File, profile string, args []string) error {
		return file.Set(ctx, profile, map[string]string{args[0]: args[1]})
	})
}

func newUnset(run *cli.Run) *cobra.Command {
	const example = "  travel config unset currency\n  travel config unset site-code --profile work"
	return newEdit(run, example, func(ctx context.Context, file *config.File, profile string, args []string) error {
		return file.Unset(ctx, profile, args[0])
	})
}

// newEdit returns a command that changes the file for the given profile, or else the current one. It does not load the
// settings: a wrong setting must not prevent its own repair, and the profile may not exist yet.
func newEdit(
	run *cli.Run, example string, change func(ctx context.Context, file *config.File, profile string, args []string) error,
) *cobra.Command {
	return &cobra.Command{
		Example: example,
		RunE: func(cmd *cobra.Command, args []string) error {
			profile := cmp.Or(run.Flags.Profile, run.Env.Getenv("TRAVEL_PROFILE"))
			file, err := run.ConfigFile()
			if err != nil {
				return err
			}
			if profile == "" {
				if profile, err = file.Selected(); err != nil {
					return err
				}
			}
			if err := change(cmd.Context(), file, profile, args); err != nil {
				return err
			}
			run.Out().Notice("profile %s, in %s", profile, file.Path())
			run.Out().Hint(run.NotCurrent(profile))
			return nil
		},
	}
}

func newRepair(run *cli.Run) *cobra.Command {
	out, settings := run.Out(), run.ConfigFile
	return &cobra.Command{
		Long: `Remove settings that cannot be used, so that every command works again. A settings file that cannot
be read is moved aside. Nothing is lost: the old file is kept next to the new one.`,
		Example: "  travel config repair\n  TRAVEL_CONFIG_DIR=/etc/travel travel config repair",
		RunE: func(cmd *cobra.Command, _ []string) error {
			file, err := settings()
			if err != nil {
				return err
			}
			aside, removed, err := file.Repair(cmd.Context())
			switch {
			case err != nil:
				return err
			case aside == "":
				out.Notice("nothing to repair in %s", file.Path())
			case len(removed) > 0:
				for _, setting := range removed {
					out.Notice("removed %s", setting)
				}
				out.Notice("the old file is %s", aside)
			default:
				out.Notice("moved to %s; now the defaults hold, see: travel config list", aside)
			}
			return nil
		},
	}
}

// Profile returns the command group for profiles.
func Profile(run *cli.Run) *cobra.Command {
	return run.Group(
		cli.Entry{Use: "list", Short: "List the profiles", Make: newProfileList},
		cli.Entry{Use: "use PROFILE", Short: "Choose the profile that commands use", Make: newProfileUse},
	)
}

func newProfileList(run *cli.Run) *cobra.Command {
	return run.Prints(&cobra.Command{
		Example: "  travel profile list\n  travel profile list --json",
		RunE:    func(*cobra.Command, []string) error { return printProfiles(run) },
	}, schema.Document(profilesJSON{}, nil))
}

func printProfiles(run *cli.Run) error {
	cfg, err := run.Config()
	if err != nil {
		return err
	}
	var rows []profileJSON
	table := grid.Table{Columns: []grid.Column{{Name: "PROFILE", Keep: 9}, {Name: "IN USE", Keep: 9}}}
	for _, name := range cfg.Profiles {
		inUse := name == cfg.Profile()
		rows = append(rows, profileJSON{name, inUse})
		mark := ""
		if inUse {
			mark = "yes"
		}
		table.Rows = append(table.Rows, []grid.Cell{{Text: name}, {Text: mark, Tone: canvas.Good}})
	}
	return run.Out().PrintValue(profilesJSON{rows}, nil, table, nil)
}

// profilesJSON is the list of profiles as --json prints it.
type profilesJSON struct {
	Profiles []profileJSON `json:"profiles"`
}

type profileJSON struct {
	Name  string `json:"name"`
	InUse bool   `json:"inUse"`
}

func newProfileUse(run *cli.Run) *cobra.Command {
	out, settings := run.Out(), run.ConfigFile
	return run.Prints(&cobra.Command{
		Example: "  travel profile use work\n  travel profile use sandbox",
		RunE: func(cmd *cobra.Command, args []string) error {
			file, err := settings()
			if err != nil {
				return err
			}
			if err := file.Use(cmd.Context(), args[0]); err != nil {
				return err
			}
			out.Notice("using profile %s, from %s", args[0], file.Path())
			if out.Text() { // the notice says it all
				return nil
			}
			return printProfiles(run)
		},
	}, schema.Document(profilesJSON{}, nil))
}
