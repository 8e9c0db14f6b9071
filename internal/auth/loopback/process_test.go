package loopback

import (
	"fmt"
	"os"
	"testing"

	"go.uber.org/goleak"

	"travel.example/travel/internal/testkit/authtest"
)

// TestMain opens the page that a child process is told to. For half a second after a refusal, net/http lets
// the visitor read it before it closes the connection: that goroutine is no leak.
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
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("net/http.(*conn).closeWriteAndWait")) // ends the process
}
