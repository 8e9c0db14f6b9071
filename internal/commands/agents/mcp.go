package agents

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/cli"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/mcpserver"
	"travel.example/travel/internal/mcpserver/clients"
	"travel.example/travel/internal/patience"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/store"
)

// serving holds the dependencies and flags of travel mcp.
type serving struct {
	*cli.Run

	http, toolset string
	tools         []string
	allowFeedback bool
	maxSearches   int
}

// MCP returns the command that serves tools to agents.
func MCP(run *cli.Run) *cobra.Command {
	o := &serving{Run: run}
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
	run.List(cmd, cli.Entry{Use: "install CLIENT", Short: "Print the settings for a client", Make: newEntry})
	cli.Suggest(cmd, "toolset", mcpserver.Toolsets()...)
	cli.PrintsNothing(cmd)
	return cmd
}

// atTerminal is printed for a person, who would otherwise see nothing.
const atTerminal = `waiting for an MCP client on standard input; Ctrl-C ends it
clients start this server themselves; to set up yours: travel mcp install CLIENT
`

// wanted describes the values that flags accept.
var wanted = map[string]string{
	"http":  "a loopback address and a port up to 65535, such as 127.0.0.1:8765; 0 picks a free one",
	"tools": "names of tools, such as getPlaces,search_flights; leave it out for the usual ones",
}

func serve(ctx context.Context, o *serving) error {
	defer patience.Hold(ctx)() // serves until its client leaves
	tools, err := mcpserver.Choose(o.toolset, o.tools)
	if err != nil {
		return err
	}
	if o.maxSearches < 0 {
		return problem.NotAccepted("--max-searches", strconv.Itoa(o.maxSearches), "a whole number from 0 up")
	}
	offer := mcpserver.Options{Tools: tools, AllowFeedback: o.allowFeedback}
	stderr, stop := mcpserver.Dropping(o.Env.Stderr)
	defer stop()
	d := deskOf(o.Run, stderr)
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
func deskOf(run *cli.Run, stderr io.Writer) *desk.Desk {
	env := *run.Env
	env.Stdin, env.Stdout, env.Stderr = strings.NewReader(""), io.Discard, stderr
	env.StdinTTY, env.OutTerm.TTY, env.ErrTerm.TTY = false, false, false
	options := run.Another(&env, func(*cli.Flags) {}).Desk().Options
	options.Ask, options.Report = nil, nil
	owner := recall.Session{Owner: recall.Named, Key: "mcp " + rand.Text()}
	options.Session = func() (recall.Session, error) { return owner, nil }
	return desk.Open(options)
}

func newEntry(run *cli.Run) *cobra.Command {
	machine := clients.Machine{OS: run.Env.OS, Home: run.Env.Home, Getenv: run.Env.Getenv}
	names := strings.Join(clients.Names(), ", ")
	write, toolset := false, ""
	cmd := &cobra.Command{
		Long: `Print the entry that a client needs to start this server, and name the file where it belongs.
Clients: ` + names + `.

--write adds it to the file. Nothing else in the file changes, and a copy of the old file is kept
next to it. If the file has comments, or the entry in another form, edit it yourself.`,
		Example: "  travel mcp install cursor\n  travel mcp install gemini --toolset all --write",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return problem.Usagef("CLIENT is missing; give one of %s", names)
			}
			return cli.Arguments("CLIENT", 1, 1)(cmd, args)
		},
		RunE: func(_ *cobra.Command, args []string) error {
			client, found := clients.Find(args[0])
			if !found {
				return problem.NotAccepted("CLIENT", args[0], "one of "+names)
			}
			if _, err := mcpserver.Choose(toolset, nil); err != nil {
				return err
			}
			line := []string{"mcp"}
			if toolset != "" {
				line = append(line, "--toolset", toolset)
			}
			if profile := run.Flags.Profile; profile != "" { // else the current profile whenever the server runs
				line = append(line, "--profile", profile)
			}
			program, lasts := run.Program()
			if !lasts {
				program = "travel"
			}
			file := client.File(machine)
			if write {
				return addEntry(run.Out(), client, file, func(was []byte) ([]byte, error) { return client.With(was, program, line...) })
			}
			if _, err := io.WriteString(run.Env.Stdout, client.Entry(program, line...)); err != nil {
				return fmt.Errorf("write the entry: %w", err)
			}
			if file == "" {
				run.Out().Notice("the home directory is not known, so neither is the file of %s", client.Title)
				return nil
			}
			run.Out().Notice("%s keeps this in %s; --write puts it there", client.Title, file)
			return nil
		},
	}
	cmd.ValidArgsFunction = cobra.FixedCompletions(clients.Names(), cobra.ShellCompDirectiveNoFileComp)
	cmd.Flags().BoolVar(&write, "write", false, "Write the entry to the client's file")
	cmd.Flags().StringVar(&toolset, "toolset", "", "Offer the client these tools: "+strings.Join(mcpserver.Toolsets(), ", "))
	return cmd
}

// addEntry adds an entry to a client's file, if the file is understood, and keeps a copy of the old file.
func addEntry(out *cli.Printer, client clients.Client, file string, with func(was []byte) ([]byte, error)) error {
	refuse := func(why string) error {
		return problem.Usagef("the file of %s, %s, is left as it is: %s", client.Title, file, why).
			Advise("put the entry in yourself: travel mcp install " + client.Name)
	}
	if file == "" {
		return problem.Usagef("the home directory is not known, so neither is the file of %s", client.Title).
			Advise("put the entry in yourself: travel mcp install " + client.Name)
	}
	if info, err := os.Stat(filepath.Dir(file)); err != nil || !info.IsDir() {
		return refuse("its directory does not exist; is " + client.Title + " installed?")
	}
	if where, err := filepath.EvalSymlinks(file); err == nil {
		file = where // keep a symbolic link as one
	}
	was, err := store.ReadUpTo(file, math.MaxInt64)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return refuse(store.Why(err))
	}
	text, err := with(was)
	if err != nil {
		return refuse(err.Error())
	}
	if bytes.Equal(text, was) {
		out.Notice("%s has it already", file)
		return nil
	}
	if was != nil {
		if err := replace(file+".before-travel", was, file); err != nil {
			return refuse("no copy of it can be kept: " + store.Why(err))
		}
		out.Notice("what it was is in %s", file+".before-travel")
	}
	if err := replace(file, text, file); err != nil {
		return fmt.Errorf("write %s: %s", file, store.Why(err))
	}
	out.Notice("written to %s; start %s again", file, client.Title)
	return nil
}

// replace writes a file atomically, with the permissions of the file like. If that does not exist, only its owner can
// read it.
func replace(file string, text []byte, like string) error {
	info, err := os.Stat(like)
	if replaced := store.Replace(file, text); replaced != nil || err != nil {
		return replaced
	}
	return os.Chmod(file, info.Mode().Perm())
}
