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

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk/service"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render"
)

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
		f, err := os.Open(name)
		if err != nil {
			return nil, problem.NotAccepted("--input", name, "a file that can be read")
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
