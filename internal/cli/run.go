// Package cli is the frame of the command line: what every command shares, and no noun. It holds one
// run with its environment and its flags, flags made from the contract's table, printing, exit
// codes, the live view, questions, completion and help.
package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"travel.example/travel/internal/apiclient"
	"travel.example/travel/internal/ask"
	"travel.example/travel/internal/config"
	"travel.example/travel/internal/deployment"
	"travel.example/travel/internal/desk"
	"travel.example/travel/internal/recall"
	"travel.example/travel/internal/render"
	"travel.example/travel/internal/schema"
	"travel.example/travel/internal/session"
)

// Env is the world outside as main found it, once. Tests fill it by hand.
type Env struct {
	Args           []string // without the program's name
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Getenv         func(string) string
	Environ        func() []string        // names and values, as os.Environ has them
	OS             string                 // runtime.GOOS
	Home           string                 // the user's home directory
	Container      bool                   // the process runs in one, as far as it can tell
	Session        func() session.Session // the terminal or the job that the process belongs to; nil: not known

	StdinTTY         bool
	OutTerm, ErrTerm render.Terminal
	Size             func() (width, height int) // of the terminal's window now; 0 or a nil func: not known

	Now  func() time.Time
	Wait func(ctx context.Context, d time.Duration) error // ends early with ctx's error
	Open func(url string) error                           // opens a browser

	// Program is the path by which others start this program; false where none will last, as under go run.
	// nil: not known.
	Program func() (path string, lasts bool)

	// Tick says when what grows on the screen is drawn again, until it is stopped; nil: as time goes by.
	Tick func(every time.Duration) (ticks <-chan time.Time, stop func())

	OpenFile func(path string) error // opens a file of this computer, by its absolute path

	// UntilSignal ends the context of the command that runs with a signal, until it is stopped; nil
	// hears none. A page of help waits for no one, and leaves signals as they are.
	UntilSignal func(context.Context) (ctx context.Context, stop func())

	Build Build
}

func (e *Env) ticks(every time.Duration) (ticks <-chan time.Time, stop func()) {
	if e.Tick != nil {
		return e.Tick(every)
	}
	return time.Tick(every), func() {}
}

// Build is what the binary knows of itself.
type Build struct {
	Version string // as in 1.2.0, or "dev"
	Commit  string
	Date    string // of the commit, RFC 3339
}

// Run is one run of the command line. Commands take from it what they use, and none keeps it.
type Run struct {
	Env   *Env
	Flags *Flags

	out        *Printer
	events     *events
	config     func() (*config.Config, error)
	deployment *deployment.Deployment
	desk       *desk.Desk
	listed     map[*cobra.Command]Entry // commands that are not made yet
	deaf       func()                   // stops hearing signals; nil before a command runs
	plan       *apiclient.Plan          // of --dry-run
	atAPI      string                   // the profile that --api-url stands for, see AtAPI

	shapes map[*cobra.Command][]schema.Shape // what commands print
	emits  []schema.Event                    // of commands
}

// New makes a run of the command line. Nothing is read before a command needs it.
func New(env *Env) *Run {
	r := &Run{Env: env, Flags: &Flags{}, listed: map[*cobra.Command]Entry{}, shapes: map[*cobra.Command][]schema.Shape{}}
	r.out = &Printer{env: env, flags: r.Flags}
	r.events = &events{out: r.out}
	r.plan = &apiclient.Plan{Given: env.Args}
	r.config = sync.OnceValues(func() (*config.Config, error) { return config.Load(r.ConfigInput()) })
	r.deployment = deployment.New(deployment.Options{
		Config: r.config, Getenv: r.Env.Getenv, Now: r.Env.Now, Wait: r.Env.Wait,
		Limits: r.Flags.limits, Plan: r.planned,
		Debug: r.debug, Stderr: debugLog{r.out},
		Version: r.Env.Build.Version, Commit: r.Env.Build.Commit,
		Interactive: r.Env.StdinTTY && r.Env.ErrTerm.TTY, Notices: r.out.notices(),

		Notice: func(text string) { // a program finds its one object alone on stderr; events tell of the wait themselves
			if r.out.Text() || r.Env.ErrTerm.TTY && !r.Flags.events {
				r.out.Notice("%s", text)
			}
		},
		Pausing: r.events.pausing,
		Sample:  func() { r.out.sayMadeUp(false) },
	})
	r.out.account = r.sampleAccount
	r.desk = desk.Open(desk.Options{
		Deployment: r.deployment, Session: r.session, Language: desk.SystemLanguage(r.Env.Getenv), Now: r.Env.Now, Wait: r.wait,
		Ask: r.Console(), Report: r.Reports(nil),
	})
	r.out.origin = r.desk.Origin
	return r
}

