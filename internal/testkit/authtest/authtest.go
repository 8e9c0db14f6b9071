// Package authtest provides helpers for the tests of auth and of the packages below it.
package authtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

const orderVariable = "AUTH_TEST_ORDER"

// Child returns a command that starts this test program again with an order.
func Child(t testing.TB, order any) *exec.Cmd {
	t.Helper()
	text, err := json.Marshal(order)
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Env = append(os.Environ(), orderVariable+"="+string(text))
	return cmd
}

// RunAsChild reads the order of a child, runs it, and returns its exit code. In a test program that is not a child,
// it does nothing.
func RunAsChild(order any, run func() error) (code int, isChild bool) {
	text := os.Getenv(orderVariable)
	if text == "" {
		return 0, false
	}
	if err := json.Unmarshal([]byte(text), order); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2, true
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1, true
	}
	return 0, true
}

// Visit makes one request without following redirects and returns the response and its body.
func Visit(t testing.TB, method, address string, change ...func(*http.Request)) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range change {
		f(req)
	}
	client := &http.Client{
		Timeout:       10 * time.Second, // a page that waits for an outcome must not hang the tests
		Transport:     &http.Transport{DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	resp, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, string(body)
}

// IsControl reports whether r moves the cursor or changes the text direction.
func IsControl(r rune) bool { return r < 0x20 || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e }

// Entries reads all files of a directory; a missing directory has none.
func Entries(t testing.TB, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	files, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[f.Name()] = string(text)
	}
	return all
}

// Write writes text to a file that only its owner can access.
func Write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// SortedKeys returns the sorted keys of a store's entries.
func SortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }

// Transcript records what the user was shown, and lets a test wait for a line.
type Transcript struct {
	mu   sync.Mutex
	more sync.Cond
	text strings.Builder
}

// NewTranscript returns an empty transcript.
func NewTranscript() *Transcript {
	n := new(Transcript)
	n.more.L = &n.mu
	return n
}

// Line waits for a complete line that contains a word with this prefix, and returns the word.
func (n *Transcript) Line(prefix string) string {
	n.mu.Lock()
	defer n.mu.Unlock()
	for {
		for line := range strings.Lines(n.text.String()) {
			_, after, ok := strings.Cut(line, prefix)
			if ok && strings.HasSuffix(line, "\n") {
				return prefix + strings.Fields(after + " ")[0]
			}
		}
		n.more.Wait()
	}
}

// Write implements io.Writer.
func (n *Transcript) Write(p []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.more.Broadcast()
	return n.text.Write(p)
}

// String returns the whole transcript.
func (n *Transcript) String() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.text.String()
}

// Stuck is a transport that never answers, or never stops answering, until the request's context ends.
type Stuck struct{ Drip bool }

// RoundTrip implements http.RoundTripper.
func (s Stuck) RoundTrip(r *http.Request) (*http.Response, error) {
	if !s.Drip {
		<-r.Context().Done()
		return nil, r.Context().Err()
	}
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: &drip{r.Context()}}, nil
}

type drip struct{ ctx context.Context }

func (d *drip) Read(p []byte) (int, error) {
	select {
	case <-time.After(time.Second):
		p[0] = ' '
		return 1, nil
	case <-d.ctx.Done():
		return 0, d.ctx.Err()
	}
}

func (*drip) Close() error { return nil }
