package commands

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/config"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/clean"
	"travel.example/travel/internal/render/grid"
)

func newConfig(a *app) *cobra.Command {
	cmd := group("config", "See and change the settings of a profile",
		newConfigList(a), newConfigGet(a), newConfigSet(a), newConfigUnset(a), newConfigRepair(a))
	var b strings.Builder
	b.WriteString(`See and change the settings of a profile. A profile names one deployment of the service.

A setting comes from its flag, else from its environment variable, else from the profile,
else its default holds. To connect a deployment:

  travel config set --profile work api-url https://api.travel.example
  travel config set --profile work client-id my-client
  travel profile use work
  travel login

Settings, each also a flag (--api-url) and a variable (TRAVEL_API_URL):
`)
	for _, key := range config.Keys() {
		fmt.Fprintf(&b, "  %-17s %s", key.Name, key.Help)
		if key.Default != "" {
			fmt.Fprintf(&b, " (default %s)", key.Default)
		}
		b.WriteByte('\n')
	}
	b.WriteString(`
Beside them: TRAVEL_PROFILE, TRAVEL_TOKEN (a bearer token, instead of a login), TRAVEL_DEBUG
(a file for a log of requests, without secrets), TRAVEL_CONFIG_DIR and TRAVEL_STATE_DIR.`)
	cmd.Long = b.String()
	return cmd
}

func newConfigList(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "list",
		Short:   "Show every setting, and who set it",
		Example: "  travel config list\n  travel config list --profile work --json",
		Args:    arguments("", 0, 0),
		RunE: func(*cobra.Command, []string) error {
			cfg, err := a.config()
			if err != nil {
				return err
			}
			return a.printSettings(cfg, config.Keys())
		},
	}
}

func newConfigGet(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "get KEY",
		Short:   "Print the value of one setting",
		Example: "  travel config get api-url\n  travel config get currency --profile work",
		Args:    arguments("KEY", 1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			key, err := config.FindKey(args[0])
			if err != nil {
				return err
			}
			cfg, err := a.config()
			if err != nil {
				return err
			}
			if a.global.json {
				return a.printSettings(cfg, []config.Key{key})
			}
			_, err = fmt.Fprintln(a.env.Stdout, clean.Line(cfg.Get(key.Name).Value))
			return err
		},
	}
	cmd.ValidArgsFunction = completeKeys
	return cmd
}

// settingJSON is one setting as config list --json prints it.
type settingJSON struct {
	Value  string `json:"value"`
	Source string `json:"source"`
	Place  string `json:"place,omitempty"`
}

func (a *app) printSettings(cfg *config.Config, keys []config.Key) error {
	object := map[string]settingJSON{}
	table := grid.Table{Columns: []grid.Column{
		{Name: "SETTING", Keep: 9}, {Name: "VALUE", Keep: 9, Flex: true}, {Name: "FROM", Keep: 5},
	}}
	for _, key := range keys {
		s := cfg.Get(key.Name)
		object[key.Name] = settingJSON{s.Value, string(s.Source), s.Place}
		from := s.Place
		if from == "" {
			from = string(s.Source)
		}
		tone := canvas.Plain
		if s.Source == config.FromDefault {
			tone = canvas.Faint
		}
		table.Rows = append(table.Rows, []grid.Cell{{Text: key.Name}, {Text: s.Value, Tone: tone}, {Text: from, Tone: tone}})
	}
	table.Title = "Profile " + cfg.Profile()
	body, err := json.Marshal(object)
	if err != nil {
		return err
	}
	return a.out().Snapshot(body, nil, table)
}

func newConfigSet(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "set KEY VALUE",
		Short: "Write one setting into the profile",
		Example: "  travel config set currency EUR\n" +
			"  travel config set --profile work api-url https://api.travel.example",
		Args: arguments("KEY VALUE", 2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.edit(cmd.Context(), func(ctx context.Context, file *config.File, profile string) error {
				return file.Set(ctx, profile, args[0], args[1])
			})
		},
	}
	cmd.ValidArgsFunction = completeKeys
	return cmd
}

func newConfigUnset(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "unset KEY",
		Short:   "Take one setting out of the profile",
		Example: "  travel config unset currency\n  travel config unset site-code --profile work",
		Args:    arguments("KEY", 1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.edit(cmd.Context(), func(ctx context.Context, file *config.File, profile string) error {
				return file.Unset(ctx, profile, args[0])
			})
		},
	}
	cmd.ValidArgsFunction = completeKeys
	return cmd
}

// edit changes the file for the profile that is named, or else in use. A
// setting that is wrong must not keep itself from being mended, and a profile
// that does not exist yet can be named.
func (a *app) edit(ctx context.Context, change func(context.Context, *config.File, string) error) error {
	profile := a.global.profile
	if profile == "" {
		profile = a.env.Getenv("TRAVEL_PROFILE")
	}
	file, err := config.OpenFile(a.configInput())
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
	a.notice("profile %s, in %s", profile, file.Path())
	return nil
}

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
