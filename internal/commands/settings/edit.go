package settings

import (
	"cmp"
	"context"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/config"
)

func newSet(run *cli.Run) *cobra.Command {
	cmd := &cobra.Command{
		Example: "  travel config set currency EUR\n" +
			"  travel config set --profile work api-url https://api.travel.example",
		Args: cli.Arguments("KEY VALUE", 2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runEdit(cmd.Context(), run, func(ctx context.Context, file *config.File, profile string) error {
				return file.Set(ctx, profile, map[string]string{args[0]: args[1]})
			})
		},
	}
	cmd.ValidArgsFunction = completeKeys
	return cmd
}

func newUnset(run *cli.Run) *cobra.Command {
	cmd := &cobra.Command{
		Example: "  travel config unset currency\n  travel config unset site-code --profile work",
		Args:    cli.Arguments("KEY", 1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runEdit(cmd.Context(), run, func(ctx context.Context, file *config.File, profile string) error {
				return file.Unset(ctx, profile, args[0])
			})
		},
	}
	cmd.ValidArgsFunction = completeKeys
	return cmd
}

// runEdit changes the file for the given profile, or else the current one. It does not load the settings: a wrong
// setting must not prevent its own repair, and the profile may not exist yet.
func runEdit(ctx context.Context, run *cli.Run, change func(context.Context, *config.File, string) error) error {
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
	if err := change(ctx, file, profile); err != nil {
		return err
	}
	run.Out().Notice("profile %s, in %s", profile, file.Path())
	run.Out().Hint(run.NotCurrent(profile))
	return nil
}

func newRepair(run *cli.Run) *cobra.Command {
	out, settings := run.Out(), run.ConfigFile
	return &cobra.Command{
		Long: `Remove settings that cannot be used, so that every command works again. A settings file that cannot
be read is moved aside. Nothing is lost: the old file is kept next to the new one.`,
		Example: "  travel config repair\n  TRAVEL_CONFIG_DIR=/etc/travel travel config repair",
		Args:    cli.Arguments("", 0, 0),
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
