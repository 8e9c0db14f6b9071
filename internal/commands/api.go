package commands

import (
	"context"
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
)

type apiOptions struct {
	app          *app
	method, path string // as typed
	query        queryFlag
	input        string // a file, "-" for stdin, "" for no body
	include      bool
}

func newAPI(a *app) *cobra.Command {
	o := &apiOptions{app: a, query: queryFlag{url.Values{}}}
	cmd := &cobra.Command{
		Use:   "api METHOD PATH",
		Short: "Make a raw call, with this client's login, waits and limits",
		Long: `Make a raw call to the service and print the body it answers with, byte for
byte; on a terminal it is indented, and characters that a terminal would obey
are escaped.

The call goes through the same layers as every command: the login, the retries
the contract allows, the bounds on an answer. Nothing is added to it: neither
currency nor language nor market. A call that may change something is never
sent twice when its answer is lost.`,
		Example: `  travel api GET /v1/places --query query=lisbon --query pageSize=3
  travel api GET "/v1/flights/schedules?from=DXB&to=SIN" --jq ".results[].flightNumber"
  travel api POST /v1/flights/searches --input search.json
  echo '{"rating":5}' | travel api POST /v1/feedback --input -`,
		Args: arguments("METHOD PATH", 2, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.method, o.path = args[0], args[1]
			return runAPI(cmd.Context(), o)
		},
	}
	cmd.Flags().VarP(&o.query, "query", "q", "Add a query parameter; may be repeated")
	cmd.Flags().StringVar(&o.input, "input", "", "Send the JSON of this file as the body; - reads standard input")
	cmd.Flags().BoolVarP(&o.include, "include", "i", false, "Print the status and the headers too, on stderr")
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
		return usageError{Arg: "--query", Given: text, Want: "a name and a value, such as pageSize=3"}
	}
	q.values.Add(name, value)
	return nil
}

// methods are what the contract and its neighbours use.
func methods() []string {
	return []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodHead}
}

func completeMethods(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return methods(), cobra.ShellCompDirectiveNoFileComp
}

func runAPI(ctx context.Context, o *apiOptions) error {
	if err := o.check(); err != nil {
		return err
	}
	body, err := o.body()
	if err != nil {
		return err
	}
	client, err := o.app.client(ctx)
	if err != nil {
		return err
	}
	answer, err := client.Do(ctx, o.method, o.path, o.query.values, body)
	if err != nil {
		return o.failed(fmt.Errorf("%s %s: %w", o.method, o.path, err))
	}
	if o.include {
		o.app.printHead(answer)
	}
	return o.print(answer.Body)
}

// failed words a 404 for a path that somebody typed.
func (o *apiOptions) failed(err error) error {
	if p, ok := errorsAsProblem(err); ok && p.Status == http.StatusNotFound {
		return advised{err: err, hint: "check the path; ids in it that came from a search live a few minutes"}
	}
	return err
}

// check reads METHOD and PATH; a query that stands in the path is taken apart,
// so that an address can be pasted as it is.
func (o *apiOptions) check() error {
	const next = "travel api --help"
	given := o.method
	o.method = strings.ToUpper(given)
	if !slices.Contains(methods(), o.method) {
		return usageError{Arg: "METHOD", Given: given, Want: "one of " + strings.Join(methods(), ", "), Next: next}
	}
	path, query, _ := strings.Cut(o.path, "?")
	if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") {
		return usageError{Arg: "PATH", Given: o.path, Want: "a path of this service, such as /v1/user", Next: next}
	}
	pasted, err := url.ParseQuery(query)
	if err != nil {
		return usageError{Arg: "PATH", Given: o.path, Want: "a path whose query is escaped; or use --query", Next: next}
	}
	for name, values := range pasted {
		o.query.values[name] = append(values, o.query.values[name]...)
	}
	o.path = path
	if o.input != "" && (o.method == http.MethodGet || o.method == http.MethodHead) {
		return misuse{Text: "--input does not go with " + o.method + ", which has no body", Next: next}
	}
	if o.app.global.tsv || o.app.global.csv {
		return misuse{Text: "a raw answer has no rows, so --tsv and --csv do nothing here; use --jq", Next: next}
	}
	return nil
}

// maxInputBytes is more than the client sends, so that what is too long is
// refused and not cut.
const maxInputBytes = 1<<20 + 1

// body reads the body; nil is none. Only JSON leaves.
func (o *apiOptions) body() ([]byte, error) {
	if o.input == "" {
		return nil, nil
	}
	from := o.app.env.Stdin
	if o.input != "-" {
		f, err := os.Open(o.input)
		if err != nil {
			return nil, usageError{Arg: "--input", Given: o.input, Want: "a file that can be read", Next: "travel api --help"}
		}
		defer f.Close()
		from = f
	}
	text, err := io.ReadAll(io.LimitReader(from, maxInputBytes))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", o.input, err)
	}
	if len(text) < maxInputBytes && !json.Valid(text) {
		return nil, usageError{Arg: "--input", Given: o.input, Want: "a body that is JSON", Next: "travel api --help"}
	}
	return text, nil
}

// print writes the body: as it is where no terminal and no expression asks for
// another form.
func (o *apiOptions) print(body []byte) error {
	if len(body) == 0 {
		return nil
	}
	if o.app.env.OutTerm.TTY || o.app.global.query != nil {
		return o.app.out().JSON(body, nil)
	}
	if _, err := o.app.env.Stdout.Write(body); err != nil {
		return fmt.Errorf("write the answer: %w", err)
	}
	return nil
}

// printHead prints what came before the body.
func (a *app) printHead(answer *apiclient.RawResponse) {
	a.notice("%d %s", answer.Status, http.StatusText(answer.Status))
	for _, name := range slices.Sorted(maps.Keys(answer.Header)) {
		for _, value := range answer.Header[name] {
			a.notice("%s: %s", name, value)
		}
	}
}
