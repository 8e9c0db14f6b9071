package auth

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/zalando/go-keyring"
)

// order is what a child process of a test is to do.
type order struct {
	Task     string
	Settings Settings
	Dir      string
}

const orderVariable = "AUTH_TEST_ORDER"

func TestMain(m *testing.M) {
	text := os.Getenv(orderVariable)
	if text == "" {
		os.Exit(m.Run())
	}
	var o order
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if err := o.run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func (o order) client() *Client {
	return New(o.Settings, Options{Store: File(o.Dir + "/store"), LockDir: o.Dir + "/lock", Notices: os.Stderr})
}

func (o order) run() error {
	switch o.Task {
	case "token": // as main does: a signal ends the context
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		context.AfterFunc(ctx, func() { fmt.Println("interrupted") })
		return o.token(ctx)
	case "careless": // nobody minds signals
		return o.token(context.Background())
	case "save": // until killed
		v := vault{store: File(o.Dir + "/store"), name: "x"}
		for n := 0; ; n++ {
			if _, err := v.save(context.Background(), sized(n, 6000)); err != nil {
				return err
			}
			fmt.Println(n)
		}
	case "open":
		err := OpenBrowser(somePage)
		fmt.Println("opened")
		return err
	case "keyring":
		return useKeyring()
	case "silent":
		_, err := Keyring(KeyringOptions{}).Get(context.Background(), "a")
		fmt.Println(err)
		return nil
	}
	return fmt.Errorf("unknown task %q", o.Task)
}

func (o order) token(ctx context.Context) error {
	token, err := o.client().Token(ctx)
	fmt.Println(token)
	return err
}

// child starts this test program again with an order.
func child(t *testing.T, o order) *exec.Cmd {
	t.Helper()
	text, err := json.Marshal(o)
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

func TestManyProcessesRefreshOnceAndAllSucceed(t *testing.T) {
	const processes, rounds = 24, 3
	s := newServer(t)
	d := newDesk(t, s.settings())
	d.login(t)
	for round := range rounds {
		d.age(t)
		want := fmt.Sprintf("canary-access-%d\n", round+2)
		var wg sync.WaitGroup
		for range processes {
			cmd := child(t, order{Task: "careless", Settings: s.settings(), Dir: d.dir})
			cmd.Stderr = os.Stderr
			wg.Go(func() {
				if out, err := cmd.Output(); string(out) != want || err != nil {
					t.Errorf("got %q, %v, want %q", out, err, want)
				}
			})
		}
		wg.Wait()
		if n := s.count("/token"); n != round+2 || s.reused != 0 {
			t.Errorf("round %d: %d token requests, %d reuses", round, n, s.reused)
		}
	}
}

func TestASignalDuringARefreshLosesNothing(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("signals cannot be sent to a process there")
	}
	for _, task := range []string{"token", "careless"} {
		for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
			for _, moment := range []string{"before the rotation", "after the rotation", "in the answer"} {
				t.Run(fmt.Sprint(task, " ", sig, " ", moment), func(t *testing.T) {
					t.Parallel()
					signalled(t, task, sig, moment)
				})
			}
		}
	}
}

// signalled sends a signal to a process at a moment of its refresh, and then uses the login.
func signalled(t *testing.T, task string, sig syscall.Signal, moment string) {
	s := newServer(t)
	d := signedIn(t, s)
	cmd := child(t, order{Task: task, Settings: s.settings(), Dir: d.dir})
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	seen, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			if lines.Text() == "interrupted" {
				close(seen)
			}
		}
	}()
	send := func() {
		if err := cmd.Process.Signal(sig); err != nil {
			t.Error(err)
		}
		if task == "token" && sig != syscall.SIGHUP { // such a child tells that it has seen it
			select {
			case <-seen:
			case <-done:
				t.Error("the process ended while its refresh was under way")
			}
		}
	}
	refreshing := func(n int) bool { return n == 2 }
	s.intercept = func(_ http.ResponseWriter, _ *http.Request, n int) bool {
		if refreshing(n) && moment == "before the rotation" {
			send()
		}
		return false
	}
	s.rotated = func(w http.ResponseWriter, _ *http.Request, n int) bool {
		if !refreshing(n) || moment == "before the rotation" {
			return false
		}
		if moment == "in the answer" {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte("  "))
			_ = http.NewResponseController(w).Flush()
		}
		send()
		return false
	}
	<-done
	err = cmd.Wait()
	exit, ok := errors.AsType[*exec.ExitError](err)
	if !ok {
		t.Errorf("the process ended with %v although it was interrupted", err)
	} else if status, isUnix := exit.Sys().(syscall.WaitStatus); isUnix && task == "careless" && (!status.Signaled() || status.Signal() != sig) {
		t.Errorf("the process ended with %v, want death by %v", err, sig)
	}
	if n := s.count("/token"); n != 2 {
		t.Errorf("%d token requests, want the login and one refresh", n)
	}
	next := New(s.settings(), d.opts)
	if token, err := next.Token(t.Context()); token != "canary-access-2" || err != nil {
		t.Errorf("the next command got %q, %v", token, err)
	}
	if token, err := next.Renew(t.Context(), "canary-access-2"); token != "canary-access-3" || err != nil {
		t.Errorf("the next refresh got %q, %v", token, err)
	}
}

func TestAKilledWriterLeavesAWholeLogin(t *testing.T) {
	for round := range 8 {
		dir := t.TempDir()
		cmd := child(t, order{Task: "save", Dir: dir})
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for range round + 1 {
			lines.Scan()
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait()
		v := vault{store: File(dir + "/store"), name: "x"}
		got, err := v.load(t.Context())
		if err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		if diff := same(got, withCounts(sized(int(got.head.Issued), 6000), got)); diff != "" {
			t.Errorf("round %d: a mix:\n%s", round, diff)
		}
		if _, err := v.save(t.Context(), sized(99, 6000)); err != nil {
			t.Errorf("round %d: a later save: %v", round, err)
		}
	}
}

// withCounts takes over how many entries each part has, which only a save knows.
func withCounts(l, saved login) login {
	l.head.Access, l.head.Refresh, l.head.Facts = saved.head.Access, saved.head.Refresh, saved.head.Facts
	return l
}

// useKeyring goes through a store's life in the real keyring.
func useKeyring() error {
	ctx := context.Background()
	store := Keyring(KeyringOptions{})
	if err := probe(ctx, store); err != nil {
		return fmt.Errorf("probe: %w", err)
	}
	v := vault{store: store, name: "x"}
	for n := range 3 {
		saved, err := v.save(ctx, sized(n, 8000))
		if err != nil {
			return fmt.Errorf("save: %w", err)
		}
		got, err := v.load(ctx)
		if err != nil || same(saved, got) != "" {
			return fmt.Errorf("load: %w\n%s", err, same(saved, got))
		}
	}
	if err := v.erase(ctx); err != nil {
		return fmt.Errorf("erase: %w", err)
	}
	if _, err := v.load(ctx); !errors.Is(err, errNoLogin) {
		return fmt.Errorf("after erase: %w", err)
	}
	for _, entry := range []string{v.pointerEntry(), v.entry(0, "access", 0), v.entry(1, "refresh", 3)} {
		if _, err := keyring.Get(service, entry); !errors.Is(err, keyring.ErrNotFound) {
			return fmt.Errorf("%s is left: %w", entry, err)
		}
	}
	fmt.Println("kept and erased")
	return nil
}

func join(lines ...string) string { return strings.Join(lines, "\n") }
