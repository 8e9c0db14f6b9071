// Package sandbox has the commands that run the offline reference service on its own.
package sandbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/deployment"
	"travel.example/travel/internal/patience"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/render/canvas"
	"travel.example/travel/internal/render/grid"
	"travel.example/travel/internal/sandbox"
	"travel.example/travel/internal/sandbox/faults"
	"travel.example/travel/internal/schema"
	"travel.example/travel/internal/words"
)

// New returns the sandbox command group.
func New(run *cli.Run) *cobra.Command {
	return run.Group(
		cli.Entry{Use: "serve", Short: "Serve the sandbox on a local port", Make: newServe},
		cli.Entry{Use: "token", Short: "Print a bearer token of a sample traveler", Make: newToken},
		cli.Entry{Use: "feedback", Short: "List the feedback that the sandbox received", Make: newFeedback},
	)
}

func newToken(run *cli.Run) *cobra.Command {
	url := "http://127.0.0.1:8787" // of the sandbox
	cmd := &cobra.Command{
		Long: `Print a bearer token of a sample traveler for your sandboxes on this computer. It is valid for ten
minutes, gives access only to made-up data, and no other service accepts it.`,
		Example: `  travel sandbox token
  curl -H "Authorization: Bearer $(travel sandbox token)" "http://127.0.0.1:8787/v1/places?query=rome"`,
		RunE: func(*cobra.Command, []string) error {
			cfg, err := run.Config()
			if err != nil {
				return err
			}
			server, err := sandbox.New(sandbox.Options{URL: url, StateDir: deployment.SandboxDir(cfg), Now: run.Env.Now})
			if err != nil {
				return problem.NotAccepted("--url", url, "the address that travel sandbox serve printed")
			}
			defer func() { _ = server.Close() }()
			if why := cfg.Unkept(server.Unkept()); why != nil { // a key of its own would sign tokens that no sandbox accepts
				return fmt.Errorf("the key that sandboxes share is not kept: %w", why)
			}
			token, _, err := server.SampleToken()
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(run.Env.Stdout, token)
			return err
		},
	}
	cmd.Flags().StringVar(&url, "url", url, "Address of the sandbox")
	return cmd
}

func newServe(run *cli.Run) *cobra.Command {
	addr, now, verbose := "127.0.0.1:8787", "", false
	options := sandbox.Options{Now: run.Env.Now, Version: run.Env.Build.Commit, Pace: 1, QuotaScale: 1}
	cmd := &cobra.Command{
		Long: `Serve the sandbox on a local port: the API, and an OAuth 2 server with its sign-in page.
Everything is made up except places and airlines, and nothing is booked. Press Ctrl-C to stop it.

--fault makes it fail on purpose: TARGET[:CALLS]=EFFECT [OPTION]...; may be repeated.
  TARGET  an operationId; metadata, resource, jwks, authorize, token, exchange (of a code),
          refresh, poll (of a device), revoke, userinfo, device, verification, register;
          api, oauth, or * for all
  CALLS   2, 1-3, 4-, 1,5, once, or every 3rd; otherwise every call
  EFFECT  a status, a code or both: 503 upstream_unavailable, invalid_grant, expired;
          hang, reset or close, then -before-read, -after-read, -after-work, -after-headers
          or -mid-body; lost, truncate, delay 2s, drip, replay;
          html, redirect 307 URL, status 202, media-type, not-json, oversize, gzip-bomb,
          nested, unknown-fields, unknown-enums, missing PATH, retype PATH, set PATH=VALUE,
          long PATH SIZE
  OPTION  retry-after=5, delay=2s, date=-24h, header="Name: value", detail=TEXT, body=TEXT,
          type=MEDIA-TYPE, after-work`,
		Example: `  travel sandbox serve --pace 3 --quota-scale 10
  travel sandbox serve --addr 127.0.0.1:9000 --now 2027-07-01T08:00:00Z --seed 7
  travel sandbox serve --fault 'getFlightSearchResults:2=503 upstream_unavailable retry-after=5'
  travel sandbox serve --fault createFlightSearch=lost --fault 'refresh:once=hang' --verbose`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if now != "" {
				start, err := time.Parse(time.RFC3339, now)
				if err != nil {
					return problem.NotAccepted("--now", now, "a time such as 2027-07-01T08:00:00Z")
				}
				began := run.Env.Now()
				options.Now = func() time.Time { return start.Add(run.Env.Now().Sub(began)) }
			}
			if verbose {
				options.Log = slog.New(slog.NewTextHandler(run.Env.Stderr, nil))
			}
			return serve(cmd.Context(), run, addr, options)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&addr, "addr", addr, "Address and port to listen on, loopback only")
	flags.StringVar(&now, "now", "", "Start time of its clock, RFC 3339 (default: the real time)")
	flags.Uint64Var(&options.Seed, "seed", 0, "Number of the made-up world")
	flags.Var(cli.Number(&options.Pace, "--pace", 1, 100), "pace", "Speed up the providers, 1 to 100 times")
	flags.Var(cli.Number(&options.QuotaScale, "--quota-scale", 1, 1000), "quota-scale", "Multiply every quota by this, 1 to 1000")
	flags.StringArrayVar(&options.Faults, "fault", nil, "Fail as in `SPEC`, see below; may be repeated, the first match applies")
	flags.BoolVar(&verbose, "verbose", false, "Log each request to stderr, without tokens")
	return cmd
}

