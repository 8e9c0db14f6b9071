package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// cmdExits is "exits 4 travel …": the program must end with that code.
func cmdExits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM [ARG]...")
	}
	err := ts.Exec(args[1], args[2:]...)
	code := 0
	if err != nil {
		coder, ok := err.(interface{ ExitCode() int })
		if !ok {
			ts.Fatalf("run %s: %v", args[1], err)
		}
		code = coder.ExitCode()
	}
	if strconv.Itoa(code) != args[0] {
		ts.Fatalf("%s ended with %d, want %s", strings.Join(args[1:], " "), code, args[0])
	}
}

// cmdPeak is "peak 128": the last command, which SCRIPT_PEAK was set for, never had more MiB resident.
func cmdPeak(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: peak MIB")
	}
	most, err := strconv.Atoi(args[0])
	ts.Check(err)
	peak, err := residentPeak(ts.ReadFile(ts.Getenv("SCRIPT_PEAK")))
	ts.Check(err)
	ts.Logf("%d MiB resident at most", peak)
	if peak > most {
		ts.Fatalf("%d MiB were resident, want %d at most", peak, most)
	}
}

// ownPages is what the released program has resident of its own file during a search, in MiB, by RssFile in
// /proc/PID/status.
const ownPages = 22

// residentPeak reads from its status the most memory that a process had resident, in MiB; 0 where the
// system does not tell. The file of the tests is much larger than the program's: in place of its pages
// the program's are counted.
func residentPeak(status string) (int, error) {
	if runtime.GOOS != "linux" {
		return 0, nil
	}
	kilobytes := func(name string) (int, error) {
		m := regexp.MustCompile(name + `:\s*(\d+) kB`).FindStringSubmatch(status)
		if m == nil {
			return 0, fmt.Errorf("no %s in %q", name, status)
		}
		return strconv.Atoi(m[1])
	}
	peak, err := kilobytes("VmHWM")
	if err != nil {
		return 0, err
	}
	file, err := kilobytes("RssFile")
	return (peak-file)/1024 + ownPages, err
}

// cmdCapture is "capture NAME a.b.0.c": the value at that path of the last
// command's JSON becomes a variable.
func cmdCapture(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: capture NAME PATH")
	}
	decoder := json.NewDecoder(strings.NewReader(ts.ReadFile("stdout")))
	decoder.UseNumber()
	var value any
	ts.Check(decoder.Decode(&value))
	for part := range strings.SplitSeq(args[1], ".") {
		switch v := value.(type) {
		case map[string]any:
			value = v[part]
		case []any:
			i, err := strconv.Atoi(part)
			if err != nil || i < 0 || i >= len(v) {
				ts.Fatalf("%s: no item %s", args[1], part)
			}
			value = v[i]
		}
	}
	if value == nil {
		ts.Fatalf("%s is not in the answer", args[1])
	}
	ts.Setenv(args[0], fmt.Sprint(value))
}

// cmdForget is "forget MEMBER...": the kept lists, and their rows, lose what they know by these names.
func cmdForget(ts *testscript.TestScript, neg bool, args []string) {
	files, err := filepath.Glob(ts.MkAbs("home/.local/state/travel/recall/*/*.json"))
	ts.Check(err)
	if neg || len(args) == 0 || len(files) == 0 {
		ts.Fatalf("usage: forget MEMBER..., after a list was kept")
	}
	for _, file := range files {
		var kept map[string]any
		ts.Check(json.Unmarshal([]byte(ts.ReadFile(file)), &kept))
		list, _ := kept["value"].(map[string]any)
		rows, _ := list["rows"].([]any)
		for _, object := range append(rows, list) {
			for _, member := range args {
				delete(object.(map[string]any), member)
			}
		}
		text, err := json.Marshal(kept)
		ts.Check(err)
		ts.Check(os.WriteFile(file, text, 0o600))
	}
}

