package service

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk/service"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render"
)

type apiOptions struct {
	*cli.Run
	query   queryFlag
	input   string // a file, "-" for stdin, "" for no body
	include bool
}

// API returns the command for raw calls.
func API(run *cli.Run) *cobra.Command {
	o := &apiOptions{Run: run, query: queryFlag{url.Values{}}}
	cmd := &cobra.Command{
		Long: `Make a raw API call and print the body of the response, byte for byte; on a terminal it is indented,
and control characters are escaped.

The call uses the same login, retries and limits as every command. Currency, language and market are
not added. A call that may change something is never sent again if its response is lost.`,
		Example: `  travel api GET /v1/places --query query=lisbon --query pageSize=3
  travel api GET "/v1/flights/schedules?from=DXB&to=SIN" --jq ".results[].flightNumber"
  travel api POST /v1/flights/searches --input search.json
  echo '{"rating":5}' | travel api POST /v1/feedback --input -`,
		Args: cli.Arguments("METHOD PATH", 2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			call, err := service.NewRawCall(args[0], args[1], o.query.values)
			if err != nil {
				return err
			}
			if o.input != "" && !call.HasBody() {
				return problem.Usagef("--input does not go with %s, which has no body", call.Method)
			}
			if format := o.Out().Format(); format == render.FormatTSV || format == render.FormatCSV {
				return problem.Usagef("a raw answer has no rows, so --tsv and --csv do nothing here; use --jq")
			}
			if call.Body, err = o.body(); err != nil {
				return err
			}
			answer, err := service.Send(cmd.Context(), o.Desk(), call)
			if err != nil {
				return err
			}
			if o.include {
				o.printHead(answer)
			}
			return o.print(answer.Body)
		},
	}
	cmd.Flags().VarP(&o.query, "query", "q", "Add a query parameter; may be repeated")
	cmd.Flags().StringVar(&o.input, "input", "", "Send the JSON of this file as the body; - reads standard input")
	cli.CompleteFiles(cmd, "input")
	cmd.Flags().BoolVarP(&o.include, "include", "i", false, "Also print the status and the headers, on stderr")
	run.Plans(cmd)
	cmd.ValidArgsFunction = completeMethods
	return cmd
}

// queryFlag collects name=value pairs.
type queryFlag struct{ values url.Values }

func (q *queryFlag) String() string { return "" }
func (q *queryFlag) Type() string   { return "name=value" }
func (q *queryFlag) Set(text string) error {
	name, value, ok := strings.Cut(text, "=")
	if !ok || name == "" {
		return problem.NotAccepted("--query", text, "a name and a value, such as pageSize=3")
	}
	q.values.Add(name, value)
	return nil
}

func completeMethods(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return service.Methods(), cobra.ShellCompDirectiveNoFileComp
}

// maxInputBytes is one more than the client sends, so that longer input is rejected instead of cut.
const maxInputBytes = 1<<20 + 1

// body reads the request body, or returns nil if there is none. Only JSON is accepted.
func (o *apiOptions) body() ([]byte, error) {
	if o.input == "" {
		return nil, nil
	}
	from := o.Env.Stdin
	if o.input != "-" {
		f, err := os.Open(o.input)
		if err != nil {
			return nil, problem.NotAccepted("--input", o.input, "a file that can be read")
		}
		defer f.Close()
		from = f
	}
	text, err := io.ReadAll(io.LimitReader(from, maxInputBytes))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", o.input, err)
	}
	if len(text) < maxInputBytes && !json.Valid(text) {
		return nil, problem.NotAccepted("--input", o.input, "a body that is JSON")
	}
	return text, nil
}

// print writes the body, unchanged unless a terminal or an expression needs another form.
func (o *apiOptions) print(body []byte) error {
	if len(body) == 0 {
		return nil
	}
	if o.Env.OutTerm.TTY || o.Out().Queried() {
		return o.Out().Answer().JSON(body, nil)
	}
	if _, err := o.Env.Stdout.Write(body); err != nil {
		return fmt.Errorf("write the answer: %w", err)
	}
	return nil
}

// printHead prints the status and headers.
func (o *apiOptions) printHead(answer *apiclient.RawResponse) {
	o.Out().Notice("%d %s", answer.Status, http.StatusText(answer.Status))
	for _, name := range slices.Sorted(maps.Keys(answer.Header)) {
		for _, value := range answer.Header[name] {
			o.Out().Notice("%s: %s", name, value)
		}
	}
}
