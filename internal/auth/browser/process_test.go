package browser

import (
	"fmt"
	"os"
	"testing"

	"go.uber.org/goleak"

	"travel.example/travel/internal/testkit/authtest"
)

// TestMain opens the page that a child process is told to.
func TestMain(m *testing.M) {
	var page string
	open := func() error {
		err := Open(page)
		fmt.Println("opened")
		return err
	}
	if code, isChild := authtest.RunAsChild(&page, open); isChild {
		os.Exit(code)
	}
	goleak.VerifyTestMain(m) // ends the process
}
