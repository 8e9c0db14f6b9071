package auth

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"

	"github.com/zalando/go-keyring"
	"go.uber.org/goleak"
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
		// Who runs the tests may ignore a hangup, by nohup; their children are not to.
		if signal.Ignored(syscall.SIGHUP) {
			signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
		}
		goleak.VerifyTestMain(m) // ends the process
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
	case "login":
		_, err := o.client().Login(context.Background(), LoginOptions{})
		return err
	case "set":
		return File(o.Dir+"/store").Set(context.Background(), "a", "secret")
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
