package settings

import (
	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/schema"
)

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
		Args:    cli.Arguments("", 0, 0),
		RunE: func(*cobra.Command, []string) error {
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
		},
	}, schema.Document(profilesJSON{}, nil))
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
	cmd := &cobra.Command{
		Example: "  travel profile use work\n  travel profile use sandbox",
		Args:    cli.Arguments("PROFILE", 1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			file, err := settings()
			if err != nil {
				return err
			}
			if err := file.Use(cmd.Context(), args[0]); err != nil {
				return err
			}
			out.Notice("using profile %s, from %s", args[0], file.Path())
			return nil
		},
	}
	cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		file, err := settings()
		if err != nil || len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		names, err := file.Profiles()
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
	return run.Prints(cmd, schema.Document(profilesJSON{}, nil))
}
