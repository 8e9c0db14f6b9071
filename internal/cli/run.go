// Package cli has the parts shared by all commands, and nothing about particular nouns: a run with its environment
// and flags, flags made from the contract's table, printing, exit codes, the live view, questions, completion and
// help.
package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/deployment"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/problem"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/schema"
	"travel.example/travel/internal/session"
)

// Env is the outside world, set up once by main. Tests fill it in by hand.
type Env struct {
	Args           []string // without the program's name
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Getenv         func(string) string
	Environ        func() []string        // names and values, as from os.Environ
	OS             string                 // runtime.GOOS
	Home           string                 // the user's home directory
	Container      bool                   // the process appears to run in a container
	Session        func() session.Session // the terminal or job of the process; nil if unknown

	StdinTTY         bool
	OutTerm, ErrTerm render.Terminal
	Size             func() (width, height int) // current size of the terminal window; 0 or a nil func if unknown

	Now  func() time.Time
	Wait func(ctx context.Context, d time.Duration) error // ends early with ctx's error
	Open func(url string) error                           // opens a browser

	// Program returns the path by which other programs can start this one. lasts is false if the path is temporary,
	// as under go run. A nil func means unknown.
	Program func() (path string, lasts bool)

	// Tick returns the ticks that redraw growing output, until stop is called. If nil, real time is used.
	Tick func(every time.Duration) (ticks <-chan time.Time, stop func())

	OpenFile func(path string) error // opens a local file by its absolute path

	// UntilSignal cancels the context of the running command on a signal, until stop is called. If nil, signals are
	// not handled. Help pages never wait, and leave signals alone.
	UntilSignal func(context.Context) (ctx context.Context, stop func())

	Build Build
}

// Build is the version information of the binary.
type Build struct {
	Version string // such as 1.2.0, or "dev"
	Commit  string
	Date    string // of the commit, RFC 3339
}

// Run is one run of the command line: what all its commands share.
type Run struct {
	Env   *Env
	Flags *Flags

	out        *Printer
	config     func() (*config.Config, error)
	deployment *deployment.Deployment
	desk       *desk.Desk
	listed     map[*cobra.Command]Entry // commands not created yet
	deaf       func()                   // stops signal handling; nil before a command runs
	plan       *apiclient.Plan          // of --dry-run
	atAPI      string                   // the profile selected by --api-url, see AtAPI

	shapes map[*cobra.Command][]schema.Shape // the output of commands with --json
	emits  []schema.Event                    // additional events of commands
}

// New returns a run of the command line. Nothing is read until a command needs it.
func New(env *Env) *Run {
	r := &Run{Env: env, Flags: &Flags{}, listed: map[*cobra.Command]Entry{}, shapes: map[*cobra.Command][]schema.Shape{}}
	r.out = &Printer{env: env, flags: r.Flags}
	r.plan = &apiclient.Plan{Given: env.Args}
	r.config = sync.OnceValues(func() (*config.Config, error) { return config.Load(r.ConfigInput()) })
	r.deployment = deployment.New(deployment.Options{
		Config: r.config, Getenv: r.Env.Getenv, Now: r.Env.Now, Wait: r.Env.Wait,
		Limits: func() deployment.Limits {
			wait := r.Flags.RetryWait
			if r.Flags.persistent.Changed("retry-wait") && wait == 0 {
				wait = -1 // 0 means the client's own default, and a negative wait means never to wait
			}
			return deployment.Limits{Timeout: r.Flags.Timeout, WaitBudget: wait}
		},
		Plan: func() *apiclient.Plan { // nil sends the requests
			if !r.Flags.dryRun {
				return nil
			}
			return r.plan
		},
		Debug: r.debug, Stderr: debugLog{r.out},
		Version: r.Env.Build.Version, Commit: r.Env.Build.Commit,
		Interactive: r.Env.StdinTTY && r.Env.ErrTerm.TTY, Notices: r.out.notices(),

		Notice: func(text string) { // a program expects a single object on stderr; events report waits themselves
			if r.out.Text() || r.Env.ErrTerm.TTY && !r.Flags.events {
				r.out.Notice("%s", text)
			}
		},
		Pausing: r.out.pausing,
		Sample:  func() { r.out.sayMadeUp(false) },
	})
	r.out.account = r.sampleAccount
	r.desk = desk.Open(desk.Options{
		Deployment: r.deployment, Session: r.session, Language: desk.SystemLanguage(r.Env.Getenv), Now: r.Env.Now,
		Wait: func(ctx context.Context, d time.Duration) error {
			if r.Flags.dryRun {
				return ctx.Err()
			}
			return r.Env.Wait(ctx, d)
		},
		Ask: r.Console(), Report: r.Reports(nil),
	})
	r.out.origin = r.desk.Origin
	return r
}

// Mark returns the heading that marks made-up data on a full screen, or "" if the data is real.
func (r *Run) Mark() string {
	return r.out.marked(render.Terminal{}).Mark
}

