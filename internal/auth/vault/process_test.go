package vault

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"testing"

	"github.com/zalando/go-keyring"
	"go.uber.org/goleak"

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
		return File(o.Dir+"/store", service, "work").Set(context.Background(), "secret")
	case "save": // until killed
		store := File(o.Dir+"/store", service, "work")
		for n := 0; ; n++ {
			if err := Save(context.Background(), store, storetest.Sized(n, 6000)); err != nil {
				return err
			}
			fmt.Println(n)
		}
	case "keyring":
		return useKeyring()
	case "silent":
		_, err := Keyring(service, "work", false, io.Discard).Get(context.Background())
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
		store := File(dir+"/store", service, "work")
		got, err := Load(t.Context(), store)
		if err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		if diff := same(got, storetest.Sized(int(got.Issued), 6000)); diff != "" {
			t.Errorf("round %d: a mix:\n%s", round, diff)
		}
		if err := Save(t.Context(), store, storetest.Sized(99, 6000)); err != nil {
			t.Errorf("round %d: a later save: %v", round, err)
		}
	}
}

// useKeyring goes through a store's life in the real keyring.
func useKeyring() error {
	ctx := context.Background()
	store := Keyring(service, "work", false, io.Discard)
	if err := store.Probe(ctx); err != nil {
		return fmt.Errorf("probe: %w", err)
	}
	for n := range 3 {
		want := storetest.Sized(n, maxPart)
		if n > 0 {
			if _, err := store.Reserve(ctx, want); err != nil {
				return fmt.Errorf("set aside: %w", err)
			}
		}
		if err := Save(ctx, store, want); err != nil {
			return fmt.Errorf("save: %w", err)
		}
		got, err := Load(ctx, store)
		if err != nil || same(want, got) != "" {
			return fmt.Errorf("load: %w\n%s", err, same(want, got))
		}
	}
	if _, err := keyring.Get(service, "work (renewal)"); !errors.Is(err, keyring.ErrNotFound) {
		return fmt.Errorf("the room set aside is left: %w", err)
	}
	if err := store.Delete(ctx); err != nil {
		return fmt.Errorf("delete: %w", err)
	}
	if _, err := keyring.Get(service, "work"); !errors.Is(err, keyring.ErrNotFound) {
		return fmt.Errorf("it is left: %w", err)
	}
	fmt.Println("kept and erased")
	return nil
}