// cmdPosts is "posts N PATH[:GRANT]": the sandboxes took that many of them.
func cmdPosts(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: posts N PATH[:GRANT]")
	}
	s := ts.Value(stageKey{}).(*stage)
	s.mu.Lock()
	defer s.mu.Unlock()
	if got := strconv.Itoa(s.posts[args[1]]); got != args[0] {
		ts.Fatalf("%s was sent %s times, want %s", args[1], got, args[0])
	}
}

// cmdGolden is "golden [-stderr] FILE": the last command's stdout, or what its
// stderr leaves on a terminal, must be the file of testdata/golden. -update
// rewrites it; a missing one fails.
func cmdGolden(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 || len(args) > 2 || len(args) == 2 && args[0] != "-stderr" {
		ts.Fatalf("usage: golden [-stderr] FILE")
	}
	got := ""
	if len(args) == 2 {
		got, args = standing(ts.ReadFile("stderr")), args[1:]
	} else {
		got = ts.ReadFile("stdout")
	}
	got = sameIDs(got)
	name := filepath.Join(repository, "testdata", "golden", args[0])
	if *update {
		ts.Check(os.MkdirAll(filepath.Dir(name), 0o755))
		ts.Check(os.WriteFile(name, []byte(got), 0o644))
		return
	}
	want, err := os.ReadFile(name)
	ts.Check(err)
	if got != string(want) {
		ts.Fatalf("the screen is not testdata/golden/%s (go test ./cmd/travel -update rewrites it):\n%s\nwant:\n%s", args[0], got, want)
	}
}

// signIn does in a plain HTTP client what a person does in the browser: opens
// the page, picks a sample traveler and allows.
func signIn(address, who string) error {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return err
	}
	client := &http.Client{Jar: jar}
	page, at, err := fetch(client.Get(address))
	if err != nil {
		return err
	}
	form := url.Values{}
	for _, m := range hiddenField.FindAllStringSubmatch(page, -1) {
		form.Set(m[1], m[2])
	}
	form.Set("account", who)
	form.Set("decision", "allow")
	target := at
	if m := formAction.FindStringSubmatch(page); m != nil && m[1] != "" {
		if target, err = at.Parse(m[1]); err != nil {
			return err
		}
	}
	_, _, err = fetch(client.PostForm(target.String(), form))
	return err
}

// browserProgram is a noisy, slow browser that a script can name in BROWSER: it
// writes its arguments and environment to SCRIPT_BROWSER_LOG, chatters, signs in
// as SCRIPT_BROWSER, and stays.
func browserProgram() {
	record := strings.Join(append(os.Args, os.Environ()...), "\n")
	if err := os.WriteFile(os.Getenv("SCRIPT_BROWSER_LOG"), []byte(record), 0o600); err != nil {
		panic(err)
	}
	fmt.Println("browser chatter")
	fmt.Fprintln(os.Stderr, "browser chatter")
	if who := os.Getenv("SCRIPT_BROWSER"); who != "" {
		_ = signIn(os.Args[len(os.Args)-1], who)
	}
	time.Sleep(10 * time.Second) // no one waits for it
}

var (
	repository  = absolute(filepath.Join("..", ".."))
	hiddenField = regexp.MustCompile(`<input type="hidden" name="([^"]*)" value="([^"]*)"`)
	formAction  = regexp.MustCompile(`<form[^>]* action="([^"]*)"`)
)

func absolute(name string) string {
	path, err := filepath.Abs(name)
	if err != nil {
		panic(err)
	}
	return path
}

// fetch reads an answer whole and tells where it came from after redirects.
func fetch(resp *http.Response, err error) (string, *url.URL, error) {
	if err != nil {
		return "", nil, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode >= http.StatusBadRequest {
		err = fmt.Errorf("%s answered %s", resp.Request.URL, resp.Status)
	}
	return string(text), resp.Request.URL, err
}