// Mark says whose desk a full screen is, "" where that needs no word.
func (r *Run) Mark() string {
	return r.out.marked(render.Terminal{}).Mark
}

// debug is where requests are told of, "" for nowhere, and what named it.
func (r *Run) debug() (name, from string) {
	if r.Flags.debug != "" {
		return r.Flags.debug, "--debug"
	}
	return r.Env.Getenv("TRAVEL_DEBUG"), "TRAVEL_DEBUG"
}

// session is whose lists the run counts in: the name that is given, else the terminal or the job that it
// belongs to.
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

// sampleAccount names the account that the built-in sandbox is asked as where no one has signed in, "" otherwise,
// and tells whether this session was told of it before.
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

// Program is the path by which others start this program; false where there is none that will last.
func (r *Run) Program() (path string, lasts bool) {
	if r.Env.Program == nil {
		return "", false
	}
	return r.Env.Program()
}

// Config is the settings of the run.
func (r *Run) Config() (*config.Config, error) { return r.config() }

// ConfigInput is what the settings are made of.
func (r *Run) ConfigInput() config.Input {
	return config.Input{
		Getenv:  r.Env.Getenv,
		Flags:   r.Flags.Settings(),
		Profile: cmp.Or(r.Flags.Profile, r.atAPI), New: r.atAPI != "",
		Home: r.Env.Home,
		GOOS: r.Env.OS,
	}
}

// AtAPI chooses the profile of the deployment that --api-url names where none was chosen: one that is still to be
// made, named after its host, where there is none. It must be called before the settings are read.
func (r *Run) AtAPI() error {
	file, err := r.ConfigFile()
	if err != nil || r.Flags.Profile != "" || r.Env.Getenv("TRAVEL_PROFILE") != "" {
		return nil // a profile cannot be saved without a home directory
	}
	r.atAPI, err = file.ProfileAt(r.Flags.Settings()["api-url"])
	return err
}

// At chooses a profile that need not exist yet. It must be called before the settings are read.
func (r *Run) At(profile string) { r.atAPI = profile }

// NotCurrent says that commands use another profile than this one, and how to change that; "" where they use it.
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

// ConfigFile is the file of settings, for a change.
func (r *Run) ConfigFile() (*config.File, error) { return config.OpenFile(r.ConfigInput()) }

// Desk is the traveler's desk of the run.
func (r *Run) Desk() *desk.Desk { return r.desk }

// Out prints to stdout and stderr.
func (r *Run) Out() *Printer { return r.out }

// Console asks the person at the terminal.
func (r *Run) Console() *Console { return &Console{env: r.Env, out: r.out} }

// Reports shows how a search comes in, drawn by draw; nil counts its rows.
func (r *Run) Reports(draw Draw) *Reports {
	return &Reports{env: r.Env, out: r.out, events: r.events, draw: draw}
}

// Operation makes the command of an operation of the contract, and its parameters. The command takes
// the arguments that its usage names, and the shell is offered what they take. It panics on an operationId that the
// contract does not have, which a test of the tree would meet.
func (r *Run) Operation(id string) (*cobra.Command, *ask.Values) {
	cmd := &cobra.Command{Annotations: map[string]string{"operationId": id}, Args: argumentsOfUse}
	cmd.ValidArgsFunction = r.offerArguments
	days := r.days()
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) error { return r.desk.Settle(cmd.Context(), days) }
	r.Plans(cmd)
	return cmd, ask.New(id, days)
}

// argumentsOfUse takes the arguments that the usage of a command names.
func argumentsOfUse(cmd *cobra.Command, args []string) error {
	names, _, _ := strings.Cut(cmd.Use, " --")
	_, names, _ = strings.Cut(names, " ")
	if all, whole := strings.CutPrefix(names, "["); whole && strings.Contains(all, " ") { // all or none
		return noneOr(arguments(strings.TrimSuffix(all, "]")))(cmd, args)
	}
	return arguments(names)(cmd, args)
}

// arguments takes those that names lists, of which those in brackets may be left out.
func arguments(names string) cobra.PositionalArgs {
	required, _, _ := strings.Cut(names, "[")
	most := len(strings.Fields(names))
	if takesDays(names) {
		most += dayWords
	}
	return Arguments(names, len(strings.Fields(required)), most)
}