func serve(ctx context.Context, run *cli.Run, addr string, options sandbox.Options) error {
	defer patience.Hold(ctx)() // serves until it is told to stop
	cfg, err := run.Config()
	if err != nil {
		return err
	}
	options.StateDir = deployment.SandboxDir(cfg)
	host, port, err := net.SplitHostPort(addr)
	_, notPort := strconv.ParseUint(port, 10, 16) // service names are not accepted
	if ip := net.ParseIP(host); err != nil || notPort != nil || host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return problem.NotAccepted("--addr", addr, "a loopback address and a port up to 65535, such as 127.0.0.1:8787; 0 takes one that is free")
	}
	_, err = faults.New(nil, options.Faults, nil, nil) // check them before a port is opened
	if e, wrong := errors.AsType[*faults.SpecError](err); wrong {
		return problem.NotAccepted("--fault", e.Given, e.Want)
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	if err != nil {
		return fmt.Errorf("listen on %s: %w", addr, err)
	}
	options.URL = "http://" + listener.Addr().String()
	server, err := sandbox.New(options)
	if err != nil {
		_ = listener.Close()
		return err
	}
	defer func() { _ = server.Close() }()
	stderr := run.Env.Stderr
	fmt.Fprintf(stderr, `The sandbox is at %[1]s. Ctrl-C stops it.

Use it from another terminal:
  export TRAVEL_API_URL=%[1]s TRAVEL_CLIENT_ID=travel-cli
  travel login
`, options.URL)
	if why := cfg.Unkept(server.Unkept()); why != nil {
		fmt.Fprintf(stderr, "\nIts key is in memory, so logins and searches end with it, and travel sandbox token cannot\n"+
			"sign for it: %v; %s\n", why, problem.AdviceOf(why))
	} else {
		fmt.Fprintf(stderr, "or without signing in:\n  export TRAVEL_API_URL=%[1]s TRAVEL_TOKEN=$(travel sandbox token --url %[1]s)\n", options.URL)
	}
	if len(options.Faults) > 0 {
		fmt.Fprintf(stderr, "\nIt fails on request:\n  %s\n", strings.Join(options.Faults, "\n  "))
	}
	err = server.Serve(ctx, listener)
	if quit, ok := errors.AsType[cli.SignalError](context.Cause(ctx)); ok && err == nil && quit.Signal == syscall.SIGQUIT {
		return quit // any other signal is the normal way to stop
	}
	return err
}

func newFeedback(run *cli.Run) *cobra.Command {
	return run.Prints(&cobra.Command{
		Long: `List the feedback that your sandboxes on this computer received, latest first: what the owner of a
real service would see. Only the latest megabyte or so is stored.`,
		Example: `  travel sandbox feedback
  travel sandbox feedback --json`,
		RunE: func(*cobra.Command, []string) error {
			cfg, err := run.Config()
			if err != nil {
				return err
			}
			server, err := sandbox.New(sandbox.Options{StateDir: deployment.SandboxDir(cfg), Now: run.Env.Now})
			if err != nil {
				return err
			}
			defer func() { _ = server.Close() }()
			entries, err := server.Feedback()
			if err != nil {
				return fmt.Errorf("list the sandbox's feedback: %w", err)
			}
			slices.Reverse(entries)
			table := grid.Table{Columns: []grid.Column{
				{Name: "RECEIVED", Keep: 9}, {Name: "RATING", Keep: 8}, {Name: "ABOUT", Keep: 8}, {Name: "VERSION", Keep: 3},
				{Name: "FROM", Keep: 5, Flex: true}, {Name: "MESSAGE", Record: true},
			}}
			for _, e := range entries {
				rating := ""
				if e.Rating != nil {
					rating = strconv.Itoa(*e.Rating)
				}
				table.Rows = append(table.Rows, []grid.Cell{
					{Text: e.At.UTC().Format("2006-01-02 15:04") + " UTC", Data: e.At.UTC().Format("2006-01-02T15:04:05Z")},
					{Text: rating, Tone: canvas.Strong}, {Text: words.Stated(e.Category)}, {Text: words.Stated(e.Version)}, {Text: e.Subject},
					{Text: words.Stated(e.Message)},
				})
				table.Below = append(table.Below, words.Stated(e.Message))
			}
			if len(entries) == 0 {
				for i := range table.Columns {
					table.Columns[i].Record = true // an empty header is only for scripts
				}
				table.Notes = []string{"The sandbox has received no feedback yet; send some with: travel feedback --rating 5"}
			}
			return run.Out().PrintValue(feedbackJSON{append([]sandbox.FeedbackEntry{}, entries...)}, nil, table, table.Notes)
		},
	}, schema.Document(feedbackJSON{}, nil))
}

// feedbackJSON is the feedback the sandbox received, as --json prints it.
type feedbackJSON struct {
	Results []sandbox.FeedbackEntry `json:"results"`
}
