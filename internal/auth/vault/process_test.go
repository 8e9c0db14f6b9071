package vault

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/zalando/go-keyring"
	"go.uber.org/goleak"

	"travel.example/travel/internal/auth/flow"
	"travel.example/travel/internal/testkit/authtest"
	"travel.example/travel/internal/testkit/need"
	"travel.example/travel/internal/testkit/storetest"
)

// order is what a child process of a test is to do.
type order struct{ Task, Dir string }

func TestMain(m *testing.M) {
	var o order
	if code, isChild := authtest.RunAsChild(&o, func() error { return o.run() }); isChild {
		os.Exit(code)
	}
	need.Memory()
	goleak.VerifyTestMain(m) // ends the process
}

func (o order) run() error {
	switch o.Task {
	case "set":
		return File(o.Dir+"/store").Set(context.Background(), "a", "secret")
	case "save": // until killed
		v := Vault{Store: File(o.Dir + "/store"), Name: "x"}
		for n := 0; ; n++ {
			if _, err := v.Save(context.Background(), storetest.Sized(n, 6000)); err != nil {
				return err
			}
			fmt.Println(n)
		}
	case "keyring":
		return useKeyring()
	case "silent":
		_, err := Keyring(KeyringOptions{}).Get(context.Background(), "a")
		fmt.Println(err)
		return nil
	}
	return fmt.Errorf("unknown task %q", o.Task)
}

func TestAKilledWriterLeavesAWholeLogin(t *testing.T) {
	for round := range 8 {
		dir := t.TempDir()
		cmd := authtest.Child(t, order{Task: "save", Dir: dir})
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
		v := Vault{Store: File(dir + "/store"), Name: "x"}
		got, err := v.Load(t.Context())
		if err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		if diff := same(got, withSizes(storetest.Sized(int(got.Head.Issued), 6000), got)); diff != "" {
			t.Errorf("round %d: a mix:\n%s", round, diff)
		}
		if _, err := v.Save(t.Context(), storetest.Sized(99, 6000)); err != nil {
			t.Errorf("round %d: a later save: %v", round, err)
		}
	}
}

// withSizes takes over how large each part is, which only a save knows.
func withSizes(l, saved flow.Login) flow.Login {
	l.Head.Access, l.Head.Refresh, l.Head.Facts = saved.Head.Access, saved.Head.Refresh, saved.Head.Facts
	return l
}

// useKeyring goes through a store's life in the real keyring.
func useKeyring() error {
	ctx := context.Background()
	store := Keyring(KeyringOptions{})
	if err := Probe(ctx, store); err != nil {
		return fmt.Errorf("probe: %w", err)
	}
	v := Vault{Store: store, Name: "x"}
	for n := range 3 {
		saved, err := v.Save(ctx, storetest.Sized(n, 8000))
		if err != nil {
			return fmt.Errorf("save: %w", err)
		}
		got, err := v.Load(ctx)
		if err != nil || same(saved, got) != "" {
			return fmt.Errorf("load: %w\n%s", err, same(saved, got))
		}
	}
	if err := v.Erase(ctx); err != nil {
		return fmt.Errorf("erase: %w", err)
	}
	if _, err := v.Load(ctx); !errors.Is(err, ErrNoLogin) {
		return fmt.Errorf("after erase: %w", err)
	}
	for _, entry := range []string{v.entry(0, 0), v.entry(1, 0), v.entry(1, 3)} {
		if _, err := keyring.Get(service, entry); !errors.Is(err, keyring.ErrNotFound) {
			return fmt.Errorf("%s is left: %w", entry, err)
		}
	}
	fmt.Println("kept and erased")
	return nil
}
