// Package service has the commands for the service and this program: health, feedback, raw calls, and the version.
package service

import (
	"bytes"
	"encoding/json"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk/service"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/schema"
	"travel.example/travel/internal/words"
)

// Health returns the command that checks whether the service is up.
func Health(run *cli.Run) *cobra.Command {
	d, out := run.Desk(), run.Out()
	cmd, _ := run.Operation("getHealth")
	cmd.Long = `Check whether the service is up. It needs no login and uses no quota.`
	cmd.Example = `  travel health
  travel health --api-url https://travel.example --json`
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		answer, err := service.Health(cmd.Context(), d)
		if err != nil {
			return err
		}
		facts := grid.Facts{{Label: "status", Value: string(answer.Value.Status), Tone: canvas.Good}}
		if commit := words.Stated(answer.Value.Commit); commit != "" {
			facts = append(facts, grid.Fact{Label: "commit", Value: commit})
		}
		return out.Print(answer.Bodies[0], answer.Meta, facts, nil)
	}
	return cmd
}

// Schema returns the command that prints the JSON schemas of the output.
func Schema(run *cli.Run) *cobra.Command {
	cmd := &cobra.Command{
		Long: `Print the JSON Schema (2020-12) of the --json output of a command. The names error, events, batch and
dry-run stand for the error object, a line of --events or --batch, and a dry run. Without a name, it
lists all schemas.

Schemas are open: members may be added, and so may values that are listed as examples. No member is
removed; the version is part of the schema's $id.`,
		Example: `  travel schema
  travel schema flights search
  travel schema error
  travel schema --json --jq ".schemas[].name"`,
		// The words that can follow the given ones in the name of a schema.
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) (list []string, _ cobra.ShellCompDirective) {
			for _, s := range run.Schemas(cmd.Root()) {
				rest, ok := strings.CutPrefix(s.Name, strings.Join(append(args, ""), " "))
				if word, _, _ := strings.Cut(rest, " "); ok && (len(list) == 0 || list[len(list)-1] != word) {
					list = append(list, word)
				}
			}
			return list, cobra.ShellCompDirectiveNoFileComp
		},
	}
	cmd.Args = cobra.ArbitraryArgs
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		all := run.Schemas(cmd.Root())
		if len(args) == 0 {
			var doc schemaList
			table := grid.Table{
				Columns: []grid.Column{{Name: "NAME", Keep: 9}, {Name: "ID", Keep: 1}, {Name: "OF", Keep: 5, Flex: true}},
				Notes:   []string{"To print one of them: travel schema NAME"},
			}
			for _, s := range all {
				doc.Schemas = append(doc.Schemas, schemaRow{s.Name, schema.ID(s.Name), s.About})
				table.Rows = append(table.Rows, []grid.Cell{{Text: s.Name}, {Text: schema.ID(s.Name)}, {Text: s.About}})
			}
			return run.Out().PrintValue(doc, nil, table, nil)
		}
		name := strings.TrimPrefix(strings.Join(strings.Fields(strings.Join(args, " ")), " "), "travel ")
		at := slices.IndexFunc(all, func(s cli.NamedSchema) bool { return s.Name == name })
		if at < 0 {
			return problem.Usagef("%s has no schema: it is not a command that prints JSON of its own", words.Quote(name)).See("travel schema")
		}
		var body bytes.Buffer
		enc := json.NewEncoder(&body)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(all[at].Make()); err != nil {
			return err
		}
		return run.Out().Answer().JSON(body.Bytes(), nil)
	}
	run.Prints(cmd, schema.Document(schemaList{}, nil), schema.Document(map[string]any{}, nil))
	return cmd
}

// schemaList is the list of schemas as --json prints it.
type schemaList struct {
	Schemas []schemaRow `json:"schemas"`
}

type schemaRow struct {
	Name  string `json:"name"`
	ID    string `json:"id"`
	About string `json:"about"`
}

// Version returns the command that prints the version.
func Version(run *cli.Run) *cobra.Command {
	out, build := run.Out(), run.Env.Build
	return run.Prints(&cobra.Command{
		Example: "  travel version\n  travel version --json",
		RunE: func(*cobra.Command, []string) error {
			platform := runtime.GOOS + "/" + runtime.GOARCH
			facts := grid.Facts{{Label: "travel", Value: build.Version}}
			if build.Commit != "" {
				facts = append(facts, grid.Fact{Label: "commit", Value: build.Commit}, grid.Fact{Label: "date", Value: build.Date})
			}
			facts = append(facts,
				grid.Fact{Label: "go", Value: runtime.Version()}, grid.Fact{Label: "platform", Value: platform})
			answer := versionJSON{build.Version, build.Commit, build.Date, runtime.Version(), platform}
			return out.PrintValue(answer, nil, facts, nil)
		},
	}, schema.Document(versionJSON{}, nil))
}

// versionJSON is the build information as --json prints it.
type versionJSON struct {
	Version  string `json:"version"`
	Commit   string `json:"commit,omitempty"`
	Date     string `json:"date,omitempty"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}
