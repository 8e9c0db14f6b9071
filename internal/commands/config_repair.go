package commands

import (
	"github.com/spf13/cobra"

	"travel.example/travel/internal/config"
)

func newConfigRepair(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "repair",
		Short: "Move a settings file that cannot be read out of the way",
		Long: `Move a settings file that cannot be read out of the way, so that every command works again,
with its defaults. Nothing in the file is lost: it stays beside the place where it was, and
its settings can be set anew. A file that can be read is left alone.`,
		Example: "  travel config repair\n  TRAVEL_CONFIG_DIR=/etc/travel travel config repair",
		Args:    arguments("", 0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			file, err := config.OpenFile(a.configInput())
			if err != nil {
				return err
			}
			aside, err := file.Repair(cmd.Context())
			switch {
			case err != nil:
				return err
			case aside == "":
				a.notice("nothing to repair: %s can be read", file.Path())
			default:
				a.notice("moved to %s; now the defaults hold, see: travel config list", aside)
			}
			return nil
		},
	}
}
