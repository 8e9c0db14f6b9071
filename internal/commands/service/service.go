// Package service has the commands for the service and this program: health, feedback, raw calls, and the version.
package service

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk/service"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/schema"
	"travel.example/travel/internal/tab"
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

// maxInputBytes is one more than the client sends, so that longer input is rejected instead of cut.
const maxInputBytes = 1<<20 + 1

// API returns the command for raw calls.
func API(run *cli.Run) *cobra.Command {
	query, input, include := url.Values{}, "", false
	out := run.Out()
	cmd := &cobra.Command{
		Long: `Make a raw API call and print the body of the response, byte for byte; on a terminal it is indented,
and control characters are escaped.

The call uses the same login, retries and limits as every command. Currency, language and market are
not added. A call that may change something is never sent again if its response is lost.`,
		Example: `  travel api GET /v1/places --query query=lisbon --query pageSize=3
  travel api GET "/v1/flights/schedules?from=DXB&to=SIN" --jq ".results[].flightNumber"
  travel api POST /v1/flights/searches --input search.json
  echo '{"rating":5}' | travel api POST /v1/feedback --input -`,
		RunE: func(cmd *cobra.Command, args []string) error {
			call, err := service.NewRawCall(args[0], args[1], query)
			if err != nil {
				return err
			}
			if input != "" && !call.HasBody() {
				return problem.Usagef("--input does not go with %s, which has no body", call.Method)
			}
			if format := out.Format(); format == render.FormatTSV || format == render.FormatCSV {
				return problem.Usagef("a raw answer has no rows, so --tsv and --csv do nothing here; use --jq")
			}
			if call.Body, err = readBody(run.Env.Stdin, input); err != nil {
				return err
			}
			answer, err := service.Send(cmd.Context(), run.Desk(), call)
			if err != nil {
				return err
			}
			if include {
				out.Notice("%d %s", answer.Status, http.StatusText(answer.Status))
				for _, name := range slices.Sorted(maps.Keys(answer.Header)) {
					for _, value := range answer.Header[name] {
						out.Notice("%s: %s", name, value)
					}
				}
			}
			switch {
			case len(answer.Body) == 0:
				return nil
			case run.Env.OutTerm.TTY || out.Queried(): // anything else gets the body unchanged
				return out.Answer().JSON(answer.Body, nil)
			}
			if _, err := run.Env.Stdout.Write(answer.Body); err != nil {
				return fmt.Errorf("write the answer: %w", err)
			}
			return nil
		},
	}
	cmd.Flags().VarP(cli.Value{Kind: "name=value", Read: func(text string) error {
		name, value, ok := strings.Cut(text, "=")
		if !ok || name == "" {
			return problem.NotAccepted("--query", text, "a name and a value, such as pageSize=3")
		}
		query.Add(name, value)
		return nil
	}}, "query", "q", "Add a query parameter; may be repeated")
	cmd.Flags().StringVar(&input, "input", "", "Send the JSON of this `file` as the body; - reads standard input")
	cmd.Flags().BoolVarP(&include, "include", "i", false, "Also print the status and the headers, on stderr")
	run.Plans(cmd)
	return cmd
}

// readBody reads the request body from a file, or from stdin for "-". Without a name there is no body. Only JSON is
// accepted.
func readBody(stdin io.Reader, name string) ([]byte, error) {
	if name == "" {
		return nil, nil
	}
	from := stdin
	if name != "-" {
		f, err := cli.Open("--input", name, name)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		from = f
	}
	text, err := io.ReadAll(io.LimitReader(from, maxInputBytes))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	if len(text) < maxInputBytes && !json.Valid(text) {
		return nil, problem.NotAccepted("--input", name, "a body that is JSON")
	}
	return text, nil
}

// loading describes how a shell loads its completion script, with the lines that do it.
func loading(shell string) (about, lines string) {
	switch shell {
	case "bash":
		return `The first line loads it into this shell; for bash 3.2, as on macOS, use the second. The third line
is for every new shell, if the package bash-completion is installed (create the directory first);
the last line works without that package.`,
			`  source <(travel completion bash)
  eval "$(travel completion bash)"
  travel completion bash > ~/.local/share/bash-completion/completions/travel
  echo 'eval "$(travel completion bash)"' >> ~/.bashrc`
	case "zsh":
		return `The first line loads it into this shell, the second into every new one. Both must come after
compinit: autoload -U compinit && compinit

zsh itself evaluates $(...) in the word under the cursor before it asks for completions, for any
command. To prevent that: bindkey '^I' complete-word`,
			`  source <(travel completion zsh)
  echo 'source <(travel completion zsh)' >> ~/.zshrc`
	case "fish":
		return `The first line loads it into this shell, the second into every new one.`,
			`  travel completion fish | source
  travel completion fish > ~/.config/fish/completions/travel.fish`
	}
	return `The first line loads it into this shell, the second into every new one.`,
		`  travel completion powershell | Out-String | Invoke-Expression
  travel completion powershell | Add-Content $PROFILE`
}

// Completion returns the command that prints shell completion scripts.
func Completion(run *cli.Run) *cobra.Command {
	var entries []cli.Entry
	for _, shell := range tab.Shells() {
		name := shell
		if shell == "powershell" {
			name = "PowerShell"
		}
		entries = append(entries, cli.Entry{
			Use: shell, Short: "Print the completion script for " + name,
			Make: func(run *cli.Run) *cobra.Command { return newScript(run, shell) },
		})
	}
	cmd := run.Group(entries...)
	cmd.Long = `Print the script that completes commands, flags and their values with TAB: places that were resolved
before, countries, dates, and the rows and filters of the last search. TAB sends no requests, writes
nothing, and runs nothing on the line. The script is the same for every profile.

Packages of travel include the scripts for bash, zsh and fish. bash loads its script from there only
with the package bash-completion; without it, see travel completion bash --help`
	cmd.Example = "  source <(travel completion bash)\n  travel completion fish | source\n  travel completion zsh --help"
	return cmd
}

func newScript(run *cli.Run, shell string) *cobra.Command {
	out := run.Env.Stdout
	about, lines := loading(shell)
	cmd := &cobra.Command{
		Long:    "Print the completion script. " + about,
		Example: lines,
	}
	plain := cmd.Flags().Bool("no-descriptions", false, "Do not show descriptions")
	cmd.RunE = func(*cobra.Command, []string) error {
		word := tab.Word
		if *plain {
			word = tab.PlainWord
		}
		if _, err := io.WriteString(out, tab.Script(shell, word)); err != nil {
			return fmt.Errorf("write the script: %w", err)
		}
		return nil
	}
	return cmd
}
