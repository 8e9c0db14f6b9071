//go:build unix

package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"travel.example/travel/internal/testkit/need"
)

// process is the whole program against a server, in a home of its own.
func process(t *testing.T, url string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Args = append([]string{"travel"}, args...)
	cmd.Env = append(os.Environ(), "HOME="+home, "TRAVEL_API_URL="+url, "TRAVEL_ISSUER="+url, "TRAVEL_CLIENT_ID=travel-cli",
		"TRAVEL_CREDENTIAL_STORE=file", "TRAVEL_TOKEN=some-token", "SCRIPT_PEAK="+filepath.Join(home, "peak"))
	return cmd
}

// TestFigureAHugeAnswerCostsLittle sends a gigabyte, plain and packed, to calls and to a sign-in.
func TestFigureAHugeAnswerCostsLittle(t *testing.T) {
	block := bytes.Repeat([]byte(" "), 1<<20)
	var packed bytes.Buffer
	packer := gzip.NewWriter(&packed)
	_, _ = packer.Write(block)
	if err := packer.Close(); err != nil {
		t.Fatal(err)
	}
	var most time.Duration
	peak := 0
	for name, encoding := range map[string]string{"plain": "", "gzip": "gzip"} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			piece := block
			if encoding != "" {
				w.Header().Set("Content-Encoding", encoding)
				piece = packed.Bytes()
			}
			if r.Method == http.MethodPost {
				w.WriteHeader(http.StatusCreated)
			}
			for range 1 << 10 {
				if _, err := w.Write(piece); err != nil {
					return
				}
			}
		}))
		defer server.Close()
		for _, line := range []string{"whoami", "flights search DXB LHR +30d --no-wait", "hotels results some-search", "login"} {
			cmd := process(t, server.URL, strings.Fields(line)...)
			start := time.Now()
			out, err := cmd.CombinedOutput()
			took := time.Since(start)
			if cmd.ProcessState.ExitCode() != 6 || !strings.Contains(string(out), "too large") {
				t.Errorf("%s, %s: %v\n%s", name, line, err, out)
			}
			most, peak = max(most, took), max(peak, peakOf(t, cmd))
		}
	}
	need.Within(t, most, 5*time.Second)
	if peak > 96 {
		t.Errorf("took %d MiB, want at most 96 MiB", peak)
	}
	need.Figure(t, "1 GiB answers, plain and gzip, to reads, a create and a sign-in", fmt.Sprintf("%d ms, %d MiB resident", most.Milliseconds(), peak), "at most 5000 ms, 96 MiB")
}

// peakOf is the most memory that a process had resident, in MiB; 0 where the system does not tell.
func peakOf(t *testing.T, cmd *exec.Cmd) int {
	t.Helper()
	for _, variable := range cmd.Env {
		if path, ok := strings.CutPrefix(variable, "SCRIPT_PEAK="); ok {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			peak, err := residentPeak(string(text))
			if err != nil {
				t.Fatal(err)
			}
			return peak
		}
	}
	return 0
}

// stalled accepts requests and never answers; each one is told.
func stalled(t *testing.T) (url string, asked <-chan struct{}) {
	t.Helper()
	told, done := make(chan struct{}, 100), make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		told <- struct{}{}
		select {
		case <-r.Context().Done():
		case <-done:
		}
	}))
	t.Cleanup(server.Close)
	t.Cleanup(func() { close(done) })
	return server.URL, told
}

func TestFigureAStalledServerIsGivenUpInTime(t *testing.T) {
	const timeout = time.Second
	url, _ := stalled(t)
	cmd := process(t, url, "flights", "search", "DXB", "LHR", "+30d", "--no-wait", "--timeout", timeout.String())
	start := time.Now()
	out, _ := cmd.CombinedOutput()
	took := time.Since(start)
	if cmd.ProcessState.ExitCode() != 7 {
		t.Errorf("exit %d after %s\n%s", cmd.ProcessState.ExitCode(), took, out)
	}
	need.Within(t, took, timeout+time.Second)
	need.Figure(t, "a server that never answers, --timeout 1s", fmt.Sprintf("%d ms", took.Milliseconds()), "at most 2000 ms")
}

func TestFigureAnInterruptionEndsAtOnce(t *testing.T) {
	url, asked := stalled(t)
	var most time.Duration
	lines := []string{"whoami", "flights search DXB LHR +30d --no-wait", "login", "health", "flights results some-search"}
	for range need.Count(1, 10) {
		for _, line := range lines {
			cmd := process(t, url, strings.Fields(line)...)
			var out bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &out
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				_ = cmd.Wait()
			}()
			select {
			case <-asked:
			case <-ended:
				t.Fatalf("%s ended before it asked:\n%s", line, &out)
			}
			start := time.Now()
			_ = cmd.Process.Signal(syscall.SIGINT)
			<-ended
			took := time.Since(start)
			if cmd.ProcessState.ExitCode() != 130 { // the server never answers, so nothing else ends it so
				t.Errorf("%s: exit %d after %s", line, cmd.ProcessState.ExitCode(), took)
			}
			most = max(most, took)
		}
	}
	need.Within(t, most, 500*time.Millisecond)
	need.Figure(t, fmt.Sprintf("Ctrl-C during a request, %d times", need.Count(1, 10)*len(lines)), fmt.Sprintf("at most %d ms", most.Milliseconds()), "at most 500 ms")
}