// debug returns where to log requests, "" for nowhere, and the flag or variable that set it.
func (r *Run) debug() (name, from string) {
	if r.Flags.debug != "" {
		return r.Flags.debug, "--debug"
	}
	return r.Env.Getenv("TRAVEL_DEBUG"), "TRAVEL_DEBUG"
}

// session returns the owner of the run's lists: the given name, or else its terminal or job.
func (r *Run) session() (recall.Session, error) {
	if r.Flags.List != "" {
		return recall.Session{Owner: recall.Named, Key: r.Flags.List}, nil
	}
	for _, name := range []string{"TRAVEL_LIST", "TRAVEL_SESSION"} {
		if key := r.Env.Getenv(name); key != "" {
			return recall.Session{Owner: recall.Named, Key: key}, checkListName(name, key)
		}
	}
	if r.Env.Session == nil {
		return recall.Session{Owner: recall.Job}, nil
	}
	here := r.Env.Session()
	if here.Terminal {
		return recall.Session{Owner: recall.Terminal, Key: here.Key}, nil
	}
	return recall.Session{Owner: recall.Job, Key: here.Key}, nil
}

// sampleAccount names the account that the built-in sandbox uses if no one has signed in, or returns "". told
// reports whether this session has been told before.
func (r *Run) sampleAccount() (words string, told func() bool) {
	cfg, err := r.config()
	if err != nil || r.deployment.HasGivenToken() {
		return "", nil
	}
	ada, ok := deployment.Sample(cfg)
	if !ok {
		return "", nil
	}
	return fmt.Sprintf("using the sample account %s, market %s", ada.Name, ada.Market), func() bool {
		return r.Env.Session != nil && deployment.ToldOfSample(cfg, r.Env.Session().Key)
	}
}

// Program returns the path by which other programs can start this one; lasts is false if there is none that will
// last.
func (r *Run) Program() (path string, lasts bool) {
	if r.Env.Program == nil {
		return "", false
	}
	return r.Env.Program()
}

// Config returns the settings of the run.
func (r *Run) Config() (*config.Config, error) { return r.config() }

// ConfigInput returns the sources of the settings.
func (r *Run) ConfigInput() config.Input {
	return config.Input{
		Getenv:  r.Env.Getenv,
		Flags:   r.Flags.Settings(),
		Profile: cmp.Or(r.Flags.Profile, r.atAPI), New: r.atAPI != "",
		Home: r.Env.Home,
		GOOS: r.Env.OS,
	}
}

// AtAPI selects the profile of the deployment given by --api-url if no profile was selected. If there is none, it
// selects a new one named after the host. It must be called before the settings are read.
func (r *Run) AtAPI() error {
	file, err := r.ConfigFile()
	if err != nil || r.Flags.Profile != "" || r.Env.Getenv("TRAVEL_PROFILE") != "" {
		return nil // a profile cannot be saved without a home directory
	}
	r.atAPI, err = file.ProfileAt(r.Flags.Settings()["api-url"])
	return err
}

// At selects a profile that need not exist yet. It must be called before the settings are read.
func (r *Run) At(profile string) { r.atAPI = profile }

// NotCurrent says that commands use another profile than this one and how to change that, or returns "" if they use
// it.
func (r *Run) NotCurrent(profile string) string {
	if chosen := r.Env.Getenv("TRAVEL_PROFILE"); chosen != "" && chosen != profile {
		return fmt.Sprintf("TRAVEL_PROFILE is set, so commands use profile %s; to use %s: export TRAVEL_PROFILE=%s", chosen, profile, profile)
	} else if chosen != "" {
		return ""
	}
	file, err := r.ConfigFile()
	if err != nil {
		return ""
	}
	current, err := file.Selected()
	if err != nil || current == profile {
		return ""
	}
	return fmt.Sprintf("%s is the current profile; to make it %s: travel profile use %s", current, profile, profile)
}

// ConfigFile opens the settings file for changes.
func (r *Run) ConfigFile() (*config.File, error) { return config.OpenFile(r.ConfigInput()) }

// Desk returns the run's desk.
func (r *Run) Desk() *desk.Desk { return r.desk }

// Out returns the printer to stdout and stderr.
func (r *Run) Out() *Printer { return r.out }

// Console returns the console that asks the person at the terminal.
func (r *Run) Console() *Console { return &Console{out: r.out, env: r.Env} }

// Reports returns a reporter of a search's progress, drawn by draw, or as a count of rows if draw is nil.
func (r *Run) Reports(draw Draw) *Reports {
	return &Reports{out: r.out, draw: draw}
}

// Operation returns the command of a contract operation, and its parameters. The command accepts the arguments in
// its usage and completes them. It panics on an operationId that the contract does not have, which a test of the
// tree would catch.
func (r *Run) Operation(id string) (*cobra.Command, *ask.Values) {
	cmd := &cobra.Command{Annotations: map[string]string{"operationId": id}, Args: argumentsOfUse}
	days := r.days()
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) error { return days.Settle(r.desk.Reading(cmd.Context())) }
	r.Plans(cmd)
	return cmd, ask.New(id, days)
}

