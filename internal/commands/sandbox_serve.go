package commands

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/config"
	"travel.example/travel/internal/sandbox"
	"travel.example/travel/internal/sandbox/faults"
)

type sandboxServeOptions struct {
	app     *app
	addr    string
	now     string
	seed    string
	faults  []string
	verbose bool
}

func newSandboxServe(a *app) *cobra.Command {
	o := &sandboxServeOptions{app: a, addr: "127.0.0.1:8787", seed: "0"}
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve the sandbox on a local port",
		Long: `Serve the sandbox on a local port: the API, and an OAuth 2 server with its sign-in page.
Everything is made up but the places and airlines, and nothing is booked. It runs until
Ctrl-C. Scripts and other clients can be developed against it.

--fault makes it fail on request: TARGET[:CALLS]=EFFECT [OPTION]..., once or repeated.
  TARGET  an operationId; metadata, resource, jwks, authorize, token, exchange (of a code),
          refresh, poll (of a device), revoke, userinfo, device, verification, register;
          api, oauth, or * for all
  CALLS   2, 1-3, 4-, 1,5, once, or every 3rd; else every call
  EFFECT  a status, a code or both: 503 upstream_unavailable, invalid_grant, expired
          hang, reset or close, then -before-read, -after-read, -after-work, -after-headers
          or -mid-body; lost, truncate, delay 2s, drip, replay
          html, redirect 307 URL, status 202, media-type, not-json, oversize, gzip-bomb,
          nested, unknown-fields, unknown-enums, missing PATH, retype PATH, set PATH=VALUE
  OPTION  retry-after=5, delay=2s, date=-24h, header="Name: value", detail=TEXT, body=TEXT,
          type=MEDIA-TYPE, after-work`,
		Example: `  travel sandbox serve
  travel sandbox serve --addr 127.0.0.1:9000 --now 2027-07-01T08:00:00Z --seed 7
  travel sandbox serve --fault 'getFlightSearchResults:2=503 upstream_unavailable retry-after=5'
  travel sandbox serve --fault createFlightSearch=lost --fault 'refresh:once=hang' --verbose`,
		Args: arguments("", 0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error { return runSandboxServe(cmd.Context(), o) },
	}
	cmd.Flags().StringVar(&o.addr, "addr", o.addr, "Address and port to listen on, loopback only")
	cmd.Flags().StringVar(&o.now, "now", "", "Time at which its clock starts, RFC 3339 (default: the real time)")
	cmd.Flags().StringVar(&o.seed, "seed", o.seed, "Another number is another world of flights and prices")
	cmd.Flags().StringArrayVar(&o.faults, "fault", nil, "Fail as `SPEC` says, see above; may be repeated, the first that fits acts")
	cmd.Flags().BoolVar(&o.verbose, "verbose", false, "Log each request to stderr, without tokens")
	return cmd
}

// options checks the flags and makes the sandbox's options of them.
func (o *sandboxServeOptions) options(cfg *config.Config) (sandbox.Options, error) {
	const next = "travel sandbox serve --help"
	options := sandbox.Options{
		StateDir: sandboxDir(cfg),
		Now:      o.app.env.Now,
		Version:  o.app.env.Build.Commit,
	}
	host, _, err := net.SplitHostPort(o.addr)
	if err != nil || !loopbackHost(host) {
		return options, usageError{Arg: "--addr", Given: o.addr, Want: "a loopback address and a port, such as 127.0.0.1:8787", Next: next}
	}
	if options.Seed, err = strconv.ParseUint(o.seed, 10, 64); err != nil {
		return options, usageError{Arg: "--seed", Given: o.seed, Want: "a whole number from 0 to 18446744073709551615", Next: next}
	}
	if o.now != "" {
		start, err := time.Parse(time.RFC3339, o.now)
		if err != nil {
			return options, usageError{Arg: "--now", Given: o.now, Want: "a time such as 2027-07-01T08:00:00Z", Next: next}
		}
		began := o.app.env.Now()
		real := o.app.env.Now
		options.Now = func() time.Time { return start.Add(real().Sub(began)) }
	}
	for _, spec := range o.faults {
		if _, err := faults.Parse(spec); err != nil {
			return options, faultError(err, next)
		}
	}
	options.Faults = o.faults
	if o.verbose {
		options.Log = slog.New(slog.NewTextHandler(o.app.env.Stderr, nil))
	}
	return options, nil
}

// faultError words a spec that cannot be read like any other mistake in a flag.
func faultError(err error, next string) error {
	e, ok := errors.AsType[*faults.SpecError](err)
	if !ok {
		return err
	}
	return usageError{Arg: "--fault", Given: e.Given, Want: e.Want, Next: next}
}

func loopbackHost(host string) bool {
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

func runSandboxServe(ctx context.Context, o *sandboxServeOptions) error {
	cfg, err := o.app.config()
	if err != nil {
		return err
	}
	options, err := o.options(cfg)
	if err != nil {
		return err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", o.addr)
	if err != nil {
		return fmt.Errorf("listen on %s: %w", o.addr, err)
	}
	options.URL = "http://" + listener.Addr().String()
	server, err := sandbox.New(options)
	if err != nil {
		_ = listener.Close()
		return err
	}
	defer func() { _ = server.Close() }()
	fmt.Fprintf(o.app.env.Stderr, `The sandbox is at %[1]s. Ctrl-C stops it.

Use it from another terminal:
  export TRAVEL_API_URL=%[1]s TRAVEL_CLIENT_ID=travel-cli
  travel login
or without signing in:
  export TRAVEL_API_URL=%[1]s TRAVEL_TOKEN=$(travel sandbox token --url %[1]s)
`, options.URL)
	if len(options.Faults) > 0 {
		fmt.Fprintf(o.app.env.Stderr, "\nIt fails on request:\n  %s\n", strings.Join(options.Faults, "\n  "))
	}
	return server.Serve(ctx, listener)
}
