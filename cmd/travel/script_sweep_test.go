package main

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// secrets are what the sandboxes of a script gave out or took, and no one but
// the credential store may hold.
type secrets struct {
	mu    sync.Mutex
	seen  map[string]string // what it is, by the secret
	shown []string          // answers that show a token on purpose
}

// minSecret keeps words of a test's own making from being looked for.
const minSecret = 12

func (s *secrets) add(what, text string) {
	if len(text) < minSecret {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.seen == nil {
		s.seen = map[string]string{}
	}
	s.seen[text] = what
}

// issued finds the secrets of an answer, also of one that a fault has spoilt.
var issued = regexp.MustCompile(`"(access_token|refresh_token|id_token|device_code|client_secret|registration_access_token)"\s*:\s*"([^"]+)`)

// took are the members of a form that are secret.
var took = []string{"code", "code_verifier", "refresh_token", "token", "device_code", "password", "client_secret"}

// watch collects the secrets of one exchange.
func (s *secrets) watch(r *http.Request, body []byte, header http.Header, answer []byte) {
	if token, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		s.add("bearer token", token)
	}
	if form, err := url.ParseQuery(string(body)); err == nil {
		for _, name := range took {
			s.add(name, form.Get(name))
		}
	}
	if holdsOne(answer, "_token", "device_code", "client_secret") {
		for _, m := range issued.FindAllSubmatch(answer, -1) {
			s.add(string(m[1]), string(m[2]))
		}
	}
	if to, err := url.Parse(header.Get("Location")); err == nil {
		s.add("code", to.Query().Get("code"))
	}
}

// shapes are secrets that no judge saw, since the sandbox was in the program.
var shapes = regexp.MustCompile(`sandbox_[A-Za-z0-9_-]{8,}\.?[A-Za-z0-9_.-]{16,}|eyJ[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}\.`)

// holdsOne tells whether a text holds one of some words. It saves most of the time that an expression takes.
func holdsOne(text []byte, list ...string) bool {
	return slices.ContainsFunc(list, func(word string) bool { return bytes.Contains(text, []byte(word)) })
}

// find tells which secrets a text holds.
func (s *secrets) find(text string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var found []string
	for secret, what := range s.seen {
		forms := []string{secret, url.QueryEscape(secret)}
		if slices.ContainsFunc(forms, func(form string) bool { return strings.Contains(text, form) }) {
			found = append(found, what)
		}
	}
	if len(found) == 0 && holdsOne([]byte(text), "sandbox_", "eyJ") && shapes.MatchString(text) {
		found = append(found, "something that looks like a token")
	}
	return found
}

// holdsSecrets tells the places that are made to hold some: the credential
// store, and what a sandbox keeps for itself.
func (s *stage) holdsSecrets(path string) bool {
	return strings.HasPrefix(path, s.state+string(filepath.Separator)) ||
		filepath.Base(filepath.Dir(path)) == "credentials"
}

// sweep looks for every secret in everything that was printed and in every file
// below the script's directory, and tells how many places held one.
func (s *stage) sweep(t testing.TB, log string) (hits int) {
	t.Helper()
	files := 0
	for _, found := range s.secrets.find(s.printed(log)) {
		hits++
		t.Errorf("a program printed a secret (%s); one that shows a token on purpose is run by: shows-token PROGRAM ARG...", found)
	}
	err := filepath.WalkDir(s.work, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() || s.holdsSecrets(path) {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files++
		for _, found := range s.secrets.find(string(text)) {
			hits++
			t.Errorf("%s holds a secret (%s)", strings.TrimPrefix(path, s.work), found)
		}
		return nil
	})
	if err != nil {
		t.Errorf("sweep: %v", err)
	}
	s.swept.add(tally{1, len(s.secrets.seen), files, len(log), hits})
	t.Logf("swept %d secrets over %d files and %d bytes of output", len(s.secrets.seen), files, len(log))
	return hits
}

// printed is what programs wrote: the log without the script's own lines, its
// environment at the start, and what was shown on purpose.
func (s *stage) printed(log string) string {
	for _, shown := range s.secrets.shown {
		log = strings.Replace(log, shown, "", 1)
	}
	var b strings.Builder
	for line := range strings.Lines(log) {
		if !strings.HasPrefix(line, "> ") {
			b.WriteString(line)
		}
	}
	return b.String()
}

// cmdShowsToken is "shows-token travel auth token": the program shows a secret
// on purpose.
func cmdShowsToken(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: shows-token PROGRAM [ARG]...")
	}
	ts.Check(ts.Exec(args[0], args[1:]...))
	s := &ts.Value(stageKey{}).(*stage).secrets
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shown = append(s.shown, ts.ReadFile("stdout"))
}

// swept sums up the sweeps of all scripts.
type swept struct {
	mu  sync.Mutex
	all tally
}

type tally struct{ scripts, secrets, files, bytes, hits int }

func (s *swept) add(t tally) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all.scripts += t.scripts
	s.all.secrets += t.secrets
	s.all.files += t.files
	s.all.bytes += t.bytes
	s.all.hits += t.hits
}

func (s *swept) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.all
	return fmt.Sprintf("%d hits; %d secrets of %d scripts, looked for in %d files and %d KiB of output", a.hits, a.secrets, a.scripts, a.files, a.bytes>>10)
}

// scriptT is a script's test. It asks for the whole log, sweeps it, and shows
// of it what testscript would.
type scriptT struct {
	*testing.T
	stage *stage
}

func (t *scriptT) Run(name string, f func(testscript.T)) {
	t.T.Run(name, func(t *testing.T) { f(&scriptT{T: t}) })
}

func (*scriptT) Verbose() bool { return true }

// Log gets the script's log when all its programs have ended. It is long: -v shows it of scripts that -run names.
func (t *scriptT) Log(args ...any) {
	t.Helper()
	log := fmt.Sprint(args...)
	hits := 0
	if t.stage != nil {
		hits = t.stage.sweep(t.T, log)
	}
	switch {
	case hits > 0, testing.Verbose() && strings.HasPrefix(flag.Lookup("test.run").Value.String(), "TestScripts/"):
		t.T.Log(log)
	case t.Failed():
		t.T.Log(lastPhase(log))
	}
}

// lastPhase keeps of every phase its heading and of the last one all.
func lastPhase(log string) string {
	lines := strings.SplitAfter(log, "\n")
	last := 0
	for i, line := range lines {
		if strings.HasPrefix(line, "# ") {
			last = i
		}
	}
	kept := slices.DeleteFunc(slices.Clone(lines[:last]), func(line string) bool { return !strings.HasPrefix(line, "# ") })
	return strings.Join(append(kept, lines[last:]...), "")
}