// argumentsOfUse accepts the arguments in the usage of a command. Those in brackets are optional; if all are in
// brackets, all or none must be given.
func argumentsOfUse(cmd *cobra.Command, args []string) error {
	names, _, _ := strings.Cut(cmd.Use, " --")
	_, names, _ = strings.Cut(names, " ")
	if all, whole := strings.CutPrefix(names, "["); whole && strings.Contains(all, " ") {
		if names = strings.TrimSuffix(all, "]"); len(args) == 0 {
			return nil
		}
	}
	required, _, _ := strings.Cut(names, "[")
	most := len(strings.Fields(names))
	switch {
	case strings.HasSuffix(names, "..."), strings.HasSuffix(names, "...]"):
		most = math.MaxInt
	case takesDays(names):
		most += dayWords
	}
	return Arguments(names, len(strings.Fields(required)), most)(cmd, args)
}

// PreferDetail requests the detail view for people. A program gets the view it asks for.
func (r *Run) PreferDetail(q *ask.Values) {
	if r.out.Text() {
		q.SetDefault("view", "--view", string(apiclient.DetailViewDetail))
	}
}

// Another returns a run in another environment with changed flags: for another profile, or without a person at the
// terminal.
func (r *Run) Another(env *Env, change func(*Flags)) *Run {
	other := New(env)
	*other.Flags = *r.Flags
	change(other.Flags)
	return other
}

// Execute runs the command that root finds for the arguments, once, and returns its exit code. It is the only place
// that reports errors.
func (r *Run) Execute(ctx context.Context, root *cobra.Command) (code int) {
	defer func() {
		if p := recover(); p != nil { // one line, without the stack or the panic's text (threat T38)
			code = report(ctx, r, "travel", problem.Caught(p))
		}
		r.deployment.Close()
		if r.deaf != nil {
			r.deaf()
		}
	}()
	r.Choose(root, r.Env.Args)
	root.SetArgs(r.Env.Args)
	cmd, _, err := root.Find(r.Env.Args)
	if err == nil {
		err = eaten(cmd, r.Env.Args)
	}
	if err != nil {
		r.Flags.readAhead(r.Env.Args)
	} else {
		cmd, err = root.ExecuteContextC(ctx)
	}
	if err == nil {
		err = r.out.helpErr
	}
	if cmd.Context() != nil { // it has the deadline
		ctx = cmd.Context()
	}
	if r.Flags.dryRun && (err == nil || r.plan.Stopped()) {
		err = r.printPlan(cmd)
	}
	return report(ctx, r, cmd.CommandPath(), err)
}

// Root returns the root command, with the flags that all commands have.
func (r *Run) Root() *cobra.Command {
	root := &cobra.Command{
		Use:           "travel",
		SilenceErrors: true, SilenceUsage: true,
		Args: unknownCommand,
	}
	version := root.Flags().BoolP("version", "v", false, "version for travel") // cobra's own uses a template
	root.RunE = func(cmd *cobra.Command, args []string) error {
		if !*version {
			return showHelp(cmd, args)
		}
		_, err := fmt.Fprintln(r.Env.Stdout, "travel", r.Env.Build.Version)
		return err
	}
	root.SetOut(r.Env.Stdout)
	root.SetErr(r.Env.Stderr)
	root.SetIn(r.Env.Stdin)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		r.Flags.readAhead(r.Env.Args)
		return flagError(cmd, err)
	})
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { r.out.helpErr = r.printHelp(cmd) })
	root.SetUsageFunc(func(cmd *cobra.Command) error { return nil })
	root.CompletionOptions.DisableDefaultCmd = true // its scripts make the shell evaluate the command line
	root.CompletionOptions.SetDefaultShellCompDirective(cobra.ShellCompDirectiveNoFileComp)
	r.Flags.AddTo(root)
	check := root.PersistentPreRunE
	root.PersistentPreRunE = func(cmd *cobra.Command, args []string) error {
		if *version {
			return nil
		}
		if cmd != root && r.Env.UntilSignal != nil { // root only prints a page
			ctx, stop := r.Env.UntilSignal(cmd.Context())
			r.deaf = stop
			cmd.SetContext(ctx)
		}
		return check(cmd, args)
	}
	root.SetHelpCommand(r.help())
	return root
}

// NoBrowser returns why no browser can be opened for the person, or "" if one can. If the person has asked for a
// browser, a display forwarded by SSH is enough.
func (r *Run) NoBrowser(asked bool) string {
	set := func(names ...string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return r.Env.Getenv(name) != "" })
	}
	graphical := set("DISPLAY", "WAYLAND_DISPLAY")
	switch {
	case set("BROWSER"), asked && graphical: // remote desktops and editors set BROWSER to open the local browser
		return ""
	case set("SSH_CONNECTION", "SSH_TTY"):
		return "this is an SSH session"
	case set("CODESPACES", "REMOTE_CONTAINERS"):
		return "this is a container on another computer"
	case graphical, r.Env.OS == "darwin", r.Env.OS == "windows", set("WSL_DISTRO_NAME", "WSL_INTEROP"):
		return ""
	case set("container", "KUBERNETES_SERVICE_HOST"), r.Env.Container:
		return "this is a container without a display"
	}
	return "there is no graphical session"
}
