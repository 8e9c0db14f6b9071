package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// The commands of one script share one process where they can: starting the test's large binary more than two
// thousand times took half of all the time. A process gets each command with its directory and environment, and
// keeps nothing else from one to the next but what packages decoded once.

// A commandLine is one command line for the process of a script, and an ending is how it ended.
type (
	commandLine struct {
		Args, Environ []string
		Dir           string
	}
	ending struct {
		Code           int
		Stdout, Stderr []byte
	}
)

// serveScript runs the command lines that come on stdin until it is closed.
func serveScript() {
	requests, replies := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var r commandLine
		if err := requests.Decode(&r); errors.Is(err, io.EOF) {
			os.Exit(0)
		} else if err != nil {
			panic(err)
		}
		os.Clearenv()
		for _, variable := range r.Environ {
			name, value, _ := strings.Cut(variable, "=")
			_ = os.Setenv(name, value)
		}
		_ = os.Setenv("GOMEMLIMIT", "off") // what packages decoded stays, and is not to be collected over and over
		if err := os.Chdir(r.Dir); err != nil {
			panic(err)
		}
		var stdout, stderr bytes.Buffer
		code := runScripted(scriptEnvironment(r.Args, strings.NewReader(""), &stdout, &stderr))
		if err := replies.Encode(ending{code, stdout.Bytes(), stderr.Bytes()}); err != nil {
			panic(err)
		}
	}
}

// A worker is the process that runs the commands of one script. It starts with the first.
type worker struct {
	scripts  string   // the directory of all scripts
	names    []string // of the variables that it starts with, and of all that the script may set
	requests *json.Encoder
	replies  *json.Decoder
	stop     func()
}

// ownProcess are variables that a process reads once, and those for which a script wants a process of its own.
var ownProcess = []string{
	"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy",
	"SSL_CERT_FILE", "SSL_CERT_DIR", "TZ", "GOMEMLIMIT", "SCRIPT_PTY", "SCRIPT_PEAK",
}

// cmdRun is "run CODE ARG...", which [shared] makes of a script's "exec travel" and "exits CODE travel". The code
// may be "failure", which is any but 0.
func cmdRun(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: run CODE [ARG]...")
	}
	s := ts.Value(stageKey{}).(*stage)
	var code int
	if slices.ContainsFunc(ownProcess, func(name string) bool { return ts.Getenv(name) != "" }) {
		code = exitCode(ts, ts.Exec("travel", args[1:]...))
	} else {
		code = s.worker.run(ts, args[1:])
	}
	if code == 0 && args[0] == "failure" || args[0] != "failure" && strconv.Itoa(code) != args[0] {
		ts.Fatalf("travel %s ended with %d, want %s", strings.Join(args[1:], " "), code, args[0])
	}
}

// exitCode is that of a program that ran.
func exitCode(ts *testscript.TestScript, err error) int {
	var exited *exec.ExitError
	if err != nil && !errors.As(err, &exited) {
		ts.Fatalf("%v", err)
	}
	if exited == nil {
		return 0
	}
	return exited.ExitCode()
}

func (p *worker) run(ts *testscript.TestScript, args []string) int {
	if p.requests == nil {
		script, err := os.ReadFile(filepath.Join(p.scripts, ts.Name()+".txt"))
		ts.Check(err)
		for _, line := range settings.FindAllString(string(script), -1) {
			for _, m := range setting.FindAllStringSubmatch(line, -1) {
				p.names = append(p.names, m[1])
			}
		}
		ts.Check(p.start())
		ts.Defer(p.stop)
	}
	environ := make([]string, 0, len(p.names))
	for _, name := range p.names {
		if value := ts.Getenv(name); value != "" { // no variable and an empty one are the same to the program
			environ = append(environ, name+"="+value)
		}
	}
	ts.Check(p.requests.Encode(commandLine{args, environ, ts.MkAbs(".")}))
	var r ending
	if err := p.replies.Decode(&r); err != nil {
		ts.Fatalf("the process of this script ended during travel %s: %v", strings.Join(args, " "), err)
	}
	_, _ = ts.Stdout().Write(r.Stdout)
	_, _ = ts.Stderr().Write(r.Stderr)
	return r.Code
}

func (p *worker) start() error {
	program, err := exec.LookPath("travel")
	if err != nil {
		return err
	}
	cmd := exec.Command(program)
	cmd.Env = append(os.Environ(), "SCRIPT_SERVE=1", "GOGC=400")
	cmd.Stderr = os.Stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	p.requests, p.replies = json.NewEncoder(stdin), json.NewDecoder(bufio.NewReader(stdout))
	p.stop = func() {
		_ = stdin.Close()
		_ = cmd.Wait()
	}
	return cmd.Start()
}

var (
	// travelLine is a line of a script that runs the program in the foreground.
	travelLine = regexp.MustCompile(`^((?:\[[^\]]*\] )*)(?:(! )?exec|exits (\d+)) travel( .*[^&]|)$`)
	// settings are the lines that set variables, and setting is one of theirs, or what looks like one.
	settings = regexp.MustCompile(`(?m)^(\[[^\]]*\] )*env .*$`)
	setting  = regexp.MustCompile(`([A-Za-z_][A-Za-z0-9_]*)=`)
	// alone are the lines of scripts that send signals to a program or have two of them meet.
	alone = regexp.MustCompile(`(?m)^(interrupt|meet) `)
)

// shared copies the scripts to a directory in which their commands share a process. A line behind stdin does
// not: testscript gives what it holds to programs alone.
func shared(t *testing.T, scripts string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(scripts, "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d scripts, %v", len(files), err)
	}
	dir := t.TempDir()
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !alone.Match(text) {
			text = []byte(sharedText(string(text)))
		}
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(file)), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func sharedText(script string) string {
	lines := strings.SplitAfter(script, "\n")
	given := false // the next program has something on stdin
	for i, line := range lines {
		if strings.HasPrefix(line, "-- ") {
			break
		}
		text := strings.TrimSuffix(line, "\n")
		m := travelLine.FindStringSubmatch(text)
		switch {
		case m != nil && !given:
			code := m[3]
			if code == "" && m[2] == "" {
				code = "0"
			} else if code == "" {
				code = "failure"
			}
			lines[i] = m[1] + "run " + code + m[4] + "\n"
		case strings.HasPrefix(text, "stdin "):
			given = true
		case strings.Contains(text, "exec ") || strings.Contains(text, "exits "):
			given = false
		}
	}
	return strings.Join(lines, "")
}
