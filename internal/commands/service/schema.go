package service

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/schema"
	"travel.example/travel/internal/words"
)

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
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			return offered(run.Schemas(cmd.Root()), args), cobra.ShellCompDirectiveNoFileComp
		},
	}
	cmd.Args = cobra.ArbitraryArgs
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		all := run.Schemas(cmd.Root())
		if len(args) == 0 {
			return listSchemas(run.Out(), all)
		}
		return printSchema(run.Out(), all, strings.Join(args, " "))
	}
	run.Prints(cmd, schema.Document(schemaList{}, nil), schema.Document(map[string]any{}, nil))
	return cmd
}

// offered returns the words that can follow the given ones in the name of a schema.
func offered(all []cli.NamedSchema, given []string) []string {
	var list []string
	for _, s := range all {
		rest, ok := strings.CutPrefix(s.Name, strings.Join(append(given, ""), " "))
		if word, _, _ := strings.Cut(rest, " "); ok && (len(list) == 0 || list[len(list)-1] != word) {
			list = append(list, word)
		}
	}
	return list
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

func listSchemas(out *cli.Printer, all []cli.NamedSchema) error {
	var doc schemaList
	table := grid.Table{
		Columns: []grid.Column{{Name: "NAME", Keep: 9}, {Name: "ID", Keep: 1}, {Name: "OF", Keep: 5, Flex: true}},
		Notes:   []string{"To print one of them: travel schema NAME"},
	}
	for _, s := range all {
		doc.Schemas = append(doc.Schemas, schemaRow{s.Name, schema.ID(s.Name), s.About})
		table.Rows = append(table.Rows, []grid.Cell{{Text: s.Name}, {Text: schema.ID(s.Name)}, {Text: s.About}})
	}
	return out.PrintValue(doc, nil, table, nil)
}

func printSchema(out *cli.Printer, all []cli.NamedSchema, name string) error {
	name = strings.TrimPrefix(strings.Join(strings.Fields(name), " "), "travel ")
	for _, s := range all {
		if s.Name != name {
			continue
		}
		var body bytes.Buffer
		enc := json.NewEncoder(&body)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(s.Make()); err != nil {
			return err
		}
		return out.Answer().JSON(body.Bytes(), nil)
	}
	return problem.Usagef("%s has no schema: it is not a command that prints JSON of its own", words.Quote(name)).See("travel schema")
}
