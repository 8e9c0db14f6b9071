// Package mcp has the command that serves agents.
package mcp

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/mcpserver"
	"travel.example/travel/internal/patience"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/recall"
)

type options struct {
	*cli.Run

	http, toolset string
	tools         []string
	allowFeedback bool
	maxSearches   int
}

// New returns the mcp command.
func New(run *cli.Run) *cobra.Command {
	o := &options{Run: run}
	cmd := &cobra.Command{
		Long: `Serve tools to agents over the Model Context Protocol: over standard input and output, for a client
that starts this program, or over HTTP on a port of this computer.

The tools do what the commands do, with the profile that is current at the start, its login and
limits, or the built-in sandbox. They never book anything, sign in or open a browser. Until a tool
is called, the server reads only your settings and sends no request.

The searches that tools can use are limited: after --max-searches a person is asked, if the client
supports that, and a search that was made in the last minutes is reused.

travel mcp install shows how to set up common clients. Clients can also read a guide.

--http serves on a loopback address. Each request needs the bearer token that is printed on stderr;
it is valid for this run only.`,
		Example: `  travel mcp
  travel mcp --toolset all
  travel mcp --tools getPlaces,getCountryHolidays
  travel mcp --http 127.0.0.1:8765`,
		Args: cli.ArgumentsOr("", 0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			for _, name := range []string{"http", "tools"} {
				if flag := cmd.Flags().Lookup(name); flag.Changed && strings.Trim(flag.Value.String(), "[]") == "" {
					return problem.NotAccepted("--"+name, "", wanted[name])
				}
			}
			return serve(cmd.Context(), o)
		},
	}
	cmd.Flags().StringVar(&o.http, "http", "", "Serve over HTTP on this loopback `ADDRESS`:PORT; port 0 picks a free one")
	cmd.Flags().StringVar(&o.toolset, "toolset", mcpserver.Usual, "Tools to offer, separated by commas: "+strings.Join(mcpserver.Toolsets(), ", "))
	cmd.Flags().StringSliceVar(&o.tools, "tools", nil, "Offer only these tools, by `NAME`")
	cmd.Flags().BoolVar(&o.allowFeedback, "allow-feedback", false, "Let submitFeedback send feedback to the service")
	cmd.Flags().IntVar(&o.maxSearches, "max-searches", mcpserver.MostSearches, "Searches that tools may make without asking, 0 or more")
	cli.UsedMost(cmd, "toolset\tTools to offer: "+strings.Join(mcpserver.Toolsets(), ", "),
		"tools\tOffer only these tools",
		fmt.Sprintf("max-searches\tSearches to make without asking (default %d)", mcpserver.MostSearches),
		"http\tServe over HTTP on this address", "allow-feedback\tLet agents send feedback")
	run.List(cmd, cli.Entry{Use: "install CLIENT", Short: "Show how a client starts this server", Make: newInstall})
	cli.Suggest(cmd, "toolset", mcpserver.Toolsets()...)
	return cmd
}

// atTerminal is printed for a person, who would otherwise see nothing.
const atTerminal = `waiting for an MCP client on standard input; Ctrl-C ends it
clients start this by themselves; to tell yours: travel mcp install CLIENT
`

// wanted describes the values that flags accept.
var wanted = map[string]string{
	"http":  "a loopback address and a port up to 65535, such as 127.0.0.1:8765; 0 takes one that is free",
	"tools": "names of tools, such as getPlaces,search_flights; leave it out for the usual ones",
}

func serve(ctx context.Context, o *options) error {
	defer patience.Hold(ctx)() // serves until its client leaves
	tools, err := mcpserver.Choose(o.toolset, o.tools)
	if err != nil {
		return err
	}
	if o.maxSearches < 0 {
		return problem.NotAccepted("--max-searches", strconv.Itoa(o.maxSearches), "a whole number from 0 up")
	}
	offer := mcpserver.Options{Tools: tools, AllowFeedback: o.allowFeedback}
	d := deskOf(o.Run)
	defer d.Deployment.Close()
	_, _ = d.Deployment.Config() // now, so that a later login does not change the profile; tools report the error
	session := mcpserver.NewSession(d, o.Env.Build.Version)
	session.Allow(o.maxSearches)
	if o.http != "" {
		host, port, err := net.SplitHostPort(o.http)
		_, notPort := strconv.ParseUint(port, 10, 16)
		if ip := net.ParseIP(host); err != nil || ip == nil || !ip.IsLoopback() || notPort != nil {
			return problem.NotAccepted("--http", o.http, wanted["http"])
		}
		listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", o.http)
		if err != nil {
			return problem.Usagef("--http %s cannot be opened: %s", o.http, err.Error()).Advise("give a port that is free, or 0")
		}
		secret := rand.Text() // for this run
		// The program that started this one waits for the address.
		_, err = fmt.Fprintf(o.Env.Stderr, "serving MCP at http://%s%s\nbearer: %s\n", listener.Addr(), mcpserver.Endpoint, secret)
		if err != nil {
			_ = listener.Close()
			return fmt.Errorf("tell the address: %w", err)
		}
		return session.ServeHTTP(ctx, offer, listener, secret)
	}
	if o.Env.StdinTTY {
		_, _ = io.WriteString(o.Env.Stderr, atTerminal)
	}
	if o.Env.Stdout == io.Writer(os.Stdout) {
		os.Stdout = os.Stderr // other output must not mix with the protocol's messages
	}
	return session.ServeLines(ctx, offer, o.Env.Stdin, o.Env.Stdout)
}

// deskOf returns a desk of the run's profile for use without a person: it asks nothing, draws nothing, and has its
// own lists, which no other process shares.
func deskOf(run *cli.Run) *desk.Desk {
	env := *run.Env
	env.Stdin, env.Stdout = strings.NewReader(""), io.Discard
	env.StdinTTY, env.OutTerm.TTY, env.ErrTerm.TTY = false, false, false
	options := run.Another(&env, func(*cli.Flags) {}).Desk().Options
	options.Ask, options.Report = nil, nil
	owner := recall.Session{Owner: recall.Named, Key: "mcp " + rand.Text()}
	options.Session = func() (recall.Session, error) { return owner, nil }
	return desk.Open(options)
}