// Another is a run in another environment, with flags that differ: for another profile, or for no
// one at the terminal.
func (r *Run) Another(env *Env, change func(*Flags)) *Run {
	other := New(env)
	*other.Flags = *r.Flags
	change(other.Flags)
	return other
}

// Execute runs the command that root finds for the arguments, once, and returns its exit code.
// Whatever went wrong is reported here and nowhere else.
func (r *Run) Execute(ctx context.Context, root *cobra.Command) (code int) {
	defer func() {
		r.deployment.Close()
		if r.deaf != nil {
			r.deaf()
		}
	}()
	defer recovered(ctx, r, &code)
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
	if cmd.Context() != nil { // with its deadline
		ctx = cmd.Context()
	}
	if r.Flags.dryRun && (err == nil || r.plan.Stopped()) {
		err = r.printPlan(cmd)
	}
	return report(ctx, r, cmd.CommandPath(), err)
}

// Root makes the command that all others stand below, with the flags that all of them have.
func (r *Run) Root() *cobra.Command {
	root := &cobra.Command{
		Use:           "travel",
		SilenceErrors: true, SilenceUsage: true,
		Args: unknownCommand,
	}
	version := root.Flags().BoolP("version", "v", false, "version for travel") // cobra's own takes a template for its words
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
	root.CompletionOptions.DisableDefaultCmd = true // its scripts have the shell run what stands on the line
	root.CompletionOptions.SetDefaultShellCompDirective(cobra.ShellCompDirectiveNoFileComp)
	r.Flags.AddTo(root)
	suggest(root, "profile", func(string) []string { return r.offerProfiles() })
	check := root.PersistentPreRunE
	root.PersistentPreRunE = func(cmd *cobra.Command, args []string) error {
		if *version {
			return nil
		}
		if cmd != root { // which prints a page
			r.hearSignals(cmd)
		}
		return check(cmd, args)
	}
	root.SetHelpCommand(r.help())
	return root
}

// hearSignals lets a signal end the command, which is about to run.
func (r *Run) hearSignals(cmd *cobra.Command) {
	if r.Env.UntilSignal == nil {
		return
	}
	ctx, stop := r.Env.UntilSignal(cmd.Context())
	r.deaf = stop
	cmd.SetContext(ctx)
}

// Surroundings are what this process knows about where a person can open a page.
type Surroundings struct {
	Terminal bool // a person can read it and paste an answer

	os        string // as runtime.GOOS
	command   bool   // $BROWSER names one, as remote desktops and editors do for the browser at home
	ssh       bool   // the person sits at another computer
	remote    bool   // a container on another computer, such as a codespace
	graphical bool   // X11 or Wayland
	wsl       bool   // Linux inside Windows, whose browser it can open
	container bool
}

// Surroundings are those of the run.
func (r *Run) Surroundings() Surroundings { return surroundingsOf(r.Env, r.Console()) }

func surroundingsOf(env *Env, console *Console) Surroundings {
	set := func(names ...string) bool {
		for _, name := range names {
			if env.Getenv(name) != "" {
				return true
			}
		}
		return false
	}
	return Surroundings{
		os: env.OS, Terminal: console.There(),
		command:   set("BROWSER"),
		ssh:       set("SSH_CONNECTION", "SSH_TTY"),
		remote:    set("CODESPACES", "REMOTE_CONTAINERS"),
		graphical: set("DISPLAY", "WAYLAND_DISPLAY"),
		wsl:       set("WSL_DISTRO_NAME", "WSL_INTEROP"),
		container: set("container", "KUBERNETES_SERVICE_HOST") || env.Container,
	}
}

// NoBrowser says why no browser can be opened before the person, "" if one can.
func (s Surroundings) NoBrowser() string {
	switch {
	case s.command:
		return ""
	case s.ssh:
		return "this is an SSH session"
	case s.remote:
		return "this is a container on another computer"
	case s.os == "darwin", s.os == "windows", s.wsl, s.graphical:
		return ""
	case s.container:
		return "this is a container without a display"
	}
	return "there is no graphical session"
}

// NoPage is NoBrowser for someone who has asked for a browser: a display that came along by SSH will do.
func (s Surroundings) NoPage() string {
	if s.graphical {
		return ""
	}
	return s.NoBrowser()
}
