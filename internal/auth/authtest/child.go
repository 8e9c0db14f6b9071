// Package authtest helps the tests of auth and of the packages below it.
package authtest

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
)

const orderVariable = "AUTH_TEST_ORDER"

// Child starts this test program again with an order.
func Child(t tester, order any) *exec.Cmd {
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

// RunAsChild reads the order of a child, runs it, and returns how the process is to end. A test
// program that is not a child has no order, and nothing runs.
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
